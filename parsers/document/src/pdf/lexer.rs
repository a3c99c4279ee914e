//! Splits the bytes of files, content streams and `CMap`s into tokens.

use super::budget;

#[derive(Clone, Debug, PartialEq)]
pub enum Token<'a> {
    /// `12`
    Integer(i64),
    /// `1.5`
    Real(f32),
    /// `/Name`, with escapes decoded.
    Name(Vec<u8>),
    /// A literal `(string)` or hexadecimal `<string>`, decoded.
    String(Vec<u8>),
    /// `[`
    ArrayStart,
    /// `]`
    ArrayEnd,
    /// `<<`
    DictStart,
    /// `>>`
    DictEnd,
    /// A keyword or operator: `obj`, `R`, `Tj`, `true`.
    Word(&'a [u8]),
}

/// Reads tokens. It never fails: bytes that belong to no token are skipped.
pub struct Lexer<'a> {
    pub bytes: &'a [u8],
    /// The offset at which the next token is searched for.
    pub at: usize,
}

const fn is_white_space(c: u8) -> bool {
    matches!(c, b' ' | b'\t' | b'\n' | b'\r' | b'\0' | b'\x0c')
}

/// Whether each byte ends a word: white-space and delimiter characters do.
const ENDS_WORD: [bool; 256] = {
    let mut ends = [false; 256];
    let mut c = 0;
    while c <= u8::MAX as usize {
        #[allow(clippy::cast_possible_truncation, reason = "the loop ends at the largest byte")]
        let byte = c as u8;
        ends[c] = is_white_space(byte)
            || matches!(
                byte,
                b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%'
            );
        c += 1;
    }
    ends
};

/// Whether a byte is a delimiter without its counterpart, which is skipped.
fn is_stray(c: u8) -> bool {
    matches!(c, b'>' | b')' | b'{' | b'}')
}

fn hex_value(c: u8) -> Option<u8> {
    match c {
        b'0'..=b'9' => Some(c - b'0'),
        b'a'..=b'f' => Some(c - b'a' + 10),
        b'A'..=b'F' => Some(c - b'A' + 10),
        _ => None,
    }
}

/// The offset of the first occurrence of `wanted` at or after `from`.
pub fn find(bytes: &[u8], wanted: &[u8], from: usize) -> Option<usize> {
    let first = *wanted.first()?;
    let mut at = from;
    loop {
        at += bytes.get(at..)?.iter().position(|&c| c == first)?;
        if bytes[at..].starts_with(wanted) {
            return Some(at);
        }
        at += 1;
    }
}

