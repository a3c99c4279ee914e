//! Why settings are refused.

use std::path::PathBuf;

use figment::error::Kind;
use invoices_domain::MissingEngine;

use super::files::is_secret;

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
    /// A value names an engine that this build lacks.
    #[error("{key}")]
    MissingEngine {
        /// The setting.
        key: &'static str,
        /// The engine, and how to build it.
        #[source]
        source: MissingEngine,
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

impl ConfigError {
    /// The path of the setting that can't be read. `None` if the error is of another kind.
    pub(super) fn setting(&self) -> Option<Vec<String>> {
        match self {
            ConfigError::Settings(error) => {
                let mut path = error.path.clone();
                if let Kind::UnknownField(name, _) = &error.kind
                    && path.last() != Some(name)
                {
                    path.push(name.clone());
                }
                Some(path).filter(|path| !path.is_empty())
            }
            ConfigError::Renamed { old, .. } => Some(old.split('.').map(str::to_owned).collect()),
            _ => None,
        }
    }
}

/// The error of settings that can't be read. It does not quote a secret.
pub(super) fn unreadable(mut error: figment::Error) -> ConfigError {
    if error.path.last().is_some_and(|key| is_secret(key))
        && let Kind::InvalidType(_, expected) | Kind::InvalidValue(_, expected) = &error.kind
    {
        error.kind = Kind::Message(format!("invalid value, expected {expected}"));
    }
    ConfigError::Settings(Box::new(error))
}

pub(super) fn invalid(key: &'static str, problem: &dyn std::fmt::Display) -> ConfigError {
    ConfigError::Value {
        key,
        problem: problem.to_string(),
    }
}
