//! `invoices parse`.

use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use invoices_domain::reading::{DocumentKind, MailContext, Outcome, Reading};
use invoices_domain::{Catalogue, SubType, VendorId};
use invoices_parsers::{explain, flat, read_file};

/// Files larger than this are refused unread.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Parse PDF, HTML and .eml files offline
///
/// A PDF is read as a rental invoice, everything else as a shop's mail. Exits 0 when every file could be opened,
/// whatever it turned out to be.
#[derive(clap::Args)]
pub struct Parse {
    /// Read every file as this kind of document
    #[arg(long)]
    kind: Option<Kind>,

    /// Read as a mail of this vendor, such as foodora
    #[arg(long, value_name = "ID")]
    vendor: Option<VendorId>,

    /// Read as this category, such as food-delivery
    #[arg(long, value_name = "NAME")]
    sub_type: Option<SubType>,

    /// Print one JSON object a file: file, outcome, reason, record
    #[arg(long, conflicts_with = "explain")]
    json: bool,

    /// Print where each value came from and what else was considered
    #[arg(long)]
    explain: bool,

    /// The files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// A landlord's PDF
    Rental,
    /// A shop's mail
    Retail,
}

impl From<Kind> for DocumentKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Rental => DocumentKind::Rental,
            Kind::Retail => DocumentKind::Retail,
        }
    }
}

impl Parse {
    pub fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let context = self.context(&invoices_parsers::catalogue()?)?;
        let mut out = io::stdout().lock();
        let mut code = ExitCode::SUCCESS;
        for file in &self.files {
            let name = file.display().to_string();
            let reading = match read(file) {
                Ok(bytes) => read_file(&name, &bytes, self.kind.map(Into::into), &context),
                Err(error) => {
                    eprintln!("invoices: {name}: {error}");
                    code = ExitCode::FAILURE;
                    unreadable(&error)
                }
            };
            if self.json {
                writeln!(out, "{}", flat(&name, &reading))?;
            } else if self.explain {
                writeln!(out, "{name}\n{}", explain(&reading))?;
            } else {
                writeln!(out, "{name}\n{}", serde_json::to_string_pretty(&flat(&name, &reading))?)?;
            }
        }
        Ok(code)
    }

    fn context(&self, catalogue: &Catalogue) -> Result<MailContext, Box<dyn Error>> {
        let mut context = MailContext::default();
        if let Some(id) = &self.vendor {
            let vendor = catalogue.vendor(id).ok_or_else(|| format!("there is no vendor {id}"))?;
            context.vendor_id = Some(vendor.vendor_id.to_string());
            context.vendor_name = Some(vendor.vendor_name.clone());
            context.sub_type = Some(vendor.sub_type.clone());
        }
        if let Some(name) = &self.sub_type {
            let known = catalogue.sub_type(name.as_str()).cloned();
            let options = || {
                catalogue
                    .sub_types()
                    .map(SubType::as_str)
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            context.sub_type =
                Some(known.ok_or_else(|| format!("there is no sub-type {name}; there are {}", options()))?);
        }
        Ok(context)
    }
}

fn read(file: &Path) -> io::Result<Vec<u8>> {
    if std::fs::metadata(file)?.len() > MAX_BYTES {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            "the file is larger than 64 MiB",
        ));
    }
    std::fs::read(file)
}

fn unreadable(error: &io::Error) -> Reading {
    Reading {
        parser: invoices_domain::reading::ParserTag {
            name: "none".into(),
            version: 0,
        },
        outcome: Outcome::Failed {
            reason: format!("the file can't be read: {error}"),
            stated: Box::default(),
        },
        evidence: Vec::new(),
    }
}
