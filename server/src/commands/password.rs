//! Passwords from standard input.

use std::io::{self, BufRead, Read};

use secrecy::SecretString;

/// Longer than any password may be.
const MAX_LINE: u64 = 64 << 10;

/// The first line of standard input, without its end.
pub fn read_line() -> io::Result<SecretString> {
    let mut line = String::new();
    io::stdin().lock().take(MAX_LINE).read_line(&mut line)?;
    let length = line.trim_end_matches(['\r', '\n']).len();
    line.truncate(length);
    Ok(line.into())
}
