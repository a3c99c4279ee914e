//! What the words beside an amount say it is.

pub(super) use super::class::MAX_WORDS;
use super::class::is_currency;
pub use super::class::{Class, classify, classify_cell, is_plain};
use super::label::label;
pub use super::label::{Label, Position};
use super::sentences::{
    first_sentence, has_letters, is_bracketed, last_sentence, last_words, unclosed, without_bracketed_amounts,
};
use crate::amounts::Amount;
use crate::page::{Page, Place};
use crate::payment;
use crate::phrases::Amounts;
use crate::words::Words;

/// The label of the amount `index` in the cell at `at`.
pub fn of(page: &Page<'_>, at: Place, index: usize) -> Option<Label> {
    let content = page.content(at);
    let text = page.cell(at).text.as_str();
    let amount = &content.amounts[index];
    // A bare number before money counts something: `Sum 5 varer 298,23`.
    let ends_label = |other: &&Amount| other.strong || !amount.strong;
    // `Summa att betala (moms 148,40) ..... 742,00`: what is in brackets ends no label.
    let outside = |other: &&Amount| !is_bracketed(&text[..amount.start], other.start, other.end);
    let mut earlier = content.amounts[..index].iter().filter(outside);
    let from = earlier.rfind(ends_label).map_or(0, |earlier| earlier.end);
    let own_text = without_bracketed_amounts(&text[from..amount.start]);
    let before = last_sentence(&own_text);
    if let Some(found) = after_included_tax(text, &content.amounts[..index], before) {
        return Some(found);
    }
    let prose = content.words.len() > MAX_WORDS;
    if prose && let Some(found) = sentence(before, &text[amount.end..]) {
        return Some(found);
    }
    let own = bracketed(before).or_else(|| label(before, Position::Before));
    if let Some(own) = own {
        return Some(as_included_tax(own, &text[amount.end..]));
    }
    // `EUR (€) 120.00`: a currency labels nothing.
    let has_own_words = has_letters(before) && !Words::of(before).folded().split_whitespace().all(is_currency);
    let alone = content.amounts.len() == 1 && !has_own_words && !has_letters(&text[amount.end..]);
    let mut left_says_nothing = false;
    if !has_own_words
        && index == 0
        && let Some((words, found)) = left_label(page, at)
    {
        if let Some(found) = found {
            let own = (!names_whole(&found) || !is_of_tax_rate(page, at)).then_some(found);
            return above_panel(page, at).filter(|_| alone).or(own);
        }
        if let Some(found) = payment_line(&words, page.lines[at.line].len()) {
            return Some(found);
        }
        left_says_nothing = is_worded(&words);
    }
    let position = if left_says_nothing {
        Position::ColumnHead
    } else {
        Position::Above
    };
    if alone && let Some(found) = label_above(page, at, position) {
        return Some(found);
    }
    let around = || announced_below(page, at).or_else(|| in_line_above(page, at));
    let below = if alone { around() } else { None };
    below.or_else(|| after_or_sentence(page, at, index, before))
}

/// The label of an amount without words of its own, in a cell above it that names no other amount.
fn label_above(page: &Page<'_>, at: Place, position: Position) -> Option<Label> {
    for above in page.above(at, 2) {
        let is_used = || {
            let is_amount = |right: Place| page.content(right).has_money() && !has_letters(&page.cell(right).text);
            page.right(above).is_some_and(is_amount)
        };
        if !page.content(above).amounts.is_empty() || is_used() {
            return None;
        }
        let text = page.cell(above).text.as_str();
        let found = label(text, position).or_else(|| announced(text));
        if let Some(found) = found.or_else(|| divided(page, above, position)) {
            return Some(without_gross_column(page, at, found));
        }
    }
    None
}

/// `Gesamtsumme inkl. 24,41 € MwSt. 152,90 €`: the label of the amount after the tax, whose own words only name the tax.
fn after_included_tax(text: &str, earlier: &[Amount], before: &str) -> Option<Label> {
    let tax = earlier
        .last()
        .filter(|_| Amounts::Vat.matches_all(&Words::of(before)))?;
    let whole = last_sentence(&text[..tax.start]);
    let includes = Amounts::VatIncluded.ends_with(&Words::of(whole));
    includes.then(|| label(whole, Position::Before)).flatten()
}

