//! Readers that fail at what contains [`MARK`], or lie about it.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::program::program;
use super::python::programs;

/// What makes these readers fail or lie, in a mail or a document.
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
    let fate = match fate {
        Fate::Dies => "die",
        Fate::Hangs => "hang",
    };
    write(&path, &include_str!("reader_proxy.py").replace("{fate}", fate));
    path
}

/// A reader that lies, as one that a document has taken over could. It begins to when a test says how.
pub struct LyingReader {
    folder: PathBuf,
}

impl LyingReader {
    /// Writes it into a folder.
    pub fn new(folder: &Path) -> Self {
        let reader = LyingReader {
            folder: folder.to_owned(),
        };
        write(&reader.program(), include_str!("lying_reader.py"));
        reader
    }

    /// For the setting `reader.program`.
    pub fn program(&self) -> PathBuf {
        self.folder.join("lying-reader")
    }

    /// From now on these Python statements change each answer of a kind, `reading` or `mail`. They find its content under that
    /// name, the whole head of its frame as `answer` and the body as `body`.
    pub fn lies(&self, kind: &str, statements: &str) {
        std::fs::write(self.folder.join(format!("lie-about-{kind}")), statements).unwrap();
    }
}

/// Writes a Python program that starts the real reader.
fn write(path: &Path, text: &str) {
    // Any environment will do: it uses Python's own library alone.
    let python = programs("aiosmtpd").join("python");
    let text = text
        .replace("{program}", &program().display().to_string())
        .replace("{mark}", MARK);
    std::fs::write(path, format!("#!{}\n{text}", python.display())).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700)).unwrap();
}
