//! The total: the labelled amount that the document means, or a refusal.

mod class;
mod closing;
mod instalments;
mod label;
mod labelled;
pub mod labels;
mod parts;
mod question;
mod rate;
mod rules;
mod sentences;
mod unknown_labels;

use crate::cell::CellContent;
use crate::numbers;
use crate::page::{Page, Place};
use crate::phrases::{Amounts, Payments};
use crate::words::Words;
pub use label::is_total;
use label::{RANK_AMOUNT, RANK_GRAND, rank};
pub use labelled::{Labelled, in_cells, in_lines};
use labels::{Class, Label, Position};
use parser_document::steps;
use parser_model::Money;
pub use question::{candidates, candidates_in};
pub use rules::{ANSWERED, Total, tables};
use sentences::last_words;
pub use unknown_labels::unknown_labels;

/// Whether an amount's own label, in a table or list, says that it is refunded. A sentence may announce a later refund.
pub fn comes_back(amount: &Labelled) -> bool {
    amount.class() == Some(Class::Refund) && amount.is_labelled_in_table()
}

/// Every usable amount of a page with its label.
pub fn labelled(page: &Page<'_>, refund: bool) -> Vec<Labelled> {
    let mut all = Vec::new();
    // `Kreditnota: KR-901`: the name of a refund leads to an amount, or to the document's own number.
    let numbers = if refund { numbers::find(page) } else { Vec::new() };
    for at in page.places() {
        let content = page.content(at);
        steps::spend(page.lines[at.line].len());
        let strong_in_line = page.lines[at.line].iter().any(CellContent::has_money);
        for (index, amount) in content.amounts.iter().enumerate() {
            steps::spend(numbers.len());
            let read = &page.cell(at).text[..amount.end];
            if numbers.iter().any(|n| n.at == Some(at) && read.ends_with(&n.value)) {
                continue;
            }
            let mut label = labels::of(page, at, index);
            if let Some(found) = label.as_mut().filter(|l| l.class == Class::Refund) {
                found.class = match refund {
                    false => Class::NotATotal,
                    true if Amounts::MoneyBack.occur_in(&found.words) => Class::Refund,
                    true => Class::Paid,
                };
            }
            if amount.strong || (!strong_in_line && weak_is_usable(page, at, index, label.as_ref())) {
                let is_withheld = label.as_ref().is_some_and(|label| label.class == Class::Withheld);
                let is_credit = is_withheld || !refund && labels::is_credit(page, at, index, label.as_ref());
                all.push(Labelled {
                    value: if is_credit { -amount.value.abs() } else { amount.value },
                    mark: amount.mark,
                    strong: amount.strong,
                    at,
                    index,
                    label,
                });
            }
        }
    }
    keep_last_of_row(&mut all);
    if !page.is_mail() {
        unknown_labels::pair(page, &mut all);
    }
    all
}

/// No such phrase has more words.
const MAX_CARD_WORDS: usize = 5;

/// A bare number counts only if it fills its cell or ends a labelled one.
fn weak_is_usable(page: &Page<'_>, at: Place, index: usize, label: Option<&Label>) -> bool {
    let content = page.content(at);
    let amount = &content.amounts[index];
    let text = page.cell(at).text.as_str();
    let ends = amount.end == text.len();
    let before = text[..amount.start].trim_end();
    let follows_multiplier_or_card = before.ends_with(['x', '×', '*', '•', '-'])
        || Payments::CardEnding.ends_with(&Words::of(last_words(before, MAX_CARD_WORDS)));
    let after_month = Words::of(before.rsplit(' ').next().unwrap_or(""));
    let year = amount.value.units() % 10_000 == 0
        && (19_000_000..=20_500_000).contains(&amount.value.units())
        && (amount.start == 0 || crate::phrases::month(after_month.word(0)).is_some());
    // Six digits in a row are a number of something.
    let long = amount.value.abs().units() >= 1_000_000_000
        && text[amount.start..amount.end].bytes().all(|b| b.is_ascii_digit());
    // `Payment method: Visa – 3094`: the digits of a card.
    let is_payment_method = label.is_some_and(|label| Payments::MethodLabel.occur_in(&label.words));
    ends && !long
        && label.is_some()
        && !is_payment_method
        && (!amount.value.is_negative() || label.is_some_and(|label| label.class == Class::Discount))
        && !follows_multiplier_or_card
        && !year
}

