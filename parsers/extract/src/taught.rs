//! Labels that were taught for the sender of a document: they come before the general vocabulary.

use std::ops::Deref;

use chrono::NaiveDate;
use parser_model::{Label, LabelClass, LabelPhrase, Lesson, Money};

use crate::amounts::Amount;
use crate::dates::DateMatch;
use crate::numbers::{self, NumberKind};
use crate::page::{Page, Place};
use crate::phrases::{Amounts, Dates, Numbers, Parties, Payments, Phrases};
use crate::receipt::field::identity::{self, ORDER_NUMBER, OWN_DAY};
use crate::receipt::field::{DUE_DATE, INVOICE_DATE, INVOICE_NUMBER, ORDER_ID};
use crate::receipt::{Field, Receipt};
use crate::total::{Labelled, Total};
use crate::words::Words;

/// Shortest and longest number.
const NUMBER: std::ops::RangeInclusive<usize> = 2..=40;

/// Each phrase beside a value is searched for in the whole page: more of them are not tried.
const MAX_TRIED: usize = 20;

/// The taught labels of a document's sender.
pub struct Taught(Vec<(LabelClass, Phrases)>);

impl Taught {
    pub fn new(labels: &[Label]) -> Self {
        let of = |class: LabelClass| {
            let own = labels.iter().filter(|label| label.class == class);
            let phrases: Vec<&str> = own.map(|label| label.phrase.as_str()).collect();
            (!phrases.is_empty()).then(|| (class, Phrases::of(&phrases)))
        };
        Taught(LabelClass::ALL.into_iter().filter_map(of).collect())
    }

    fn phrases(&self, class: LabelClass) -> Option<&Phrases> {
        self.0.iter().find(|(own, _)| *own == class).map(|(_, phrases)| phrases)
    }

    /// The total that a label names; refused if labels name different amounts. `None` if the page has no such label.
    pub fn total(&self, page: &Page<'_>, all: &[Labelled]) -> Option<Total> {
        let choice = page.money(self.phrases(LabelClass::TotalAmount)?);
        (choice.value.is_some() || choice.is_refusal()).then(|| Total::taught(choice, all))
    }

    /// Sets the days and numbers that labels name.
    pub fn fill(&self, page: &Page<'_>, receipt: &mut Receipt) {
        if let Some(phrases) = self.phrases(LabelClass::InvoiceDate) {
            let day = page.date(phrases);
            receipt.set(OWN_DAY, day.clone());
            receipt.set(INVOICE_DATE, day);
        }
        if let Some(phrases) = self.phrases(LabelClass::DueDate) {
            receipt.set(DUE_DATE, page.date(phrases));
        }
        let mut set = |class, field: Field<String>, sort: Field<String>| {
            if let Some(phrases) = self.phrases(class) {
                let number = page.number(phrases, NUMBER);
                receipt.set(sort, number.clone());
                receipt.set(field, number);
            }
        };
        set(LabelClass::OrderId, ORDER_ID, ORDER_NUMBER);
        set(LabelClass::InvoiceNumber, INVOICE_NUMBER, identity::INVOICE_NUMBER);
    }
}

/// The label of a value on the page: the words before it in its cell, else those of a cell to its left or above it. They must not
/// mean something else, and name this value alone.
pub fn label_of(page: &Page<'_>, lesson: &Lesson) -> Option<LabelPhrase> {
    let value = Value::of(lesson)?;
    let places = page.places().filter_map(|at| Some((at, value.start(page, at)?)));
    let mut tried: Vec<LabelPhrase> = Vec::new();
    for phrase in places.flat_map(|(at, start)| phrases_beside(page, at, start)) {
        if tried.contains(&phrase) {
            continue;
        }
        let names = value.is_named_by(page, &Phrases::of(&[phrase.as_str()]));
        if names && meaning_of_another(lesson.class, &phrase).is_none() {
            return Some(phrase);
        }
        tried.push(phrase);
        if tried.len() == MAX_TRIED {
            break;
        }
    }
    None
}

enum Value {
    Money(Money),
    Day(NaiveDate),
    Number(String),
}

impl Value {
    fn of(lesson: &Lesson) -> Option<Self> {
        Some(match lesson.class {
            LabelClass::TotalAmount => Value::Money(lesson.value.parse().ok()?),
            LabelClass::InvoiceDate | LabelClass::DueDate => Value::Day(lesson.value.parse().ok()?),
            LabelClass::OrderId | LabelClass::InvoiceNumber => Value::Number(lesson.value.clone()),
        })
    }

