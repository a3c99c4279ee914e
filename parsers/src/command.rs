//! The command `parse`: reads files and prints what is in them.

use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use parser_document::mail::Mail;
use parser_kit::retail::failed;
use parser_model::reading::{DocumentKind, MailContext, ParserTag, Reading, Stated};
use parser_model::{Catalogue, MailAddress, Reason, SubType, Vendor, VendorId};

use crate::{FileKind, catalogue, explain, flat, lines, read_file, read_vendors};

/// Larger files are refused.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Parse PDF, HTML and .eml files offline
///
/// Reads a PDF as a rental invoice, unless a vendor, a sub-type or `--kind retail` is given, and any other file as a vendor's
/// message. Exits 0 if every file could be opened, whether or
/// not it is an invoice.
#[derive(clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Parse {
    /// The kind of document of every file
    #[arg(long)]
    kind: Option<Kind>,

    /// The vendor that sent the messages, such as foodora
    #[arg(long, value_name = "ID")]
    vendor: Option<VendorId>,

    /// A JSON file of vendors, as for `retail.vendors_file`: they and their labels apply to the messages that they sent
    #[arg(long, value_name = "FILE")]
    vendors: Option<PathBuf>,

    /// The sub-type of the invoices, such as food-delivery
    #[arg(long, value_name = "NAME")]
    sub_type: Option<SubType>,

    /// Print one line of JSON per file: file, outcome, reason, record
    #[arg(long, conflicts_with_all = ["explain", "lines"])]
    json: bool,

    /// Print the reason for each value and the other candidates; for a rejected document, the amounts with unknown labels
    #[arg(long, conflicts_with = "lines")]
    explain: bool,

    /// Print the full reading, with the category's record; with --json, one line per file
    #[arg(long, conflicts_with_all = ["explain", "lines"])]
    detail: bool,

    /// Print the document as parsers see it: its lines, and their cells with positions
    #[arg(long)]
    lines: bool,

    /// The files to parse
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// A landlord's PDF
    Rental,
    /// A vendor's message or PDF
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
    /// Reads the files and prints them. Succeeds if every file could be opened.
    pub fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let catalogue = self.catalogue()?;
        let context = self.context(&catalogue)?;
        let mut out = io::stdout().lock();
        let mut code = ExitCode::SUCCESS;
        for file in &self.files {
            let name = file.display().to_string();
            let text = match read(file) {
                Ok(bytes) => self.text(&name, &bytes, &self.context_of(&bytes, &name, &catalogue, &context))?,
                Err(error) => {
                    eprintln!("invoices: {name}: {error}");
                    code = ExitCode::FAILURE;
                    if self.lines {
                        continue;
                    }
                    self.reading_text(&name, &failed_reading())?
                }
            };
            writeln!(out, "{}", text.trim_end_matches('\n'))?;
        }
        Ok(code)
    }

    fn text(&self, name: &str, bytes: &[u8], context: &MailContext) -> serde_json::Result<String> {
        if self.lines {
            return Ok(match lines(name, bytes) {
                Ok(text) => format!("{name}\n{text}"),
                Err(reason) => format!("{name}\nfailed: {reason}"),
            });
        }
        self.reading_text(name, &read_file(name, bytes, self.kind.map(Into::into), context))
    }

    fn reading_text(&self, name: &str, reading: &Reading) -> serde_json::Result<String> {
        Ok(match (self.json, self.detail, self.explain) {
            (_, _, true) => format!("{name}\n{}", explain(reading)),
            (true, true, _) => serde_json::to_string(reading)?,
            (true, false, _) => flat(name, reading).to_string(),
            (false, true, _) => format!("{name}\n{}", serde_json::to_string_pretty(reading)?),
            (false, false, _) => format!("{name}\n{}", serde_json::to_string_pretty(&flat(name, reading))?),
        })
    }

    fn catalogue(&self) -> Result<Catalogue, Box<dyn Error>> {
        let catalogue = catalogue()?;
        let Some(file) = &self.vendors else {
            return Ok(catalogue);
        };
        let problem = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let json = read(file).map_err(|error| problem(&error))?;
        let vendors = read_vendors(&json).map_err(|error| problem(&error))?;
        Ok(catalogue.with_vendors(vendors)?)
    }

    /// The context of a file: with the vendor that sent it, if vendors are given and none is named.
    fn context_of(&self, bytes: &[u8], name: &str, catalogue: &Catalogue, given: &MailContext) -> MailContext {
        let is_wanted = self.vendors.is_some() && self.vendor.is_none() && FileKind::of(bytes, name) == FileKind::Mail;
        let sender = is_wanted
            .then(|| Mail::read(bytes).ok())
            .flatten()
            .map(|mail| mail.context());
        let vendor = sender.and_then(|sender| {
            let address: MailAddress = sender.sender_address?.parse().ok()?;
            let subject = sender.subject.unwrap_or_default();
            let vendors = catalogue.active_vendors(given.sub_type.as_ref());
            Vendor::closest(vendors.into_iter(), &address, &subject)
        });
        vendor.map_or_else(|| given.clone(), |vendor| given.clone().of_vendor(vendor))
    }

    fn context(&self, catalogue: &Catalogue) -> Result<MailContext, Box<dyn Error>> {
        let mut context = MailContext::default();
        if let Some(id) = &self.vendor {
            let vendor = catalogue.vendor(id).ok_or_else(|| format!("there is no vendor {id}"))?;
            context = context.of_vendor(vendor);
        }
        if let Some(name) = &self.sub_type {
            let known = catalogue.sub_type(name.as_str()).cloned();
            let all: Vec<&str> = catalogue.sub_types().map(SubType::as_str).collect();
            let unknown = || format!("there is no sub-type {name}; there are {}", all.join(", "));
            context.sub_type = Some(known.ok_or_else(unknown)?);
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

fn failed_reading() -> Reading {
    Reading {
        parser: ParserTag {
            name: "none".into(),
            version: 0,
        },
        ..failed(Reason::UnreadableFile, Stated::default())
    }
}
