//! The facts that identify a document's purchase: its role, its own day, whether it is paid. The numbers of each sort are in
//! [`crate::numbers`].

mod head;
mod own_day;
mod paid;
mod role;

use parser_model::Role;

use crate::document_dates::LabelledDate;
use crate::page::Page;
use crate::receipt::Receipt;
use crate::receipt::field::identity::{OWN_DAY, PAID, ROLE};
use crate::rule::Table;
use crate::total::Labelled;
use head::Facts;

pub fn tables() -> Vec<Table> {
    vec![paid::table(), role::table(), own_day::table()]
}

/// Sets whether the document is paid, what it is, and its own day. The other fields must be set.
pub fn set(receipt: &mut Receipt, page: &Page<'_>, amounts: &[Labelled], dates: &[LabelledDate]) {
    let facts = Facts::new(receipt, page, amounts, dates);
    let paid = paid::choose(&facts);
    let facts = Facts {
        is_paid: paid.value == Some(true),
        ..facts
    };
    let role = role::choose(&facts);
    let facts = Facts {
        role: role.value.unwrap_or_default(),
        ..facts
    };
    let own_day = own_day::choose(&facts);
    receipt.set(PAID, paid);
    receipt.set(ROLE, role);
    receipt.set(OWN_DAY, own_day);
}

/// Completes one of several orders of a mail: what says that all are paid says it of each, and where its own part of the page
/// doesn't mention what it is, the whole page does.
pub fn inherit(receipt: &mut Receipt, whole: &Receipt) {
    receipt.inherit(PAID, whole);
    let is_told_by_part = matches!(
        receipt.get(ROLE),
        Some(Role::Cancellation | Role::Replacement | Role::Reminder | Role::Payment)
    );
    if !is_told_by_part {
        receipt.replace_with(ROLE, whole);
    }
    receipt.inherit(OWN_DAY, whole);
}
