//! Makes a fixture from a real mail, without what is personal.
//!
//! Words of a [`Vocabulary`], amounts and markup stay. Every other word, number and date is replaced by one of the same form, the same
//! original by the same replacement everywhere. The same mail gives the same fixture.
//!
//! Amounts stay so that all sums close. Without the names, numbers and dates beside them they identify nobody.

mod dates;
mod page;
mod report;
mod scrub;
#[cfg(test)]
mod tests;
mod vocabulary;

use std::collections::{BTreeMap, HashSet};

use parser_document::Document;
use parser_document::mail::Mail;
use parser_extract::page::Page;
use parser_model::Money;
use parser_model::reading::{DocumentKind, MailContext, Outcome, Reading, values_by_path};
use serde_json::Value;

use super::arguments::LabelledField;
use crate::Result;
use dates::Shift;
pub use report::Report;
use scrub::Scrub;
pub use vocabulary::Vocabulary;

/// Hosts of people's mailboxes. A mail from there was forwarded.
const MAILBOXES: &str = "gmail.com googlemail.com outlook.com hotmail.com hotmail.se live.com live.se msn.com icloud.com me.com \
    yahoo.com yahoo.se telia.com proton.me protonmail.com";

/// A fixture made from a mail.
#[derive(Debug)]
pub struct Fixture {
    /// The page.
    pub html: String,
    /// The mail's context.
    pub context: MailContext,
    /// The part of the subject that other mails of the vendor have, too.
    pub subject: Option<String>,
    /// How the general reading reads the page.
    pub reading: Reading,
    /// What was replaced, and what is read differently.
    pub report: Report,
}

impl Fixture {
    /// Whether the general reading finds a value of the field.
    pub fn states(&self, field: LabelledField) -> bool {
        let mut found = self.reading.evidence.iter().filter(|evidence| evidence.value.is_some());
        found.any(|evidence| evidence.field == field.name())
    }
}

/// Makes a fixture from a mail. `context` has the vendor and the category; the sender and the subject are the mail's if they are
/// missing there. `label` is kept like the vendor's name.
pub fn fixture(bytes: &[u8], context: &MailContext, label: &str, mut words: Vocabulary) -> Result<Fixture> {
    let mail = Mail::read(bytes).map_err(|error| error.to_string())?;
    let body = mail.body.clone().ok_or("the mail has no text, only attachments")?;
    let original = body.into_original();
    let context = complete(context, mail.context())?;
    let sender = context.sender_address.clone().unwrap_or_default();
    let host = sender.rsplit('@').next().unwrap_or_default();

    let own = MailContext {
        charset: original.charset.clone(),
        ..context.clone()
    };
    let reading = invoices_parsers::read(DocumentKind::Retail, &original.bytes, &own);
    let html = parser_document::decode(&original.bytes, original.charset.as_deref());
    let document = Document::from_html(html.as_bytes());
    let order = Page::new(&document, context.received_on).day_order;

    words.remove(&recipients(bytes));
    let vendor = [&context.vendor_name, &context.vendor_id].map(|name| name.as_deref().unwrap_or_default());
    words.keep(&[vendor[0], vendor[1], host, label].join(" "));
    let seed = vocabulary::hash(format!("{:?} {html}", context.subject).as_bytes());
    words.set_original(&format!("{html} {}", recipients(bytes)), seed);
    let shift = Shift::new(seed, order, context.received_on);
    let mut scrub = Scrub::new(words, shift, registered(host), &html, &numbers(&reading));

    let (html, mut report) = page::scrubbed(&html, &mut scrub);
    let subject = context
        .subject
        .as_deref()
        .and_then(|subject| scrub.common_part(subject));
    let local = sender.split('@').next().unwrap_or_default();
    let local = if scrub.text(local) == local { local } else { "noreply" };
    let context = MailContext {
        subject: context.subject.as_deref().map(|subject| scrub.text(subject)),
        sender_name: context.sender_name.as_deref().map(|name| scrub.text(name)),
        sender_address: Some(format!("{local}@{host}")),
        received_on: context.received_on.map(|day| scrub.shift.day(day)),
        charset: None,
        ..context
    };
    let new = invoices_parsers::read(DocumentKind::Retail, html.as_bytes(), &context);
    report.counts = scrub.counts.clone();
    report.attachments = mail.pdfs.len();
    report.differences = differences(&reading, &new, &mut scrub);
    Ok(Fixture {
        html,
        context,
        subject,
        reading: new,
        report,
    })
}

