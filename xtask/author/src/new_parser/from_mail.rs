//! Makes a fixture from a real mail, without what is personal.
//!
//! Words of the vocabulary, the vendor's name, labels, amounts and markup stay. Every other word and number is replaced by one of the
//! same form, the same original by the same replacement everywhere, and every date by another day of its month.
//!
//! Amounts stay so that all sums close. Without the names, numbers and days beside them they identify nobody.

mod page;
#[cfg(test)]
mod tests;
mod words;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use parser_document::Document;
use parser_document::mail::Mail;
use parser_extract::page::Page;
use parser_model::Money;
use parser_model::reading::{DocumentKind, MailContext, Outcome, Reading, values_by_path};
use serde_json::Value;

use crate::Result;
pub use words::Words;

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
    /// Values that are not read as in the mail.
    pub differences: Vec<String>,
    /// The number of attached PDFs, which are not read.
    pub attachments: usize,
}

impl Fixture {
    /// Whether the general reading finds a value of the field.
    pub fn states(&self, field: &str) -> bool {
        let mut found = self.reading.evidence.iter().filter(|evidence| evidence.value.is_some());
        found.any(|evidence| evidence.field == field)
    }
}

/// Makes a fixture from a mail. `context` has the vendor and the category; the sender and the subject are the mail's if they are
/// missing there. `label` is kept like the vendor's name.
pub fn fixture(bytes: &[u8], context: &MailContext, label: &str, mut words: Words) -> Result<Fixture> {
    let mail = Mail::read(bytes).map_err(|error| error.to_string())?;
    let body = mail.body.clone().ok_or("the mail has no text, only attachments")?;
    let original = body.into_original();
    let context = complete(context, mail.context())?;
    let sender = context.sender_address.clone().unwrap_or_default();
    let (local, host) = sender.split_once('@').unwrap_or_default();
    let read = |bytes: &[u8], context: &MailContext| invoices_parsers::read(DocumentKind::Retail, bytes, context);

    let own = MailContext {
        charset: original.charset.clone(),
        ..context.clone()
    };
    let reading = read(&original.bytes, &own);
    let html = parser_document::decode(&original.bytes, original.charset.as_deref());
    let document = Document::from_html(html.as_bytes());
    let subject = context.subject.clone().unwrap_or_default();

    let people = recipients(bytes);
    words.remove(&people);
    let vendor = [&context.vendor_name, &context.vendor_id].map(|name| name.as_deref().unwrap_or_default());
    words.keep(&[vendor[0], vendor[1], host, label].join(" "));
    words.seed = words::hash(&format!("{subject} {html}"));
    words.original = words::split(&format!("{html} {people}")).collect();
    registered(host).clone_into(&mut words.host);
    let page = Page::new(&document, context.received_on);
    (words.order, words.decimals) = (page.day_order, Some(page.decimals));
    words.numbers = numbers(&reading);

    let html = page::scrubbed(&html, &words);
    let local = if words.text(local) == local { local } else { "noreply" };
    let context = MailContext {
        subject: context.subject.as_deref().map(|subject| words.text(subject)),
        sender_name: context.sender_name.as_deref().map(|name| words.text(name)),
        sender_address: Some(format!("{local}@{host}")),
        received_on: context.received_on.map(|day| words.day(day)),
        charset: None,
        ..context
    };
    let new = read(html.as_bytes(), &context);
    Ok(Fixture {
        differences: differences(&reading, &new, &words),
        attachments: mail.pdfs.len(),
        subject: common_part(&subject, &words.text(&subject)),
        reading: new,
        html,
        context,
    })
}

/// The context of a mail with what its headers say.
fn complete(given: &MailContext, found: MailContext) -> Result<MailContext> {
    let sender = given.sender_address.clone().or(found.sender_address);
    let sender = sender.ok_or("the mail has no sender: give --sender with an address")?;
    let host = sender.rsplit('@').next().unwrap_or_default().to_lowercase();
    if MAILBOXES.split(' ').any(|mailbox| mailbox == host) {
        return Err(
            format!("{host} has people's mailboxes: give a forwarded mail's first sender with --sender").into(),
        );
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
    let people = fields.flatten().flat_map(|addresses| addresses.iter());
    let names = people.flat_map(|one| [one.name(), one.address().and_then(|address| address.split('@').next())]);
    names.flatten().collect::<Vec<_>>().join(" ")
}

/// The part of a host that its owner registered: `shop.example` of `mail.shop.example`.
fn registered(host: &str) -> &str {
    let second = host.rsplit('.').nth(1).unwrap_or_default();
    let is_public = ["co", "com", "org", "net", "example"].contains(&second);
    let mut dots = host.rmatch_indices('.').skip(if is_public { 2 } else { 1 });
    dots.next().map_or(host, |(at, _)| &host[at + 1..])
}

/// The longest part of a subject whose words stay, without digits and signs.
fn common_part(subject: &str, scrubbed: &str) -> Option<String> {
    let stays = |old: &str, new: &str| old == new && old.chars().all(char::is_alphabetic);
    let words = subject.split(' ').zip(scrubbed.split(' '));
    let marked = words.map(|(old, new)| if stays(old, new) { old } else { "\n" });
    let marked = marked.collect::<Vec<_>>().join(" ");
    let parts = marked.split('\n').map(str::trim);
    let longest = parts.max_by_key(|part| part.chars().count())?;
    (longest.chars().count() > 3).then(|| longest.to_owned())
}

/// The numbers of a reading in ten-thousandths, such as amounts and quantities, and those numbers without decimals.
fn numbers(reading: &Reading) -> HashSet<i64> {
    let numbers = values(reading).into_values().filter(Value::is_number);
    let money = numbers.filter_map(|number| number.to_string().parse::<Money>().ok());
    let units = money.map(|money| money.units().abs());
    units.flat_map(|units| [units, units / 10_000 * 10_000]).collect()
}

/// Lists the values of the fixture's reading that differ from those of the mail's reading after the same replacements.
fn differences(mail: &Reading, fixture: &Reading, words: &Words) -> Vec<String> {
    let (before, after) = (values(mail), values(fixture));
    let paths: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let difference = |path: &String| {
        let (old, new) = (before.get(path), after.get(path));
        let replaced = old.and_then(Value::as_str).map(|text| Value::String(words.text(text)));
        let expected = replaced.as_ref().or(old);
        let shown = |value: Option<&Value>| value.map_or("no value".into(), Value::to_string);
        (new != old && new != expected).then(|| format!("{path}: {} instead of {}", shown(new), shown(expected)))
    };
    paths.into_iter().filter_map(difference).collect()
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
