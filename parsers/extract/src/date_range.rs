//! What joins the first day of a range to the last.

use crate::pattern::{Pattern, pattern};

/// A pattern in which `JOINING` stands for the signs and words between two days.
macro_rules! joining {
    ($text:literal) => {
        pattern!(
            $text,
            "JOINING" => r" ?(?:–|—|-|to|till|til|(?:till )?och med|t\.? ?o\.? ?m\.?|bis|through|until|au) ?(?:den |zum )?"
        )
    };
}

static BETWEEN: Pattern = joining!("(?i)^JOINING$");
static AFTER_FIRST_DAY: Pattern = joining!(r"(?i)([0-9]{1,2}\.? \p{L}{3,9}\.?|\p{L}{3,9}\.? [0-9]{1,2})JOINING$");

/// Whether the text between two dates makes a range of them.
pub fn joins(between: &str) -> bool {
    BETWEEN.is_match(between)
}

/// The day without a year that the end of a text joins to what follows: `Mar 3 –`, `1. Juli bis`.
pub fn first_day(before: &str) -> Option<&str> {
    // Most texts end in something else, and needn't be searched.
    let end = before.trim_end().chars().next_back()?;
    let can_join = matches!(
        end.to_ascii_lowercase(),
        '–' | '—' | '-' | '.' | 'd' | 'h' | 'l' | 'm' | 'n' | 'o' | 's' | 'u'
    );
    let found = can_join.then(|| AFTER_FIRST_DAY.captures(before))??;
    Some(found.get(1)?.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_joined_by_one_sign_or_phrase() {
        for between in [
            " – ",
            "-",
            " till ",
            " till och med ",
            " t.o.m. ",
            " t o m ",
            " bis zum ",
            " TO ",
            " au ",
        ] {
            assert!(joins(between), "{between}");
        }
        for between in ["", " ", ", levereras ", " and "] {
            assert!(!joins(between), "{between}");
        }
    }

    #[test]
    fn a_first_day_may_lack_the_year() {
        assert_eq!(first_day("Period: Mar 3 – "), Some("Mar 3"));
        assert_eq!(first_day("vom 1. Juli bis zum "), Some("1. Juli"));
        assert_eq!(first_day("Mar 3, "), None);
    }
}
