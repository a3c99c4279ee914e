//! Mailboxes as people have them: files, folders and archives.

#![allow(clippy::unwrap_used, reason = "a test panics where a result is wrong")]

mod apple;
mod archives;
mod damaged;
mod folders;

use std::fs::{self, File};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use invoices_archive::{Content, Format, Found, Hidden, Limits, scan, size};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Where Takeout keeps all mails.
const TAKEOUT: &str = "Takeout/Mail/All mail Including Spam and Trash.mbox";
const LIMIT: u64 = 10_000;

fn message(subject: &str) -> Vec<u8> {
    labelled(subject, "Inbox,Unread")
}

fn labelled(subject: &str, labels: &str) -> Vec<u8> {
    format!("X-Gmail-Labels: {labels}\r\nFrom: Alva <alva@example.com>\r\nSubject: {subject}\r\n\r\nHej\r\n")
        .into_bytes()
}

/// An mbox as Takeout writes it.
fn mbox(messages: &[Vec<u8>]) -> Vec<u8> {
    let mut file = Vec::new();
    for (nth, message) in messages.iter().enumerate() {
        file.extend(format!("From {nth}@xxx Sat Nov 21 05:07:42 +0000 2026\r\n").bytes());
        file.extend(message);
        file.extend(b"\r\n");
    }
    file
}

/// A folder with test data, removed at the end of the test.
struct Disk(TempDir);

impl Disk {
    fn new() -> Self {
        Disk(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    fn zip(&self, entries: &[(&str, Vec<u8>)]) -> PathBuf {
        let path = self.path("takeout.zip");
        let mut zip = ZipWriter::new(File::create(&path).unwrap());
        for (name, bytes) in entries {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap();
        path
    }

    fn tgz(&self, entries: &[(&str, Vec<u8>)]) -> PathBuf {
        let path = self.path("takeout.tgz");
        let packed = GzEncoder::new(File::create(&path).unwrap(), Compression::default());
        let mut tar = tar::Builder::new(packed);
        for (name, bytes) in entries {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(0o644);
            tar.append_data(&mut header, name, &bytes[..]).unwrap();
        }
        tar.into_inner().unwrap().finish().unwrap();
        path
    }
}

fn read(path: &Path) -> Vec<Found> {
    let mut all = Vec::new();
    let limits = Limits { message_bytes: LIMIT };
    scan(path, limits, &mut |found, _| {
        all.push(found);
        ControlFlow::Continue(())
    })
    .unwrap();
    all
}

/// Each thing that was found in a few words: the subject of a mail and where it is hidden, the name of a document, or why
/// it can't be read.
fn told(path: &Path) -> Vec<String> {
    let told = |found: Found| match found.content {
        Content::Mail { message, hidden, .. } => {
            let text = String::from_utf8(message.to_vec()).unwrap();
            let subject = text.lines().find_map(|line| line.strip_prefix("Subject: ")).unwrap();
            match hidden {
                None => subject.to_owned(),
                Some(Hidden::Spam) => format!("{subject} (spam)"),
                Some(Hidden::Trash) => format!("{subject} (trash)"),
            }
        }
        Content::Document { format, name, .. } => match format {
            Format::Pdf => format!("PDF {name}"),
            Format::Html => format!("page {name}"),
        },
        Content::Unreadable(reason) => format!("unreadable: {reason}"),
    };
    read(path).into_iter().map(told).collect()
}

/// The day on which each mail was received, as far as its file says it.
fn days(path: &Path) -> Vec<Option<String>> {
    let days = read(path).into_iter().filter_map(|found| match found.content {
        Content::Mail { received_at, .. } => Some(received_at.map(|at| at.date_naive().to_string())),
        _ => None,
    });
    days.collect()
}

fn is_unreadable(found: &Found) -> bool {
    matches!(found.content, Content::Unreadable(_))
}

#[test]
fn the_progress_ends_at_the_size() {
    let disk = Disk::new();
    let messages: Vec<_> = (0..200)
        .map(|n| message(&format!("{n} {}", "x".repeat(5000))))
        .collect();
    let path = disk.file("all.mbox", &mbox(&messages));
    let total = size(&path).unwrap();
    assert_eq!(total, fs::metadata(&path).unwrap().len());
    let (mut last, mut steps) = (0, 0);
    let limits = Limits { message_bytes: LIMIT };
    scan(&path, limits, &mut |_, read| {
        assert!(read >= last && read <= total, "{read} after {last} of {total}");
        steps += usize::from(read > last);
        last = read;
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(steps > 0 && last > total / 2, "{steps} steps to {last}");
}

#[test]
fn a_break_ends_it() {
    let disk = Disk::new();
    let messages = [message("a"), message("b"), message("c")];
    disk.file("box/one.mbox", &mbox(&messages));
    disk.file("box/two.eml", &message("d"));
    let entries = [(TAKEOUT, mbox(&messages)), ("Takeout/d.eml", message("d"))];
    for path in [disk.path("box"), disk.zip(&entries), disk.tgz(&entries)] {
        let mut subjects = 0;
        let limits = Limits { message_bytes: LIMIT };
        scan(&path, limits, &mut |_, _| {
            subjects += 1;
            if subjects == 2 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .unwrap();
        assert_eq!(subjects, 2, "{}", path.display());
    }
}
