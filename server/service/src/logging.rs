//! Logs: `tracing` to standard error.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::ParseError;

use crate::config::{LogConfig, LogFormat};

/// Checks the filter. Starts nothing.
pub fn check(settings: &LogConfig) -> Result<(), ParseError> {
    filter(settings).map(drop)
}

pub(crate) fn filter(settings: &LogConfig) -> Result<EnvFilter, ParseError> {
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

/// Starts logging. A second call in a process has no effect.
pub fn start(settings: &LogConfig) -> Result<LogHandle, ParseError> {
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter(settings)?)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    // Each step fails only if a subscriber is set already.
    Ok(match settings.format {
        LogFormat::Text => {
            let lines = lines.with_filter_reloading();
            let handle = lines.reload_handle();
            let _ = lines.try_init();
            LogHandle(Box::new(move |filter| drop(handle.reload(filter))))
        }
        LogFormat::Json => {
            let lines = lines.json().with_filter_reloading();
            let handle = lines.reload_handle();
            let _ = lines.try_init();
            LogHandle(Box::new(move |filter| drop(handle.reload(filter))))
        }
    })
}
