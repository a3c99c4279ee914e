//! The rules that decide whether a document is an invoice.

use std::cell::OnceCell;

use parser_model::Reason;

use super::credit_note::{is_credit_note, is_headed};
use super::facts::{
    Classification, Facts, Input, InvoiceRule, all_words, is_forwarded, is_headed_as_receipt, is_other_paper,
    is_own_receipt, is_refund, is_titled_other_paper, mentions_shipping, names_receipt, refuse,
};
use super::not_spending;
use crate::page::Page;
use crate::payment;
use crate::phrases::{Amounts, Documents, Roles};
use crate::rule::{self, Example, Rule, Table};
use crate::total::Labelled;
use crate::total::labels::{Class, Position};

const RULES: &[InvoiceRule] = &[
    Rule {
        id: "classification/too-long",
        doc: "Refuses a document with more text or deeper markup than any receipt has.",
        example: Example::Repeated("<div>", 2_000),
        apply: |input| {
            let limit = input.page.document.over_limit?;
            Some(Err(Reason::OverLimit { limit }))
        },
    },
    Rule {
        id: "classification/forwarded",
        doc: "Refuses a mail whose subject says that it is an answer or was forwarded.",
        example: Example::Mail("Subject: Fwd: Your receipt\nReceipt\nTotal   125.00 EUR"),
        apply: |input| {
            let subject = &input.page.document.subject;
            refuse(is_forwarded(subject, &input.page.subject), Reason::Forwarded)
        },
    },
    Rule {
        id: "classification/structured",
        doc: "Accepts a document whose machine-readable data names an order or invoice and has a total or a number.",
        example: Example::Html(
            "<script type=\"application/ld+json\">\
             {\"@context\": \"http://schema.org\", \"@type\": \"Order\", \"orderNumber\": \"A1001\", \"price\": \"125.00\", \
             \"priceCurrency\": \"EUR\"}</script><p>Thank you.</p>",
        ),
        apply: |input| {
            let accepts = input.facts.structured && (input.has_total() || input.facts.number);
            accepts.then_some(Ok(()))
        },
    },
    Rule {
        id: "classification/empty",
        doc: "Refuses a document without visible text.",
        example: Example::Html("<p> </p>"),
        apply: |input| refuse(input.page.document.is_blank(), Reason::Empty),
    },
    Rule {
        id: "classification/other-paper",
        doc: "Refuses a PDF whose heading or subject calls it a contract, an offer or a delivery note, unless it says by when to pay a giro or a total that is due, is headed as an invoice with a number, or has an invoice number next to a labelled total and tax or a due date.",
        example: Example::Pdf("Delivery note\nOrder 1001\nTotal   125.00 EUR"),
        apply: |input| {
            // A statement of account lists giro numbers, too; only a demand says by when to pay.
            let demands_payment = input.demands_payment() || input.is_numbered_invoice();
            let is_other = || is_other_paper(input.page) || is_titled_other_paper(input.page);
            let is_invoice = || input.facts.invoice_number && is_headed(input.page, &Documents::PaymentDocument);
            let refuses = !input.page.is_mail() && !demands_payment && is_other() && !is_invoice();
            refuse(refuses, Reason::OtherPaper)
        },
    },
    Rule {
        id: "classification/offer",
        doc: "Refuses a PDF headed as an offer, unless it demands payment to a giro by a date or has an invoice number next to a labelled total and tax or a due date.",
        example: Example::Pdf("Tea house\nOffer 9\nDate: 2026-05-31\nTotal   125.00 EUR"),
        apply: |input| {
            let is_invoice = input.facts.payable && input.facts.due_date || input.is_numbered_invoice();
            let is_offer = || is_headed(input.page, &Documents::Offer);
            refuse(!input.page.is_mail() && !is_invoice && is_offer(), Reason::OtherPaper)
        },
    },
    Rule {
        id: "classification/other-paper-in-subject",
        doc: "Refuses a mail or page whose subject or else title calls it a statement, an offer or a delivery note and doesn't mention an order or receipt, unless it has an invoice number next to a labelled total and tax or a due date.",
        example: Example::Mail("Subject: Your account statement for May\nBalance   125.00 EUR"),
        apply: |input| {
            let (subject, title) = (&input.page.subject, &input.page.title);
            let subject = if subject.is_empty() { title } else { subject };
            let names_receipt = names_receipt(subject) || Documents::PaymentDocument.contains(subject);
            let is_other = input.page.is_mail() && Documents::OtherDocument.contains(subject) && !names_receipt;
            let is_expected = input.facts.expected || input.is_numbered_invoice();
            refuse(is_other && !is_expected, Reason::OtherPaper)
        },
    },
    Rule {
        id: "classification/promotion",
        doc: "Refuses a mail whose subject advertises and doesn't mention a receipt.",
        example: Example::Mail("Subject: Flash sale\nGarden chairs   125.00 EUR"),
        apply: |input| {
            let subject = &input.page.subject;
            let refuses = Documents::Promotion.contains(subject) && !Documents::Receipt.contains(subject);
            refuse(refuses, Reason::Promotion)
        },
    },
    Rule {
        id: "classification/unlabelled-total",
        doc: "Refuses a total without a label, unless the first lines mention a receipt and there is a number or a date, or the document says that it is a receipt.",
        example: Example::Mail("See you at the garden\n125.00 EUR"),
        apply: |input| {
            if !input.has_total() || input.facts.total.labelled {
                return None;
            }
            let early = Documents::Receipt.contains_folded(&input.page.head(10)) || is_credit_note(input.page);
            let named = input.facts.number || input.facts.date;
            refuse(
                (!early || !named) && !is_own_receipt(input.page),
                Reason::UnlabelledTotal,
            )
        },
    },
    Rule {
        id: "classification/no-receipt-words",
        doc: "Refuses a document that doesn't mention a receipt, unless it has a labelled total and a number, a net sum or tax.",
        example: Example::Mail("Shall we meet at the garden on Sunday?"),
        apply: |input| {
            let receipt_words =
                input.facts.payable || Documents::Receipt.contains_folded(input.text()) || is_credit_note(input.page);
            let looks_like_receipt = input.has_labelled_total() && (input.facts.number || input.has_parts());
            refuse(!receipt_words && !looks_like_receipt, Reason::NoReceiptWords)
        },
    },
    Rule {
        id: "classification/total-alone",
        doc: "Refuses a mail that states a total, but no number, date, net sum, tax, payment method or day by which it is due, and whose head names no receipt.",
        example: Example::Mail(
            "Garden books of the week\nDear reader, with each order that reaches us until Sunday evening we send a bag of seeds.\nAll three books, total   109.00 EUR",
        ),
        apply: |input| {
            let facts = input.facts;
            // Offers end on a day, too.
            let dated = facts.date && !facts.due_date;
            let named = facts.number || dated || facts.expected || input.is_said_to_be_paid() || input.has_parts();
            let alone = || !is_headed_as_receipt(input.page) && !input.names_payment();
            let refuses = input.page.is_mail() && input.has_total() && !named && !input.demands_payment() && alone();
            refuse(refuses, Reason::TotalAlone)
        },
    },
    Rule {
        id: "classification/mail-without-total",
        doc: "Refuses a mail without a total, unless it confirms an order with a number or lists several orders.",
        example: Example::Mail("Receipt\nThank you for your visit."),
        apply: |input| {
            if !input.page.is_mail() || input.has_total() || input.facts.total.several {
                return None;
            }
            let confirmed = input.facts.number && input.is_confirmed() && !input.is_about_parcel();
            refuse(!confirmed, Reason::NoTotal)
        },
    },
    Rule {
        id: "classification/pdf-without-total",
        doc: "Refuses a PDF without a total and without a number, unless several amounts may be the total.",
        example: Example::Pdf("Receipt\nThank you for your visit."),
        apply: |input| {
            let may_have_total = input.has_total() || input.facts.total.several;
            let refuses = !input.page.is_mail() && !may_have_total && !input.facts.number;
            refuse(refuses, Reason::NoTotal)
        },
    },
    Rule {
        id: "classification/upcoming-head",
        doc: "Refuses what its title, subject or first lines announce for later, unless it is a refund, a confirmed order with a number, a labelled total, and tax or a payment method, or an invoice with a due date, a labelled total and tax, or a reminder of one with a number and a labelled total, or a sentence that says that it was paid or that a payment went through.",
        example: Example::Mail("Subject: Your subscription is about to renew\nOrder 1001\nTotal   125.00 EUR"),
        apply: |input| {
            // `Your upcoming invoice` names no invoice.
            let subject = Documents::UpcomingHeading.remove_from(input.page.subject.folded());
            let upcoming = Documents::UpcomingHeading.contains_folded(&input.page.head(2))
                && !Documents::PaymentDocument.contains_folded(&subject);
            let is_due = input.facts.invoice_number && (input.facts.due_date || input.is_said_to_be_paid());
            // An order that awaits its payment says what happens without it.
            let is_order = || input.is_confirmed() && input.is_whole_receipt();
            let is_due = is_due || input.is_numbered_invoice() || is_order();
            let refund = is_refund(input.page) || is_credit_note(input.page);
            let is_paid = || not_spending::has_succeeded(input.page);
            // `Lembrete` announces a visit, or asks for what is not paid.
            let is_reminder = || {
                let is_numbered = input.facts.invoice_number && input.has_labelled_total();
                let others = Roles::Reminder.remove_from(&input.page.head(2));
                is_numbered && !Documents::UpcomingHeading.contains_folded(&others)
            };
            refuse(
                upcoming && !refund && !is_due && !is_paid() && !is_reminder(),
                Reason::Upcoming,
            )
        },
    },
    Rule {
        id: "classification/disclaimed",
        doc: "Refuses a document that says that it isn't a receipt or charge, unless its head confirms an order, or it isn't \
            about a parcel and has a number, a labelled total, and tax or a payment method.",
        example: Example::Mail("Your trip\nOrder 1001\nTotal   125.00 EUR\nThis is not a receipt."),
        apply: |input| {
            // An order is confirmed although its receipt follows.
            let confirmed = input.is_confirmed() || Documents::PaymentDocument.contains_folded(&input.page.head(2));
            let refuses = !confirmed
                && !input.facts.expected
                && Documents::Disclaimer.contains_folded(input.text())
                && (input.is_about_parcel() || !input.is_whole_receipt());
            refuse(refuses, Reason::Disclaimed)
        },
    },
    Rule {
        id: "classification/receipt-follows",
        doc: "Refuses a mail that says that it isn't a receipt and that one follows, unless its head confirms an order.",
        example: Example::Mail(
            "Your ride\nOrder 1001\nSales tax   25.00 EUR\nTotal   125.00 EUR\nThis is not a payment receipt. You will receive a receipt when the payment is processed.",
        ),
        apply: |input| {
            let says_so = || {
                Documents::Disclaimer.contains_folded(input.text())
                    && Documents::ReceiptFollows.contains_folded(input.text())
            };
            let is_order = input.facts.expected || input.is_confirmed() || input.facts.invoice_number;
            refuse(input.page.is_mail() && !is_order && says_so(), Reason::Disclaimed)
        },
    },
    Rule {
        id: "classification/parcel",
        doc: "Refuses a mail about a parcel that does not look like a receipt, unless it confirms several orders with totals.",
        example: Example::Mail("Your order has been shipped\nAmount   125.00 EUR"),
        apply: |input| {
            let is_receipt = input.facts.expected || input.looks_like_receipt() || input.confirms_several();
            let refuses = !is_receipt && input.is_about_parcel();
            refuse(refuses, Reason::Shipping)
        },
    },
    Rule {
        id: "classification/parcel-head",
        doc: "Refuses a mail whose first four lines are about a parcel and whose head names no invoice or receipt, unless it confirms several orders with totals, or has a number, a labelled total, and tax or a payment method.",
        example: Example::Mail("Your order 1001 has been shipped\nTotal   125.00 EUR"),
        apply: |input| {
            let page = input.page;
            let refuses = page.is_mail()
                && !input.facts.expected
                && mentions_shipping(page, 4)
                && !is_refund(page)
                && !Documents::PaymentDocument.contains_folded(&page.head(5))
                && !input.is_whole_receipt()
                && !input.confirms_several();
            refuse(refuses, Reason::Shipping)
        },
    },
    Rule {
        id: "classification/upcoming-body",
        doc: "Refuses a text without a number that announces something for later and does not say that anything was paid, unless it has a due date and a labelled total.",
        example: Example::Mail(
            "Your booking\nSee you on Sunday.\nAmount to pay   125.00 EUR\nYour card will be charged after your visit.",
        ),
        apply: |input| {
            let paid = || PAID.iter().any(|word| input.text().contains(&format!(" {word} ")));
            let is_bill = input.facts.due_date && input.has_labelled_total();
            let announces = || Documents::UpcomingBody.contains_folded(input.text()) && !paid();
            let refuses = !input.facts.number && !is_bill && announces();
            refuse(refuses, Reason::Upcoming)
        },
    },
    Rule {
        id: "classification/invoice",
        doc: "Accepts every other document.",
        example: Example::Mail("Receipt\nOrder 1001\nTotal   125.00 EUR"),
        apply: |_| Some(Ok(())),
    },
];

