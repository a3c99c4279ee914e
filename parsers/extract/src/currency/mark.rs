//! Codes, symbols and words for currencies beside amounts.

use std::collections::HashMap;

use parser_document::text::cut;
use parser_model::Currency;

use crate::phrases::{LazyLock, currencies};

/// The code or sign of a currency beside an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// An ISO code, or a symbol or word that means one currency only.
    Code(Currency),
    /// `€`, `£` or `¥`. A code elsewhere may say more.
    Symbol(Currency),
    /// `$`, of several dollars.
    Dollar,
    /// `kr`, of a krona or krone.
    Krona,
}

impl Mark {
    /// The currency that it is of, if it is of one.
    pub fn currency(self) -> Option<Currency> {
        match self {
            Mark::Code(code) | Mark::Symbol(code) => Some(code),
            Mark::Dollar | Mark::Krona => None,
        }
    }
}

/// No symbol or word has more bytes.
const MAX_SYMBOL: usize = 16;

struct Marks {
    codes: HashMap<&'static str, Currency>,
    /// Longest first.
    symbols: Vec<(&'static str, Mark)>,
}

static MARKS: LazyLock<Marks> = LazyLock::new(|| {
    let code = |code: &str| code.parse::<Currency>().expect("the build script checks the codes");
    let mut symbols: Vec<(&str, Mark)> = currencies()
        .iter()
        .flat_map(|(c, signs)| signs.iter().map(|s| (*s, symbol_mark(s, code(c)))))
        .collect();
    symbols.extend([
        ("$", Mark::Dollar),
        ("kronor", Mark::Code(Currency::SEK)),
        ("kr", Mark::Krona),
        ("kr.", Mark::Krona),
    ]);
    symbols.sort_by_key(|(symbol, _)| std::cmp::Reverse(symbol.len()));
    Marks {
        codes: currencies().iter().map(|(c, _)| (*c, code(c))).collect(),
        symbols,
    }
});

fn symbol_mark(symbol: &str, currency: Currency) -> Mark {
    if matches!(symbol, "€" | "£" | "¥") {
        Mark::Symbol(currency)
    } else {
        Mark::Code(currency)
    }
}

pub fn code(text: &str) -> Option<Currency> {
    MARKS.codes.get(text).copied()
}

/// The mark that begins the text, and its length. A code is capitals, or small letters right beside a number.
pub fn at_start(text: &str) -> Option<(Mark, usize)> {
    let is_letter = |c: char| c.is_alphabetic();
    let first = text.chars().next()?;
    if is_letter(first) || first.is_ascii_alphabetic() {
        let length = text.find(|c: char| !is_letter(c)).unwrap_or(text.len());
        if length == 3
            && let Some(code) = MARKS.codes.get(text[..3].to_ascii_uppercase().as_str())
        {
            return Some((Mark::Code(*code), 3));
        }
        if length > MAX_SYMBOL {
            return None;
        }
    } else if first.is_ascii() && first != '$' {
        return None;
    }
    let lower = lowercase(cut(text, MAX_SYMBOL));
    let begins = |(symbol, _): &&(&str, Mark)| {
        let goes_on = |after: &str| symbol.ends_with(is_letter) && after.starts_with(is_letter);
        lower.starts_with(*symbol) && text.get(symbol.len()..).is_some_and(|after| !goes_on(after))
    };
    let (symbol, mark) = MARKS.symbols.iter().find(begins)?;
    Some((*mark, symbol.len()))
}

pub fn at_end(text: &str) -> Option<(Mark, usize)> {
    let last = text.chars().next_back()?;
    if last.is_ascii() && !last.is_ascii_alphabetic() && last != '$' && last != '.' {
        return None;
    }
    let letters_from = text
        .rfind(|c: char| !c.is_alphabetic())
        .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    let word = &text[letters_from..];
    if word.len() == 3
        && word.is_ascii()
        && let Some(code) = MARKS.codes.get(word.to_ascii_uppercase().as_str())
    {
        return Some((Mark::Code(*code), 3));
    }
    let lower = lowercase(&text[text.ceil_char_boundary(text.len().saturating_sub(MAX_SYMBOL))..]);
    let ends = |(symbol, _): &&(&str, Mark)| {
        let head = text.len().checked_sub(symbol.len()).and_then(|start| text.get(..start));
        let is_in_word = |head: &str| symbol.starts_with(char::is_alphabetic) && head.ends_with(char::is_alphanumeric);
        lower.ends_with(symbol) && head.is_some_and(|head| !is_in_word(head))
    };
    let (symbol, mark) = MARKS.symbols.iter().find(ends)?;
    Some((*mark, symbol.len()))
}

/// The sign of South Africa's rand, a letter that stands for much else: it begins the text, or ends it behind a colon. `R 850.00`
pub fn rand_at_end(text: &str) -> Option<(Mark, usize)> {
    let head = text.strip_suffix('R')?.trim_end_matches([' ', '-', '(']);
    (head.is_empty() || head.ends_with(':')).then_some((Mark::Code(code("ZAR")?), 1))
}

/// In lower case, of the same length, so that positions stay valid.
pub(super) fn lowercase(text: &str) -> String {
    let lowercase = text.to_lowercase();
    if lowercase.len() == text.len() {
        lowercase
    } else {
        text.to_ascii_lowercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found_at_either_end() {
        let sek = Mark::Code(Currency::SEK);
        assert_eq!(at_start("SEK 5"), Some((sek, 3)));
        assert_eq!(at_start("kr"), Some((Mark::Krona, 2)));
        assert_eq!(at_start("kronor"), Some((sek, 6)));
        assert_eq!(at_start("krona"), None);
        assert_eq!(at_start("Sekel"), None);
        assert_eq!(at_end("US$"), Some((Mark::Code("USD".parse().unwrap()), 3)));
        assert_eq!(at_end("Total €"), Some((Mark::Symbol("EUR".parse().unwrap()), 3)));
        assert_eq!(at_end("mark"), None);
        assert_eq!(
            at_start("ευρώ").and_then(|(mark, _)| mark.currency()),
            "EUR".parse().ok()
        );
        assert_eq!(at_end("zł"), Some((Mark::Code("PLN".parse().unwrap()), 3)));
    }
}
