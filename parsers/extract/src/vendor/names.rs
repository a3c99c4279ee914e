//! Names of companies in running text.

use super::firms;
use crate::pattern::{Pattern, pattern};
use crate::phrases::{Dates, Documents, Items, Numbers, Parties, Payments, Roles};
use crate::words::Words;
use parser_document::steps;

/// A name at the start of a text: words that begin with a capital or a digit, joined by small connecting words.
static NAME: Pattern = pattern!(
    r"^WORD(?: (?:(?:&|och|and|of|de|du|la|le|the) )?WORD| & [\p{L}]+){0,5}",
    "WORD" => r"(?:[\p{Ll}]{1,2}-?)?[\p{Lu}\p{N}][\p{L}\p{N}&'’´.+-]*"
);

static HOST: Pattern = pattern!(r"^[a-z0-9-]+\.(?:[a-z]{2,3}\.)?[a-z]{2,4}$");

/// A Dutch postcode, whose letters can be a legal form elsewhere: `9723 AS Groningen`.
static DUTCH_POSTCODE: Pattern = pattern!(r"^[1-9][0-9]{3} [A-Z]{2}$");

/// A country or state behind a place: `Westminster, UK`, `Springfield, IL 62704`.
static COUNTRY: Pattern = pattern!(r", [A-Z]{2,3}(?: [0-9A-Z]*)?$");

/// The companies that a text names with their legal form, and the housing associations that it names with theirs.
pub fn entities(text: &str) -> Vec<String> {
    firms::named(text)
        .into_iter()
        .filter(|name| !DUTCH_POSTCODE.is_match(name))
        .map(|name| last_clause(name).to_owned())
        .filter(|name| name.chars().count() <= 60)
        .collect()
}

/// The name in `71102. Mvh Nordstien Sport AS`, without the sentence and the closing words before it.
fn last_clause(name: &str) -> &str {
    let stop = name.rmatch_indices(". ").map(|(at, _)| at).find(|at| {
        // `Telefonía Central,S.A. de C.V.` goes on.
        if name[at + 2..].starts_with(char::is_lowercase) {
            return false;
        }
        let word = name[..*at].rsplit(' ').next().unwrap_or("");
        word.bytes().all(|b| b.is_ascii_digit() || b == b'.') || word.chars().count() > 4
    });
    let rest = stop.map_or(name, |at| &name[at + 2..]);
    let rest = rest.strip_prefix("Copyright ").unwrap_or(rest);
    // `© 2026 Norr AB`
    let is_year =
        |word: &str| word.len() == 4 && word.starts_with("20") && word.bytes().all(|byte| byte.is_ascii_digit());
    let rest = rest
        .split_once(' ')
        .map_or(rest, |(word, name)| if is_year(word) { name } else { rest });
    let words = Words::of(rest);
    match Parties::Closing.find_at(&words, 0) {
        Some(closing) if closing.end < words.len() => &rest[words.span(closing.end).0..],
        _ => rest,
    }
}

/// Whether words are nobody's name: what documents and payments are called, and labels of other values.
pub fn names_no_one(words: &Words) -> bool {
    let labels = [
        &*Parties::NotAName,
        &*Documents::CreditNote,
        &*Documents::OrderConfirmation,
        &*Dates::DueDate,
        &*Dates::InvoiceDate,
        &*Dates::OrderDate,
        &*Dates::PlainDate,
        &*Payments::MethodLabel,
        &*Items::NameColumn,
        &*Items::QuantityColumn,
        &*Items::UnitPriceColumn,
        &*Items::SumColumn,
        &*Items::ArticleNumberColumn,
    ];
    // `Odběratel (Client)`
    let is_buyer = || Parties::Buyer.starts_with(words) && Parties::Buyer.ends_with(words);
    labels.iter().any(|class| class.matches_all(words)) || is_buyer() || is_numbered_document(words)
}

/// Whether words are what a document or a number is called, with the number: `Factura F-17`, `NO. 197800000001`, `NIF 00000000T`.
fn is_numbered_document(words: &Words) -> bool {
    let labels = [
        &*Roles::Invoice,
        &*Roles::Receipt,
        &*Numbers::NumberWord,
        &*Parties::Registration,
    ];
    let document = labels.iter().find_map(|class| class.find_at(words, 0));
    let is_number = |word: &str| word.chars().count() == 1 || word.contains(|c: char| c.is_ascii_digit());
    document.is_some_and(|document| {
        document.end < words.len() && (document.end..words.len()).all(|at| is_number(words.word(at)))
    })
}

