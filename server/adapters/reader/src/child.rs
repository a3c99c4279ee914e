//! The child process: it confines itself, then answers assignments until its input ends.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufReader, BufWriter};
use std::os::fd::AsFd;

use bytes::Bytes;
use invoices_domain::mail::{MailContent, Original, PdfAttachment};
use invoices_domain::reading::Authentication;
use invoices_domain::{NotAuthenticated, Reason};
use parser_document::mail::{Body, Mail, authenticate};

use crate::assignment::{Answer, Assignment, MailHead};
use crate::{confine, frame};

/// The largest message of the service's settings fits.
const MAX_BODY: u64 = 256 * 1024 * 1024;

/// Reads assignments from standard input and writes answers to standard output. The first assignment starts it.
pub fn run() -> Result<(), Box<dyn Error>> {
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
            Assignment::Mail { authserv_id } => match open(body, authserv_id.as_deref()) {
                Ok(mail) => {
                    let body: Vec<&[u8]> = mail.documents().map(|bytes| &bytes[..]).collect();
                    frame::write(&mut output, &Answer::Mail(Box::new(MailHead::new(&mail))), &body)?;
                }
                Err(reason) => frame::write(&mut output, &Answer::NotAMail { reason }, &[])?,
            },
            Assignment::Document { kind, context } => {
                let reading = invoices_parsers::read(kind, &body, &context);
                frame::write(&mut output, &Answer::Reading(Box::new(reading)), &[])?;
            }
        }
    }
    Ok(())
}

fn open(message: Vec<u8>, authserv_id: Option<&str>) -> Result<MailContent, Reason> {
    let mail = Mail::read(&message)?;
    drop(message);
    let authentication = match (&mail.sender, authserv_id) {
        (Some(sender), Some(authserv_id)) => authenticate(&mail.authentication_results, authserv_id, sender),
        (Some(_), None) => Authentication::Untrusted(NotAuthenticated::NoProvider),
        (None, _) => Authentication::Untrusted(NotAuthenticated::NotOneSender),
    };
    let original = |body: Body| {
        let original = body.into_original();
        Original {
            bytes: original.bytes.into(),
            charset: original.charset,
        }
    };
    // The files of attached mails are among those of the mail.
    let attached = mail.attached.into_iter().filter_map(|mail| mail.body);
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
        html: mail.body.map(original),
        pages: mail.pages.into_iter().chain(attached).map(original).collect(),
        e_invoices: mail.e_invoices.into_iter().map(Bytes::from).collect(),
        pdfs: pdfs.collect(),
    })
}
