//! What the signs beside amounts mean on a page: `$` and `kr` are of several currencies.

use parser_model::Currency;

use super::mark::{self, Mark};
use super::text::codes_in;
use crate::choice::only;
use crate::page::Page;
use crate::pattern::{Pattern, pattern};
use crate::total::Labelled;
use crate::words::Words;

/// The currency that a mark means on this page; `None` if that is unknown.
pub(crate) fn meaning(page: &Page<'_>, mark: Mark, all: &[Labelled]) -> Option<Currency> {
    match mark {
        Mark::Code(code) | Mark::Symbol(code) => Some(code),
        Mark::Dollar => dollar_code(page)
            .or_else(|| dollar_of_country(page))
            .or_else(|| us_dollar(page)),
        Mark::Krona => krona(page, all),
    }
}

/// What the marks of amounts mean. Each mark counts once: what a sign means depends on the whole text.
pub(super) fn meanings(page: &Page<'_>, all: &[Labelled]) -> impl Iterator<Item = Option<Currency>> {
    let mut marks: Vec<Mark> = Vec::new();
    for mark in all.iter().filter_map(|amount| amount.mark) {
        if !marks.contains(&mark) {
            marks.push(mark);
        }
    }
    marks.into_iter().map(|mark| meaning(page, mark, all))
}

pub(super) fn as_code(mark: Mark) -> Option<Currency> {
    match mark {
        Mark::Code(code) => Some(code),
        _ => None,
    }
}

/// Whether a mark can mean a currency. No mark can mean any.
pub(super) fn can_mean(mark: Option<Mark>, code: Currency) -> bool {
    match mark {
        None => true,
        Some(Mark::Code(meant)) => meant == code,
        Some(Mark::Symbol(meant)) => meant == code || meant.as_str() == "JPY" && code.as_str() == "CNY",
        Some(Mark::Dollar) => [
            "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "TWD", "CLP", "COP", "ARS",
        ]
        .contains(&code.as_str()),
        Some(Mark::Krona) => ["SEK", "NOK", "DKK", "ISK", "CZK"].contains(&code.as_str()),
    }
}

pub(super) fn dollar_code(page: &Page<'_>) -> Option<Currency> {
    only(dollar_codes(&page.document.text()))
}

/// Languages of countries that write `$` for a dollar or peso of their own.
const OTHER_LANGUAGES: [&str; 3] = ["es", "fr", "pt"];

/// Countries with such a language that pay in American dollars, and how these call the United States.
static AMERICAN: Pattern =
    pattern!(r"(?i)\b(?:Ecuador|El Salvador|Panam[aá]|Puerto Rico|United States|USA|Estados Unidos|[ÉE]tats-Unis)\b");

/// The American dollar, if the text has no dollar's code, no marks of another country, and not the language of one.
pub(super) fn us_dollar(page: &Page<'_>) -> Option<Currency> {
    let text = page.document.text();
    let is_foreign = || page.language.is_some_and(|it| OTHER_LANGUAGES.contains(&it)) && !AMERICAN.is_match(&text);
    let of_another = OTHER_DOLLARS.is_match(&text) || is_foreign();
    let is_american = !of_another && dollar_codes(&text).next().is_none();
    is_american.then(|| mark::code("USD")).flatten()
}

fn dollar_codes(text: &str) -> impl Iterator<Item = Currency> + '_ {
    codes_in(text).filter(|code| can_mean(Some(Mark::Dollar), *code))
}

static OTHER_DOLLARS: Pattern = pattern!(
    r"(?i)\b(?:GST|HST|ABN|ITBIS|Australia|Canada|New Zealand|Singapore|Hong Kong|M[eé]xico)\b|\.(?:com\.au|co\.nz|ca|sg|hk|mx)\b",
);

/// Krona or krone: by a code beside other amounts, else by marks of a country.
pub(super) fn krona(page: &Page<'_>, all: &[Labelled]) -> Option<Currency> {
    krona_code(all).or_else(|| krona_of_country(page))
}

/// The one krona or krone whose code is beside amounts.
pub(super) fn krona_code(all: &[Labelled]) -> Option<Currency> {
    let codes = all.iter().filter_map(|l| as_code(l.mark?));
    only(codes.filter(|code| COUNTRIES.iter().any(|country| country.code == code.as_str())))
}

/// The krona or krone of the country with the most marks on the page.
pub(super) fn krona_of_country(page: &Page<'_>) -> Option<Currency> {
    of_country(page, &COUNTRIES, 1)
}

