//! The progress of a command, as one line on standard error.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::printable;

/// The shortest time between two changes of the line.
const INTERVAL: Duration = Duration::from_millis(100);
/// The maximum length of the line. A line that the terminal wraps could not be replaced.
const WIDTH: usize = 79;
const BAR: usize = 30;

/// A line that is replaced as the work goes on, and removed when dropped. It is hidden if standard error isn't a terminal.
pub struct Progress {
    is_hidden: bool,
    shown_at: Option<Instant>,
}

impl Default for Progress {
    fn default() -> Self {
        Progress {
            is_hidden: !io::stderr().is_terminal(),
            shown_at: None,
        }
    }
}

impl Progress {
    /// Whether nothing is shown.
    pub fn is_hidden(&self) -> bool {
        self.is_hidden
    }

    /// Replaces the line, unless it was replaced a moment ago.
    pub fn show(&mut self, text: impl Display) {
        if self.is_hidden || self.shown_at.is_some_and(|at| at.elapsed() < INTERVAL) {
            return;
        }
        self.shown_at = Some(Instant::now());
        let line: String = printable(&text.to_string()).chars().take(WIDTH).collect();
        write(&line);
    }

    /// Removes the line. The next text is shown at once.
    pub fn clear(&mut self) {
        if self.shown_at.take().is_some() {
            write("");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Replaces the line. Failing to show it is no failure of the command.
fn write(line: &str) {
    let _ = write!(io::stderr(), "\r{line}\u{1b}[K");
}

/// A bar for a part of a whole.
///
/// ```
/// assert_eq!(invoices_terminal::bar(1, 2), "[===============>              ]");
/// ```
pub fn bar(part: u64, whole: u64) -> String {
    let width = BAR as u64;
    let filled = part.min(whole).saturating_mul(width).checked_div(whole).unwrap_or(0);
    let filled = "=".repeat(usize::try_from(filled).unwrap_or(BAR));
    let head = if filled.len() < BAR { ">" } else { "" };
    format!("[{:<BAR$}]", filled + head)
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn a_bar_has_the_same_length_for_every_part() {
        for (part, whole) in [(0, 0), (0, 9), (5, 9), (9, 9), (20, 9)] {
            assert_eq!(bar(part, whole).len(), 32, "{part} of {whole}");
        }
        assert!(!bar(9, 9).contains('>'));
    }
}
