use proptest::prelude::*;
use regex::Regex;

use super::super::Phrases;
use crate::words::Words;

/// Whether a phrase is all of a folded text.
fn matches_all(phrase: &str, text: &str) -> bool {
    let words = Words::of(text);
    assert_eq!(words.folded(), format!(" {text} "));
    Phrases::of(&[phrase]).matches_all(&words)
}

#[test]
fn a_phrase_matches_what_it_says() {
    for (phrase, text) in [
        ("att betala", "att betala"),
        ("rabatt*", "rabattkod"),
        ("*avi", "hyresavi"),
        ("*avi", "avi"),
        ("kall ?vatten", "kall vatten"),
        ("kall ?vatten", "kallvatten"),
        ("(varav )?moms", "moms"),
        ("(varav )?moms", "varav moms"),
        ("n[°ºo]", "n°"),
        ("[0-9]+ (st|varor)", "12 varor"),
        ("enthalten(e[rs]?)?", "enthaltenes"),
        ("((summa|total) )?att (få|betala)", "total att få"),
        ("din …", "din order är på väg"),
        ("din …", "din"),
        ("… rights reserved", "all rights reserved"),
        ("zahlen … bis( zum)?", "zahlen sie es bis zum"),
        ("total( *)? exkl", "total summa exkl"),
        ("nr *[0-9]*", "nr ab12c"),
    ] {
        assert!(matches_all(phrase, text), "{phrase} is {text}");
    }
    for (phrase, text) in [
        ("rabatt*", "rabatt kod"),
        ("*avi", "avin"),
        ("(varav )?moms", "varav"),
        ("[0-9]+ st", "x st"),
        ("din …", "min order"),
        ("el", "els"),
        ("zahlen … bis", "zahlen bisher"),
        ("total( *)? exkl", "total av summa exkl"),
    ] {
        assert!(!matches_all(phrase, text), "{phrase} is not {text}");
    }
    assert!(!Phrases::of(&["kall ?vatten"]).contains_folded(" kall  vatten "));
}

/// Phrases of one class as a regular expression: the longest first.
fn expression(phrases: &[&str]) -> Regex {
    let mut phrases: Vec<&str> = phrases.to_vec();
    phrases.sort_by_key(|phrase| (std::cmp::Reverse(phrase.len()), *phrase));
    let each = phrases.iter().map(|phrase| {
        let phrase = phrase.replace('*', "[^ ]*");
        phrase.replace(" …", "(?: [^ ]+)*").replace("… ", "(?:[^ ]+ )*")
    });
    Regex::new(&format!(" (?:{}) ", each.collect::<Vec<_>>().join("|"))).unwrap()
}

const PHRASES: &[&str] = &[
    "a",
    "a b",
    "ab*",
    "*b",
    "*ab*",
    "a ?b",
    "(a )?b",
    "(a|ab|b a) c",
    "[0-9]+ a",
    "[ab]b",
    "a … c",
    "… c",
    "c …",
    "(b|c)( … a)?",
    "*a b*",
    "(a|b)+",
    "b( … c)? a",
];

proptest! {
    /// The notation says what regular expressions say, also where several phrases match.
    #[test]
    fn phrases_are_found_as_regular_expressions_are(
        phrases in prop::sample::subsequence(PHRASES, 1..6),
        text in prop::collection::vec(prop::sample::select(&["a", "b", "c", "ab", "ba", "bab", "12", "1", "å"][..]), 0..9),
    ) {
        let words = Words::of(&text.join(" "));
        let (set, expression) = (Phrases::of(&phrases), expression(&phrases));
        for from in 0..words.len() {
            let found = expression.find_at(words.folded(), words.start(from) - 1);
            let found = found.map(|found| words.index_at(found.start() + 1)..words.index_at(found.end() - 1));
            prop_assert_eq!(set.find_from(&words, from), found);
        }
        prop_assert_eq!(set.remove_from(words.folded()), expression.replace_all(words.folded(), " ").into_owned());
        let whole = Regex::new(&format!("^{}$", expression.as_str())).unwrap();
        prop_assert_eq!(set.matches_all(&words), whole.is_match(words.folded()));
    }
}
