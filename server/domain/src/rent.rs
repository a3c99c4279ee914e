//! What a landlord's notices are like: when they come, and how much they ask for.

use std::collections::BTreeMap;

use chrono::{Datelike, Days, NaiveDate};

use crate::currency::Currency;
use crate::dates::Month;
use crate::money::Money;

/// How many months in a row must have a notice before one is missed.
const RHYTHM: i32 = 3;
/// How many earlier months are compared.
const YEAR: i32 = 12;
/// How many days a notice may be late.
const SLACK: Days = Days::new(3);
/// How many days after its usual day a notice is missed. Later nobody waits for it.
const MISSED: Days = Days::new(31);
/// The least number of notices that make an amount usual.
const LEAST: usize = 3;
/// By how many per cent a rent is raised at least.
const RAISED: i128 = 2;

/// A landlord's notice. Refunds are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RentNotice {
    /// The month that it counts for.
    pub due_month: Month,
    /// The day on which it came, in the user's time zone, if it is known.
    pub received_on: Option<NaiveDate>,
    /// The amount due.
    pub total: Money,
    /// The currency.
    pub currency: Currency,
    /// Whether another one replaces it.
    pub is_replaced: bool,
}

/// A notice that has not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingNotice {
    /// The month that it would count for.
    pub due_month: Month,
    /// The day by which it usually would have come.
    pub usual_day: NaiveDate,
    /// The last day on which it could be late.
    pub late_until: NaiveDate,
}

/// A notice that asks for more than usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaisedRent {
    /// What is usual.
    pub usual: Money,
    /// How much more it is, in whole per cent.
    pub percent: u32,
}

/// The notice of a landlord that should have come by `today`. The months before it must have a notice each, so that a landlord who
/// sends one every quarter, or sends no more, is never waited for. It usually comes by the latest day of those of the last year.
#[must_use]
pub fn missing(notices: &[RentNotice], today: NaiveDate) -> Option<MissingNotice> {
    let mut first: BTreeMap<Month, Option<NaiveDate>> = BTreeMap::new();
    for notice in notices {
        let received = first.entry(notice.due_month).or_insert(notice.received_on);
        *received = (*received).min(notice.received_on);
    }
    let due_month = first.last_key_value()?.0.next();
    let has_rhythm = (1..=RHYTHM).all(|before| first.contains_key(&due_month.plus(-before)));
    let of_year = first.range(due_month.plus(-YEAR)..);
    let days = of_year.filter_map(|(due, received)| received.map(|day| (Month::of(day).since(*due), day.day())));
    let days: Vec<(i32, u32)> = days.collect();
    let (months, day) = days.iter().max().filter(|_| has_rhythm && days.len() >= LEAST)?;
    let usual_day = due_month.plus(*months).day(*day);
    let late_until = usual_day.checked_add_days(SLACK)?;
    let is_missed = late_until < today && today <= usual_day.checked_add_days(MISSED)?;
    is_missed.then_some(MissingNotice {
        due_month,
        usual_day,
        late_until,
    })
}

/// Whether a notice asks for at least 2 % more than both the median of the landlord's notices of the year before and the last of
/// these: a raise is told once. A landlord of whom several notices count for one month sends them for several things, and none is
/// usual.
#[must_use]
pub fn raised(notices: &[RentNotice], new: &RentNotice) -> Option<RaisedRent> {
    let mut before: BTreeMap<Month, Money> = BTreeMap::new();
    for notice in notices.iter().filter(|notice| !notice.is_replaced) {
        let months = new.due_month.since(notice.due_month);
        let is_compared = (1..=YEAR).contains(&months) && notice.currency == new.currency && notice.total > Money::ZERO;
        if is_compared && before.insert(notice.due_month, notice.total).is_some() {
            return None;
        }
    }
    let last = *before.last_key_value()?.1;
    let mut totals: Vec<Money> = before.into_values().collect();
    totals.sort_unstable();
    // Of two in the middle the higher one, so that the amount is one that was asked for.
    let usual = *totals.get(totals.len() / 2).filter(|_| totals.len() >= LEAST)?;
    let is_raised = |from: Money| units(new.total) * 100 >= units(from) * (100 + RAISED);
    let more = (units(new.total) - units(usual)) * 100;
    let percent = (more + units(usual) / 2) / units(usual);
    (is_raised(usual) && is_raised(last)).then_some(RaisedRent {
        usual,
        percent: u32::try_from(percent).unwrap_or(u32::MAX),
    })
}

