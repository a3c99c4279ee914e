//! Days, months and windows in the service's time zone.

use std::fmt;
use std::str::FromStr;

use chrono::{
    DateTime, Datelike, Days, DurationRound, MappedLocalTime, Months, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta,
    TimeZone, Utc,
};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

/// A time zone in which days and months are counted: the service's, or a user's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ServiceZone(Tz);

/// The text isn't a time zone of the IANA database.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a time zone: {0}")]
pub struct ZoneError(String);

impl Default for ServiceZone {
    fn default() -> Self {
        ServiceZone(Tz::Europe__Stockholm)
    }
}

impl FromStr for ServiceZone {
    type Err = ZoneError;
    fn from_str(text: &str) -> Result<Self, ZoneError> {
        text.parse().map(ServiceZone).map_err(|_| ZoneError(text.to_owned()))
    }
}

impl TryFrom<String> for ServiceZone {
    type Error = ZoneError;
    fn try_from(text: String) -> Result<Self, ZoneError> {
        text.parse()
    }
}

impl From<ServiceZone> for String {
    fn from(zone: ServiceZone) -> Self {
        zone.0.name().to_owned()
    }
}

impl ServiceZone {
    /// The day on which `at` falls.
    pub fn day(self, at: DateTime<Utc>) -> NaiveDate {
        at.with_timezone(&self.0).date_naive()
    }

    /// The month in which `at` falls.
    pub fn month(self, at: DateTime<Utc>) -> Month {
        Month::of(self.day(at))
    }

    /// The first instant of a day. If the clock skips midnight, the first instant that exists.
    pub fn start_of(self, day: NaiveDate) -> DateTime<Utc> {
        self.resolve(day.and_time(NaiveTime::MIN), MappedLocalTime::earliest)
    }

    /// What a clock shows at `at`.
    pub fn local(self, at: DateTime<Utc>) -> NaiveDateTime {
        at.with_timezone(&self.0).naive_local()
    }

    /// The last instant at which a clock shows `local`. If the clock skips it, the first instant afterwards.
    pub fn last_instant(self, local: NaiveDateTime) -> DateTime<Utc> {
        self.resolve(local, MappedLocalTime::latest)
    }

    fn resolve(
        self,
        local: NaiveDateTime,
        choose: fn(MappedLocalTime<DateTime<Tz>>) -> Option<DateTime<Tz>>,
    ) -> DateTime<Utc> {
        let exists = |local: NaiveDateTime| choose(self.0.from_local_datetime(&local));
        let found = exists(local).or_else(|| {
            // A gap lasts a few hours at most and ends on a half hour.
            let half_hour = |nth: i64| {
                local
                    .duration_trunc(TimeDelta::minutes(30))
                    .ok()
                    .map(|start| start + TimeDelta::minutes(30 * nth))
            };
            (1..=48).find_map(|nth| exists(half_hour(nth)?))
        });
        found.map_or_else(|| Utc.from_utc_datetime(&local), |found| found.with_timezone(&Utc))
    }

    /// All of a month.
    pub fn month_window(self, month: Month) -> Window {
        Window {
            start: self.start_of(month.first_day()),
            end: self.start_of(month.next().first_day()),
        }
    }

    /// All of a run of days, both ends included.
    pub fn days_window(self, days: DateWindow) -> Window {
        let after = days.end.checked_add_days(Days::new(1)).unwrap_or(days.end);
        Window {
            start: self.start_of(days.start),
            end: self.start_of(after),
        }
    }
}

/// A calendar month. Shown as `7/2026`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month {
    year: i32,
    month: u32,
}

impl Month {
    /// The month of a day.
    pub fn of(day: NaiveDate) -> Self {
        Month {
            year: day.year(),
            month: day.month(),
        }
    }

    /// The year.
    pub fn year(self) -> i32 {
        self.year
    }

    /// 1 to 12.
    pub fn number(self) -> u32 {
        self.month
    }

    /// Its first day.
    pub fn first_day(self) -> NaiveDate {
        NaiveDate::from_ymd_opt(self.year, self.month, 1).expect("a month has a first day")
    }

    /// The month so many months later, or earlier.
    #[must_use]
    pub fn plus(self, months: i32) -> Month {
        let (first, by) = (self.first_day(), Months::new(months.unsigned_abs()));
        let day = if months < 0 {
            first.checked_sub_months(by)
        } else {
            first.checked_add_months(by)
        };
        day.map_or(self, Month::of)
    }

    /// The number of months since another one; negative if that is later.
    pub fn since(self, other: Month) -> i32 {
        (self.year - other.year) * 12 + self.month.cast_signed() - other.month.cast_signed()
    }

    /// A day of it. A month that is too short ends with its last day.
    pub fn day(self, day: u32) -> NaiveDate {
        let of_month = NaiveDate::from_ymd_opt(self.year, self.month, day);
        let last = || self.next().first_day().pred_opt();
        of_month.or_else(last).unwrap_or_else(|| self.first_day())
    }

    /// The month after.
    #[must_use]
    pub fn next(self) -> Month {
        self.plus(1)
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.month, self.year)
    }
}

/// A run of whole days, both ends included, never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateWindow {
    start: NaiveDate,
    end: NaiveDate,
}

/// The window ends before it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the start date is after the end date")]
pub struct WindowError;

impl DateWindow {
    /// From `start` to `end`, both included.
    pub fn new(start: NaiveDate, end: NaiveDate) -> Result<Self, WindowError> {
        if start <= end {
            Ok(DateWindow { start, end })
        } else {
            Err(WindowError)
        }
    }

    /// Its first day.
    pub fn start(self) -> NaiveDate {
        self.start
    }

    /// Its last day.
    pub fn end(self) -> NaiveDate {
        self.end
    }
}

/// A run of time: from `start` (included) to `end` (excluded).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Included.
    pub start: DateTime<Utc>,
    /// Excluded.
    pub end: DateTime<Utc>,
}

impl Window {
    /// Whether `at` lies in it.
    pub fn contains(&self, at: DateTime<Utc>) -> bool {
        self.start <= at && at < self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn a_month_is_counted_in_the_services_zone() {
        let zone = ServiceZone::default();
        assert_eq!(zone.month(utc("2026-07-31T21:59:59Z")).to_string(), "7/2026");
        assert_eq!(zone.month(utc("2026-07-31T22:00:00Z")).to_string(), "8/2026");
        let july = zone.month_window(zone.month(utc("2026-07-10T00:00:00Z")));
        assert_eq!(
            (july.start, july.end),
            (utc("2026-06-30T22:00:00Z"), utc("2026-07-31T22:00:00Z"))
        );
    }

    #[test]
    fn a_skipped_midnight_starts_when_the_clock_does() {
        let zone: ServiceZone = "America/Havana".parse().unwrap();
        let day = NaiveDate::from_ymd_opt(2026, 3, 8).unwrap();
        assert_eq!(zone.start_of(day), utc("2026-03-08T05:00:00Z"));
    }

    #[test]
    fn a_window_includes_its_last_day() {
        let day = |d| NaiveDate::from_ymd_opt(2026, 11, d).unwrap();
        let window = ServiceZone::default().days_window(DateWindow::new(day(1), day(2)).unwrap());
        assert!(window.contains(utc("2026-11-02T22:59:59Z")));
        assert!(!window.contains(utc("2026-11-02T23:00:00Z")));
        assert_eq!(DateWindow::new(day(2), day(1)), Err(WindowError));
    }
}
