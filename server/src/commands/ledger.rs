//! `invoices ledger`, `invoices release`.

use std::error::Error;
use std::io::{self, Write};

use chrono::Utc;
use invoices_db::{JobFilter, LedgerFilter, LedgerRow, Period, ShownJobState, Store};
use invoices_service::{DocumentState, EmailPattern, MessageId, MessageState, UserId};
use serde_json::json;

use super::args::{SettingsArgs, UserArg, open_existing};
use super::listing::{ListArgs, Listing};
use super::operator::operator;
use super::output::{Outcome, minutes, success};

/// The most failed ingests that are counted.
const MANY: i64 = 1_000;

/// List all messages that were found, with their state
///
/// Prints one line per message: the time of receipt, the sender and subject, the state with the reason, and the documents.
/// Includes pending, quarantined, rejected and failed messages. A last line on standard error gives the number of failed
/// ingests.
#[derive(clap::Args)]
pub struct Ledger {
    /// Only messages, or messages with documents, in this state: found, fetched, quarantined, rejected, failed, skipped,
    /// stored, parsed, asked, duplicate, deleted
    #[arg(long, value_parser = state)]
    state: Option<State>,

    /// Only messages with a document whose user answered which amount is its total, for parser authors: with --json, each has its
    /// candidates, the answer and the key of its original
    #[arg(long)]
    answered: bool,

    /// Only messages from this sender: an address, a domain with its sub-domains, or a glob with *
    #[arg(long)]
    sender: Option<EmailPattern>,

    #[command(flatten)]
    list: ListArgs,
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
    pub async fn run(self) -> Outcome {
        let (store, user, received) = self.list.open().await?;
        let page = async |last: Option<&LedgerRow>, size| {
            let filter = LedgerFilter {
                user,
                message_state: self.state.and_then(|state| state.message),
                document_state: self.state.and_then(|state| state.document),
                answered: self.answered,
                sender: self.sender.clone(),
                received,
                after: last.map(LedgerRow::place),
                ..LedgerFilter::default()
            };
            Ok(store.ledger_rows(filter, size).await?)
        };
        let code = self.list.print(&LEDGER, page).await?;
        let failed = failed_ingests(&store, user, received).await?;
        let said = match failed {
            0 => return Ok(code),
            1 => "one ingest has".to_owned(),
            MANY => format!("{MANY} ingests or more have"),
            few => format!("{few} ingests have"),
        };
        eprintln!(
            "invoices: {said} failed, so mails may be missing here; `invoices jobs --state failed` shows the reasons"
        );
        Ok(code)
    }
}

/// How many ingests have failed, up to [`MANY`].
async fn failed_ingests(store: &Store, user: Option<UserId>, created: Period) -> Result<i64, Box<dyn Error>> {
    let mut failed = 0;
    for state in [ShownJobState::Failed, ShownJobState::Dead] {
        let filter = JobFilter {
            user,
            state: Some(state),
            created,
            after: None,
        };
        let jobs = store.jobs(filter, MANY).await?;
        let ingests = jobs.iter().filter(|job| job.stores_documents());
        failed += i64::try_from(ingests.count())?;
    }
    Ok(failed.min(MANY))
}

const LEDGER: Listing<LedgerRow> = Listing {
    columns: &[
        ("received", |row| minutes(row.facts.received_at.unwrap_or(row.found_at))),
        ("message", |row| row.message_id.to_string()),
        ("user", |row| row.inbox.user_id.to_string()),
        ("sender", |row| {
            let sender = row.facts.sender.as_ref();
            sender.map(ToString::to_string).unwrap_or_default()
        }),
        ("subject", |row| row.facts.subject.clone().unwrap_or_default()),
        ("state", |row| {
            with_reason(&row.state.to_string(), row.reason.as_deref())
        }),
        ("documents", |row| {
            let documents = row.documents.iter().map(|document| {
                let name = document.file_name.as_deref().unwrap_or(&document.part);
                with_reason(&format!("{name} {}", document.state), document.reason.as_deref())
            });
            documents.collect::<Vec<_>>().join("; ")
        }),
    ],
    right: &[],
    fields: &[
        ("received_at", |row| json!(row.facts.received_at)),
        ("found_at", |row| json!(row.found_at)),
        ("message_id", |row| json!(row.message_id.to_string())),
        ("user_id", |row| json!(row.inbox.user_id.to_string())),
        ("sender", |row| {
            json!(row.facts.sender.as_ref().map(ToString::to_string))
        }),
        ("subject", |row| json!(row.facts.subject)),
        ("state", |row| json!(row.state.to_string())),
        ("reason", |row| json!(row.reason)),
        ("documents", |row| {
            let documents = row.documents.iter().map(|document| {
                json!({
                    "part": document.part,
                    "file_name": document.file_name,
                    "state": document.state.to_string(),
                    "reason": document.reason,
                    "candidates": document.question.as_ref().map(|question| &question.candidates),
                    "answer": document.answer,
                    "object_key": document.object_key.as_ref().map(ToString::to_string),
                    "parser": document.parser,
                    "parser_version": document.parser_version,
                })
            });
            documents.collect()
        }),
    ],
};

fn with_reason(state: &str, reason: Option<&str>) -> String {
    reason.map_or_else(|| state.to_owned(), |reason| format!("{state}: {reason}"))
}

/// Release messages from quarantine
///
/// The user's next ingest or the sweeper, within some minutes, fetches the message again. `invoices ledger --state quarantined`
/// lists quarantined messages with the reasons.
#[derive(clap::Args)]
pub struct Release {
    #[command(flatten)]
    settings: SettingsArgs,

    /// The recipient: an e-mail address or an id
    #[arg(long)]
    user: UserArg,

    /// The ids of the messages, as `invoices ledger` prints them
    #[arg(required = true, value_name = "MESSAGE")]
    messages: Vec<MessageId>,
}

impl Release {
    pub async fn run(self) -> Outcome {
        let store = open_existing(&self.settings.load()?).await?;
        let user = self.user.find(&store).await?;
        let now = store.server_time().await?.unwrap_or_else(Utc::now);
        let mut all_released = true;
        for message in &self.messages {
            if store.release(user, message, Some(operator()), now).await? {
                writeln!(io::stdout(), "{message}: released; the next ingest will fetch it")?;
            } else {
                all_released = false;
                writeln!(io::stdout(), "{message}: not in quarantine")?;
            }
        }
        Ok(success(all_released))
    }
}
