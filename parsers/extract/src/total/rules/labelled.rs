//! The total if the label of an amount can name it.

use std::collections::BTreeSet;

use parser_model::Money;

use super::super::label::{RANK_AMOUNT, RANK_SENTENCE};
use super::super::labelled::Labelled;
use super::super::labels::Class;
use super::super::parts::is_left_of;
use super::candidates::{Candidates, MAX_UNLABELLED_WORDS, Total, refused, taken};
use super::sums::{
    after_withholding, change_given, closing, closing_period, first_payment, instalment, of_invoice, other_currency,
    paid_and_remaining, paid_in_part, stated_sum, sum_of_lines, sum_of_others, sum_of_parts, whole_of_parts,
    with_adjustments, with_tax_after,
};
use crate::choice::only;
use crate::phrases::Amounts;
use crate::rule::{Example, Rule};
type TotalRule = Rule<for<'a> fn(&Candidates<'a>) -> Option<Total>>;

/// The rule whose only reason is the label.
pub(super) const BY_LABEL: &str = "total/labelled";

pub(super) const RULES: &[TotalRule] = &[
    Rule {
        id: "total/first-payment",
        doc: "If the total is the sum of several equal amounts with separate due dates, takes one of them.",
        example: Example::Pdf(
            "Fees 1001\nTotal   375.00 EUR\nPay by 2026-01-31   Pay by 2026-02-28   Pay by 2026-03-31\nAmount   125.00 EUR   Amount   125.00 EUR   Amount   125.00 EUR",
        ),
        apply: first_payment,
    },
    Rule {
        id: "total/instalment",
        doc: "Takes what was paid if a larger amount is as many times as much as the document names instalments.",
        example: Example::Mail(
            "Receipt\nInstalment 2 of 6\nPaid   50.00 EUR\nRemaining   200.00 EUR\nTotal   300.00 EUR",
        ),
        apply: instalment,
    },
    Rule {
        id: "total/paid-and-remaining",
        doc: "In a mail, takes the total that the amounts below it add up to, if one of them was paid or is still due.",
        example: Example::Mail(
            "Receipt\nTotal          100.00 EUR\nDeposit paid   40.00 EUR\nBalance due    60.00 EUR",
        ),
        apply: paid_and_remaining,
    },
    Rule {
        id: "total/after-withholding",
        doc: "Takes the amount that is left of a sum, or of net, tax, delivery and fees, after what is withheld, such as income tax.",
        example: Example::Mail(
            "Invoice\nInvoice total     125.00 EUR\nWithholding tax   15.00 EUR\nBank transfer     110.00 EUR",
        ),
        apply: after_withholding,
    },
    Rule {
        id: "total/closing-period",
        doc: "If in a PDF no label says more than \u{201c}amount\u{201d}, takes the only total of a month or an instalment that the amounts above it add up to.",
        example: Example::Pdf(
            "Invoice 1001\nRent              100.00 EUR\nHeating           20.00 EUR\nWater             5.00 EUR\nTotal per month   125.00 EUR\nAmount            20.00 EUR",
        ),
        apply: closing_period,
    },
    Rule {
        id: "total/sum-of-lines",
        doc: "If in a PDF no label says more than \u{201c}amount\u{201d}, takes the only one that three or more consecutive lines add up to.",
        example: Example::Pdf(
            "Invoice 1001\nAmount            125.00 EUR\nAccount balance   900.00 EUR\nDetails\nRent              100.00 EUR\nHeating           20.00 EUR\nWater             5.00 EUR",
        ),
        apply: sum_of_lines,
    },
    Rule {
        id: "total/larger-amount",
        doc: "Refuses in a PDF if the best label is just \u{201c}amount\u{201d} and there is a larger amount elsewhere.",
        example: Example::Pdf("Invoice 1001\nAmount   100.00 EUR\nMachine hire   900.00 EUR"),
        apply: |of| {
            // An amount in a sentence, a balance or a limit doesn't count as a larger sum of this document.
            let larger = |l: &Labelled| {
                let is_other =
                    l.class() == Some(Class::NotATotal) || of.page.content(l.at).words.len() > MAX_UNLABELLED_WORDS;
                l.strong && l.value > of.last.value.abs() && !is_other
            };
            let refuses = of.best == RANK_AMOUNT && !of.page.is_mail() && of.all.iter().any(larger);
            refuses.then(|| refused("a larger amount is not called a total", false))
        },
    },
    Rule {
        id: "total/with-tax-after",
        doc: "Takes the amount after the one total and its tax, delivery or fee, or the last of a row of three, if both add up to it, and refuses it if the tax may be in the total already.",
        example: Example::Mail(
            "Factura F-1001\nTotal parcial   400.00 EUR\nTotal impuestos   84.00 EUR\nSaldo   484.00 EUR",
        ),
        apply: with_tax_after,
    },
    Rule {
        id: "total/whole-of-parts",
        doc: "If one amount is due or paid and a larger total is the sum of net, tax, delivery and fees, takes that total.",
        example: Example::Mail(
            "Order 1001\nSubtotal   100.00 EUR\nVAT   25.00 EUR\nTotal   125.00 EUR\nAmount due   25.00 EUR",
        ),
        apply: whole_of_parts,
    },
    Rule {
        id: "total/paid-in-part",
        doc: "If less was paid than the one total, and no discount explains it, takes the total, or refuses both if ways of paying lead to the sum that was paid.",
        example: Example::Mail("Receipt\nOrder 1001\nTotal   125.00 EUR\nPaid today   25.00 EUR"),
        apply: paid_in_part,
    },
    Rule {
        id: "total/change-given",
        doc: "If more was paid than the one total and the difference is below, as change, takes that total.",
        example: Example::Mail("Kvitto\nOrder 1001\nSumma   125,00 kr\nBetalt   200,00 kr\nVäxel   75,00 kr"),
        apply: change_given,
    },
    Rule {
        id: "total/after-deduction",
        doc: "Takes the amount that is left of the labelled total after the negative amounts between the two.",
        example: Example::Mail("Receipt\nGrand total   90.00 EUR\nGift card   -12.00 EUR\nPaid   78.00 EUR"),
        apply: |of| {
            let left = |(_, rest): &&(u8, &Labelled)| rest.value != of.last.value && is_left_of(of.last, rest, of.all);
            let (_, rest) = of.ranked.iter().rev().find(left).filter(|_| of.is_one())?;
            // `Total 32.51, card 27.51, card 5.00`: the whole was paid.
            let mut below = of.ranked.iter().filter(|(_, l)| l.at > rest.at);
            let is_paid_whole = below.any(|(_, l)| l.value + rest.value == of.last.value);
            (!is_paid_whole).then(|| taken(rest, AFTER_DEDUCTION))
        },
    },
    Rule {
        id: "total/sentence-disagrees",
        doc: "Refuses if a sentence names one amount and labels of amounts name others.",
        example: Example::Mail(
            "Receipt\nWe have received an amount of 50.00 EUR for your evening at the hall.\nAmount   60.00 EUR",
        ),
        apply: |of| {
            let amounts = || of.ranked.iter().filter(|(rank, _)| *rank > RANK_SENTENCE);
            let disagree = amounts().next().is_some() && amounts().all(|(_, l)| l.value != of.last.value);
            (of.is_one() && of.best == RANK_SENTENCE && disagree)
                .then(|| refused("a sentence and a labelled amount disagree", false))
        },
    },
    Rule {
        id: "total/other-currency",
        doc: "If one amount was paid, and the one total is in another currency, takes the total: the bank converted it.",
        example: Example::Mail("Receipt\nOrder 1001\nTotal   50.00 EUR\nCharged to your card   575.00 SEK"),
        apply: other_currency,
    },
    Rule {
        id: BY_LABEL,
        doc: "Takes the one amount that the best labels name.",
        example: Example::Mail("Receipt\nOrder 1001\nTotal   125.00 EUR"),
        apply: |of| of.is_one().then(|| taken(of.last, "the labelled total")),
    },
    Rule {
        id: "total/sign-differs",
        doc: "Takes the last of amounts that differ in their sign only.",
        example: Example::Mail("Receipt\nOrder 1001\nTotal   125.00 EUR\nTotal   -125.00 EUR"),
        apply: |of| {
            let sizes: BTreeSet<Money> = of.values.iter().map(|v| v.abs()).collect();
            (sizes.len() == 1).then(|| taken(of.last, "the last of amounts that differ in sign only"))
        },
    },
    Rule {
        id: "total/to-pay",
        doc: "Of several totals, takes the only one whose label says that it is to pay.",
        example: Example::Pdf(
            "Invoice 1001\nInvoice total   125.00 EUR\nDeduction for labour   25.00 EUR\nTotal to pay   100.00 EUR",
        ),
        apply: |of| {
            let is_to_pay = |l: &&&Labelled| l.names(&Amounts::ToPay);
            let value = only(of.best_ranked.iter().filter(is_to_pay).map(|l| l.value))?;
            of.take(value, "the only total that is to pay")
        },
    },
    Rule {
        id: "total/stated-sum",
        doc: "If several totals have the same label, takes a labelled amount that is their sum.",
        example: Example::Mail(
            "Receipt\nTotal package 1   100.00 EUR\nTotal package 2   50.00 EUR\nAmount   150.00 EUR",
        ),
        apply: stated_sum,
    },
    Rule {
        id: "total/sum-of-others",
        doc: "Of three or more totals, takes the one that is the sum of the others.",
        example: Example::Mail("Receipt\nTotal A   100.00 EUR\nTotal B   50.00 EUR\nTotal C   150.00 EUR"),
        apply: sum_of_others,
    },
    Rule {
        id: "total/paid-before",
        doc: "Of two totals in a PDF, takes the smaller if it is the later and their difference is an amount that was paid.",
        example: Example::Pdf("Invoice 1001\nOrder total   150.00 EUR\nPaid   100.00 EUR\nInvoice total   50.00 EUR"),
        apply: |of| {
            let (less, whole) = (*of.values.first()?, *of.values.last()?);
            let place = |value: Money| of.best_ranked.iter().rev().find(|l| l.value == value).map(|l| l.at);
            // A smaller total above is a part of the whole.
            if of.values.len() != 2 || of.page.is_mail() || place(less) < place(whole) {
                return None;
            }
            let paid = whole - less;
            let is_paid =
                |l: &Labelled| l.value.abs() == paid && matches!(l.class(), Some(Class::NotATotal | Class::Paid));
            let was_paid = of.all.iter().any(is_paid);
            was_paid
                .then(|| of.take(less, "what is left of the other after what was paid before"))
                .flatten()
        },
    },
    Rule {
        id: "total/charged",
        doc: "Of totals in two currencies, takes the one whose label says that it was charged.",
        example: Example::Mail("Receipt\nTotal amount   100.00 USD\nTotal amount charged   92.00 EUR"),
        apply: |of| {
            let mut marks = of.best_ranked.iter().filter_map(|l| l.mark);
            let first = marks.next()?;
            let are_several = marks.any(|mark| mark != first);
            let is_charged = |l: &&&Labelled| are_several && l.names(&Amounts::Charged);
            let value = only(of.best_ranked.iter().filter(is_charged).map(|l| l.value))?;
            of.take(value, "what was charged, of amounts in two currencies")
        },
    },
    Rule {
        id: "total/after-deductions",
        doc: "Of several totals, takes the last that is left of another after the negative amounts between the two.",
        example: Example::Mail("Receipt\nTotal A   90.00 EUR\nGift card   -12.00 EUR\nTotal B   78.00 EUR"),
        apply: |of| {
            let left = |rest: &&&Labelled| of.best_ranked.iter().any(|whole| is_left_of(whole, rest, of.all));
            let rest = of.best_ranked.iter().rev().find(left)?;
            Some(taken(rest, AFTER_DEDUCTION))
        },
    },
    Rule {
        id: "total/with-adjustments",
        doc: "Of several totals, takes the only one that another and delivery, fees and discounts add up to.",
        example: Example::Mail("Receipt\nTotal A   90.00 EUR\nDelivery   10.00 EUR\nTotal B   100.00 EUR"),
        apply: with_adjustments,
    },
    Rule {
        id: "total/sum-of-parts",
        doc: "Of several totals, takes the only one that net, tax, delivery and fees add up to.",
        example: Example::Mail(
            "Receipt\nSubtotal   80.00 EUR\nVAT   20.00 EUR\nTotal A   100.00 EUR\nTotal B   130.00 EUR",
        ),
        apply: sum_of_parts,
    },
    Rule {
        id: "total/of-invoice",
        doc: "Of several totals, takes the only one of the invoice or delivery if another is that of the order.",
        example: Example::Mail(
            "Receipt\nTea   80.00 EUR\nInvoice total   80.00 EUR\nOn back order: coffee   20.00 EUR\nOrder total   100.00 EUR",
        ),
        apply: of_invoice,
    },
    Rule {
        id: "total/labelled-twice",
        doc: "Of several totals, takes the only one that also has a weaker label.",
        example: Example::Mail("Receipt\nTotal A   80.00 EUR\nTotal B   100.00 EUR\nAmount   100.00 EUR"),
        apply: |of| {
            let elsewhere = |v: &&Money| of.ranked.iter().any(|(rank, l)| *rank != of.best && l.value == **v);
            let value = only(of.values.iter().filter(elsewhere))?;
            of.take(*value, "the one that stands under another label too")
        },
    },
    Rule {
        id: "total/closing",
        doc: "Of several totals, takes the only one that the amounts above it in its column add up to, or the one whose lines are the others.",
        example: Example::Mail(
            "Receipt\nTotal    60.00 EUR\nTea      60.00 EUR\nCoffee   40.00 EUR\nTotal    100.00 EUR",
        ),
        apply: closing,
    },
    Rule {
        id: "total/same-label",
        doc: "Refuses several amounts with the same label.",
        example: Example::Mail("Receipt\nTotal   80.00 EUR\nTotal   100.00 EUR"),
        apply: |of| {
            of.has_same_label()
                .then(|| refused("several amounts have the same label", true))
        },
    },
    Rule {
        id: "total/no-total-label",
        doc: "Refuses several amounts of which no label says that it is a total.",
        example: Example::Mail("Receipt\nAmount A   80.00 EUR\nB amount   100.00 EUR"),
        apply: |of| (of.best >= RANK_SENTENCE).then(|| refused("several amounts, none of them called a total", false)),
    },
    Rule {
        id: "total/plain-label",
        doc: "Of several totals, takes the one whose label has no words but those of a total, if the others have more.",
        example: Example::Mail("Receipt\nOrder 1001\nTotal   40.00 EUR\nTotal of all members   480.00 EUR"),
        apply: plain_label,
    },
    Rule {
        id: "total/largest",
        doc: "Takes the largest of several totals whose labels name one value each, if it has two of them; of negative ones the one \
            that is furthest from zero.",
        example: Example::Mail("Receipt\nTotal tea   80.00 EUR\nTotal coffee   100.00 EUR\nTotal cakes   100.00 EUR"),
        apply: largest,
    },
    Rule {
        id: "total/own-labels",
        doc: "Refuses several totals with labels of their own.",
        example: Example::Mail("Receipt\nTotal A   80.00 EUR\nTotal B   100.00 EUR"),
        apply: |of| {
            let labels: BTreeSet<_> = of.best_ranked.iter().map(|l| l.words()).collect();
            (labels.len() == of.values.len()).then(|| refused("several totals have labels of their own", false))
        },
    },
    Rule {
        id: "total/disagree",
        doc: "Refuses totals if every label names several values.",
        example: Example::Mail(
            "Receipt\nTotal A   80.00 EUR\nTotal A   81.00 EUR\nTotal B   100.00 EUR\nTotal B   111.00 EUR",
        ),
        apply: |_| Some(refused("several totals disagree", true)),
    },
];

