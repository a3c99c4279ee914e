//! What a document is in the course of a purchase.

use parser_model::Role;

use super::facts::{Facts, choice};
use super::head::Statement;
use crate::choice::Choice;
use crate::classification;
use crate::phrases::{Documents, LazyLock, Phrases, Roles};
use crate::receipt::field::DUE_DATE;
use crate::receipt::field::identity::INVOICE_NUMBER;
use crate::rule::{self, Example, Rule, Table};

type RoleRule = Rule<fn(&Facts<'_>) -> Option<Choice<Role>>>;

const RULES: &[RoleRule] = &[
    Rule {
        id: "identity.role/cancelled",
        doc: "Takes a cancellation if the head says that an order, a booking or an invoice is cancelled, and not only a part of it, unless the document is a refund with a total and no credit note.",
        example: Example::Mail("Hello Alva!\nYour order 1001 of garden chairs has been cancelled."),
        apply: cancelled,
    },
    Rule {
        id: "identity.role/cancellation-title",
        doc: "Takes a cancellation if a title or heading names one, and none before it confirms an order or names a receipt.",
        example: Example::Mail("Cancellation\nOrder number: 1001\nTotal   125.00 EUR"),
        apply: cancellation_title,
    },
    Rule {
        id: "identity.role/reminder",
        doc: "Takes a reminder if the head mentions a reminder of an invoice, or a title or heading names one in a document \
            with an invoice number or a due date.",
        example: Example::Mail("Payment reminder\nInvoice number: 1001\nTotal   125.00 EUR"),
        apply: reminder,
    },
    Rule {
        id: "identity.role/replacement",
        doc: "Takes a replacement if the head says that the document corrects or replaces an earlier one, or that an order or booking was changed.",
        example: Example::Mail("Corrected invoice\nInvoice number: 1001\nTotal   125.00 EUR"),
        apply: replacement,
    },
    Rule {
        id: "identity.role/payment-of-invoice",
        doc: "Takes a payment if a statement of the head says that an invoice was paid.",
        example: Example::Mail("Payment received for invoice 1001\nTotal   125.00 EUR"),
        apply: payment_of_invoice,
    },
    Rule {
        id: "identity.role/payment",
        doc: "Takes a payment if a title or heading names one before any names a receipt, and no goods are listed.",
        example: Example::Mail("Payment received\nOrder number: 1001\nTotal   125.00 EUR"),
        apply: payment,
    },
    Rule {
        id: "identity.role/receipt",
        doc: "Takes a receipt if a title or heading names one, and none before it names an invoice whose number is stated.",
        example: Example::Mail("Receipt\nOrder number: 1001\nTotal   125.00 EUR"),
        apply: receipt,
    },
    Rule {
        id: "identity.role/announcement",
        doc: "Takes an announcement if the head confirms an order or booking, or announces its dispatch or delivery, in a \
            document without an invoice number that does not say that it is paid.",
        example: Example::Mail("Order confirmation\nOrder number: 1001\nTotal   125.00 EUR"),
        apply: confirmation,
    },
    Rule {
        id: "identity.role/refund-to-come",
        doc: "Takes an announcement if the head of a refund says that the money is still to come.",
        example: Example::Mail("Your refund has been requested\nOrder number: 1001\nTotal refund   125.00 EUR"),
        apply: refund_to_come,
    },
    Rule {
        id: "identity.role/invoice-number",
        doc: "Takes an invoice if the document states its number.",
        example: Example::Mail("Invoice\nInvoice number: 1001\nTotal   125.00 EUR"),
        apply: invoice_number,
    },
    Rule {
        id: "identity.role/subject",
        doc: "Takes an announcement if the subject or title is about an order or booking and no invoice, in a document that does not say that it is paid.",
        example: Example::Mail("Subject: Order 1001\nTehuset\nDate: 2026-05-04\nTotal   125.00 EUR"),
        apply: subject,
    },
    Rule {
        id: "identity.role/invoice",
        doc: "Takes an invoice if a title or heading names one.",
        example: Example::Mail("Invoice\nDate: 2026-05-04\nTotal   125.00 EUR"),
        apply: invoice,
    },
    Rule {
        id: "identity.role/in-doubt",
        doc: "Takes every other document for a receipt.",
        example: Example::Mail("Tehuset\nDate: 2026-05-04\nTotal   125.00 EUR\nPaid by card"),
        apply: in_doubt,
    },
];

/// The rules as documentation shows them.
pub(super) fn table() -> Table {
    Table::new(
        "identity.role",
        "For every document, after its numbers and whether it is paid. The head is its subject, its title, and headings and \
         sentences among its first lines, without questions, conditions and denials.",
        RULES,
    )
}

pub(super) fn choose(facts: &Facts<'_>) -> Choice<Role> {
    choice(rule::first(RULES, |apply| apply(facts)))
}

struct Vocabulary {
    invoice: Phrases,
    receipt: Phrases,
    order: Phrases,
    announcement: Phrases,
    confirmation: Phrases,
    shipping: Phrases,
    refund_to_come: Phrases,
    payment: Phrases,
    reminder: Phrases,
    replacement: Phrases,
    cancellation: Phrases,
    cancellation_title: Phrases,
    part: Phrases,
}

static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary {
    invoice: Roles::Invoice.phrases(),
    receipt: Roles::Receipt.phrases(),
    order: Roles::Order.phrases(),
    announcement: Roles::Announcement.phrases(),
    confirmation: Documents::OrderConfirmation.phrases(),
    shipping: Documents::ShippingHeading.phrases(),
    refund_to_come: Roles::RefundToCome.phrases(),
    payment: Roles::Payment.phrases(),
    reminder: Roles::Reminder.phrases(),
    replacement: Roles::Replacement.phrases(),
    cancellation: Roles::Cancellation.phrases(),
    cancellation_title: Roles::CancellationTitle.phrases(),
    part: Roles::Part.phrases(),
});

