use proptest::prelude::*;

use super::*;

fn dates(text: &str) -> Vec<String> {
    let found = find(text, &Words::of(text));
    found
        .iter()
        .filter_map(|found| found.parsed.date(DayOrder::Unknown))
        .map(|d| d.to_string())
        .collect()
}

#[test]
fn dates_are_found_in_every_format() {
    for text in [
        "2026-07-31",
        "2026-07-31T10:20:00+02:00",
        "31.07.2026",
        "31. 7. 2026",
        "31.07.26",
        "31 juli 2026",
        "den 31:a juli 2026",
        "Fri, July 31st, 2026 at 10:00",
        "31 de julio de 2026",
        "2026 July 31",
        "31. Juli 2026",
        "Friday, 31st July 2026",
        "31 de julio del 2026",
        "31 ΙΟΥΛΙΟΥ 2026",
        "31/7 2026",
        "31/7-26",
        "26.07.31",
        "31 JUL 26",
        "31-Jul-26",
    ] {
        assert_eq!(dates(text), ["2026-07-31"], "{text}");
    }
}

#[test]
fn other_numbers_and_ambiguous_dates_are_no_dates() {
    for text in [
        "12.50",
        "2026",
        "31.13.2026",
        "1.2.3.2026",
        "07-31-26",
        "03/04/2026",
        "may 2026",
        "31 jul 26 kr",
        "31 jul 20:15",
        "31 jul 99",
        "A-2026-07-31-1",
    ] {
        assert_eq!(dates(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_year_of_two_digits_is_first_if_its_page_says_so() {
    let of = |texts: &[&str]| {
        let found = texts.iter().flat_map(|text| find(text, &Words::of(text)));
        let mut found: Vec<DateMatch> = found.collect();
        years_first(&mut found.iter_mut().collect::<Vec<_>>());
        let known = found.iter().filter_map(|date| date.parsed.date(DayOrder::Unknown));
        known.count()
    };
    assert_eq!(of(&["26-11-30"]), 0);
    assert_eq!(of(&["26-11-30", "26-11-02"]), 2);
    assert_eq!(of(&["26-11-30", "2026-11-02"]), 1);
    assert_eq!(of(&["26-11-30", "1.2.2026"]), 1, "as many letters, and the day first");
}

#[test]
fn a_part_above_twelve_shows_the_order() {
    let parsed = |text: &str| find(text, &Words::of(text))[0].parsed;
    assert_eq!(parsed("31/07/2026").day_order(), DayOrder::DayFirst);
    assert_eq!(parsed("07/31/2026").day_order(), DayOrder::MonthFirst);
    assert_eq!(parsed("03/04/2026").day_order(), DayOrder::Unknown);
    assert_eq!(
        parsed("04/04/2026").date(DayOrder::Unknown),
        NaiveDate::from_ymd_opt(2026, 4, 4)
    );
}

#[test]
fn times_and_first_days_of_ranges_are_not_confused_with_amounts() {
    assert!(has_time(" kl. 18.40") && has_time("T07:15:00") && has_time(" 9:05"));
    assert!(!has_time(" 118.40") && !has_time(" 18.405") && !has_time(" 18.75"));
    assert!(ends_in_first_day("21–") && ends_in_first_day("den 1. – ") && ends_in_first_day("(3-"));
    assert!(!ends_in_first_day("A21–") && !ends_in_first_day("45-") && !ends_in_first_day("21"));
}

proptest! {
    #[test]
    fn an_iso_date_is_read_back(days in 0..20_000_i64) {
        let date = NaiveDate::from_ymd_opt(1990, 1, 1).unwrap() + chrono::TimeDelta::days(days);
        prop_assert_eq!(dates(&format!("Datum: {date}.")), [date.to_string()]);
    }

    #[test]
    fn nothing_panics(text in "[0-9 ./:a-júå-]{0,60}") {
        dates(&text);
    }
}