/// `Net à` over `payer` is a label of a sum before tax by its first line alone.
fn divided_or(own: Option<Label>, page: &Page<'_>, at: Place) -> Option<Label> {
    let is_net = own.as_ref().is_none_or(|label| label.class == Class::Net);
    is_net.then(|| divided(page, at, Position::Left)).flatten().or(own)
}

/// Maximum number of words in a line of a divided label.
const MAX_DIVIDED: usize = 3;

/// `Att` over `betala`: the label of the whole sum that is divided over a cell and the one above or below it.
fn divided(page: &Page<'_>, at: Place, position: Position) -> Option<Label> {
    let is_part = |place: Place| {
        let content = page.content(place);
        content.amounts.is_empty() && content.dates.is_empty() && (1..=MAX_DIVIDED).contains(&content.words.len())
    };
    // A cell beside an amount is the label of that one.
    let is_free = |place: &Place| {
        let mut beside = page.lines[place.line][place.cell + 1..].iter();
        is_part(*place) && beside.all(|content| content.amounts.is_empty())
    };
    let joined = |upper: Place, lower: Place| {
        let text = format!("{} {}", page.cell(upper).text, page.cell(lower).text);
        label(&text, position).filter(|found| names_whole(found) && is_plain(&Words::of(&found.words)))
    };
    let above = is_part(at).then(|| page.above(at, 1).find(is_free)).flatten();
    let below = is_part(at).then(|| page.below(at, 1).find(is_free)).flatten();
    let from_above = above.and_then(|above| joined(above, at));
    from_above.or_else(|| joined(at, below?))
}

/// The same line: the amount between "including" and a word for the tax is the tax.
fn as_included_tax(own: Label, after: &str) -> Label {
    let includes = Amounts::VatIncluded.ends_with(&Words::of(&own.words));
    let is_tax = includes && Amounts::Vat.starts_with(&Words::of(after));
    let class = if is_tax { Class::Vat } else { own.class };
    Label { class, ..own }
}

/// `Netto | MwSt. | Brutto` over the rates of a tax: each row is an amount, and none need be the whole.
fn without_gross_column(page: &Page<'_>, at: Place, found: Label) -> Label {
    let is_gross = Amounts::VatIncluded.matches_all(&Words::of(&found.words));
    let is_part = is_gross || names_whole(&found) && is_of_tax_rate(page, at);
    let class = if is_part { Class::Amount } else { found.class };
    Label { class, ..found }
}

fn names_whole(label: &Label) -> bool {
    matches!(label.class, Class::Grand | Class::Due | Class::Total | Class::Paid)
}

/// `12 % | 4 740,00 | 568,80 | 5 308,80`: whether the amount is in the row of one rate of a tax.
fn is_of_tax_rate(page: &Page<'_>, at: Place) -> bool {
    let is_rate = |place: Place| {
        let number = page.cell(place).text.trim().strip_suffix('%').map(str::trim_end);
        number.is_some_and(|number| {
            number.len() <= 6 && number.starts_with(|c: char| c.is_ascii_digit()) && !number.contains(' ')
        })
    };
    page.left_of(at).any(is_rate)
}

/// `Total (VAT incl. 41.75)`: within brackets that are still open, their own words say that it is a part.
fn bracketed(before: &str) -> Option<Label> {
    let (_, within) = unclosed(before)?;
    label(within, Position::Before).filter(|found| {
        matches!(
            found.class,
            Class::NotATotal | Class::Net | Class::Vat | Class::Discount | Class::Delivery | Class::Fee
        )
    })
}

/// An amount alone in its line over words such as `ska betalas senast 31 mars`.
fn announced_below(page: &Page<'_>, at: Place) -> Option<Label> {
    let below = page.below(at, 1).next()?;
    let content = page.content(below);
    let words = &content.words;
    let is_alone = content.amounts.is_empty() && page.lines[at.line].len() == 1;
    let announces = is_alone && Amounts::DueBelowAmount.starts_with(words);
    announces.then(|| Label::new(words, Class::Due, Position::Below))
}

