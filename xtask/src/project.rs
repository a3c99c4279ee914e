//! The workspace's folder and the type of errors, for every task, those in other packages included.

use std::path::Path;

/// The error is a sentence for the person who ran the task.
pub type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

/// The project's folder, also for the benchmarks, which are a workspace of their own.
pub fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = own.ancestors();
    folders
        .find(|folder| folder.join("xtask/Cargo.toml").is_file())
        .unwrap_or(own)
}
