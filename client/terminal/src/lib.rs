//! What the programs print: tables for people, CSV and JSON for other programs.
//!
//! Senders of mail wrote parts of what is shown. No text of theirs can move the cursor of a terminal, hide or reverse what is
//! beside it, or run as a formula in a spreadsheet.

use std::fmt::Write as _;
use std::io;

use comfy_table::{CellAlignment, ContentArrangement, Table};
use serde::{Serialize, Serializer};
use serde_json::Value;

/// The exit code of a command whose output nobody reads on: what shells report of a program that SIGPIPE ended.
pub const CLOSED: u8 = 128 + 13;

/// Whether the reader of the command's output has ended, as `head` does.
pub fn is_closed(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// Replaces what a terminal would obey: control characters, and those that reverse the direction of text.
///
/// ```
/// assert_eq!(invoices_terminal::printable("\u{1b}[31mBluff\u{202e}"), " [31mBluff ");
/// ```
pub fn printable(text: &str) -> String {
    text.replace(is_obeyed, " ")
}

/// Whether a terminal obeys the character instead of showing it.
fn is_obeyed(character: char) -> bool {
    let changes_direction = matches!(
        character,
        '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    character.is_control() || changes_direction || matches!(character, '\u{2028}' | '\u{2029}')
}

/// A header or name, and what stands below it for a row.
pub type Column<T, V> = (&'static str, fn(&T) -> V);

/// How the rows of a list are shown.
pub struct Listing<T: 'static> {
    /// The columns of the table, for people.
    pub columns: &'static [Column<T, String>],
    /// The columns of the table that are aligned to the right, by their position.
    pub right: &'static [usize],
    /// The values in JSON and CSV, for programs.
    pub fields: &'static [Column<T, Value>],
}

/// A page of a table; the first has the header. Each page has columns of its own width.
///
/// Cells are wrapped if the table is wider than `width`.
pub fn table<T>(listing: &Listing<T>, rows: &[T], is_first: bool, width: Option<u16>) -> String {
    let mut table = Table::new();
    table.load_preset(comfy_table::presets::NOTHING);
    if let Some(width) = width {
        table
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(width);
    }
    if is_first {
        table.set_header(listing.columns.iter().map(|(header, _)| *header));
    } else if rows.is_empty() {
        return String::new();
    }
    let cells = |row| listing.columns.iter().map(move |(_, cell)| printable(&cell(row)));
    table.add_rows(rows.iter().map(cells));
    for index in listing.right {
        if let Some(column) = table.column_mut(*index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = String::new();
    for line in table.to_string().lines() {
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// A page of a JSON array with one object per row, without the array's end.
pub fn json_rows<T>(listing: &Listing<T>, rows: &[T], is_first: bool) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        text += if is_first && index == 0 { "[\n  " } else { ",\n  " };
        let mut object = serde_json::Serializer::new(Vec::new());
        object.collect_map(listing.fields.iter().map(|(name, value)| (name, value(row))))?;
        text += &escaped(&String::from_utf8_lossy(&object.into_inner()));
    }
    Ok(text)
}

/// A value as indented JSON, with a line break at the end.
pub fn json(value: &impl Serialize) -> Result<String, serde_json::Error> {
    Ok(escaped(&serde_json::to_string_pretty(value)?) + "\n")
}

/// Escapes what a terminal would obey. `serde_json` escapes only the ASCII control characters below the blank.
fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        // There are line breaks only between values.
        if is_obeyed(character) && character != '\n' {
            let _ = write!(text, "\\u{:04x}", u32::from(character));
        } else {
            text.push(character);
        }
    }
    text
}

/// Characters with which a formula can begin, the full-width forms included.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// A page of CSV, as [`csv_records`] writes it; the first has the header.
pub fn csv<T>(listing: &Listing<T>, rows: &[T], is_first: bool) -> String {
    let header = is_first.then(|| listing.fields.iter().map(|(name, _)| (*name).into()).collect());
    let values = |row| listing.fields.iter().map(|(_, value)| value(row)).collect();
    csv_records(header.into_iter().chain(rows.iter().map(values)))
}

/// Lines of CSV as in RFC 4180, in which a spreadsheet reads no text as a formula (OWASP, "CSV Injection").
///
/// An apostrophe precedes a text that begins as a formula does, also after a semicolon, at which spreadsheets of many countries
/// end a cell. Numbers stay numbers, negative ones as well. `null` is an empty cell.
pub fn csv_records(records: impl IntoIterator<Item = Vec<Value>>) -> String {
    let line = |record: Vec<Value>| record.iter().map(csv_cell).collect::<Vec<_>>().join(",") + "\r\n";
    records.into_iter().map(line).collect()
}

fn csv_cell(value: &Value) -> String {
    let cell = match value {
        Value::Null => String::new(),
        Value::String(text) => harmless(&printable(text)),
        other => printable(&other.to_string()),
    };
    // It has no line breaks.
    if cell.contains([',', '"']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}

/// A text that no spreadsheet takes for a formula.
fn harmless(text: &str) -> String {
    let parts = text.split(';').map(|part| {
        if part.trim_start().starts_with(FORMULA) {
            format!("'{part}")
        } else {
            part.to_owned()
        }
    });
    parts.collect::<Vec<_>>().join(";")
}

/// The positions in a list that an answer names: `all`, `none`, or numbers and ranges. `None` if it is no such answer.
pub fn chosen(answer: &str, count: usize) -> Option<Vec<usize>> {
    match answer.trim().to_lowercase().as_str() {
        "all" => return Some((0..count).collect()),
        "none" => return Some(Vec::new()),
        _ => {}
    }
    let mut chosen = Vec::new();
    let parts = answer.split(|c: char| c == ',' || c.is_whitespace());
    for part in parts.filter(|part| !part.is_empty()) {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        if first < 1 || last > count || first > last {
            return None;
        }
        chosen.extend(first - 1..last);
    }
    chosen.sort_unstable();
    chosen.dedup();
    Some(chosen).filter(|chosen| !chosen.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    struct Line(&'static str, Value);

    const LINES: Listing<Line> = Listing {
        columns: &[("name", |line| line.0.into()), ("value", |line| line.1.to_string())],
        right: &[1],
        fields: &[("name", |line| line.0.into()), ("value", |line| line.1.clone())],
    };

    // Shows: Threats | A sender's text runs as a formula in a spreadsheet | an apostrophe precedes what a spreadsheet takes for a formula
    #[test]
    fn csv_quotes_what_separates_and_disarms_formulas() {
        let rows = [
            Line("plain", json!(-5)),
            Line("a, \"b\"", json!(null)),
            Line("=1+1", json!("+46 8")),
            Line("@SUM(A1)", json!("-2")),
            Line("\t=1+1\r\nx", json!({"stored": 1})),
        ];
        let expected = "name,value\r\nplain,-5\r\n\"a, \"\"b\"\"\",\r\n'=1+1,'+46 8\r\n'@SUM(A1),'-2\r\n\
                        ' =1+1  x,\"{\"\"stored\"\":1}\"\r\n";
        assert_eq!(csv(&LINES, &rows, true), expected);
        assert_eq!(csv(&LINES, &rows[..1], false), "plain,-5\r\n");
    }

    #[test]
    fn formulas_of_other_spreadsheets_are_disarmed_too() {
        let record = |values: Value| values.as_array().unwrap().clone();
        let lines = csv_records([
            record(json!(["\t=1+1\r\nx", "＝1+1", "Kaffe; =1+1", "a;b"])),
            record(json!(["\u{a0}-1", "O'Hara", "x=1", -12.5])),
        ]);
        let expected = "' =1+1  x,'＝1+1,Kaffe;' =1+1,a;b\r\n'\u{a0}-1,O'Hara,x=1,-12.5\r\n";
        assert_eq!(lines, expected);
    }

    #[test]
    fn json_is_an_array_over_all_pages() {
        let rows = [Line("a", json!(1)), Line("b", json!("x"))];
        let text =
            json_rows(&LINES, &rows[..1], true).unwrap() + &json_rows(&LINES, &rows[1..], false).unwrap() + "\n]\n";
        let read: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read, json!([{"name": "a", "value": 1}, {"name": "b", "value": "x"}]));
    }

    #[test]
    fn a_table_has_one_header() {
        let rows = [Line("a", json!(1))];
        assert!(table(&LINES, &rows, true, None).contains("name"));
        assert!(!table(&LINES, &rows, false, None).contains("name"));
        assert_eq!(table(&LINES, &[], false, None), "");
    }

    #[test]
    fn columns_are_aligned_by_the_width_of_their_letters() {
        let rows = [
            Line("Blåbär", json!(5)),
            Line("日本", json!(1234)),
            Line("e\u{301}", json!(-1)),
        ];
        let expected = " name    value\n Blåbär      5\n 日本     1234\n e\u{301}          -1\n";
        assert_eq!(table(&LINES, &rows, true, None), expected);
    }

    #[test]
    fn a_table_stays_within_the_width_of_the_terminal() {
        let rows = [Line("a long name of a vendor that does not fit", json!(12))];
        let table = table(&LINES, &rows, true, Some(24));
        assert!(table.lines().all(|line| line.chars().count() <= 24), "{table}");
        assert!(table.contains("12"));
    }

    // Shows: Threats | A sender's text moves the cursor of the user's terminal, or hides or reverses what it shows | the command line client replaces control characters and those that change the direction of text, in every form of output
    #[test]
    fn nothing_that_a_terminal_obeys_is_printed() {
        let hostile = "\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\u{7f}\r\n\u{2028}";
        let line = [Line("x", json!({ hostile: hostile }))];
        let forms = [
            printable(hostile),
            table(&LINES, &line, false, None).replace('\n', ""),
            csv(&LINES, &line, false).replace("\r\n", ""),
            json_rows(&LINES, &line, false).unwrap().replace('\n', ""),
            json(&line[0].1).unwrap().replace('\n', ""),
        ];
        for form in &forms {
            assert!(!form.contains(is_obeyed), "{form:?}");
        }
        let read: Value = serde_json::from_str(&forms[4]).unwrap();
        assert_eq!(read, line[0].1);
    }

    #[test]
    fn an_answer_names_numbers_and_ranges() {
        for (answer, positions) in [
            (" All\n", Some(vec![0, 1, 2, 3])),
            ("none", Some(vec![])),
            ("1, 3", Some(vec![0, 2])),
            ("2-4 3", Some(vec![1, 2, 3])),
            ("0", None),
            ("5", None),
            ("3-2", None),
            ("1-", None),
            ("one", None),
            ("", None),
        ] {
            assert_eq!(chosen(answer, 4), positions, "{answer}");
        }
    }
}
