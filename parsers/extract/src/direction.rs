//! The direction: whether money goes to the vendor or comes back.

use parser_model::Money;
use parser_model::reading::Direction;

use crate::choice::Choice;
use crate::classification;
use crate::page::Page;
use crate::phrases::Amounts;
use crate::rule::{self, Example, Rule, Table};
use crate::statements;
use crate::structured::Origin;
use crate::total::{self, Labelled};

type PageRule = Rule<fn(&Page<'_>) -> Option<Direction>>;
type TotalRule = Rule<fn(Option<Money>) -> Option<Direction>>;

const PAGE_RULES: &[PageRule] = &[
    Rule {
        id: "direction/e-invoice",
        doc: "Takes what an attached e-invoice is: a refund by its type or a negative total, a charge if it states another total.",
        example: Example::Pdf(
            "Attached: <CreditNote><ID>A1001</ID><LegalMonetaryTotal><TaxInclusiveAmount>125.00</TaxInclusiveAmount>\
             </LegalMonetaryTotal></CreditNote>\nInvoice A1001\nTotal   125.00 EUR",
        ),
        apply: |page| {
            let first = page.structured.first();
            let e_invoice = first.filter(|first| first.origin == Origin::EInvoice)?;
            let total = e_invoice.stated.total_amount;
            let is_refund = e_invoice.stated.direction == Direction::Refund || total.is_some_and(Money::is_negative);
            refund(is_refund).or(Some(Direction::Charge))
        },
    },
    Rule {
        id: "direction/credit-note",
        doc: "Takes a refund if the title, the subject or a heading in the first 20 lines calls it a credit note.",
        example: Example::Pdf("Tehuset AB\nCredit note 1001\nTotal   125.00 EUR"),
        apply: |page| refund(classification::is_credit_note(page)),
    },
    Rule {
        id: "direction/refund-head",
        doc: "Takes a refund if the title, the subject or the first three lines mention one.",
        example: Example::Mail("Your refund\nOrder 1001\nTotal refund   125.00 EUR"),
        apply: |page| refund(classification::is_refund(page)),
    },
    Rule {
        id: "direction/return",
        doc: "Takes a refund if the head of a mail mentions returned goods and a label says that an amount comes back.",
        example: Example::Mail("Your return\nOrder 1001\nThank you\nRefunded   125.00 EUR"),
        apply: |page| {
            let comes_back = || total::labelled(page, true).iter().any(total::comes_back);
            refund(page.is_mail() && classification::is_return(page) && comes_back())
        },
    },
    Rule {
        id: "direction/only-refunded",
        doc: "Takes a refund if the only amount of a mail has a label that says it comes back, and no label that it is a total, and nothing says that it was paid.",
        example: Example::Mail(
            "Your order 1001\nThank you\nThe money is on your card.\nGood to know\nTotal refunded   125.00 EUR",
        ),
        apply: |page| refund(page.is_mail() && is_only_amount_refunded(page) && !statements::says_paid(page)),
    },
];

const TOTAL_RULES: &[TotalRule] = &[
    Rule {
        id: "direction/negative-total",
        doc: "Takes a refund if the total is negative.",
        example: Example::Mail("Receipt\nOrder 1001\nTotal   -125.00 EUR"),
        apply: |total| refund(total.is_some_and(Money::is_negative)),
    },
    Rule {
        id: "direction/charge",
        doc: "Takes every other document for a charge.",
        example: Example::Mail("Receipt\nOrder 1001\nTotal   125.00 EUR"),
        apply: |_| Some(Direction::Charge),
    },
];

fn is_only_amount_refunded(page: &Page<'_>) -> bool {
    let mut contents = page.lines.iter().flatten();
    if !contents.any(|content| Amounts::MoneyBack.contains(&content.words)) {
        return false;
    }
    let all = total::labelled(page, true);
    let is_refund = |amount: &&Labelled| total::comes_back(amount) && !amount.names(&Amounts::NotATotal);
    let Some(refund) = all.iter().find(is_refund) else {
        return false;
    };
    let is_same = |amount: &Labelled| amount.value.abs() == refund.value.abs();
    let is_other_total = |amount: &Labelled| amount.is_total() && !total::comes_back(amount);
    let mut money = all.iter().filter(|amount| amount.strong && !amount.value.is_zero());
    money.all(is_same) && !all.iter().any(is_other_total)
}

pub fn tables() -> Vec<Table> {
    vec![
        Table::new(
            "direction",
            "Before the total is chosen, since labels mean something else in a refund.",
            PAGE_RULES,
        ),
        Table::new(
            "direction",
            "After the page's total is chosen, if the table above does not decide.",
            TOTAL_RULES,
        ),
    ]
}

/// The direction by the page's words, before its total is chosen.
pub fn of_page(page: &Page<'_>) -> Choice<Direction> {
    choice(
        rule::first(PAGE_RULES, |apply| apply(page)),
        "what the document calls itself",
    )
}

/// The direction of a page by its total, if its words don't state it.
pub fn of_total(total: Option<Money>) -> Choice<Direction> {
    choice(rule::first(TOTAL_RULES, |apply| apply(total)), "the sign of its total")
}

fn choice(decided: Option<(&'static str, Direction)>, because: &str) -> Choice<Direction> {
    decided.map_or_else(Choice::nothing, |(rule, direction)| {
        Choice::taken(direction, because).by(rule)
    })
}

fn refund(is_refund: bool) -> Option<Direction> {
    is_refund.then_some(Direction::Refund)
}
