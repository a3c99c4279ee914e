//! The sentences of a page that state something.

use crate::page::Page;
use crate::phrases::{Documents, Roles};
use crate::words::Words;

/// A longer sentence is of the terms.
pub const MAX_WORDS: usize = 25;

/// Whether a page says in words that it is paid, or that a payment has come.
pub fn says_paid(page: &Page<'_>) -> bool {
    let says = |words: &Words| {
        let classes = [&*Roles::Paid, &*Roles::Payment, &*Roles::PaidLabel];
        classes
            .iter()
            .any(|class| class.starts_with(words) || class.ends_with(words))
    };
    find(page, says).is_some()
}

/// The first sentence that says something and sets no condition.
pub fn find(page: &Page<'_>, says: impl Fn(&Words) -> bool) -> Option<Words> {
    let document = page.document;
    let cells = document.lines.iter().flatten().map(|cell| cell.text.as_str());
    let texts = [document.subject.as_str(), document.title.as_str()]
        .into_iter()
        .chain(cells);
    let mut all = texts.flat_map(sentences).filter(|(_, is_question)| !is_question);
    all.find_map(|(text, _)| {
        let words = Words::of(text);
        let is_said =
            words.len() <= MAX_WORDS && !Roles::Condition.contains(&words) && !Documents::Future.contains(&words);
        (says(&words) && is_said).then_some(words)
    })
}

/// The sentences of a text, each with whether it is a question. A dot within a word ends none.
pub fn sentences(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut ends = rest.char_indices().filter(|(_, c)| matches!(c, '.' | '!' | '?'));
        let end = ends.find(|(at, c)| rest[at + c.len_utf8()..].chars().next().is_none_or(char::is_whitespace));
        let (sentence, after, sign) = match end {
            Some((at, sign)) => (&rest[..at], &rest[at + 1..], sign),
            None => (rest, "", ' '),
        };
        rest = after;
        Some((sentence, sign == '?'))
    })
}
