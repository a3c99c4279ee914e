//! Names of companies by their legal form (`Norr AB`), and of housing associations by theirs (`Brf Linden`).

use crate::phrases::{Documents, Forms, LazyLock, LegalForms, Parties};
use crate::words::Words;

/// A legal form that is a word of sentences, too: in capitals, `CÓMO SE APLICÓ` names no firm.
const ALSO_A_WORD: &str = "SE";
/// What may follow a legal form.
const ADDED: [&str; 2] = [" (publ)", " (haftungsbeschränkt)"];
/// Words in lower case between the words of a name.
const JOINING: [&str; 16] = [
    "&", "och", "and", "of", "und", "et", "de", "der", "the", "i", "y", "e", "og", "en", "på", "för",
];
/// Further such words, which sentences have before a name, too: `Rechnung von der Muster GmbH`. The longer ones are first.
const JOINING_IN_ADDRESS: [&str; 40] = [
    "de la", "de las", "de los", "van der", "van den", "van de", "aan den", "aan de", "auf der", "an der", "in der",
    "del", "della", "delle", "dei", "degli", "di", "du", "des", "da", "das", "do", "dos", "van", "aan", "am", "zum",
    "zur", "für", "na", "nad", "pod", "u", "a", "ja", "for", "και", "του", "της", "των",
];
/// Signs between the parts of an address in one line.
const SEPARATORS: [&str; 5] = ["· ", "• ", "| ", "– ", "— "];
/// Words in lower case for the sons and brothers of a founder, after one of these: `Rossi & figli`.
const FAMILY: [&str; 18] = [
    "söner", "son", "sons", "sønner", "søn", "sønn", "söhne", "sohn", "zonen", "zoon", "fils", "frères", "figli",
    "figlio", "hijos", "filhos", "syn", "synové",
];
/// Maximum number of words of a name before its legal form.
const MOST_WORDS: usize = 7;

/// Maximum number of words of a housing association's name after its form.
const OWNER_WORDS: usize = 5;

static LEGAL_FORMS: LazyLock<Forms> = LazyLock::new(|| LegalForms::Firm.forms());
static PUBLIC_FORMS: LazyLock<Forms> = LazyLock::new(|| LegalForms::PublicBody.forms());

/// The end of the legal form that begins at byte `at`. No letter or digit follows it.
fn legal_end(text: &str, at: usize) -> Option<usize> {
    let end = LEGAL_FORMS.end_at(text, at).or_else(|| bracketed_end(text, at))?;
    let added = ADDED.iter().find(|added| text[end..].starts_with(*added));
    Some(end + added.map_or(0, |added| added.len()))
}

/// The end of `(Pty) Ltd`, which is `Pty Ltd` with its first word in brackets.
fn bracketed_end(text: &str, at: usize) -> Option<usize> {
    let (word, rest) = text.get(at..)?.strip_prefix('(')?.split_once(')')?;
    let is_short = word.len() <= 4 && word.bytes().all(|b| b.is_ascii_alphabetic());
    let form = is_short.then(|| format!("{word}{}", parser_document::text::cut(rest, 20)))?;
    let end = LEGAL_FORMS.end_at(&form, 0).filter(|end| *end > word.len())?;
    Some(at + end + "()".len())
}

/// The start and end of each legal form. A blank or a comma precedes it.
fn legal_endings(text: &str) -> Vec<(usize, usize)> {
    let after_blanks = text.match_indices([' ', ',']).map(|(at, _)| at + 1);
    let end = |at: usize| legal_end(text, at).or_else(|| PUBLIC_FORMS.end_at(text, at));
    let found = after_blanks.filter_map(|at| Some((at, end(at)?)));
    found
        .filter(|(at, end)| !is_word_of_sentence(text, *at, *end))
        .collect()
}

/// Whether what looks like a legal form goes on as a sentence in capitals.
fn is_word_of_sentence(text: &str, at: usize, end: usize) -> bool {
    let goes_on = text[end..]
        .strip_prefix(' ')
        .is_some_and(|rest| rest.starts_with(char::is_uppercase));
    goes_on && &text[at..end] == ALSO_A_WORD && !text.contains(char::is_lowercase)
}

/// The end of a name that continues after its legal form, as `Fastighets AB Lönnkrona`: the first word is only a trade.
fn trade_end(text: &str, start: usize, ending: usize, end: usize) -> usize {
    let trade = text[start..ending].trim_end();
    let goes_on = text[end..]
        .strip_prefix(' ')
        .filter(|_| LegalForms::Trade.list().contains(&trade));
    let name = goes_on.and_then(|_| name_ends(text, end + 1).into_iter().take(2).next_back());
    name.unwrap_or(end)
}

