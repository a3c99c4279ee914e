//! `CMap`s (ISO 32000-1, 9.7.5 and 9.10.3): maps from character codes to CIDs or to Unicode.

use std::borrow::Cow;

use super::budget::Budget;
use super::lexer::{Lexer, Token};
use super::range_map::RangeMap;

/// A `CMap`.
#[derive(Debug, Default)]
pub struct CMap {
    /// Codespace ranges: the bytes of a code, the first and the last code.
    codespaces: Vec<(usize, u32, u32)>,
    /// Unicode text by code. A range has the text of its first code.
    unicode: RangeMap<String>,
    /// CIDs by code. A range has the CID of its first code.
    cids: RangeMap<u32>,
}

impl CMap {
    /// Parses a `CMap` file.
    pub fn parse(bytes: &[u8], budget: &Budget) -> Self {
        let mut map = CMap::default();
        let mut lexer = Lexer::new(bytes, 0);
        // The operands since the last operator or entry. An entry has at most three.
        let mut operands: Vec<Operand> = Vec::new();
        let mut section: &[u8] = b"";
        while let Some(token) = lexer.token() {
            if !budget.spend(16) || map.codespaces.len() > 100 {
                break;
            }
            match token {
                Token::String(bytes) => operands.push(Operand::Bytes(bytes)),
                Token::Integer(number) => operands.push(Operand::Number(number)),
                Token::ArrayStart => operands.push(Operand::List(list(&mut lexer, budget))),
                Token::Word(word) => {
                    section = word;
                    operands.clear();
                }
                Token::Name(_) => operands.push(Operand::Name),
                _ => {}
            }
            if map.add_entry(section, &operands, budget) || operands.len() >= 3 {
                operands.clear();
            }
        }
        map.unicode.sort();
        map.cids.sort();
        map
    }

    /// Adds the entry that the operands describe. `false` if operands are missing.
    fn add_entry(&mut self, section: &[u8], operands: &[Operand], budget: &Budget) -> bool {
        use Operand::{Bytes, List, Name, Number};
        match (section, operands) {
            (b"begincodespacerange", [Bytes(from), Bytes(to)]) => {
                if (1..=4).contains(&from.len()) {
                    self.codespaces.push((from.len(), code(from), code(to)));
                }
            }
            (b"beginbfchar", [Bytes(from), Bytes(to)]) if budget.count_mapped_code() => {
                self.unicode.insert(code(from), utf16(to));
            }
            (b"beginbfchar", [Bytes(_), Name]) => {}
            (b"beginbfrange", [Bytes(from), Bytes(to), Bytes(first)]) if budget.count_mapped_code() => {
                self.unicode.insert_range(code(from), code(to), utf16(first));
            }
            (b"beginbfrange", [Bytes(from), Bytes(_), List(values)]) => {
                for (code, value) in (code(from)..).zip(values).take_while(|_| budget.count_mapped_code()) {
                    self.unicode.insert(code, utf16(value));
                }
            }
            (b"begincidchar", [Bytes(from), Number(cid)]) if budget.count_mapped_code() => {
                self.cids.insert(code(from), u32::try_from(*cid).unwrap_or(0));
            }
            (b"begincidrange", [Bytes(from), Bytes(to), Number(first)]) if budget.count_mapped_code() => {
                let first = u32::try_from(*first).unwrap_or(0);
                self.cids.insert_range(code(from), code(to), first);
            }
            _ => return false,
        }
        true
    }

