//! `invoices import`.

mod discovery;
mod files;
mod intake;
mod outcome;
mod summary;

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

use invoices_db::RetailFilter;
use invoices_service::{App, DocumentSource, EmailPattern, UserId};

use self::files::Files;
use self::intake::Intake;
use super::args::{SettingsArgs, UserArg, interrupted, open_app};
use super::operator::operator;
use super::output::success;
use crate::commands::output::Outcome;

/// Import a user's messages and documents from files
///
/// Reads mbox files, Maildirs, folders of .eml files, and archives from Google Takeout (.zip, .tgz) without unpacking them.
/// Stores the messages from the user's landlords and vendors, and records their invoices as if they came from a mailbox. Stores
/// nothing of other messages. Skips spam and trash.
///
/// A single PDF or HTML document needs --source, the landlord or vendor that sent it. You confirm that it is genuine.
///
/// It can run while the service runs. Ctrl-C stops it cleanly. Run it again to continue; messages are not imported twice.
///
/// Exits 1 if something could not be read or recorded, or on interruption.
#[derive(clap::Args)]
pub struct Import {
    #[command(flatten)]
    settings: SettingsArgs,

    /// The owner of the messages: an e-mail address or an id
    #[arg(long)]
    user: UserArg,

    /// First search for shops and landlords among the other senders, and ask which to add
    #[arg(long)]
    discover: bool,

    /// Add all that --discover finds, without asking
    #[arg(long, requires = "discover")]
    yes: bool,

    /// The landlord or vendor of documents without a message: an id or a sender
    #[arg(long, value_name = "ID_OR_SENDER")]
    source: Option<String>,

    /// Files, folders and archives
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

impl Import {
    pub async fn run(self) -> Outcome {
        let config = self.settings.load_quietly()?;
        let app = open_app(&config).await?;
        let user = self.user.find(app.store()).await?;
        let source = self.document_source(&app, user).await?;
        let files = Files::new(self.paths, app.settings().max_message_bytes)?;
        app.prepare_reader().await?;
        let stop = interrupted();
        if self.discover && !discovery::run(&app, user, &files, self.yes, &stop).await? {
            return Ok(success(!stop.is_cancelled()));
        }
        let recorded_before = recorded(&app, user).await?;
        let mut intake = Intake::new(&app, user, source.map(|source| (source, operator())), &stop).await?;
        let ended = intake.run(&files).await;
        let sum = intake.sum().await?;
        let recorded = recorded(&app, user).await?.saturating_sub(recorded_before);
        summary::print(&app, user, &sum, recorded, self.discover).await?;
        if stop.is_cancelled() {
            writeln!(io::stdout(), "interrupted; run it again to continue")?;
        }
        ended?;
        Ok(success(!sum.has_failures() && !stop.is_cancelled()))
    }

    /// The landlord or vendor that `--source` names. An error if it names none or several, or if a path is a document and it is
    /// missing.
    async fn document_source(&self, app: &App, user: UserId) -> Result<Option<DocumentSource>, Box<dyn Error>> {
        let sources = app.sources(user).await?;
        let Some(name) = &self.source else {
            return match self.paths.iter().find(|path| files::is_document(path)) {
                None => Ok(None),
                Some(path) => Err(format!(
                    "{} isn't a mail: set its landlord or vendor with --source\n{}",
                    path.display(),
                    choices(&sources.of_documents())
                )
                .into()),
            };
        };
        let mut named = sources.named(name);
        match (named.pop(), named.is_empty()) {
            (Some(source), true) => Ok(Some(source)),
            (None, _) => Err(format!(
                "the user has no landlord or vendor {name}\n{}",
                choices(&sources.of_documents())
            )
            .into()),
            (Some(source), false) => {
                named.push(source);
                Err(format!(
                    "{name} is the sender of several sources: give an id\n{}",
                    choices(&named)
                )
                .into())
            }
        }
    }
}

/// A line for each source, for an error.
fn choices(sources: &[DocumentSource]) -> String {
    let lines = sources.iter().map(|source| {
        let senders: Vec<&str> = source.senders().iter().map(EmailPattern::as_str).collect();
        format!("  {}  {}", source.id(), senders.join(", "))
    });
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        "the user has no landlords or vendors".to_owned()
    } else {
        format!("the user's landlords and vendors are:\n{}", lines.join("\n"))
    }
}

/// How many invoices the user has.
async fn recorded(app: &App, user: UserId) -> Result<u64, Box<dyn Error>> {
    let rental = app.store().rental_invoices(user).await?.len() as u64;
    let retail = app.store().retail_counts(user, &RetailFilter::default()).await?;
    Ok(rental + retail.values().sum::<u64>())
}
