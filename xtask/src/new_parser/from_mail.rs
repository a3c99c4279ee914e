//! Makes a fixture from a real mail: personal data, numbers, dates and amounts are replaced by invented ones.
//!
//! The same mail gives the same fixture, because the seed of everything invented is the mail's sender, subject, day and text.

mod amounts;
mod compare;
mod dates;
mod invented;
mod linked_data;
mod mapping;
mod months;
mod numbers;
mod page;
mod people;
mod report;
mod slots;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashSet};
use std::fs;

use chrono::{Datelike, NaiveDate};
use fastrand::Rng;
use parser_document::Document;
use parser_document::mail::Mail;
use parser_extract::page::Page as ReadPage;
use parser_model::reading::{DocumentKind, MailContext, Reading};

use super::arguments::LabelledField;
use crate::{Result, root};
use amounts::{Amounts, Factor};
use dates::Shift;
use invented::{Invented, hash};
use mapping::Mapping;
use months::Months;
use page::Page;
use people::People;
pub use report::Report;
use slots::{Line, Slot, apply, lines};

/// How often another seed is tried if the fixture is not read as the mail.
const ATTEMPTS: u64 = 6;
/// Hosts of people's mailboxes. A mail from there was forwarded.
const MAILBOXES: &[&str] = &[
    "gmail.com",
    "googlemail.com",
    "outlook.com",
    "hotmail.com",
    "hotmail.se",
    "live.com",
    "live.se",
    "msn.com",
    "icloud.com",
    "me.com",
    "yahoo.com",
    "yahoo.se",
    "telia.com",
    "proton.me",
    "protonmail.com",
];
/// The folder with the words of labels.
const VOCABULARY: &str = "parsers/extract/vocab";
/// The vocabulary's only list of names, of which some are people's, too: `Kari Traa`, `Jordan`.
const BRANDS: (&str, &str) = ("items", "brand");

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
    /// What was replaced, and what to look over.
    pub report: Report,
}

impl Fixture {
    /// Whether the general reading finds a value of the field.
    pub fn states(&self, field: LabelledField) -> bool {
        let mut found = self.reading.evidence.iter().filter(|evidence| evidence.value.is_some());
        found.any(|evidence| evidence.field == field.name())
    }
}

/// A mail with what is needed to replace its parts.
struct Original {
    mail: Mail,
    recipients: Recipients,
    html: String,
    /// The vendor's host.
    host: String,
    context: MailContext,
    reading: Reading,
    /// Words that are no names: the vendor's, and the vocabulary's.
    known: HashSet<String>,
    /// The vendor's alone.
    vendor: HashSet<String>,
}

/// The people that a mail is addressed to.
#[derive(Debug, Default)]
struct Recipients {
    /// Their names.
    names: Vec<String>,
    /// The words of their addresses before the `@`.
    accounts: Vec<String>,
}

/// Makes a fixture from a mail. `context` has the vendor and the category; the sender and the subject are the mail's if they are
/// missing there.
pub fn fixture(bytes: &[u8], context: &MailContext) -> Result<Fixture> {
    let original = Original::new(bytes, context)?;
    let mut best = original.fixture(0);
    for attempt in 1..ATTEMPTS {
        if best.report.differences.is_empty() {
            break;
        }
        let other = original.fixture(attempt);
        if other.report.differences.len() < best.report.differences.len() {
            best = other;
        }
    }
    Ok(best)
}

