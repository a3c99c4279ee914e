//! One phrase: whether and how far it matches a folded text.
//!
//! A phrase is matched as it is written. There is nothing to compile, so a process that reads one document pays for
//! the phrases it meets and no others.

/// How many bytes of a word tell phrases apart before they are matched.
const STEM: usize = 4;

/// The first bytes of a word with the blank after it, zeros behind.
pub fn stem(text: &[u8]) -> u32 {
    let mut stem = Stem::default();
    text.iter().copied().take_while(|&byte| stem.push(byte)).for_each(drop);
    stem.value()
}

/// Every stem that a text can begin with where the phrase matches, or else what its first word is known by; `None` where
/// it may be any.
pub fn leads(phrase: &str) -> Option<Vec<u32>> {
    if phrase.strip_prefix("[0-9]").is_some_and(|rest| !rest.starts_with('?')) {
        return Some(vec![A_DIGIT]);
    }
    if let Some(rest) = phrase.strip_prefix('*') {
        return Some(vec![ending(literal_word(rest)?.as_bytes())?]);
    }
    let mut found = Vec::new();
    Pattern::new(phrase).stems(Stem::default(), &mut found).then_some(found)
}

/// What leads to phrases that know no more of their first word than that it begins with a digit. It is no stem: no text
/// has these bytes.
const A_DIGIT: u32 = u32::MAX;

/// What leads to phrases that know only how their first word ends: its last two bytes. It is no stem either.
fn ending(word: &[u8]) -> Option<u32> {
    let [.., first, second] = *word else { return None };
    Some(u32::from_le_bytes([first, second, u8::MAX, u8::MAX]))
}

/// Whether it is how a word begins that leads to a phrase.
pub fn is_stem(lead: u32) -> bool {
    lead >> 16 != u32::from(u16::MAX)
}

/// What beside its stem leads to phrases from the word that begins at a byte of a text.
pub fn other_leads(text: &str, at: usize) -> impl Iterator<Item = u32> {
    let word = &text.as_bytes()[at..end_of_word(text.as_bytes(), at)];
    let digit = word.first().is_some_and(u8::is_ascii_digit).then_some(A_DIGIT);
    digit.into_iter().chain(ending(word))
}

/// The word that begins a pattern, where it is letters as they are.
fn literal_word(pattern: &str) -> Option<&str> {
    let end = pattern.find(' ').unwrap_or(pattern.len());
    let (word, after) = pattern.split_at(end);
    let special = |c| matches!(c, '(' | ')' | '|' | '[' | ']' | '*' | '?' | '+' | '…');
    (!word.contains(special) && !after.starts_with(" ?") && !after.starts_with(" …")).then_some(word)
}

/// The alternatives of a phrase that is one group, else the phrase.
pub fn alternatives_of(phrase: &str) -> Vec<&str> {
    if phrase.starts_with('(') && closing(phrase) == phrase.len() - 1 {
        alternatives(&phrase[1..phrase.len() - 1])
            .flat_map(alternatives_of)
            .collect()
    } else {
        vec![phrase]
    }
}

/// Before what a phrase ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// A blank.
    Blank,
    /// The blank that ends the text.
    LastBlank,
    /// Anything but a letter or digit, or the text's end.
    NoLetter,
}

/// Where the phrase ends that begins at byte `at` of a text.
pub fn end(phrase: &str, text: &str, at: usize, until: Until) -> Option<usize> {
    Pattern::new(phrase).end(text, at, until)
}

#[derive(Clone, Copy, Default)]
struct Stem {
    bytes: [u8; STEM],
    length: usize,
}

impl Stem {
    /// Takes in a byte; whether there is room for another.
    fn push(&mut self, byte: u8) -> bool {
        self.bytes[self.length] = byte;
        self.length += 1;
        self.length < STEM && byte != b' '
    }

    fn value(self) -> u32 {
        u32::from_le_bytes(self.bytes)
    }
}

/// What is left of a phrase to match, and what follows the group that it is in.
#[derive(Clone, Copy)]
struct Pattern<'p> {
    text: &'p str,
    then: Option<&'p Pattern<'p>>,
}

