//! `invoices ledger`, `invoices release`.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use chrono::Utc;
use invoices_service::start::open_store;
use invoices_service::{DocumentState, LedgerFilter, LedgerRow, MessageId, MessageState};

use super::args::{SettingsArgs, UserArg, find_user};
use super::output::{printable, table};

/// List every message that was found, with its state
///
/// Prints a line a message: when it was received, its sender and subject, its state with the reason, and its documents. No
/// state is left out: pending, quarantined, rejected and failed messages are listed too.
#[derive(clap::Args)]
pub struct Ledger {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Only messages of this user: an e-mail address or an id
    #[arg(long)]
    user: Option<UserArg>,

    /// Only messages, or messages with documents, in this state: found, fetched, quarantined, rejected, failed, skipped,
    /// stored, parsed, duplicate, deleted
    #[arg(long, value_parser = state)]
    state: Option<State>,

    /// The maximum number of messages, the newest first
    #[arg(long, default_value_t = 50)]
    limit: i64,
}

/// A state of messages, of documents, or of both.
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
        let store = open_store(&self.settings.load()?).await?;
        let user = find_user(self.user.as_ref(), &store).await?;
        let filter = LedgerFilter {
            user,
            message_state: self.state.and_then(|state| state.message),
            document_state: self.state.and_then(|state| state.document),
        };
        let mut table = table(["received", "message", "user", "sender", "subject", "state", "documents"]);
        for row in store.ledger_rows(filter, self.limit).await? {
            table.add_row(line(&row));
        }
        writeln!(io::stdout(), "{table}")?;
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

/// Release messages from quarantine
///
/// The user's next ingest fetches the message again, or the sweeper does within some minutes. `invoices ledger --state
/// quarantined` lists the messages in quarantine with the reasons.
#[derive(clap::Args)]
pub struct Release {
    #[command(flatten)]
    settings: SettingsArgs,

    /// The user who received them: an e-mail address or an id
    #[arg(long)]
    user: UserArg,

    /// The ids of the messages, as `invoices ledger` prints them
    #[arg(required = true, value_name = "MESSAGE")]
    messages: Vec<MessageId>,
}

impl Release {
    pub async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let store = open_store(&self.settings.load()?).await?;
        let user = self.user.find(&store).await?;
        let mut all_released = true;
        for message in &self.messages {
            if store.release(user, message, Utc::now()).await? {
                writeln!(io::stdout(), "{message}: released; the next ingest fetches it")?;
            } else {
                all_released = false;
                writeln!(io::stdout(), "{message}: not in quarantine")?;
            }
        }
        Ok(if all_released {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}
