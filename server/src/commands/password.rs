//! Passwords from standard input.

use std::io::{self, BufRead, IsTerminal, Read, Stdin};

use nix::sys::termios::{LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};
use secrecy::SecretString;

/// Longer than any password may be.
const MAX_LINE: u64 = 64 << 10;

/// Asks a question on standard error, and reads the first line of standard input, without its end. A terminal does not show it.
pub fn read_password(question: &str) -> io::Result<SecretString> {
    // First, so that nothing is shown that is typed after the question.
    let _hidden = Hidden::start(io::stdin())?;
    eprintln!("invoices: {question}:");
    let mut line = String::new();
    io::stdin().lock().take(MAX_LINE).read_line(&mut line)?;
    let length = line.trim_end_matches(['\r', '\n']).len();
    line.truncate(length);
    Ok(line.into())
}

/// A terminal that shows only line ends of what is typed, until this is dropped.
struct Hidden(Stdin, Termios);

impl Hidden {
    fn start(input: Stdin) -> io::Result<Option<Self>> {
        if !input.is_terminal() {
            return Ok(None);
        }
        let before = tcgetattr(&input)?;
        let mut hidden = before.clone();
        hidden.local_flags.remove(LocalFlags::ECHO);
        hidden.local_flags.insert(LocalFlags::ECHONL);
        tcsetattr(&input, SetArg::TCSANOW, &hidden)?;
        Ok(Some(Hidden(input, before)))
    }
}

impl Drop for Hidden {
    fn drop(&mut self) {
        // The terminal may be gone.
        let _ = tcsetattr(&self.0, SetArg::TCSANOW, &self.1);
    }
}
