//! Postal addresses on a page with the names before them, and hosts.

use std::collections::BTreeSet;

use parser_document::text;

use super::mentions::Mentions;
use super::names;
use super::scoring::FOOT_ADDRESS;
use crate::page::{Page, Place};
use crate::pattern::{Pattern, pattern};
use crate::words::Words;

static POSTCODE: Pattern = pattern!(r"^(?:[0-9]{3} [0-9]{2}|[0-9]{5}) ");

/// Whether a text begins with a postcode and its town: `990 77 Småtorp`, `99998 Bourg`.
fn is_postal(text: &str) -> bool {
    const MAX_BYTES: usize = 12;
    let text = text::cut(text, MAX_BYTES);
    let town = POSTCODE.find(text).map(|code| &text[code.end()..]);
    town.is_some_and(|town| town.starts_with(char::is_alphabetic))
}

/// Whether a text begins with a postcode of four digits that isn't a year, and its town: `4567 AB Dorp`, `0150 Oslo`.
fn is_short_postal(text: &str) -> bool {
    let (code, rest) = text.split_once(' ').unwrap_or_default();
    let is_code = code.len() == 4 && code.bytes().all(|b| b.is_ascii_digit()) && !("1990"..="2045").contains(&code);
    let (first, after) = rest.split_once(' ').unwrap_or((rest, ""));
    let letters = first.len() == 2 && first.bytes().all(|byte| byte.is_ascii_uppercase());
    let town = if letters {
        after.split(' ').next().unwrap_or_default()
    } else {
        first
    };
    let town = town.trim_end_matches(',');
    is_code && town.chars().count() >= 3 && town.chars().all(char::is_alphabetic)
}

/// Whether a text begins with such a postcode and a town in capitals, and not with an amount: `8900 Randers`, not `2500 Euro`.
fn is_short_town(text: &str) -> bool {
    let town = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
    is_short_postal(text) && town.starts_with(char::is_uppercase) && crate::currency::at_start(town).is_none()
}

/// Whether a text has a postcode with a town that begins with a capital.
pub(super) fn names_town(text: &str) -> bool {
    let town = |text: &str| text[text.find(char::is_alphabetic).unwrap_or(0)..].starts_with(char::is_uppercase);
    let starts = text.match_indices([' ', ',', '-']).map(|(at, _)| at + 1);
    let mut starts = std::iter::once(0).chain(starts);
    starts.any(|at| (is_postal(&text[at..]) || is_short_postal(&text[at..])) && town(&text[at..]))
}

/// The first words of streets, in languages in which no name of a street ends with such a word.
const STREETS: &str = "avenida avenue boulevard corso piazza praça rua rue ulica via viale vicolo";

/// Whether a text is a street above its town, or a postcode with its town: `Via Inventata 7` above `00100 Roma`.
pub(super) fn is_address_line(page: &Page<'_>, at: Place, text: &str) -> bool {
    let words = Words::of(text);
    let is_street = STREETS.split(' ').any(|street| street == words.word(0));
    let is_town = |text: &str| text.starts_with(|c: char| c.is_ascii_digit()) && names_town(text);
    is_street && page.below(at, 1).any(|below| is_town(&page.cell(below).text)) || is_town(text)
}

/// `Norrgårds Bostäder AB · Storgatan 4 · 990 77 Småtorp`: the name before the address in one line.
pub(super) fn return_address(text: &str) -> Option<&str> {
    const PARTING: [char; 8] = ['•', '·', '|', ',', '–', '—', '-', '/'];
    // A postcode has digits.
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let sized = |text: &str, most: usize| (3..=most).contains(&text.chars().count());
    for (at, sign) in text.match_indices(PARTING) {
        let name = text[..at].strip_suffix(' ').unwrap_or(&text[..at]);
        // `c/o`
        let is_parted = !matches!(sign, "-" | "/") || name.len() < at;
        if sized(name, 50) && (is_parted || sign == "-") {
            let street = &text[at + sign.len()..];
            let postal = street.match_indices(PARTING).any(|(end, sign)| {
                let town = street[end + sign.len()..].trim_start_matches(' ');
                let country = town.split_once('-').filter(|(country, _)| {
                    (1..=2).contains(&country.len()) && country.bytes().all(|byte| byte.is_ascii_uppercase())
                });
                let street = street[..end].trim_matches(' ');
                let plain = !street.contains(['•', '·', '|']);
                let town = country.map_or(town, |(_, town)| town);
                // `Sint-Jansplein 4, 9000 Dorp` is no name.
                plain && sized(street, 40) && (is_postal(town) || (is_parted && is_short_town(town)))
            });
            if postal {
                return Some(name);
            }
        }
        // A hyphen may be a part of the name.
        if !matches!(sign, "-" | "/") {
            return None;
        }
    }
    None
}

