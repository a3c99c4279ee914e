//! Logs: `tracing` to standard error.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::ParseError;

use crate::config::{LogConfig, LogFormat};

/// Checks the filter. Starts nothing.
pub fn check(settings: &LogConfig) -> Result<(), ParseError> {
    EnvFilter::builder().parse(&settings.filter).map(drop)
}

/// Starts logging. A second call in a process has no effect.
pub fn start(settings: &LogConfig) -> Result<(), ParseError> {
    let filter = EnvFilter::builder().parse(&settings.filter)?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    // It fails only if a subscriber is set already.
    let _ = match settings.format {
        LogFormat::Text => lines.try_init(),
        LogFormat::Json => lines.json().try_init(),
    };
    Ok(())
}
