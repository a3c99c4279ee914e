//! Names of people, and addresses of streets.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::invented::{Invented, Kind, words};
use super::months::in_case_of;
use super::numbers;
use super::slots::{Hint, Line};

/// A replacement of a part of a text.
pub type Replacement = (Range<usize>, Kind, String);

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is valid")
}

static GREETING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:(?i:hej|hejsan|hei|heisann|hallo|hello|hi|hey|dear|bästa|kära|kjære|kære|hola|bonjour|ciao|liebe[rs]?|beste|geachte|moi|hyvä|guten tag|tack|takk|tak|thanks|thank you|welcome|välkommen|grattis|congratulations),? )((?:\p{Lu}[\p{L}'’-]+ ?){1,4})",
    )
});
/// The end of a letter, with the name behind it or in the next line: `Hälsar din handläggare Alva Exempel`.
static CLOSING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i:\b(?:hälsar|hälsning(?:ar)?|mvh|hilsen|hilsner|regards|sincerely|grüße|grüßen|cordialement|saludos|saluti|groeten|terveisin)\b)[ ,]*(?:\p{Ll}+ ){0,3}((?:\p{Lu}[\p{L}'’-]+ ?){1,3})?",
    )
});
/// A name after a comma at the end: `Tack för din order, Alva!`
static ADDRESSED: LazyLock<Regex> = LazyLock::new(|| pattern(r", (\p{Lu}[\p{L}'’-]+)(?:!|\.|$)"));
static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:kundens |ditt |your )?(?:(?:för|efter|full|first|last|sur)?(?:namn|name|navn|nimi)|kund|kunde|customer(?: name)?|köpare|buyer|mottagare|modtager|mottaker|recipient|att|attn|att\.|c/o|till|to|levereras till|skickas till|leveransadress|leveringsadresse|deliver(?:ed|y)? to|delivery address|ship(?:ping|ped)? to|shipping address|bill(?:ed)? to|billing address|fakturaadress|lieferadresse|rechnungsadresse|adress|address|beställare|bokad av|booked by|passagerare|passenger|resenär|traveller|gäst|guest|kontaktperson|contact|kortinnehavare|cardholder)\s*(?::\s*(.*))?$",
    )
});
static STREET: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:Box|Postbox|P\.? ?O\.? Box|Pb) \d+|\b(?:\p{Lu}[\p{L}.'’-]* )?\p{Lu}?[\p{L}'’-]*(?i:gatan|gata|vägen|väg|gränd|torget|torg|stigen|stig|allén|allé|backen|plan|gate|gaten|veien|vei|vej|gade|straße|strasse|str\.|katu|tie|laan|straat|plein|weg|platz) \d{1,4} ?[A-Za-z]?\b|\b\d{1,5} (?:\p{Lu}[\p{L}'’-]+ ){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Close|Way|Court|Boulevard|Blvd|Row|Square|Terrace|Place|Crescent|Parkway|Highway)\b\.?|\b(?i:rue|via|calle|avenida|rua|ulica|ul\.) (?:de |del |da )?\p{Lu}[\p{L}'’-]+,? \d{1,4}",
    )
});
static POSTAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:^|[ ,])(?:[A-Z]{1,3}-)?(\d{3} \d{2}) +(\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+){0,2})|^(?:[A-Z]{1,3}[- ])?(\d{4,5}(?: [A-Z]{2})?) +(\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+){0,2})$|^(?:\p{Lu}{2} )(\d{5})()$|\b([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})()\b",
    )
});
static COMPANY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(?:AB|AS|ASA|A/S|ApS|Oy|Oyj|Ltd|Limited|Inc|LLC|GmbH|AG|SE|SA|BV|B\.V\.|PLC|SpA|Srl|Kft|Group)\b\.?")
});
/// No house number: `Org.nr 556677-8899` is not a street.
static LONG_NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d{6}"));
static WORD: LazyLock<Regex> = LazyLock::new(|| pattern(r"\p{L}+"));

