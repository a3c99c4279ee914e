//! Forwards dropshot's slog lines to tracing, which the service logs with.

use std::fmt::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use slog::{Drain, KV, Key, Level, Logger, OwnedKVList, Record, Serializer};

/// A slog logger whose lines become tracing events of the target `dropshot`. `closing` is true when its server shuts down.
pub fn logger(closing: Arc<AtomicBool>) -> Logger {
    let repeated = Repeated::default();
    Logger::root(Bridge { closing, repeated }.fuse(), slog::o!())
}

struct Bridge {
    closing: Arc<AtomicBool>,
    repeated: Repeated,
}

/// The last warning, how often it came in a row, and when. Without a free descriptor dropshot repeats one ten times a second.
#[derive(Default)]
struct Repeated(Mutex<Option<(String, u64, Instant)>>);

/// A warning that comes after this time is logged again.
const QUIET: Duration = Duration::from_mins(1);

impl Repeated {
    /// How often a line has come in a row, if it is to be logged: the first time, the second, the fourth, the eighth …
    fn count(&self, line: &str, now: Instant) -> Option<u64> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = last.take().filter(|(text, _, at)| text == line && now - *at < QUIET);
        let times = before.map_or(1, |(_, times, _)| times + 1);
        *last = Some((line.to_owned(), times, now));
        times.is_power_of_two().then_some(times)
    }
}

impl Drain for Bridge {
    type Ok = ();
    type Err = slog::Never;

    fn log(&self, record: &Record<'_>, values: &OwnedKVList) -> Result<(), slog::Never> {
        // The level of an event is part of its static description, so each level needs its own expansion.
        macro_rules! event {
            ($level:ident) => {
                if tracing::enabled!(target: "dropshot", tracing::Level::$level) {
                    let pairs = Pairs::of(record, values);
                    tracing::event!(target: "dropshot", tracing::Level::$level, "{}{}", record.msg(), pairs.0);
                }
            };
        }
        match record.level() {
            Level::Critical | Level::Error => event!(ERROR),
            // Dropshot goes on accepting, and warns ten times a second that the port is closed.
            Level::Warning if self.closing.load(Ordering::Relaxed) => event!(DEBUG),
            Level::Warning => {
                let line = format!("{}{}", record.msg(), Pairs::of(record, values).0);
                if let Some(times) = self.repeated.count(&line, Instant::now()) {
                    let times = (times > 1).then_some(times);
                    tracing::warn!(target: "dropshot", times, "{line}");
                }
            }
            // The router itself logs each request, with the same id.
            Level::Info | Level::Debug => event!(DEBUG),
            Level::Trace => event!(TRACE),
        }
        Ok(())
    }
}

/// A path without what is secret in it: the address of a calendar opens it.
pub(crate) fn shown_path(path: &str) -> &str {
    const CALENDAR: &str = "/v1/calendar/";
    path.get(..CALENDAR.len())
        .filter(|start| *start == CALENDAR)
        .unwrap_or(path)
}

/// ` key=value` for each pair of a line, then for each of its logger.
struct Pairs(String);

impl Pairs {
    fn of(record: &Record<'_>, values: &OwnedKVList) -> Self {
        let mut pairs = Pairs(String::new());
        // Writing to a string does not fail. A value that cannot be shown is left out.
        let _ = record.kv().serialize(record, &mut pairs);
        let _ = values.serialize(record, &mut pairs);
        pairs
    }
}

impl Serializer for Pairs {
    fn emit_arguments(&mut self, key: Key, value: &fmt::Arguments<'_>) -> slog::Result {
        let value = value.to_string();
        let shown = match key.as_ref() {
            // The query of the OAuth callback has the code. Every line about a request has its URI, warnings too.
            "uri" => shown_path(value.split_once('?').map_or(&value, |(path, _)| path)),
            _ => &value,
        };
        write!(self.0, " {key}={shown}")?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_that_repeats_is_logged_ever_less_often() {
        let (repeated, start) = (Repeated::default(), Instant::now());
        let logged = |line, tenths: u64| repeated.count(line, start + Duration::from_millis(100 * tenths));
        let ten_minutes: Vec<_> = (0..6_000_u64)
            .filter_map(|tenths| logged("accept error", tenths))
            .collect();
        assert_eq!(ten_minutes[..5], [1, 2, 4, 8, 16]);
        assert_eq!(ten_minutes.len(), 13);
        assert_eq!(logged("another line", 6_000), Some(1));
        assert_eq!(logged("accept error", 6_001), Some(1));
        assert_eq!(logged("accept error", 7_000), Some(1), "it was quiet for a minute");
    }
}
