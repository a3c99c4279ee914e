//! Decision rules: named, in tables, each with an example.
//!
//! A table is tried in order and the first rule that decides applies. Its id is in the evidence, in the output of `--explain`, and
//! in `docs/reading.md`.

use parser_document::{Document, Kind, einvoice};
use parser_model::reading::MailContext;

use crate::choice::Choice;

/// A rule that decides a field, or leaves it to the rules after it.
#[derive(Clone, Copy, Debug)]
pub struct Rule<F> {
    /// The field and the rule's own name: `total/labelled`. Unique and stable.
    pub id: &'static str,
    /// What the rule decides, in one sentence.
    pub doc: &'static str,
    /// A small document that this rule decides.
    pub example: Example,
    pub apply: F,
}

/// A small document. Its first lines can be headers of its mail instead of text: `Subject: …`, `From: Name <address>`,
/// `Received: 2026-07-31`, `Vendor: …` (the configured vendor that sent it), and `Attached: …` (an e-invoice in one line).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Example {
    /// A mail in plain text.
    Mail(&'static str),
    /// A mail's or a page's markup.
    Html(&'static str),
    /// The text of a PDF. Three blanks or more part two cells. After `# ` the letters are twice as large.
    Pdf(&'static str),
    /// The markup, repeated.
    Repeated(&'static str, usize),
}

/// The height of letters in an example of a PDF, in points.
const LETTER_HEIGHT: f32 = 10.0;

const HEADERS: [&str; 5] = ["Subject", "From", "Received", "Vendor", "Attached"];

impl Example {
    pub fn document(&self) -> Document {
        let (headers, body) = self.parts();
        let mut document = match self {
            Example::Mail(_) | Example::Pdf(_) => Document::from_plain(body),
            Example::Html(_) => Document::from_html(body.as_bytes()),
            Example::Repeated(_, times) => Document::from_html(body.repeat(*times).as_bytes()),
        };
        if matches!(self, Example::Pdf(_)) {
            document.kind = Kind::Pdf;
            for cell in document.lines.iter_mut().flatten() {
                cell.height = LETTER_HEIGHT;
                if let Some(text) = cell.text.strip_prefix("# ") {
                    cell.text = text.to_owned();
                    cell.height = 2.0 * LETTER_HEIGHT;
                }
            }
        }
        for (name, value) in headers {
            match name {
                "Subject" => value.clone_into(&mut document.subject),
                "From" => {
                    let (name, address) = value.split_once(" <").unwrap_or((value, ""));
                    name.clone_into(&mut document.from_name);
                    address.trim_end_matches('>').clone_into(&mut document.from_address);
                }
                "Attached" => document.e_invoices.extend(einvoice::read(value.as_bytes())),
                _ => {}
            }
        }
        document
    }

    pub fn context(&self) -> MailContext {
        let (headers, _) = self.parts();
        let value = |wanted: &str| Some(headers.iter().find(|(name, _)| *name == wanted)?.1);
        MailContext {
            vendor_name: value("Vendor").map(str::to_owned),
            received_on: value("Received").and_then(|day| day.parse().ok()),
            ..MailContext::default()
        }
    }

    /// The text as it is written in the table.
    pub fn text(&self) -> &'static str {
        let (Example::Mail(text) | Example::Html(text) | Example::Pdf(text) | Example::Repeated(text, _)) = self;
        text
    }

    /// The headers with their values, and the rest.
    fn parts(&self) -> (Vec<(&'static str, &'static str)>, &'static str) {
        let mut headers = Vec::new();
        let mut rest = self.text();
        while let Some((name, after)) = rest.split_once(": ").filter(|(name, _)| HEADERS.contains(name)) {
            let (value, body) = after.split_once('\n').unwrap_or((after, ""));
            headers.push((name, value));
            rest = body;
        }
        (headers, rest)
    }
}

/// The first decision of a table with the id of the rule that made it.
pub fn first<F: Copy, T>(rules: &[Rule<F>], decide: impl Fn(F) -> Option<T>) -> Option<(&'static str, T)> {
    rules.iter().find_map(|rule| Some((rule.id, decide(rule.apply)?)))
}

/// The choice of the first rule of a table that decides.
pub fn choose<F: Copy, T>(rules: &[Rule<F>], decide: impl Fn(F) -> Option<Choice<T>>) -> Choice<T> {
    first(rules, decide).map_or_else(Choice::nothing, |(id, choice)| choice.by(id))
}

/// A rule as documentation shows it.
pub type Described = Rule<()>;

/// A table as documentation shows it.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it decides: a field's name in [`parser_model::reading::Stated`] or [`crate::receipt::Receipt`],
    /// `classification` or `structured`.
    pub field: &'static str,
    /// When it is tried, in one sentence.
    pub when: &'static str,
    pub rules: Vec<Described>,
}

impl Table {
    pub fn new<F>(field: &'static str, when: &'static str, rules: &[Rule<F>]) -> Self {
        let described = rules.iter().map(|rule| Described {
            id: rule.id,
            doc: rule.doc,
            example: rule.example,
            apply: (),
        });
        Table {
            field,
            when,
            rules: described.collect(),
        }
    }
}