/// What is personal in a mail.
#[derive(Debug, Default)]
pub struct People {
    /// The words of names, in small letters.
    names: BTreeSet<String>,
    /// Those that are words of the vocabulary, too, such as `Per`: they are names only where they have a capital.
    capitalised: BTreeSet<String>,
    towns: BTreeSet<String>,
    streets: BTreeSet<String>,
    postal_codes: BTreeSet<String>,
    /// The lines beside which people and addresses stand, for the report.
    pub places: BTreeSet<usize>,
}

/// A part of a line between commas.
struct Piece<'a> {
    line: usize,
    text: &'a str,
}

impl People {
    /// Adds the names and addresses of a page. `known` are the words of the vendor and of the vocabulary, which are no names.
    pub fn find(&mut self, lines: &[Line], known: &HashSet<String>) {
        for line in lines {
            self.add_hinted(line);
        }
        let pieces: Vec<Piece<'_>> = (lines.iter().enumerate())
            .flat_map(|(at, line)| {
                line.text.split([',', '|', '·']).map(move |text| Piece {
                    line: at,
                    text: text.trim(),
                })
            })
            .filter(|piece| !piece.text.is_empty())
            .collect();
        for (at, piece) in pieces.iter().enumerate() {
            self.add_address(&pieces, at, piece, known);
        }
        for (at, line) in lines.iter().enumerate() {
            self.add_named(lines, at, line, known);
        }
    }

    /// Whether a word in small letters is one of somebody's name.
    pub fn has_name(&self, word: &str) -> bool {
        self.names.contains(word) || self.capitalised.contains(word)
    }

    /// Adds the name of somebody that the mail is addressed to, who has a name even if its words are those of the vocabulary.
    pub fn add_recipient(&mut self, name: &str, vendor: &HashSet<String>, known: &HashSet<String>) {
        let words = words(name).filter(|word| word.chars().count() > 1 && !vendor.contains(word));
        let (capitalised, names): (Vec<String>, Vec<String>) = words.partition(|word| known.contains(word));
        self.capitalised.extend(capitalised);
        self.names.extend(names);
    }

    fn add_hinted(&mut self, line: &Line) {
        let text = line.text.clone();
        match line.hint {
            Hint::Person => self.names.extend(words(&text)),
            Hint::Street => drop(self.streets.insert(text)),
            Hint::PostalCode => drop(self.postal_codes.insert(text)),
            Hint::Town => drop(self.towns.insert(text)),
            Hint::None | Hint::Money => {}
        }
    }

    /// Adds the words of a name that are not known as something else.
    pub fn add_name(&mut self, name: &str, known: &HashSet<String>) {
        self.names
            .extend(words(name).filter(|word| word.chars().count() > 1 && !known.contains(word)));
    }

    /// Adds the names in a greeting and after a label such as `Leveransadress`.
    fn add_named(&mut self, lines: &[Line], at: usize, line: &Line, known: &HashSet<String>) {
        for captures in [GREETING.captures(&line.text), ADDRESSED.captures(&line.text)]
            .into_iter()
            .flatten()
        {
            let name = captures.get(1).map_or("", |name| name.as_str());
            let own: Vec<&str> = name
                .split(' ')
                .take_while(|word| !known.contains(&word.to_lowercase()))
                .collect();
            self.add_name(&own.join(" "), known);
            self.places.insert(at);
        }
        if let Some(captures) = CLOSING.captures(&line.text) {
            let next = || lines.get(at + 1).map(|next| next.text.as_str());
            let name = captures.get(1).map(|name| name.as_str().trim()).or_else(next);
            if let Some(name) = name.filter(|name| is_name(name, known)) {
                self.add_name(name, known);
            }
            self.places.extend([at, at + 1]);
        }
        let Some(captures) = LABEL.captures(&line.text) else {
            return;
        };
        let own = captures.get(1).map(|own| own.as_str()).filter(|own| !own.is_empty());
        let named = own
            .or(lines.get(at + 1).map(|next| next.text.as_str()))
            .unwrap_or_default();
        let name = named.split(',').next().unwrap_or_default();
        if is_name(name, known) {
            self.add_name(name, known);
        }
        self.places.extend([at, at + 1]);
    }

