//! Readers that fail at what contains [`MARK`].

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::program::program;
use super::python::programs;

/// What makes these readers fail, in a mail or a document.
pub const MARK: &str = "x-this-fails-the-reader";

/// How a reader fails.
#[derive(Clone, Copy, Debug)]
pub enum Fate {
    /// It ends at once.
    Dies,
    /// It never answers.
    Hangs,
}

/// Writes such a reader into a folder, for the setting `reader.program`.
pub fn failing_reader(folder: &Path, fate: Fate) -> PathBuf {
    let path = folder.join("failing-reader");
    // Any environment will do: it uses Python's own library alone.
    let python = programs("aiosmtpd").join("python");
    let fate = match fate {
        Fate::Dies => "die",
        Fate::Hangs => "hang",
    };
    let text = include_str!("reader_proxy.py")
        .replace("{program}", &program().display().to_string())
        .replace("{mark}", MARK)
        .replace("{fate}", fate);
    std::fs::write(&path, format!("#!{}\n{text}", python.display())).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o700)).unwrap();
    path
}
