//! The files of a mailbox: a file by itself, or all of a folder.

use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use crate::hidden::Hidden;
use crate::{about, mbox};

/// Folders nested deeper than this are not read.
const MAX_DEPTH: usize = 16;
/// How much of a file is read to see what it is.
const BEGINNING: u64 = 16 << 10;
/// What Google Takeout adds to an archive: a page about it.
const TAKEOUT_PAGE: &str = "archive_browser.html";

/// A file that holds mails or is a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its location.
    pub path: PathBuf,
    /// What it is, by its name and place.
    pub kind: Kind,
    /// The folder that a search skips, if it is in one.
    pub hidden: Option<Hidden>,
    /// When its mail was received, by the name of a Maildir's file.
    pub received_at: Option<DateTime<Utc>>,
}

/// What a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// One message of Apple Mail.
    Emlx,
    /// Something that could contain mails but is not read, for this reason.
    NotRead(String),
}

impl Kind {
    /// What a file of this name is.
    pub(crate) fn named(name: &str) -> Option<Kind> {
        let name = name.to_lowercase();
        let (stem, ending) = name.rsplit_once('.')?;
        match ending {
            "eml" => Some(Kind::Message),
            "emlx" => Some(Kind::Emlx),
            "mbox" => Some(Kind::Mbox),
            "zip" => Some(Kind::Zip),
            "tgz" => Some(Kind::TarGz),
            "gz" if stem.rsplit_once('.').is_some_and(|(_, inner)| inner == "tar") => Some(Kind::TarGz),
            "pdf" => Some(Kind::Pdf),
            "html" | "htm" if !name.ends_with(TAKEOUT_PAGE) => Some(Kind::Html),
            "msg" | "pst" | "ost" | "olm" | "dbx" | "tar" | "gz" | "bz2" | "xz" | "7z" | "rar" => {
                Some(Kind::NotRead(format!("files that end in .{ending} are not read")))
            }
            _ => None,
        }
    }

    /// What an entry of an archive with this path is. `None` of a folder, and of a file that isn't a mail and no document.
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

/// Calls `found` for a file, or for each of a folder in the order of names. A file whose name and beginning say nothing is an mbox.
///
/// Only regular files are read. A link within the folder is passed by, because what it leads to is read by itself.
pub fn walk(path: &Path, found: &mut dyn FnMut(Entry) -> ControlFlow<()>) -> io::Result<()> {
    let is_folder = fs::metadata(path).map_err(|error| about(path, &error))?.is_dir();
    if !is_folder && !path.is_file() {
        let error = io::Error::new(io::ErrorKind::InvalidInput, NOT_REGULAR);
        return Err(about(path, &error));
    }
    let root = fs::canonicalize(path).map_err(|error| about(path, &error))?;
    let mut walk = Walk { root, found };
    // Both ends are good: `found` may have stopped the walk.
    let _ended = if is_folder {
        walk.folder(path, None, MAX_DEPTH)?
    } else {
        let kind = kind(path)?.unwrap_or(Kind::Mbox);
        walk.tell(path.to_owned(), kind, None)
    };
    Ok(())
}

const NOT_REGULAR: &str = "it isn't a regular file";

struct Walk<'f> {
    /// The folder without links.
    root: PathBuf,
    found: &'f mut dyn FnMut(Entry) -> ControlFlow<()>,
}

