//! The day that a document states as its own.

use chrono::NaiveDate;
use parser_model::Role as DocumentRole;

use super::head::Facts;
use crate::choice::{Because, Choice};
use crate::document_dates::{LabelledDate, Role};
use crate::phrases::Documents;
use crate::receipt::field::INVOICE_DATE;
use crate::rule::{self, Example, Rule, Table};

type DayRule = Rule<fn(&Candidate<'_>) -> Option<Choice<NaiveDate>>>;

/// The document's date, as the record has it.
struct Candidate<'a> {
    facts: &'a Facts<'a>,
    day: NaiveDate,
    rule: &'a str,
}

const RULES: &[DayRule] = &[
    Rule {
        id: "identity.own_day/news",
        doc: "Takes for a dispatch or delivery the day whose label names an order or purchase, and no other.",
        example: Example::Mail(
            "Your order 1001 has been shipped\nDate: 2026-05-06\nTotal   125.00 EUR\nVAT   25.00 EUR",
        ),
        apply: |of| {
            let facts = of.facts;
            let is_news = facts.role == DocumentRole::Announcement && !facts.is_refund;
            let news = facts
                .head
                .find(&Documents::ShippingHeading, |statement| !statement.is_future);
            let (_, statement) = news.filter(|_| is_news)?;
            let order = of.dates().find(|date| date.role == Role::Order);
            Some(match order {
                Some(date) => of.take(Because::quoting("its label", &date.label)),
                None => Choice::refused(format!("{} are news of a delivery", statement.because().sentence)),
            })
        },
    },
    Rule {
        id: "identity.own_day/other-document",
        doc: "Refuses the day of the order in a refund and in an invoice that is not paid.",
        example: Example::Mail("Invoice 1001\nOrder date: 2026-05-04\nTotal   125.00 EUR"),
        apply: |of| {
            let facts = of.facts;
            let is_other = facts.is_refund || facts.role == DocumentRole::Invoice && !facts.is_paid;
            let is_orders = of.rule == "invoice_date/order-date";
            (is_other && is_orders).then(|| Choice::refused("it is the day of the order"))
        },
    },
    Rule {
        id: "identity.own_day/machine-readable",
        doc: "Takes the day of the machine-readable data.",
        example: Example::Html(
            "<script type=\"application/ld+json\">\
             {\"@context\": \"http://schema.org\", \"@type\": \"Order\", \"orderNumber\": \"A1001\", \"orderDate\": \"2026-05-04\"\
             }</script><p>Receipt</p><p>Total 125.00 EUR</p>",
        ),
        apply: |of| {
            of.rule
                .starts_with("structured/")
                .then(|| of.take("the machine-readable data"))
        },
    },
    Rule {
        id: "identity.own_day/labelled",
        doc: "Takes the document's date if a label says that it is the invoice's, the order's, the payment's or just a date.",
        example: Example::Mail("Receipt\nDate: 2026-05-04\nTotal   125.00 EUR"),
        apply: |of| {
            let is_named = |date: &&LabelledDate| matches!(date.role, Role::Invoice | Role::Order | Role::Generic);
            let date = of.dates().find(is_named)?;
            Some(of.take(Because::quoting("its label", &date.label)))
        },
    },
    Rule {
        id: "identity.own_day/heading",
        doc: "Takes it if it is next to the number, or alone in its cell above the first amount or in the first half of the \
            document.",
        example: Example::Mail("Receipt\n2026-05-04\nTotal   125.00 EUR"),
        apply: |of| {
            const BESIDE_NUMBER: [&str; 3] = [
                "invoice_date/beside-number",
                "invoice_date/after-number",
                "invoice_date/letter-date",
            ];
            let first_amount = of.facts.amounts.iter().find(|amount| amount.strong);
            let head = first_amount.map_or(0, |amount| amount.at.line);
            let head = head.max(of.facts.page.lines.len().div_ceil(2));
            let is_alone =
                |date: &LabelledDate| date.role == Role::None && date.alone && !date.timed && date.at.line < head;
            let is_heading = BESIDE_NUMBER.contains(&of.rule) || of.dates().any(is_alone);
            is_heading.then(|| of.take("its place in the head"))
        },
    },
    Rule {
        id: "identity.own_day/with-total",
        doc: "Takes it if it is in the sentence of the total.",
        example: Example::Mail("Receipt\nThe garden opens on 2026-05-11.\nOn 2026-05-04 you paid 125.00 EUR"),
        apply: |of| {
            of.rule
                .ends_with("-with-total")
                .then(|| of.take("the sentence of the sum"))
        },
    },
    Rule {
        id: "identity.own_day/uncertain",
        doc: "Refuses every other date: it may be the day of a visit or a journey.",
        example: Example::Mail("Receipt\nThank you for your visit on 2026-05-04.\nTotal   125.00 EUR"),
        apply: |_| Some(Choice::refused("nothing says that it is the document's own day")),
    },
];

pub(super) fn table() -> Table {
    Table::new(
        "identity.own_day",
        "For every document that states its date, after its role.",
        RULES,
    )
}

pub(super) fn choose(facts: &Facts<'_>) -> Choice<NaiveDate> {
    let (Some(day), Some(evidence)) = (
        facts.receipt.get(INVOICE_DATE),
        facts.receipt.evidence_for(INVOICE_DATE),
    ) else {
        return Choice::nothing();
    };
    let rule = evidence.rule.as_deref().unwrap_or_default();
    let candidate = Candidate { facts, day, rule };
    rule::choose(RULES, |apply| apply(&candidate))
}

impl Candidate<'_> {
    /// The dates of the page that name this day.
    fn dates(&self) -> impl Iterator<Item = &LabelledDate> {
        let order = self.facts.page.day_order;
        let mut dates = self.facts.dates.iter();
        std::iter::from_fn(move || dates.find(|date| !date.in_range && date.parsed.date(order) == Some(self.day)))
    }

    fn take(&self, because: impl Into<Because>) -> Choice<NaiveDate> {
        Choice::taken(self.day, because)
    }
}
