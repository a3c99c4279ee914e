//! Accents that are drawn before their letters.

use std::borrow::Cow;

use unicode_normalization::char::compose;

/// Accents as characters of their own, each with the one that combines with a letter.
const ACCENTS: [(char, char); 5] = [
    ('\u{a8}', '\u{308}'),
    ('\u{2da}', '\u{30a}'),
    ('\u{b4}', '\u{301}'),
    ('`', '\u{300}'),
    ('\u{2c6}', '\u{302}'),
];

/// `M¨ atarst¨ allning` is `Mätarställning`: TeX draws the accent and the letter one after the other, and the page places them one above
/// the other. An acute or grave accent without a blank after it may be an apostrophe, and is left alone.
pub fn composed(text: &str) -> Cow<'_, str> {
    if !text.contains(|c| combining(c).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut composed = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match combining(c).and_then(|accent| letter(c, accent, rest.as_str())) {
            Some((letter, length)) => {
                composed.push(letter);
                rest = rest.as_str()[length..].chars();
            }
            None => composed.push(c),
        }
    }
    Cow::Owned(composed)
}

fn combining(c: char) -> Option<char> {
    ACCENTS
        .iter()
        .find(|(alone, _)| *alone == c)
        .map(|(_, combining)| *combining)
}

/// The letter with the accent, and the length of what it stands for after the accent.
fn letter(alone: char, accent: char, after: &str) -> Option<(char, usize)> {
    let spaced = after.strip_prefix(' ');
    if spaced.is_none() && matches!(alone, '\u{b4}' | '`') {
        return None;
    }
    let base = spaced.unwrap_or(after).chars().next()?;
    let length = after.len() - spaced.unwrap_or(after).len() + base.len_utf8();
    Some((compose(base, accent)?, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_accent_before_its_letter_is_a_part_of_it() {
        for (drawn, text) in [
            ("M\u{a8} atarst\u{a8} allning", "Mätarställning"),
            (
                "Bj\u{a8}orkman, Garanti p\u{2da} a arbete",
                "Björkman, Garanti på arbete",
            ),
            ("` a-pris", "à-pris"),
            ("it\u{b4}s", "it\u{b4}s"),
            ("\u{a8} q", "\u{a8} q"),
            ("60 \u{a8}", "60 \u{a8}"),
        ] {
            assert_eq!(composed(drawn), text);
        }
    }
}
