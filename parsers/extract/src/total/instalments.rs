//! Instalments and offers of them: `Instalment 2 of 6`, `12x de R$ 29,90 (total de R$ 358,80)`.

use std::collections::BTreeSet;

use parser_document::steps;
use parser_model::Money;

use super::labelled::Labelled;
use crate::page::Page;

/// More instalments are numbers of something else.
const MAX: i64 = 60;

/// The number of instalments that the document names: 6 in `Rata 2 di 6`.
pub(super) fn counts(page: &Page<'_>) -> BTreeSet<i64> {
    let mut counts = BTreeSet::new();
    for content in page.lines.iter().flatten() {
        let words = &content.words;
        steps::spend(words.len());
        for at in 2..words.len() {
            let number = |at: usize| words.word(at).parse::<i64>().ok().filter(|n| (1..=MAX).contains(n));
            let is_short = words.word(at - 1).chars().count() <= 3 && number(at - 1).is_none();
            if let (Some(this), Some(count)) = (number(at - 2), number(at))
                && is_short
                && this <= count
                && count > 1
            {
                counts.insert(count);
            }
        }
    }
    counts
}

/// How many times `part` makes `whole`.
pub(super) fn times(part: Money, whole: Money) -> Option<i64> {
    let (part, whole) = (part.units(), whole.units());
    let times = whole.checked_div(part).filter(|_| whole % part == 0)?;
    (2..=MAX).contains(&times).then_some(times)
}

/// Whether an amount is one of several: `R$ 70,00` in `R$ 350,00 em 5x de R$ 70,00`.
pub(super) fn is_one_of(page: &Page<'_>, amount: &Labelled) -> bool {
    let text = &page.cell(amount.at).text;
    let before = text[..amount.written(page).start].split_whitespace();
    let mut before = before.rev().take(3).peekable();
    while let Some(word) = before.next() {
        let times = match word {
            "x" | "×" => before.peek().copied().unwrap_or_default(),
            word => word.strip_suffix(['x', '×']).unwrap_or_default(),
        };
        if times.parse().is_ok_and(|times: i64| (2..=MAX).contains(&times)) {
            return true;
        }
    }
    false
}

/// Whether running text offers the amount in instalments, which its cell states before it.
pub(super) fn is_offered(page: &Page<'_>, amount: &Labelled) -> bool {
    const MAX_LABEL_WORDS: usize = 9;
    let content = page.content(amount.at);
    if content.words.len() <= MAX_LABEL_WORDS {
        return false;
    }
    let text = &page.cell(amount.at).text;
    content.amounts[..amount.index].iter().any(|part| {
        let Some(times) = times(part.value, amount.value) else {
            return false;
        };
        steps::spend(content.words.len());
        let mut before = text[..part.start].split_whitespace().rev().take(3);
        before.any(|word| word.trim_end_matches(['x', '×']) == times.to_string())
    })
}
