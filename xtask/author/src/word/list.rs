//! Changes lists of phrases in the text of a TOML file, and keeps everything else in it.

use std::collections::BTreeSet;

use invoices_parsers::phrases::overrides::source::{GROUPS, Phrase, kebab_case};

use super::class::Class;

/// The longest line of a list, in characters.
const LINE: usize = 120;
const INDENT: &str = "    ";

/// The text with a phrase more in a class. `places` are the phrases of the class in this file.
///
/// The phrase goes before the first one that follows it by alphabet. A line that becomes too long is broken.
pub fn insert(text: &str, class: &Class, phrase: &str, places: &[&Phrase]) -> String {
    let written = format!("{phrase:?}");
    let next = places.iter().find(|place| sort_key(&place.text) > sort_key(phrase));
    let (at, entry) = match (next, places.last()) {
        (Some(next), _) => (next.at, format!("{written}, ")),
        (None, Some(last)) => (end_of(text, last), format!(", {written}")),
        (None, None) => return insert_class(text, class, &written),
    };
    let changed = format!("{}{entry}{}", &text[..at], &text[at..]);
    break_line(&changed, at)
}

/// The text without a phrase, and without the class if this was its last one.
pub fn remove(text: &str, place: &Phrase) -> String {
    let (start, end) = (place.at, end_of(text, place));
    let after = &text[end..];
    // The comma after the phrase and the blanks up to the next one, or the comma before the last phrase.
    if let Some(rest) = after.strip_prefix(',') {
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        let is_last_of_line = rest[blanks..].starts_with('\n');
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let is_first_of_line = text[line_start..start].trim().is_empty();
        let (from, to) = match (is_first_of_line, is_last_of_line) {
            (true, true) => (line_start, end + 1 + blanks + 1),
            (false, true) => (start - usize::from(text[..start].ends_with(' ')), end + 1 + blanks),
            _ => (start, end + 1 + blanks),
        };
        return format!("{}{}", &text[..from], &text[to..]);
    }
    let before = text[..start].trim_end();
    let before = before.strip_suffix(',').unwrap_or(before);
    if before.ends_with('[') && after.trim_start().starts_with(']') {
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = end + after.find('\n').map_or(after.len(), |newline| newline + 1);
        return format!("{}{}", &text[..line_start], &text[line_end..]);
    }
    format!("{before}{after}")
}

/// The sort key of lists.
fn sort_key(phrase: &str) -> &str {
    phrase.trim_start_matches(['(', '*'])
}

/// Where a phrase ends, with its quotes.
fn end_of(text: &str, place: &Phrase) -> usize {
    let quoted = &text[place.at..];
    let close = quoted[1..].find(&quoted[..1]).unwrap_or(quoted.len() - 2);
    place.at + close + 2
}

/// Adds the key of a class behind that of the last class before it in the table, with its table if the file has none.
fn insert_class(text: &str, class: &Class, written: &str) -> String {
    let line = format!("{} = [{written}]\n", class.key);
    let head = format!("[{}]", class.table);
    let Some(table) = text.lines().position(|line| line.trim_end() == head) else {
        return format!("{}\n\n{head}\n{line}", text.trim_end());
    };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let is_table = |line: &&str| line.starts_with('[');
    let table_end = lines[table + 1..].iter().position(is_table);
    let table_end = table_end.map_or(lines.len(), |end| table + 1 + end);
    let before = keys_before(class);
    let mut at = table + 1;
    for index in table + 1..table_end {
        let key = lines[index].split_once(" = ").map(|(key, _)| key);
        if key.is_some_and(|key| before.contains(key)) {
            let closes = |line: &&str| line.trim_end().ends_with(']');
            at = lines[index..].iter().position(closes).map_or(index, |end| index + end) + 1;
        }
    }
    [&lines[..at].concat(), line.as_str(), &lines[at..].concat()].concat()
}

/// The keys of the table that are before the class in `classes.rs`.
fn keys_before(class: &Class) -> BTreeSet<String> {
    let group = GROUPS.iter().find(|group| kebab_case(group.name) == class.table);
    let classes = group.into_iter().flat_map(|group| group.classes);
    let keys = classes.map(|known| kebab_case(known.name));
    keys.take_while(|key| *key != class.key).collect()
}

/// Breaks the line of a list at this byte if it is too long.
fn break_line(text: &str, at: usize) -> String {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
    let line = &text[start..end];
    if line.chars().count() <= LINE || line.contains('#') {
        return text.to_owned();
    }
    let broken = match line.split_once(" = [") {
        Some((key, list)) if list.ends_with(']') => {
            let list = format!("{INDENT}{},", list.trim_end_matches(']').trim_end_matches(','));
            format!("{key} = [\n{}\n]", fit(&list))
        }
        _ => fit(line),
    };
    format!("{}{broken}{}", &text[..start], &text[end..])
}

/// Lines of phrases that are as long as they may be.
fn fit(list: &str) -> String {
    let mut lines = vec![String::new()];
    for phrase in list.trim().split_inclusive("\", ") {
        let last = lines.last().map_or(0, |line| line.chars().count());
        if last > 0 && INDENT.len() + last + phrase.trim_end().chars().count() > LINE {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(phrase);
        }
    }
    let lines = lines.iter().map(|line| format!("{INDENT}{}", line.trim_end()));
    lines.collect::<Vec<_>>().join("\n")
}