/// The first piece of a pattern.
enum Piece<'p> {
    /// `(a|b)`: what is between the brackets.
    Group(&'p str),
    /// `[ab]`, `[0-9]`
    Class(&'p str),
    /// `*`: the rest of a word.
    RestOfWord,
    /// ` …`: any further words.
    WordsAfter,
    /// `… `: any words.
    WordsBefore,
    /// A letter, a blank.
    Literal(&'p str),
}

/// How often a piece stands.
#[derive(Clone, Copy, PartialEq)]
enum Times {
    Once,
    /// `?`
    AtMostOnce,
    /// `+`
    OnceOrMore,
}

impl<'p> Pattern<'p> {
    fn new(text: &'p str) -> Self {
        Pattern { text, then: None }
    }

    /// The first piece, how often it stands, and the pattern after it. At a group's end what follows the group goes on.
    fn split(self) -> Option<(Piece<'p>, Times, Self)> {
        let mut pattern = self;
        while pattern.text.is_empty() {
            pattern = *pattern.then?;
        }
        let text = pattern.text;
        let first = text.chars().next()?.len_utf8();
        let (piece, length) = match text.as_bytes()[0] {
            b'(' => {
                let close = closing(text);
                (Piece::Group(&text[1..close]), close + 1)
            }
            b'[' => {
                let close = text.find(']').unwrap_or(text.len() - 1);
                (Piece::Class(&text[1..close]), close + 1)
            }
            b'*' => (Piece::RestOfWord, 1),
            _ if text.starts_with(" …") => (Piece::WordsAfter, " …".len()),
            _ if text.starts_with("… ") => (Piece::WordsBefore, "… ".len()),
            _ => (Piece::Literal(&text[..first]), first),
        };
        let times = match text.as_bytes().get(length) {
            Some(b'?') => Times::AtMostOnce,
            Some(b'+') => Times::OnceOrMore,
            _ => Times::Once,
        };
        let rest = &text[length + usize::from(times != Times::Once)..];
        Some((piece, times, Pattern { text: rest, ..pattern }))
    }

    fn end(self, text: &str, mut at: usize, until: Until) -> Option<usize> {
        let bytes = text.as_bytes();
        let mut pattern = self;
        loop {
            let letters = plain(pattern.text);
            if bytes.get(at..at + letters.len()) != Some(letters.as_bytes()) {
                return None;
            }
            at += letters.len();
            pattern.text = &pattern.text[letters.len()..];
            let Some((piece, times, rest)) = pattern.split() else {
                break;
            };
            match piece {
                Piece::Literal(literal) => {
                    let here = bytes[at..].starts_with(literal.as_bytes());
                    if times == Times::AtMostOnce && here {
                        let with = rest.end(text, at + literal.len(), until);
                        if with.is_some() {
                            return with;
                        }
                    } else if here {
                        at += literal.len();
                    } else if times != Times::AtMostOnce {
                        return None;
                    }
                }
                Piece::Class(class) => {
                    let most = if times == Times::OnceOrMore { usize::MAX } else { 1 };
                    let ends = text.get(at..)?.char_indices().take(most);
                    let ends = ends.take_while(|(_, c)| is_in(class, *c));
                    let mut ends: Vec<usize> = ends.map(|(from, c)| at + from + c.len_utf8()).collect();
                    if times == Times::AtMostOnce {
                        ends.insert(0, at);
                    }
                    ends.retain(|end| can_begin(rest.text, bytes.get(*end)));
                    return ends.into_iter().rev().find_map(|end| rest.end(text, end, until));
                }
                Piece::Group(group) => {
                    let inner = |text| Pattern {
                        text,
                        then: Some(&rest),
                    };
                    let likely = alternatives(group).filter(|one| can_begin(one, bytes.get(at)));
                    let taken = likely.into_iter().find_map(|one| inner(one).end(text, at, until));
                    if taken.is_some() || times == Times::Once {
                        return taken;
                    }
                }
                Piece::RestOfWord => {
                    let last = end_of_word(bytes, at);
                    if rest.then.is_none() && literal_word(rest.text) == Some(rest.text) {
                        let start = last.checked_sub(rest.text.len()).filter(|start| *start >= at)?;
                        return rest.end(text, start, until);
                    }
                    let ends = (at..=last).rev().filter(|end| can_begin(rest.text, bytes.get(*end)));
                    return ends.into_iter().find_map(|end| rest.end(text, end, until));
                }
                Piece::WordsAfter | Piece::WordsBefore => {
                    let before = matches!(piece, Piece::WordsBefore);
                    let ends: Vec<usize> = std::iter::successors(Some(at), |&at| next(bytes, at, before)).collect();
                    return ends.into_iter().rev().find_map(|end| rest.end(text, end, until));
                }
            }
            pattern = rest;
        }
        let ends = match until {
            Until::Blank => text.as_bytes().get(at) == Some(&b' '),
            Until::LastBlank => text.as_bytes().get(at..) == Some(b" "),
            Until::NoLetter => text.get(at..)?.chars().next().is_none_or(|c| !c.is_alphanumeric()),
        };
        ends.then_some(at)
    }

    /// Whether every beginning is known. Adds them to `found`.
    fn stems(self, mut stem: Stem, found: &mut Vec<u32>) -> bool {
        let mut pattern = self;
        loop {
            let Some((piece, times, rest)) = pattern.split() else {
                stem.push(b' ');
                found.push(stem.value());
                return true;
            };
            match piece {
                Piece::Literal(literal) if times != Times::OnceOrMore => {
                    if times == Times::AtMostOnce && !rest.stems(stem, found) {
                        return false;
                    }
                    if !literal.bytes().all(|byte| stem.push(byte)) {
                        found.push(stem.value());
                        return true;
                    }
                }
                Piece::Group(group) => {
                    let inner = |text| Pattern {
                        text,
                        then: Some(&rest),
                    };
                    let known = alternatives(group).all(|one| inner(one).stems(stem, found));
                    return known && (times == Times::Once || rest.stems(stem, found));
                }
                // Whether more words follow or none, a blank does.
                Piece::WordsAfter => {
                    stem.push(b' ');
                    found.push(stem.value());
                    return true;
                }
                _ => return false,
            }
            pattern = rest;
        }
    }
}

/// The letters and blanks that begin a pattern and stand once, as they are.
fn plain(text: &str) -> &str {
    let bytes = text.as_bytes();
    let mut end = 0;
    while let Some(byte) = bytes.get(end) {
        // Letters beyond ASCII are left to the pieces: `…` and what may be there or not are among them.
        let next = bytes.get(end + 1);
        let special = !byte.is_ascii() || matches!(byte, b'(' | b'[' | b'*');
        let counted = matches!(next, Some(b'?' | b'+')) || *byte == b' ' && next.is_some_and(|next| !next.is_ascii());
        if special || counted {
            break;
        }
        end += 1;
    }
    &text[..end]
}

/// Whether a pattern can match where this byte stands, as far as its first letter tells.
fn can_begin(pattern: &str, byte: Option<&u8>) -> bool {
    match pattern.as_bytes() {
        [_, b'?' | b'+', ..] => true,
        [letter, ..] if letter.is_ascii_alphanumeric() => byte == Some(letter),
        _ => true,
    }
}

/// Where the bracket that opens a text is closed.
fn closing(text: &str) -> usize {
    let mut open = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open += 1,
            b')' if open == 1 => return at,
            b')' => open -= 1,
            _ => {}
        }
    }
    text.len() - 1
}

