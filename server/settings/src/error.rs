//! Why settings are refused.

use std::fmt::Display;
use std::path::PathBuf;

use invoices_domain::MissingEngine;

/// The settings can't be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The named file does not exist.
    #[error("there is no settings file {0}")]
    NoFile(PathBuf),
    /// The file can't be read, or is not TOML.
    #[error("{}: {problem}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What is wrong with it. It quotes nothing, because the file may hold secrets.
        problem: String,
    },
    /// A name is unknown, or its value can't be read.
    #[error("{path}: {problem} (in {origin})")]
    Given {
        /// The setting.
        path: String,
        /// What is wrong with it.
        problem: String,
        /// The file or variable that it is in.
        origin: String,
    },
    /// The use cases refuse a value.
    #[error("{0}")]
    Refused(String),
    /// A value names an engine that this build lacks.
    #[error("{key}")]
    MissingEngine {
        /// The setting.
        key: &'static str,
        /// The engine, and how to build it.
        #[source]
        source: MissingEngine,
    },
    /// A value can't be used, alone or beside others.
    #[error("{key}: {problem}")]
    Value {
        /// The setting.
        key: &'static str,
        /// What is wrong with its value.
        problem: String,
    },
}

impl ConfigError {
    pub(crate) fn given(path: &str, problem: &str, origin: &str) -> Self {
        ConfigError::Given {
            path: path.to_owned(),
            problem: problem.to_owned(),
            origin: origin.to_owned(),
        }
    }
}

/// The error of a value that can't be used.
pub fn invalid(key: &'static str, problem: &dyn Display) -> ConfigError {
    ConfigError::Value {
        key,
        problem: problem.to_string(),
    }
}
