//! What the rules of the invoice date decide on.

use chrono::NaiveDate;

use super::super::page_dates::PageDates;
use crate::document_dates::{LabelledDate, Role};
use crate::numbers::Number;
use crate::page::Page;
use crate::phrases::{Dates, LazyLock, Phrases};
use crate::total::Labelled;

/// The lines in which a document says that it is about a booking.
const HEAD_LINES: usize = 6;

/// Words of journeys, stays and events.
static BOOKING_HEADING: LazyLock<Phrases> = LazyLock::new(|| Dates::BookingHeading.phrases());

/// The dates of a document, and what the rules need to know of the rest of it.
pub(super) struct Candidates<'a> {
    pub page: &'a Page<'a>,
    pub dates: PageDates<'a>,
    /// The numbers of the document, such as the order's.
    pub numbers: &'a [Number],
    /// The amount that was chosen as the total.
    pub total: Option<&'a Labelled>,
    /// The days of dates with a plain label.
    pub generic: Vec<NaiveDate>,
    /// The days of dates in running text.
    pub prose: Vec<NaiveDate>,
    /// Dates without a label that are in no range.
    pub unlabelled: Vec<&'a LabelledDate>,
    /// Whether the head mentions a journey, a stay or an event.
    pub is_booking: bool,
}

impl<'a> Candidates<'a> {
    pub fn new(dates: PageDates<'a>, numbers: &'a [Number], total: Option<&'a Labelled>) -> Self {
        Candidates {
            page: dates.page,
            dates,
            numbers,
            total,
            generic: generic(dates),
            prose: dates.days(Role::Prose),
            unlabelled: dates.with_role(Role::None).collect(),
            is_booking: is_booking(dates.page),
        }
    }

    /// The day that a date means; `None` if it is ambiguous.
    pub fn day(&self, date: &LabelledDate) -> Option<NaiveDate> {
        self.dates.day(date)
    }
}

/// The days of dates with a plain label: of those with the label in their own cell, if there are any.
fn generic(dates: PageDates<'_>) -> Vec<NaiveDate> {
    // `Date : 16 juin 2026` over a table whose column is headed `Date`.
    let own_label = dates.with_role(Role::Generic).filter(|date| date.own_label);
    let days: Vec<NaiveDate> = own_label.filter_map(|date| dates.day(date)).collect();
    if days.is_empty() {
        dates.days(Role::Generic)
    } else {
        days
    }
}

/// Lines with amounts do not count: `Booking fee` is the label of one.
fn is_booking(page: &Page<'_>) -> bool {
    let lines = page.lines.iter().take(HEAD_LINES);
    let head = lines.filter(|line| line.iter().all(|cell| cell.amounts.is_empty()));
    let words = head.flatten().map(|cell| cell.words.folded());
    let texts = [page.title.folded(), page.subject.folded()];
    BOOKING_HEADING.contains_folded(&texts.into_iter().chain(words).collect::<String>())
}
