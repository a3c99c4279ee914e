//! The rules that decide the order's, the invoice's and the receipt's number.

use super::labels::{Number, NumberKind};
use crate::choice::{self, Because, Choice};
use crate::page::Page;
use crate::phrases::{Documents, Numbers};
use crate::rule::{self, Example, Rule, Table};

/// The numbers of the first kind, of those that a field allows, that the page states. There is at least one.
pub(super) struct Candidates<'a> {
    page: &'a Page<'a>,
    kind: NumberKind,
    all: Vec<&'a Number>,
    /// Those of the lowest rank, without single tickets if there are others.
    best: Vec<&'a Number>,
    /// Whether the best have one value, whatever its case.
    agree: bool,
}

pub(super) type NumberRule = Rule<for<'a> fn(&Candidates<'a>) -> Option<Choice<String>>>;

const ORDER_ID: &[NumberRule] = &[
    whole_of_parts(
        "order_id/whole-of-parts",
        Example::Mail(
            "Your booking\nBooking number: 2607-1188\nBooking number: 2607-1188-1\nBooking number: 2607-1188-2",
        ),
    ),
    labelled(
        "order_id/labelled",
        Example::Mail("Receipt\nOrder number: 48213\nTotal   125.00 EUR"),
    ),
    several(
        "order_id/several",
        Example::Mail("Receipt\nOrder number: 48213\nOrder number: 48302\nTotal   125.00 EUR"),
    ),
];

const INVOICE_NUMBER: &[NumberRule] = &[
    whole_of_parts(
        "invoice_number/whole-of-parts",
        Example::Pdf("Invoice number: 48213\nInvoice number: 48213-1\nInvoice number: 48213-2"),
    ),
    labelled(
        "invoice_number/labelled",
        Example::Pdf("Invoice number: 48213\nTotal   125.00 EUR"),
    ),
    most_frequent(
        "invoice_number/most-frequent",
        Example::Pdf("Invoice number: 48213\nInvoice number: 47105\nInvoice number: 48213"),
    ),
    several(
        "invoice_number/several",
        Example::Pdf("Invoice number: 48213\nInvoice number: 47105"),
    ),
];

const RECEIPT_NUMBER: &[NumberRule] = &[
    whole_of_parts(
        "receipt_number/whole-of-parts",
        Example::Mail("Receipt number: 48213\nReceipt number: 48213-1\nReceipt number: 48213-2"),
    ),
    labelled(
        "receipt_number/labelled",
        Example::Mail("Invoice number: 6001\nReceipt number: 48213\nTotal   125.00 EUR"),
    ),
    several(
        "receipt_number/several",
        Example::Mail("Receipt number: 48213\nReceipt number: 47105\nTotal   125.00 EUR"),
    ),
];

pub(super) fn tables() -> Vec<Table> {
    vec![
        Table::new(
            "order_id",
            "Among the numbers of orders or else of bookings, and in a mail without either among those of payments or else \
             of references.",
            ORDER_ID,
        ),
        Table::new(
            "invoice_number",
            "Among the numbers of invoices or else of receipts.",
            INVOICE_NUMBER,
        ),
        Table::new(
            "receipt_number",
            "Among the numbers of receipts, for a value that is kept in addition to the invoice number and has no separate evidence.",
            RECEIPT_NUMBER,
        ),
    ]
}

/// The number of the order or booking; in a mail that states neither, the number of the payment or a reference.
pub fn order_id(page: &Page<'_>, found: &[Number]) -> Choice<String> {
    const KINDS: [NumberKind; 4] = [
        NumberKind::Order,
        NumberKind::Booking,
        NumberKind::Transaction,
        NumberKind::Reference,
    ];
    let kinds = if page.is_mail() { &KINDS[..] } else { &KINDS[..2] };
    decide(ORDER_ID, page, found, kinds)
}

/// The number of the invoice, or of the receipt if no invoice has one.
pub fn invoice_number(page: &Page<'_>, found: &[Number]) -> Choice<String> {
    let kinds = [NumberKind::Invoice, NumberKind::Receipt];
    decide(INVOICE_NUMBER, page, found, &kinds)
}