/// The name that begins a text.
pub fn at_start(text: &str) -> Option<String> {
    let text = clause(text.trim_start_matches(['"', '“', '”', '\'', ' ', ':', '*']));
    let (first, _) = text.split_once(' ').unwrap_or((text, ""));
    let first = first.trim_end_matches(['.', ',', '!', ':', ')']);
    let name = match NAME.find(text) {
        Some(hit) => hit.as_str(),
        // In small letters, only a host is a name.
        None if HOST.is_match(first) => first,
        None => return None,
    };
    clean(name)
}

/// The text up to the end of its sentence or clause.
fn clause(text: &str) -> &str {
    let stops = [". ", "! ", "? ", ", ", ": ", " (", " - ", " – ", "; "];
    let end = stops.iter().filter_map(|stop| text.find(stop)).min();
    &text[..end.unwrap_or(text.len())]
}

/// The name that a short text is, if it is nothing else.
pub fn whole(text: &str) -> Option<String> {
    // `🎵 Granskog Musik ☰`
    let is_picture = |c: char| c == ' ' || c >= '\u{2190}' && !c.is_alphanumeric();
    let text = without_document(text.trim_matches(is_picture)).trim();
    let short = text.chars().count() <= 40 && text.split(' ').count() <= 5;
    let plain = !firms::without_legal(text).contains(['@', '/', '|', ':', '%', '?', '=', '€', '$', '£', '#']);
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let ended = text.ends_with([',', '!', '?', ':', ';']) || text.starts_with('+');
    let is_place = || COUNTRY.is_match(text) && !firms::is_legal(text);
    let is_other = ended || is_place() || is_greeting(text);
    let capital = text
        .chars()
        .find(|c| c.is_alphanumeric())
        .is_some_and(|c| c.is_uppercase() || c.is_numeric())
        || text.chars().skip(1).take(2).any(char::is_uppercase);
    (short && plain && letters >= 2 && capital && !is_other && is_titled(text)).then(|| clean(text))?
}

/// Whether a text is a host and nothing else, as some shops are called: `kaffebutiken.se`.
pub fn is_host(text: &str) -> bool {
    const FILES: [&str; 6] = [".html", ".js", ".pdf", ".php", ".py", ".xml"];
    let is_file = FILES.iter().any(|ending| text.ends_with(ending));
    HOST.is_match(text) && !is_file && of_host(text).is_some_and(|name| !is_carrier(name))
}

/// Whether a text greets somebody by name: `Hello, Alva Granskog`.
fn is_greeting(text: &str) -> bool {
    const GREETINGS: [&str; 13] = [
        "Ahoj", "Bonjour", "Ciao", "Cześć", "Dear", "Hallo", "Hei", "Hej", "Hello", "Hi", "Hola", "Moi", "Olá",
    ];
    text.split_once(", ").is_some_and(|(word, _)| GREETINGS.contains(&word))
}

/// A text without the label of a name before it: `Nazwa: Norr AB`.
pub fn without_label(text: &str) -> &str {
    let name = text
        .split_once(':')
        .filter(|(label, _)| Parties::NameLabel.matches_all(&Words::of(label)));
    name.map_or(text, |(_, name)| name).trim()
}

/// The name that begins a text which may go on with its address: `Norr AB, Storgatan 4, 990 77 Småtorp`.
pub fn before_address(text: &str) -> Option<String> {
    let text = text.trim();
    let firms = || firms::named(text).into_iter();
    let firm = || Some(firms().find(|firm| text.starts_with(firm))?.to_owned());
    let person = || whole(text.split_once(", ")?.0);
    whole(text).or_else(firm).or_else(person)
}

