//! Whether an amount is a piece of a longer number: `1´234.50`, `1 174 50`, `12, 50`, or a number that a line end parts.
//!
//! Only the chosen amount is examined, so the cost is that of its cell.

use super::super::labelled::Labelled;
use crate::amounts::is_hundredths;
use crate::currency;
use crate::page::{Page, Place};
use crate::phrases::Items;

/// Signs beside a number that are no part of it, besides those of ASCII.
const KNOWN: &str = "×÷→←…–—−‘’“”„«»°½¼¾²³│┃█■□●○✓✔\u{a0}\u{202f}\u{2009}\u{fffd}";
/// Signs of ASCII that stand for a lost character.
const LOST: &str = "?`";
/// Signs in a row that stand for one lost character: `Â\u{a0}`.
const MAX_SIGNS: usize = 2;
/// The longest name of a character in markup that was escaped twice: `&nbsp;`.
const MAX_ENTITY: usize = 8;

/// Whether digits that are not in the amount belong to it.
pub(super) fn is_piece(page: &Page<'_>, amount: &Labelled) -> bool {
    let at = amount.at;
    let text = page.cell(at).text.as_str();
    let span = &page.content(at).amounts[amount.index];
    let (before, own, after) = (&text[..span.start], &text[span.start..span.end], &text[span.end..]);
    follows_digits(before, own)
        || precedes_digits(own, after)
        || (after.is_empty() && !has_cents(own) && cents_beside(page, at))
        || (page.is_mail() && (before.is_empty() && continues_line(page, at, own)))
        || (page.is_mail() && (after.trim().is_empty() && goes_on_below(page, at, own)))
        || (!page.is_mail() && before.is_empty() && begins_in_cell_above(page, at, own))
}

/// `1´|234.50`, `1 174 |50`, `12, |50`, `1046 |€ 20`.
fn follows_digits(before: &str, own: &str) -> bool {
    let bare = before.strip_suffix(' ');
    let left = bare.unwrap_or(before);
    if without_sign_at_end(left).is_some_and(ends_with_digit) {
        return true;
    }
    let number = currency::at_start(own).map_or(own, |(_, length)| own[length..].trim_start());
    let is_two_digits = leading_digits(number) == 2 && !has_cents(number);
    if bare.is_none() || !is_two_digits {
        return false;
    }
    let number = match currency::at_end(left) {
        Some((_, length)) => left[..left.len() - length].trim_end(),
        None => left.trim_end_matches([',', '.']),
    };
    ends_with_digit(number) && !has_cents(number)
}

/// `1|´234.50`, `12|, 50`, `12| .50`, `1 174| 50`, `1 012 kr| 50 öre`.
fn precedes_digits(own: &str, after: &str) -> bool {
    if let Some(rest) = without_sign_at_start(after)
        && starts_with_digit(rest.strip_prefix(' ').unwrap_or(rest))
    {
        return true;
    }
    if has_cents(own) {
        return false;
    }
    if let Some(rest) = after.strip_prefix([',', '.']) {
        return rest.strip_prefix(' ').is_some_and(|rest| leading_digits(rest) == 2);
    }
    let Some(rest) = after.strip_prefix(' ') else {
        return false;
    };
    if let Some(cents) = rest.strip_prefix([',', '.']) {
        return starts_with_digit(cents.trim_start());
    }
    let is_two_digits = leading_digits(rest) == 2 && !has_cents(rest);
    if !is_two_digits {
        return false;
    }
    let rest = rest[2..].trim_start();
    let word: String = rest.chars().take_while(|c| c.is_alphabetic()).collect();
    let may_be_cents = word.is_empty() || is_hundredths(&word);
    if own.ends_with(|c: char| c.is_ascii_digit()) {
        // `1 174 50 kr`
        may_be_cents || currency::at_start(rest).is_some()
    } else {
        may_be_cents && rest.len() == word.len()
    }
}

/// `1012 | ,50 €`
fn cents_beside(page: &Page<'_>, at: Place) -> bool {
    let right = page.right(at).map(|right| page.cell(right).text.as_str());
    right
        .and_then(|text| text.strip_prefix([',', '.']))
        .is_some_and(|cents| leading_digits(cents) == 2)
}

/// The start of a number at the end of the line above, and three digits that begin this line.
fn continues_line(page: &Page<'_>, at: Place, own: &str) -> bool {
    let above = || {
        let line = page.document.lines.get(at.line.checked_sub(1)?)?;
        let text = line.last()?.text.trim_end();
        let head = text.trim_end_matches(|c: char| c.is_ascii_digit());
        Some((head, text.len() - head.len()))
    };
    let begins_above = |(head, digits): (&str, usize)| {
        (1..=3).contains(&digits) && (head.is_empty() || head.ends_with(char::is_whitespace))
    };
    at.cell == 0 && leading_digits(own) == 3 && above().is_some_and(begins_above)
}

/// The end of the line, and three digits that begin the line below.
fn goes_on_below(page: &Page<'_>, at: Place, own: &str) -> bool {
    let digits = own.chars().rev().take_while(char::is_ascii_digit).count();
    let below = || page.document.lines.get(at.line + 1)?.first();
    (1..=3).contains(&digits)
        && page.right(at).is_none()
        && !has_cents(own)
        && below().is_some_and(|cell| leading_digits(&cell.text) == 3)
}

