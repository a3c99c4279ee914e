//! Searches in IMAP's language (RFC 3501, section 6.4.4).
//!
//! A search can find more than what is sought, so the caller checks sender, subject and time of the results. IMAP finds parts of
//! words. How servers compare letters beyond ASCII and runs of spaces differs, so of each phrase the longest part without either
//! is searched. Days are those of the server's time zone, so a window is widened by a day on both sides.

use chrono::{Days, NaiveDate};
use invoices_domain::Window;
use invoices_domain::mail::{MailSearch, PurchaseSearch, Sought};

/// The longest query. Servers take commands of at least 8,192 bytes (RFC 7162, section 4).
pub const MAX_QUERY_BYTES: usize = 7_500;
/// The prefix of a query with literals, which sorts before any key.
const CHARSET: &str = "CHARSET UTF-8 ";
/// The shortest word that is searched in the text of mails. Shorter ones are parts of too many other words, so they are
/// searched in subjects alone.
const LONG_WORD: usize = 6;
/// The shortest part of a word that stands for it.
const MIN_PART: usize = 4;

/// The query of a search. `None` if nothing is sought: an empty query would find every mail.
pub(crate) fn query(search: &MailSearch) -> Option<String> {
    let sought = any_of(search.any_of.iter().filter_map(one_sought).collect())?;
    Some(match search.window {
        Some(window) => format!("{sought} {}", within(window)),
        None => sought,
    })
}

/// How long the query of a search is, in bytes.
pub fn query_length(search: &MailSearch) -> usize {
    query(search).map_or(0, |query| query.len())
}

/// The query of a search for purchases. With `literals` the server takes words beyond ASCII (RFC 7888); without them, a part of
/// such a word is searched. It leaves out the exceptions for which there is no room.
pub(crate) fn purchase_query(search: &PurchaseSearch, literals: bool) -> String {
    let terms = search
        .words
        .iter()
        .filter_map(|word| purchase_word(word, literals))
        .collect();
    let charset = if literals { CHARSET } else { "" };
    let words = any_of(terms).unwrap_or_else(|| "ALL".into());
    let mut query = format!("{charset}{words} {}", within(search.window));
    for sender in &search.except {
        let Some(from) = from(sender.longest_literal()) else {
            continue;
        };
        if query.len() + from.len() + " NOT ".len() > MAX_QUERY_BYTES {
            break;
        }
        query.push_str(" NOT ");
        query.push_str(&from);
    }
    query
}

/// A query for messages with these numbers alone.
pub(crate) fn within_numbers(query: &str, low: u32, high: u32) -> String {
    if (low, high) == (1, u32::MAX) {
        return query.to_owned();
    }
    match query.strip_prefix(CHARSET) {
        Some(keys) => format!("{CHARSET}UID {low}:{high} {keys}"),
        None => format!("UID {low}:{high} {query}"),
    }
}

fn purchase_word(word: &str, literals: bool) -> Option<String> {
    let key = |length: usize| if length >= LONG_WORD { "TEXT" } else { "SUBJECT" };
    if literals && !word.is_ascii() {
        return Some(format!("{} {{{}+}}\r\n{word}", key(word.chars().count()), word.len()));
    }
    let part = longest_part(word);
    let is_enough = part.len() == word.len() || part.len() >= MIN_PART;
    is_enough.then(|| format!("{} {}", key(part.len()), quoted(part)))
}

/// No sender matches no mail; no subject words match any subject.
fn one_sought(sought: &Sought) -> Option<String> {
    let senders = any_of(
        sought
            .senders
            .iter()
            .filter_map(|sender| from(sender.longest_literal()))
            .collect(),
    )?;
    let parts: Vec<&str> = sought.subject_words.iter().map(|words| longest_part(words)).collect();
    // Words without a searchable part match any subject.
    if parts.is_empty() || parts.iter().any(|part| part.is_empty()) {
        return Some(senders);
    }
    let subjects = any_of(
        parts
            .into_iter()
            .map(|part| format!("SUBJECT {}", quoted(part)))
            .collect(),
    )?;
    Some(format!("({senders} {subjects})"))
}

fn from(literal: &str) -> Option<String> {
    let part = longest_part(literal);
    (!part.is_empty()).then(|| format!("FROM {}", quoted(part)))
}

/// The longest run of ASCII letters, digits and signs, without quotes and backslashes, with a letter or digit among them; empty
/// if there is none.
fn longest_part(text: &str) -> &str {
    let parts = text.split(|c: char| !c.is_ascii_graphic() || matches!(c, '"' | '\\'));
    parts
        .filter(|part| part.contains(|c: char| c.is_ascii_alphanumeric()))
        .max_by_key(|part| part.len())
        .unwrap_or_default()
}

