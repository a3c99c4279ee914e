//! Postal addresses on a page with the names before them, and hosts.

use std::collections::BTreeSet;

use crate::scanner::Scanner;

/// Whether a text begins with a postcode and its town: `990 77 Småtorp`, `99998 Bourg`.
fn is_postal(text: &str) -> bool {
    let mut form = Scanner::new(text);
    let first = form.digits(3..=5).map_or(0, str::len);
    let digits = match first {
        3 => form.one_of(&[' ']) && form.digits(2..=2).is_some(),
        5 => true,
        _ => false,
    };
    digits && form.one_of(&[' ']) && form.rest().starts_with(char::is_alphabetic)
}

/// Whether a text begins with a postcode of four digits that isn't a year, and its town: `4567 AB Dorp`, `0150 Oslo`.
fn is_short_postal(text: &str) -> bool {
    let mut form = Scanner::new(text);
    let digits = form
        .digits(4..=4)
        .filter(|digits| !(*digits >= "1990" && *digits <= "2045"));
    let is_town = |word: &&str| word.chars().count() >= 3 && word.chars().all(char::is_alphabetic);
    let rest = form.rest().strip_prefix(' ').filter(|_| digits.is_some());
    let mut words = rest.unwrap_or_default().split(' ');
    let first = words.next().unwrap_or_default();
    let letters = first.len() == 2 && first.bytes().all(|byte| byte.is_ascii_uppercase());
    let town = if letters { words.next() } else { Some(first) };
    town.map(|town| town.trim_end_matches(','))
        .as_ref()
        .is_some_and(is_town)
}

/// Whether a text has a postcode with a town that begins with a capital.
pub(super) fn names_town(text: &str) -> bool {
    let town = |text: &str| text[text.find(char::is_alphabetic).unwrap_or(0)..].starts_with(char::is_uppercase);
    let starts = text.match_indices([' ', ',', '-']).map(|(at, _)| at + 1);
    let mut starts = std::iter::once(0).chain(starts);
    starts.any(|at| (is_postal(&text[at..]) || is_short_postal(&text[at..])) && town(&text[at..]))
}

/// `Norrgårds Bostäder AB · Storgatan 4 · 990 77 Småtorp`: the name before the address in one line.
pub(super) fn return_address(text: &str) -> Option<&str> {
    const PARTING: [char; 7] = ['•', '·', '|', ',', '–', '—', '-'];
    // A postcode has digits.
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let sized = |text: &str, most: usize| (3..=most).contains(&text.chars().count());
    for (at, sign) in text.match_indices(PARTING) {
        let name = text[..at].strip_suffix(' ').unwrap_or(&text[..at]);
        if sized(name, 50) {
            let street = &text[at + sign.len()..];
            let postal = street.match_indices(PARTING).any(|(end, sign)| {
                let town = street[end + sign.len()..].trim_start_matches(' ');
                let country = town.split_once('-').filter(|(country, _)| {
                    (1..=2).contains(&country.len()) && country.bytes().all(|byte| byte.is_ascii_uppercase())
                });
                let street = street[..end].trim_matches(' ');
                let plain = !street.contains(['•', '·', '|']);
                plain && sized(street, 40) && is_postal(country.map_or(town, |(_, town)| town))
            });
            if postal {
                return Some(name);
            }
        }
        // A hyphen may be a part of the name.
        if sign != "-" {
            return None;
        }
    }
    None
}

/// The name in `Payment received by NAME`.
pub(super) fn receiver(text: &str) -> Option<&str> {
    const BEGINNING: &str = "payment received by ";
    let begins = text.get(..BEGINNING.len())?.eq_ignore_ascii_case(BEGINNING);
    let name = &text[BEGINNING.len()..];
    (begins && !name.starts_with(' ') && (2..=41).contains(&name.chars().count())).then_some(name)
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
