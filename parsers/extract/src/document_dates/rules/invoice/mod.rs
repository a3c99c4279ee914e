//! The invoice date.

mod candidates;
mod numbered;

use chrono::NaiveDate;

use super::page_dates::{PageDates, day_order_unknown};
use crate::choice::{Choice, most_frequent, only};
use crate::document_dates::labelled_date::with_foreign;
use crate::document_dates::{LabelledDate, Role};
use crate::numbers::Number;
use crate::page::Page;
use crate::rule::{self, Example, Rule, Table};
use crate::total::Labelled;
use candidates::{Candidates, first_of_pdf, in_short_line, several, with_total};

const FIELD: &str = "invoice_date";

/// The lines in which a date alone in its cell may be a letter's.
const HEAD_LINES: usize = 4;

type InvoiceDateRule = Rule<fn(&Candidates<'_>) -> Option<Choice<NaiveDate>>>;

const RULES: &[InvoiceDateRule] = &[
    Rule {
        id: "invoice_date/labelled",
        doc: "Takes the date whose label calls it the invoice's, of several the most frequent or else the first.",
        example: Example::Mail("Receipt\nInvoice date: 2026-05-04\nTotal   125.00 EUR"),
        apply: |of| {
            let days = of.dates.days(Role::Invoice);
            let day = most_frequent(&days).or(days.first().copied())?;
            Some(of.dates.labelled(day, Role::Invoice))
        },
    },
    Rule {
        id: "invoice_date/day-order-unknown",
        doc: "Refuses if every date with such a label is ambiguous.",
        example: Example::Mail("Receipt\nInvoice date: 03/04/2026\nTotal   $125.00"),
        apply: |of| {
            let date = of.dates.with_role(Role::Invoice).next();
            date.map(|_| day_order_unknown())
        },
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
        apply: |of| {
            let days = of.dates.days(Role::Order);
            let day = most_frequent(&days).or(days.iter().min().copied())?;
            Some(of.dates.labelled(day, Role::Order))
        },
    },
    Rule {
        id: "invoice_date/order-day-order-unknown",
        doc: "Refuses if every date with the label of an order, a purchase or a payment is ambiguous.",
        example: Example::Mail("Receipt\nOrder date: 03/04/2026\nTotal   $125.00"),
        apply: |of| {
            let date = of.dates.with_role(Role::Order).next();
            date.map(|_| day_order_unknown())
        },
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
        apply: |of| Some(of.dates.labelled(most_frequent(&of.generic)?, Role::Generic)),
    },
    Rule {
        id: "invoice_date/first-plain-label",
        doc: "Takes the first date of a PDF with several plainly labelled dates.",
        example: Example::Pdf("Invoice 1001\nDate: 2026-05-04\nTotal   125.00 EUR\nDate: 2026-05-11"),
        apply: first_of_pdf,
    },
    Rule {
        id: "invoice_date/plain-label-with-total",
        doc: "Of several plainly labelled dates, takes the one in the sentence of the total.",
        example: Example::Mail("Receipt\nDate: 2026-05-11\nDate: 2026-05-04, you paid 125.00 EUR"),
        apply: |of| of.generic.first().and_then(|_| with_total(of)),
    },
    Rule {
        id: "invoice_date/several-plain-labels",
        doc: "Refuses several plainly labelled dates.",
        example: Example::Mail("Receipt\nDate: 2026-05-04\nDate: 2026-05-11\nTotal   125.00 EUR"),
        apply: |of| of.generic.first().map(|_| several()),
    },
    Rule {
        id: "invoice_date/after-number",
        doc: "Takes the date that directly follows a number in its cell, of several the most frequent.",
        example: Example::Mail("Receipt\nInvoice no. 1001 dated 2026-05-04\nTotal   125.00 EUR"),
        apply: numbered::after_number,
    },
    Rule {
        id: "invoice_date/in-short-line",
        doc: "In a PDF with an invoice number, or of several dates in running text, takes the only one above the first amount whose cell has nothing but a place or a word such as \u{201c}on\u{201d} before it.",
        example: Example::Pdf(
            "Invoice 1001\nExampleton, on 2026-05-04\nWe came to you on 2026-04-11\nTotal   125.00 EUR",
        ),
        apply: in_short_line,
    },
    Rule {
        id: "invoice_date/in-sentence",
        doc: "Takes the date after a word such as \u{201c}on\u{201d} in running text, of several the most frequent.",
        example: Example::Mail("Receipt\nThank you for your visit on 2026-05-04.\nTotal   125.00 EUR"),
        apply: |of| Some(of.dates.labelled(most_frequent(&of.prose)?, Role::Prose)),
    },
    Rule {
        id: "invoice_date/in-sentence-with-total",
        doc: "Of several dates in running text, takes the one in the sentence of the total.",
        example: Example::Mail("Receipt\nThe garden opens on 2026-05-11.\nOn 2026-05-04 you paid 125.00 EUR"),
        apply: |of| of.prose.first().and_then(|_| with_total(of)),
    },
    Rule {
        id: "invoice_date/several-in-sentences",
        doc: "Refuses several dates in running text.",
        example: Example::Mail("Receipt\nWe came to you on 2026-05-04 and left on 2026-05-11.\nTotal   125.00 EUR"),
        apply: |of| of.prose.first().map(|_| several()),
    },
    Rule {
        id: "invoice_date/booking",
        doc: "Refuses if the head mentions a journey, a stay or an event.",
        example: Example::Mail("Your booking\nMonday 2026-05-04\nTotal   125.00 EUR"),
        apply: |of| {
            of.is_booking
                .then(|| Choice::refused("the dates of a booking without a label are those of the journey or stay"))
        },
    },
    Rule {
        id: "invoice_date/unlabelled-day-order-unknown",
        doc: "Refuses if any date of the document is ambiguous.",
        example: Example::Mail("Receipt\nMonday 03/04/2026\nTotal   $125.00"),
        apply: |of| {
            let is_ambiguous = of.dates.all.iter().any(|date| of.day(date).is_none());
            is_ambiguous.then(day_order_unknown)
        },
    },
    Rule {
        id: "invoice_date/only-one-day",
        doc: "Takes the day that all of several dates name, unless each is a due date, another invoice's or after the mail.",
        example: Example::Mail("Receipt\nStart 2026-05-04 12:04\nStop 2026-05-04 14:31\nTotal   125.00 EUR"),
        apply: |of| {
            let dates = of.dates.all;
            let day = only(dates.iter().filter_map(|date| of.day(date)))?;
            let is_other = dates.iter().all(|date| matches!(date.role, Role::Due | Role::Foreign));
            (dates.len() > 1 && !is_other).then(|| Choice::taken(day, "every date is of that day"))
        },
    },
    Rule {
        id: "invoice_date/only-date-in-cell",
        doc: "Takes the only date in the first half of the document that is alone in its cell.",
        example: Example::Mail("Receipt\n2026-05-04\nTotal   125.00 EUR"),
        apply: |of| {
            let half = of.page.lines.len().div_ceil(2);
            let early = of.unlabelled.iter().filter(|date| date.alone && date.at.line < half);
            let day = only(early.filter_map(|date| of.day(date)))?;
            Some(Choice::taken(day, "the only date alone in its cell"))
        },
    },
    Rule {
        id: "invoice_date/only-unlabelled",
        doc: "Takes the only date without a label.",
        example: Example::Mail("Receipt\nTotal   125.00 EUR\nGarden hall\nMonday 2026-05-04"),
        apply: |of| {
            let day = only(of.unlabelled.iter().filter_map(|date| of.day(date)))?;
            let is_bare = of.unlabelled.iter().any(|date| of.is_bare(date));
            is_bare.then(|| Choice::taken(day, "the only date without a label"))
        },
    },
    Rule {
        id: "invoice_date/only-in-head",
        doc: "Takes the only date in the first four lines that is alone in its cell and has no time of day.",
        example: Example::Mail("Receipt\n2026-05-04\n2026-05-11 19:30\nTotal   125.00 EUR\nThank you\nThe garden hall"),
        apply: |of| {
            let head = of.unlabelled.iter().filter(|date| date.at.line < HEAD_LINES);
            let alone = head.filter(|date| date.alone && !date.timed && !date.own_label);
            let day = only(alone.filter_map(|date| of.day(date)))?;
            Some(Choice::taken(day, "the only date alone in the head"))
        },
    },
    Rule {
        id: "invoice_date/several-unlabelled",
        doc: "Refuses several dates without a label.",
        example: Example::Mail("Receipt\n2026-05-04\n2026-05-11\nTotal   125.00 EUR\nThank you\nThe garden hall"),
        apply: |of| {
            let has_day = of.unlabelled.iter().any(|date| of.day(date).is_some());
            has_day.then(|| Choice::refused("several dates without a label"))
        },
    },
];

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
    let dates = &with_foreign(page, dates);
    let candidates = Candidates::new(PageDates { page, all: dates }, numbers, total);
    rule::choose(RULES, |apply| apply(&candidates))
}
