//! What the rules of the classification see.

use std::cell::OnceCell;

use parser_model::Reason;

use super::facts::Facts;
use crate::page::Page;
use crate::rule::Rule;

/// `Ok` if a document is an invoice.
pub(super) type Verdict = Result<(), Reason>;

pub(super) struct Input<'a> {
    pub(super) page: &'a Page<'a>,
    pub(super) facts: &'a Facts<'a>,
    pub(super) text: OnceCell<String>,
    /// Whether the page names a payment method.
    pub(super) payment: OnceCell<bool>,
}

pub(super) type InvoiceRule = Rule<fn(&Input<'_>) -> Option<Verdict>>;

pub(super) fn refuse(refuses: bool, reason: Reason) -> Option<Verdict> {
    refuses.then_some(Err(reason))
}
