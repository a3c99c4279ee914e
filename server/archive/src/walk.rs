//! The files of a mailbox: a file by itself, or all of a folder.

use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::hidden::Hidden;
use crate::{about, mbox};

/// Folders nested deeper than this are not read, because links can form a cycle.
const MAX_DEPTH: usize = 16;
/// How much of a file is read to detect an mbox.
const BEGINNING: u64 = 512;
/// What Google Takeout adds to an archive: a page about it.
const TAKEOUT_PAGE: &str = "archive_browser.html";

/// A file that holds mails or is a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where it is.
    pub path: PathBuf,
    /// What it is, by its name and place.
    pub kind: Kind,
    /// The folder that a search leaves out, if it lies in one.
    pub hidden: Option<Hidden>,
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One message.
    Message,
    /// Messages one after another.
    Mbox,
    /// A zip archive.
    Zip,
    /// A tar archive, compressed with gzip.
    TarGz,
    /// A PDF.
    Pdf,
    /// An HTML document.
    Html,
}

impl Kind {
    /// What a file of this name is.
    pub(crate) fn named(name: &str) -> Option<Kind> {
        let name = name.to_lowercase();
        let (stem, ending) = name.rsplit_once('.')?;
        match ending {
            "eml" => Some(Kind::Message),
            "mbox" => Some(Kind::Mbox),
            "zip" => Some(Kind::Zip),
            "tgz" => Some(Kind::TarGz),
            "gz" if stem.rsplit_once('.').is_some_and(|(_, inner)| inner == "tar") => Some(Kind::TarGz),
            "pdf" => Some(Kind::Pdf),
            "html" | "htm" if !name.ends_with(TAKEOUT_PAGE) => Some(Kind::Html),
            _ => None,
        }
    }

    /// What an entry of an archive with this path is. `None` of a folder, and of a file that is no mail and no document.
    pub(crate) fn archived(path: &str) -> Option<Kind> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        if name.is_empty() || name.starts_with('.') {
            return None;
        }
        // The folder of delivered mails in a Maildir. A page or PDF there is no message.
        let delivered = matches!(folder.rsplit('/').next(), Some("cur" | "new"));
        Kind::named(name).or_else(|| delivered.then_some(Kind::Message))
    }
}

/// Calls `found` for a file, or for each of a folder in the order of names. A file whose name says nothing is an mbox.
pub fn walk(path: &Path, found: &mut dyn FnMut(Entry) -> ControlFlow<()>) -> io::Result<()> {
    let ended = if path.is_dir() {
        folder(path, None, MAX_DEPTH, found)?
    } else {
        found(Entry {
            kind: Kind::named(&name(path)).unwrap_or(Kind::Mbox),
            path: path.to_owned(),
            hidden: None,
        })
    };
    match ended {
        ControlFlow::Continue(()) | ControlFlow::Break(()) => Ok(()),
    }
}

/// A folder: a Maildir if it has `cur` and `new`, and any other mailbox in it.
fn folder(
    folder: &Path,
    hidden: Option<Hidden>,
    depth: usize,
    found: &mut dyn FnMut(Entry) -> ControlFlow<()>,
) -> io::Result<ControlFlow<()>> {
    let Some(depth) = depth.checked_sub(1) else {
        return Ok(ControlFlow::Continue(()));
    };
    let maildir = ["cur", "new"].iter().all(|name| folder.join(name).is_dir());
    for path in entries(folder)? {
        let hidden = hidden.or_else(|| Hidden::named(&name(&path)));
        let ended = if path.is_dir() {
            match &*name(&path) {
                "cur" | "new" if maildir => maildir_files(&path, hidden, found)?,
                // Mails that are not delivered yet.
                "tmp" if maildir => ControlFlow::Continue(()),
                _ => self::folder(&path, hidden, depth, found)?,
            }
        } else if let Some(kind) = kind(&path)? {
            found(Entry { path, kind, hidden })
        } else {
            ControlFlow::Continue(())
        };
        if ended.is_break() {
            return Ok(ended);
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// A file without an ending may be an mbox: mail programs write such.
fn kind(path: &Path) -> io::Result<Option<Kind>> {
    if path.extension().is_none() && is_mbox(path)? {
        return Ok(Some(Kind::Mbox));
    }
    Ok(Kind::named(&name(path)))
}

/// A folder of a Maildir: every file is a message.
fn maildir_files(
    folder: &Path,
    hidden: Option<Hidden>,
    found: &mut dyn FnMut(Entry) -> ControlFlow<()>,
) -> io::Result<ControlFlow<()>> {
    for path in entries(folder)? {
        let file_name = name(&path);
        if path.is_dir() || file_name.starts_with('.') {
            continue;
        }
        let entry = Entry {
            path,
            kind: Kind::Message,
            hidden: hidden.or_else(|| Hidden::flagged(&file_name)),
        };
        if found(entry).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn is_mbox(path: &Path) -> io::Result<bool> {
    let mut beginning = Vec::new();
    let file = File::open(path).map_err(|error| about(path, &error))?;
    file.take(BEGINNING).read_to_end(&mut beginning)?;
    Ok(mbox::begins(&beginning))
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let read = || -> io::Result<Vec<PathBuf>> { fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect() };
    let mut paths = read().map_err(|error| about(folder, &error))?;
    paths.sort();
    Ok(paths)
}

pub(crate) fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