fn quoted(part: &str) -> String {
    format!("\"{part}\"")
}

/// Any of some terms, as a balanced tree: `OR` has two operands, and servers limit how deep they nest.
fn any_of(mut terms: Vec<String>) -> Option<String> {
    while terms.len() > 1 {
        let pairs = terms.chunks(2);
        terms = pairs
            .map(|pair| match pair {
                [one, other] => format!("OR {one} {other}"),
                rest => rest.concat(),
            })
            .collect();
    }
    terms.pop()
}

fn within(window: Window) -> String {
    let (since, before) = (
        window.start.date_naive() - Days::new(1),
        window.end.date_naive() + Days::new(2),
    );
    format!("SINCE {} BEFORE {}", day(since), day(before))
}

fn day(day: NaiveDate) -> String {
    day.format("%-d-%b-%Y").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sought(senders: &[&str], words: &[&str]) -> Sought {
        Sought {
            senders: senders.iter().map(|sender| sender.parse().unwrap()).collect(),
            subject_words: words.iter().map(|word| (*word).to_owned()).collect(),
        }
    }

    fn search(any_of: Vec<Sought>) -> MailSearch {
        MailSearch { any_of, window: None }
    }

    fn july() -> Window {
        Window {
            start: "2026-07-01T00:00:00Z".parse().unwrap(),
            end: "2026-08-01T00:00:00Z".parse().unwrap(),
        }
    }

    #[test]
    fn senders_and_subjects() {
        let all = search(vec![
            sought(&["a@example.com", "*@*.example.org"], &["Ditt kvitto"]),
            sought(&["example.net"], &[]),
            sought(&["shop.example.com"], &["\"", "Order"]),
        ]);
        assert_eq!(
            query(&all).unwrap(),
            r#"OR OR (OR FROM "a@example.com" FROM "example.org" SUBJECT "kvitto") FROM "example.net" FROM "shop.example.com""#
        );
        assert_eq!(query(&search(vec![])), None);
        assert_eq!(query(&search(vec![sought(&[], &["Kvitto"])])), None);
    }

    #[test]
    fn a_window_is_a_day_wider() {
        let rent = MailSearch {
            any_of: vec![sought(&["example.com"], &[])],
            window: Some(july()),
        };
        assert_eq!(
            query(&rent).unwrap(),
            r#"FROM "example.com" SINCE 30-Jun-2026 BEFORE 3-Aug-2026"#
        );
    }

    #[test]
    fn short_words_are_searched_in_subjects_and_long_ones_everywhere() {
        let purchases = PurchaseSearch {
            words: vec!["kvitto", "bon", "köp", "beställning"],
            except: vec!["example.com".parse().unwrap()],
            window: july(),
        };
        assert_eq!(
            purchase_query(&purchases, false),
            "OR OR TEXT \"kvitto\" SUBJECT \"bon\" TEXT \"llning\" SINCE 30-Jun-2026 BEFORE 3-Aug-2026 NOT FROM \"example.com\""
        );
        let utf8 = purchase_query(&purchases, true);
        assert!(utf8.starts_with("CHARSET UTF-8 OR OR "), "{utf8}");
        assert!(utf8.contains("SUBJECT {4+}\r\nköp TEXT {12+}\r\nbeställning"), "{utf8}");
    }

    #[test]
    fn exceptions_leave_room() {
        let except = (0..1_000)
            .map(|n| format!("shop{n}.example.com").parse().unwrap())
            .collect();
        let purchases = PurchaseSearch {
            words: vec!["kvitto"],
            except,
            window: july(),
        };
        assert!(purchase_query(&purchases, true).len() <= MAX_QUERY_BYTES);
    }

    proptest! {
        #[test]
        fn words_never_leave_their_quotes(words in ".{0,60}") {
            let found = query(&search(vec![sought(&["example.com"], &[&words])])).unwrap();
            prop_assert!(found.chars().all(|c| c == ' ' || c.is_ascii_graphic()), "{}", found);
            prop_assert!(!found.contains('\\'));
            prop_assert_eq!(found.matches('"').count() % 2, 0);
        }

        #[test]
        fn any_of_many_is_not_deep(count in 1usize..500) {
            let found = any_of((0..count).map(|n| format!("UID {n}")).collect()).unwrap();
            prop_assert_eq!(found.matches("OR ").count(), count - 1);
            let run = found.split(' ').take_while(|word| *word == "OR").count();
            prop_assert!(run <= 9, "{}", run);
        }
    }
}