/// The dollar or peso of the country with the most marks on the page, at least two.
pub(super) fn dollar_of_country(page: &Page<'_>) -> Option<Currency> {
    of_country(page, &DOLLAR_COUNTRIES, 2)
}

/// The currency of the country with the most marks on the page: at least this many, and more than any other country.
fn of_country(page: &Page<'_>, countries: &[Country], least: usize) -> Option<Currency> {
    let text = page.document.text().to_lowercase();
    let words = Words::of(&text);
    let hosts = page.document.links.join(" ") + " " + &page.document.from_address;
    let score = |country: &Country| {
        let is_named = |word: &&str| words.folded().contains(&format!(" {word}"));
        let named = country.words.split('|').filter(is_named).count();
        let linked = hosts.split_whitespace().any(|host| host.ends_with(country.domain));
        let linked = linked || text.contains(&format!("{} ", country.domain));
        let letters = 2 * usize::from(country.letters.iter().any(|letter| text.contains(*letter)));
        let spoken = 3 * usize::from(country.language.is_some() && page.language == country.language);
        let address = match country.code {
            // A buyer's, as most in a mail are, may be asked for American dollars.
            "CAD" if !page.is_mail() && !US_ADDRESS.is_match(&page.document.text()) => Some(&CANADIAN_ADDRESS),
            "USD" => Some(&US_ADDRESS),
            _ => None,
        };
        let placed = 2 * usize::from(address.is_some_and(|address| address.is_match(&page.document.text())));
        named + usize::from(linked) + letters + spoken + placed
    };
    let mut scores: Vec<(usize, &str)> = countries.iter().map(|country| (score(country), country.code)).collect();
    scores.sort_unstable_by(|a, b| b.cmp(a));
    let clear = scores[0].0 > scores[1].0 && scores[0].0 >= least;
    clear.then(|| mark::code(scores[0].1)).flatten()
}

/// What shows that a page is of a country.
struct Country {
    code: &'static str,
    /// A language that is spoken nowhere else.
    language: Option<&'static str>,
    /// Beginnings of words in small letters, between `|`; a blank at the end ends the word.
    words: &'static str,
    domain: &'static str,
    letters: &'static [char],
}

/// The countries that write `kr`.
const COUNTRIES: [Country; 3] = [
    Country {
        code: "SEK",
        language: Some("sv"),
        words: "moms|bankgiro|swish|plusgiro|sverige|summa|kvitto|beställning|stockholm|göteborg",
        domain: ".se",
        letters: &['ä', 'ö'],
    },
    Country {
        code: "NOK",
        language: Some("no"),
        words: "mva|vipps|norge|beløp|oslo|å |deg |kvittering|foretaksregisteret",
        domain: ".no",
        letters: &['æ', 'ø'],
    },
    Country {
        code: "DKK",
        language: Some("da"),
        words: "cvr|mobilepay|danmark|beløb|i alt|københavn|at betale |restbeløb|nettobeløb|fakturabeløb|øreafrunding|marts ",
        domain: ".dk",
        letters: &['æ', 'ø'],
    },
];

/// A state and a ZIP code: `Seattle, WA 98109`.
static US_ADDRESS: Pattern = pattern!(r"\p{L}, ?[A-Z]{2} [0-9]{5}\b");

/// A province and a postal code: `North Saanich, BC V8L 4Z8`.
static CANADIAN_ADDRESS: Pattern =
    pattern!(r"\b(?:AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT),? [A-Z][0-9][A-Z] ?[0-9][A-Z][0-9]\b");

/// Countries that write `$`.
const DOLLAR_COUNTRIES: [Country; 7] = [
    dollars(
        "AUD",
        ".au",
        "australia|abn |nsw |sydney|melbourne|brisbane|queensland|bpay ",
    ),
    dollars(
        "CAD",
        ".ca",
        "canada |québec|quebec|ontario|toronto|vancouver|tps |tvq |hst ",
    ),
    dollars("HKD", ".hk", "hong kong|kowloon"),
    dollars(
        "MXN",
        ".mx",
        "méxico|mexico |cfdi |rfc |cdmx |guadalajara|monterrey|pesos |colonia ",
    ),
    dollars("NZD", ".nz", "new zealand|auckland|wellington|christchurch|aotearoa"),
    dollars("SGD", ".sg", "singapore|uen "),
    dollars("USD", ".us", "united states|usa |inc "),
];

/// A country whose language and letters others have, too.
const fn dollars(code: &'static str, domain: &'static str, words: &'static str) -> Country {
    Country {
        code,
        language: None,
        words,
        domain,
        letters: &[],
    }
}
