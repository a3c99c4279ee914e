//! The training data of the weights: the candidates of each document, each right or wrong.

use std::collections::BTreeMap;

use invoices_parsers::ranking::Features;
use invoices_parsers::ranking::training::{Example, with_weights};
use invoices_parsers::read_file;
use parser_model::reading::MailContext;

use super::parts::part_of;
use crate::Result;
use crate::known::expected;
use crate::known::set::{Document, Set};

/// A document's candidates for a field.
pub struct Case {
    /// The part that its family is in; `None` if it is never fitted to.
    pub part: Option<usize>,
    /// The choice of the rules, and whether it is right.
    pub by_rules: Option<bool>,
    /// The features of each candidate, and whether it is right.
    pub candidates: Vec<(Features, bool)>,
}

/// The cases by field.
#[derive(Default)]
pub struct Cases(BTreeMap<&'static str, Vec<Case>>);

impl Cases {
    /// Reads the documents of a set by the rules alone.
    pub fn add(&mut self, set: &Set) -> Result<()> {
        for document in set.documents() {
            let bytes = set.bytes(document)?;
            let part = part_of(set, document);
            let read = || read_file(&document.path, &bytes, None, &MailContext::default());
            let (_, examples) = with_weights(BTreeMap::new(), read);
            // Later ones are of the single orders of a mail.
            let mut seen = Vec::new();
            for example in examples {
                if seen.contains(&example.field) {
                    continue;
                }
                seen.push(example.field);
                if let Some(judge) = Judge::of(document, example.field) {
                    self.0
                        .entry(example.field)
                        .or_default()
                        .push(case(&judge, part, example));
                }
            }
        }
        Ok(())
    }

    /// Those of a field.
    pub fn of(&self, field: &str) -> &[Case] {
        self.0.get(field).map_or(&[], Vec::as_slice)
    }
}

fn case(judge: &Judge<'_>, part: Option<usize>, example: Example) -> Case {
    let candidates = example.candidates.into_iter();
    Case {
        part,
        by_rules: example.chosen.map(|value| judge.is_right(&value)),
        candidates: candidates
            .map(|(value, features)| (features, judge.is_right(&value)))
            .collect(),
    }
}

/// Decides whether a candidate is right.
enum Judge<'d> {
    IsInvoice(bool),
    Field(&'static str, &'d Document),
}

impl<'d> Judge<'d> {
    /// `None` if nobody can say: the document isn't an invoice, or nobody wrote the field down.
    fn of(document: &'d Document, field: &str) -> Option<Self> {
        if field == "classification" {
            return Some(Judge::IsInvoice(!document.is_no_invoice()));
        }
        let name = match field {
            "vendor_name" => "vendor",
            "invoice_date" => "invoice_date",
            _ => return None,
        };
        let is_known = !document.is_no_invoice() && document.expected.contains_key(name);
        // A mail of several orders has no value of its own.
        let is_one = !document.expected.contains_key("orders");
        (is_known && is_one).then_some(Judge::Field(name, document))
    }

    fn is_right(&self, value: &str) -> bool {
        match self {
            Judge::IsInvoice(is_invoice) => *is_invoice,
            Judge::Field(name, document) => expected::is_right(name, &document.expected, &value.into()),
        }
    }
}