/// The name that a label of a payee states, of which only the first word need begin with a capital: `Granskogens körförening`.
pub fn of_payee(text: &str) -> Option<String> {
    let text = text.trim();
    let is_short = text.chars().count() <= 60 && text.split(' ').count() <= 6;
    let is_name =
        text.starts_with(char::is_uppercase) && !text.contains(|c: char| c.is_ascii_digit() || ":@/".contains(c));
    // The point of `s.r.o.` belongs to it.
    let whole = || clean(text).map(|name| if firms::is_legal(text) { text.to_owned() } else { name });
    before_address(text).or_else(|| (is_short && is_name).then(whole)?)
}

/// The name in a letter's return address, which may be in small letters: `tehuset`.
pub fn of_return_address(text: &str) -> Option<String> {
    let is_word = text.chars().count() >= 4 && text.chars().all(|c| c.is_alphabetic() || c == '.' || c == '-');
    whole(text).or_else(|| is_word.then(|| clean(text))?)
}

/// The name in `Kvitto från Spotify`: the text without the words for the document.
fn without_document(text: &str) -> &str {
    let words = Words::of(parser_document::text::cut(text, 60));
    match Parties::DocumentBeforeVendor.find_at(&words, 0) {
        Some(hit) if hit.end < words.len() => {
            text[words.span(hit.end - 1).1..].trim_start_matches([' ', ':', '-', '–'])
        }
        _ => text,
    }
}

/// Whether every word but connecting ones begins with a capital or a digit, unlike in a sentence.
fn is_titled(text: &str) -> bool {
    const CONNECTING: &[&str] = &[
        "&", "och", "and", "of", "und", "et", "de", "der", "the", "la", "le", "du", "i", "på", "by", "–", "-", "+",
        "en", "og", "van", "von", "för", "für",
    ];
    let small = |word: &&str| word.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase);
    text.split(' ')
        .skip(1)
        .filter(small)
        .all(|word| CONNECTING.contains(&word) || word.chars().any(char::is_uppercase))
}

/// Whether two different names are of related companies: one begins with the other, or they share a distinctive word.
pub fn related(one: &str, other: &str) -> bool {
    steps::spend(one.len() + other.len());
    let (key_one, key_other) = (key(one), key(other));
    if key_one == key_other || key_one.len().min(key_other.len()) < 2 {
        return false;
    }
    let begins = key_one.starts_with(&key_other) || key_other.starts_with(&key_one);
    begins || root(one).len() >= 4 && root(one) == root(other) || share_a_word(one, other)
}

/// The first word, which names of related companies share: `amazon` of `Amazon.de` and `Amazon EU S.à r.l.`
fn root(name: &str) -> String {
    let first = name.split([' ', '.', ',']).next().unwrap_or("");
    key(first)
}

/// Whether two names share a long word that isn't a country or a trade: `Plantskolan Rotvik`, `Rotvik Trädgård AB`.
fn share_a_word(one: &str, other: &str) -> bool {
    const LONG: usize = 6;
    let [one, other] = [one, other].map(|name| Words::of(firms::without_legal(name)));
    let distinctive = |word: &str| word.chars().count() >= LONG && !Parties::CommonNameWord.occur_in(word);
    let is_shared = |word: &str| (0..other.len()).any(|at| other.word(at) == word);
    let mut words = (0..one.len()).map(|at| one.word(at));
    words.any(|word| distinctive(word) && is_shared(word))
}

fn clean(name: &str) -> Option<String> {
    let name = name
        .trim_end_matches([' ', '.', ',', '!', '?', ':', ';', '-', '’', '\'', '&'])
        .trim_start_matches(['®', '™'])
        .trim();
    let name = name
        .strip_suffix("’s")
        .or_else(|| name.strip_suffix("'s"))
        .unwrap_or(name);
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let words = Words::of(name);
    let sized = letters >= 2 && (2..=60).contains(&name.chars().count());
    let named = sized && !names_no_one(&words) && crate::dates::find(name, &words).is_empty();
    let month = words.len() <= 2
        && crate::phrases::month(words.word(0)).is_some()
        && (words.len() == 1 || words.word(1).bytes().all(|b| b.is_ascii_digit()));
    (named && !month).then(|| name.to_owned())
}

