//! Why a chosen amount is not certain to be the total. It is refused then.

use std::collections::BTreeSet;

use parser_document::steps;

use super::super::class::is_currency;
use super::super::label::rank;
use super::super::labelled::Labelled;
use super::super::labels::{Position, classify_cell};
use super::super::sentences::has_letters;
use super::candidates::{Chosen, Total, refused, refused_for};
use super::doubts::{
    credit_below, differs_from_plain_total, is_less_than_subtotal, leaves_tax_out, other_in_row, other_includes_tax,
};
use super::pieces::is_piece;
use super::rivals::{alone_beside_sentence, larger_than_in_sentence, leads_on, part_stated_again, unexplained_nothing};
use crate::amounts::Amount;
use crate::page::{Page, Place};
use crate::rule::{Example, Rule};

type Veto = Rule<fn(&Chosen<'_>) -> Option<Total>>;

pub(super) const RULES: &[Veto] = &[
    Rule {
        id: "total/piece-of-number",
        doc: "Refuses an amount with more digits next to it, across an unknown sign, a blank, a comma or a line end.",
        example: Example::Mail("Receipt\nOrder 1001\nTotal   CHF 2\u{b4}845.50"),
        apply: |of| {
            is_piece(of.page, of.amount).then(|| refused("the amount may be a piece of a longer number", false))
        },
    },
    Rule {
        id: "total/bare-number",
        doc: "Refuses a whole number without a currency if the document states a larger amount with a currency or decimals.",
        example: Example::Mail("Invoice 1001\nMorning news   100.00 EUR\nEvening news   100.00 EUR\nTotal spots 2"),
        apply: |of| {
            is_count(of.page, of.amount).then(|| refused("the number may be a count, beside larger amounts", false))
        },
    },
    Rule {
        id: "total/separate-blocks",
        doc: "Refuses the first of several amounts below each other if several labels are above them, also below each other.",
        example: Example::Mail("Receipt\nSubtotal\nVAT 20 %\nTotal\n100.00 EUR\n20.00 EUR\n120.00 EUR"),
        apply: |of| {
            is_between_blocks(of.page, of.amount).then(|| refused("labels and amounts are in separate blocks", false))
        },
    },
    Rule {
        id: "total/column-head",
        doc: "Refuses the first of several amounts under the head of a column if a larger amount is on the page, or two other ones or four of any are below it, and any amount there if a total of nothing has a label of its own.",
        example: Example::Pdf(
            "Invoice 1001\nService      Hours        Total\nDesign       7            182.00 EUR\nAnalysis     9            189.00 EUR\nAccount 1000   371.00 EUR",
        ),
        apply: |of| {
            let is_larger = |other: &Amount| other.strong && other.value > of.amount.value;
            let is_row = is_in_column(of.page, of.amount)
                && (amounts(of.page).any(is_larger) || is_one_of_rows(of.page, of.amount));
            let is_head = of.amount.position() == Some(Position::ColumnHead);
            (is_row || is_head && states_nothing(of)).then(|| refused("the label is the head of a column", false))
        },
    },
    Rule {
        id: "total/larger-with-tax",
        doc: "Refuses an amount if a label says of a larger one below it that it includes tax.",
        example: Example::Pdf(
            "Rechnung 1001\nBrutto   100.00 EUR\nMehrwertsteuer 20 %   21.00 EUR\nNetto inkl. MwSt.   120.00 EUR",
        ),
        apply: |of| other_includes_tax(of).then(|| refused("a larger amount includes tax", false)),
    },
    Rule {
        id: "total/less-than-subtotal",
        doc: "Refuses an amount that is less than a labelled subtotal, if nothing on the page lowers the sum.",
        example: Example::Mail("Receipt\nOrder 1001\nSubtotal   125.00 EUR\nTotal   25.00 EUR"),
        apply: |of| is_less_than_subtotal(of).then(|| refused("it is less than a subtotal", false)),
    },
    Rule {
        id: "total/tax-left-out",
        doc: "Refuses an amount if a labelled tax makes a larger amount of the page out of it, and isn't called a part of it.",
        example: Example::Mail(
            "Receipt\nOrder 1001\nTotal   100.00 EUR\nTea and coffee   75.00 EUR\nVAT   23.00 EUR\nCard   123.00 EUR",
        ),
        apply: |of| leaves_tax_out(of).then(|| refused("with the tax it makes another amount", false)),
    },
    Rule {
        id: "total/sum-below",
        doc: "Refuses an amount from which the amounts below lead to another one, whatever their labels say.",
        example: Example::Pdf(
            "Invoice 1001\nTotal incl. VAT   69.90 EUR\nRouter, payment 4 of 12   7.50 EUR\nFor this bill   77.40 EUR",
        ),
        apply: |of| leads_on(of).map(|end| refused_for(end, "the amounts below lead from it to another one")),
    },
    Rule {
        id: "total/sentence",
        doc: "Refuses an amount in a sentence if a larger one is in a table or list, or a total beside running text.",
        example: Example::Mail(
            "Receipt\nOrder 1001\nPrice   386.40 EUR\nCancel before 2 July and pay nothing. After that you\u{2019}ll be charged 100.00 EUR for one night.",
        ),
        apply: |of| larger_than_in_sentence(of).map(|other| refused_for(other, "a larger amount is not in a sentence")),
    },
    Rule {
        id: "total/larger-in-row",
        doc: "Refuses an amount in a row with a larger one without a label of its own, such as the sum with tax.",
        example: Example::Pdf("Invoice 1001\nTotal   119.00 EUR   19.00 EUR"),
        apply: |of| other_in_row(of).then(|| refused("a larger amount is in the same row", false)),
    },
    Rule {
        id: "total/sum-of-row",
        doc: "Refuses the first amount of a row that the others add up to, if one of them is on the page again: it may be what the reader pays.",
        example: Example::Mail(
            "Receipt\nOrder 1001\nTotal   838.60 EUR   107.18 EUR   731.42 EUR\nBy card: 731.42 EUR",
        ),
        apply: |of| part_stated_again(of).map(|part| refused_for(part, "a part of its row is on the page again")),
    },
    Rule {
        id: "total/nothing",
        doc: "Refuses a total of nothing if another amount is on the page, and no discount, refund or negative amount says why.",
        example: Example::Mail("Receipt\nOrder 1001\nFee charged   112.00 EUR\nBalance outstanding   0.00 EUR"),
        apply: |of| unexplained_nothing(of).map(|other| refused_for(other, "the page does not say why it is nothing")),
    },
    Rule {
        id: "total/credit-below",
        doc: "Refuses an amount if one below it is in the buyer's favour, because that much more was paid.",
        example: Example::Mail(
            "Invoice 1001\nTotal for the year   900.00 EUR\nInstalments paid   950.00 EUR\nBalance in your favour   50.00 EUR",
        ),
        apply: |of| credit_below(of).map(|other| refused_for(other, "an amount below it is in the buyer's favour")),
    },
    Rule {
        id: "total/long-label",
        doc: "Refuses an amount with a label as long as a sentence, if an amount is alone in a line.",
        example: Example::Mail(
            "Kvitto 1001\n47,50 kr\nUnder maj parkerade du elva g\u{e5}nger f\u{f6}r sammanlagt 612,00 kr",
        ),
        apply: |of| alone_beside_sentence(of).map(|other| refused_for(other, "an amount is alone in a line")),
    },
    Rule {
        id: "total/plain-total-differs",
        doc: "Refuses an amount whose label has more words than those of a total, if a label without more words names another amount.",
        example: Example::Mail("Receipt\nOrder 1001\nTotal   40.00 EUR\nGrand total watch   999.00 EUR"),
        apply: |of| differs_from_plain_total(of).then(|| refused("a plainer label names another amount", false)),
    },
];

fn amounts<'p>(page: &'p Page<'_>) -> impl Iterator<Item = &'p Amount> {
    let amounts = page.places().flat_map(|at| &page.content(at).amounts);
    amounts.inspect(|_| _ = steps::spend(1))
}

/// `Total spots 2`
fn is_count(page: &Page<'_>, amount: &Labelled) -> bool {
    let span = |at: Place, index: usize| {
        let span = &page.content(at).amounts[index];
        &page.cell(at).text[span.start..span.end]
    };
    let is_bare = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if amount.strong || !is_bare(span(amount.at, amount.index)) {
        return false;
    }
    page.places().any(|at| {
        let amounts = &page.content(at).amounts;
        steps::spend(amounts.len());
        let amounts = amounts.iter().enumerate();
        let mut larger = amounts.filter(|(_, other)| other.value > amount.value);
        larger.any(|(index, other)| other.strong || span(at, index).contains(['.', ',']))
    })
}

/// Whether the label is above this and more amounts.
pub(super) fn is_in_column(page: &Page<'_>, amount: &Labelled) -> bool {
    let is_above = matches!(amount.position(), Some(Position::Above | Position::ColumnHead));
    is_above && is_above_another(page, amount.at)
}

/// Whether a label says that the sum is nothing: after a voucher, the prices of the items are no total.
fn states_nothing(of: &Chosen<'_>) -> bool {
    steps::spend(of.all.len());
    let is_total = |other: &Labelled| other.label.as_ref().and_then(rank).is_some();
    of.all.iter().any(|other| other.value.is_zero() && is_total(other))
}

/// Whether two different amounts or four of any are close below this, as in the rows of a list of payments.
fn is_one_of_rows(page: &Page<'_>, amount: &Labelled) -> bool {
    const ROWS: usize = 4;
    let below = || page.below(amount.at, ROWS).flat_map(|at| &page.content(at).amounts);
    let others = below().map(|other| other.value).filter(|value| *value != amount.value);
    below().count() >= ROWS || others.collect::<BTreeSet<_>>().len() >= 2
}

/// Whether the label above the amount ends a block of labels, and the amount begins a block of amounts.
fn is_between_blocks(page: &Page<'_>, amount: &Labelled) -> bool {
    let is_label = |at: &Place| {
        let content = page.content(*at);
        content.amounts.is_empty() && classify_cell(&page.cell(*at).text, &content.words).is_some()
    };
    let other_label = || {
        let label = page.above(amount.at, 2).find(is_label)?;
        page.above(label, 1).next().filter(is_label)
    };
    amount.position() == Some(Position::Above) && other_label().is_some() && is_above_another(page, amount.at)
}

/// Whether the next cell below, perhaps behind a line of an item's description, has an amount and no words.
fn is_above_another(page: &Page<'_>, at: Place) -> bool {
    // A line with a date is no item's: below a summary may be the heading of the items.
    let has_date = page.lines[at.line].iter().any(|cell| !cell.dates.is_empty());
    let lines = if has_date { 1 } else { 2 };
    let is_amount = |at: Place| page.content(at).amounts.len() == 1 && !names_something(&page.cell(at).text);
    page.below(at, lines).next().is_some_and(is_amount)
}

/// Whether a text has words besides a currency.
fn names_something(text: &str) -> bool {
    text.split(' ').any(|word| has_letters(word) && !is_currency(word))
}
