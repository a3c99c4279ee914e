//! Machine-readable values and those of the page: which of the two a field gets.

use chrono::NaiveDate;
use parser_model::{Money, Warning};

use super::orders::sum_of_orders;
use super::read::{Origin, Structured};
use crate::choice::Choice;
use crate::receipt::field::{
    CURRENCY, DUE_DATE, INVOICE_DATE, INVOICE_NUMBER, ORDER_ID, TOTAL_AMOUNT, VENDOR_NAME, identity,
};
use crate::receipt::{Field, FieldValue, Receipt};
use crate::rule::{self, Example, Rule, Table};
use crate::total::Labelled;
use crate::vendor::names;

/// A machine-readable value and the page's.
struct Comparison {
    kind: Kind,
    origin: Origin,
    page: OnPage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The total, whether a label of the page calls the machine-readable one a total, and whether other orders have other totals.
    Total {
        is_labelled: bool,
        is_of_several: bool,
    },
    /// An order's or an invoice's number.
    Number,
    /// The number of one sort. If the page's differs, the warning is that of the numbers above.
    NumberOfSort,
    Vendor,
    Date,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OnPage {
    Absent,
    Same,
    Different,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Resolution {
    Take,
    Keep,
    Refuse,
}

type MergeRule = Rule<fn(&Comparison) -> Option<Resolution>>;

const RULES: &[MergeRule] = &[
    Rule {
        id: "structured/several-orders",
        doc: "Refuses the total of one order if a mail's markup names several orders with totals, and the page states none.",
        example: Example::Html(
            "<script type=\"application/ld+json\">\
             [{\"@context\": \"http://schema.org\", \"@type\": \"Order\", \"orderNumber\": \"A1001\", \"price\": \"125.00\", \
             \"priceCurrency\": \"EUR\"}, \
             {\"@context\": \"http://schema.org\", \"@type\": \"Order\", \"orderNumber\": \"A1002\", \"price\": \"25.00\", \
             \"priceCurrency\": \"EUR\"}]</script><p>Thank you.</p>",
        ),
        apply: |of| {
            let is_of_several = matches!(of.kind, Kind::Total { is_of_several, .. } if is_of_several);
            (is_of_several && of.page == OnPage::Absent).then_some(Resolution::Refuse)
        },
    },
    Rule {
        id: "structured/page-silent",
        doc: "Takes what the page does not state.",
        example: Example::Html(
            "<script type=\"application/ld+json\">\
             {\"@context\": \"http://schema.org\", \"@type\": \"Order\", \"orderNumber\": \"A1001\", \"price\": \"125.00\", \
             \"priceCurrency\": \"EUR\"}</script><p>Thank you.</p>",
        ),
        apply: |of| (of.page == OnPage::Absent).then_some(Resolution::Take),
    },
    Rule {
        id: "structured/page-first",
        doc: "Keeps the vendor and the dates of the page, whatever a mail's markup states.",
        example: Example::Html(
            "<script type=\"application/ld+json\">\
             {\"@context\": \"http://schema.org\", \"@type\": \"Order\", \"orderNumber\": \"A1001\", \
             \"seller\": {\"@type\": \"Organization\", \"name\": \"Tehuset\"}}</script>\
             <p>Kaffebutiken</p><p>Your order from Kaffebutiken</p><p>Total 125.00 EUR</p>",
        ),
        apply: |of| {
            let is_kept = matches!(of.kind, Kind::Vendor | Kind::Date) && of.origin == Origin::Markup;
            is_kept.then_some(Resolution::Keep)
        },
    },
    Rule {
        id: "structured/agrees",
        doc: "Takes a value that the page states, too, as the machine-readable data spells it.",
        example: Example::Html(
            "<script type=\"application/ld+json\">\
             {\"@context\": \"http://schema.org\", \"@type\": \"Order\", \"orderNumber\": \"A1001\", \"price\": \"125.00\", \
             \"priceCurrency\": \"EUR\"}</script><p>Receipt</p><p>Total 125.00 EUR</p>",
        ),
        apply: |of| (of.page == OnPage::Same).then_some(Resolution::Take),
    },
    Rule {
        id: "structured/e-invoice",
        doc: "Takes the value of an attached e-invoice if the page states another one: the e-invoice is the invoice, the page its picture.",
        example: Example::Pdf(
            "Attached: <Invoice><ID>A1001</ID><LegalMonetaryTotal><TaxInclusiveAmount>130.00</TaxInclusiveAmount>\
             </LegalMonetaryTotal></Invoice>\nInvoice A1001\nTotal   125.00 EUR",
        ),
        apply: |of| (of.origin == Origin::EInvoice).then_some(Resolution::Take),
    },
    Rule {
        id: "structured/labelled-total",
        doc: "Takes the total of a mail's markup if another total was chosen, and a label on the page calls this one a total, too.",
        example: Example::Html(
            "<script type=\"application/ld+json\">\
             {\"@context\": \"http://schema.org\", \"@type\": \"Order\", \"orderNumber\": \"A1001\", \"price\": \"100.00\", \
             \"priceCurrency\": \"EUR\"}</script><p>Receipt</p><p>Total 100.00 EUR</p><p>Grand total 125.00 EUR</p>",
        ),
        apply: |of| matches!(of.kind, Kind::Total { is_labelled: true, .. }).then_some(Resolution::Take),
    },
    Rule {
        id: "structured/total-contradicted",
        doc: "Refuses the total if a mail's markup states another one than the page.",
        example: Example::Html(
            "<script type=\"application/ld+json\">\
             {\"@context\": \"http://schema.org\", \"@type\": \"Order\", \"orderNumber\": \"A1001\", \"price\": \"100.00\", \
             \"priceCurrency\": \"EUR\"}</script><p>Receipt</p><p>Total 125.00 EUR</p>",
        ),
        apply: |of| matches!(of.kind, Kind::Total { .. }).then_some(Resolution::Refuse),
    },
    Rule {
        id: "structured/number-contradicted",
        doc: "Keeps the page's order or invoice number if a mail's markup states another one.",
        example: Example::Html(
            "<script type=\"application/ld+json\">\
             {\"@context\": \"http://schema.org\", \"@type\": \"Order\", \"orderNumber\": \"A1001\"}</script>\
             <p>Receipt</p><p>Order number: A2002</p><p>Total 125.00 EUR</p>",
        ),
        apply: |_| Some(Resolution::Keep),
    },
];

pub fn table() -> Table {
    Table::new(
        "structured",
        "If a document has machine-readable data (an attached e-invoice, or JSON-LD or microdata in a mail), for each of its \
         values, with a warning if a total, a number or an e-invoice's vendor differs from the page.",
        RULES,
    )
}

/// Merges the first of the machine-readable values into those of the page. Returns the ids of the rules that decided, one a value.
pub fn merge(receipt: &mut Receipt, all: &[Structured], amounts: &[Labelled]) -> Vec<&'static str> {
    let Some(structured) = all.first() else {
        return Vec::new();
    };
    let mut merger = Merger {
        receipt,
        structured,
        is_of_several: sum_of_orders(all).is_some(),
        rules: Vec::new(),
    };
    let facts = &structured.stated;
    merger.total(amounts);
    merger.text(ORDER_ID, Kind::Number, facts.order_id.as_deref());
    merger.text(INVOICE_NUMBER, Kind::Number, facts.invoice_number.as_deref());
    for (field, number) in [
        (identity::INVOICE_NUMBER, &facts.identity.invoice_number),
        (identity::ORDER_NUMBER, &facts.identity.order_number),
        (identity::BOOKING_REFERENCE, &facts.identity.booking_reference),
        (identity::CREDITS, &facts.identity.credits),
    ] {
        merger.text(field, Kind::NumberOfSort, number.as_deref());
    }
    merger.text(VENDOR_NAME, Kind::Vendor, facts.vendor_name.as_deref());
    merger.date(INVOICE_DATE, facts.invoice_date);
    merger.date(DUE_DATE, facts.due_date);
    merger.rules
}

struct Merger<'a> {
    receipt: &'a mut Receipt,
    structured: &'a Structured,
    is_of_several: bool,
    rules: Vec<&'static str>,
}