impl Original {
    fn new(bytes: &[u8], given: &MailContext) -> Result<Self> {
        let mail = Mail::read(bytes).map_err(|error| error.to_string())?;
        let body = mail.body.clone().ok_or("the mail has no text, only attachments")?;
        let found = mail.context();
        let sender = given.sender_address.clone().or(found.sender_address);
        let sender = sender.ok_or("the mail has no sender: give --sender with an address")?;
        let host = sender.rsplit('@').next().unwrap_or_default().to_lowercase();
        if MAILBOXES.contains(&host.as_str()) {
            return Err(format!("the mail is from {host}, a mailbox of people: if it was forwarded, give the vendor's address with --sender").into());
        }
        let original = body.into_original();
        let context = MailContext {
            sender_name: given
                .vendor_name
                .clone()
                .filter(|_| given.sender_address.is_some())
                .or(found.sender_name),
            sender_address: Some(sender),
            subject: found.subject,
            received_on: found.received_on,
            ..given.clone()
        };
        let own = MailContext {
            charset: original.charset.clone(),
            ..context.clone()
        };
        let reading = invoices_parsers::read(DocumentKind::Retail, &original.bytes, &own);
        let names = [&context.vendor_name, &context.vendor_id, &context.sender_name];
        let names = names.into_iter().flatten().flat_map(|name| invented::words(name));
        let vendor: HashSet<String> = names.chain(host.split('.').map(str::to_owned)).collect();
        let mut known = vocabulary()?;
        known.extend(vendor.iter().cloned());
        Ok(Original {
            recipients: recipients(bytes),
            html: parser_document::decode(&original.bytes, original.charset.as_deref()),
            host: registered(&host),
            mail,
            context,
            reading,
            known,
            vendor,
        })
    }

    fn fixture(&self, attempt: u64) -> Fixture {
        let mut page = Page::new(&self.html, &self.host);
        let headers = [&self.context.subject, &self.context.sender_name];
        let headers = headers.map(|text| Slot::new(text.as_deref().unwrap_or_default(), slots::Hint::None));
        let count = page.slots.len();
        page.slots.extend(headers);
        let lines = lines(&page.slots);
        let mut mapping = self.mapping(&lines, &page.text(), attempt);
        let mut edits = Vec::new();
        for line in &lines {
            for (part, kind, new) in mapping.parts(&line.text, line.hint) {
                mapping.invented.count(kind);
                edits.extend(line.edits(&part, &new, &page.slots));
            }
        }
        apply(&mut page.slots, edits);
        let headers = page.slots.split_off(count);
        let context = self.new_context(&headers, &mut mapping);
        let mut report = Report {
            counts: mapping.invented.counts().clone(),
            removed: page.removed,
            links: page.links,
            attachments: self.mail.pdfs.len(),
            ..Report::default()
        };
        self.add_doubts(&mut report, &page, &lines, &mut mapping);
        let html = page.html();
        let reading = invoices_parsers::read(DocumentKind::Retail, html.as_bytes(), &context);
        report.differences = compare::differences(&self.reading, &reading, &mut mapping);
        let subject = self
            .context
            .subject
            .as_deref()
            .and_then(|subject| mapping.common_part(subject));
        Fixture {
            html,
            context,
            subject,
            reading,
            report,
        }
    }

    fn mapping(&self, lines: &[Line], text: &str, attempt: u64) -> Mapping {
        let headers = (
            &self.context.sender_address,
            &self.context.subject,
            self.context.received_on,
        );
        let (names, accounts) = (self.recipients.names.join(" "), self.recipients.accounts.join(" "));
        let seed = hash(format!("{headers:?} {}", self.html).as_bytes()).wrapping_add(attempt);
        let mut rng = Rng::with_seed(seed);
        let amounts = Amounts::new(lines, compare::amounts(&self.reading), compare::times(&self.reading));
        let group = mapping::group(lines, &amounts);
        let document = Document::from_html(self.html.as_bytes());
        let read = ReadPage::new(&document, self.context.received_on);
        let mut mapping = Mapping {
            host: self.host.clone(),
            invented: Invented::new(seed, &format!("{text} {names} {accounts}")),
            shift: Shift {
                days: 7 * rng.i64(4..40) * if rng.bool() { 1 } else { -1 },
                order: read.day_order,
                year: self.context.received_on.map_or(2026, |day| day.year()),
                months: Months::of(text, read.language),
            },
            amounts,
            factor: Factor { times: 1, by: 1 },
            group,
            people: self.people(lines),
            numbers: compare::numbers(&self.reading),
            goods: compare::names(&self.reading),
        };
        mapping.factor = Factor::choose(&mapping.all_amounts(lines), &mut rng);
        mapping
    }

