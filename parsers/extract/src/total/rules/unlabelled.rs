//! The total if no label can name it: the only amount, or a sum.

use parser_model::Money;

use super::super::instalments;
use super::super::labelled::Labelled;
use super::super::labels::Class;
use super::super::parts::sums_of_parts;
use super::super::rate::is_rate;
use super::candidates::{MAX_UNLABELLED_WORDS, Total, refused, taken};
use super::sums::closing_total;
use crate::choice::Choice;
use crate::page::Page;
use crate::rule::{Example, Rule};

/// Amounts without a label, if no label names the total. There is at least one.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own, named where it is set"
)]
pub(super) struct Unlabelled<'a> {
    money: Vec<&'a Labelled>,
    last: &'a Labelled,
    /// The total of a month or an instalment that the amounts above it add up to.
    closing: Option<Total>,
    /// Whether the page is longer than any receipt.
    long: bool,
    /// Whether one of them is the price of a night, a person or the like.
    has_rate: bool,
    /// Whether labels name a net sum, and the parts don't add up to the amount without a label, or another amount is it with the tax.
    has_parts: bool,
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
        id: "total/parts-only",
        doc: "Refuses the only amount without a label if labels name a net sum, and the parts don't add up to it, or if another amount is it with the tax.",
        example: Example::Mail("Receipt\nOrder 1001\nTea\n49.00 EUR\nSubtotal   49.00 EUR\nVAT   12.25 EUR"),
        apply: |of| {
            (of.has_parts && only_amount(of).is_some())
                .then(|| refused("labels name parts of a sum, but no total", false))
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
            let is_open = l.mark.is_some() && l.label.is_none() && !l.value.is_zero();
            is_open && !in_prose(l) && !in_question(l) && !instalments::is_one_of(page, l)
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
            has_parts: names_parts(all, last, &in_prose),
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

/// Whether labels name a net sum, and its parts don't add up to this amount, or another amount is this one with the tax.
fn names_parts(all: &[Labelled], amount: &Labelled, in_prose: &dyn Fn(&Labelled) -> bool) -> bool {
    let is_named = |l: &&Labelled| l.strong && l.label.is_some() && !l.value.is_zero() && !in_prose(l);
    let named = || all.iter().filter(is_named);
    let is_net = |l: &Labelled| l.class() == Some(Class::Net);
    let exceeds_nets = named().filter(|l| is_net(l)).all(|net| net.value < amount.value);
    let is_whole = || exceeds_nets && sums_of_parts(all).contains(&amount.value);
    let taxes = || named().filter(|l| l.class() == Some(Class::Vat));
    let is_untaxed = || {
        let is_gross = |l: &Labelled| l.strong && taxes().any(|tax| l.value == amount.value + tax.value);
        all.iter().any(is_gross)
    };
    named().any(is_net) && !is_whole() || is_untaxed()
}
