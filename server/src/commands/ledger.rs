//! `invoices ledger`, `invoices release`.

use std::error::Error;
use std::process::ExitCode;

use chrono::Utc;
use invoices_db::{LedgerFilter, LedgerRow, Store};
use invoices_domain::{DocumentState, MessageId, MessageState};

use super::{SettingsArgs, User, printable, table};

/// Show what became of every mail that was found
///
/// A line a mail: when it was received, its sender and subject, its state with the reason, and its documents.
/// Nothing that was found is left out: what is owed, quarantined, rejected or failed stands there like what was read.
#[derive(clap::Args)]
pub struct Ledger {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Only those of one user: an e-mail address or an id
    #[arg(long)]
    user: Option<User>,

    /// Only mails, or mails with documents, in this state: found, fetched, quarantined, rejected, failed, skipped,
    /// stored, parsed, duplicate, deleted
    #[arg(long, value_parser = state)]
    state: Option<State>,

    /// At most so many, the last found first
    #[arg(long, default_value_t = 50)]
    limit: i64,
}

/// A state of mails, of documents, or of both.
#[derive(Clone, Copy)]
struct State {
    message: Option<MessageState>,
    document: Option<DocumentState>,
}

fn state(text: &str) -> Result<State, String> {
    let (message, document) = (text.parse().ok(), text.parse().ok());
    if message.is_none() && document.is_none() {
        return Err("there is no such state".into());
    }
    Ok(State { message, document })
}

impl Ledger {
    pub async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let store = Store::open(&self.settings.load()?.database()).await?;
        let user = match self.user {
            Some(user) => Some(user.find(&store).await?),
            None => None,
        };
        let filter = LedgerFilter {
            user,
            message_state: self.state.and_then(|state| state.message),
            document_state: self.state.and_then(|state| state.document),
        };
        let mut table = table(["received", "message", "user", "sender", "subject", "state", "documents"]);
        for row in store.ledger_rows(filter, self.limit).await? {
            table.add_row(line(&row));
        }
        println!("{table}");
        Ok(ExitCode::SUCCESS)
    }
}

fn line(row: &LedgerRow) -> [String; 7] {
    let documents: Vec<String> = row
        .documents
        .iter()
        .map(|document| {
            let name = document.file_name.as_deref().unwrap_or(&document.part);
            with_reason(&format!("{name} {}", document.state), document.reason.as_deref())
        })
        .collect();
    let received = row.facts.received_at.unwrap_or(row.found_at);
    let sender = row.facts.sender.as_ref().map(ToString::to_string);
    [
        received.format("%Y-%m-%d %H:%M").to_string(),
        row.message_id.to_string(),
        row.inbox.user_id.to_string(),
        sender.unwrap_or_default(),
        row.facts.subject.clone().unwrap_or_default(),
        with_reason(&row.state.to_string(), row.reason.as_deref()),
        documents.join("; "),
    ]
    .map(|cell| printable(&cell))
}

fn with_reason(state: &str, reason: Option<&str>) -> String {
    reason.map_or_else(|| state.to_owned(), |reason| format!("{state}: {reason}"))
}

/// Trust the sender of a mail in quarantine
///
/// The mail is fetched again by the user's next ingest, or by the sweeper some minutes from now, and read like any
/// other. `invoices ledger --state quarantined` lists what is there and why.
#[derive(clap::Args)]
pub struct Release {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Whose mail: an e-mail address or an id
    #[arg(long)]
    user: User,

    /// The mails, as `invoices ledger` names them
    #[arg(required = true, value_name = "MESSAGE")]
    messages: Vec<MessageId>,
}

impl Release {
    pub async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let store = Store::open(&self.settings.load()?.database()).await?;
        let user = self.user.find(&store).await?;
        let mut all = true;
        for message in &self.messages {
            if store.release(user, message, Utc::now()).await? {
                println!("{message}: released; the next ingest fetches it");
            } else {
                all = false;
                println!("{message}: not in quarantine");
            }
        }
        Ok(if all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
