//! The currency of the chosen total. Never a default: what the document does not say is absent.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use parser_model::Currency;
use regex::Regex;

use crate::choice::Choice;
use crate::currency::{self, Mark};
use crate::giro;
use crate::page::Page;
use crate::phrases::{CurrencyNames, Phrases};
use crate::scanner::Scanner;
use crate::total::{Labelled, Total};
use crate::words::Words;

/// The currency of `total`; where no total was chosen, the one that the whole document uses.
pub fn currency(page: &Page<'_>, total: &Total, all: &[Labelled]) -> Choice<Currency> {
    let Some(amount) = &total.amount else {
        return common(page, all);
    };
    let same_value: Vec<Mark> = all
        .iter()
        .filter(|l| l.value == amount.value)
        .filter_map(|l| l.mark)
        .collect();
    let coded = |marks: &[Mark]| {
        let codes: BTreeSet<Currency> = marks.iter().filter_map(|m| is_code(*m)).collect();
        (codes.len() == 1).then(|| codes.into_iter().next()).flatten()
    };
    if let Some(code) = amount.mark.and_then(is_code) {
        return Choice::taken(code, "beside the total");
    }
    // A code beside the same value elsewhere tells which dollar or krona is meant; another currency's does not.
    if let Some(code) = coded(&same_value).filter(|code| agrees(amount.mark, *code)) {
        return Choice::taken(code, "beside the same amount");
    }
    if let Some(code) = neighbour(page, amount).filter(|code| agrees(amount.mark, *code)) {
        return Choice::taken(code, "in the total's label or line");
    }
    if let Some(mark) = amount.mark {
        return resolve(page, mark, all).map_or_else(
            || Choice::refused("the total's sign stands for several currencies"),
            |(currency, why)| Choice::taken(currency, why),
        );
    }
    let label = amount.label.as_ref().map_or("", |label| label.words.as_str());
    if KRONOR.contains_folded(&format!(" {label} "))
        && let Some((code, _)) = krona(page, all)
    {
        return Choice::taken(code, "\u{201c}kr\u{201d} in the total's label");
    }
    common(page, all)
}

static KRONOR: LazyLock<Phrases> = LazyLock::new(|| CurrencyNames::Krona.phrases());

fn is_code(mark: Mark) -> Option<Currency> {
    match mark {
        Mark::Code(code) => Some(code),
        _ => None,
    }
}

/// Whether a sign can stand for a currency.
fn agrees(mark: Option<Mark>, code: Currency) -> bool {
    match mark {
        None => true,
        Some(Mark::Code(own)) => own == code,
        Some(Mark::Symbol(own)) => own == code || own.as_str() == "JPY" && code.as_str() == "CNY",
        Some(Mark::Dollar) => [
            "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "TWD", "CLP", "COP", "ARS",
        ]
        .contains(&code.as_str()),
        Some(Mark::Krona) => ["SEK", "NOK", "DKK", "ISK", "CZK"].contains(&code.as_str()),
    }
}

/// A code in the label, in a cell of the line, or alone in the line below.
fn neighbour(page: &Page<'_>, amount: &Labelled) -> Option<Currency> {
    let line = &page.document.lines[amount.at.line];
    let mut codes: BTreeSet<Currency> = line.iter().flat_map(|cell| codes_in(&cell.text)).collect();
    if codes.is_empty() {
        codes.extend(
            page.above(amount.at, 2)
                .flat_map(|above| codes_in(&page.cell(above).text)),
        );
    }
    if codes.is_empty()
        && let Some([only]) = page.document.lines.get(amount.at.line + 1).map(Vec::as_slice)
    {
        codes.extend(currency::code(only.text.trim()));
    }
    (codes.len() == 1).then(|| codes.into_iter().next()).flatten()
}

fn codes_in(text: &str) -> impl Iterator<Item = Currency> + '_ {
    text.split(|c: char| !c.is_ascii_alphabetic())
        .filter(|word| word.len() == 3)
        .filter_map(currency::code)
}

