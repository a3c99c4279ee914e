//! How numbers of documents are written.

use crate::scanner::Scanner;

/// The letters, digits and signs that begin a text, up to the last letter or digit.
pub(super) fn value_of(text: &str) -> &str {
    const MOST: usize = 48;
    let letter = |c: char| c.is_ascii_alphanumeric() || "ÅÄÖåäö".contains(c);
    if !text.starts_with(letter) {
        return "";
    }
    let run = Scanner::new(text).take_while(|c| letter(c) || "/_.-".contains(c));
    let run = run.char_indices().nth(MOST).map_or(run, |(end, _)| &run[..end]);
    let value = run.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    let first = text.chars().next().map_or(0, char::len_utf8);
    &text[..value.len().max(first)]
}

/// What follows `Nr.`, `No:`, `Nummer` at the front of a text.
pub(super) fn after_sign(text: &str) -> Option<&str> {
    let word = Scanner::new(text).take_while(|c| c.is_alphabetic() || matches!(c, '°' | 'º'));
    let known = ["nr", "no", "n°", "nº", "nummer", "number"];
    let rest = &text[word.len()..];
    let marks = rest.strip_prefix(' ').unwrap_or(rest);
    let after = marks.trim_start_matches(['.', ':']);
    let rest = if after.len() < marks.len() {
        after.strip_prefix(' ').unwrap_or(after)
    } else {
        rest.strip_prefix(' ')?
    };
    known.contains(&word.to_lowercase().as_str()).then_some(rest)
}

/// `3041 552 881`, `7QX2 91`, `SL 40 11 82`: digits and capitals in groups, up to the end of its clause.
pub(super) fn groups_at(text: &str) -> Option<&str> {
    let in_group = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_uppercase() || *byte == b'-';
    let mut form = Scanner::new(text);
    let first = form.run(1..=8, in_group)?;
    let capitals = first.len() <= 3 && first.bytes().all(|byte| byte.is_ascii_uppercase());
    let mut digits = capitals;
    let mut more = 0;
    while form.one_of(&[' ']) {
        let group = form.run(2..=6, in_group)?;
        digits &= group.bytes().all(|byte| byte.is_ascii_digit());
        more += 1;
    }
    let value = &text[..text.len() - form.rest().len()];
    let ends = form.rest().is_empty() || form.one_of(&['.', ',', ';', ')']) && form.ends_before(|c| c == ' ');
    let grouped = (2..=6).contains(&more) && digits || (1..=6).contains(&more) && first.len() >= 2;
    (grouped && ends).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_groups_end_with_their_clause() {
        for (text, value) in [
            ("3041 552 881", Some("3041 552 881")),
            ("SL 40 11 82, tack", Some("SL 40 11 82")),
            ("7QX2 91 och mer", None),
            ("A 4", None),
            ("12", None),
        ] {
            assert_eq!(groups_at(text), value, "{text}");
        }
        assert_eq!(value_of("F-2026/0412. Tack"), "F-2026/0412");
        assert_eq!(after_sign("Nr. 4411"), Some("4411"));
        assert_eq!(after_sign("Norden 4"), None);
    }
}
