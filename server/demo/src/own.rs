//! A mailbox of the user's own: files, folders and archives.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use invoices_archive::{Content, Hidden, Kind, Limits, scan, walk};
use invoices_db::LedgerRow;
use invoices_sandbox::message_id;
use invoices_service::{DocumentState, Mail, MailAddress, MessageState, Sources};
use tempfile::TempDir;

/// The largest message that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// A mailbox on disk.
pub struct OwnMailbox {
    /// Every mail and document, in the order of the files.
    pub mails: Vec<OwnMail>,
    /// What the simulated mail provider serves.
    pub served: PathBuf,
    /// The mails of archives, removed when dropped.
    _unpacked: Option<TempDir>,
}

/// The facts about a mail before the service parses it.
#[derive(Default)]
pub struct OwnMail {
    /// The simulated provider's id. `None` for what isn't a mail.
    pub id: Option<String>,
    pub received_at: Option<DateTime<Utc>>,
    pub sender: Option<MailAddress>,
    pub subject: String,
    /// Its `Message-ID` header.
    pub header_id: Option<String>,
    /// A digest of each PDF that is attached.
    pub pdfs: Vec<String>,
    pub has_text: bool,
    /// Why the service does not get to see it.
    pub left_out: Option<String>,
}

impl OwnMailbox {
    /// Reads every mail. Unpacks the mails of archives into a temporary folder.
    pub fn open(path: &Path) -> io::Result<Self> {
        let unpacked = has_archive(path)?.then(tempfile::tempdir).transpose()?;
        let (mut mails, mut failed) = (Vec::new(), None);
        let limits = Limits { message_bytes: LARGEST };
        scan(path, limits, &mut |found, _| {
            if let (Content::Mail { message, hidden, .. }, Some(folder)) = (&found.content, &unpacked)
                && let Err(error) = unpack(folder.path(), mails.len(), message, *hidden)
            {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            mails.push(OwnMail::of(&found.place, &found.content));
            ControlFlow::Continue(())
        })?;
        if let Some(error) = failed {
            return Err(error);
        }
        Ok(OwnMailbox {
            mails,
            served: unpacked.as_ref().map_or(path, TempDir::path).to_owned(),
            _unpacked: unpacked,
        })
    }
}

fn has_archive(path: &Path) -> io::Result<bool> {
    let mut has_archive = false;
    walk(path, &mut |entry| {
        has_archive = matches!(entry.kind, Kind::Zip | Kind::TarGz);
        if has_archive {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    Ok(has_archive)
}

fn unpack(folder: &Path, number: usize, message: &[u8], hidden: Option<Hidden>) -> io::Result<()> {
    let folder = folder.join(match hidden {
        None => "mails",
        Some(Hidden::Spam) => "spam",
        Some(Hidden::Trash) => "trash",
    });
    fs::create_dir_all(&folder)?;
    fs::write(folder.join(format!("{number:08}.eml")), message)
}

impl OwnMail {
    fn of(place: &str, content: &Content) -> Self {
        let other = |left_out: String| OwnMail {
            subject: place.to_owned(),
            left_out: Some(left_out),
            ..OwnMail::default()
        };
        let (message, hidden, of_file) = match content {
            Content::Mail {
                message,
                hidden,
                received_at,
            } => (message, hidden, *received_at),
            Content::Document { .. } => return other("a document without a mail".to_owned()),
            Content::Unreadable(reason) => return other(format!("unreadable: {reason}")),
        };
        let mut mail = OwnMail {
            id: Some(message_id(message)),
            left_out: hidden.map(|_| "in spam or trash".to_owned()),
            subject: place.to_owned(),
            received_at: of_file,
            ..OwnMail::default()
        };
        if let Ok(read) = Mail::read(message) {
            let of_headers = read.received.or(read.date).map(|at| at.to_utc());
            mail.received_at = of_headers.filter(|at| *at <= Utc::now()).or(of_file);
            mail.header_id = read.message_id;
            mail.sender = read.sender;
            mail.subject = read.subject;
            mail.pdfs = read.pdfs.iter().map(|pdf| message_id(&pdf.bytes)).collect();
            mail.has_text = read.body.is_some();
        }
        mail
    }

    /// The outcome of it.
    fn outcome(&self, rows: &BTreeMap<String, Vec<&LedgerRow>>, sources: &Sources) -> String {
        if let Some(reason) = &self.left_out {
            return reason.clone();
        }
        let rows = self.id.as_ref().and_then(|id| rows.get(id));
        if let Some(rows) = rows {
            let mut outcomes: Vec<String> = rows.iter().flat_map(|row| outcomes(row)).collect();
            outcomes.dedup();
            return outcomes.join("; ");
        }
        let Some(sender) = &self.sender else {
            return "it doesn't have exactly one sender".to_owned();
        };
        let mut vendors = sources.active_vendors(None).into_iter();
        let is_vendors = vendors.any(|vendor| vendor.matches(sender, &self.subject).is_some());
        if is_vendors {
            "not found"
        } else {
            "not of a known sender"
        }
        .to_owned()
    }
}

/// The outcome of a message's documents, or of the message.
fn outcomes(row: &LedgerRow) -> Vec<String> {
    let with_reason = |words: &str, reason: Option<&String>| match reason {
        Some(reason) => format!("{words}: {reason}"),
        None => words.to_owned(),
    };
    if row.documents.is_empty() {
        let words = match row.state {
            MessageState::Found => "not fetched yet",
            MessageState::Quarantined => "in quarantine",
            MessageState::Rejected => "rejected",
            MessageState::Failed => "failed",
            MessageState::Skipped => "skipped",
            MessageState::Fetched => "fetched",
        };
        return vec![with_reason(words, row.reason.as_ref())];
    }
    let of_documents = row.documents.iter().map(|document| match document.state {
        DocumentState::Parsed => "recorded".to_owned(),
        DocumentState::Asked => "an invoice whose total is asked for".to_owned(),
        DocumentState::Duplicate => "recorded before".to_owned(),
        state => with_reason(&state.to_string(), document.reason.as_ref()),
    });
    of_documents.collect()
}

/// Date, sender, subject and outcome of every mail, the oldest first.
pub fn table_rows(mails: &[OwnMail], ledger: &[LedgerRow], sources: &Sources) -> Vec<[String; 4]> {
    let mut rows: BTreeMap<String, Vec<&LedgerRow>> = BTreeMap::new();
    for row in ledger {
        rows.entry(row.message_id.to_string()).or_default().push(row);
    }
    let mut sorted: Vec<&OwnMail> = mails.iter().collect();
    sorted.sort_by_key(|mail| mail.received_at);
    let cells = sorted.into_iter().map(|mail| {
        let day = mail.received_at.map(|at| at.date_naive().to_string());
        [
            day.unwrap_or_default(),
            mail.sender.as_ref().map(ToString::to_string).unwrap_or_default(),
            mail.subject.clone(),
            mail.outcome(&rows, sources),
        ]
    });
    cells.collect()
}
