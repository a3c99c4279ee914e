//! The visible texts of a mail, as one text.

use std::collections::HashSet;

use super::parts::{Body, BodyKind, preformatted};
use crate::document::MAX_TEXT;
use crate::text::cut;
use crate::{Document, steps};

/// Maximum number of texts examined per mail.
const MAX_TEXTS: usize = 12;

pub(super) struct Text {
    pub body: Body,
    /// The outermost `multipart/alternative` that it is in, and the branch of it.
    pub branch: Option<(u32, u32)>,
}

/// The texts in order, and of alternatives the one that states an amount, HTML first. A single text stays as it was sent; several
/// become one page in UTF-8.
pub(super) fn compose(mut texts: Vec<Text>) -> Option<Body> {
    texts.truncate(MAX_TEXTS);
    let mut shown: Vec<Body> = Vec::new();
    while !texts.is_empty() {
        match texts[0].branch {
            None => shown.push(texts.remove(0).body),
            Some((alternative, _)) => {
                let is_alternative = |text: &Text| text.branch.is_some_and(|(of, _)| of == alternative);
                let (branches, others) = texts.into_iter().partition(is_alternative);
                texts = others;
                shown.extend(choose(branches));
            }
        }
    }
    join(shown)
}

/// The texts of one of several alternatives.
fn choose(mut texts: Vec<Text>) -> Vec<Body> {
    // Of two alternatives that are equally good the later one is richer (RFC 2046, section 5.1.4).
    let is_html = |text: &Text| text.body.kind == BodyKind::Html;
    let branches: HashSet<_> = texts.iter().filter_map(|text| text.branch).collect();
    let chosen = if branches.len() > 1 {
        let states = |text: &Text| {
            let visible = visible(&text.body);
            let branch = text.branch.filter(|_| !visible.trim().is_empty())?;
            Some((states_amount(&visible), is_html(text), branch))
        };
        texts.iter().filter_map(states).max().map(|(_, _, branch)| branch)
    } else {
        None
    };
    let chosen = chosen.or_else(|| texts.iter().max_by_key(|text| is_html(text))?.branch);
    texts.retain(|text| text.branch == chosen);
    texts.into_iter().map(|text| text.body).collect()
}

fn join(mut texts: Vec<Body>) -> Option<Body> {
    if texts.len() > 1 {
        let words: Vec<_> = texts.iter().map(|text| words(&visible(text))).collect();
        let is_needed = |at: usize| {
            let repeats = |other: usize| {
                let is_richer = texts[other].kind == BodyKind::Html && texts[at].kind == BodyKind::Text;
                let is_earlier = other < at && texts[other].kind == texts[at].kind;
                (is_richer || is_earlier) && say_all_of(&words[other], &words[at])
            };
            !words[at].is_empty() && !(0..texts.len()).any(repeats)
        };
        let mut needed: Vec<bool> = (0..texts.len()).map(is_needed).collect();
        needed[0] |= !needed.contains(&true);
        let mut needed = needed.into_iter();
        texts.retain(|_| needed.next() == Some(true));
    }
    if texts.len() <= 1 {
        return texts.pop().filter(|text| !text.text().trim().is_empty());
    }
    let mut page = Vec::new();
    for text in texts {
        match text.kind {
            BodyKind::Html => page.extend_from_slice(text.text().as_bytes()),
            BodyKind::Text => page.extend(preformatted(text.text().as_bytes())),
        }
    }
    Some(Body {
        kind: BodyKind::Html,
        bytes: page,
        charset: Some("utf-8".to_owned()),
    })
}

/// The visible part of a text.
fn visible(body: &Body) -> String {
    match body.kind {
        BodyKind::Html => Document::from_html_in(&body.bytes, body.charset.as_deref()).text(),
        BodyKind::Text => cut(&body.text(), MAX_TEXT).to_owned(),
    }
}

/// The words of a text except for addresses of pages.
fn words(text: &str) -> HashSet<String> {
    steps::spend(text.len());
    let words = text.split_whitespace().filter(|word| !word.contains("://"));
    let words = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase());
    words.filter(|word| !word.is_empty()).collect()
}

/// Whether words have each number of the others, and four of five of their words.
fn say_all_of(words: &HashSet<String>, others: &HashSet<String>) -> bool {
    let missing = || others.difference(words);
    let has_digit = |word: &&String| word.contains(|c: char| c.is_ascii_digit());
    !missing().any(|word| has_digit(&word)) && missing().count() * 5 <= others.len()
}