/// The key that spellings of a name share: its letters and digits in lower case, without the legal form.
pub fn key(name: &str) -> String {
    firms::without_legal(name)
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// The name in a host: `zalando` of `service-mail.zalando.se`.
pub fn of_host(host: &str) -> Option<&str> {
    let parts: Vec<&str> = host.trim_end_matches('.').split('.').collect();
    let country_second = ["co", "com", "org", "net", "ac", "gov"];
    let last = match parts.len() {
        0 | 1 => return None,
        n if n > 2 && country_second.contains(&parts[n - 2]) && parts[n - 1].len() == 2 => n - 3,
        n => n - 2,
    };
    Some(parts[last]).filter(|name| name.len() > 2)
}

/// Whether a name is a host's, in which `&` is a word: `Fell & Fern` in `fellandfern.example`.
pub fn is_of_host(name: &str, host: &str) -> bool {
    let with = |word: &str| key(&name.replace('&', word)) == host;
    with("") || name.contains('&') && ["and", "och", "og", "und", "et", "en", "y"].into_iter().any(with)
}

/// The name in a sender's host. If the host serves several companies, it is the one of its customer: `tehuset` of
/// `tehuset.zendesk.com`.
pub fn of_sender(host: &str) -> Option<&str> {
    let shared = match of_host(host)? {
        name if is_carrier(name) => name,
        name => return Some(name),
    };
    let customers = host.split_once(&format!(".{shared}."))?.0;
    let name = customers.rsplit('.').next()?;
    let departments = [
        "mail", "email", "news", "info", "support", "noreply", "order", "orders", "service",
    ];
    (name.len() > 3 && !departments.contains(&name)).then_some(name)
}

/// Whether a host serves other companies' mails and links. Its name is never the vendor's.
pub fn is_carrier(name: &str) -> bool {
    const CARRIERS: &str = "gmail hotmail outlook yahoo icloud live telia example sendgrid mailchimp mandrillapp list-manage \
        amazonaws cloudfront facebook twitter instagram linkedin youtube pinterest google googleapis gstatic \
        apple w3 bit goo trustpilot klaviyo shopify cloudinary imgix doubleclick tiktok x t fbcdn akamai \
        hubspot salesforce exacttarget sparkpost mailgun postmarkapp litmus narrativeapp githubusercontent \
        schema zendesk whatsapp";
    CARRIERS.split(' ').any(|carrier| carrier == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_compared() {
        assert_eq!(entities("Betala till Ellevio AB (publ), Box 1"), ["Ellevio AB (publ)"]);
        assert_eq!(at_start("Kjell & Company. Tack").as_deref(), Some("Kjell & Company"));
        assert_eq!(at_start("121ecig.co.uk for").as_deref(), Some("121ecig.co.uk"));
        assert_eq!(at_start("your order"), None);
        assert_eq!(whole("Orderbekräftelse"), None);
        assert_eq!(whole("Kaffebutiken Test").as_deref(), Some("Kaffebutiken Test"));
        assert_eq!(key("Zalando SE"), key("zalando"));
        assert_eq!(of_host("service-mail.zalando.se"), Some("zalando"));
        assert_eq!(of_host("www.amazon.co.uk"), Some("amazon"));
        assert_eq!(of_sender("news.zalando.se"), Some("zalando"));
        assert_eq!(of_sender("tehuset.zendesk.com"), Some("tehuset"));
        assert_eq!(of_sender("email.apple.com"), None);
    }

    #[test]
    fn labels_and_places_are_nobodys_name() {
        for text in [
            "Factura F-17",
            "NO. 197800000001",
            "Due Date",
            "Fälligkeit",
            "Odběratel (Client)",
            "E-mail",
            "99 Pine Ave",
            "Westminster, UK",
            "Springfield, IL 62704",
            "NIF 00000000T",
        ] {
            assert_eq!(whole(text), None, "{text}");
        }
        assert_eq!(whole("Example, LLC").as_deref(), Some("Example, LLC"));
    }

    #[test]
    fn the_name_ends_before_its_address() {
        let address = "Storgatan 4, 990 77 Småtorp";
        for name in ["Norr AB", "Hoshino Example Supplies Co., Ltd.", "Alva Granskog"] {
            assert_eq!(before_address(&format!("{name}, {address}")).as_deref(), Some(name));
        }
        assert_eq!(entities("9723 AS Groningen"), [""; 0]);
        assert_eq!(entities("Copyright 2026 Norr AB"), ["Norr AB"]);
    }
}