fn units(amount: Money) -> i128 {
    amount.units().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn month(text: &str) -> Month {
        Month::of(day(&format!("{text}-01")))
    }

    /// Notices for these months, each with the day on which it came.
    fn came(notices: &[(&str, &str)]) -> Vec<RentNotice> {
        let notice = |(due, received): &(&str, &str)| RentNotice {
            due_month: month(due),
            received_on: Some(day(received)),
            total: "8818.3".parse().unwrap(),
            currency: Currency::SEK,
            is_replaced: false,
        };
        notices.iter().map(notice).collect()
    }

    /// Notices that ask for these amounts, the last of which is the new one.
    fn ask(totals: &[&str]) -> (Vec<RentNotice>, RentNotice) {
        let notices = totals.iter().zip(1..).map(|(total, months)| RentNotice {
            due_month: month("2025-01").plus(months),
            received_on: None,
            total: total.parse().unwrap(),
            currency: Currency::SEK,
            is_replaced: false,
        });
        let mut notices: Vec<RentNotice> = notices.collect();
        let new = notices.pop().unwrap();
        (notices, new)
    }

    fn percent(totals: &[&str]) -> Option<(String, u32)> {
        let (notices, new) = ask(totals);
        raised(&notices, &new).map(|raised| (raised.usual.to_string(), raised.percent))
    }

    const AUTUMN: [(&str, &str); 3] = [
        ("2026-10", "2026-09-24"),
        ("2026-11", "2026-10-27"),
        ("2026-12", "2026-11-25"),
    ];

    #[test]
    fn a_notice_is_missing_three_days_after_its_latest_usual_day() {
        let notices = came(&AUTUMN);
        for (today, expected) in [
            ("2026-12-27", None),
            ("2026-12-30", None),
            ("2026-12-31", Some(("2027-01", "2026-12-27"))),
            ("2027-01-27", Some(("2027-01", "2026-12-27"))),
            ("2027-01-28", None),
        ] {
            let missing = missing(&notices, day(today)).map(|missing| (missing.due_month, missing.usual_day));
            let expected = expected.map(|(due, usual)| (month(due), day(usual)));
            assert_eq!(missing, expected, "{today}");
        }
    }

    #[test]
    fn a_short_month_ends_with_its_last_day() {
        let notices = came(&[
            ("2026-11", "2026-10-31"),
            ("2026-12", "2026-11-30"),
            ("2027-01", "2026-12-31"),
        ]);
        assert_eq!(missing(&notices, day("2027-02-03")), None);
        let of_february = came(&[
            ("2026-12", "2026-12-31"),
            ("2027-01", "2027-01-29"),
            ("2026-11", "2026-11-30"),
        ]);
        let usual = missing(&of_february, day("2027-03-04")).unwrap().usual_day;
        assert_eq!(usual, day("2027-02-28"), "notices of the month itself");
    }

    #[test]
    fn no_rhythm_is_no_missing_notice() {
        let quarters = came(&[
            ("2026-01", "2025-12-20"),
            ("2026-04", "2026-03-20"),
            ("2026-07", "2026-06-20"),
            ("2026-10", "2026-09-20"),
        ]);
        for notices in [
            quarters,
            came(&AUTUMN[1..]),
            came(&[AUTUMN[0], AUTUMN[2], ("2026-09", "2026-08-20")]),
            Vec::new(),
        ] {
            for days in 0..500 {
                let today = day("2026-09-01") + Days::new(days);
                assert_eq!(missing(&notices, today), None, "{notices:?} {today}");
            }
        }
        let mut unknown = came(&AUTUMN);
        unknown[0].received_on = None;
        assert_eq!(missing(&unknown, day("2026-12-31")), None, "only two days are known");
    }

    #[test]
    fn a_late_notice_is_waited_for_no_longer_once_it_came() {
        let mut notices = came(&AUTUMN);
        notices.extend(came(&[("2027-01", "2027-01-08")]));
        assert_eq!(missing(&notices, day("2027-01-09")), None);
    }

    #[test]
    fn a_raise_is_compared_with_the_median_of_a_year() {
        let usual = "8818.3";
        assert_eq!(percent(&[usual, usual, usual, "9876.5"]), Some((usual.into(), 12)));
        assert_eq!(percent(&[usual, usual, "9876.5"]), None, "two notices are too few");
        assert_eq!(percent(&["100", "100", "100", "101.99"]), None);
        assert_eq!(percent(&["100", "100", "100", "102"]), Some(("100".into(), 2)));
        assert_eq!(percent(&["100", "110", "90", "120", "130"]), Some(("110".into(), 18)));
        assert_eq!(
            percent(&["100", "100", "100", "110", "110"]),
            None,
            "told the month before"
        );
        assert_eq!(percent(&["110", "110", "110", "90", "110"]), None, "as much as usual");
        assert_eq!(percent(&["100", "-100", "100", "102"]), None, "a refund is none");
    }

    #[test]
    fn only_what_is_comparable_is_compared() {
        let (mut notices, new) = ask(&["100", "100", "100", "150"]);
        notices[0].currency = "EUR".parse().unwrap();
        assert_eq!(raised(&notices, &new), None);
        let (mut notices, new) = ask(&["100", "100", "100", "150"]);
        notices.push(RentNotice {
            total: "20".parse().unwrap(),
            ..notices[1].clone()
        });
        assert_eq!(raised(&notices, &new), None, "a second thing is let");
        notices[3].is_replaced = true;
        assert!(raised(&notices, &new).is_some());
        let years_later = RentNotice {
            due_month: new.due_month.plus(24),
            ..new
        };
        assert_eq!(raised(&notices, &years_later), None);
    }
}
