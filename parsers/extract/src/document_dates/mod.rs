//! The dates of a document: each date with its label, and the rules that decide the invoice date and the due date.

mod features;
mod label;
mod labelled_date;
mod role;
mod rules;

use std::collections::BTreeSet;

use chrono::NaiveDate;

use crate::page::Page;

pub use labelled_date::{LabelledDate, find};
pub use role::Role;
pub use rules::{due_date, invoice_date, tables};

/// The days that are only due dates or others' days. None is the day of the document.
fn not_own(page: &Page<'_>, dates: &[LabelledDate]) -> BTreeSet<NaiveDate> {
    let days = |is_other: bool| {
        let of_role = dates
            .iter()
            .filter(move |date| matches!(date.role, Role::Due | Role::Foreign) == is_other);
        let days = of_role.filter_map(|date| date.parsed.date(page.day_order));
        days.collect::<BTreeSet<_>>()
    };
    &days(true) - &days(false)
}