fn largest(of: &Candidates<'_>) -> Option<Total> {
    let is_single = |l: &&&Labelled| {
        let mut alike = of.best_ranked.iter().filter(|other| other.words() == l.words());
        alike.all(|other| other.value == l.value)
    };
    let all_negative = of.values.iter().all(|value| value.is_negative());
    let size = |l: &Labelled| if all_negative { l.value.abs() } else { l.value };
    let largest = of.best_ranked.iter().filter(is_single).max_by_key(|l| size(l))?;
    let is_again = |l: &&Labelled| l.value == largest.value && l.words() != largest.words();
    let is_confirmed = of.best_ranked.iter().any(is_again);
    let is_largest = of.best_ranked.iter().all(|l| size(l) <= size(largest));
    (is_confirmed && is_largest).then(|| taken(largest, "the largest of several totals, under two labels"))
}

/// `Total`, not `Total donated this year`.
fn plain_label(of: &Candidates<'_>) -> Option<Total> {
    let plain = of.best_ranked.iter().filter(|l| l.has_plain_label());
    let value = only(plain.map(|l| l.value))?;
    // `Ticket total 366.20, seat 39.00, total charged 405.20`: another total says what it was in the end.
    let own = of.best_ranked.iter().rev().find(|l| l.value == value)?;
    let leads_to = |later: &Labelled| {
        let mut between = of.all.iter().filter(|l| l.at > own.at && l.at < later.at);
        later.at > own.at && later.value > value && between.any(|l| l.value == later.value - value)
    };
    if of.best_ranked.iter().any(|l| leads_to(l)) {
        return None;
    }
    of.take(value, "the only label with no words but those of a total")
}

const AFTER_DEDUCTION: &str = "what is left of the whole after what was taken off";
