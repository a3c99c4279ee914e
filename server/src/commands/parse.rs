//! `invoices parse`.

use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use invoices_service::parsers::{self, explain, flat, read_file};
use invoices_service::reading::{DocumentKind, MailContext, Outcome, ParserTag, Reading};
use invoices_service::{Catalogue, SubType, VendorId};

/// Larger files are refused.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Parse PDF, HTML and .eml files offline
///
/// Reads a PDF as a rental invoice and any other file as a vendor's message. Exits 0 if every file could be opened, whether or
/// not it is an invoice.
#[derive(clap::Args)]
pub struct Parse {
    /// The kind of document of every file
    #[arg(long)]
    kind: Option<Kind>,

    /// The vendor that sent the messages, such as foodora
    #[arg(long, value_name = "ID")]
    vendor: Option<VendorId>,

    /// The sub-type of the invoices, such as food-delivery
    #[arg(long, value_name = "NAME")]
    sub_type: Option<SubType>,

    /// Print a line of JSON for each file: file, outcome, reason, record
    #[arg(long, conflicts_with = "explain")]
    json: bool,

    /// Print the source of each value and the other candidates
    #[arg(long)]
    explain: bool,

    /// The files to parse
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// A landlord's PDF
    Rental,
    /// A vendor's message
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
        let context = self.context(&parsers::catalogue()?)?;
        let mut out = io::stdout().lock();
        let mut code = ExitCode::SUCCESS;
        for file in &self.files {
            let name = file.display().to_string();
            let reading = match read(file) {
                Ok(bytes) => read_file(&name, &bytes, self.kind.map(Into::into), &context),
                Err(error) => {
                    eprintln!("invoices: {name}: {error}");
                    code = ExitCode::FAILURE;
                    failed_reading(&error)
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

fn failed_reading(error: &io::Error) -> Reading {
    Reading {
        parser: ParserTag {
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
