//! Cutting a label out of the words around it.

use std::borrow::Cow;

pub(super) fn has_letters(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

/// The text after the last end of a sentence.
pub(super) fn last_sentence(text: &str) -> &str {
    let end = [". ", "! ", "? ", "• ", "| ", "; "]
        .iter()
        .filter_map(|stop| text.rfind(stop).map(|at| at + stop.len()))
        .max();
    // An abbreviation's point ends no sentence.
    let start = end.filter(|at| {
        let head = text[..*at].trim_end();
        let word = head.trim_end_matches(['.', '!', '?']).rsplit(' ').next().unwrap_or("");
        // Nor does that of an ordinal; a longer number's does: `…5512. We've added`.
        let number = word.len() >= 3 && word.bytes().all(|b| b.is_ascii_digit());
        !head.ends_with('.') || word.chars().count() > 4 || number
    });
    text[start.unwrap_or(0)..].trim()
}

/// The text before the first end of a sentence.
pub(super) fn first_sentence(text: &str) -> &str {
    let end = [". ", "! ", "? ", "• ", "| "]
        .iter()
        .filter_map(|stop| text.find(stop))
        .min();
    text[..end.unwrap_or(text.len())].trim()
}

/// The last `count` words, at least one.
pub(super) fn last_words(text: &str, count: usize) -> &str {
    let start = text.rmatch_indices(' ').nth(count - 1);
    &text[start.map_or(0, |(at, _)| at)..]
}

/// Whether the text from `start` to `end` is within closed brackets.
pub(super) fn is_bracketed(text: &str, start: usize, end: usize) -> bool {
    let opened = text[..start]
        .rfind('(')
        .is_some_and(|at| !text[at..start].contains(')'));
    opened && text[end..].find(')').is_some_and(|at| !text[end..][..at].contains('('))
}

/// The text without closed brackets that hold digits.
pub(super) fn without_bracketed_amounts(text: &str) -> Cow<'_, str> {
    let brackets = || {
        let open = text.find('(')?;
        Some((open, open + text[open..].find(')')?))
    };
    let Some((open, close)) = brackets() else {
        return Cow::Borrowed(text);
    };
    if !text[open..close].bytes().any(|b| b.is_ascii_digit()) || !has_letters(&text[..open]) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{}{}", text[..open].trim_end(), &text[close + 1..]))
}

/// The text before and after an unclosed bracket.
pub(super) fn unclosed(text: &str) -> Option<(&str, &str)> {
    let (before, within) = text.rsplit_once('(')?;
    (!within.contains(')') && has_letters(before)).then_some((before, within))
}