pub fn without_legal(name: &str) -> &str {
    let mut endings = name.match_indices([' ', ',']).map(|(at, _)| at);
    let blank = endings.find(|blank| legal_end(name, blank + 1) == Some(name.len()));
    blank.map_or(name, |blank| name[..blank].strip_suffix(',').unwrap_or(&name[..blank]))
}

/// Whether a name ends in a legal form.
pub fn is_legal(name: &str) -> bool {
    without_legal(name).len() < name.len()
}

/// The companies that a text names with their legal form; if there are none, the housing associations.
pub fn named(text: &str) -> Vec<&str> {
    let firms = with_legal_ending(text);
    if firms.is_empty() { owners(text) } else { firms }
}

fn with_legal_ending(text: &str) -> Vec<&str> {
    let endings = legal_endings(text);
    let mut found = Vec::new();
    let mut from = 0;
    for start in word_starts(text) {
        let Some(last) = endings.last().filter(|(at, _)| *at > start) else {
            break;
        };
        // `GmbH & Co. KG` below the name is a form without one.
        if start < from || last.0 <= start || legal_end(text, start).is_some() {
            continue;
        }
        let ending_after = |end: &usize| {
            let rest = &text[*end..];
            let gap = if rest.starts_with(", ") { 2 } else { 1 };
            endings
                .iter()
                .find(|(at, _)| *at == end + gap && matches!(rest.as_bytes()[gap - 1], b' ' | b','))
        };
        let ending = |ends: Vec<usize>| ends.iter().rev().find_map(ending_after);
        let of_address = || {
            let found = ending(ends_in_address(text, start))?;
            is_before_address(text, found.1).then_some(found)
        };
        if let Some((at, end)) = ending(name_ends(text, start)).or_else(of_address) {
            let end = trade_end(text, start, *at, *end);
            // `1234 Company St` is a street.
            if text[start..*at].contains(char::is_alphabetic) {
                found.push(&text[start..end]);
            }
            from = end;
        }
    }
    found
}

/// Whether the rest of an address follows a name: `Casa das Flores, Lda · Rua 5 · 12345 Vila`.
fn is_before_address(text: &str, end: usize) -> bool {
    let rest = &text[end..];
    let is_separated = rest.starts_with(", ") || SEPARATORS.iter().any(|sign| rest.trim_start().starts_with(sign));
    is_separated && rest.contains(|c: char| c.is_ascii_digit())
}

/// The possible ends of a name that begins an address at byte `start`, with small words that sentences have, too. None if the first word
/// is one for a document or a label of the buyer: `Zahlung an Muster GmbH, Weg 5`.
fn ends_in_address(text: &str, start: usize) -> Vec<usize> {
    let begins = start == 0 || SEPARATORS.iter().any(|sign| text[..start].ends_with(sign));
    let first = word_end(text, start).filter(|_| begins);
    let is_name = |end: usize| {
        let word = Words::of(&text[start..end]);
        let others = [
            &*Parties::Heading,
            &*Parties::NotAName,
            &*Parties::Buyer,
            &*Parties::AddressedTo,
            &*Documents::Receipt,
        ];
        !others.iter().any(|class| class.starts_with(&word))
    };
    if !first.is_some_and(is_name) {
        return Vec::new();
    }
    ends_with(text, start, &[&JOINING_IN_ADDRESS, &JOINING], true)
}

fn owners(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut from = 0;
    for start in word_starts(text) {
        let form = LegalForms::HouseOwner.list().iter().find(|form| {
            let rest = text[start..].strip_prefix(**form);
            rest.is_some_and(|rest| rest.starts_with(' '))
        });
        let Some(form) = form.filter(|_| start >= from) else {
            continue;
        };
        // A form may follow another: `HSB Brf Linden`.
        let name = start + form.len() + 1;
        if let Some(end) = name_ends(text, name).into_iter().take(OWNER_WORDS).next_back() {
            found.push(&text[start..end]);
            from = end;
        }
    }
    found
}

/// Where words begin. No letter or digit is before them.
fn word_starts(text: &str) -> impl Iterator<Item = usize> + '_ {
    let mut before = ' ';
    text.char_indices().filter_map(move |(at, c)| {
        let begins = c.is_alphanumeric() && !before.is_alphanumeric();
        before = c;
        begins.then_some(at)
    })
}

/// The possible ends of a name that begins at byte `start`: after each of its words.
fn name_ends(text: &str, start: usize) -> Vec<usize> {
    ends_with(text, start, &[&JOINING], false)
}

