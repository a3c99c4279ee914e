use std::sync::LazyLock;

use proptest::prelude::*;
use regex::Regex;

use super::*;

/// Expressions with the same for the crate that they follow.
macro_rules! both {
    ($($source:literal),+ $(,)?) => {
        [$(($source, pattern!($source), Regex::new($source).expect("a constant pattern"))),+]
    };
}

static EXPRESSIONS: LazyLock<[(&str, Pattern, Regex); 16]> = LazyLock::new(|| {
    both![
        r"^a[bc]?$",
        r"a|ab|abc",
        r"(?:abc|ab|a)c",
        r"(a+)(b*)",
        r"(a+?)(b*?)c",
        r"(?i)(?:k|ß|å)+ ?[0-9]",
        r"\bab\b",
        r"b\B",
        r"([a-c]{2,3}) ([0-9]{1,2})(?:[.,]([0-9]{2}))?",
        r"^(.*[^0-9\s]) ?[x×] ?([1-9]|1[0-9])$",
        r"(?:(?:a|ab)(?:c|bcd)?)+[0-9å]",
        r"[^a]{0,3}×|é.{2,4}$",
        r"(?:a|(b))+",
        r"(?:^|\s)(?:a (b)|(c) a)",
        r"[0-9]+[.]?[0-9]*[a-c]",
        r"(a|b|aå|é1)+?(?: |$)",
    ]
});

/// The place of the match and of each group.
type Places = Vec<Option<Range<usize>>>;

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn all_matches_and_groups_are_those_of_the_crate_that_the_expressions_follow(
        text in "[abcdkxåéß×KÅ019 .,]{0,14}"
    ) {
        for (source, pattern, regex) in EXPRESSIONS.iter() {
            let ours: Vec<Places> = pattern
                .captures_iter(&text)
                .map(|found| (0..found.slots.len() / 2).map(|group| found.get(group).map(|group| group.range())).collect())
                .collect();
            let theirs: Vec<Places> = regex
                .captures_iter(&text)
                .map(|found| found.iter().map(|group| group.map(|group| group.range())).collect())
                .collect();
            prop_assert_eq!(ours, theirs, "{} in {:?}", source, text);
            prop_assert_eq!(pattern.is_match(&text), regex.is_match(&text), "{} in {:?}", source, text);
        }
    }
}

#[test]
fn letters_are_those_of_europe() {
    let words = pattern!(r"^\p{Lu}[\p{Ll}-]+$");
    assert!(words.is_match("Ærø-łódź"));
    assert!(!words.is_match("ærø"));
    assert!(!words.is_match("Æ漢字"));
}

#[test]
fn parts_of_an_expression_have_names() {
    let weight = pattern!("(?i)" r"^N ?(?:UNIT)$", "UNIT" => "kg|g", "N" => "[0-9]+");
    assert!(weight.is_match("12 KG"));
    assert!(!weight.is_match("12 l"));
}

#[test]
fn the_first_match_is_replaced() {
    let number = pattern!(" ?[0-9]+");
    assert_eq!(number.replace("a 1 b 22", "…"), "a… b 22");
    assert_eq!(number.replace("a", "…"), "a");
}

/// A search that went back for each way to match would take longer than anyone waits.
#[test]
fn many_ways_to_fail_are_each_tried_once() {
    let text = "a".repeat(20_000);
    assert!(!pattern!("(?:a|aa)+b").is_match(&format!("{text}c b")));
    assert!(!pattern!("^(?:a|a)*(?:a|a)*b$").is_match(&format!("b{text}")));
}

/// A search that prepared all of a text for each match would take longer than anyone waits.
#[test]
fn each_match_takes_only_its_own_work() {
    const MATCHES: usize = 500_000;
    assert_eq!(
        pattern!("(?:a|ab)(?:c|bcd)? ")
            .find_iter(&"abcd ".repeat(MATCHES))
            .count(),
        MATCHES
    );
}
