//! The windows of ingests.

use super::*;

/// In Stockholm.
fn period(now: &str, days: Option<(&str, &str)>, cursors: &[(&str, &str)]) -> [String; 4] {
    let vendor = |id: &str| {
        let vendor = serde_json::json!({
            "vendor_id": id, "vendor_name": id, "sub_type": "grocery", "email_patterns": [format!("{id}.example")],
        });
        serde_json::from_value::<Vendor>(vendor).unwrap()
    };
    let cursor = |(id, at): &(&str, &str)| (vendor(id).vendor_id, at.parse().unwrap());
    let days = days.map(|(start, end)| (start.parse().unwrap(), end.parse().unwrap()));
    let now = (ServiceZone::default(), now.parse().unwrap());
    let cursors = cursors.iter().map(cursor).collect();
    let Period { window, shown } = Period::new(now, days, &cursors, &["one", "two"].map(vendor)).unwrap();
    let [start, end] = [window.start, window.end].map(|at| at.format("%m-%d %H:%M").to_string());
    [start, end, shown.start().to_string(), shown.end().to_string()]
}

// Shows: Retail invoices | Without dates the first…
#[test]
fn a_search_without_days_goes_on_a_day_before_the_earliest_cursor_or_thirty_days_ago() {
    let first = ["10-19 09:00", "11-19 09:00", "2026-10-19", "2026-11-18"];
    let now = "2026-11-18T09:00:00Z";
    assert_eq!(period(now, None, &[]), first);
    assert_eq!(
        period(now, None, &[("one", "2026-11-17T08:00:00Z")]),
        first,
        "the other is new"
    );
    let both = [("one", "2026-11-17T08:00:00Z"), ("two", "2026-11-15T23:30:00Z")];
    assert_eq!(
        period(now, None, &both),
        ["11-14 23:30", "11-19 09:00", "2026-11-16", "2026-11-18"]
    );
    let ahead = [("one", "2026-11-20T08:00:00Z"), ("two", "2026-11-20T08:00:00Z")];
    assert_eq!(period(now, None, &ahead)[2..], ["2026-11-18", "2026-11-18"]);
}

// Shows: Retail invoices | Both dates are whole…
#[test]
fn requested_days_are_whole_whatever_the_cursors() {
    let requested = |start, end| {
        period(
            "2026-11-18T09:00:00Z",
            Some((start, end)),
            &[("one", "2026-11-17T08:00:00Z")],
        )
    };
    assert_eq!(
        requested("2026-11-10", "2026-11-11"),
        ["11-09 23:00", "11-11 23:00", "2026-11-10", "2026-11-11"]
    );
    // Summer time begins, after 23 hours.
    assert_eq!(
        requested("2026-03-29", "2026-03-29")[..2],
        ["03-28 23:00", "03-29 22:00"]
    );
}
