//! What the ledger keeps of a mail, and the digest by which a mail is known again.

use invoices_db::MessageFacts;
use invoices_domain::ids::sha256_hex;
use invoices_domain::mail::{MailContent, RawMessage};
use tokio::task::spawn_blocking;

use crate::error::Error;

/// The digest of a mail of at most this many bytes takes less time than to wake another thread.
const SMALL: usize = 4096;

/// The facts of a mail whose sender is not judged yet. The digest of a large one is made on a thread that may block.
pub(super) async fn facts_of(mail: &MailContent, raw: &RawMessage) -> Result<MessageFacts, Error> {
    let digest = if raw.bytes.len() <= SMALL && mail.size() <= SMALL as u64 {
        digest(mail, raw)
    } else {
        let (content, message) = (mail.clone(), raw.clone());
        let digest = spawn_blocking(move || digest(&content, &message)).await;
        digest.map_err(Error::internal)?
    };
    Ok(MessageFacts {
        sender: mail.sender.clone(),
        sender_name: mail.sender_name.clone(),
        subject: Some(mail.subject.clone()),
        received_at: raw.received_at,
        pdf_attached: mail.has_files(),
        header_id: mail.header_id.clone(),
        digest: Some(digest),
        ..MessageFacts::default()
    })
}

/// The digest by which a mail is known again, whichever way it takes: that of its parts, since servers add headers and write
/// line ends and `From ` lines in their own way. Without a `Message-ID` the date is a part of it. A mail without either is known
/// by all its lines.
fn digest(mail: &MailContent, raw: &RawMessage) -> String {
    let date = match (&mail.header_id, mail.dated) {
        (Some(_), _) => String::new(),
        (None, Some(dated)) => dated.timestamp().to_string(),
        (None, None) => return sha256_hex(&plain_lines(&raw.bytes)),
    };
    let parts = mail.documents().map(|bytes| sha256_hex(&plain_lines(bytes)));
    sha256_hex((date + &parts.collect::<String>()).as_bytes())
}

/// A text without what mail programs change: white space at the ends of lines, and the quotes before `From `.
fn plain_lines(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    for line in text.split(|byte| *byte == b'\n') {
        let mut rest = line.trim_ascii_end();
        while let Some(quoted) = rest.strip_prefix(b">").or_else(|| rest.strip_prefix(b"&gt;")) {
            rest = quoted;
        }
        let is_quoted = rest.starts_with(b"From ");
        plain.extend_from_slice(if is_quoted { rest } else { line.trim_ascii_end() });
        plain.push(b'\n');
    }
    plain.truncate(plain.trim_ascii_end().len());
    plain
}