/// In a row with several amounts under one label only the last counts, or the one that is the sum of the others: they are parts of it.
fn keep_last_of_row(all: &mut [Labelled]) {
    for at in 0..all.len() {
        if let Some(end) = row_of_sum(all, at) {
            all[at + 1..end].iter_mut().for_each(|part| part.label = None);
            continue;
        }
        let from_left = |l: &Labelled| l.position() == Some(Position::Left);
        let later = all[at + 1..]
            .iter()
            .take_while(|other| other.at.line == all[at].at.line)
            .inspect(|_| _ = steps::spend(1));
        let alike = |other: &&Labelled| from_left(other) && other.label == all[at].label;
        if !from_left(&all[at]) || !later.clone().any(|other| alike(&other)) {
            continue;
        }
        // `399,00 EUR | 4 428,90 SEK`: what is after is the same in other money.
        let converted: Vec<usize> = (at + 1..all.len())
            .take_while(|other| all[*other].at.line == all[at].at.line)
            .filter(|other| alike(&&all[*other]) && is_converted(&all[at], &all[*other]))
            .collect();
        if converted.is_empty() {
            all[at].label = None;
        }
        for other in converted {
            all[other].label = None;
        }
    }
}

/// The end of a row of which the amount at `at` is the first and the sum of the others: `Total | 119.00 | 100.00 | 19.00`.
fn row_of_sum(all: &[Labelled], at: usize) -> Option<usize> {
    /// Maximum number of parts.
    const PARTS: usize = 4;
    let is_alike = |other: &&Labelled| other.at.line == all[at].at.line && other.label == all[at].label;
    let is_first = at == 0 || all[at - 1].at.line != all[at].at.line;
    if !is_first || all[at].position() != Some(Position::Left) || !all[at].strong {
        return None;
    }
    let parts = all[at + 1..].iter().take(PARTS).take_while(is_alike);
    let count = parts.clone().count();
    let sum: Money = parts.map(|part| part.value).sum();
    (count > 1 && sum == all[at].value).then_some(at + 1 + count)
}

fn is_converted(one: &Labelled, other: &Labelled) -> bool {
    matches!((one.mark, other.mark), (Some(one), Some(other)) if one != other)
}

/// Chooses the total among labelled amounts by the rules of [`tables`]. `refund`: whether the document is about one.
pub fn choose(page: &Page<'_>, all: &[Labelled], refund: bool) -> Total {
    let mut ranked: Vec<(u8, &Labelled)> = all.iter().filter_map(|l| Some((rank(l.label.as_ref()?)?, l))).collect();
    // A printed `Att betala 0,00` is the sum if everything else is a line of it; in a mail it is what remains after a voucher.
    let nothing_to_pay =
        |(rank, l): &(u8, &Labelled)| *rank == RANK_GRAND && l.value.is_zero() && l.strong && !page.is_mail();
    let only_lines = ranked.iter().all(|(rank, l)| l.value.is_zero() || *rank == RANK_AMOUNT);
    let is_zero_total = only_lines && ranked.iter().any(nothing_to_pay);
    if !is_zero_total && ranked.iter().any(|(_, l)| !l.value.is_zero()) {
        ranked.retain(|(_, l)| !l.value.is_zero());
    }
    // `Payment received -50.00`: what was paid, taken off, counts only if there is nothing else, or money comes back.
    let is_payment = |l: &Labelled| l.class() == Some(Class::Paid) && l.value.is_negative();
    drop_if_not_alone(&mut ranked, |l| !refund && is_payment(l));
    // A column's head over lines of goods counts only if there is nothing else of its rank.
    drop_if_not_alone(&mut ranked, |l| l.position() == Some(Position::ColumnHead));
    // The sum of an offer of instalments counts only if there is no other sum.
    drop_if_not_alone(&mut ranked, |l| instalments::is_offered(page, l));
    drop_if_not_alone(&mut ranked, |l| is_aside(page, l) || is_restated_for_tax(l, all));
    drop_if_not_alone(&mut ranked, |l| is_refund_before_tax(l, all));
    // In a mail about a refund, the refunded amount counts, whatever the order once cost.
    if page.is_mail() && ranked.iter().any(|(_, l)| l.class() == Some(Class::Refund)) {
        ranked.retain(|(_, l)| l.class() == Some(Class::Refund));
    }
    let considered: Vec<String> = ranked.iter().map(|(_, l)| l.describe()).collect();
    let mut total = rules::decide(page, &ranked, all, refund);
    total.choice.considered = considered;
    total.choice.considered.dedup();
    total.choice.considered.truncate(12);
    total
}