/// `TOTAAL` in the line above, left of an amount that is alone in its line of a PDF: one row in which one text is a little lower.
fn in_line_above(page: &Page<'_>, at: Place) -> Option<Label> {
    let is_alone = !page.is_mail() && page.lines[at.line].len() == 1;
    let line = at.line.checked_sub(1).filter(|_| is_alone)?;
    let (first, others) = page.document.lines[line].split_first()?;
    let is_left = first.x1 <= page.cell(at).x0;
    let are_signs = others
        .iter()
        .all(|cell| crate::currency::code(cell.text.trim()).is_some());
    let is_free = page.lines[line].iter().all(|content| content.amounts.is_empty());
    let found = label(&first.text, Position::Left).filter(names_whole)?;
    (is_left && are_signs && is_free).then_some(found)
}

/// `… det här ska du betala för maj:` above an amount: a sentence that ends in what it announces.
fn announced(text: &str) -> Option<Label> {
    let sentence = last_sentence(text.strip_suffix(':')?);
    let words = Words::of(sentence);
    let announces = Amounts::PayableSentence.contains(&words);
    announces.then(|| Label::new(&words, Class::Grand, Position::SumSentence))
}

/// A cell with a date and more words is a line of its own.
const MAX_DAY_WORDS: usize = 5;

/// The nearest cell to the left that has words, and what it says.
fn left_label(page: &Page<'_>, at: Place) -> Option<(String, Option<Label>)> {
    for left in page.left_of(at) {
        let content = page.content(left);
        let text = page.cell(left).text.as_str();
        // `Att betala | Varav moms 194,60 | 973,00`: the cell between has an amount of its own.
        if !content.amounts.is_empty() && Amounts::OfWhichVat.starts_with(&content.words) {
            continue;
        }
        let words = match content.amounts.iter().find(|a| a.strong) {
            Some(amount) => &text[..amount.start],
            None => text,
        };
        let words = unclosed(words).map_or(words, |(before, _)| before);
        let words = whole_before_of_which(words);
        let short = words.chars().count() <= 3 || crate::currency::code(words.trim()).is_some();
        if !has_letters(words) || Amounts::ItemCount.matches_all(&Words::of(words)) {
            continue;
        }
        let found = divided_or(label(words, Position::Left), page, left);
        // `Att betala | senast 2026-06-30 | 1 615,00`
        let is_day = !content.dates.is_empty() && content.words.len() <= MAX_DAY_WORDS;
        if found.is_none() && (short || is_day) {
            continue;
        }
        return Some((words.to_owned(), found));
    }
    None
}

/// `Visa •••• 1234 | 13.05 EUR`: what a payment method pays.
fn payment_line(words: &str, cells: usize) -> Option<Label> {
    const CELLS: usize = 2;
    let is_method = payment::is_card_alone(words) || cells <= CELLS && payment::is_method_alone(words);
    is_method.then(|| Label::new(&Words::of(words), Class::Amount, Position::Left))
}

/// `Total (includes VAT`: in a cell beside the amount the first part labels it.
fn whole_before_of_which(text: &str) -> &str {
    let words = Words::of(text);
    match Amounts::OfWhichVat.find(&words) {
        Some(range) if range.start > 0 => text[..words.span(range.start).0].trim_end_matches([' ', '(', ',', '-']),
        _ => text,
    }
}

fn after_or_sentence(page: &Page<'_>, at: Place, index: usize, before: &str) -> Option<Label> {
    let content = page.content(at);
    let after = first_sentence(page.text_after(at, index));
    if content.words.len() <= MAX_WORDS {
        if has_letters(after) {
            if let Some(found) = label(after, Position::After).filter(|l| l.class != Class::NotATotal) {
                return Some(found);
            }
        } else if before.is_empty()
            && page.lines[at.line].len() == 2
            && let Some(right) = page.right(at)
        {
            let right_reads = page.content(right);
            if right_reads.amounts.is_empty()
                && let Some(found) = label(&page.cell(right).text, Position::After)
            {
                return Some(found);
            }
        }
    }
    sentence(before, after)
}

