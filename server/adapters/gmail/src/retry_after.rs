//! How long the provider asks to wait before a retry.

use std::time::Duration;

use chrono::{DateTime, Utc};

/// The maximum wait, whatever the response says.
const MAX_WAIT: Duration = Duration::from_hours(24);

/// Parses the header: whole seconds or an HTTP date.
pub(crate) fn of_header(value: &str, now: DateTime<Utc>) -> Option<Duration> {
    let value = value.trim();
    match value.parse::<u64>() {
        Ok(seconds) => Some(Duration::from_secs(seconds).min(MAX_WAIT)),
        Err(_) => DateTime::parse_from_rfc2822(value)
            .ok()
            .map(|at| until(at.to_utc(), now)),
    }
}

/// Parses Gmail's message: `User-rate limit exceeded.  Retry after 2026-07-01T12:00:00.000Z`.
pub(crate) fn of_message(message: &str, now: DateTime<Utc>) -> Option<Duration> {
    let (_, rest) = message.split_once("etry after ")?;
    let at = rest.split_whitespace().next()?.trim_end_matches(['.', ',', ')']);
    DateTime::parse_from_rfc3339(at).ok().map(|at| until(at.to_utc(), now))
}

/// Parses the `retryDelay` of Google's `RetryInfo`, such as `2.5s`.
pub(crate) fn of_delay(delay: &str) -> Option<Duration> {
    let seconds = delay.strip_suffix('s')?;
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    let seconds: u64 = whole.parse().ok()?;
    // Fractions are rounded up.
    let more = u64::from(fraction.bytes().any(|digit| digit != b'0'));
    Some(Duration::from_secs(seconds.saturating_add(more)).min(MAX_WAIT))
}

/// Zero for a time in the past.
fn until(at: DateTime<Utc>, now: DateTime<Utc>) -> Duration {
    (at - now).to_std().unwrap_or_default().min(MAX_WAIT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn now() -> DateTime<Utc> {
        "2026-07-01T12:00:00Z".parse().unwrap()
    }

    const fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn a_header_is_seconds_or_a_date() {
        for (header, wait) in [
            ("30", Some(seconds(30))),
            ("Wed, 01 Jul 2026 12:00:05 GMT", Some(seconds(5))),
            ("Wed, 01 Jul 2026 11:00:00 GMT", Some(seconds(0))),
            ("99999999999999", Some(MAX_WAIT)),
            ("soon", None),
            ("-1", None),
        ] {
            assert_eq!(of_header(header, now()), wait, "{header}");
        }
    }

    #[test]
    fn a_message_may_name_a_time() {
        let text = "User-rate limit exceeded.  Retry after 2026-07-01T12:00:07.250Z";
        assert_eq!(of_message(text, now()), Some(Duration::from_millis(7250)));
        assert_eq!(of_message("Retry after lunch", now()), None);
        assert_eq!(of_message("Resource has been exhausted.", now()), None);
    }

    #[test]
    fn a_delay_is_rounded_up() {
        for (delay, wait) in [
            ("3s", Some(3)),
            ("2.5s", Some(3)),
            ("2.000s", Some(2)),
            ("s", None),
            ("3", None),
        ] {
            assert_eq!(of_delay(delay), wait.map(seconds), "{delay}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_anybody_wait_longer_than_a_day(text in ".{0,40}", number in any::<u64>()) {
            for text in [text, number.to_string()] {
                let waits = [
                    of_header(&text, now()),
                    of_message(&format!("Retry after {text}"), now()),
                    of_delay(&format!("{text}s")),
                ];
                prop_assert!(waits.into_iter().flatten().all(|wait| wait <= MAX_WAIT));
            }
        }
    }
}
