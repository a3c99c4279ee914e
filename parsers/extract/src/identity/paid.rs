//! Whether a document says that it is paid.

use std::cell::LazyCell;

use parser_model::Money;

use super::head::Facts;
use crate::cell::CellContent;
use crate::choice::{Because, Choice};
use crate::page::Place;
use crate::pattern::{Pattern, pattern};
use crate::phrases::{Amounts, Roles};
use crate::receipt::field::TOTAL_AMOUNT;
use crate::rule::{self, Example, Rule, Table};
use crate::statements::{self, MAX_WORDS};
use crate::total::labels::{Class, Label};

type PaidRule = Rule<fn(&Facts<'_>) -> Option<Choice<bool>>>;

const RULES: &[PaidRule] = &[
    Rule {
        id: "identity.paid/refund",
        doc: "Refuses for a refund: its words are about the payment of what it refunds.",
        example: Example::Mail("Your refund\nOrder 1001\nPaid by card\nTotal refund   125.00 EUR"),
        apply: |of| of.is_refund.then(|| Choice::refused("it is a refund")),
    },
    Rule {
        id: "identity.paid/machine-readable",
        doc: "Takes that a mail's markup states a complete payment.",
        example: Example::Html(
            "<script type=\"application/ld+json\">\
             {\"@context\": \"http://schema.org\", \"@type\": \"Invoice\", \"confirmationNumber\": \"A1001\", \
             \"paymentStatus\": \"http://schema.org/PaymentComplete\", \"totalPaymentDue\": {\"price\": \"125.00\", \
             \"priceCurrency\": \"EUR\"}}</script><p>Thank you.</p>",
        ),
        apply: |of| {
            let known = of.page.structured.first().filter(|known| known.stated.identity.paid)?;
            Some(Choice::taken(true, format!("its {}", known.form)))
        },
    },
    Rule {
        id: "identity.paid/receipt",
        doc: "Takes that a document calls itself a receipt in its subject, its title or a heading.",
        example: Example::Mail("Receipt\nOrder 1001\nTotal   125.00 EUR"),
        apply: |of| {
            let (_, statement) = of.head.names(&Roles::Receipt)?;
            Some(Choice::taken(true, statement.because()))
        },
    },
    Rule {
        id: "identity.paid/amount",
        doc: "Takes that the label of the total says that it was paid.",
        example: Example::Mail("Booking confirmation\nBooking reference: QX8LMP\nTotal paid   125.00 EUR"),
        apply: amount,
    },
    Rule {
        id: "identity.paid/sentence",
        doc: "Takes a sentence that says so and sets no condition, or a word such as \u{201c}paid\u{201d} unless the amounts beside it don't add up to the total.",
        example: Example::Mail("Order confirmation\nOrder 1001\nTotal   125.00 EUR\nYour card has been charged."),
        apply: |of| {
            let in_part = LazyCell::new(|| is_paid_in_part(of));
            let words = statements::find(of.page, |words| {
                Roles::Paid.contains(words) || Roles::PaidLabel.matches_all(words) && !*in_part
            })?;
            let because = Because::quoting("its words", words.folded().trim());
            Some(Choice::taken(true, because))
        },
    },
    Rule {
        id: "identity.paid/card",
        doc: "Takes a line that says what it was paid with and states the last digits of a card.",
        example: Example::Mail("Order confirmation\nOrder 1001\nTotal   125.00 EUR\nPaid with Visa **** 1234"),
        apply: |of| {
            let cells = |line: usize| of.page.document.lines[line].iter();
            paid_with(of, |line| cells(line).any(|cell| CARD_DIGITS.is_match(&cell.text)))
        },
    },
    Rule {
        id: "identity.paid/method",
        doc: "Takes a line that says what it was paid with, unless the head confirms an order: it may be charged later.",
        example: Example::Mail("Tehuset\nDate: 2026-05-04\nTotal   125.00 EUR\nPaid by card"),
        apply: |of| {
            if super::role::announcement(of).is_some() {
                return None;
            }
            paid_with(of, |_| true)
        },
    },
];

pub(super) fn table() -> Table {
    Table::new(
        "identity.paid",
        "For every document, after its total and its numbers. If no rule applies, the document does not say that it is paid.",
        RULES,
    )
}

pub(super) fn choose(facts: &Facts<'_>) -> Choice<bool> {
    rule::choose(RULES, |apply| apply(facts))
}

/// The last digits of a card.
static CARD_DIGITS: Pattern = pattern!(r"[*•·xX.]{2,} ?[0-9]{4}\b");

fn amount(of: &Facts<'_>) -> Option<Choice<bool>> {
    let total = of.receipt.get(TOTAL_AMOUNT).filter(|total| !total.is_zero())?;
    let is_paid = |label: &Label| {
        let words = format!(" {} ", label.words);
        let is_open = Amounts::ToPay.occur_in(&label.words) || Roles::Condition.contains_folded(&words);
        !is_open && (label.class == Class::Paid || Roles::PaidLabel.contains_folded(&words))
    };
    let mut labelled = of.amounts.iter().filter(|amount| amount.value.abs() == total.abs());
    let (at, label) =
        labelled.find_map(|amount| Some((amount.at, amount.label.as_ref().filter(|label| is_paid(label))?)))?;
    // `Din faktura på 1 046 kr ska vara betald senast den 30 april`
    if Roles::Condition.contains(&of.page.content(at).words) {
        return None;
    }
    Some(Choice::taken(true, Because::quoting("its label", &label.words)))
}

/// Whether each word for "paid" in a cell of its own labels an amount, and they don't add up to the total: `Paid | 0.00`.
fn is_paid_in_part(of: &Facts<'_>) -> bool {
    let total = of.receipt.get(TOTAL_AMOUNT).map(Money::abs);
    let says_paid = |at: &Place| Roles::PaidLabel.matches_all(&of.page.content(*at).words);
    let amount = |at: Place| Some(of.page.content(of.page.right(at)?).amounts.first()?.value.abs());
    let paid: Option<Vec<Money>> = of.page.places().filter(says_paid).map(amount).collect();
    let Some(paid) = paid.filter(|paid| !paid.is_empty()) else {
        return false;
    };
    let sum: Money = paid.iter().copied().sum();
    total != Some(sum) && !paid.iter().any(|paid| total == Some(*paid))
}

/// The words of the first line that begins with a word for "paid" and has no amount.
fn paid_with(of: &Facts<'_>, fits: impl Fn(usize) -> bool) -> Option<Choice<bool>> {
    let mut lines = of.page.lines.iter().enumerate();
    let (line, _) = lines.find(|(line, cells)| {
        let begins = cells
            .first()
            .is_some_and(|first| Roles::PaidLabel.starts_with(&first.words));
        let words = cells.iter().map(|cell| cell.words.len()).sum::<usize>();
        let has_amount = cells.iter().any(CellContent::has_money);
        begins && !has_amount && words <= MAX_WORDS && fits(*line)
    })?;
    let words = of.page.line_words(line);
    (!Roles::Condition.contains_folded(&words))
        .then(|| Choice::taken(true, Because::quoting("its words", words.trim())))
}
