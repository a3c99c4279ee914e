//! What commands print.

use std::error::Error;
use std::io;

use comfy_table::Table;

/// An error and its sources in one line.
pub fn error_line(error: &dyn Error) -> String {
    let mut line = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        line = format!("{line}: {error}");
        source = error.source();
    }
    line
}

/// The exit code of a command whose output nobody reads on: what shells report of a program that SIGPIPE ended.
pub const CLOSED: u8 = 128 + 13;

/// Whether the reader of the command's output has ended, as `head` does. Commands return this error of printing as it is.
///
/// The service ignores SIGPIPE, and a command may write to sockets and readers, so the signal itself can't end it.
pub fn is_closed(error: &(dyn Error + 'static)) -> bool {
    let printing = error.downcast_ref::<io::Error>();
    printing.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// A table without borders.
pub fn table<const COLUMNS: usize>(header: [&str; COLUMNS]) -> Table {
    let mut table = Table::new();
    table.load_preset(comfy_table::presets::NOTHING).set_header(header);
    table
}

/// Replaces control characters, which a terminal would obey. Senders of mail wrote parts of what is shown.
pub fn printable(text: &str) -> String {
    text.replace(char::is_control, " ")
}
