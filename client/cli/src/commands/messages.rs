//! `invoices-cli messages`.

use std::fmt::Display;

use chrono::NaiveDate;
use invoices_client::Client;
use invoices_client::types::{FoundMessageEnvelope, LedgerState, Message};
use invoices_terminal::Listing;
use serde_json::json;

use super::list::Kind;
use crate::argument::word;
use crate::failure::Failure;
use crate::output::{Form, JsonForm, ListOr, line, print_json, time};
use crate::pages;

/// Maximum number of messages of a page.
pub(super) const PAGE: u16 = 200;

#[derive(clap::Args)]
pub struct List {
    /// Only messages from landlords or from shops
    #[arg(long, value_enum)]
    kind: Option<Kind>,

    /// Only messages in this state, or with a document in it, such as quarantined or failed
    #[arg(long, value_parser = word::<LedgerState>)]
    state: Option<LedgerState>,

    /// Only messages from the vendor with this id
    #[arg(long)]
    vendor: Option<String>,

    /// Only messages from this sender: an address, a domain or a pattern with *
    #[arg(long)]
    sender: Option<String>,

    /// Only the messages of this invoice: its full id
    #[arg(long, value_name = "ID")]
    invoice: Option<String>,

    /// Only messages received from this day on, such as 2026-07-31
    #[arg(long, value_name = "DATE")]
    from: Option<NaiveDate>,

    /// Only messages received up to this day
    #[arg(long, value_name = "DATE")]
    to: Option<NaiveDate>,

    /// Maximum number of rows
    #[arg(long, value_name = "NUMBER", default_value_t = 50)]
    limit: usize,

    #[command(flatten)]
    form: Form,
}

#[derive(clap::Subcommand)]
pub enum Command {
    /// Show a message, its outcome, and what you can do
    Show(One),
    /// Parse the documents of a message again and show the reason for each value
    Explain(One),
    /// Release messages from quarantine, so that they are parsed
    Release(Many),
    /// Retry failed messages
    Retry(Many),
}

#[derive(clap::Args)]
pub struct One {
    /// The message's id, as listed
    id: String,

    #[command(flatten)]
    form: JsonForm,
}

#[derive(clap::Args)]
pub struct Many {
    /// The messages' ids, as listed
    #[arg(required = true)]
    ids: Vec<String>,
}

impl ListOr<Command, List> {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        match self.command {
            None => self.list.run(client).await,
            Some(Command::Show(one)) => one.show(client).await,
            Some(Command::Explain(one)) => one.explain(client).await,
            Some(Command::Release(Many { ids })) => {
                for id in &ids {
                    done(&client.message_release(id).await?.into_inner())?;
                }
                Ok(())
            }
            Some(Command::Retry(Many { ids })) => {
                for id in &ids {
                    done(&client.message_retry(id).await?.into_inner())?;
                }
                Ok(())
            }
        }
    }
}

impl List {
    async fn run(self, client: &Client) -> Result<(), Failure> {
        let page = async |cursor: Option<&str>, limit: u16| {
            let page = client.message_list(
                cursor,
                self.from.as_ref(),
                self.invoice.as_deref(),
                Some(limit),
                self.sender.as_deref(),
                self.state,
                self.to.as_ref(),
                self.kind.map(Kind::invoice_type),
                self.vendor.as_deref(),
            );
            let page = page.await?.into_inner().data;
            Ok((page.messages, page.next_cursor))
        };
        let all = pages::first(self.limit, PAGE, page).await?;
        self.form.print(&MESSAGES, &all, "No mails.")
    }
}

impl One {
    async fn show(self, client: &Client) -> Result<(), Failure> {
        let found = client.message_view(&self.id).await?.into_inner().data;
        if self.form.json {
            return print_json(&found);
        }
        print(&found.messages)
    }

    async fn explain(self, client: &Client) -> Result<(), Failure> {
        let explained = client.message_explain(&self.id).await?.into_inner().data;
        if self.form.json {
            return print_json(&explained);
        }
        line(&explained.explanation)?;
        for document in &explained.documents {
            line("")?;
            line(document.file_name.as_ref().unwrap_or(&document.part))?;
            for text in document.text.lines() {
                line(text)?;
            }
        }
        Ok(())
    }
}

/// The action and its effect on the mail.
pub(super) fn done(answer: &FoundMessageEnvelope) -> Result<(), Failure> {
    line(&answer.message)?;
    print(&answer.data.messages)
}

fn print(messages: &[Message]) -> Result<(), Failure> {
    for message in messages {
        line(format!("{}: {}", subject(message), message.state))?;
        line(format!("  {}", message.explanation))?;
        for document in &message.documents {
            let name = document.file_name.as_ref().unwrap_or(&document.part);
            let state = stated(document.state, document.reason.as_deref());
            line(format!("  {name}: {state}"))?;
        }
    }
    Ok(())
}

/// The subject and the sender.
pub(super) fn subject(message: &Message) -> String {
    let subject = message.subject.as_deref().unwrap_or("(no subject)");
    format!("{subject}, {}", message.sender.as_deref().unwrap_or("(no sender)"))
}

/// A state with its reason.
pub(super) fn stated(state: impl Display, reason: Option<&str>) -> String {
    match reason {
        Some(reason) => format!("{state}: {reason}"),
        None => state.to_string(),
    }
}

const MESSAGES: Listing<Message> = Listing {
    columns: &[
        ("received", |message| message.received_at.map(time).unwrap_or_default()),
        ("sender", |message| message.sender.clone().unwrap_or_default()),
        ("subject", |message| message.subject.clone().unwrap_or_default()),
        ("state", |message| stated(message.state, message.reason.as_deref())),
        ("id", |message| message.message_id.clone()),
    ],
    right: &[],
    fields: &[
        ("message_id", |message| json!(message.message_id)),
        ("type", |message| json!(message.type_)),
        ("received_at", |message| json!(message.received_at)),
        ("found_at", |message| json!(message.found_at)),
        ("sender", |message| json!(message.sender)),
        ("subject", |message| json!(message.subject)),
        ("vendor_id", |message| json!(message.vendor_id)),
        ("state", |message| json!(message.state)),
        ("reason", |message| json!(message.reason)),
        ("explanation", |message| json!(message.explanation)),
    ],
};
