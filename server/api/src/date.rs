//! Dates in JSON.

use chrono::{Datelike, NaiveDate};

/// What a date must be, for errors.
pub(crate) const EXPECTED: &str = "it must be a date from 1900 to 2200, YYYY-MM-DD";

/// Parses `YYYY-MM-DD` from 1900 to 2200, and nothing else. Chrono's own parser accepts `2026-7-1` and `+2026-07-01`, too.
pub(crate) fn strict(text: &str) -> Option<NaiveDate> {
    let date: NaiveDate = text.parse().ok()?;
    ((1900..=2200).contains(&date.year()) && date.to_string() == text).then_some(date)
}

/// `Option<NaiveDate>` from `null` or `YYYY-MM-DD`, for `deserialize_with`.
pub(crate) fn optional<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<NaiveDate>, D::Error> {
    use serde::Deserialize;
    let text: Option<String> = Option::deserialize(deserializer)?;
    text.map(|text| strict(&text).ok_or_else(|| serde::de::Error::custom(EXPECTED)))
        .transpose()
}

/// `YYYY/MM/DD`, for `serialize_with`.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(crate) fn slashed<S: serde::Serializer>(date: &NaiveDate, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&date.format("%Y/%m/%d"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_date_has_one_form() {
        assert_eq!(strict("2026-07-01"), NaiveDate::from_ymd_opt(2026, 7, 1));
        for text in [
            "",
            "2026-7-1",
            "+2026-07-01",
            "2026-02-30",
            "2026/07/01",
            "2026-07-01T00:00:00",
            "2026-07-0é",
            "20260701",
            " 2026-07-1",
            "0000-01-01",
            "1899-12-31",
            "2201-01-01",
            "9999-12-31",
        ] {
            assert_eq!(strict(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_day_reads_back(day in 693_596..803_534_i32) {
            let date = NaiveDate::from_num_days_from_ce_opt(day);
            prop_assert_eq!(date, date.and_then(|d| strict(&d.to_string())));
        }

        #[test]
        fn no_text_panics(text in ".{0,12}") {
            let _ = strict(&text);
        }
    }
}
