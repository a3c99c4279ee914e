//! The rules that decide the number of each sort: only numbers of one sort are compared with each other.

use parser_model::reading::Direction;

use super::candidates::find_earlier_invoices;
use super::labels::{Number, NumberKind};
use super::rules::{Candidates, NumberRule, labelled, most_frequent, several, whole_of_parts};
use crate::choice::{Because, Choice};
use crate::classification;
use crate::page::Page;
use crate::phrases::{Documents, Numbers};
use crate::receipt::Receipt;
use crate::receipt::field::DIRECTION;
use crate::receipt::field::identity::{self, BOOKING_REFERENCE, INVOICE_NUMBER, ORDER_NUMBER, RECEIPT_NUMBER};
use crate::rule::{self, Example, Rule, Table};

const RULES: &[NumberRule] = &[
    whole_of_parts(
        "identity.number/whole-of-parts",
        Example::Mail(
            "Your booking\nBooking number: 2607-1188\nBooking number: 2607-1188-1\nBooking number: 2607-1188-2",
        ),
    ),
    labelled(
        "identity.number/labelled",
        Example::Mail("Kvitto\nKvittonr: 12\nTotalt   39,00 kr"),
    ),
    most_frequent(
        "identity.number/most-frequent",
        Example::Pdf("Invoice number: 48213\nInvoice number: 47105\nInvoice number: 48213"),
    ),
    several(
        "identity.number/several",
        Example::Mail("Receipt\nOrder number: 48213\nOrder number: 48302\nTotal   125.00 EUR"),
    ),
];

/// The numbers of invoices on a page, by what it says of them.
struct Invoices<'a> {
    page: &'a Page<'a>,
    is_refund: bool,
    /// Said to be an earlier invoice's.
    earlier: Vec<Number>,
    /// Labelled as a credit note's.
    of_credit_note: Vec<Number>,
    plain: Vec<Number>,
}

type InvoicesRule = Rule<fn(&Invoices<'_>) -> Option<Choice<String>>>;

const CREDITS: &[InvoicesRule] = &[
    Rule {
        id: "identity.credits/earlier-invoice",
        doc: "Takes the number of the invoice that a refund says it credits.",
        example: Example::Mail("Credit note\nCredit note number: 77\nOriginal invoice: 9001\nTotal   20.00 EUR"),
        apply: |of| only_one(&of.earlier),
    },
    Rule {
        id: "identity.credits/beside-credit-note",
        doc: "Takes the number of an invoice that is stated in addition to the number of the credit note.",
        example: Example::Mail("Credit note\nCredit note number: 77\nInvoice number: 9001\nTotal   20.00 EUR"),
        apply: |of| (!of.of_credit_note.is_empty()).then(|| only_one(&of.plain))?,
    },
    Rule {
        id: "identity.credits/quoted",
        doc: "Takes the number of the invoice quoted by a refund that isn't a credit note itself.",
        example: Example::Mail("Your refund\nInvoice number: 9001\nTotal refund   20.00 EUR"),
        apply: |of| (!classification::is_credit_note(of.page)).then(|| only_one(&of.plain))?,
    },
];

pub(super) fn tables() -> Vec<Table> {
    vec![
        Table::new(
            "identity.credits",
            "For every refund, among the numbers of invoices. The rule takes nothing if there are several.",
            CREDITS,
        ),
        Table::new(
            "identity.invoice_number",
            "Among the numbers of one sort, for each sort alone: invoices and credit notes without what is credited, receipts, \
             orders, bookings. A document that replaces or cancels an invoice and has no number of its own has that invoice's.",
            RULES,
        ),
    ]
}

/// Sets the number of each sort, by the words of the page.
pub fn set_sorts(receipt: &mut Receipt, page: &Page<'_>, found: &[Number]) {
    let of_kind = |kind: NumberKind| found.iter().filter(move |number| number.kind == kind).cloned();
    let earlier = find_earlier_invoices(page);
    let is_earlier = |number: &Number| earlier.iter().any(|known| is_same(known, number));
    let is_credit_note = |number: &Number| Documents::CreditNote.occur_in(&number.label);
    let (of_credit_note, mut plain): (Vec<Number>, Vec<Number>) = of_kind(NumberKind::Invoice)
        .filter(|number| !is_earlier(number))
        .partition(is_credit_note);
    plain.retain(|number| !of_credit_note.iter().any(|own| is_same(own, number)));
    let invoices = Invoices {
        page,
        is_refund: receipt.get(DIRECTION) == Some(Direction::Refund),
        earlier,
        of_credit_note,
        plain,
    };
    let orders: Vec<Number> = of_kind(NumberKind::Order).collect();
    // A word such as `Auftrag` is a label of both, and a ticket is not the booking.
    let is_booking = |number: &Number| {
        !Numbers::Ticket.occur_in(&number.label) && !orders.iter().any(|order| is_same(order, number))
    };
    let bookings: Vec<Number> = of_kind(NumberKind::Booking).filter(is_booking).collect();
    // A number without a label is nobody's.
    let receipts: Vec<Number> = of_kind(NumberKind::Receipt)
        .filter(|number| number.rank < UNLABELLED)
        .collect();
    receipt.set(INVOICE_NUMBER, decide(page, invoices.own(), NumberKind::Invoice));
    receipt.set(RECEIPT_NUMBER, decide(page, &receipts, NumberKind::Receipt));
    receipt.set(ORDER_NUMBER, decide(page, &orders, NumberKind::Order));
    receipt.set(BOOKING_REFERENCE, decide(page, &bookings, NumberKind::Booking));
    let credits = rule::choose(CREDITS, |apply| apply(&invoices).filter(|_| invoices.is_refund));
    receipt.set(identity::CREDITS, credits);
}

/// The rank of a number beside a date.
const UNLABELLED: u8 = 4;

fn decide(page: &Page<'_>, numbers: &[Number], kind: NumberKind) -> Choice<String> {
    let kind = numbers.first().map_or(kind, |number| number.kind);
    let Some(candidates) = Candidates::new(page, numbers, kind) else {
        return Choice::nothing();
    };
    rule::choose(RULES, |apply| Some(apply(&candidates)?.among(candidates.describe())))
}

fn is_same(one: &Number, other: &Number) -> bool {
    one.value.eq_ignore_ascii_case(&other.value)
}

impl Invoices<'_> {
    /// The numbers that may be the document's own.
    fn own(&self) -> &[Number] {
        if !self.of_credit_note.is_empty() {
            &self.of_credit_note
        } else if self.is_refund && !classification::is_credit_note(self.page) {
            &[]
        } else if self.plain.is_empty() && !self.is_refund {
            &self.earlier
        } else {
            &self.plain
        }
    }
}

fn only_one(numbers: &[Number]) -> Option<Choice<String>> {
    let first = numbers.first()?;
    if !numbers.iter().all(|number| is_same(number, first)) {
        return Some(Choice::refused("several different ones"));
    }
    let because = Because::quoting("its label", &first.label);
    Some(Choice::taken(first.value.clone(), because))
}
