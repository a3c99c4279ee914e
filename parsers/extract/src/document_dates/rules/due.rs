//! The due date.

use chrono::NaiveDate;

use super::page_dates::{PageDates, day_order_unknown};
use crate::choice::{Choice, most_frequent, only};
use crate::document_dates::{LabelledDate, Role};
use crate::page::Page;
use crate::phrases::Amounts;
use crate::rule::{self, Example, Rule, Table};

const FIELD: &str = "due_date";

/// Dates whose label says that they are the due date.
struct Candidates<'a> {
    dates: PageDates<'a>,
    days: Vec<NaiveDate>,
    /// The days of a PDF that are not before the invoice date, or all if each is before it.
    not_before_invoice: Vec<NaiveDate>,
}

type DueDateRule = Rule<fn(&Candidates<'_>) -> Option<Choice<NaiveDate>>>;

const RULES: &[DueDateRule] = &[
    Rule {
        id: "due_date/without-discount",
        doc: "Takes the last of the days in a text that offers a discount for early payment.",
        example: Example::Pdf(
            "Invoice 1001\nTotal   125.00 EUR\nZahlbar bis 27.06.2026 ohne Abzug, zahlbar bis 11.06.2026 mit 2 % Skonto",
        ),
        apply: |of| {
            let mut places = of.dates.with_role(Role::Due).map(|date| date.at);
            let first = places.next()?;
            let in_discount = places.all(|at| at == first)
                && Amounts::EarlyPaymentDiscount.contains(&of.dates.page.content(first).words);
            let last = of.days.iter().max().filter(|_| in_discount)?;
            Some(of.take(*last))
        },
    },
    Rule {
        id: "due_date/not-before-invoice",
        doc: "If a PDF has dates before and after its invoice date, takes the most frequent of the later ones.",
        example: Example::Pdf(
            "Invoice 1001\nInvoice date: 2026-06-01\nTotal   125.00 EUR\nDue date: 2026-05-15\nDue date: 2026-06-30",
        ),
        apply: |of| {
            // A reminder names the due dates of earlier invoices as well.
            let later = Some(&of.not_before_invoice).filter(|later| later.len() < of.days.len())?;
            Some(of.take(most_frequent(later)?))
        },
    },
    Rule {
        id: "due_date/labelled",
        doc: "Takes the labelled date, or the most frequent of several.",
        example: Example::Pdf("Invoice 1001\nTotal   125.00 EUR\nDue date: 2026-06-30"),
        apply: |of| Some(of.take(most_frequent(&of.not_before_invoice)?)),
    },
    Rule {
        id: "due_date/alone",
        doc: "Of several labelled dates, takes the only one that is alone in its cell: sentences name other last days.",
        example: Example::Pdf(
            "Invoice 1001\nTotal   125.00 EUR\nDue date   2026-06-30\nThe garden fee must be received no later than due date 2026-07-31 by the office",
        ),
        apply: |of| {
            let alone = of.dates.with_role(Role::Due).filter(|date| date.alone);
            Some(of.take(only(alone.filter_map(|date| of.dates.day(date)))?))
        },
    },
    Rule {
        id: "due_date/several",
        doc: "Refuses several labelled dates of which none is the most frequent.",
        example: Example::Pdf("Invoice 1001\nTotal   125.00 EUR\nDue date: 2026-06-30\nDue date: 2026-07-31"),
        apply: |of| (!of.days.is_empty()).then(|| Choice::refused("several different ones")),
    },
    Rule {
        id: "due_date/day-order-unknown",
        doc: "Refuses labelled dates that are ambiguous or in a range.",
        example: Example::Pdf("Invoice 1001\nTotal   $125.00\nDue date: 03/04/2026"),
        apply: |of| {
            let has_label = of.dates.all.iter().any(|date| date.role == Role::Due);
            has_label.then(day_order_unknown)
        },
    },
];

pub(super) fn table() -> Table {
    Table::new(FIELD, "For every document, after the invoice date.", RULES)
}

/// Decides the due date of a page with these dates. `invoice_date` is the one that was chosen.
pub fn due_date(page: &Page<'_>, dates: &[LabelledDate], invoice_date: Option<NaiveDate>) -> Choice<NaiveDate> {
    let candidates = Candidates::new(PageDates { page, all: dates }, invoice_date);
    rule::choose(RULES, |apply| apply(&candidates))
}

impl<'a> Candidates<'a> {
    fn new(dates: PageDates<'a>, invoice_date: Option<NaiveDate>) -> Self {
        let days = dates.days(Role::Due);
        let mut later = days.clone();
        if let Some(issued) = invoice_date.filter(|_| !dates.page.is_mail()) {
            later.retain(|day| *day >= issued);
        }
        Candidates {
            dates,
            not_before_invoice: if later.is_empty() { days.clone() } else { later },
            days,
        }
    }

    fn take(&self, day: NaiveDate) -> Choice<NaiveDate> {
        self.dates.labelled(day, Role::Due)
    }
}
