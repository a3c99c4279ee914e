//! Reads every mail and document of a file, a folder or an archive.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use flate2::read::MultiGzDecoder;
use mail_parser::MessageParser;
use zip::ZipArchive;

use crate::hidden::Hidden;
use crate::walk::{Entry, Kind, maildir_time, name, walk};
use crate::{Content, Format, Found, about, emlx, mbox};

const BUFFER: usize = 1 << 20;
/// Maximum number of entries examined per archive.
const MAX_ENTRIES: usize = 100_000;
/// How much larger than itself an archive may be unpacked. Mails are at most about this compressible.
const MAX_RATIO: u64 = 200;
const TOO_MANY: &str = "it has more than 100000 entries; the rest is not read";
const NOT_WHOLE: &str = "it is not a whole .emlx file";
const PARTIAL: &str = "Apple Mail keeps its attachments in other files, which are not read; save the mail as .eml";

/// What may be read.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The largest message or document in bytes. A larger one is read past.
    pub message_bytes: u64,
}

/// How many bytes the files of a path have.
pub fn size(path: &Path) -> io::Result<u64> {
    let (mut sum, mut failed) = (0, None);
    walk(path, &mut |entry| match fs::metadata(&entry.path) {
        _ if matches!(entry.kind, Kind::NotRead(_)) => ControlFlow::Continue(()),
        Ok(file) => {
            sum += file.len();
            ControlFlow::Continue(())
        }
        Err(error) => {
            failed = Some(about(&entry.path, &error));
            ControlFlow::Break(())
        }
    })?;
    failed.map_or(Ok(sum), Err)
}

/// Calls `found` for each mail and document, in the order of names, and with it how many bytes of the files have been read. It
/// ends when `found` breaks. An error is one of `path` itself; of a file in a folder or an archive it is
/// [`Content::Unreadable`], and the others are read.
pub fn scan(path: &Path, limits: Limits, found: &mut dyn FnMut(Found, u64) -> ControlFlow<()>) -> io::Result<()> {
    let read = Rc::new(Cell::new(0));
    let mut failed = None;
    let mut scanner = Scanner { limits, read, found };
    walk(path, &mut |entry| match scanner.entry(&entry) {
        Ok(flow) => flow,
        Err(error) if entry.path != path => scanner.unreadable(&entry.path.display().to_string(), &error),
        Err(error) => {
            failed = Some(about(&entry.path, &error));
            ControlFlow::Break(())
        }
    })?;
    failed.map_or(Ok(()), Err)
}

struct Scanner<'f> {
    limits: Limits,
    /// How many bytes of the files have been read.
    read: Rc<Cell<u64>>,
    found: &'f mut dyn FnMut(Found, u64) -> ControlFlow<()>,
}

/// One file, or one entry of an archive.
struct Source<'s> {
    place: &'s str,
    kind: &'s Kind,
    hidden: Option<Hidden>,
    modified_at: Option<DateTime<Utc>>,
    received_at: Option<DateTime<Utc>>,
}

