//! The files of an import, read in a thread of their own.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use invoices_archive::{Found, Kind, Limits, scan, size, walk};
use tokio::sync::mpsc;

use crate::commands::output::printable;

/// How many messages wait in memory for their turn.
pub const AT_ONCE: usize = 8;

/// The paths that the user named.
pub struct Files {
    paths: Vec<PathBuf>,
    limits: Limits,
    bytes: u64,
}

/// What the thread has read.
pub enum Read {
    /// A mail or a document, and how many bytes of all files are read.
    Found(Found, u64),
    /// A path can't be read any further.
    Failed(io::Error),
}

impl Files {
    /// Fails if a path does not exist.
    pub fn new(paths: Vec<PathBuf>, largest: u64) -> io::Result<Self> {
        let limits = Limits { message_bytes: largest };
        let mut bytes = 0;
        for path in &paths {
            bytes += size(path)?;
        }
        Ok(Files { paths, limits, bytes })
    }

    /// Reads the files in the order of the paths. The thread ends when nobody receives any longer.
    pub fn read(&self) -> io::Result<mpsc::Receiver<Read>> {
        let (sender, receiver) = mpsc::channel(AT_ONCE);
        let (paths, limits) = (self.paths.clone(), self.limits);
        // A task of the runtime would delay the end of the program if a read does not return.
        thread::Builder::new()
            .name("import".into())
            .spawn(move || read(&paths, limits, &sender))?;
        Ok(receiver)
    }

    /// A progress bar over the bytes. It is hidden if standard error isn't a terminal.
    pub fn progress(&self, what: &'static str) -> ProgressBar {
        let template = "{msg} {bar:40} {percent}%, {eta} left";
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::new(self.bytes).with_style(style).with_message(what)
    }
}

fn read(paths: &[PathBuf], limits: Limits, sender: &mpsc::Sender<Read>) {
    let (mut before, mut last) = (0, 0);
    for path in paths {
        let scanned = scan(path, limits, &mut |found, read| {
            last = before + read;
            match sender.blocking_send(Read::Found(found, last)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        before = last;
        if let Err(error) = scanned
            && sender.blocking_send(Read::Failed(error)).is_err()
        {
            return;
        }
    }
}

/// Whether a path is a single document.
pub fn is_document(path: &Path) -> bool {
    let mut document = false;
    // A path that can't be read is reported where it is read.
    let _ = walk(path, &mut |entry| {
        document = entry.path == path && matches!(entry.kind, Kind::Pdf | Kind::Html);
        ControlFlow::Break(())
    });
    document
}

/// Says on standard error, beside the progress bar, why something can't be read.
pub fn report_unreadable(progress: &ProgressBar, place: &str, reason: &str) {
    progress.suspend(|| eprintln!("invoices: {}", printable(&format!("{place}: {reason}"))));
}