/// Names of receipts.
pub(super) fn receipt_names() -> &'static Phrases {
    &WORDS.receipt
}

impl Facts<'_> {
    /// Whether the first title or heading with one of the phrases is before the first with one of the others.
    fn names_before(&self, phrases: &Phrases, others: &[&Phrases]) -> Option<String> {
        let (at, statement) = self.head.names(phrases)?;
        let is_first = |other: &&Phrases| self.head.names(other).is_none_or(|(other, _)| at < other);
        others.iter().all(is_first).then(|| statement.text())
    }

    fn has_invoice_number(&self) -> bool {
        self.receipt.has(INVOICE_NUMBER)
    }

    /// Money that came back is a refund, whatever was cancelled.
    fn is_done_refund(&self) -> bool {
        self.is_refund && self.has_total && !classification::is_credit_note(self.page)
    }
}

fn take(role: Role, because: String) -> Choice<Role> {
    Choice::taken(role, because)
}

fn cancelled(of: &Facts<'_>) -> Option<Choice<Role>> {
    if of.is_done_refund() {
        return None;
    }
    if let Some(known) = of.page.structured.first().filter(|known| known.is_cancelled) {
        return Some(take(Role::Cancellation, format!("its {}", known.form)));
    }
    let is_whole = |statement: &Statement| !WORDS.part.contains(&statement.words);
    let (_, statement) = of.head.find(&WORDS.cancellation, is_whole)?;
    Some(take(Role::Cancellation, statement.text()))
}

fn cancellation_title(of: &Facts<'_>) -> Option<Choice<Role>> {
    if of.is_done_refund() {
        return None;
    }
    let others = [&WORDS.confirmation, &WORDS.announcement, &WORDS.receipt];
    let because = of.names_before(&WORDS.cancellation_title, &others)?;
    Some(take(Role::Cancellation, because))
}

