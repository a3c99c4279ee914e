//! The workspace's folder and the type of errors, for every task.

use std::path::Path;

/// The error is a sentence for the person who ran the task.
pub type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

/// The workspace's folder.
pub fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}
