//! What every chore uses: where the project is, and how a chore fails.

use std::path::Path;

/// What a chore fails with: a sentence for whoever ran it.
pub type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

/// The workspace's folder.
pub fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}
