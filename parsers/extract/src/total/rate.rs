//! Prices of a night, a person or the like.

use super::class::{Class, classify};
use super::labelled::Labelled;
use super::sentences::first_sentence;
use crate::page::Page;

/// `12 EUR per night`: whether the words after an amount say that it isn't a total.
pub(super) fn is_rate(page: &Page<'_>, amount: &Labelled) -> bool {
    let content = page.content(amount.at);
    let text = page.cell(amount.at).text.as_str();
    let until = content
        .amounts
        .get(amount.index + 1)
        .map_or(text.len(), |next| next.start);
    let after = content
        .amounts
        .get(amount.index)
        .map_or("", |own| &text[own.end..until]);
    classify(first_sentence(after)) == Some(Class::NotATotal)
}
