//! The choice of the payment reference and of the giro numbers.

use super::{labelled, slip};
use crate::choice::Choice;
use crate::luhn;
use crate::page::{Page, Place};

/// The payment reference: 4 to 25 digits.
pub fn ocr(page: &Page<'_>) -> Choice<String> {
    let on_slip: Vec<String> = slip::references(page).map(|(_, digits)| digits).collect();
    pick("the payment slip's form", on_slip).or_else(|| {
        let found = values(labelled::ocr(page));
        let valid = found.iter().filter(|digits| luhn::is_valid(digits)).cloned().collect();
        pick("its label, and its check digit holds", valid).or_else(|| pick("its label", found))
    })
}

/// The Bankgiro number as `123-4567` or `1234-5678`.
pub fn bankgiro(page: &Page<'_>) -> Choice<String> {
    pick("its label", values(labelled::bankgiro(page)))
}

/// The Plusgiro number as it is written: `12 34 56-7`.
pub fn plusgiro(page: &Page<'_>) -> Choice<String> {
    pick("its label", values(labelled::plusgiro(page)))
}

fn pick(why: &str, mut found: Vec<String>) -> Choice<String> {
    found.dedup();
    let all = found.clone();
    found.sort();
    found.dedup();
    match found.as_slice() {
        [] => Choice::nothing(),
        [one] => Choice::taken(one.clone(), why),
        _ => Choice::refused("several different ones").among(all),
    }
}

fn values(found: Vec<(Place, String)>) -> Vec<String> {
    found.into_iter().map(|(_, value)| value).collect()
}
