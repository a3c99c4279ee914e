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

/// The days that only labels of due dates name. None is the day of the document.
fn only_due(page: &Page<'_>, dates: &[LabelledDate]) -> BTreeSet<NaiveDate> {
    let days = |is_due: bool| {
        let of_role = dates.iter().filter(move |date| (date.role == Role::Due) == is_due);
        let days = of_role.filter_map(|date| date.parsed.date(page.day_order));
        days.collect::<BTreeSet<_>>()
    };
    &days(true) - &days(false)
}