impl Walk<'_> {
    fn tell(&mut self, path: PathBuf, kind: Kind, hidden: Option<Hidden>) -> ControlFlow<()> {
        let name = name(&path);
        let is_message = kind == Kind::Message;
        (self.found)(Entry {
            hidden: hidden.or_else(|| Hidden::flagged(&name).filter(|_| is_message)),
            received_at: maildir_time(&name).filter(|_| is_message),
            path,
            kind,
        })
    }

    /// A folder: a Maildir, one of its folders, or any other with mailboxes in it.
    fn folder(&mut self, folder: &Path, hidden: Option<Hidden>, depth: usize) -> io::Result<ControlFlow<()>> {
        let is_maildir = MAILDIR.iter().filter(|name| folder.join(name).is_dir()).count() > 1;
        for path in entries(folder)? {
            let name = name(&path);
            let hidden = hidden.or_else(|| Hidden::named(&name));
            let ended = match what(&path) {
                What::Folder if is_maildir && name == "tmp" => ControlFlow::Continue(()),
                What::Folder if is_maildir && MAILDIR.contains(&&*name) => self.maildir(&path, hidden)?,
                What::Folder if depth == 0 => {
                    self.tell(path, Kind::NotRead("the folder is nested too deep".into()), None)
                }
                What::Folder => match self.folder(&path, hidden, depth - 1) {
                    Ok(ended) => ended,
                    Err(error) => self.tell(path, Kind::NotRead(error.to_string()), None),
                },
                What::File => match kind(&path) {
                    Ok(Some(kind)) => self.tell(path, kind, hidden),
                    Ok(None) => ControlFlow::Continue(()),
                    Err(error) => self.tell(path, Kind::NotRead(error.to_string()), None),
                },
                What::Link => self.link(path),
                What::Other => self.tell(path, Kind::NotRead(NOT_REGULAR.into()), None),
            };
            if ended.is_break() {
                return Ok(ended);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// A folder of a Maildir: every file is a message.
    fn maildir(&mut self, folder: &Path, hidden: Option<Hidden>) -> io::Result<ControlFlow<()>> {
        for path in entries(folder)? {
            let ended = match what(&path) {
                What::Folder => ControlFlow::Continue(()),
                _ if name(&path).starts_with('.') => ControlFlow::Continue(()),
                What::File => self.tell(path, Kind::Message, hidden),
                What::Link => self.link(path),
                What::Other => self.tell(path, Kind::NotRead(NOT_REGULAR.into()), None),
            };
            if ended.is_break() {
                return Ok(ended);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn link(&mut self, path: PathBuf) -> ControlFlow<()> {
        let reason = match fs::canonicalize(&path) {
            Ok(target) if target.starts_with(&self.root) => return ControlFlow::Continue(()),
            Ok(_) => "it is a link out of the folder",
            // Mail programs mark a folder as open by a link to no file.
            Err(_) if Kind::named(&name(&path)).is_none() => return ControlFlow::Continue(()),
            Err(_) => "it is a link to a file that is gone",
        };
        self.tell(path, Kind::NotRead(reason.into()), None)
    }
}

/// The folders of a Maildir. Programs that copy one may leave empty ones out.
const MAILDIR: [&str; 3] = ["cur", "new", "tmp"];

enum What {
    File,
    Folder,
    Link,
    Other,
}

/// The type of a path, without following links.
fn what(path: &Path) -> What {
    match fs::symlink_metadata(path).map(|file| file.file_type()) {
        Ok(kind) if kind.is_symlink() => What::Link,
        Ok(kind) if kind.is_dir() => What::Folder,
        // Why it can't be read is known when it is opened.
        Ok(kind) if kind.is_file() => What::File,
        Err(_) => What::File,
        Ok(_) => What::Other,
    }
}

/// What a file is, by its name, or else by its beginning: mail programs write mboxes and messages without an ending.
fn kind(path: &Path) -> io::Result<Option<Kind>> {
    let name = name(path);
    if let Some(kind) = Kind::named(&name) {
        return Ok(Some(kind));
    }
    let folder = path.parent().and_then(Path::file_name);
    let is_delivered = folder.is_some_and(|folder| folder == "cur" || folder == "new");
    let is_maildirs = maildir_time(&name).is_some() || name.contains(":2,");
    if is_delivered && is_maildirs {
        return Ok(Some(Kind::Message));
    }
    if path.extension().is_some() && !is_delivered && !is_maildirs {
        return Ok(None);
    }
    let mut beginning = Vec::new();
    let file = File::open(path).map_err(|error| about(path, &error))?;
    file.take(BEGINNING)
        .read_to_end(&mut beginning)
        .map_err(|error| about(path, &error))?;
    Ok(if mbox::begins(&beginning) {
        Some(Kind::Mbox)
    } else {
        mbox::is_header(&beginning).then_some(Kind::Message)
    })
}

/// When a file of a Maildir was delivered: its name begins with the time in Unix seconds.
pub(crate) fn maildir_time(path: &str) -> Option<DateTime<Utc>> {
    let name = path.rsplit('/').next()?;
    let seconds = &name[..name.find(['.', '_'])?];
    let is_time = (9..=10).contains(&seconds.len()) && seconds.bytes().all(|byte| byte.is_ascii_digit());
    DateTime::from_timestamp(seconds.parse().ok().filter(|_| is_time)?, 0)
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
