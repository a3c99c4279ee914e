//! Mailboxes on disk: folders of `.eml` files, Maildirs, mbox files.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::Utc;

use crate::mail::{Hidden, Mail};
use crate::mbox;
use crate::origin::Origin;

/// Folders nested deeper than this are not read, because links can form a cycle.
const MAX_DEPTH: usize = 16;
const BUFFER: usize = 1 << 20;
/// How much of a file is read to detect an mbox.
const BEGINNING: u64 = 512;

/// Calls `found` for every message of a file (`.eml` or mbox) or folder, in the order of names.
pub(crate) fn index(path: &Path, found: &mut dyn FnMut(Mail)) -> io::Result<()> {
    if path.is_dir() {
        return folder(path, None, MAX_DEPTH, found);
    }
    if has_ending(path, "eml") {
        return message(path.to_owned(), None, found);
    }
    mbox_file(path, None, found)
}

/// Indexes a folder: a Maildir if it has `cur` and `new`, and any other mailbox in it.
fn folder(folder: &Path, hidden: Option<Hidden>, depth: usize, found: &mut dyn FnMut(Mail)) -> io::Result<()> {
    let Some(depth) = depth.checked_sub(1) else {
        return Ok(());
    };
    let maildir = ["cur", "new"].iter().all(|name| folder.join(name).is_dir());
    for path in entries(folder)? {
        let hidden = hidden.or_else(|| Hidden::named(&name(&path)));
        if path.is_dir() {
            match &*name(&path) {
                "cur" | "new" if maildir => maildir_files(&path, hidden, found)?,
                // Mails that are not delivered yet.
                "tmp" if maildir => {}
                _ => self::folder(&path, hidden, depth, found)?,
            }
        } else if has_ending(&path, "eml") {
            message(path, hidden, found)?;
        } else if has_ending(&path, "mbox") || path.extension().is_none() && is_mbox(&path)? {
            mbox_file(&path, hidden, found)?;
        }
    }
    Ok(())
}

/// Indexes a Maildir folder: every file is a message; the flag `T` marks trash.
fn maildir_files(folder: &Path, hidden: Option<Hidden>, found: &mut dyn FnMut(Mail)) -> io::Result<()> {
    for path in entries(folder)? {
        let file_name = name(&path);
        if path.is_dir() || file_name.starts_with('.') {
            continue;
        }
        let flags = file_name.rsplit_once(":2,").map_or("", |(_, flags)| flags);
        let trashed = flags.contains('T').then_some(Hidden::Trash);
        message(path, hidden.or(trashed), found)?;
    }
    Ok(())
}

fn message(path: PathBuf, hidden: Option<Hidden>, found: &mut dyn FnMut(Mail)) -> io::Result<()> {
    let bytes = fs::read(&path).map_err(|error| about(&path, &error))?;
    found(Mail::new(&bytes, Utc::now(), hidden, Origin::File(path)));
    Ok(())
}

fn mbox_file(path: &Path, hidden: Option<Hidden>, found: &mut dyn FnMut(Mail)) -> io::Result<()> {
    let file: Arc<Path> = path.into();
    let opened = File::open(path).map_err(|error| about(path, &error))?;
    mbox::scan(BufReader::with_capacity(BUFFER, opened), |stretch| {
        let origin = Origin::Mbox {
            file: Arc::clone(&file),
            start: stretch.start,
            length: stretch.length,
        };
        found(Mail::new(stretch.message, Utc::now(), hidden, origin));
    })
    .map_err(|error| about(path, &error))
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

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
