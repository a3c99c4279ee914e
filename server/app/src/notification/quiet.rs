//! When channels may be disturbed.

use chrono::{DateTime, Datelike, Days, NaiveTime, Utc};
use invoices_domain::ServiceZone;
use invoices_domain::preferences::QuietHours;

/// When digests are sent on Mondays.
const MORNING: NaiveTime = NaiveTime::from_hms_opt(8, 0, 0).expect("it is a time");

/// The end of the quiet hours that `now` falls into. `None` if it falls into none.
pub(crate) fn end_of_quiet(now: DateTime<Utc>, zone: ServiceZone, hours: QuietHours) -> Option<DateTime<Utc>> {
    let QuietHours { from, to } = hours;
    let local = zone.local(now);
    let (day, time) = (local.date(), local.time());
    let end = if from <= to {
        (from <= time && time < to).then_some(day)
    } else if time < to {
        Some(day)
    } else {
        (from <= time).then(|| day + Days::new(1))
    };
    // If the clock shows that time twice, the second is the end. If it skips it, they end with the gap.
    end.map(|day| zone.last_instant(day.and_time(to)))
}

/// The first Monday morning after `at`.
pub(crate) fn monday_morning_after(at: DateTime<Utc>, zone: ServiceZone) -> DateTime<Utc> {
    let local = zone.local(at);
    let since_monday = local.weekday().num_days_from_monday();
    let monday = local.date() - Days::new(since_monday.into());
    let is_past = since_monday > 0 || local.time() >= MORNING;
    let day = if is_past { monday + Days::new(7) } else { monday };
    zone.last_instant(day.and_time(MORNING))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_value, json};

    fn end(now: &str, from: &str, to: &str) -> Option<String> {
        let hours = from_value(json!({"from": from, "to": to})).unwrap();
        let now: DateTime<Utc> = now.parse().unwrap();
        let end = end_of_quiet(now, ServiceZone::default(), hours);
        assert!(end.is_none_or(|end| end > now));
        end.map(|end| end.format("%dT%H:%M").to_string())
    }

    // Shows: Notification channels | In the user's quiet hours nothing is sent; it is sent when they end, also if the clock is changed
    #[test]
    fn quiet_hours_may_pass_midnight() {
        // Stockholm is one hour ahead of UTC in November.
        assert_eq!(end("2026-11-18T20:59:59Z", "22:00", "07:00"), None);
        assert_eq!(end("2026-11-18T21:00:00Z", "22:00", "07:00").unwrap(), "19T06:00");
        assert_eq!(end("2026-11-19T05:59:59Z", "22:00", "07:00").unwrap(), "19T06:00");
        assert_eq!(end("2026-11-19T06:00:00Z", "22:00", "07:00"), None);
        assert_eq!(end("2026-11-18T12:00:00Z", "12:30", "13:30").unwrap(), "18T12:30");
        assert_eq!(end("2026-11-18T12:30:00Z", "12:30", "13:30"), None);
        assert_eq!(
            end("2026-11-18T12:30:00Z", "13:30", "13:30"),
            None,
            "they have no length"
        );
    }

    // Shows: Notification channels | In the user's quiet…
    #[test]
    fn quiet_hours_follow_the_clock() {
        // On 29 March 2026 the clock goes from 2 to 3, on 25 October from 3 back to 2.
        assert_eq!(end("2026-03-28T21:00:00Z", "22:00", "07:00").unwrap(), "29T05:00");
        assert_eq!(end("2026-03-29T00:30:00Z", "22:00", "02:30").unwrap(), "29T01:00");
        assert_eq!(end("2026-10-24T20:00:00Z", "22:00", "07:00").unwrap(), "25T06:00");
        for twice in ["2026-10-25T00:10:00Z", "2026-10-25T01:10:00Z"] {
            assert_eq!(end(twice, "22:00", "02:30").unwrap(), "25T01:30");
        }
    }

    // Shows: Notification channels | A weekly channel gets one message on Monday at 8 in the user's zone, and none if there was no notification
    #[test]
    fn a_digest_is_sent_on_monday_morning() {
        let monday = |at: &str| {
            let at = at.parse().unwrap();
            monday_morning_after(at, ServiceZone::default())
                .format("%m-%dT%H:%M")
                .to_string()
        };
        assert_eq!(monday("2026-11-18T09:00:00Z"), "11-23T07:00");
        assert_eq!(
            monday("2026-11-22T22:30:00Z"),
            "11-23T07:00",
            "it is the night to Sunday"
        );
        assert_eq!(monday("2026-11-23T06:59:00Z"), "11-23T07:00");
        assert_eq!(monday("2026-11-23T07:00:00Z"), "11-30T07:00");
        assert_eq!(monday("2026-10-22T09:00:00Z"), "10-26T07:00", "the clock is set back");
    }
}
