//! Why settings are refused.

use std::path::PathBuf;

/// The settings can't be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file or a variable holds an unknown setting or a value of the wrong type.
    #[error("{0}")]
    Settings(Box<figment::Error>),
    /// The use cases refuse a value.
    #[error("{0}")]
    Refused(invoices_app::Error),
    /// The named file does not exist.
    #[error("there is no settings file {0}")]
    NoFile(PathBuf),
    /// A setting has another name now.
    #[error("{old}: the setting is called {new} now")]
    Renamed {
        /// The name that the file or a variable uses.
        old: &'static str,
        /// The name to use instead.
        new: &'static str,
    },
    /// A value is invalid.
    #[error("{key}: {problem}")]
    Value {
        /// The setting.
        key: &'static str,
        /// What is wrong with its value.
        problem: String,
    },
}

pub(super) fn invalid(key: &'static str, problem: &dyn std::fmt::Display) -> ConfigError {
    ConfigError::Value {
        key,
        problem: problem.to_string(),
    }
}
