//! Mailboxes on disk: folders of `.eml` and `.emlx` files, Maildirs, mbox files.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use chrono::Utc;
use invoices_archive::{Entry, Hidden, Kind, emlx, mbox, walk};

use crate::mail::Mail;
use crate::origin::Origin;

const BUFFER: usize = 1 << 20;
/// The maximum number of bytes of a message that are indexed.
const MAX_LOOK: u64 = 64 << 20;

/// Calls `found` for every message of a file (`.eml` or mbox) or folder, in the order of names. Archives and documents aren't
/// messages.
pub(crate) fn index(path: &Path, found: &mut dyn FnMut(Mail)) -> io::Result<()> {
    let mut failed = None;
    walk(path, &mut |entry| {
        let read = match entry.kind {
            Kind::Message => message(&entry, found),
            Kind::Mbox => mbox_file(&entry, found),
            Kind::Emlx => emlx_file(&entry, found),
            Kind::Zip | Kind::TarGz | Kind::Pdf | Kind::Html => Ok(()),
            Kind::NotRead(ref reason) => {
                tracing::warn!("{}: {reason}", entry.path.display());
                Ok(())
            }
        };
        match read {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                let about = format!("{}: {error}", entry.path.display());
                failed = Some(io::Error::new(error.kind(), about));
                ControlFlow::Break(())
            }
        }
    })?;
    failed.map_or(Ok(()), Err)
}

fn message(entry: &Entry, found: &mut dyn FnMut(Mail)) -> io::Result<()> {
    let bytes = fs::read(&entry.path)?;
    let added_at = entry.received_at.unwrap_or_else(Utc::now);
    let origin = Origin::File(entry.path.clone());
    found(Mail::new(&bytes, added_at, entry.hidden, origin));
    Ok(())
}

fn emlx_file(entry: &Entry, found: &mut dyn FnMut(Mail)) -> io::Result<()> {
    let Some(read) = emlx::read(&fs::read(&entry.path)?.into()) else {
        tracing::warn!("{}: it is not a whole .emlx file", entry.path.display());
        return Ok(());
    };
    let origin = Origin::Range {
        file: entry.path.as_path().into(),
        start: read.start as u64,
        length: read.message.len() as u64,
        is_quoted: false,
    };
    let hidden = entry.hidden.or(read.is_deleted.then_some(Hidden::Trash));
    let added_at = read.received_at.unwrap_or_else(Utc::now);
    found(Mail::new(&read.message, added_at, hidden, origin));
    Ok(())
}

fn mbox_file(entry: &Entry, found: &mut dyn FnMut(Mail)) -> io::Result<()> {
    let file: Arc<Path> = entry.path.as_path().into();
    let opened = File::open(&entry.path)?;
    mbox::scan(BufReader::with_capacity(BUFFER, opened), MAX_LOOK, |stretch| {
        let origin = Origin::Range {
            file: Arc::clone(&file),
            start: stretch.start,
            length: stretch.length,
            is_quoted: true,
        };
        let added_at = stretch.received_at.unwrap_or_else(Utc::now);
        found(Mail::new(stretch.message, added_at, entry.hidden, origin));
        ControlFlow::Continue(())
    })
}