/// What stands between the strokes of a group.
fn alternatives(group: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(group);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut open = 0_usize;
        let parts = |byte: u8| {
            match byte {
                b'(' => open += 1,
                b')' => open = open.saturating_sub(1),
                _ => {}
            }
            byte == b'|' && open == 0
        };
        let stroke = text.bytes().position(parts);
        rest = stroke.map(|stroke| &text[stroke + 1..]);
        Some(&text[..stroke.unwrap_or(text.len())])
    })
}

fn is_in(class: &str, c: char) -> bool {
    class.contains(c) || class == "0-9" && c.is_ascii_digit()
}

fn end_of_word(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|&byte| byte == b' ').unwrap_or(rest.len())
}

/// The end of one more word: with the blank before it, or where `before` with the blank after it.
fn next(bytes: &[u8], at: usize, before: bool) -> Option<usize> {
    let start = if before {
        at
    } else {
        (bytes.get(at) == Some(&b' ')).then_some(at + 1)?
    };
    let end = end_of_word(bytes, start);
    let whole = end > start && end < bytes.len();
    whole.then_some(end + usize::from(before))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a phrase is all of a text.
    fn fills(phrase: &str, text: &str) -> bool {
        let text = format!(" {text} ");
        let mut own = std::iter::once(stem(&text.as_bytes()[1..])).chain(other_leads(&text, 1));
        let known = leads(phrase).is_none_or(|leads| own.any(|own| leads.contains(&own)));
        let fills = end(phrase, &text, 1, Until::LastBlank).is_some();
        assert!(known || !fills, "{phrase} matches {text:?} and is not led to");
        fills
    }

    #[test]
    fn a_phrase_matches_what_it_says_and_is_led_to() {
        for (phrase, text) in [
            ("att betala", "att betala"),
            ("rabatt*", "rabattkod"),
            ("*avi", "hyresavi"),
            ("*avi", "avi"),
            ("kall ?vatten", "kall vatten"),
            ("kall ?vatten", "kallvatten"),
            ("(varav )?moms", "moms"),
            ("(varav )?moms", "varav moms"),
            ("n[°ºo]", "n°"),
            ("[0-9]+ (st|varor)", "12 varor"),
            ("enthalten(e[rs]?)?", "enthaltenes"),
            ("((summa|total) )?att (få|betala)", "total att få"),
            ("din …", "din order är på väg"),
            ("din …", "din"),
            ("… rights reserved", "all rights reserved"),
            ("zahlen … bis( zum)?", "zahlen sie es bis zum"),
            ("total( *)? exkl", "total summa exkl"),
            ("nr *[0-9]*", "nr ab12c"),
        ] {
            assert!(fills(phrase, text), "{phrase} is {text}");
        }
        for (phrase, text) in [
            ("rabatt*", "rabatt kod"),
            ("*avi", "avin"),
            ("kall ?vatten", "kall  vatten"),
            ("(varav )?moms", "varav"),
            ("[0-9]+ st", "x st"),
            ("din …", "min order"),
            ("el", "els"),
            ("zahlen … bis", "zahlen bisher"),
            ("total( *)? exkl", "total av summa exkl"),
        ] {
            assert!(!fills(phrase, text), "{phrase} is not {text}");
        }
    }
}
