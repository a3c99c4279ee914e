//! Brands and counts in the names of items, as far as all names of a page show them.

use crate::pattern::{Pattern, pattern};
use crate::phrases::Items;
use crate::receipt::Item;
use crate::words::Words;

/// A longer text isn't a brand.
const MAX_BRAND: usize = 30;

/// `2 Milk`
static COUNT: Pattern = pattern!(r"^([1-9][0-9]?) (\p{L}.*)$");

/// `Milk × 2`
static COUNT_AT_END: Pattern = pattern!(r"^(.*\S) [x×] ([1-9][0-9]?)$");

pub(super) fn is_known_brand(text: &str) -> bool {
    Items::Brand.matches_all(&Words::of(text))
}

/// The known brand that is one of the parts of a text: `Haglöfs · Colour: blue`.
pub(super) fn known_brand_in(text: &str) -> Option<String> {
    let mut parts = text.split([',', '·', '|', '/']).map(str::trim);
    parts.find(|part| is_known_brand(part)).map(str::to_owned)
}

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

/// Separates counts from names, if every name of several begins with one, such as `2 Milk` and `1 Butter`, or if they end
/// with one and no other name is without a quantity.
pub(super) fn separate_counts(items: &mut [&mut Item]) {
    separate(items, &COUNT_AT_END, (2, 1), |item| item.quantity.is_none());
    separate(items, &COUNT, (1, 2), |_| true);
}

/// Separates counts from the names of several items, if the pattern has a count and a name in each of these that is open.
fn separate(items: &mut [&mut Item], pattern: &Pattern, (count, name): (usize, usize), is_open: fn(&Item) -> bool) {
    let named = || items.iter().filter(|item| !item.name.is_empty());
    if named().count() < 2 || !named().all(|item| !is_open(item) || pattern.is_match(&item.name)) {
        return;
    }
    for item in items.iter_mut().filter(|item| is_open(item)) {
        let Some(found) = pattern.captures(&item.name) else {
            continue;
        };
        let name = found[name].to_owned();
        item.quantity = item.quantity.or_else(|| found[count].parse().ok());
        item.name = name;
    }
}