pub fn receipt_number(page: &Page<'_>, found: &[Number]) -> Choice<String> {
    decide(RECEIPT_NUMBER, page, found, &[NumberKind::Receipt])
}

fn decide(rules: &[NumberRule], page: &Page<'_>, found: &[Number], kinds: &[NumberKind]) -> Choice<String> {
    let Some(candidates) = kinds.iter().find_map(|kind| Candidates::new(page, found, *kind)) else {
        return Choice::nothing();
    };
    rule::choose(rules, |apply| Some(apply(&candidates)?.among(candidates.describe())))
}

impl<'a> Candidates<'a> {
    pub(super) fn new(page: &'a Page<'a>, found: &'a [Number], kind: NumberKind) -> Option<Self> {
        let all: Vec<&Number> = found.iter().filter(|n| n.kind == kind).collect();
        let rank = all.iter().map(|n| n.rank).min()?;
        let mut best: Vec<&Number> = all.iter().filter(|n| n.rank == rank).copied().collect();
        // Each ticket has a number of its own, and the booking has one.
        let is_ticket = |n: &&Number| Numbers::Ticket.occur_in(&n.label);
        if !best.iter().all(is_ticket) {
            best.retain(|n| !is_ticket(n));
        }
        // `Nota di credito n. 9` beside `Fattura n. 131`, which it credits.
        let is_credit = |n: &&Number| Documents::CreditNote.occur_in(&n.label);
        if best.iter().any(is_credit) {
            best.retain(is_credit);
        }
        let agree = best.iter().all(|n| n.value.eq_ignore_ascii_case(&best[0].value));
        Some(Candidates {
            page,
            kind,
            all,
            best,
            agree,
        })
    }

    /// For people: each value and its label.
    pub(super) fn describe(&self) -> Vec<String> {
        let described = |n: &&Number| format!("{} at \u{201c}{}\u{201d}", n.value, n.label);
        self.all.iter().map(described).collect()
    }
}

/// `2607-1188` and its tickets `2607-1188-1`, `2607-1188-2`.
pub(super) const fn whole_of_parts(id: &'static str, example: Example) -> NumberRule {
    Rule {
        id,
        doc: "Takes the number that the others begin with, before a hyphen, slash or dot.",
        example,
        apply: |of| {
            if of.agree {
                return None;
            }
            let is_part = |value: &str, whole: &str| {
                let rest = value.strip_prefix(whole);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '/', '.']))
            };
            let is_whole = |whole: &&&Number| of.best.iter().all(|n| is_part(&n.value, &whole.value));
            let whole = of.all.iter().find(is_whole)?.value.clone();
            Some(Choice::taken(whole, "the number that the others are parts of"))
        },
    }
}

pub(super) const fn labelled(id: &'static str, example: Example) -> NumberRule {
    Rule {
        id,
        doc: "Takes the one number that the best labels name.",
        example,
        apply: |of| {
            let first = of.best[0];
            let because = Because::quoting("its label", &first.label);
            of.agree.then(|| Choice::taken(first.value.clone(), because))
        },
    }
}

pub(super) const fn most_frequent(id: &'static str, example: Example) -> NumberRule {
    Rule {
        id,
        doc: "Takes the most frequent of several numbers of invoices in a PDF.",
        example,
        apply: |of| {
            if of.page.is_mail() || of.kind != NumberKind::Invoice {
                return None;
            }
            let values: Vec<&str> = of.best.iter().map(|n| n.value.as_str()).collect();
            let value = choice::most_frequent(&values)?;
            Some(Choice::taken(value.to_owned(), "the most frequent of several"))
        },
    }
}

pub(super) const fn several(id: &'static str, example: Example) -> NumberRule {
    Rule {
        id,
        doc: "Refuses several different numbers.",
        example,
        apply: |_| Some(Choice::refused("several different ones")),
    }
}
