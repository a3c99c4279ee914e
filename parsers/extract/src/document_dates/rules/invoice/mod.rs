//! The invoice date.

mod candidates;
mod labelled;
mod numbered;
mod unlabelled;

use chrono::NaiveDate;

use super::page_dates::PageDates;
use crate::choice::Choice;
use crate::document_dates::{LabelledDate, features};
use crate::numbers::Number;
use crate::page::Page;
use crate::ranking;
use crate::rule::{self, Example, Rule, Table};
use crate::total::Labelled;
use candidates::Candidates;

const FIELD: &str = "invoice_date";

type InvoiceDateRule = Rule<fn(&Candidates<'_>) -> Option<Choice<NaiveDate>>>;

const RULES: &[InvoiceDateRule] = &[
    Rule {
        id: "invoice_date/labelled",
        doc: "Takes the date whose label calls it the invoice's, of several the most frequent or else the first.",
        example: Example::Mail("Receipt\nInvoice date: 2026-05-04\nTotal   125.00 EUR"),
        apply: labelled::invoice_date,
    },
    Rule {
        id: "invoice_date/day-order-unknown",
        doc: "Refuses if every date with such a label is ambiguous.",
        example: Example::Mail("Receipt\nInvoice date: 03/04/2026\nTotal   $125.00"),
        apply: labelled::invoice_day_order_unknown,
    },
    Rule {
        id: "invoice_date/letter-date",
        doc: "In a PDF with an invoice number, takes the only date without a label that is alone in its cell above the first \
            amount, if every date of an order is earlier and in a longer text.",
        example: Example::Pdf(
            "2026-05-04\nInvoice 1001\nGarden wall as in your order of 2026-04-11, with many thanks\nTotal   125.00 EUR",
        ),
        apply: numbered::letter_date,
    },
    Rule {
        id: "invoice_date/order-date",
        doc: "Takes the date whose label names an order, a purchase or a payment, of several the most frequent or else the earliest.",
        example: Example::Mail("Receipt\nOrder date: 2026-05-04\nTotal   125.00 EUR"),
        apply: labelled::order_date,
    },
    Rule {
        id: "invoice_date/order-day-order-unknown",
        doc: "Refuses if every date with the label of an order, a purchase or a payment is ambiguous.",
        example: Example::Mail("Receipt\nOrder date: 03/04/2026\nTotal   $125.00"),
        apply: labelled::order_day_order_unknown,
    },
    Rule {
        id: "invoice_date/beside-number",
        doc: "Takes a date alone in its cell in the line of a number or in the line below, of several the most frequent.",
        example: Example::Mail("Receipt\nOrder number 1001   2026-05-04\nTotal   125.00 EUR"),
        apply: numbered::beside_number,
    },
    Rule {
        id: "invoice_date/plain-label",
        doc: "Takes the date with a plain label such as \u{201c}date\u{201d}, of several the most frequent.",
        example: Example::Mail("Receipt\nDate: 2026-05-04\nTotal   125.00 EUR"),
        apply: labelled::generic,
    },
    Rule {
        id: "invoice_date/first-plain-label",
        doc: "Takes the first date of a PDF with several plainly labelled dates.",
        example: Example::Pdf("Invoice 1001\nDate: 2026-05-04\nTotal   125.00 EUR\nDate: 2026-05-11"),
        apply: labelled::first_generic,
    },
    Rule {
        id: "invoice_date/plain-label-with-total",
        doc: "Of several plainly labelled dates, takes the one in the sentence of the total.",
        example: Example::Mail("Receipt\nDate: 2026-05-11\nDate: 2026-05-04, you paid 125.00 EUR"),
        apply: labelled::generic_with_total,
    },
    Rule {
        id: "invoice_date/several-plain-labels",
        doc: "Refuses several plainly labelled dates.",
        example: Example::Mail("Receipt\nDate: 2026-05-04\nDate: 2026-05-11\nTotal   125.00 EUR"),
        apply: labelled::several_generic,
    },
    Rule {
        id: "invoice_date/after-number",
        doc: "Takes the date that directly follows a number in its cell, of several the most frequent.",
        example: Example::Mail("Receipt\nInvoice no. 1001 dated 2026-05-04\nTotal   125.00 EUR"),
        apply: numbered::after_number,
    },
    Rule {
        id: "invoice_date/in-sentence",
        doc: "Takes the date after a word such as \u{201c}on\u{201d} in running text, of several the most frequent.",
        example: Example::Mail("Receipt\nThank you for your visit on 2026-05-04.\nTotal   125.00 EUR"),
        apply: labelled::in_sentence,
    },
    Rule {
        id: "invoice_date/first-in-sentence",
        doc: "Takes the first date of a PDF with several dates in running text.",
        example: Example::Pdf("Invoice 1001\nWe came to you on 2026-05-04 and left on 2026-05-11.\nTotal   125.00 EUR"),
        apply: labelled::first_in_sentence,
    },
    Rule {
        id: "invoice_date/in-sentence-with-total",
        doc: "Of several dates in running text, takes the one in the sentence of the total.",
        example: Example::Mail("Receipt\nThe garden opens on 2026-05-11.\nOn 2026-05-04 you paid 125.00 EUR"),
        apply: labelled::sentence_with_total,
    },
    Rule {
        id: "invoice_date/several-in-sentences",
        doc: "Refuses several dates in running text.",
        example: Example::Mail("Receipt\nWe came to you on 2026-05-04 and left on 2026-05-11.\nTotal   125.00 EUR"),
        apply: labelled::several_in_sentences,
    },
    Rule {
        id: "invoice_date/booking",
        doc: "Refuses if the head mentions a journey, a stay or an event.",
        example: Example::Mail("Your booking\nMonday 2026-05-04\nTotal   125.00 EUR"),
        apply: unlabelled::booking,
    },
    Rule {
        id: "invoice_date/unlabelled-day-order-unknown",
        doc: "Refuses if any date of the document is ambiguous.",
        example: Example::Mail("Receipt\nMonday 03/04/2026\nTotal   $125.00"),
        apply: unlabelled::day_order,
    },
    Rule {
        id: "invoice_date/only-one-day",
        doc: "Takes the day that all of several dates name, whatever their labels.",
        example: Example::Mail("Receipt\nStart 2026-05-04 12:04\nStop 2026-05-04 14:31\nTotal   125.00 EUR"),
        apply: unlabelled::only_one_day,
    },
    Rule {
        id: "invoice_date/only-date-in-cell",
        doc: "Takes the only date in the first half of the document that is alone in its cell.",
        example: Example::Mail("Receipt\n2026-05-04\nTotal   125.00 EUR"),
        apply: unlabelled::only_date_in_cell,
    },
    Rule {
        id: "invoice_date/only-unlabelled",
        doc: "Takes the only date without a label.",
        example: Example::Mail("Receipt\nTotal   125.00 EUR\nGarden hall\nMonday 2026-05-04"),
        apply: unlabelled::only_unlabelled,
    },
    Rule {
        id: "invoice_date/only-in-head",
        doc: "Takes the only date in the first four lines that is alone in its cell and has no time of day.",
        example: Example::Mail("Receipt\n2026-05-04\n2026-05-11 19:30\nTotal   125.00 EUR\nThank you\nThe garden hall"),
        apply: unlabelled::only_in_head,
    },
    Rule {
        id: "invoice_date/several-unlabelled",
        doc: "Refuses several dates without a label.",
        example: Example::Mail("Receipt\n2026-05-04\n2026-05-11\nTotal   125.00 EUR\nThank you\nThe garden hall"),
        apply: unlabelled::several,
    },
];

/// The rules as documentation shows them.
pub(super) fn table() -> Table {
    Table::new(FIELD, "For every document, after its total is chosen.", RULES)
}

/// Decides the invoice date of a page with these dates and numbers.
///
/// `total` is the amount that was chosen as the total: a sentence that says what was paid says when.
pub fn invoice_date(
    page: &Page<'_>,
    dates: &[LabelledDate],
    numbers: &[Number],
    total: Option<&Labelled>,
) -> Choice<NaiveDate> {
    let candidates = Candidates::new(PageDates { page, all: dates }, numbers, total);
    let choice = match rule::first(RULES, |apply| apply(&candidates)) {
        Some((id, choice)) => choice.by(id),
        None => Choice::nothing(),
    };
    ranking::review(FIELD, choice, features::candidates(page, dates, numbers, total))
}
