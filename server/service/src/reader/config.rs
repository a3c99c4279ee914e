//! The settings of the reader.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The limits on one child.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReaderConfig {
    /// The program that the children run. `None` is the program of this process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<PathBuf>,
    /// The number of children that run at the same time.
    pub concurrency: usize,
    /// The time limit, in seconds.
    pub timeout_seconds: u64,
    /// The limit on processor time, in seconds.
    pub cpu_seconds: u64,
    /// The limit on mapped memory, in MiB.
    pub memory_mib: u64,
}

impl Default for ReaderConfig {
    fn default() -> Self {
        ReaderConfig {
            program: None,
            concurrency: 2,
            timeout_seconds: 20,
            cpu_seconds: 10,
            memory_mib: 512,
        }
    }
}
