//! Words without their accents, as capitals and plain mails have them: `ECHEANCE`, `Emision`.

use std::collections::BTreeSet;

use super::{GROUPS, Notation, Phrase, Vocabulary, kebab_case};

/// The languages that are often written without accents. In others a letter with marks is another letter.
const LANGUAGES: [&str; 7] = [
    "cs.toml", "el.toml", "es.toml", "fr.toml", "it.toml", "pl.toml", "pt.toml",
];
/// Letters with marks, each before the letter without. A capital sigma is small as within a word, wherever it stands.
const LETTERS: &str =
    "àaáaâaãaäaąaçcćcčcďdèeéeêeëeęeěeíiîiïiłlńnňnñnóoôoõoöořrśsšsťtùuúuûuüuůuýyźzżzžzάαέεήηίιϊιΐιόούυϋυΰυώωςσ";
/// Shorter words become others.
const SHORTEST: usize = 4;
/// Words that mean something else in another language without the accent: `Expedition Shirt`.
const OTHERS: [&str; 1] = ["expédition"];
/// After a letter that only its accent tells from another word's end: `payé`, `facturée`.
const ENDINGS: [&str; 4] = ["", "s", "e", "es"];

/// Adds the forms without accents that no phrase of the class has already.
pub fn add_unaccented(vocabulary: &mut Vocabulary) {
    for ((table, _), phrases) in &mut vocabulary.classes {
        let mut groups = GROUPS.iter().filter(|group| group.notation != Notation::written);
        // Neither the words that tell languages apart, nor currencies.
        if !groups.any(|group| kebab_case(group.name) == *table) {
            continue;
        }
        let mut known: BTreeSet<String> = phrases.iter().map(|phrase| phrase.text.clone()).collect();
        let forms = phrases.iter().filter_map(|phrase| {
            let text = without(&phrase.text, &phrase.file)?;
            let file = phrase.file.clone();
            known.insert(text.clone()).then_some(Phrase { text, file, ..*phrase })
        });
        let forms: Vec<Phrase> = forms.collect();
        phrases.extend(forms);
    }
}

/// The phrase of a file without the accents inside of its words, if it has any.
fn without(phrase: &str, file: &str) -> Option<String> {
    if !LANGUAGES.contains(&file) || OTHERS.iter().any(|other| phrase.contains(other)) {
        return None;
    }
    let letter = |(at, c): (usize, char)| {
        let after = letters(&phrase[at + c.len_utf8()..]);
        let before = phrase[..at].chars().rev().take_while(|c| c.is_alphabetic()).count();
        let is_inside = !ENDINGS.contains(&after) && before + 1 + after.chars().count() >= SHORTEST;
        // Greek capitals have no accents at all.
        let is_greek = ('\u{370}'..'\u{400}').contains(&c);
        plain(c).filter(|_| is_inside || is_greek).unwrap_or(c)
    };
    let written: String = phrase.char_indices().map(letter).collect();
    (written != phrase).then_some(written)
}

/// The letters that a text begins with.
fn letters(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len())]
}

fn plain(letter: char) -> Option<char> {
    let marked = LETTERS.chars().step_by(2);
    let mut pairs = marked.zip(LETTERS.chars().skip(1).step_by(2));
    pairs.find(|(marked, _)| *marked == letter).map(|(_, plain)| plain)
}
