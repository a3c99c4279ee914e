//! The total if no label can name it: the only amount, or a sum.

use parser_model::Money;

use super::super::labelled::Labelled;
use super::super::labels::{Class, classify};
use super::super::sentences::first_sentence;
use super::candidates::{MAX_UNLABELLED_WORDS, Total, refused, taken};
use super::sums::closing_total;
use crate::choice::Choice;
use crate::page::Page;
use crate::rule::{Example, Rule};

/// Amounts without a label, if no label names the total. There is at least one.
pub(super) struct Unlabelled<'a> {
    money: Vec<&'a Labelled>,
    last: &'a Labelled,
    /// The total of a month or an instalment that the amounts above it add up to.
    closing: Option<Total>,
    /// Whether the page is longer than any receipt.
    long: bool,
    /// Whether one of them is the price of a night, a person or the like.
    has_rate: bool,
    refund: bool,
}

type TotalRule = Rule<for<'a> fn(&Unlabelled<'a>) -> Option<Total>>;

pub(super) const RULES: &[TotalRule] = &[
    Rule {
        id: "total/closing-period-alone",
        doc: "Takes in a PDF the only total of a month or an instalment that the amounts above it add up to.",
        example: Example::Pdf(
            "Invoice 1001\nRent              100.00 EUR\nHeating           20.00 EUR\nWater             5.00 EUR\nTotal per month   125.00 EUR",
        ),
        apply: |of| of.closing.clone(),
    },
    Rule {
        id: "total/unlabelled-negative",
        doc: "Refuses a negative amount that the next two rules would take, if the document isn't about a refund.",
        example: Example::Mail("Receipt\nOrder 1001\n-49.00 EUR"),
        apply: |of| {
            let total = only_amount(of).or_else(|| sum_of_above(of))?;
            (of.last.value.is_negative() && !of.refund).then(|| Total {
                choice: Choice::refused("a negative amount without a label"),
                ..total
            })
        },
    },
    Rule {
        id: "total/only-amount",
        doc: "Takes the only amount of the document, unless it is the price of a night, a person or the like.",
        example: Example::Mail("Receipt\nOrder 1001\n49.00 EUR"),
        apply: only_amount,
    },
    Rule {
        id: "total/sum-of-above",
        doc: "Takes the last amount if those above it add up to it.",
        example: Example::Mail("Receipt\nOrder 1001\nTea   10.00 EUR\nCoffee   20.00 EUR\n30.00 EUR"),
        apply: sum_of_above,
    },
    Rule {
        id: "total/unlabelled",
        doc: "Refuses amounts without a label.",
        example: Example::Mail("Receipt\nOrder 1001\nTea   10.00 EUR\nCoffee   20.00 EUR"),
        apply: |_| Some(refused("amounts without a label", false)),
    },
];

fn sum_of_above(of: &Unlabelled<'_>) -> Option<Total> {
    let above: Money = of.money[..of.money.len() - 1].iter().map(|l| l.value).sum();
    let adds_up = of.money.len() > 2 && above == of.last.value && !of.long;
    adds_up.then(|| of.take("the amounts above add up to it"))
}

fn only_amount(of: &Unlabelled<'_>) -> Option<Total> {
    let alike = of.money.iter().all(|l| l.value == of.last.value);
    (alike && !of.long && !of.has_rate).then(|| of.take("the only amount of the document"))
}

/// In a longer page no amount without a label is the total.
const MAX_LINES: usize = 400;

impl<'a> Unlabelled<'a> {
    pub(super) fn new(page: &Page<'_>, all: &'a [Labelled], refund: bool) -> Option<Self> {
        // What running text mentions in passing may be anything.
        let in_prose = |l: &Labelled| page.content(l.at).words.len() > MAX_UNLABELLED_WORDS;
        let in_question = |l: &Labelled| page.cell(l.at).text.trim_end().ends_with('?');
        let is_unlabelled = |l: &&Labelled| {
            l.mark.is_some() && l.label.is_none() && !l.value.is_zero() && !in_prose(l) && !in_question(l)
        };
        let money: Vec<&Labelled> = all.iter().filter(is_unlabelled).collect();
        let closing = closing_total(page, all);
        let last = match &closing {
            Some(_) => all.last()?,
            None => money.last()?,
        };
        Some(Unlabelled {
            last,
            closing,
            long: page.lines.len() > MAX_LINES,
            has_rate: money.iter().any(|l| is_rate(page, l)),
            money,
            refund,
        })
    }

    fn take(&self, why: &str) -> Total {
        Total {
            labelled: false,
            ..taken(self.last, why)
        }
    }
}

/// `12 EUR per night`: whether the words after an amount say that it isn't a total.
fn is_rate(page: &Page<'_>, amount: &Labelled) -> bool {
    let content = page.content(amount.at);
    let text = page.cell(amount.at).text.as_str();
    let until = content
        .amounts
        .get(amount.index + 1)
        .map_or(text.len(), |next| next.start);
    let after = content
        .amounts
        .get(amount.index)
        .map_or("", |own| &text[own.end..until]);
    classify(first_sentence(after)) == Some(Class::NotATotal)
}