/// The one currency of all amounts, or the one that the text names.
fn common(page: &Page<'_>, all: &[Labelled]) -> Choice<Currency> {
    // Each kind of mark once: what it means takes a look at the whole text.
    let mut marks: Vec<Mark> = Vec::new();
    for mark in all.iter().filter_map(|l| l.mark) {
        if !marks.contains(&mark) {
            marks.push(mark);
        }
    }
    let mut found = BTreeSet::new();
    for mark in &marks {
        match resolve(page, *mark, all) {
            Some((currency, _)) => found.insert(currency),
            None => return Choice::refused("a sign that stands for several currencies"),
        };
    }
    if found.len() > 1 {
        return Choice::refused("amounts in several currencies");
    }
    if let Some(only) = found.into_iter().next() {
        return Choice::taken(only, "the only currency of its amounts");
    }
    let text = page.document.text();
    if let Some(code) = stated(&text) {
        return Choice::taken(code, "a sentence names it");
    }
    let named: BTreeSet<Currency> = codes_in(&text).collect();
    let mut named = named.into_iter();
    match (named.next(), named.next()) {
        (Some(only), None) => Choice::taken(only, "the only currency that the text names"),
        (None, _) if text.contains('€') => Choice::taken("EUR".parse().expect("a code"), "the only sign in the text"),
        (None, _) => kronor_in_text(page, all),
        _ => Choice::nothing(),
    }
}

/// `Beloppen är i svenska kronor`; else on a printed invoice a Swedish giro number, to which nothing else is paid.
fn kronor_in_text(page: &Page<'_>, all: &[Labelled]) -> Choice<Currency> {
    let text = Words::of(&page.document.text());
    for (phrases, code) in OF_COUNTRY.iter() {
        if phrases.contains(&text)
            && let Some(code) = currency::code(code)
        {
            return Choice::taken(code, "a sentence names it");
        }
    }
    let no_cents = has_no_cents(&page.document.text());
    if (KRONOR.contains(&text) || no_cents)
        && let Some((code, why)) = krona(page, all)
    {
        return Choice::taken(code, why);
    }
    if !page.is_mail() && (giro::bankgiro(page).value.is_some() || giro::plusgiro(page).value.is_some()) {
        return Choice::taken(Currency::SEK, "it is paid to a Swedish giro number");
    }
    Choice::nothing()
}

/// `275:-`, as the countries of kronor write a price.
fn has_no_cents(text: &str) -> bool {
    [":-", ":–", ",-"].iter().any(|sign| {
        text.match_indices(sign).any(|(at, _)| {
            let after = Scanner::new(&text[at + sign.len()..]);
            text[..at].ends_with(|c: char| c.is_ascii_digit()) && after.ends_before(|c| !c.is_ascii_digit())
        })
    })
}

static OF_COUNTRY: LazyLock<[(Phrases, &str); 3]> = LazyLock::new(|| {
    [
        (CurrencyNames::SwedishKrona.phrases(), "SEK"),
        (CurrencyNames::NorwegianKrone.phrases(), "NOK"),
        (CurrencyNames::DanishKrone.phrases(), "DKK"),
    ]
});

/// `Valuta: SEK`, `Alle Beträge in EUR`: the code after the first such words.
fn stated(text: &str) -> Option<Currency> {
    let small = text.to_lowercase();
    // Lengths stay as they are, so that a place in one is a place in the other.
    let small = if small.len() == text.len() {
        small
    } else {
        text.to_ascii_lowercase()
    };
    let announced = CurrencyNames::Label
        .list()
        .iter()
        .flat_map(|words| small.match_indices(words).map(|(at, words)| at + words.len()));
    let code_at = |at: usize| {
        let mut form = Scanner::new(text.get(at..)?.trim_start());
        form.one_of(&[':']);
        form = Scanner::new(form.rest().trim_start());
        form.one_of(&['(']);
        let code = form.run(3..=3, u8::is_ascii_uppercase)?;
        form.ends_before(|c| !c.is_alphanumeric()).then_some((at, code))
    };
    let (_, code) = announced.filter_map(code_at).min()?;
    currency::code(code)
}