/// The name before an address in the foot: `Lakeside Pottery, 12 Shore Rd, Duluth, MN 55802`.
pub(super) fn foot_address(page: &Page<'_>, buyer: &BTreeSet<Place>, mentions: &mut Mentions) {
    let foot = page.lines.len() * 3 / 4;
    for at in page.places().filter(|at| at.line >= foot && !buyer.contains(at)) {
        let text = page.cell(at).text.as_str();
        if let Some((name, rest)) = text.split_once(',')
            && text.chars().count() <= 160
            && COUNTRIES_POSTCODE.is_match(rest)
        {
            mentions.add(names::whole(name), &FOOT_ADDRESS);
        }
    }
}

/// Swedish, American, British and German postcodes.
static COUNTRIES_POSTCODE: Pattern =
    pattern!(r"[0-9]{3} ?[0-9]{2} [^0-9]|[A-Z]{2},? [0-9]{5}|[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2}|[0-9]{4,5} [A-Z]",);

static RECEIVER: Pattern = pattern!(r"(?i)^payment received by ([^ ].{1,40})$");

/// The name in `Payment received by NAME`.
pub(super) fn receiver(text: &str) -> Option<&str> {
    Some(RECEIVER.captures(text)?.get(1)?.as_str())
}

/// The hosts in a text: of mail addresses and sites, and bare ones with a common top-level domain.
pub(super) fn hosts_in(text: &str) -> BTreeSet<String> {
    const ENDINGS: [&str; 13] = [
        "com", "de", "dk", "eu", "example", "fi", "fr", "net", "nl", "no", "nu", "org", "se",
    ];
    let in_host = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    let mut hosts = BTreeSet::new();
    if !text.contains('.') {
        return hosts;
    }
    let mut before = "";
    for run in text.split_inclusive(|c| !in_host(c)) {
        let host = run.trim_end_matches(|c| !in_host(c));
        let addressed = before.ends_with(['@', '/']);
        before = run;
        let host = host.trim_end_matches('.');
        let site = host.strip_prefix("www.").filter(|site| site.contains('.'));
        let labels = || host.split('.').zip(host.split('.').skip(1));
        let bare =
            || labels().find(|(name, ending)| name.len() >= 3 && (ENDINGS.contains(ending) || *ending == "test"));
        if !host.contains('.') || host.contains("..") || host.starts_with('.') {
            continue;
        }
        if addressed || site.is_some() {
            hosts.insert(site.unwrap_or(host).to_lowercase());
        } else if let Some((name, ending)) = bare() {
            hosts.insert(format!("{name}.{ending}").to_lowercase());
        }
    }
    hosts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_return_address_begins_with_the_name() {
        for line in [
            "Norrgårds Bostäder AB · Storgatan 4 · 990 77 Småtorp",
            "Norrgårds Bostäder AB, Box 12, 99077 Småtorp",
            "Norrgårds Bostäder AB | Storgatan 4 | SE-990 77 Småtorp",
        ] {
            assert_eq!(return_address(line), Some("Norrgårds Bostäder AB"), "{line}");
        }
        assert_eq!(return_address("Hyra, april, 4 500 kr"), None);
        assert!(names_town("Box 12, 990 77 Småtorp") && !names_town("Belopp 990 77 kr"));
    }

    #[test]
    fn hosts_are_those_of_addresses_and_sites() {
        let text = "Mejla info@hyra.example.com, se www.bostad.test/avi eller smatorp.se. Art.nr 4.5, kl. 10.30";
        let found: Vec<String> = hosts_in(text).into_iter().collect();
        assert_eq!(found, ["bostad.test", "hyra.example.com", "smatorp.se"]);
    }
}
