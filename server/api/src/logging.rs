//! Forwards dropshot's slog lines to tracing, which the service logs with.

use std::fmt::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use slog::{Drain, KV, Key, Level, Logger, OwnedKVList, Record, Serializer};

/// A slog logger whose lines become tracing events of the target `dropshot`. `closing` is true when its server shuts down.
pub fn logger(closing: Arc<AtomicBool>) -> Logger {
    Logger::root(Bridge { closing }.fuse(), slog::o!())
}

struct Bridge {
    closing: Arc<AtomicBool>,
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
            Level::Warning => event!(WARN),
            // The router itself logs each request, with the same id.
            Level::Info | Level::Debug => event!(DEBUG),
            Level::Trace => event!(TRACE),
        }
        Ok(())
    }
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
            "uri" => value.split_once('?').map_or(&*value, |(path, _)| path),
            _ => &value,
        };
        write!(self.0, " {key}={shown}")?;
        Ok(())
    }
}
