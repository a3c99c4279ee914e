//! The facts that identify a document's purchase: its role, its own day, whether it is paid. The numbers of each sort are in
//! [`crate::numbers`].

mod head;
mod own_day;
mod paid;
mod role;

use parser_model::Role;

use crate::document_dates::LabelledDate;
use crate::numbers::{self, Number};
use crate::page::Page;
use crate::receipt::Receipt;
use crate::receipt::field::DIRECTION;
use crate::receipt::field::identity::{
    BOOKING_REFERENCE, CREDITS, INVOICE_NUMBER, ORDER_NUMBER, OWN_DAY, PAID, RECEIPT_NUMBER, ROLE,
};
use crate::rule::Table;
use crate::total::Labelled;
use head::Facts;

pub fn tables() -> Vec<Table> {
    vec![paid::table(), role::table(), own_day::table()]
}

/// Sets the number of each sort, by the words of the page.
pub fn set_numbers(receipt: &mut Receipt, page: &Page<'_>, found: &[Number]) {
    let sorts = numbers::sorts(page, found, receipt.get(DIRECTION));
    receipt.set(INVOICE_NUMBER, sorts.invoice_number);
    receipt.set(RECEIPT_NUMBER, sorts.receipt_number);
    receipt.set(ORDER_NUMBER, sorts.order_number);
    receipt.set(BOOKING_REFERENCE, sorts.booking_reference);
    receipt.set(CREDITS, sorts.credits);
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