fn reminder(of: &Facts<'_>) -> Option<Choice<Role>> {
    if of.is_refund {
        return None;
    }
    let names_invoice = |statement: &Statement| WORDS.invoice.contains(&statement.words) && !statement.is_future();
    if let Some((_, statement)) = of.head.find(&WORDS.reminder, names_invoice) {
        return Some(take(Role::Reminder, statement.text()));
    }
    let because = of.names_before(&WORDS.reminder, &[&WORDS.confirmation, &WORDS.receipt])?;
    let is_about_invoice = || of.receipt.has(DUE_DATE) || of.head.says(&WORDS.invoice).is_some();
    (of.has_invoice_number() || is_about_invoice()).then(|| take(Role::Reminder, because))
}

fn replacement(of: &Facts<'_>) -> Option<Choice<Role>> {
    let (_, statement) = of.head.find(&WORDS.replacement, |statement| !statement.is_future())?;
    (!of.is_refund).then(|| take(Role::Replacement, statement.text()))
}

fn payment_of_invoice(of: &Facts<'_>) -> Option<Choice<Role>> {
    let names_invoice = |statement: &Statement| WORDS.invoice.contains(&statement.words) && !statement.is_future();
    let (_, statement) = of.head.find(&WORDS.payment, names_invoice)?;
    (!of.is_refund).then(|| take(Role::Payment, statement.text()))
}

fn payment(of: &Facts<'_>) -> Option<Choice<Role>> {
    let because = of.names_before(&WORDS.payment, &[&WORDS.receipt])?;
    let lists_goods = !of.receipt.items().is_empty();
    (!of.is_refund && !lists_goods).then(|| take(Role::Payment, because))
}

fn receipt(of: &Facts<'_>) -> Option<Choice<Role>> {
    let because = if of.has_invoice_number() {
        of.names_before(&WORDS.receipt, &[&WORDS.invoice])?
    } else {
        of.head.names(&WORDS.receipt)?.1.text()
    };
    Some(take(Role::Receipt, because))
}

/// The words that confirm an order or announce a dispatch.
pub(super) fn announcement(of: &Facts<'_>) -> Option<String> {
    let sets = [&WORDS.confirmation, &WORDS.announcement, &WORDS.shipping];
    let found = sets
        .iter()
        .filter_map(|set| of.head.find(set, |statement| !statement.is_future()));
    let (_, statement) = found.min_by_key(|(at, _)| *at)?;
    Some(statement.text())
}

fn confirmation(of: &Facts<'_>) -> Option<Choice<Role>> {
    if of.is_refund || of.is_paid || of.has_invoice_number() {
        return None;
    }
    Some(take(Role::Announcement, announcement(of)?))
}

fn refund_to_come(of: &Facts<'_>) -> Option<Choice<Role>> {
    let is_open = of.is_refund && !of.has_invoice_number();
    let statement = of.head.says(&WORDS.refund_to_come).filter(|_| is_open)?;
    Some(take(Role::Announcement, statement.text()))
}

fn invoice_number(of: &Facts<'_>) -> Option<Choice<Role>> {
    let number = of.receipt.get(INVOICE_NUMBER)?;
    Some(take(Role::Invoice, format!("its number {number}")))
}

fn subject(of: &Facts<'_>) -> Option<Choice<Role>> {
    let names_order = |statement: &Statement| {
        statement.is_title() && !statement.is_future() && !WORDS.invoice.contains(&statement.words)
    };
    let (_, statement) = of.head.find(&WORDS.order, names_order)?;
    (!of.is_refund && !of.is_paid).then(|| take(Role::Announcement, statement.text()))
}

fn invoice(of: &Facts<'_>) -> Option<Choice<Role>> {
    let (_, statement) = of.head.names(&WORDS.invoice)?;
    Some(take(Role::Invoice, statement.text()))
}

#[allow(clippy::unnecessary_wraps, reason = "rules of a table have one signature")]
fn in_doubt(_: &Facts<'_>) -> Option<Choice<Role>> {
    Some(take(Role::Receipt, "nothing that it says of itself".to_owned()))
}
