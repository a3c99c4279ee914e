//! Currencies that a text names.

use parser_model::Currency;

use super::mark;
use crate::phrases::CurrencyNames;
use crate::scanner::Scanner;
use crate::words::Words;

const WITH_COUNTRY: [(CurrencyNames, &str); 3] = [
    (CurrencyNames::SwedishKrona, "SEK"),
    (CurrencyNames::NorwegianKrone, "NOK"),
    (CurrencyNames::DanishKrone, "DKK"),
];

/// The currencies that a text names by their codes, and the euro by its name, which is the same in most languages.
pub(super) fn codes_in(text: &str) -> impl Iterator<Item = Currency> + '_ {
    text.split(|c: char| !c.is_ascii_alphabetic())
        .filter_map(|word| match word {
            "EURO" | "Euro" | "euro" | "Eur" | "eur" => mark::code("EUR"),
            word => mark::code(word).filter(|_| word.len() == 3),
        })
}

/// `Valuta: SEK`, `Alle Beträge in EUR`: the code after the first such words.
pub(super) fn announced_code(text: &str) -> Option<Currency> {
    let lowercase = mark::lowercase(text);
    let labels = CurrencyNames::Label.list().iter();
    let ends = labels.flat_map(|label| lowercase.match_indices(label).map(|(at, label)| at + label.len()));
    let code_at = |at: usize| {
        let mut form = Scanner::new(text.get(at..)?.trim_start());
        form.one_of(&[':']);
        form = Scanner::new(form.rest().trim_start());
        form.one_of(&['(']);
        let code = form.run(3..=3, u8::is_ascii_uppercase)?;
        form.ends_before(|c| !c.is_alphanumeric()).then_some((at, code))
    };
    let (_, code) = ends.filter_map(code_at).min()?;
    mark::code(code)
}

/// `Beloppen är i svenska kronor`: the krona or krone that a text names with its country.
pub(super) fn named_with_country(text: &str) -> Option<Currency> {
    let words = Words::of(text);
    let (_, code) = WITH_COUNTRY.iter().find(|(phrases, _)| phrases.contains(&words))?;
    mark::code(code)
}

/// Whether a text mentions kronor, or writes a price as `275:-` as their countries do.
pub(super) fn speaks_of_kronor(text: &str) -> bool {
    CurrencyNames::Krona.contains(&Words::of(text)) || has_price_without_cents(text)
}

fn has_price_without_cents(text: &str) -> bool {
    [":-", ":–", ",-"].iter().any(|sign| {
        text.match_indices(sign).any(|(at, _)| {
            let after = Scanner::new(&text[at + sign.len()..]);
            text[..at].ends_with(|c: char| c.is_ascii_digit()) && after.ends_before(|c| !c.is_ascii_digit())
        })
    })
}