/// Leaves out the amounts of a kind, unless there are no others.
fn drop_if_not_alone(ranked: &mut Vec<(u8, &Labelled)>, is_dropped: impl Fn(&Labelled) -> bool) {
    let dropped: Vec<bool> = ranked.iter().map(|(_, l)| is_dropped(l)).collect();
    if dropped.contains(&false) {
        let mut dropped = dropped.into_iter();
        ranked.retain(|_| dropped.next() == Some(false));
    }
}

/// `For UK VAT purposes: VAT £12.98, total £77.88` in an invoice in euros: the words beside an amount restate a tax and the sum in the
/// currency of a tax office.
fn is_restated_for_tax(amount: &Labelled, all: &[Labelled]) -> bool {
    let own = in_lines(all, amount.at.line, amount.at.line).iter();
    let mut own = own.filter(|other| other.at == amount.at && other.mark == amount.mark);
    let restates = own.any(|other| other.class() == Some(Class::Vat));
    let is_other_tax =
        |other: &&Labelled| other.at != amount.at && other.class() == Some(Class::Vat) && other.mark != amount.mark;
    let is_outside = |other: &&Labelled| other.at != amount.at && other.mark == amount.mark;
    amount.mark.is_some() && restates && all.iter().any(|l| is_other_tax(&l)) && !all.iter().any(|l| is_outside(&l))
}

/// `Return: vacuum cleaner -100.00, VAT -20.00, total -120.00`: a line of returned goods, which with its tax is a labelled total.
fn is_refund_before_tax(amount: &Labelled, all: &[Labelled]) -> bool {
    /// Of more taxes no more are tried.
    const TAXES: usize = 6;
    if amount.class() != Some(Class::Refund) || !amount.value.is_negative() {
        return false;
    }
    let below = || all.iter().filter(|other| other.at > amount.at);
    let taxes = below().filter(|other| other.class() == Some(Class::Vat)).take(TAXES);
    let mut wholes = taxes.map(|tax| amount.value.abs() + tax.value.abs());
    wholes.any(|whole| {
        steps::spend(all.len());
        whole != amount.value.abs() && below().any(|other| other.is_total() && other.value.abs() == whole)
    })
}

const MAX_SENTENCE_WORDS: usize = 60;

/// `Order 1001 (order value 612.80 EUR)`, or `with 2 % cash discount 98.00` in running text: such an amount counts only if there is no
/// other.
fn is_aside(page: &Page<'_>, amount: &Labelled) -> bool {
    // A longer text has many amounts.
    let is_sentence = |content: &CellContent| (labels::MAX_WORDS..MAX_SENTENCE_WORDS).contains(&content.words.len());
    let offers_discount =
        |content: &CellContent| is_sentence(content) && Amounts::EarlyPaymentDiscount.contains(&content.words);
    // Running text is alone in its line, and the amount may be in the next one.
    let is_after_offer = |line: usize| matches!(page.lines[line].as_slice(), [content] if offers_discount(content));
    let (at, written) = (amount.at, amount.written(page));
    sentences::is_bracketed(&page.cell(at).text, written.start, written.end)
        || offers_discount(page.content(at))
        || at.line > 0 && is_after_offer(at.line - 1)
}
