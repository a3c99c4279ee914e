//! `invoices-cli hand-over`.

use std::io::{self, IsTerminal, Read};

use invoices_client::types::HandedMail;

use super::messages::stated;
use crate::failure::Failure;
use crate::output::{JsonForm, line, print_json};
use crate::session::Account;

/// The largest mail that the service takes, in bytes.
const LIMIT: usize = 36 << 20;
/// Longer than any separator of an mbox file, in bytes.
const MAX_SEPARATOR: usize = 4 << 10;

const EXIT_CODES: &str = "\
Exit codes of this command, for mail servers:
  0    done: the service has the mail, or needs nothing of it
  2    invalid arguments, or no mail on standard input
  65   the service can't read the mail, or the mail is too large
  75   any other failure, such as an unreachable service or an invalid token; try again later";

/// Submit one mail from standard input, for mail servers and mail filters
///
/// Reads the mail in its original form (RFC 5322), such as `invoices-cli hand-over < mail.eml`. A line before it that begins with
/// `From `, as in an mbox file, is left out. Prints one line with the outcome.
#[derive(clap::Args)]
#[command(after_long_help = EXIT_CODES)]
pub struct HandOver {
    #[command(flatten)]
    form: JsonForm,
}

impl HandOver {
    pub async fn run(self, account: &Account) -> Result<(), Failure> {
        if io::stdin().is_terminal() {
            return Err(Failure::NoMail("standard input is a terminal; pipe a mail into it"));
        }
        let mail = read(io::stdin().lock())?;
        let client = account.client().await?;
        let answer = client.mail_hand_over(mail).await?.into_inner();
        if self.form.json {
            return print_json(&answer.data);
        }
        line(outcome(&answer.data))
    }
}

/// The mail of an input, without the separator of an mbox file before it.
fn read(input: impl Read) -> Result<Vec<u8>, Failure> {
    let most = LIMIT + MAX_SEPARATOR + 1;
    let mut mail = Vec::new();
    input
        .take(most as u64)
        .read_to_end(&mut mail)
        .map_err(Failure::file("read standard input"))?;
    mail.drain(..separator(&mail));
    if mail.trim_ascii().is_empty() {
        return Err(Failure::NoMail("standard input has no mail"));
    }
    if mail.len() > LIMIT {
        let reason = format!("the mail is larger than {} MiB, the service's limit", LIMIT >> 20);
        return Err(Failure::Outcome(reason));
    }
    Ok(mail)
}

/// The length of the separator before a mail: a line that begins with `From `. `From :` is an obsolete form of the header
/// (RFC 5322, section 4.5.2).
fn separator(mail: &[u8]) -> usize {
    match mail.strip_prefix(b"From ") {
        Some(rest) if !rest.trim_ascii_start().starts_with(b":") => {
            let end = mail.iter().take(MAX_SEPARATOR).position(|byte| *byte == b'\n');
            end.map_or(0, |end| end + 1)
        }
        _ => 0,
    }
}

/// The outcome in one line.
fn outcome(mail: &HandedMail) -> String {
    let state = stated(mail.state, mail.reason.as_deref());
    match &mail.message_id {
        Some(id) => format!("{state} (invoices-cli messages show {id})"),
        None => state,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_separator_is_left_out_only_before_the_mail() {
        let mail = "From: a@example.com\r\n\r\nFrom here\r\n";
        for (input, expected) in [
            (mail.to_owned(), mail),
            (format!("From a@example.com Tue Nov 10 09:00:00 2026\n{mail}"), mail),
            (format!("From MAILER-DAEMON\r\n{mail}"), mail),
            ("From : a@example.com\n\nx".to_owned(), "From : a@example.com\n\nx"),
        ] {
            assert_eq!(read(input.as_bytes()).unwrap(), expected.as_bytes(), "{input}");
        }
        for empty in ["", "\r\n\n", "From a@example.com Tue Nov 10 09:00:00 2026\n"] {
            assert_eq!(read(empty.as_bytes()).unwrap_err().delivery_code(), 2, "{empty:?}");
        }
    }

    #[test]
    fn the_limit_is_that_of_the_mail() {
        let separator = b"From a@example.com Tue Nov 10 09:00:00 2026\n";
        let input = |length| separator.chain(io::repeat(b'a').take(length));
        assert_eq!(read(input(LIMIT as u64)).unwrap().len(), LIMIT);
        // It ends, although the input does not.
        let failure = read(input(u64::MAX)).unwrap_err();
        assert_eq!((failure.delivery_code(), failure.exit_code()), (65, 1));
    }
}
