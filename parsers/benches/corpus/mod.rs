//! What is measured: the project's invented documents, and those of a folder that `INVOICES_BENCH_CORPUS` names.

#![allow(dead_code, reason = "each benchmark uses a part of it")]

use std::path::{Path, PathBuf};
use std::{env, fs};

use parser_model::reading::{DocumentKind, MailContext, Reading};
use tikv_jemallocator::Jemalloc;

/// The program's.
#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

/// A receipt among the invented ones that states goods, taxes and a sum in the tables of a mail builder.
pub const RECEIPT: &str = "receipts/sv-tech-monitor-invoice-table.html";
/// A landlord's notice of the usual kind.
pub const NOTICE: &str = "invoices/r03-kort-i-rutnat.pdf";
/// How long the markup of a shop's mail usually is; the invented receipts are shorter, since they carry no style.
pub const USUAL_RECEIPT: usize = 30_000;

/// A document to read.
pub struct Sample {
    /// Where it lies.
    pub path: PathBuf,
    /// A PDF is rental, markup retail.
    pub kind: DocumentKind,
    /// What it holds.
    pub bytes: Vec<u8>,
}

impl Sample {
    /// Reads it as the service does.
    pub fn read(&self) -> Reading {
        invoices_parsers::read(self.kind, &self.bytes, &MailContext::default())
    }
}

/// The folder of the invented documents.
pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures")
}

/// One of the invented documents.
pub fn fixture(name: &str) -> Vec<u8> {
    fs::read(fixtures().join(name)).expect("the fixture is in the repository")
}

/// Every set that is to be measured, with its name: PDFs and markup apart.
pub fn sets() -> Vec<(String, Vec<Sample>)> {
    let invented = ["receipts", "invoices"].map(|folder| fixtures().join(folder));
    let given = env::var_os("INVOICES_BENCH_CORPUS").map(PathBuf::from);
    let folders = [("invented", invented.to_vec()), ("given", given.into_iter().collect())];
    let mut sets = Vec::new();
    for (whose, folders) in folders {
        for (ending, kind) in [("html", DocumentKind::Retail), ("pdf", DocumentKind::Rental)] {
            let samples: Vec<Sample> = folders.iter().flat_map(|f| samples(f, ending, kind)).collect();
            if !samples.is_empty() {
                sets.push((format!("{whose} {ending}"), samples));
            }
        }
    }
    sets
}

fn samples(folder: &Path, ending: &str, kind: DocumentKind) -> Vec<Sample> {
    let entries = fs::read_dir(folder).expect("the folder of documents can be read");
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending)));
    paths.sort();
    let read = |path: PathBuf| Sample {
        bytes: fs::read(&path).expect("a document can be read"),
        path,
        kind,
    };
    paths.into_iter().map(read).collect()
}

/// The receipt as long as shops send it, `length` bytes: each style is spelt out, as mail builders do.
pub fn styled(receipt: &[u8], length: usize) -> Vec<u8> {
    const SPELT_OUT: &str = "font-weight:400;letter-spacing:normal;text-decoration:none;word-break:break-word;";
    const STYLE: &str = "style=\"";
    let receipt = std::str::from_utf8(receipt).expect("the fixture is UTF-8");
    let places = receipt.matches(STYLE).count();
    let missing = length.saturating_sub(receipt.len());
    let times = missing.div_ceil(SPELT_OUT.len() * places.max(1));
    receipt
        .replace(STYLE, &format!("{STYLE}{}", SPELT_OUT.repeat(times)))
        .into_bytes()
}
