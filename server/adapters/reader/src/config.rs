//! The settings of the reader.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// What a child must give up before it reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confine {
    /// What the system offers. A layer that it lacks is a warning at start.
    #[default]
    Available,
    /// Everything. A system that lacks a layer is an error at start.
    Required,
}

/// The number of children and the limits on each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReaderConfig {
    /// The program that the children run. `None` is the program of this process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<PathBuf>,
    /// The number of children that run at the same time. 0 is one for each core.
    pub concurrency: usize,
    /// The time limit for one mail or document, in seconds.
    pub timeout_seconds: u64,
    /// The limit on mapped memory of a child, in MiB.
    pub memory_mib: u64,
    /// Number of assignments after which a child is replaced.
    pub renew_after: u32,
    /// What a child must give up before it reads.
    pub confine: Confine,
}

impl Default for ReaderConfig {
    fn default() -> Self {
        ReaderConfig {
            program: None,
            concurrency: 0,
            timeout_seconds: 20,
            memory_mib: 512,
            renew_after: 1_000,
            confine: Confine::default(),
        }
    }
}