    /// Adds the postal address that ends with a piece: town, street above, name above that.
    fn add_address(&mut self, pieces: &[Piece<'_>], at: usize, piece: &Piece<'_>, known: &HashSet<String>) {
        self.streets
            .extend(STREET.find_iter(piece.text).map(|street| street.as_str().to_owned()));
        let Some(captures) = POSTAL.captures(piece.text) else {
            return;
        };
        let mut groups = captures.iter().skip(1).flatten().map(|group| group.as_str());
        let (Some(code), Some(town)) = (groups.next(), groups.next()) else {
            return;
        };
        let is_certain = code.len() == 6 && code.contains(' ');
        if !is_certain && words(town).next().is_some_and(|word| known.contains(&word)) {
            return;
        }
        self.postal_codes.extend([code.to_owned(), code.replace(' ', "")]);
        self.towns.extend(Some(town.to_owned()).filter(|town| !town.is_empty()));
        self.places.insert(piece.line);
        for above in pieces[at.saturating_sub(3)..at].iter().rev() {
            let has_digit = above.text.contains(|c: char| c.is_ascii_digit());
            if has_digit
                && !LONG_NUMBER.is_match(above.text)
                && above.text.chars().count() < 40
                && above.text.starts_with(char::is_uppercase)
                && !above.text.contains(':')
            {
                self.streets.insert(above.text.to_owned());
            } else if is_name(above.text, known) {
                self.add_name(above.text, known);
                self.places.insert(above.line);
                break;
            }
        }
    }

    /// The personal parts of a text with their replacements.
    pub fn parts(&self, text: &str, invented: &mut Invented) -> Vec<Replacement> {
        let mut found: Vec<Replacement> = Vec::new();
        for (kind, all) in [
            (Kind::Street, &self.streets),
            (Kind::PostalCode, &self.postal_codes),
            (Kind::Town, &self.towns),
        ] {
            let mut longest: Vec<&String> = all.iter().collect();
            longest.sort_by_key(|one| std::cmp::Reverse(one.len()));
            for original in longest {
                for part in occurrences(text, original) {
                    if found
                        .iter()
                        .all(|(known, ..)| part.end <= known.start || known.end <= part.start)
                    {
                        found.push((part.clone(), kind, replacement(kind, &text[part], invented)));
                    }
                }
            }
        }
        for word in WORD.find_iter(text) {
            let small = word.as_str().to_lowercase();
            let base = small
                .strip_suffix('s')
                .filter(|base| !self.names.contains(&small) && self.names.contains(*base));
            let is_free = found
                .iter()
                .all(|(known, ..)| word.end() <= known.start || known.end <= word.start());
            let is_capitalised = word.as_str().starts_with(char::is_uppercase) && self.capitalised.contains(&small);
            if is_free && (base.is_some() || self.names.contains(&small) || is_capitalised) {
                let name = invented.name(base.unwrap_or(&small));
                let name = in_case_of(word.as_str(), &name) + if base.is_some() { "s" } else { "" };
                found.push((word.range(), Kind::Name, name));
            }
        }
        found
    }
}

fn replacement(kind: Kind, original: &str, invented: &mut Invented) -> String {
    match kind {
        Kind::PostalCode => numbers::replaced(original, invented),
        Kind::Town => in_case_of(original, &invented.town(&original.to_lowercase())),
        _ => invented.street(&original.to_lowercase()),
    }
}

/// The places of a phrase in a text, whatever their case, between two word boundaries.
fn occurrences(text: &str, phrase: &str) -> Vec<Range<usize>> {
    let escaped = regex::escape(phrase);
    let found = Regex::new(&format!(r"(?i)\b{escaped}"));
    let all = found
        .iter()
        .flat_map(|pattern| pattern.find_iter(text))
        .map(|part| part.range());
    let ends = |part: &Range<usize>| !text[part.end..].starts_with(char::is_alphanumeric);
    all.filter(ends).collect()
}

/// Whether a text can be a person's name: capitalised words, no company.
fn is_name(text: &str, known: &HashSet<String>) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let is_word = |word: &&str| {
        word.starts_with(char::is_uppercase) && word.chars().all(|c| c.is_alphabetic() || "'’.-".contains(c))
    };
    let is_new = |word: &&str| !known.contains(&word.to_lowercase());
    (1..=4).contains(&words.len()) && words.iter().all(is_word) && words.iter().all(is_new) && !COMPANY.is_match(text)
}