    /// Where in a cell it begins.
    fn start(&self, page: &Page<'_>, at: Place) -> Option<usize> {
        let content = page.content(at);
        match self {
            Value::Money(value) => {
                let is_it = |amount: &&Amount| amount.value.abs() == value.abs();
                Some(content.amounts.iter().find(is_it)?.start)
            }
            Value::Day(day) => {
                let is_it = |date: &&DateMatch| date.parsed.date(page.day_order) == Some(*day);
                Some(content.dates.iter().find(is_it)?.start)
            }
            Value::Number(number) => page.cell(at).text.find(number.as_str()),
        }
    }

    fn is_named_by(&self, page: &Page<'_>, label: &Phrases) -> bool {
        match self {
            Value::Money(value) => page.money(label).value.map(Money::abs) == Some(value.abs()),
            Value::Day(day) => page.date(label).value == Some(*day),
            Value::Number(number) => page.number(label, NUMBER).value.as_ref() == Some(number),
        }
    }
}

/// The phrases before a value in its cell, to its left and above it, the nearest first.
fn phrases_beside(page: &Page<'_>, at: Place, start: usize) -> Vec<LabelPhrase> {
    let others = page.left_of(at).chain(page.above(at, 1));
    let others = others.map(|place| page.cell(place).text.as_str());
    let own = std::iter::once(&page.cell(at).text[..start]);
    own.chain(others).filter_map(|text| text.parse().ok()).collect()
}

/// What a phrase names by the general vocabulary, if that is something else than a field of this class.
pub fn meaning_of_another(class: LabelClass, phrase: &LabelPhrase) -> Option<&'static str> {
    let words = Words::of(phrase.as_str());
    let known: Vec<_> = MEANINGS.iter().filter(|(.., names)| names(&words)).collect();
    let is_own = known.iter().any(|(own, ..)| *own == Some(class));
    known.first().filter(|_| !is_own).map(|(_, meaning, _)| *meaning)
}