impl Merger<'_> {
    fn total(&mut self, amounts: &[Labelled]) {
        let facts = &self.structured.stated;
        let Some(total) = facts.total_amount else { return };
        let is_same = |value: &Money| value.abs() == total.abs();
        let is_total = |l: &Labelled| is_same(&l.value) && l.is_total();
        let kind = Kind::Total {
            is_labelled: amounts.iter().any(is_total),
            is_of_several: self.is_of_several,
        };
        let page = compare(self.receipt.get(TOTAL_AMOUNT).as_ref(), is_same);
        let (rule, resolution) = self.resolve("total", kind, page);
        match resolution {
            Resolution::Take => {
                self.take(CURRENCY, facts.currency, rule);
                self.take(TOTAL_AMOUNT, Some(total), rule);
            }
            Resolution::Refuse => {
                let because = match page {
                    OnPage::Absent => "its markup names several orders".to_owned(),
                    _ => format!("its {} says something else", self.structured.form),
                };
                self.receipt.leave_out(TOTAL_AMOUNT, because, rule);
            }
            Resolution::Keep => {}
        }
    }

    fn text(&mut self, field: Field<String>, kind: Kind, fact: Option<&str>) {
        let Some(fact) = fact else { return };
        let is_same = |text: &String| names::key(text) == names::key(fact);
        let page = compare(self.receipt.get(field).as_ref(), is_same);
        let (rule, resolution) = self.resolve(field.name(), kind, page);
        if resolution == Resolution::Take {
            self.take(field, Some(fact.to_owned()), rule);
        }
    }

    fn date(&mut self, field: Field<NaiveDate>, fact: Option<NaiveDate>) {
        let Some(fact) = fact else { return };
        let page = compare(self.receipt.get(field).as_ref(), |date| *date == fact);
        let (rule, resolution) = self.resolve("date", Kind::Date, page);
        if resolution == Resolution::Take {
            self.take(field, Some(fact), rule);
        }
    }

    fn take<T: FieldValue>(&mut self, field: Field<T>, fact: Option<T>, rule: &'static str) {
        let because = format!("its {}", self.structured.form);
        self.receipt.replace(field, Choice::of(fact, because).by(rule));
    }

    fn resolve(&mut self, name: &str, kind: Kind, page: OnPage) -> (&'static str, Resolution) {
        let comparison = Comparison {
            kind,
            origin: self.structured.origin,
            page,
        };
        if comparison.warns() {
            let (field, form) = (name.to_owned(), self.structured.form.clone());
            self.receipt.warnings.push(Warning::StructuredData { field, form });
        }
        let decided = rule::first(RULES, |apply| apply(&comparison)).expect("the last rule decides");
        self.rules.push(decided.0);
        decided
    }
}

fn compare<T>(value: Option<&T>, is_same: impl Fn(&T) -> bool) -> OnPage {
    match value {
        None => OnPage::Absent,
        Some(value) if is_same(value) => OnPage::Same,
        Some(_) => OnPage::Different,
    }
}

impl Comparison {
    fn warns(&self) -> bool {
        let counts = match self.kind {
            Kind::Total { .. } | Kind::Number => true,
            Kind::Vendor => self.origin == Origin::EInvoice,
            Kind::Date | Kind::NumberOfSort => false,
        };
        counts && self.page == OnPage::Different
    }
}
