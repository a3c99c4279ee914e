//! What commands print.

use std::error::Error;

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
