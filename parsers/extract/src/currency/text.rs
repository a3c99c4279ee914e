//! Currencies that a text names.

use parser_model::Currency;

use super::mark;
use crate::pattern::{Pattern, pattern};
use crate::phrases::CurrencyNames;
use crate::words::Words;

const WITH_COUNTRY: [(CurrencyNames, &str); 3] = [
    (CurrencyNames::SwedishKrona, "SEK"),
    (CurrencyNames::NorwegianKrone, "NOK"),
    (CurrencyNames::DanishKrone, "DKK"),
];

static PRICE_WITHOUT_CENTS: Pattern = pattern!(r"[0-9](?::[-–]|,-)(?:[^0-9]|$)");

/// The currencies that a text names by their codes, and the euro by its name, which is the same in most languages.
pub(super) fn codes_in(text: &str) -> impl Iterator<Item = Currency> + '_ {
    text.split(|c: char| !c.is_ascii_alphabetic())
        .filter_map(|word| euro(word).or_else(|| mark::code(word).filter(|_| word.len() == 3)))
}

fn euro(word: &str) -> Option<Currency> {
    let is_euro = matches!(
        word,
        "EURO" | "Euro" | "euro" | "EUROS" | "Euros" | "euros" | "Eur" | "eur"
    );
    is_euro.then(|| mark::code("EUR")).flatten()
}

/// `Valuta: SEK`, `Alle Beträge in EUR`, `Waluta: złoty`: the currency after the first such words.
pub(super) fn announced_code(text: &str) -> Option<Currency> {
    let lowercase = mark::lowercase(text);
    let labels = CurrencyNames::Label.list().iter();
    let ends = labels.flat_map(|label| lowercase.match_indices(label).map(|(at, label)| at + label.len()));
    let code_at = |at: usize| {
        let behind = text.get(at..)?.trim_start();
        let rest = behind.strip_prefix(':').unwrap_or(behind).trim_start();
        let rest = rest.strip_prefix('(').unwrap_or(rest);
        let word = rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        if let Some(euro) = euro(word) {
            return Some((at, euro));
        }
        let (code, after) = rest.split_at_checked(3)?;
        let is_code = code.bytes().all(|b| b.is_ascii_uppercase()) && !after.starts_with(char::is_alphanumeric);
        // `Pay in another currency, try it`: a word needs a sign before it.
        let is_said = behind.starts_with([':', '(']);
        let named = || mark::at_start(rest).filter(|_| is_said)?.0.currency();
        Some((at, if is_code { mark::code(code) } else { named() }?))
    };
    Some(ends.filter_map(code_at).min_by_key(|(at, _)| *at)?.1)
}

/// `Beloppen är i svenska kronor`: the krona or krone that a text names with its country.
pub(super) fn named_with_country(text: &str) -> Option<Currency> {
    let words = Words::of(text);
    let (_, code) = WITH_COUNTRY.iter().find(|(phrases, _)| phrases.contains(&words))?;
    mark::code(code)
}

/// Whether a text mentions kronor, or writes a price as `275:-` as their countries do.
pub(super) fn speaks_of_kronor(text: &str) -> bool {
    CurrencyNames::Krona.contains(&Words::of(text)) || PRICE_WITHOUT_CENTS.is_match(text)
}