    fn people(&self, lines: &[Line]) -> People {
        let mut people = People::default();
        for name in &self.recipients.names {
            people.add_recipient(name, &self.vendor, &self.known);
        }
        for account in &self.recipients.accounts {
            people.add_name(account, &self.known);
        }
        people.find(lines, &self.known);
        people
    }

    fn new_context(&self, headers: &[Slot], mapping: &mut Mapping) -> MailContext {
        let text = |at: usize| {
            headers
                .get(at)
                .map(|slot| slot.text.clone())
                .filter(|text| !text.is_empty())
        };
        let address = self.context.sender_address.as_deref().unwrap_or_default();
        let host = address.rsplit('@').next().unwrap_or_default();
        let is_personal = mapping.text(address) != address;
        MailContext {
            subject: text(0),
            sender_name: text(1),
            sender_address: Some(if is_personal {
                format!("noreply@{host}")
            } else {
                address.to_owned()
            }),
            received_on: self.context.received_on.map(|day: NaiveDate| mapping.shift.day(day)),
            charset: None,
            ..self.context.clone()
        }
    }

    /// Adds the lines and words that may be personal still.
    fn add_doubts(&self, report: &mut Report, page: &Page, lines: &[Line], mapping: &mut Mapping) {
        let places: BTreeSet<usize> = mapping.people.places.clone();
        let near = places.into_iter().filter_map(|at| lines.get(at));
        report.lines = near.map(|line| mapping.text(&line.text)).collect();
        report.lines.dedup();
        let mut known = self.known.clone();
        known.extend(
            compare::names(&self.reading)
                .iter()
                .flat_map(|name| invented::words(name)),
        );
        known.extend(mapping.invented.words());
        let text: Vec<&str> = page.slots.iter().map(|slot| slot.text.as_str()).collect();
        report.words = report::unknown_words(&text.join("\n"), &known);
    }
}

/// The mail's recipients.
fn recipients(bytes: &[u8]) -> Recipients {
    let message = mail_parser::MessageParser::default().parse(bytes);
    let mut found = Recipients::default();
    let fields = message.iter().flat_map(|message| [message.to(), message.cc()]);
    for one in fields.flatten().flat_map(|addresses| addresses.iter()) {
        found.names.extend(one.name.as_deref().map(str::to_owned));
        let address = one.address.as_deref().unwrap_or_default();
        let account = address.split('@').next().unwrap_or_default();
        let words = account
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| word.chars().count() > 3);
        found.accounts.extend(words.map(str::to_owned));
    }
    found
}

/// The words of the vocabulary without its brands, in small letters.
fn vocabulary() -> Result<HashSet<String>> {
    let mut words = HashSet::new();
    for entry in fs::read_dir(root().join(VOCABULARY))? {
        let mut file: toml::Table = toml::from_str(&fs::read_to_string(entry?.path())?)?;
        if let Some(toml::Value::Table(items)) = file.get_mut(BRANDS.0) {
            items.remove(BRANDS.1);
        }
        words.extend(invented::words(&file.to_string()));
    }
    Ok(words)
}

/// The part of a host that its owner registered: `shop.example` of `mail.shop.example`.
fn registered(host: &str) -> String {
    let parts: Vec<&str> = host.split('.').collect();
    let second = ["co", "com", "org", "net", "example"];
    let is_long = parts.len() > 2 && second.contains(&parts[parts.len() - 2]);
    parts[parts.len().saturating_sub(if is_long { 3 } else { 2 })..].join(".")
}