/// The patterns of running text: `you paid 12 kr`, `12 kr har debiterats`.
fn sentence(before: &str, after: &str) -> Option<Label> {
    let near_before = last_words(before, 6);
    let words_before = Words::of(near_before);
    if Amounts::SentenceException.contains(&words_before) {
        return None;
    }
    let label = |words: &str, class, position| Some(Label::new(&Words::of(words), class, position));
    if Amounts::PayRequest.matches_all(&words_before) || Amounts::OrderSentenceBefore.ends_with(&words_before) {
        return label(near_before, Class::Grand, Position::SumSentence);
    }
    if Amounts::PaidSentenceBefore.ends_with(&words_before) {
        return label(near_before, Class::Paid, Position::Sentence);
    }
    let near_after = Words::of(parser_document::text::cut(after, 60));
    if Amounts::PaidSentenceAfter.starts_with(&near_after) {
        return label(after, Class::Paid, Position::Sentence);
    }
    None
}

/// Words rather than a number with letters in it.
fn is_worded(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    letters > text.chars().filter(char::is_ascii_digit).count()
}

/// The label of the amount due above an amount, if the row to its left has its own amount under another head.
fn above_panel(page: &Page<'_>, at: Place) -> Option<Label> {
    let left = page.left(at).filter(|left| page.content(*left).has_money())?;
    if page.is_mail() {
        return None;
    }
    // In a table each column has a head that mentions amounts.
    let has_none = |above: &Place| page.content(*above).amounts.is_empty();
    let mut heads = page.above(left, 3).take_while(has_none);
    if heads.any(|head| classify(&page.cell(head).text).is_some()) {
        return None;
    }
    let mut above = page.above(at, 2).take_while(has_none);
    let found = above.find_map(|above| label(&page.cell(above).text, Position::Above))?;
    matches!(found.class, Class::Grand | Class::Due).then_some(found)
}

/// Whether the words right before an amount, in its cell or to its left, or right behind it say that it is in the buyer's favour.
pub(super) fn is_in_favour(page: &Page<'_>, at: Place) -> bool {
    let content = page.content(at);
    let [amount] = content.amounts.as_slice() else {
        return false;
    };
    // `Te ontvangen | € | 84,15`: a sign of a currency can be a cell of its own.
    let is_sign = |left: &Place| page.content(*left).words.folded().split_whitespace().all(is_currency);
    let left = page
        .left_of(at)
        .find(|left| !is_sign(left))
        .map(|left| page.content(left));
    let left = left.filter(|left| left.amounts.is_empty() && amount.start == 0);
    if Amounts::InFavour.contains(&content.words) {
        let text = &page.cell(at).text;
        let (before, behind) = (Words::of(&text[..amount.start]), Words::of(&text[amount.end..]));
        return Amounts::InFavour.ends_with(&before) || Amounts::InFavour.starts_with(&behind);
    }
    left.is_some_and(|left| Amounts::InFavour.ends_with(&left.words))
}

/// Whether an amount is in the buyer's favour by its line, by the text after it, or by `CR` before it.
pub(super) fn is_credit(page: &Page<'_>, at: Place, index: usize, label: Option<&Label>) -> bool {
    let own = Words::of(page.text_after(at, index));
    let right = page.right(at).map(|right| page.content(right));
    let behind = match right.filter(|right| own.is_empty() && right.amounts.is_empty()) {
        Some(right) => &right.words,
        None => &own,
    };
    let is_due = |label: &Label| label.class == Class::Due || Amounts::ToPay.occur_in(&label.words);
    let before = &page.cell(at).text[..page.content(at).amounts[index].start];
    let left = page.left(at).map_or("", |left| page.cell(left).text.as_str());
    let text = if before.is_empty() { left } else { before };
    let is_marked = || text.split_whitespace().next_back() == Some("CR");
    Amounts::CreditBalance.matches_all(behind)
        || before.trim() == "CR" && label.is_none()
        || (Amounts::Credit.matches_all(behind) || is_marked()) && label.is_some_and(is_due)
        || is_in_favour(page, at)
}

#[cfg(test)]
mod tests;