/// `1` over `234,50`: a narrow cell breaks a number at its blank. All numbers that it breaks in a row of a table begin in one line.
fn begins_in_cell_above(page: &Page<'_>, at: Place, own: &str) -> bool {
    /// The label of the whole row can be between the two lines.
    const LINES: usize = 2;
    /// Maximum difference between the edges of the two cells, in thousandths of the width.
    const EDGE: f32 = 6.0;
    let is_head = |text: &str| (1..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    let cell = page.cell(at);
    let is_aligned = |other: Place| {
        let other = page.cell(other);
        (other.x0 - cell.x0).abs() <= EDGE || (other.x1 - cell.x1).abs() <= EDGE
    };
    // `Qty` over `2`.
    let is_counted = |above: Place| {
        let heads = above.line.checked_sub(1).map(|line| &page.lines[line]);
        heads.is_some_and(|heads| heads.iter().any(|head| Items::QuantityColumn.contains(&head.words)))
    };
    let begins = |above: Place| {
        let line = &page.document.lines[above.line];
        is_aligned(above) && line.iter().all(|cell| is_head(cell.text.trim())) && !is_counted(above)
    };
    leading_digits(own) == 3 && page.above(at, LINES).next().is_some_and(begins)
}

fn is_lost_sign(c: char) -> bool {
    let is_currency = || currency::at_start(c.encode_utf8(&mut [0; 4])).is_some();
    if c.is_ascii() {
        LOST.contains(c)
    } else {
        !KNOWN.contains(c) && !is_currency()
    }
}

/// The text before the sign, or the name of a character in markup, that ends it.
fn without_sign_at_end(text: &str) -> Option<&str> {
    if let Some(named) = text.strip_suffix(';') {
        let start = named.rfind('&').filter(|start| named.len() - start < MAX_ENTITY)?;
        return Some(&text[..start]);
    }
    let signs = text.chars().rev().take_while(|c| is_lost_sign(*c)).take(MAX_SIGNS + 1);
    let (count, length) = signs.fold((0, 0), |(count, length), c| (count + 1, length + c.len_utf8()));
    (1..=MAX_SIGNS).contains(&count).then(|| &text[..text.len() - length])
}

/// The same at the start of a text.
fn without_sign_at_start(text: &str) -> Option<&str> {
    if text.starts_with('&') {
        let end = text.find(';').filter(|end| *end < MAX_ENTITY)?;
        return Some(&text[end + 1..]);
    }
    let signs = text.chars().take_while(|c| is_lost_sign(*c)).take(MAX_SIGNS + 1);
    let (count, length) = signs.fold((0, 0), |(count, length), c| (count + 1, length + c.len_utf8()));
    (1..=MAX_SIGNS).contains(&count).then(|| &text[length..])
}

fn starts_with_digit(text: &str) -> bool {
    leading_digits(text) > 0
}

fn ends_with_digit(text: &str) -> bool {
    text.ends_with(|c: char| c.is_ascii_digit())
}

fn leading_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Whether a number in the text has one or two digits after a point or comma.
fn has_cents(text: &str) -> bool {
    let mut after_signs = text.split([',', '.']).skip(1);
    after_signs.any(|after| matches!(leading_digits(after), 1 | 2))
}

#[cfg(test)]
mod tests {
    use parser_document::Document;

    use crate::page::Page;
    use crate::total::{choose, labelled};

    fn total(text: &str) -> Option<String> {
        let document = Document::from_plain(text);
        let page = Page::new(&document, None);
        let chosen = choose(&page, &labelled(&page, false), false).choice;
        chosen.value.map(|value| value.to_string())
    }

    #[test]
    fn no_piece_of_a_number_is_the_total() {
        for text in [
            "Total   CHF 2´845.50",
            "Total   1`234.50 CHF",
            "Att betala   1?174,50 kr",
            "Att betala   1·174,50 kr",
            "Att betala   1Â 174,50 kr",
            "Att betala   1&nbsp;174,50 kr",
            "Att betala   1 174 50 kr",
            "Total   12, 50 EUR",
            "Total   EUR 12 .50",
            "Total   $1,012 50",
            "Total   1012 EUR   ,50",
            "Gesamtbetrag   1046 € 20",
            "Vi har tagit emot din betalning på totalt 1\n125,50 kr för din order.",
            "Total: SEK 1\n125,50",
        ] {
            assert_eq!(total(text), None, "{text}");
        }
    }

    #[test]
    fn digits_that_are_not_of_the_number_leave_it_whole() {
        for (text, value) in [
            ("Total   CHF 2'845.50", "2845.5"),
            ("Total (3 items)   45.00 EUR", "45"),
            ("Total   45.00 EUR • 12.00 EUR VAT", "45"),
            ("2 st   45,00 kr\nTotal   90,00 kr", "90"),
            ("Total   SEK 174,50\n125,50 of it is VAT", "174.5"),
            ("Total   45 kr\n2026-11-09", "45"),
            ("Att betala   1 012 kr 50 öre", "1012.5"),
            ("Order 12\nTotal   450,00 kr", "450"),
        ] {
            assert_eq!(total(text).as_deref(), Some(value), "{text}");
        }
    }
}
