//! The notation of phrases, translated to regular expressions.

// Blanks are ASCII and the text is UTF-8, so words are matched by bytes, which keeps the automata small.
const REST_OF_WORD: &str = "(?-u:[^ ])*";
const WORDS_AFTER: &str = "(?: (?-u:[^ ])+)*";
const WORDS_BEFORE: &str = "(?:(?-u:[^ ])+ )*";

/// Phrases as the alternatives of one regular expression: the longest first, alphabetically if two have the same length. An
/// expression prefers its first alternative that matches.
pub(super) fn alternation<S: AsRef<str>>(phrases: &[S]) -> String {
    let mut each: Vec<&str> = phrases.iter().flat_map(|phrase| split_group(phrase.as_ref())).collect();
    each.sort_by_key(|phrase| (std::cmp::Reverse(phrase.len()), *phrase));
    in_order(&each)
}

/// Phrases as the alternatives of one regular expression, in the order of writing.
pub(super) fn in_order(phrases: &[&str]) -> String {
    let each: Vec<String> = phrases.iter().map(|phrase| translate(phrase)).collect();
    format!("(?:{})", each.join("|"))
}

/// One phrase as a regular expression.
fn translate(phrase: &str) -> String {
    let mut regex = String::new();
    let mut rest = phrase;
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with(" …") {
            regex.push_str(WORDS_AFTER);
            " …".len()
        } else if rest.starts_with("… ") {
            regex.push_str(WORDS_BEFORE);
            "… ".len()
        } else {
            match c {
                '(' => regex.push_str("(?:"),
                '*' => regex.push_str(REST_OF_WORD),
                ')' | '|' | '[' | ']' | '-' | '?' | '+' => regex.push(c),
                _ => regex.push_str(&regex::escape(c.encode_utf8(&mut [0; 4]))),
            }
            c.len_utf8()
        };
        rest = &rest[length..];
    }
    regex
}

/// The alternatives of a phrase that is one group, each a phrase of its own; else the phrase.
fn split_group(phrase: &str) -> Vec<&str> {
    if !(phrase.starts_with('(') && phrase.ends_with(')')) {
        return vec![phrase];
    }
    let mut bounds = vec![0];
    let mut open = 0_usize;
    for (at, byte) in phrase.bytes().enumerate() {
        match byte {
            b'(' => open += 1,
            b')' => open = open.saturating_sub(1),
            b'|' if open == 1 => bounds.push(at),
            _ => {}
        }
        let last = at + 1 == phrase.len();
        if open == 0 && !last {
            return vec![phrase];
        }
    }
    bounds.push(phrase.len() - 1);
    let alternatives = bounds.windows(2).map(|bound| &phrase[bound[0] + 1..bound[1]]);
    alternatives.flat_map(split_group).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Phrases;
    use super::*;
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
        assert!(!Phrases::new(&["kall ?vatten"]).contains_folded(" kall  vatten "));
    }

    #[test]
    fn a_group_alone_is_as_many_phrases_as_it_has_alternatives() {
        assert_eq!(
            split_group("(uber|(uber eats|bolt( food)?))"),
            ["uber", "uber eats", "bolt( food)?"]
        );
        for phrase in ["(varav )?moms", "(har|med) (nummer|nr)", "total", "n[°ºo]"] {
            assert_eq!(split_group(phrase), [phrase]);
        }
    }
}
