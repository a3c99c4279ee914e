//! Searches in Gmail's query language.
//!
//! A query can find more than what is sought, so the caller checks sender, subject and time of the results. Gmail matches
//! whole words, so a glob is searched by its longest literal part. A window is widened by a second on both sides.

use invoices_domain::mail::{MailSearch, PurchaseSearch, Sought};
use invoices_domain::{EmailPattern, Window};

/// The query of a search, such as `{(from:info@example.com subject:"Ditt kvitto") from:example.org} after:1782864000`.
/// Empty if nothing is sought; Gmail would return all mails for an empty query.
pub fn query(search: &MailSearch) -> String {
    let sought: Vec<String> = search.any_of.iter().filter_map(one_sought).collect();
    if sought.is_empty() {
        return String::new();
    }
    let query = any(sought);
    match search.window {
        Some(window) => format!("{query} {}", within(window)),
        None => query,
    }
}

/// The query of a search for purchases, such as `{category:purchases kvitto receipt} -{from:example.com} after:1782864000`.
/// It leaves out the exceptions that would make it longer than `max_length` characters.
pub fn purchase_query(search: &PurchaseSearch, max_length: usize) -> String {
    let words = search.words.iter().map(|word| format!("\"{word}\""));
    let words = any(std::iter::once("category:purchases".to_owned()).chain(words));
    let window = within(search.window);
    let mut room = max_length.saturating_sub(words.chars().count() + window.chars().count() + " -{} ".len());
    let except: Vec<String> = search
        .except
        .iter()
        .map(sender)
        .take_while(|term| {
            let length = term.chars().count() + 1;
            let fits = length <= room;
            room = room.saturating_sub(length);
            fits
        })
        .collect();
    if except.is_empty() {
        return format!("{words} {window}");
    }
    format!("{words} -{{{}}} {window}", except.join(" "))
}

fn within(Window { start, end }: Window) -> String {
    let (after, before) = (start.timestamp() - 1, end.timestamp() + 1);
    format!("after:{} before:{}", after.max(0), before.max(0))
}

/// How long the query of a search is, in characters.
pub fn query_length(search: &MailSearch) -> usize {
    query(search).chars().count()
}

/// No sender matches no mail; no subject words match any subject.
fn one_sought(sought: &Sought) -> Option<String> {
    if sought.senders.is_empty() {
        return None;
    }
    let from = any(sought.senders.iter().map(sender));
    let words: Vec<String> = sought.subject_words.iter().filter_map(|words| subject(words)).collect();
    // Subject words without a searchable character match any subject.
    if words.is_empty() || words.len() < sought.subject_words.len() {
        return Some(from);
    }
    Some(format!("({from} {})", any(words)))
}

fn sender(pattern: &EmailPattern) -> String {
    format!("from:{}", pattern.longest_literal())
}

/// Replaces quotes and backslashes, which can't be escaped in a quoted phrase. Gmail treats them as spaces anyway.
fn subject(words: &str) -> Option<String> {
    let plain = words.replace(['"', '\\'], " ");
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let searchable = plain.chars().any(char::is_alphanumeric);
    searchable.then(|| format!("subject:\"{plain}\""))
}

/// Any of some terms: braces are Gmail's OR.
fn any(terms: impl IntoIterator<Item = String>) -> String {
    let terms: Vec<String> = terms.into_iter().collect();
    match &terms[..] {
        [one] => one.clone(),
        _ => format!("{{{}}}", terms.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sought(senders: &[&str], words: &[&str]) -> Sought {
        Sought {
            senders: senders.iter().map(|s| s.parse().unwrap()).collect(),
            subject_words: words.iter().map(|w| (*w).to_owned()).collect(),
        }
    }

    fn search(any_of: Vec<Sought>) -> MailSearch {
        MailSearch { any_of, window: None }
    }

    #[test]
    fn one_sender_and_one_subject() {
        let landlord = search(vec![sought(&["hyra@landlord.example.com"], &["Hyresavi"])]);
        assert_eq!(
            query(&landlord),
            r#"(from:hyra@landlord.example.com subject:"Hyresavi")"#
        );
    }

    #[test]
    fn several_of_each_are_braced() {
        let vendors = search(vec![
            sought(
                &["a@example.com", "b@example.com"],
                &["Ditt kvitto", "Tack för din order:"],
            ),
            sought(&["example.org"], &[]),
        ]);
        assert_eq!(
            query(&vendors),
            "{({from:a@example.com from:b@example.com} {subject:\"Ditt kvitto\" subject:\"Tack för din order:\"}) from:example.org}"
        );
    }

    #[test]
    fn a_window_is_in_epoch_seconds_and_a_second_wider() {
        let mut rent = search(vec![sought(&["example.com"], &[])]);
        rent.window = Some(Window {
            start: "2026-07-01T00:00:00Z".parse().unwrap(),
            end: "2026-07-02T00:00:00.5Z".parse().unwrap(),
        });
        assert_eq!(query(&rent), "from:example.com after:1782863999 before:1782950401");
    }

    #[test]
    fn a_glob_is_searched_by_its_longest_part() {
        for (glob, part) in [
            ("*@*.example.com", "from:example.com"),
            ("invoice+*@mail.example.com", "from:mail.example.com"),
        ] {
            assert_eq!(query(&search(vec![sought(&[glob], &[])])), part);
        }
    }

    #[test]
    fn words_that_cannot_be_searched_leave_the_subject_open() {
        assert_eq!(
            query(&search(vec![sought(&["example.com"], &["\"", "x"])])),
            "from:example.com"
        );
        assert_eq!(
            query(&search(vec![sought(&["example.com"], &["say \"hi\" \\"])])),
            r#"(from:example.com subject:"say hi")"#
        );
    }

    #[test]
    fn purchases_are_searched_by_category_and_words_with_the_exceptions_that_fit() {
        let search = PurchaseSearch {
            words: vec!["kvitto", "order confirmation"],
            except: vec!["example.com".parse().unwrap(), "*@shop.example.org".parse().unwrap()],
            window: Window {
                start: "2026-07-01T00:00:00Z".parse().unwrap(),
                end: "2026-07-02T00:00:00Z".parse().unwrap(),
            },
        };
        let (words, window) = (
            r#"{category:purchases "kvitto" "order confirmation"}"#,
            "after:1782863999 before:1782950401",
        );
        let all = format!("{words} -{{from:example.com from:shop.example.org}} {window}");
        assert_eq!(purchase_query(&search, 1500), all);
        let length = all.chars().count();
        assert_eq!(
            purchase_query(&search, length - 1),
            format!("{words} -{{from:example.com}} {window}")
        );
        assert_eq!(purchase_query(&search, 0), format!("{words} {window}"));
    }

    #[test]
    fn nothing_sought_is_no_query() {
        assert_eq!(query(&search(vec![])), "");
        assert_eq!(query(&search(vec![sought(&[], &["Kvitto"])])), "");
    }

    proptest! {
        // Shows: Threats | SQL, or another query…
        #[test]
        fn subject_words_never_leave_their_quotes(words in ".{0,60}") {
            let query = query(&search(vec![sought(&["example.com"], &[&words])]));
            if let Some(rest) = query.strip_prefix("(from:example.com subject:\"") {
                let phrase = rest.strip_suffix("\")").unwrap();
                prop_assert!(!phrase.contains(['"', '\\', '\n']));
            } else {
                prop_assert_eq!(query, "from:example.com");
            }
        }
    }
}