impl<'a> Lexer<'a> {
    pub fn new(bytes: &'a [u8], at: usize) -> Self {
        Lexer { bytes, at }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub fn skip_white_space(&mut self) {
        while let Some(c) = self.peek() {
            if c == b'%' {
                while self.peek().is_some_and(|c| c != b'\n' && c != b'\r') {
                    self.at += 1;
                }
            } else if is_white_space(c) {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    /// Whether the next token may begin with such a byte. `true` also in front of a stray bracket, which is skipped.
    pub fn may_begin(&mut self, first: impl Fn(u8) -> bool) -> bool {
        self.skip_white_space();
        self.peek().is_some_and(|c| first(c) || is_stray(c))
    }

    /// Whether the token after the next word may begin with such a byte.
    pub fn after_word_may_begin(&mut self, first: impl Fn(u8) -> bool) -> bool {
        let start = self.at;
        self.word();
        let may_begin = self.may_begin(first);
        self.at = start;
        may_begin
    }

    /// The next token; `None` at the end.
    pub fn token(&mut self) -> Option<Token<'a>> {
        loop {
            self.skip_white_space();
            let c = self.peek()?;
            self.at += 1;
            return Some(match c {
                b'[' => Token::ArrayStart,
                b']' => Token::ArrayEnd,
                b'(' => Token::String(self.literal()),
                b'/' => Token::Name(self.name()),
                b'<' if self.peek() == Some(b'<') => {
                    self.at += 1;
                    Token::DictStart
                }
                b'<' => Token::String(self.hex()),
                b'>' if self.peek() == Some(b'>') => {
                    self.at += 1;
                    Token::DictEnd
                }
                c if is_stray(c) => continue,
                _ => {
                    self.at -= 1;
                    let word = self.word();
                    number(word).unwrap_or(Token::Word(word))
                }
            });
        }
    }

    /// The bytes up to the next white-space or delimiter character.
    fn word(&mut self) -> &'a [u8] {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let end = rest.iter().position(|&c| ENDS_WORD[usize::from(c)]);
        let word = &rest[..end.unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    fn name(&mut self) -> Vec<u8> {
        let word = self.word();
        if !word.contains(&b'#') {
            return truncated(word).to_vec();
        }
        let mut name = Vec::with_capacity(word.len());
        let mut at = 0;
        while let Some(&c) = word.get(at) {
            let escaped = match (c, word.get(at + 1..at + 3)) {
                (b'#', Some(&[high, low])) => hex_value(high).zip(hex_value(low)),
                _ => None,
            };
            push(&mut name, escaped.map_or(c, |(high, low)| high << 4 | low));
            at += if escaped.is_some() { 3 } else { 1 };
        }
        name
    }

    fn hex(&mut self) -> Vec<u8> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let end = rest.iter().position(|&c| c == b'>');
        let digits = &rest[..end.unwrap_or(rest.len())];
        self.at += digits.len() + usize::from(end.is_some());
        let mut string = Vec::with_capacity(digits.len().min(budget::STRING_BYTES).div_ceil(2));
        let mut high = None;
        for value in digits.iter().filter_map(|&c| hex_value(c)) {
            match high.take() {
                None => high = Some(value),
                Some(first) => push(&mut string, first << 4 | value),
            }
        }
        if let Some(first) = high {
            push(&mut string, first << 4);
        }
        string
    }

    fn literal(&mut self) -> Vec<u8> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let plain = rest.iter().position(|c| matches!(c, b'(' | b')' | b'\\' | b'\r'));
        if let Some(end) = plain.filter(|&end| rest[end] == b')') {
            self.at += end + 1;
            return truncated(&rest[..end]).to_vec();
        }
        let mut string = Vec::new();
        let mut open = 1_usize;
        while let Some(c) = self.peek() {
            self.at += 1;
            match c {
                b'(' => open += 1,
                b')' => {
                    open -= 1;
                    if open == 0 {
                        break;
                    }
                }
                b'\\' => {
                    if let Some(escaped) = self.escape() {
                        push(&mut string, escaped);
                    }
                    continue;
                }
                b'\r' => {
                    self.at += usize::from(self.peek() == Some(b'\n'));
                    push(&mut string, b'\n');
                    continue;
                }
                _ => {}
            }
            push(&mut string, c);
        }
        string
    }

    fn escape(&mut self) -> Option<u8> {
        let c = self.peek()?;
        self.at += 1;
        Some(match c {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'b' => 8,
            b'f' => 12,
            b'\n' => return None,
            b'\r' => {
                self.at += usize::from(self.peek() == Some(b'\n'));
                return None;
            }
            b'0'..=b'7' => {
                let mut value = u32::from(c - b'0');
                for _ in 0..2 {
                    let Some(digit @ b'0'..=b'7') = self.peek() else { break };
                    value = value * 8 + u32::from(digit - b'0');
                    self.at += 1;
                }
                value.to_le_bytes()[0]
            }
            other => other,
        })
    }
}

fn truncated(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len().min(budget::STRING_BYTES)]
}

fn push(bytes: &mut Vec<u8>, byte: u8) {
    if bytes.len() < budget::STRING_BYTES {
        bytes.push(byte);
    }
}

/// A number, in valid forms such as `.5` and `4.` and in invalid ones such as `--3`.
fn number(word: &[u8]) -> Option<Token<'static>> {
    short_number(word).or_else(|| any_number(word))
}