/// The same for a name with these small words, and perhaps with an article before an apostrophe: `Hôtel de l'Étang`.
fn ends_with(text: &str, start: usize, joining_words: &[&[&str]], may_be_elided: bool) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut at = start;
    while let Some(end) = word_end(text, if may_be_elided { after_article(text, at) } else { at }) {
        ends.push(end);
        let Some(rest) = text[end..].strip_prefix(' ').filter(|_| ends.len() < MOST_WORDS) else {
            break;
        };
        at = text.len() - rest.len();
        let joining = joining_words.iter().copied().flatten().find_map(|word| {
            let after = rest.strip_prefix(*word)?.strip_prefix(' ')?;
            Some(text.len() - after.len())
        });
        let joined = joining
            .filter(|after| *after > at)
            .and_then(|after| family_end(text, after));
        if let Some(end) = joined {
            ends.push(end);
            break;
        }
        at = joining.unwrap_or(at);
    }
    // A word in lower case is a name only at the beginning of a clause.
    if ends.is_empty() {
        let clause = start == 0
            || [", ", "; ", "· ", "| "]
                .iter()
                .any(|sign| text[..start].ends_with(sign));
        let length = text[start..]
            .find(|c: char| !c.is_lowercase())
            .unwrap_or(text.len() - start);
        if clause && text[start..start + length].chars().count() >= 3 {
            ends.push(start + length);
        }
    }
    ends
}

/// The byte after `l'` or `d'` at `at`.
fn after_article(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let article = ["l'", "d'", "l’", "d’"]
        .iter()
        .find(|article| rest.starts_with(**article));
    at + article.map_or(0, |article| article.len())
}

/// The end of a word for the family of a founder.
fn family_end(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let word = &rest[..rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len())];
    FAMILY.contains(&word).then_some(at + word.len())
}

/// The end of a word that begins with a capital or a digit, perhaps after a prefix such as `e-`.
fn word_end(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let small = rest
        .find(|c: char| !c.is_lowercase())
        .filter(|_| rest.chars().take_while(|c| c.is_lowercase()).count() <= 2)?;
    let main = &rest[small..];
    let main = main.strip_prefix('-').filter(|_| small > 0).unwrap_or(main);
    let in_name = |c: char| c.is_alphanumeric() || "&'’.+-".contains(c);
    let length = main.find(|c| !in_name(c)).unwrap_or(main.len());
    let begins = main.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    begins.then(|| text.len() - main.len() + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn firms_are_named_with_their_ending_and_owners_with_their_form() {
        for (text, names) in [
            ("Betala till Ellevio AB (publ), Box 1", vec!["Ellevio AB (publ)"]),
            (
                "Teehaus Muster e.K. · Hof & Sohn GmbH & Co. KG",
                vec!["Teehaus Muster e.K.", "Hof & Sohn GmbH & Co. KG"],
            ),
            ("Hyresvärd: Bostäder i Skåne, AB", vec!["Bostäder i Skåne, AB"]),
            ("av norrlunden AB, norrlunden AB", vec!["norrlunden AB"]),
            ("Kontakta HSB Brf Linden i Umeå", vec!["HSB Brf Linden i Umeå"]),
            ("Firma Javor & syn s.r.o., Lipová 2", vec!["Firma Javor & syn s.r.o."]),
            ("Mesas y Sillas S.L., Calle 2", vec!["Mesas y Sillas S.L."]),
            ("ABBA och AS-IS", vec![]),
            ("Telefonía Central,S.A. de C.V.", vec!["Telefonía Central,S.A. de C.V."]),
            ("MESAS E CADEIRAS LTDA", vec!["MESAS E CADEIRAS LTDA"]),
            ("Fastighets AB Lönnkrona, Allén 7", vec!["Fastighets AB Lönnkrona"]),
            ("Exempla kommun", vec!["Exempla kommun"]),
            ("1234 Company St", vec![]),
            (
                "Aguas de la Sierra, S.A. · Calle 5 · 12345 Villa",
                vec!["Aguas de la Sierra, S.A."],
            ),
            ("Bakkerij van der Berg B.V. · Dam 5", vec!["Bakkerij van der Berg B.V."]),
            ("Hôtel de l'Étang SARL · 5 rue du Port", vec!["Hôtel de l'Étang SARL"]),
            ("Rechnung von der Muster GmbH · Weg 5", vec!["Muster GmbH"]),
            (
                "Wir danken für Ihren Besuch am Muster GmbH Stand 5",
                vec!["Muster GmbH"],
            ),
        ] {
            assert_eq!(named(text), names, "{text}");
        }
    }

    #[test]
    fn a_name_is_the_same_without_its_ending() {
        assert_eq!(without_legal("Zalando SE"), "Zalando");
        assert_eq!(without_legal("Telefonía Central,S.A. de C.V."), "Telefonía Central");
        assert_eq!(without_legal("Hof & Sohn GmbH & Co. KG"), "Hof & Sohn");
        assert_eq!(without_legal("Skåne, AB"), "Skåne");
        assert!(is_legal("Studio Ekonomisk förening") && !is_legal("Absolut"));
    }
}
