//! Logs: `tracing` to standard error.

use std::io::IsTerminal;

use invoices_settings::{LogFormat, LogSettings};
use tracing_subscriber::filter::ParseError;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, reload};

use crate::traces::Traces;

/// The filter of the settings.
pub(crate) fn filter(settings: &LogSettings) -> Result<EnvFilter, ParseError> {
    EnvFilter::builder().parse(&settings.filter)
}

/// Exchanges the filter of the logs that were started.
pub struct LogHandle(Box<dyn Fn(EnvFilter) + Send + Sync>);

impl LogHandle {
    /// Writes the lines that this filter selects from now on.
    pub(crate) fn replace(&self, filter: EnvFilter) {
        (self.0)(filter);
    }
}

/// Starts logging, and hands spans to `traces`. A second call in a process has no effect.
pub fn start(settings: &LogSettings, traces: &Traces) -> Result<LogHandle, ParseError> {
    let (filter, handle) = reload::Layer::new(filter(settings)?);
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    let lines = match settings.format {
        LogFormat::Text => lines.boxed(),
        // The last of a line's `spans` is the current one, which would be in the line twice.
        LogFormat::Json => lines.json().with_current_span(false).boxed(),
    };
    let subscriber = tracing_subscriber::registry()
        .with(lines.with_filter(filter))
        .with(traces.layer());
    // It fails only if a subscriber is set already.
    let _ = subscriber.try_init();
    // It fails only if that subscriber is gone.
    Ok(LogHandle(Box::new(move |filter| drop(handle.reload(filter)))))
}