/// A number of at most nine digits with at most one sign and one point. Nearly all numbers are of this form.
fn short_number(word: &[u8]) -> Option<Token<'static>> {
    const POWERS: [f32; 10] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
    // Integers below this limit and the powers of ten above are exact as `f32`, so their quotient is rounded once.
    const EXACT: u32 = 1 << 24;
    let (sign, digits) = match word {
        [b'-', digits @ ..] => (-1, digits),
        digits => (1, digits),
    };
    if !(1..=10).contains(&digits.len()) {
        return None;
    }
    let (mut value, mut count, mut point) = (0_u32, 0_usize, None);
    for &c in digits {
        match c {
            b'0'..=b'9' if count < 9 => {
                value = value * 10 + u32::from(c - b'0');
                count += 1;
            }
            b'.' if point.is_none() => point = Some(count),
            _ => return None,
        }
    }
    match point {
        _ if count == 0 => None,
        None => Some(Token::Integer(sign * i64::from(value))),
        #[allow(clippy::cast_precision_loss, reason = "values below this limit are exact")]
        Some(point) if value < EXACT => {
            let value = value as f32 / POWERS[count - point];
            Some(Token::Real(if sign < 0 { -value } else { value }))
        }
        Some(_) => None,
    }
}

fn any_number(word: &[u8]) -> Option<Token<'static>> {
    let well_formed = word
        .iter()
        .all(|c| c.is_ascii_digit() || matches!(c, b'+' | b'-' | b'.'));
    if !well_formed || word.len() > 60 || !word.iter().any(u8::is_ascii_digit) {
        return None;
    }
    let negative = word.first() == Some(&b'-');
    let word = std::str::from_utf8(word).ok()?;
    let unsigned = word.trim_start_matches(['+', '-']);
    let unsigned = &unsigned[..unsigned.find(['+', '-']).unwrap_or(unsigned.len())];
    if unsigned.contains('.') {
        let value: f32 = unsigned.parse().ok()?;
        return Some(Token::Real(if negative { -value } else { value }));
    }
    let value: i64 = unsigned.parse().ok()?;
    Some(Token::Integer(if negative { -value } else { value }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn tokens(text: &[u8]) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text, 0);
        std::iter::from_fn(|| lexer.token()).collect()
    }

    #[test]
    fn reads_every_kind_of_token() {
        assert_eq!(
            tokens(b"12 -3.5 .5 /A#20b (x\\(y\\051\\n(z)) <4a4> [<</K true>>] Tj % end\n0"),
            vec![
                Token::Integer(12),
                Token::Real(-3.5),
                Token::Real(0.5),
                Token::Name(b"A b".to_vec()),
                Token::String(b"x(y)\n(z)".to_vec()),
                Token::String(vec![0x4a, 0x40]),
                Token::ArrayStart,
                Token::DictStart,
                Token::Name(b"K".to_vec()),
                Token::Word(b"true"),
                Token::DictEnd,
                Token::ArrayEnd,
                Token::Word(b"Tj"),
                Token::Integer(0),
            ]
        );
    }

    proptest! {
        #[test]
        fn both_ways_to_read_a_number_agree(word in "[-+.0-9]{0,12}") {
            if let Some(short) = short_number(word.as_bytes()) {
                prop_assert_eq!(Some(short), any_number(word.as_bytes()));
            }
        }
    }

    #[test]
    fn ends_on_unbalanced_text() {
        assert_eq!(tokens(b"((("), vec![Token::String(b"((".to_vec())]);
        assert_eq!(tokens(b"<4"), vec![Token::String(vec![0x40])]);
        assert_eq!(tokens(b")>}{"), vec![]);
    }
}