/// What a sign means in this document.
fn resolve(page: &Page<'_>, mark: Mark, all: &[Labelled]) -> Option<(Currency, &'static str)> {
    match mark {
        Mark::Code(code) => Some((code, "a code beside the amount")),
        Mark::Symbol(code) => Some((code, "a sign beside the amount")),
        Mark::Dollar => dollar(page),
        Mark::Krona => krona(page, all),
    }
}

/// The one dollar code in the text; marks of another dollar country without a code: none; else the American one.
fn dollar(page: &Page<'_>) -> Option<(Currency, &'static str)> {
    let text = page.document.text();
    let codes: BTreeSet<Currency> = codes_in(&text)
        .filter(|code| agrees(Some(Mark::Dollar), *code))
        .collect();
    let mut codes = codes.into_iter();
    match (codes.next(), codes.next()) {
        (Some(one), None) => Some((one, "the one dollar that the text names")),
        (Some(_), Some(_)) => None,
        (None, _) if OTHER_DOLLARS.is_match(&text) => None,
        (None, _) => Some(("USD".parse().ok()?, "a dollar sign without another country's marks")),
    }
}

static OTHER_DOLLARS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:GST|HST|ABN|Australia|Canada|New Zealand|Singapore|Hong Kong|M[eé]xico)\b|\.(?:com\.au|co\.nz|ca|sg|hk|mx)\b")
        .expect("a constant pattern")
});

/// Krona or krone: by a code among the amounts, else by national marks.
fn krona(page: &Page<'_>, all: &[Labelled]) -> Option<(Currency, &'static str)> {
    let coded: BTreeSet<Currency> = all
        .iter()
        .filter_map(|l| is_code(l.mark?))
        .filter(|code| COUNTRIES.iter().any(|country| country.code == code.as_str()))
        .collect();
    let mut coded = coded.into_iter();
    if let (Some(one), None) = (coded.next(), coded.next()) {
        return Some((one, "\u{201c}kr\u{201d} with a code beside other amounts"));
    }
    let text = page.document.text().to_lowercase();
    let hosts = page.document.links.join(" ") + " " + &page.document.from_address;
    let mut scores: Vec<(usize, &str)> = COUNTRIES
        .iter()
        .map(|country| {
            let named = country.words.iter().filter(|word| text.contains(*word)).count();
            let linked = hosts.split_whitespace().any(|host| host.ends_with(country.domain));
            let linked = linked || text.contains(&format!("{} ", country.domain));
            let letters = 2 * usize::from(text.contains(country.letters));
            let spoken = 3 * usize::from(page.language == Some(country.language));
            (named + usize::from(linked) + letters + spoken, country.code)
        })
        .collect();
    scores.sort_unstable_by(|a, b| b.cmp(a));
    let clear = scores[0].0 > scores[1].0;
    clear
        .then(|| scores[0].1.parse().ok())?
        .map(|code| (code, "\u{201c}kr\u{201d} with the country's marks"))
}

/// What shows that a page is of a country.
struct Country {
    code: &'static str,
    language: &'static str,
    words: &'static [&'static str],
    domain: &'static str,
    letters: [char; 2],
}

/// The countries that write `kr`.
const COUNTRIES: [Country; 3] = [
    Country {
        code: "SEK",
        language: "sv",
        words: &[
            "moms",
            "bankgiro",
            "swish",
            "org.nr",
            "sverige",
            "summa",
            "totalt",
            "kvitto",
            "stockholm",
            "göteborg",
        ],
        domain: ".se",
        letters: ['ä', 'ö'],
    },
    Country {
        code: "NOK",
        language: "no",
        words: &["mva", "vipps", "norge", "bestilling", "oslo", "org.nr."],
        domain: ".no",
        letters: ['æ', 'ø'],
    },
    Country {
        code: "DKK",
        language: "da",
        words: &["cvr", "mobilepay", "danmark", "beløb", "i alt", "københavn"],
        domain: ".dk",
        letters: ['æ', 'ø'],
    },
];
