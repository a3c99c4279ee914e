//! What the rules of the identity decide on.

use parser_model::Role;
use parser_model::reading::Direction;

use super::head::Head;
use crate::choice::Choice;
use crate::document_dates::LabelledDate;
use crate::page::Page;
use crate::receipt::Receipt;
use crate::receipt::field::{DIRECTION, TOTAL_AMOUNT};
use crate::total::Labelled;

/// The facts about a document when a rule is tried.
pub(super) struct Facts<'a> {
    pub page: &'a Page<'a>,
    pub receipt: &'a Receipt,
    pub amounts: &'a [Labelled],
    pub dates: &'a [LabelledDate],
    pub head: Head,
    pub is_refund: bool,
    pub has_total: bool,
    /// Set after `paid` is decided.
    pub is_paid: bool,
    /// Set after `role` is decided.
    pub role: Role,
}

impl<'a> Facts<'a> {
    pub fn new(receipt: &'a Receipt, page: &'a Page<'a>, amounts: &'a [Labelled], dates: &'a [LabelledDate]) -> Self {
        Facts {
            page,
            receipt,
            amounts,
            dates,
            head: Head::read(page),
            is_refund: receipt.get(DIRECTION) == Some(Direction::Refund),
            has_total: receipt.has(TOTAL_AMOUNT),
            is_paid: false,
            role: Role::default(),
        }
    }
}

/// A decision of a table with its reason.
pub(super) fn choice<T>(decided: Option<(&'static str, Choice<T>)>) -> Choice<T> {
    decided.map_or_else(Choice::nothing, |(rule, choice)| choice.by(rule))
}
