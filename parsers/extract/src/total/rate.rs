//! Prices of a night, a person or the like.

use super::class::{Class, classify};
use super::labelled::Labelled;
use super::sentences::first_sentence;
use crate::page::Page;

/// `12 EUR per night`: whether the words after an amount say that it isn't a total.
pub(super) fn is_rate(page: &Page<'_>, amount: &Labelled) -> bool {
    let after = page.text_after(amount.at, amount.index);
    classify(first_sentence(after)) == Some(Class::NotATotal)
}
