//! Brands and counts in the names of items, as far as all names of a page tell them.

use std::sync::LazyLock;

use super::masked::{captures, is_digit};
use crate::pattern::Pattern;
use crate::receipt::Item;
use crate::words::Words;

/// A longer text is no brand.
const MAX_BRAND: usize = 30;

/// `2 Milk`
static COUNT: LazyLock<Pattern> = LazyLock::new(|| Pattern::new(r"^([1-9][0-9]?) (\p{L}.*)$"));

/// Whether a text may be a brand: short, without digits, and no sentence.
pub(super) fn may_be_brand(text: &str) -> bool {
    let has_digits = Words::of(text).folded().contains(|c: char| c.is_ascii_digit());
    text.chars().count() <= MAX_BRAND && !text.ends_with(['.', '!', '?', ':']) && !has_digits
}

/// Tells a brand in capitals before a dot from the name: `VILA · Long dress`.
pub(super) fn separate_brands(items: &mut [&mut Item]) {
    for item in items {
        if let Some((brand, name)) = item.name.split_once(" · ").filter(|(brand, _)| is_in_capitals(brand)) {
            item.brand = Some(brand.to_owned());
            item.name = String::from(name);
        }
    }
}

fn is_in_capitals(text: &str) -> bool {
    may_be_brand(text) && text.contains(char::is_alphabetic) && !text.contains(char::is_lowercase)
}

/// Tells counts from names, where every name of several begins with one: `2 Milk`, `1 Butter`.
pub(super) fn separate_counts(items: &mut [&mut Item]) {
    let named = || items.iter().filter(|item| !item.name.is_empty());
    let is_counted = |item: &&mut Item| captures(&COUNT, &item.name, is_digit).is_some();
    if named().count() < 2 || !named().all(is_counted) {
        return;
    }
    for item in items {
        let Some(found) = captures(&COUNT, &item.name, is_digit) else {
            continue;
        };
        let name = found[2].to_owned();
        item.quantity = item.quantity.or_else(|| found[1].parse().ok());
        item.name = name;
    }
}
