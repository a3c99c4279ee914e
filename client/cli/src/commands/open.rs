//! `invoices-cli open`.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use invoices_client::progenitor_client::ByteStream;
use invoices_client::{Client, ResponseValue};

use crate::download::{Target, copy};
use crate::failure::Failure;
use crate::find::{Found, find};
use crate::output::note;

/// Prefix of a page that keeps a browser from running scripts or loading content that reveals the reader to the sender.
const SAFE_PAGE: &str = "<!doctype html><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
                         img-src data:; style-src 'unsafe-inline'; font-src data:\">";

/// Open the document that an invoice was parsed from
///
/// Downloads the PDF or page and opens it with the system's default program. The file is named by its type, not by the sender.
/// A page is opened without scripts and without external content.
#[derive(clap::Args)]
pub struct Open {
    /// The invoice's id. For a retail invoice, its first characters are enough
    id: String,

    /// Write the document to this file instead, byte for byte; - is standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace the file if it exists
    #[arg(long, requires = "output")]
    force: bool,
}

impl Open {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        let is_standard = self.output.as_deref() == Some(Path::new("-"));
        if is_standard && io::stdout().is_terminal() {
            let reason = "a document can't be written to a terminal; give a file or pipe the output";
            return Err(Failure::Input(reason.into()));
        }
        let target = match self.output {
            Some(path) if !is_standard => Some(Target::new(path, self.force)?),
            _ => None,
        };
        let document = match find(client, &self.id).await? {
            Found::Rental(invoice) => client.rental_document(&invoice.invoice_id, None, None, None).await?,
            Found::Retail(invoice) => client.retail_document(&invoice.invoice_id, None, None, None).await?,
        };
        if is_standard {
            return copy(document, &mut io::stdout().lock(), Failure::Output, |_| ()).await;
        }
        let Some(target) = target else {
            return show(document).await;
        };
        let mut file = target.begin()?;
        copy(document, &mut file, |error| target.failed(error), |_| ()).await?;
        target.finish(file)
    }
}

/// Opens a document with the system's program for its type.
async fn show(document: ResponseValue<ByteStream>) -> Result<(), Failure> {
    let media_type = document.headers().get("content-type");
    let media_type = media_type
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
        .to_owned();
    let Some(ending) = ending(&media_type) else {
        return Err(Failure::Outcome(format!(
            "documents of type {media_type} can't be opened; use --output FILE to save it"
        )));
    };
    let failed = Failure::file("save the document");
    // Only the user can look into it. It stays, because the program that opens it may read it later.
    let mut folder = tempfile::Builder::new();
    folder.prefix("invoice-");
    #[cfg(unix)]
    folder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    let folder = folder.tempdir().map_err(&failed)?;
    let path = folder.path().join(format!("invoice.{ending}"));
    let mut file = File::create_new(&path).map_err(&failed)?;
    if ending == "html" {
        file.write_all(safe_page(&media_type).as_bytes()).map_err(&failed)?;
    }
    copy(document, &mut file, failed, |_| ()).await?;
    let _ = folder.keep();
    note(path.display());
    let opened = opener(&path).stdin(Stdio::null()).status();
    let status = opened.map_err(Failure::file("start the default program for this file type"))?;
    if status.success() {
        return Ok(());
    }
    Err(Failure::Outcome(format!(
        "the default program for this file type ended with {status}"
    )))
}

/// The ending of the file's name, for the types that originals have. Nothing that a system would run.
fn ending(media_type: &str) -> Option<&'static str> {
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    match essence.to_ascii_lowercase().as_str() {
        "application/pdf" => Some("pdf"),
        "text/html" => Some("html"),
        "text/plain" => Some("txt"),
        _ => None,
    }
}

/// The prefix of a page: the policy, and the charset that the mail declared.
fn safe_page(media_type: &str) -> String {
    let charset = media_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim()
            .eq_ignore_ascii_case("charset")
            .then(|| value.trim().trim_matches('"'))
    });
    let is_name = |name: &&str| name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.:".contains(c));
    match charset.filter(is_name) {
        Some(charset) => format!("{SAFE_PAGE}<meta charset=\"{charset}\">\n"),
        None => format!("{SAFE_PAGE}\n"),
    }
}

/// The system's program that opens a file with another one, by its type.
fn opener(path: &Path) -> Command {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let mut command = Command::new(program);
    command.arg(path);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_documents_get_an_ending() {
        for (media_type, expected) in [
            ("application/pdf", Some("pdf")),
            ("Text/HTML; charset=utf-8", Some("html")),
            ("text/plain", Some("txt")),
            ("application/x-sh", None),
            ("application/x-msdownload", None),
            ("", None),
        ] {
            assert_eq!(ending(media_type), expected, "{media_type}");
        }
    }

    #[test]
    fn a_charset_can_not_end_its_tag() {
        assert!(safe_page("text/html; charset=\"iso-8859-1\"").contains("<meta charset=\"iso-8859-1\">"));
        assert!(!safe_page("text/html; charset=x\"><script>").contains("script>"));
    }
}
