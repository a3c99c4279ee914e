//! `invoices-cli answer`.

use clap::ArgGroup;
use invoices_client::types::{AnswerBody, LedgerState, Message, MessageDocument};
use invoices_client::{Client, Secret};
use rust_decimal::Decimal;

use super::correct::decimal;
use super::messages::{PAGE, done, subject};
use crate::failure::Failure;
use crate::output::{JsonForm, amount, line, print_json};
use crate::{pages, prompt};

/// Answer which amount is the total of an invoice, or give the password of a PDF
///
/// Without an id, lists the messages that are asked about: those with an invoice whose total is not certain, each with the amounts that
/// it may be, and those with a PDF that needs a password. An answer stays when the document is parsed again.
#[derive(clap::Args)]
#[command(group = ArgGroup::new("answer").args(["total", "candidate", "not_an_invoice", "pdf_password", "take_back"]).requires("id"))]
pub struct Answer {
    /// The message's id, as listed
    #[arg(requires = "answer")]
    id: Option<String>,

    /// The total; negative for a refund
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true, value_parser = decimal)]
    total: Option<Decimal>,

    /// The total, as the number of an amount in the list
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..))]
    candidate: Option<u16>,

    /// The currency of the total, such as SEK, if it isn't the one that is listed
    #[arg(long, value_name = "CODE", conflicts_with_all = ["not_an_invoice", "pdf_password", "take_back"])]
    currency: Option<String>,

    /// It isn't an invoice
    #[arg(long)]
    not_an_invoice: bool,

    #[command(flatten)]
    unlock: Unlock,

    /// Take the answer back, with the invoice that it made
    #[arg(long)]
    take_back: bool,

    /// Keep the words beside the total as a label, so that the sender's next documents are parsed without a question
    #[arg(long, conflicts_with_all = ["not_an_invoice", "pdf_password", "take_back"])]
    remember: bool,

    /// The document, such as pdf-0, if the message has several that are asked about
    #[arg(long, value_name = "PART")]
    part: Option<String>,

    #[command(flatten)]
    form: JsonForm,
}

#[derive(clap::Args)]
struct Unlock {
    /// Ask for the password of the PDF, and keep it for the sender's other PDFs
    #[arg(long)]
    pdf_password: bool,

    /// Read the password from the first line of standard input
    #[arg(long, requires = "pdf_password")]
    password_stdin: bool,
}

impl Unlock {
    fn password(&self) -> Result<Option<Secret>, Failure> {
        let password = self
            .pdf_password
            .then(|| prompt::password_of("Password of the PDF", self.password_stdin));
        password.transpose()
    }
}

impl Answer {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        let Some(id) = &self.id else {
            return self.list(client).await;
        };
        let answered = if self.take_back {
            client.message_answer_delete(id, self.part.as_deref()).await?
        } else {
            let body = self.body(client, id).await?;
            client.message_answer(id, &body).await?
        };
        let answered = answered.into_inner();
        if self.form.json {
            return print_json(&answered.data);
        }
        done(&answered)
    }

    async fn list(&self, client: &Client) -> Result<(), Failure> {
        let page = async |cursor: Option<&str>, limit: u16| {
            let asked = Some(LedgerState::Asked);
            let page = client.message_list(cursor, None, None, Some(limit), None, asked, None, None, None);
            let page = page.await?.into_inner().data;
            Ok((page.messages, page.next_cursor))
        };
        let asked = pages::first(usize::MAX, PAGE, page).await?;
        if self.form.json {
            return print_json(&asked);
        }
        if asked.is_empty() {
            return line("No questions.");
        }
        asked.iter().try_for_each(print)
    }

    async fn body(&self, client: &Client, id: &str) -> Result<AnswerBody, Failure> {
        let mut body = AnswerBody {
            currency: self.currency.clone(),
            not_an_invoice: self.not_an_invoice.then_some(true),
            part: self.part.clone(),
            pdf_password: self.unlock.password()?,
            remember: self.remember.then_some(true),
            total_amount: self.total,
        };
        if let Some(number) = self.candidate {
            let found = client.message_view(id).await?.into_inner().data;
            let documents = found.messages.iter().flat_map(|message| &message.documents);
            let mut asked = documents.filter(|document| {
                !document.candidates.is_empty() && self.part.as_ref().is_none_or(|part| *part == document.part)
            });
            let candidate = asked
                .next()
                .and_then(|document| document.candidates.get(usize::from(number) - 1));
            let candidate = candidate.filter(|_| asked.next().is_none());
            let candidate = candidate.ok_or_else(|| Failure::Input(format!("there is no amount {number}")))?;
            body.total_amount = Some(candidate.value);
            body.currency = body.currency.or_else(|| candidate.currency.clone());
        }
        Ok(body)
    }
}

/// A message and its candidates.
fn print(message: &Message) -> Result<(), Failure> {
    line(format!("{} ({})", subject(message), message.message_id))?;
    let asked = |document: &&MessageDocument| document.state == LedgerState::Asked;
    for document in message.documents.iter().filter(asked) {
        let name = document.file_name.as_ref().unwrap_or(&document.part);
        if document.candidates.is_empty() {
            line(format!("  {name}: {}", document.reason.as_deref().unwrap_or_default()))?;
            continue;
        }
        line(format!("  {name}:"))?;
        for (number, candidate) in (1..).zip(&document.candidates) {
            let value = amount(candidate.value, candidate.currency.as_deref());
            line(format!(
                "    {number}: {value}, in \u{201c}{}\u{201d}: {}",
                candidate.place, candidate.why
            ))?;
        }
    }
    Ok(())
}
