//! The currency of the chosen total. Never a default: what the document does not say is absent.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use invoices_domain::Currency;
use regex::Regex;

use crate::choice::Choice;
use crate::currency::{self, Mark};
use crate::page::Page;
use crate::total::{Labelled, Total};

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
    common(page, all)
}

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
    let marks: Vec<Mark> = all.iter().filter_map(|l| l.mark).collect();
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
    if let Some(hit) = STATED.captures(&text)
        && let Some(code) = hit.get(1).and_then(|m| currency::code(m.as_str()))
    {
        return Choice::taken(code, "a sentence names it");
    }
    let named: BTreeSet<Currency> = codes_in(&text).collect();
    let mut named = named.into_iter();
    match (named.next(), named.next()) {
        (Some(only), None) => Choice::taken(only, "the only currency that the text names"),
        (None, _) if text.contains('€') => Choice::taken("EUR".parse().expect("a code"), "the only sign in the text"),
        _ => Choice::nothing(),
    }
}

static STATED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i:currency|valuta|währung|devise|beträge in|belopp i|amounts in|angivna i|montants en)\s*:?\s*\(?([A-Z]{3})\b")
        .expect("a constant pattern")
});

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
    let kronor = ["SEK", "NOK", "DKK"];
    let coded: BTreeSet<Currency> = all
        .iter()
        .filter_map(|l| is_code(l.mark?))
        .filter(|code| kronor.contains(&code.as_str()))
        .collect();
    let mut coded = coded.into_iter();
    if let (Some(one), None) = (coded.next(), coded.next()) {
        return Some((one, "\u{201c}kr\u{201d} with a code beside other amounts"));
    }
    let text = page.document.text().to_lowercase();
    let hosts = page.document.links.join(" ") + " " + &page.document.from_address;
    let languages = ["sv", "no", "da"];
    let mut scores: Vec<(usize, &str)> = NATIONAL
        .iter()
        .zip(kronor)
        .zip(languages)
        .map(|(((words, domain), code), language)| {
            let named = words.iter().filter(|word| text.contains(*word)).count();
            let linked = usize::from(
                hosts.split_whitespace().any(|h| h.ends_with(domain)) || text.contains(&format!("{domain} ")),
            );
            (named + linked + 3 * usize::from(page.language == Some(language)), code)
        })
        .collect();
    scores.sort_unstable_by(|a, b| b.cmp(a));
    let clear = scores[0].0 > scores[1].0;
    clear
        .then(|| scores[0].1.parse().ok())?
        .map(|code| (code, "\u{201c}kr\u{201d} with the country's marks"))
}

/// Words and domains of Sweden, Norway and Denmark.
const NATIONAL: [(&[&str], &str); 3] = [
    (
        &[
            "moms",
            "bankgiro",
            "swish",
            "org.nr",
            "sverige",
            "summa",
            "totalt",
            "stockholm",
            "göteborg",
        ],
        ".se",
    ),
    (&["mva", "vipps", "norge", "bestilling", "oslo", "org.nr."], ".no"),
    (&["cvr", "mobilepay", "danmark", "beløb", "i alt", "københavn"], ".dk"),
];