/// A field, if it is one whose labels are taught, in words, and whether a phrase names it.
type Meaning = (Option<LabelClass>, &'static str, fn(&Words) -> bool);

const MEANINGS: [Meaning; 10] = [
    (Some(LabelClass::TotalAmount), "a total", |words| {
        use Amounts::{Amount, AmountDue, GrandTotal, Paid, Refund, Total};
        any(&[GrandTotal, AmountDue, Total, Paid, Amount, Refund], words)
    }),
    (None, "an amount that is no total", |words| {
        use Amounts::{Discount, Fee, Net, NotATotal, Rounding, Shipping, Vat};
        any(&[NotATotal, Rounding, Net, Discount, Vat, Shipping, Fee], words)
    }),
    (Some(LabelClass::DueDate), "the last day to pay", |words| {
        any(&[Dates::DueDate], words)
    }),
    (Some(LabelClass::InvoiceDate), "the date of the invoice", |words| {
        any(&[Dates::InvoiceDate, Dates::OrderDate, Dates::PlainDate], words)
    }),
    (None, "another day", |words| any(&[Dates::OtherDate], words)),
    (Some(LabelClass::InvoiceNumber), "the number of an invoice", |words| {
        numbers::whole_label(words).is_some_and(|kind| matches!(kind, NumberKind::Invoice | NumberKind::Receipt))
    }),
    (Some(LabelClass::OrderId), "the number of an order", |words| {
        numbers::whole_label(words).is_some_and(|kind| matches!(kind, NumberKind::Order | NumberKind::Booking))
    }),
    (None, "another number", |words| {
        let of_payment = [Numbers::PaymentReference, Numbers::Bankgiro, Numbers::Plusgiro];
        numbers::is_whole_label(words) || any(&of_payment, words)
    }),
    (None, "a company or a person", |words| {
        any(&[Parties::Seller, Parties::Buyer, Parties::Merchant], words)
    }),
    (None, "how it is paid", |words| any(&[Payments::MethodLabel], words)),
];

fn any<C: Deref<Target = Phrases>>(classes: &[C], words: &Words) -> bool {
    classes.iter().any(|class| class.matches_all(words))
}

/// Whether the page has one of the phrases, in its subject or a line.
pub fn has_phrase(page: &Page<'_>, phrases: &[LabelPhrase]) -> bool {
    if phrases.is_empty() {
        return false;
    }
    let phrases = Phrases::of(&phrases.iter().map(LabelPhrase::as_str).collect::<Vec<_>>());
    let mut contents = page.lines.iter().flatten();
    phrases.contains(&page.subject) || contents.any(|content| phrases.contains(&content.words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parser_document::Document;
    use parser_model::reading::MailContext;
    use proptest::prelude::*;

    use crate::receipt::field::TOTAL_AMOUNT;

    const MAIL: &str =
        "Receipt\nMug   80.00 EUR\nTo hand over   95.00 EUR\nTotal   80.00 EUR\nHeard on: 2026-05-03\nFile: K-2041";

    fn label(class: LabelClass, phrase: &str) -> Label {
        Label {
            class,
            phrase: phrase.parse().unwrap(),
        }
    }

    fn read(labels: Vec<Label>) -> Receipt {
        let document = Document::from_plain(MAIL);
        let context = MailContext {
            labels,
            ..MailContext::default()
        };
        let mut general = crate::reading::read(&document, &context);
        general.receipts.remove(0)
    }

    #[test]
    fn taught_labels_come_before_the_vocabulary() {
        assert_eq!(read(Vec::new()).get(TOTAL_AMOUNT), "80".parse().ok());
        let taught = read(vec![
            label(LabelClass::TotalAmount, "To hand over"),
            label(LabelClass::InvoiceDate, "heard on"),
            label(LabelClass::OrderId, "file"),
        ]);
        assert_eq!(taught.get(TOTAL_AMOUNT), "95".parse().ok());
        assert_eq!(taught.get(INVOICE_DATE), "2026-05-03".parse().ok());
        assert_eq!(taught.get(ORDER_ID).as_deref(), Some("K-2041"));
    }

    #[test]
    fn a_taught_label_that_the_page_lacks_changes_nothing() {
        let taught = read(vec![label(LabelClass::TotalAmount, "payable here")]);
        assert_eq!(taught.get(TOTAL_AMOUNT), "80".parse().ok());
    }

    #[test]
    fn the_label_of_a_value_is_beside_it_and_means_nothing_else() {
        let document = Document::from_plain(&format!("{MAIL}\nVAT   19.00 EUR\n44.00 EUR"));
        let page = Page::new(&document, None);
        let label = |class, value: &str| {
            let value = value.to_owned();
            label_of(&page, &Lesson { class, value }).map(|phrase| phrase.to_string())
        };
        assert_eq!(label(LabelClass::TotalAmount, "95").as_deref(), Some("to hand over"));
        assert_eq!(label(LabelClass::TotalAmount, "-95").as_deref(), Some("to hand over"));
        assert_eq!(
            label(LabelClass::InvoiceDate, "2026-05-03").as_deref(),
            Some("heard on")
        );
        assert_eq!(label(LabelClass::OrderId, "K-2041").as_deref(), Some("file"));
        for value in ["19", "44", "95.01", "much"] {
            assert_eq!(label(LabelClass::TotalAmount, value), None, "{value}");
        }
    }

    #[test]
    fn a_phrase_of_the_vocabulary_keeps_its_meaning() {
        let meaning = |class, phrase: &str| meaning_of_another(class, &phrase.parse().unwrap());
        assert_eq!(
            meaning(LabelClass::TotalAmount, "moms"),
            Some("an amount that is no total")
        );
        assert_eq!(
            meaning(LabelClass::TotalAmount, "Förfallodatum"),
            Some("the last day to pay")
        );
        assert_eq!(
            meaning(LabelClass::OrderId, "Fakturanummer"),
            Some("the number of an invoice")
        );
        assert_eq!(meaning(LabelClass::TotalAmount, "Att betala"), None);
        assert_eq!(meaning(LabelClass::DueDate, "to hand over"), None);
    }

    proptest! {
        #[test]
        fn a_phrase_is_the_words_that_readers_see(text in "[a-zA-ZåäöÅÄÖéßøł :.,/()-]{1,40}") {
            if let Ok(phrase) = text.parse::<LabelPhrase>() {
                let words = Words::of(&text);
                prop_assert_eq!(words.folded().trim(), phrase.as_str());
                prop_assert!(Phrases::of(&[phrase.as_str()]).matches_all(&words));
            }
        }
    }
}
