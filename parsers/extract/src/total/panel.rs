//! Panels beside a table: an amount under `ATT BETALA` that is at the height of a row it isn't part of.

use crate::page::{Page, Place};

use super::class::{Class, classify};
use super::label::{Label, Position, label};

/// The label of the amount due above an amount, if the row to its left has its own amount under another head.
pub fn above(page: &Page<'_>, at: Place) -> Option<Label> {
    let left = page
        .left(at)
        .filter(|left| page.content(*left).amounts.iter().any(|amount| amount.strong))?;
    if page.is_mail() {
        return None;
    }
    // In a table each column has a head that mentions amounts.
    let mut heads = page
        .above(left, 3)
        .take_while(|above| page.content(*above).amounts.is_empty());
    if heads.any(|head| classify(&page.cell(head).text).is_some()) {
        return None;
    }
    let mut above = page
        .above(at, 2)
        .take_while(|above| page.content(*above).amounts.is_empty());
    let found = above.find_map(|above| label(&page.cell(above).text, Position::Above))?;
    matches!(found.class, Class::Grand | Class::Due).then_some(found)
}
