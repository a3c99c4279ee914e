//! Questions to the person at the terminal. They are written to standard error, so that the output can be piped.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use console::Term;
use invoices_client::Secret;

use crate::failure::Failure;

/// Longer than any password or answer may be.
const MAX_LINE: u64 = 64 << 10;

/// Asks for a line. An empty answer is `default`, if there is one.
pub fn ask(question: &str, default: Option<&str>) -> Result<String, Failure> {
    needs_terminal(question)?;
    loop {
        match default {
            Some(default) => show(&format!("{question} [{default}]: "))?,
            None => show(&format!("{question}: "))?,
        }
        let line = read_line()?;
        match (line.trim(), default) {
            ("", Some(default)) => return Ok(default.to_owned()),
            ("", None) => {}
            (answer, _) => return Ok(answer.to_owned()),
        }
    }
}

/// What an option has, or else the answer to a question.
pub fn given_or_asked(given: Option<String>, question: &str, default: Option<&str>) -> Result<String, Failure> {
    given.map_or_else(|| ask(question, default), Ok)
}

/// Asks a question that only `y` or `yes` affirms.
pub fn confirm(question: &str) -> Result<bool, Failure> {
    needs_terminal(question)?;
    show(&format!("{question} [y/N] "))?;
    let answer = read_line()?;
    Ok(["y", "yes"].contains(&answer.trim().to_lowercase().as_str()))
}

/// Asks for a password, without showing it.
pub fn password(question: &str) -> Result<Secret, Failure> {
    needs_terminal(question)?;
    show(&format!("{question}: "))?;
    let line = Term::stderr().read_secure_line();
    Ok(line.map_err(Failure::file("read the password"))?.into())
}

/// A password: asked for, or the first line of standard input.
pub fn password_of(question: &str, is_piped: bool) -> Result<Secret, Failure> {
    if is_piped { password_line() } else { password(question) }
}

/// The first line of standard input, without its end: a password from another program.
pub fn password_line() -> Result<Secret, Failure> {
    let line = read_line()?;
    let password = line.trim_end_matches(['\r', '\n']);
    if password.is_empty() {
        return Err(Failure::Input("standard input has no password".into()));
    }
    Ok(password.into())
}

/// Whether someone can answer.
pub fn can_ask() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

fn needs_terminal(question: &str) -> Result<(), Failure> {
    if can_ask() {
        return Ok(());
    }
    let question = question.lines().last().unwrap_or_default();
    Err(Failure::Input(format!(
        "can't ask \"{question}\" without a terminal; --help lists the option that answers it"
    )))
}

fn show(text: &str) -> Result<(), Failure> {
    let mut out = io::stderr();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(Failure::Output)
}

/// A line of standard input. An input that has ended is an error, so that no question is asked again and again.
fn read_line() -> Result<String, Failure> {
    let mut line = String::new();
    let mut input = io::stdin().lock().take(MAX_LINE);
    let read = input
        .read_line(&mut line)
        .map_err(Failure::file("read standard input"))?;
    if read == 0 {
        return Err(Failure::Input("standard input has ended".into()));
    }
    Ok(line)
}