impl Scanner<'_> {
    fn entry(&mut self, entry: &Entry) -> io::Result<ControlFlow<()>> {
        let place = entry.path.display().to_string();
        if let Kind::NotRead(reason) = &entry.kind {
            return Ok(self.unreadable(&place, reason));
        }
        let file = File::open(&entry.path)?;
        let facts = file.metadata()?;
        let modified_at = facts.modified().ok().map(DateTime::<Utc>::from);
        let file = Counted {
            inner: file,
            read: Rc::clone(&self.read),
        };
        match &entry.kind {
            Kind::Zip => Ok(self.zip(BufReader::with_capacity(BUFFER, file), &place, entry.hidden)),
            Kind::TarGz => {
                let file = BufReader::with_capacity(BUFFER, file);
                let unpacked = Bounded {
                    inner: MultiGzDecoder::new(file),
                    left: most_unpacked(facts.len()),
                };
                Ok(self.tar(unpacked, &place, entry.hidden))
            }
            kind => {
                let source = Source {
                    place: &place,
                    kind,
                    hidden: entry.hidden,
                    modified_at,
                    received_at: entry.received_at,
                };
                self.read(&source, BufReader::with_capacity(BUFFER, file))
            }
        }
    }

    fn tell(&mut self, place: &str, content: Content) -> ControlFlow<()> {
        let found = Found {
            place: place.to_owned(),
            content,
        };
        (self.found)(found, self.read.get())
    }

    fn unreadable(&mut self, place: &str, reason: &dyn ToString) -> ControlFlow<()> {
        self.tell(place, Content::Unreadable(reason.to_string()))
    }

    /// Reads what isn't an archive.
    fn read(&mut self, source: &Source<'_>, mut from: impl io::BufRead) -> io::Result<ControlFlow<()>> {
        if *source.kind == Kind::Mbox {
            return self.mbox(source, from);
        }
        let limit = self.limits.message_bytes;
        let mut bytes = Vec::new();
        from.by_ref().take(limit + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > limit {
            return Ok(self.unreadable(source.place, &too_large(limit)));
        }
        let bytes = Bytes::from(bytes);
        let document = |format| Content::Document {
            format,
            name: name(Path::new(source.place)),
            bytes: bytes.clone(),
            modified_at: source.modified_at,
        };
        let content = match source.kind {
            Kind::Pdf => document(Format::Pdf),
            Kind::Html => document(Format::Html),
            Kind::Emlx => return Ok(self.emlx(source, &bytes)),
            _ => mail(bytes, source.hidden, source.received_at),
        };
        Ok(self.tell(source.place, content))
    }

    fn emlx(&mut self, source: &Source<'_>, file: &Bytes) -> ControlFlow<()> {
        let Some(read) = emlx::read(file) else {
            return self.unreadable(source.place, &NOT_WHOLE);
        };
        let hidden = source.hidden.or(read.is_deleted.then_some(Hidden::Trash));
        let content = mail(read.message, hidden, read.received_at);
        self.tell(source.place, content)?;
        if source.place.ends_with(".partial.emlx") {
            return self.unreadable(source.place, &PARTIAL);
        }
        ControlFlow::Continue(())
    }

    fn mbox(&mut self, source: &Source<'_>, from: impl io::BufRead) -> io::Result<ControlFlow<()>> {
        let (limit, mut number) = (self.limits.message_bytes, 0_u64);
        let mut flow = ControlFlow::Continue(());
        mbox::scan(from, limit, |stretch| {
            number += 1;
            let place = format!("{}, message {number}", source.place);
            flow = if stretch.is_cut {
                self.unreadable(&place, &too_large(limit))
            } else {
                let message = Bytes::copy_from_slice(stretch.message);
                self.tell(&place, mail(message, source.hidden, stretch.received_at))
            };
            flow
        })?;
        Ok(flow)
    }

    fn zip(&mut self, file: impl Read + Seek, place: &str, hidden: Option<Hidden>) -> ControlFlow<()> {
        let mut archive = match ZipArchive::new(file) {
            Ok(archive) => archive,
            Err(error) => return self.unreadable(place, &error),
        };
        for nth in 0..archive.len().min(MAX_ENTRIES) {
            let entry = match archive.by_index(nth) {
                Ok(entry) => entry,
                Err(error) => {
                    self.unreadable(&format!("{place}: entry {}", nth + 1), &error)?;
                    continue;
                }
            };
            let name = match entry.name() {
                Ok(name) => name.into_owned(),
                Err(_) => String::from_utf8_lossy(entry.name_raw()).into_owned(),
            };
            let most = most_unpacked(entry.compressed_size());
            self.archived(place, &name, hidden, entry, most)?;
        }
        if archive.len() > MAX_ENTRIES {
            return self.unreadable(place, &TOO_MANY);
        }
        ControlFlow::Continue(())
    }

    fn tar(&mut self, unpacked: impl Read, place: &str, hidden: Option<Hidden>) -> ControlFlow<()> {
        let mut archive = tar::Archive::new(unpacked);
        let entries = match archive.entries() {
            Ok(entries) => entries,
            Err(error) => return self.unreadable(place, &error),
        };
        for (nth, entry) in entries.enumerate() {
            let entry = match entry {
                Ok(_) if nth == MAX_ENTRIES => return self.unreadable(place, &TOO_MANY),
                Ok(entry) => entry,
                // A stream has no way past it.
                Err(error) => return self.unreadable(place, &error),
            };
            if !entry.header().entry_type().is_file() {
                continue;
            }
            let name = entry.path().map(|path| path.display().to_string()).unwrap_or_default();
            self.archived(place, &name, hidden, entry, u64::MAX)?;
        }
        ControlFlow::Continue(())
    }

    /// Reads at most this many bytes of an archive's entry.
    fn archived(
        &mut self,
        archive: &str,
        name: &str,
        hidden: Option<Hidden>,
        entry: impl Read,
        most: u64,
    ) -> ControlFlow<()> {
        let place = format!("{archive}: {name}");
        let Some(kind) = Kind::archived(name) else {
            return ControlFlow::Continue(());
        };
        match &kind {
            Kind::Zip | Kind::TarGz => return self.unreadable(&place, &"an archive within an archive is not opened"),
            Kind::NotRead(reason) => return self.unreadable(&place, reason),
            _ => {}
        }
        let hidden = hidden.or_else(|| name.split('/').find_map(Hidden::named));
        let hidden = hidden.or_else(|| (kind == Kind::Message).then(|| Hidden::flagged(name)).flatten());
        let source = Source {
            place: &place,
            kind: &kind,
            hidden,
            modified_at: None,
            received_at: maildir_time(name),
        };
        let entry = Bounded {
            inner: entry,
            left: most,
        };
        match self.read(&source, BufReader::with_capacity(BUFFER, entry)) {
            Ok(flow) => flow,
            Err(error) => self.unreadable(&place, &error),
        }
    }
}

/// Maximum number of bytes that may be unpacked from this many.
fn most_unpacked(packed: u64) -> u64 {
    packed.saturating_mul(MAX_RATIO).saturating_add(BUFFER as u64)
}

fn mail(message: Bytes, hidden: Option<Hidden>, received_at: Option<DateTime<Utc>>) -> Content {
    let labelled = || Hidden::labelled(&MessageParser::default().parse_headers(&message[..])?);
    let hidden = hidden.or_else(labelled);
    Content::Mail {
        message,
        hidden,
        received_at,
    }
}

fn too_large(limit: u64) -> String {
    format!("it is larger than {limit} bytes")
}

/// Counts the bytes that are read of a file.
struct Counted<R> {
    inner: R,
    read: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into)?;
        self.read.set(self.read.get() + read as u64);
        Ok(read)
    }
}

impl<R: Seek> Seek for Counted<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.inner.seek(to)
    }
}

/// Fails after this many bytes, so that an archive can't take forever.
struct Bounded<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into)?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| {
            let reason = format!("it is more than {MAX_RATIO} times as large as its archive");
            io::Error::new(io::ErrorKind::InvalidData, reason)
        })?;
        Ok(read)
    }
}
