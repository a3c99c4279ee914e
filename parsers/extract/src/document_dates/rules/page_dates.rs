//! What the rules of both dates ask about the dates of a page.

use chrono::NaiveDate;
use parser_document::text::cut;

use crate::choice::{Because, Choice};
use crate::document_dates::{LabelledDate, Role};
use crate::page::Page;

/// Maximum number of bytes of a label in the evidence.
const MAX_LABEL: usize = 80;

#[derive(Clone, Copy)]
pub(super) struct PageDates<'a> {
    pub page: &'a Page<'a>,
    pub all: &'a [LabelledDate],
}

impl<'a> PageDates<'a> {
    /// The dates with this role that are in no range.
    pub fn with_role(self, role: Role) -> impl Iterator<Item = &'a LabelledDate> {
        self.all.iter().filter(move |date| date.role == role && !date.in_range)
    }

    /// The days of the dates with this role that are in no range. An ambiguous date has no day.
    pub fn days(self, role: Role) -> Vec<NaiveDate> {
        self.with_role(role).filter_map(|date| self.day(date)).collect()
    }

    /// The day that a date means on this page; `None` if it is ambiguous.
    pub fn day(self, date: &LabelledDate) -> Option<NaiveDate> {
        date.parsed.date(self.page.day_order)
    }

    /// Takes a date because of the label of the first date with this role.
    pub fn labelled(self, day: NaiveDate, role: Role) -> Choice<NaiveDate> {
        let label = self.all.iter().find(|date| date.role == role);
        let label = label.map_or("", |date| date.label.as_str());
        Choice::taken(day, Because::quoting("its label", cut(label, MAX_LABEL)))
    }
}

/// Refuses dates that are ambiguous.
pub(super) fn day_order_unknown() -> Choice<NaiveDate> {
    Choice::refused("which part is the day is not said")
}