/// The context of a mail with what its headers say.
fn complete(given: &MailContext, found: MailContext) -> Result<MailContext> {
    let sender = given.sender_address.clone().or(found.sender_address);
    let sender = sender.ok_or("the mail has no sender: give --sender with an address")?;
    let host = sender.rsplit('@').next().unwrap_or_default().to_lowercase();
    if MAILBOXES.split(' ').any(|mailbox| mailbox == host) {
        return Err(format!(
            "the mail is from {host}, a mailbox of people: if it was forwarded, give the vendor's address with --sender"
        )
        .into());
    }
    let name = given.vendor_name.clone().filter(|_| given.sender_address.is_some());
    Ok(MailContext {
        sender_name: name.or(found.sender_name),
        sender_address: Some(sender.to_lowercase()),
        subject: found.subject,
        received_on: found.received_on,
        ..given.clone()
    })
}

/// The names and accounts of the people that a mail is addressed to. They are not kept even if the vocabulary has them.
fn recipients(bytes: &[u8]) -> String {
    let message = mail_parser::MessageParser::default().parse(bytes);
    let fields = message.iter().flat_map(|message| [message.to(), message.cc()]);
    let all = fields.flatten().flat_map(|addresses| addresses.iter());
    let names = all.flat_map(|one| {
        [
            one.name.as_deref(),
            one.address.as_deref().and_then(|a| a.split('@').next()),
        ]
    });
    names.flatten().collect::<Vec<_>>().join(" ")
}

/// The part of a host that its owner registered: `shop.example` of `mail.shop.example`.
fn registered(host: &str) -> &str {
    let parts = host.rmatch_indices('.').map(|(at, _)| at + 1);
    let second = ["co", "com", "org", "net", "example"];
    let is_public = |part: &str| second.contains(&part.split('.').next().unwrap_or_default());
    let mut below = parts.map(|at| &host[at..]).skip(1);
    below.find(|part| !is_public(part)).unwrap_or(host)
}

/// The numbers of a reading in ten-thousandths, such as amounts and quantities.
fn numbers(reading: &Reading) -> HashSet<i64> {
    let numbers = values(reading).into_values().filter(Value::is_number);
    let units = numbers.filter_map(|number| number.to_string().parse::<Money>().ok());
    units.map(|money| money.units().abs()).collect()
}

/// Lists the values of the fixture's reading that differ from those of the mail's reading after the same replacements.
fn differences(mail: &Reading, fixture: &Reading, scrub: &mut Scrub) -> Vec<String> {
    let (before, mut after) = (values(mail), values(fixture));
    let mut lines = Vec::new();
    for (path, value) in before {
        let expected = match &value {
            Value::String(text) => Value::String(scrub.text(text)),
            other => other.clone(),
        };
        match after.remove(&path) {
            None => lines.push(format!("{path}: is missing")),
            Some(new) if new == expected || new == value => {}
            Some(new) => lines.push(format!("{path}: {new} instead of {expected}")),
        }
    }
    lines.extend(after.into_keys().map(|path| format!("{path}: is new")));
    lines
}

/// The values of a reading by their paths, such as `records[0].stated.total_amount`.
fn values(reading: &Reading) -> BTreeMap<String, Value> {
    let outcome = match &reading.outcome {
        Outcome::NotAnInvoice { reason, .. } => Value::String(reason.to_string()),
        outcome => serde_json::to_value(outcome).unwrap_or_default(),
    };
    let values = values_by_path(&outcome).into_iter();
    values.map(|(path, value)| (path, value.clone())).collect()
}
