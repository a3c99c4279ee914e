//! The child process: it confines itself, then answers assignments until its input ends.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufReader, BufWriter};
use std::os::fd::AsFd;

use bytes::Bytes;
use invoices_domain::mail::{AttachedMail, Forwarded, MailContent, Original, PdfAttachment, QuotedMail};
use invoices_domain::reading::Authentication;
use invoices_domain::{MailAddress, NotAuthenticated, Reason};
use parser_document::Document;
use parser_document::mail::{Body, Mail, Quotation, attached_mails, authenticate};

use crate::assignment::{Answer, Assignment, MailHead};
use crate::{confine, frame};

/// The largest message of the service's settings fits.
const MAX_BODY: u64 = 256 * 1024 * 1024;

/// Reads assignments from standard input and writes answers to standard output. The first assignment starts it.
pub fn run() -> Result<(), Box<dyn Error>> {
    confine::close_inherited();
    // Files rather than the streams of the standard library, which look through what they write for ends of lines.
    let input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    let mut input = BufReader::with_capacity(frame::BUFFER, input);
    let mut output = BufWriter::with_capacity(frame::BUFFER, output);
    while let Some((assignment, body)) = frame::read(&mut input, MAX_BODY)? {
        match assignment {
            Assignment::Start { memory_bytes } => {
                let confinement = confine::confine(memory_bytes)?;
                frame::write(&mut output, &Answer::Ready(confinement), &[])?;
            }
            Assignment::Mail {
                authserv_id,
                forwarders,
            } => match open(body, authserv_id.as_deref(), &forwarders) {
                Ok(mail) => {
                    let body: Vec<&[u8]> = mail.documents().map(|bytes| &bytes[..]).collect();
                    frame::write(&mut output, &Answer::Mail(Box::new(MailHead::new(&mail))), &body)?;
                }
                Err(reason) => frame::write(&mut output, &Answer::NotAMail { reason }, &[])?,
            },
            Assignment::Signatures { keys } => {
                let signatures = invoices_dkim::verify(&body.into(), &keys);
                frame::write(&mut output, &Answer::Signatures(signatures), &[])?;
            }
            Assignment::Document { kind, context } => {
                let reading = invoices_parsers::read(kind, &body, &context);
                frame::write(&mut output, &Answer::Reading(Box::new(reading)), &[])?;
            }
        }
    }
    Ok(())
}

fn open(message: Vec<u8>, authserv_id: Option<&str>, forwarders: &[MailAddress]) -> Result<MailContent, Reason> {
    let mut mail = Mail::read(&message)?;
    let is_forwarder = mail.sender.as_ref().is_some_and(|sender| forwarders.contains(sender));
    let attached = if is_forwarder {
        attached_to(&message)
    } else {
        Vec::new()
    };
    drop(message);
    if !attached.is_empty() {
        mail = mail.without_documents();
    }
    let authentication = match (&mail.sender, authserv_id) {
        (Some(sender), Some(authserv_id)) => authenticate(&mail.authentication_results, authserv_id, sender),
        (Some(_), None) => Authentication::Untrusted(NotAuthenticated::NoProvider),
        (None, _) => Authentication::Untrusted(NotAuthenticated::NotOneSender),
    };
    let html = mail.body.map(original);
    let quoted = html.as_ref().filter(|_| is_forwarder && attached.is_empty());
    let quoted = quoted.and_then(|html| quoted_by(html, &mail.subject));
    let forwarded = match quoted {
        Some(quoted) => Some(Forwarded::Quoted(quoted)),
        None => (!attached.is_empty()).then_some(Forwarded::Attached(attached)),
    };
    // The files of attached mails are among those of the mail.
    let texts = mail.attached.into_iter().filter_map(|mail| mail.body);
    let pdfs = mail.pdfs.into_iter().map(|pdf| PdfAttachment {
        name: pdf.name,
        bytes: Bytes::from(pdf.bytes),
    });
    Ok(MailContent {
        header_id: mail.message_id,
        delivered: mail.received.map(|date| date.to_utc()),
        dated: mail.date.map(|date| date.to_utc()),
        sender: mail.sender,
        sender_name: mail.sender_name,
        subject: mail.subject,
        authentication,
        forwarded,
        html,
        pages: mail.pages.into_iter().chain(texts).map(original).collect(),
        e_invoices: mail.e_invoices.into_iter().map(Bytes::from).collect(),
        pdfs: pdfs.collect(),
    })
}

fn original(body: Body) -> Original {
    let original = body.into_original();
    Original {
        bytes: original.bytes.into(),
        charset: original.charset,
    }
}

/// The mails that are attached to a message. Attachments that aren't mails are left out.
fn attached_to(message: &[u8]) -> Vec<AttachedMail> {
    let mails = attached_mails(message).into_iter().filter_map(|bytes| {
        let mail = Mail::read(&bytes).ok()?;
        Some(AttachedMail {
            sender: mail.sender,
            subject: mail.subject,
            delivered: mail.received.map(|date| date.to_utc()),
            dated: mail.date.map(|date| date.to_utc()),
            bytes: bytes.into(),
        })
    });
    mails.collect()
}

/// The mail that a text quotes.
fn quoted_by(html: &Original, subject: &str) -> Option<QuotedMail> {
    let document = Document::from_forwarded(&html.bytes, html.charset.as_deref());
    let quotation = Quotation::of(&document, subject)?;
    Some(QuotedMail {
        sender: quotation.sender,
        sender_name: quotation.sender_name,
        subject: quotation.subject,
        dated: quotation.date,
    })
}
