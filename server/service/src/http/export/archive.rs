//! A zip archive that is sent while it is written: it needs no length in advance and never seeks.

use std::io::{self, Write};
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use chrono::{DateTime, Datelike, Timelike, Utc};
use invoices_api::export::Chunk;
use invoices_app::Error;
use serde::Serialize;
use tokio::sync::mpsc::Sender;
use tokio::time::timeout;
use zip::CompressionMethod;
use zip::result::ZipError;
use zip::write::{SimpleFileOptions, StreamWriter, ZipWriter};

/// The size of what is sent, and of what is compressed before others get their turn.
const CHUNK: usize = 64 * 1024;
/// The fastest level: PDFs are compressed already.
const LEVEL: i64 = 1;
/// From this size on a file has the 64-bit form.
const FOUR_GIB: u64 = u32::MAX as u64;

/// Why an archive was not completed.
#[derive(Debug, thiserror::Error)]
pub enum Ended {
    /// The receiver has hung up.
    #[error("the receiver has hung up")]
    HungUp,
    /// The receiver took longer for a chunk than it may.
    #[error("the receiver is too slow")]
    Stalled,
    /// The archive can't be written.
    #[error(transparent)]
    Zip(#[from] ZipError),
    /// A value has no form in JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// What belongs in it can't be read.
    #[error(transparent)]
    Failed(#[from] Error),
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Self {
        Ended::Zip(error.into())
    }
}

/// An archive on its way to a receiver.
pub struct Archive {
    /// On the heap: futures that hold an archive would be large.
    zip: Box<ZipWriter<StreamWriter<Written>>>,
    outgoing: Outgoing,
    options: SimpleFileOptions,
}

/// Unsent output, and its destination.
struct Outgoing {
    written: Written,
    chunks: Sender<Chunk>,
    stall: Duration,
}

/// Buffers what is written until it is consumed.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Archive {
    /// An archive that is sent as these chunks, each of which the receiver must take within `stall`. Its files have this time.
    pub fn new(chunks: Sender<Chunk>, stall: Duration, time: DateTime<Utc>) -> Self {
        let written = Written::default();
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(LEVEL))
            .last_modified_time(zip_time(time));
        Archive {
            zip: Box::new(ZipWriter::new_stream(written.clone())),
            outgoing: Outgoing { written, chunks, stall },
            options,
        }
    }

    /// Begins a file. `at_most` is the largest that it can be: only one of more than 4 GiB has the 64-bit form, which some
    /// programs that read streams don't know.
    pub async fn begin(&mut self, name: &str, at_most: u64) -> Result<(), Ended> {
        let options = self.options.large_file(at_most >= FOUR_GIB);
        self.zip.start_file(name, options)?;
        self.outgoing.send(CHUNK).await
    }

    /// Adds bytes to the file that was begun last.
    pub async fn add(&mut self, bytes: &[u8]) -> Result<(), Ended> {
        for part in bytes.chunks(CHUNK) {
            self.zip.write_all(part)?;
            self.outgoing.send(CHUNK).await?;
            tokio::task::yield_now().await;
        }
        Ok(())
    }

    /// Adds a whole file.
    pub async fn file(&mut self, name: &str, bytes: &[u8]) -> Result<(), Ended> {
        self.begin(name, bytes.len() as u64).await?;
        self.add(bytes).await
    }

    /// Adds a JSON file.
    pub async fn json(&mut self, name: &str, value: &impl Serialize) -> Result<(), Ended> {
        let mut text = serde_json::to_vec_pretty(value)?;
        text.push(b'\n');
        self.file(name, &text).await
    }

    /// Begins a JSON file: an object with a list of this name.
    pub async fn list(&mut self, name: &str, list: &str, at_most: u64) -> Result<List<'_>, Ended> {
        self.begin(name, at_most).await?;
        self.add(format!("{{\"{list}\": [").as_bytes()).await?;
        Ok(List {
            archive: self,
            is_empty: true,
        })
    }

    /// Writes the table of contents and ends the archive.
    pub async fn finish(self) -> Result<(), Ended> {
        drop(self.zip.finish()?);
        self.outgoing.send(1).await?;
        self.outgoing.put(Chunk::End).await
    }
}

impl Outgoing {
    /// Sends what was written, if it has at least this many bytes.
    async fn send(&self, least: usize) -> Result<(), Ended> {
        let mut bytes = {
            let mut written = self.written.lock();
            if written.len() < least {
                return Ok(());
            }
            Bytes::from(mem::take(&mut *written))
        };
        while !bytes.is_empty() {
            let chunk = bytes.split_to(bytes.len().min(CHUNK));
            self.put(Chunk::Bytes(chunk)).await?;
        }
        Ok(())
    }

    async fn put(&self, chunk: Chunk) -> Result<(), Ended> {
        match timeout(self.stall, self.chunks.send(chunk)).await {
            Ok(sent) => sent.map_err(|_| Ended::HungUp),
            Err(_) => Err(Ended::Stalled),
        }
    }
}

/// The list of a JSON file.
pub struct List<'a> {
    archive: &'a mut Archive,
    is_empty: bool,
}

impl List<'_> {
    /// Adds an element.
    pub async fn add(&mut self, element: &impl Serialize) -> Result<(), Ended> {
        let mut text = if self.is_empty {
            b"\n  ".to_vec()
        } else {
            b",\n  ".to_vec()
        };
        serde_json::to_writer(&mut text, element)?;
        self.is_empty = false;
        self.archive.add(&text).await
    }

    /// Ends the list and its file.
    pub async fn end(self) -> Result<(), Ended> {
        let end: &[u8] = if self.is_empty { b"]}\n" } else { b"\n]}\n" };
        self.archive.add(end).await
    }
}

/// A time in the form of zip archives, which begins with 1980.
fn zip_time(time: DateTime<Utc>) -> zip::DateTime {
    let part = |number: u32| u8::try_from(number).unwrap_or_default();
    let year = u16::try_from(time.year()).unwrap_or_default();
    let (month, day) = (part(time.month()), part(time.day()));
    let (hour, minute, second) = (part(time.hour()), part(time.minute()), part(time.second()));
    zip::DateTime::from_date_and_time(year, month, day, hour, minute, second).unwrap_or_default()
}