/// Whether a text states an amount: a number with cents, or one beside a currency.
fn states_amount(text: &str) -> bool {
    steps::spend(text.len());
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_currency =
        |word: Option<&&str>| word.is_some_and(|word| is_currency(word.trim_end_matches(['.', ',', ')'])));
    words.iter().enumerate().any(|(at, word)| {
        let number = word.trim_matches(|c: char| !c.is_ascii_digit());
        let is_beside = || is_currency(words.get(at + 1)) || at > 0 && is_currency(words.get(at - 1));
        !number.is_empty()
            && (has_cents(number) || word.contains(is_currency_sign) || word.ends_with(":-") || is_beside())
    })
}

/// `1.234,50`, but no date.
fn has_cents(number: &str) -> bool {
    let Some((whole, cents)) = number.rsplit_once(['.', ',']) else {
        return false;
    };
    let sign = number.as_bytes()[whole.len()];
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_whole = whole
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte != sign && b".,'".contains(&byte));
    cents.len() == 2 && is_digits(cents) && is_whole
}

fn is_currency(word: &str) -> bool {
    let is_code = word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    is_code
        || word.chars().all(is_currency_sign)
        || ["kr", "kč", "zł", "ft", "lei", "rs"].contains(&word.to_lowercase().as_str())
}

fn is_currency_sign(c: char) -> bool {
    matches!(c, '$' | '£' | '¥' | '円' | '元' | '\u{20a0}'..='\u{20cf}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(kind: BodyKind, text: &str) -> Body {
        Body {
            kind,
            bytes: text.as_bytes().to_vec(),
            charset: None,
        }
    }

    type Part<'t> = (BodyKind, Option<(u32, u32)>, &'t str);

    fn composed(texts: &[Part<'_>]) -> String {
        let texts = texts.iter().map(|(kind, branch, text)| Text {
            body: body(*kind, text),
            branch: *branch,
        });
        compose(texts.collect()).map(|body| body.text()).unwrap_or_default()
    }

    #[test]
    fn the_alternative_that_states_an_amount_is_read() {
        use BodyKind::{Html, Text};
        let (plain, page) = (Some((0, 1)), Some((0, 2)));
        for markup in ["&nbsp;", "<p>View this mail in a browser. © 2026", "<img src=a.png>"] {
            assert_eq!(
                composed(&[(Text, plain, "Total 86,00 kr"), (Html, page, markup)]),
                "Total 86,00 kr",
                "{markup}"
            );
        }
        for text in ["View this mail in a browser.", "Total 86,00 kr", ""] {
            assert_eq!(
                composed(&[(Text, plain, text), (Html, page, "<p>86 kr")]),
                "<p>86 kr",
                "{text}"
            );
        }
        assert_eq!(
            composed(&[(Text, plain, "Welcome"), (Html, page, "<p>Hello")]),
            "<p>Hello"
        );
        assert_eq!(composed(&[(Text, plain, ""), (Html, page, "<br>")]), "<br>");
    }

    #[test]
    fn several_texts_are_one_page_in_their_order() {
        use BodyKind::{Html, Text};
        let text = composed(&[
            (Html, None, "<p>Tehuset"),
            (Text, None, "Total 86 < 90"),
            (Html, None, "<p>Tack"),
        ]);
        let visible = visible(&body(Html, &text));
        assert_eq!(visible, "Tehuset\nTotal 86 < 90\nTack");
    }

    #[test]
    fn what_another_text_says_as_well_is_not_read_twice() {
        use BodyKind::{Html, Text};
        let page = "<p>Tehuset</p><p>Kaffe 86,00 kr</p><p>Totalt 86,00 kr</p>";
        let plain = "Tehuset https://example.com/a\nKaffe 86,00 kr\nTotalt 86,00 kr";
        assert_eq!(composed(&[(Text, None, plain), (Html, None, page)]), page);
        assert_eq!(composed(&[(Html, None, page), (Html, None, page)]), page);
        let other = "Tehuset\nKaffe 87,00 kr\nTotalt 87,00 kr";
        assert_ne!(composed(&[(Text, None, other), (Html, None, page)]), page);
    }

    #[test]
    fn an_amount_has_cents_or_a_currency() {
        for text in [
            "Total 1.234,50",
            "125.50",
            "12 550 kr",
            "SEK 90",
            "€ 90",
            "12,550円",
            "90:-",
        ] {
            assert!(states_amount(text), "{text}");
        }
        for text in ["", "© 2026", "09.11.2026", "10:15", "Order 1001", "09.11.26"] {
            assert!(!states_amount(text), "{text}");
        }
    }
}
