//! What a document is in the course of a purchase.

use parser_model::Role;

use super::head::{Facts, Place, Statement};
use crate::choice::{Because, Choice};
use crate::classification;
use crate::phrases::{Documents, Phrases, Roles};
use crate::receipt::field::DUE_DATE;
use crate::receipt::field::identity::INVOICE_NUMBER;
use crate::rule::{self, Example, Rule, Table};

type RoleRule = Rule<fn(&Facts<'_>) -> Option<Choice<Role>>>;

const RULES: &[RoleRule] = &[
    Rule {
        id: "identity.role/cancelled",
        doc: "Takes a cancellation if the head says that an order, a booking or an invoice is cancelled, and not only a part of it, unless the document is a refund with a total and no credit note.",
        example: Example::Mail("Hello Alva!\nYour order 1001 of garden chairs has been cancelled."),
        apply: |of| {
            if of.is_done_refund() {
                return None;
            }
            if let Some(known) = of.page.structured.first().filter(|known| known.is_cancelled) {
                return Some(take(Role::Cancellation, format!("its {}", known.form)));
            }
            let is_whole = |statement: &Statement| !Roles::Part.contains(&statement.words);
            let (_, statement) = of.head.find(&Roles::Cancellation, is_whole)?;
            Some(take(Role::Cancellation, statement.because()))
        },
    },
    Rule {
        id: "identity.role/cancellation-title",
        doc: "Takes a cancellation if a title or heading names one, and none before it confirms an order or names a receipt.",
        example: Example::Mail("Cancellation\nOrder number: 1001\nTotal   125.00 EUR"),
        apply: |of| {
            if of.is_done_refund() {
                return None;
            }
            let others = [&*Documents::OrderConfirmation, &*Roles::Announcement, &*Roles::Receipt];
            let because = of.names_before(&Roles::CancellationTitle, &others)?;
            Some(take(Role::Cancellation, because))
        },
    },
    Rule {
        id: "identity.role/reminder",
        doc: "Takes a reminder if the head mentions a reminder of an invoice, or a title or heading names one in a document \
            with an invoice number or a due date.",
        example: Example::Mail("Payment reminder\nInvoice number: 1001\nTotal   125.00 EUR"),
        apply: |of| {
            if of.is_refund {
                return None;
            }
            if let Some((_, statement)) = of.head.find(&Roles::Reminder, names_invoice) {
                return Some(take(Role::Reminder, statement.because()));
            }
            let because = of.names_before(&Roles::Reminder, &[&*Documents::OrderConfirmation, &*Roles::Receipt])?;
            let is_about_invoice = || of.receipt.has(DUE_DATE) || of.head.says(&Roles::Invoice).is_some();
            (of.has_invoice_number() || is_about_invoice()).then(|| take(Role::Reminder, because))
        },
    },
    Rule {
        id: "identity.role/replacement",
        doc: "Takes a replacement if the head says that the document corrects or replaces an earlier one, or that an order or booking was changed.",
        example: Example::Mail("Corrected invoice\nInvoice number: 1001\nTotal   125.00 EUR"),
        apply: |of| {
            let (_, statement) = of.head.find(&Roles::Replacement, |statement| !statement.is_future)?;
            (!of.is_refund).then(|| take(Role::Replacement, statement.because()))
        },
    },
    Rule {
        id: "identity.role/payment-of-invoice",
        doc: "Takes a payment if a statement of the head says that an invoice was paid.",
        example: Example::Mail("Payment received for invoice 1001\nTotal   125.00 EUR"),
        apply: |of| {
            let (_, statement) = of.head.find(&Roles::Payment, names_invoice)?;
            (!of.is_refund).then(|| take(Role::Payment, statement.because()))
        },
    },
    Rule {
        id: "identity.role/payment",
        doc: "Takes a payment if a title or heading names one before any names a receipt, and no goods are listed.",
        example: Example::Mail("Payment received\nOrder number: 1001\nTotal   125.00 EUR"),
        apply: |of| {
            let because = of.names_before(&Roles::Payment, &[&*Roles::Receipt])?;
            let lists_goods = !of.receipt.items().is_empty();
            (!of.is_refund && !lists_goods).then(|| take(Role::Payment, because))
        },
    },
    Rule {
        id: "identity.role/receipt",
        doc: "Takes a receipt if a title or heading names one, and none before it names an invoice whose number is stated.",
        example: Example::Mail("Receipt\nOrder number: 1001\nTotal   125.00 EUR"),
        apply: |of| {
            let because = if of.has_invoice_number() {
                of.names_before(&Roles::Receipt, &[&*Roles::Invoice])?
            } else {
                of.head.names(&Roles::Receipt)?.1.because()
            };
            Some(take(Role::Receipt, because))
        },
    },
    Rule {
        id: "identity.role/announcement",
        doc: "Takes an announcement if the head confirms an order or booking, or announces its dispatch or delivery, in a \
            document without an invoice number that does not say that it is paid.",
        example: Example::Mail("Order confirmation\nOrder number: 1001\nTotal   125.00 EUR"),
        apply: |of| {
            if of.is_refund || of.is_paid || of.has_invoice_number() {
                return None;
            }
            Some(take(Role::Announcement, announcement(of)?))
        },
    },
    Rule {
        id: "identity.role/refund-to-come",
        doc: "Takes an announcement if the head of a refund says that the money is still to come.",
        example: Example::Mail("Your refund has been requested\nOrder number: 1001\nTotal refund   125.00 EUR"),
        apply: |of| {
            let is_open = of.is_refund && !of.has_invoice_number();
            let statement = of.head.says(&Roles::RefundToCome).filter(|_| is_open)?;
            Some(take(Role::Announcement, statement.because()))
        },
    },
    Rule {
        id: "identity.role/invoice-number",
        doc: "Takes an invoice if the document states its number.",
        example: Example::Mail("Invoice\nInvoice number: 1001\nTotal   125.00 EUR"),
        apply: |of| {
            let number = of.receipt.get(INVOICE_NUMBER)?;
            Some(take(Role::Invoice, format!("its number {number}")))
        },
    },
    Rule {
        id: "identity.role/subject",
        doc: "Takes an announcement if the subject or title is about an order or booking and no invoice, in a document that does not say that it is paid.",
        example: Example::Mail("Subject: Order 1001\nTehuset\nDate: 2026-05-04\nTotal   125.00 EUR"),
        apply: |of| {
            let names_order = |statement: &Statement| {
                statement.place == Place::Title && !statement.is_future && !Roles::Invoice.contains(&statement.words)
            };
            let (_, statement) = of.head.find(&Roles::Order, names_order)?;
            (!of.is_refund && !of.is_paid).then(|| take(Role::Announcement, statement.because()))
        },
    },
    Rule {
        id: "identity.role/invoice",
        doc: "Takes an invoice if a title or heading names one.",
        example: Example::Mail("Invoice\nDate: 2026-05-04\nTotal   125.00 EUR"),
        apply: |of| {
            let (_, statement) = of.head.names(&Roles::Invoice)?;
            Some(take(Role::Invoice, statement.because()))
        },
    },
    Rule {
        id: "identity.role/in-doubt",
        doc: "Takes every other document for a receipt.",
        example: Example::Mail("Tehuset\nDate: 2026-05-04\nTotal   125.00 EUR\nPaid by card"),
        apply: |_| Some(take(Role::Receipt, "nothing that it says of itself".to_owned())),
    },
];

pub(super) fn table() -> Table {
    Table::new(
        "identity.role",
        "For every document, after its numbers and whether it is paid. The head is its subject, its title, and headings and \
         sentences among its first lines, without questions, conditions and denials.",
        RULES,
    )
}

pub(super) fn choose(facts: &Facts<'_>) -> Choice<Role> {
    rule::choose(RULES, |apply| apply(facts))
}

impl Facts<'_> {
    /// Whether the first title or heading with one of the phrases is before the first with one of the others.
    fn names_before(&self, phrases: &Phrases, others: &[&Phrases]) -> Option<Because> {
        let (at, statement) = self.head.names(phrases)?;
        let is_first = |other: &&Phrases| self.head.names(other).is_none_or(|(other, _)| at < other);
        others.iter().all(is_first).then(|| statement.because())
    }

    fn has_invoice_number(&self) -> bool {
        self.receipt.has(INVOICE_NUMBER)
    }

    /// Money that came back is a refund, whatever was cancelled.
    fn is_done_refund(&self) -> bool {
        self.is_refund && self.has_total && !classification::is_credit_note(self.page)
    }
}

fn names_invoice(statement: &Statement) -> bool {
    Roles::Invoice.contains(&statement.words) && !statement.is_future
}

fn take(role: Role, because: impl Into<Because>) -> Choice<Role> {
    Choice::taken(role, because)
}

/// The words that confirm an order or announce a dispatch.
pub(super) fn announcement(of: &Facts<'_>) -> Option<Because> {
    let sets = [
        &*Documents::OrderConfirmation,
        &*Roles::Announcement,
        &*Documents::ShippingHeading,
    ];
    let found = sets
        .iter()
        .filter_map(|set| of.head.find(set, |statement| !statement.is_future));
    let (_, statement) = found.min_by_key(|(at, _)| *at)?;
    Some(statement.because())
}