    /// The text of a code. `None` if it has none or only control characters.
    ///
    /// libHaru writes CIDs in `ToUnicode` maps where code points belong: `<0000> <FFFF> 0`.
    pub fn text(&self, code: u32) -> Option<Cow<'_, str>> {
        let text = match self.unicode.get(code) {
            Some((first, 0)) => Cow::Borrowed(first.as_str()),
            Some((first, distance)) => Cow::Owned(advanced(first, distance)?),
            None => Cow::Owned(char::from_u32(self.cid(code)?)?.into()),
        };
        let readable = |c: char| c != '\u{fffd}' && (!c.is_control() || c.is_whitespace());
        text.chars().any(readable).then_some(text)
    }

    pub fn cid(&self, code: u32) -> Option<u32> {
        let (first, distance) = self.cids.get(code)?;
        first.checked_add(distance)
    }

    pub fn has_codespaces(&self) -> bool {
        !self.codespaces.is_empty()
    }

    /// The first code in the bytes, and its length. If no codespace range matches, the shortest length is used.
    pub fn next_code(&self, bytes: &[u8]) -> (u32, usize) {
        for length in 1..=bytes.len().min(4) {
            let value = code(&bytes[..length]);
            if self
                .codespaces
                .iter()
                .any(|&(n, from, to)| n == length && from <= value && value <= to)
            {
                return (value, length);
            }
        }
        let shortest = self.codespaces.iter().map(|space| space.0).min().unwrap_or(1);
        let length = shortest.clamp(1, bytes.len().max(1));
        (code(&bytes[..length.min(bytes.len())]), length)
    }
}

enum Operand {
    Bytes(Vec<u8>),
    Number(i64),
    List(Vec<Vec<u8>>),
    Name,
}

fn list(lexer: &mut Lexer<'_>, budget: &Budget) -> Vec<Vec<u8>> {
    let mut values = Vec::new();
    while let Some(Token::String(bytes)) = lexer.token()
        && budget.spend(16)
        && values.len() < 65_536
    {
        values.push(bytes);
    }
    values
}

fn code(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).fold(0, |code, &byte| code << 8 | u32::from(byte))
}

/// At most 16 code units of UTF-16. A single byte is the character with its number.
fn utf16(bytes: &[u8]) -> String {
    if let [single] = bytes {
        return char::from(*single).into();
    }
    let pairs = bytes.chunks_exact(2).take(16);
    let units = pairs.map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or('\u{fffd}')).collect()
}

/// The text with `distance` added to its last character.
fn advanced(text: &str, distance: u32) -> Option<String> {
    let last = text.chars().next_back()?;
    let next = char::from_u32(u32::from(last).checked_add(distance)?)?;
    let mut advanced = text[..text.len() - last.len_utf8()].to_owned();
    advanced.push(next);
    Some(advanced)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(text: &str) -> CMap {
        CMap::parse(text.as_bytes(), &Budget::default())
    }

    #[test]
    fn single_codes_ranges_and_arrays_are_read() {
        let map = map("1 begincodespacerange <0000> <FFFF> endcodespacerange \
             2 beginbfchar <0001> <0041> <0002> <00660069> endbfchar \
             2 beginbfrange <0010> <0012> <0061> <0020> <0021> [<00E5> <00F6>] endbfrange");
        assert_eq!(map.text(1).as_deref(), Some("A"));
        assert_eq!(map.text(2).as_deref(), Some("fi"));
        assert_eq!(map.text(0x12).as_deref(), Some("c"));
        assert_eq!(map.text(0x21).as_deref(), Some("ö"));
        assert_eq!(map.text(0x22), None);
        assert_eq!(map.next_code(&[0, 1, 0]), (1, 2));
    }

    #[test]
    fn cids_of_a_unicode_map_are_code_points() {
        let map = map("1 begincidrange <0000> <FFFF> 0 endcidrange");
        assert_eq!(map.text(0xe5).as_deref(), Some("å"));
        assert_eq!(map.text(0xd800), None);
    }

    #[test]
    fn a_range_over_everything_is_one_entry() {
        let budget = Budget::default();
        let map = CMap::parse(b"beginbfrange <00000000> <FFFFFFFF> <0000> endbfrange", &budget);
        assert_eq!(map.text(0xe5).as_deref(), Some("å"));
        assert_eq!(map.text(u32::MAX), None);
        assert_eq!(budget.check(), Ok(()));
    }
}
