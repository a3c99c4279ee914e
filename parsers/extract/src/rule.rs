//! Decision rules: named, in tables, each with an example.
//!
//! A table is tried in order and the first rule that decides wins. Its id stands in the evidence, in what `--explain`
//! prints, and in `docs/reading.md`.

use parser_document::{Document, Kind};

/// A rule that decides a field, or leaves it to the rules after it.
#[derive(Clone, Copy, Debug)]
pub struct Rule<F> {
    /// The field and the rule's own name: `total/labelled`. Unique and stable.
    pub id: &'static str,
    /// What the rule decides, in one sentence.
    pub doc: &'static str,
    /// A small document that this rule decides.
    pub example: Example,
    /// The decision.
    pub apply: F,
}

/// A small document. Where its first line is `Subject: …`, that is the mail's subject and no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Example {
    /// A mail in plain text.
    Mail(&'static str),
    /// A mail's or a page's markup.
    Html(&'static str),
    /// The text of a PDF. Three blanks or more part two cells.
    Pdf(&'static str),
    /// The same markup so many times.
    Repeated(&'static str, usize),
}

impl Example {
    /// The document.
    pub fn document(&self) -> Document {
        let (subject, body) = self.parts();
        let mut document = match self {
            Example::Mail(_) | Example::Pdf(_) => Document::from_plain(body),
            Example::Html(_) => Document::from_html(body.as_bytes()),
            Example::Repeated(_, times) => Document::from_html(body.repeat(*times).as_bytes()),
        };
        if matches!(self, Example::Pdf(_)) {
            document.kind = Kind::Pdf;
        }
        subject.clone_into(&mut document.subject);
        document
    }

    /// The text as it is written in the table.
    pub fn text(&self) -> &'static str {
        let (Example::Mail(text) | Example::Html(text) | Example::Pdf(text) | Example::Repeated(text, _)) = self;
        text
    }

    fn parts(&self) -> (&'static str, &'static str) {
        let text = self.text();
        let Some(rest) = text.strip_prefix("Subject: ") else {
            return ("", text);
        };
        rest.split_once('\n').unwrap_or((rest, ""))
    }
}

/// The first decision of a table with the id of the rule that made it.
pub fn first<F: Copy, T>(rules: &[Rule<F>], decide: impl Fn(F) -> Option<T>) -> Option<(&'static str, T)> {
    rules.iter().find_map(|rule| Some((rule.id, decide(rule.apply)?)))
}

/// A rule as documentation shows it.
#[derive(Clone, Copy, Debug)]
pub struct Described {
    /// Its id.
    pub id: &'static str,
    /// What it decides.
    pub doc: &'static str,
    /// A document that it decides.
    pub example: Example,
}

/// A table as documentation shows it.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it decides: a field's name in [`parser_model::reading::Stated`], `classification` or `items`.
    pub field: &'static str,
    /// When it is tried, in one sentence.
    pub when: &'static str,
    /// Its rules in order.
    pub rules: Vec<Described>,
}

impl Table {
    /// Of these rules.
    pub fn new<F>(field: &'static str, when: &'static str, rules: &[Rule<F>]) -> Self {
        let described = rules.iter().map(|rule| Described {
            id: rule.id,
            doc: rule.doc,
            example: rule.example,
        });
        Table {
            field,
            when,
            rules: described.collect(),
        }
    }
}