pub fn tables() -> Vec<Table> {
    let when =
        "For every document, after its fields are read: whether it is spending, however much it looks like an invoice.";
    vec![
        Table::new(super::FIELD, when, not_spending::RULES),
        Table::new(
            super::FIELD,
            "If the table above does not decide: whether it is an invoice.",
            RULES,
        ),
    ]
}

/// Whether a document is an invoice, by the first rule of [`tables`] that decides.
pub fn classify(page: &Page<'_>, facts: &Facts<'_>) -> Classification {
    let input = Input {
        page,
        facts,
        text: OnceCell::new(),
        payment: OnceCell::new(),
    };
    let decided = not_spending::decide(&input).or_else(|| rule::first(RULES, |apply| apply(&input)));
    let (rule, verdict) = decided.expect("the last rule accepts");
    let reason = verdict.err();
    Classification { rule, reason }
}

impl Input<'_> {
    fn text(&self) -> &str {
        self.text.get_or_init(|| all_words(self.page))
    }

    fn names_payment(&self) -> bool {
        *self.payment.get_or_init(|| payment::method(self.page).value.is_some())
    }

    fn has_total(&self) -> bool {
        self.facts.total.choice.value.is_some()
    }

    fn has_labelled_total(&self) -> bool {
        self.has_total() && self.facts.total.labelled
    }

    /// Whether an amount's label is of one of these classes.
    fn has_amount(&self, classes: &[Class]) -> bool {
        let mut found = self.facts.amounts.iter().filter_map(Labelled::class);
        found.any(|class| classes.contains(&class))
    }

    pub(super) fn has_parts(&self) -> bool {
        self.has_amount(&[Class::Net, Class::Vat])
    }

    fn is_confirmed(&self) -> bool {
        Documents::OrderConfirmation.contains_folded(&self.page.head(5))
    }

    /// A refund may be on its way like a parcel.
    fn is_about_parcel(&self) -> bool {
        self.page.is_mail() && mentions_shipping(self.page, 5) && !is_refund(self.page)
    }

    fn is_numbered_invoice(&self) -> bool {
        let facts = self.facts;
        let is_invoice = facts.invoice_number && (facts.due_date || self.has_amount(&[Class::Vat]));
        // A statement of account adds up receipts; only a receipt itself has a net sum.
        let is_receipt = facts.receipt_number && self.has_amount(&[Class::Net]);
        self.has_labelled_total() && (is_invoice || is_receipt)
    }

    /// Whether it says by when to pay, and to which giro, or that its total is due. A statement of a card states a minimum, too.
    fn demands_payment(&self) -> bool {
        let is_due = |total: &Labelled| total.class() == Some(Class::Due) || total.names(&Amounts::ToPay);
        let is_due = || self.facts.total.amount.as_ref().is_some_and(is_due);
        let mut labels = self.facts.amounts.iter().filter_map(Labelled::words);
        let mut has_minimum = || labels.any(|words| words.contains("minimum"));
        self.facts.due_date && (self.facts.payable || is_due() && !has_minimum())
    }

    /// Whether a sentence says of the total that it was paid.
    fn is_said_to_be_paid(&self) -> bool {
        let amount = self.facts.total.amount.as_ref();
        amount.and_then(Labelled::position) == Some(Position::Sentence)
    }

    /// Whether it has all that a receipt has, and that news of a parcel has not: a number, a labelled total, and the tax or how it
    /// was paid.
    fn is_whole_receipt(&self) -> bool {
        let paid = || self.has_parts() || self.names_payment();
        self.facts.number && self.has_labelled_total() && paid()
    }

    /// `Thanks for your orders`: each has a total of its own, and may say when it arrives.
    fn confirms_several(&self) -> bool {
        self.facts.total.several && self.is_confirmed()
    }

    fn looks_like_receipt(&self) -> bool {
        let named = self.facts.number || self.has_parts() || self.has_amount(&[Class::Delivery]);
        self.has_total() && self.has_amount(&[Class::Grand]) || self.has_labelled_total() && named
    }
}

/// Words that say that something was paid or summed up.
const PAID: [&str; 8] = [
    "paid", "receipt", "total", "betalt", "betalat", "kvitto", "totalt", "summa",
];
