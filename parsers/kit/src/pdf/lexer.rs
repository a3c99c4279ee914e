//! The tokens that PDF files, content streams and character maps are written in.

use super::budget;

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub enum Token<'a> {
    /// A whole number.
    Integer(i64),
    /// A number with a point.
    Real(f32),
    /// `/Name`, unescaped.
    Name(Vec<u8>),
    /// `(text)` or `<hex>`, unescaped.
    Text(Vec<u8>),
    /// `[`
    ArrayStart,
    /// `]`
    ArrayEnd,
    /// `<<`
    DictStart,
    /// `>>`
    DictEnd,
    /// Anything else: `obj`, `R`, `Tj`, `true`.
    Word(&'a [u8]),
}

/// Reads tokens off bytes; never fails, skips what is none.
pub struct Lexer<'a> {
    bytes: &'a [u8],
    /// Where the next token is looked for.
    pub at: usize,
}

fn is_blank(c: u8) -> bool {
    matches!(c, b' ' | b'\t' | b'\n' | b'\r' | b'\0' | b'\x0c')
}

fn is_delimiter(c: u8) -> bool {
    matches!(c, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}

fn is_stray(c: u8) -> bool {
    matches!(c, b'>' | b')' | b'{' | b'}')
}

fn hex_value(c: u8) -> Option<u8> {
    char::from(c).to_digit(16).and_then(|v| u8::try_from(v).ok())
}

impl<'a> Lexer<'a> {
    /// Starts at a byte.
    pub fn new(bytes: &'a [u8], at: usize) -> Self {
        Lexer { bytes, at }
    }

    /// The bytes it reads.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Skips blanks and comments.
    pub fn skip_blanks(&mut self) {
        while let Some(c) = self.peek() {
            if c == b'%' {
                while self.peek().is_some_and(|c| c != b'\n' && c != b'\r') {
                    self.at += 1;
                }
            } else if is_blank(c) {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    /// Whether the next token may begin with such a byte. Stray brackets, which are no tokens, may stand before any.
    pub fn may_begin(&mut self, first: impl Fn(u8) -> bool) -> bool {
        self.skip_blanks();
        self.peek().is_some_and(|c| first(c) || is_stray(c))
    }

    /// The next token; none at the end.
    pub fn token(&mut self) -> Option<Token<'a>> {
        loop {
            self.skip_blanks();
            let c = self.peek()?;
            self.at += 1;
            return Some(match c {
                b'[' => Token::ArrayStart,
                b']' => Token::ArrayEnd,
                b'(' => Token::Text(self.literal()),
                b'/' => Token::Name(self.name()),
                b'<' if self.peek() == Some(b'<') => {
                    self.at += 1;
                    Token::DictStart
                }
                b'<' => Token::Text(self.hex()),
                b'>' if self.peek() == Some(b'>') => {
                    self.at += 1;
                    Token::DictEnd
                }
                c if is_stray(c) => continue,
                _ => {
                    self.at -= 1;
                    self.regular()
                }
            });
        }
    }

    fn regular(&mut self) -> Token<'a> {
        let word = self.word();
        number(word).unwrap_or(Token::Word(word))
    }

    /// The bytes up to the next blank or delimiter.
    fn word(&mut self) -> &'a [u8] {
        let start = self.at;
        while self.peek().is_some_and(|c| !is_blank(c) && !is_delimiter(c)) {
            self.at += 1;
        }
        &self.bytes[start..self.at]
    }

    fn name(&mut self) -> Vec<u8> {
        let written = self.word();
        if !written.contains(&b'#') {
            return bounded(written).to_vec();
        }
        let mut name = Vec::with_capacity(written.len());
        let mut at = 0;
        while let Some(&c) = written.get(at) {
            let escaped = match (c, written.get(at + 1..at + 3)) {
                (b'#', Some(&[high, low])) => hex_value(high).zip(hex_value(low)),
                _ => None,
            };
            push_bounded(&mut name, escaped.map_or(c, |(high, low)| high << 4 | low));
            at += if escaped.is_some() { 3 } else { 1 };
        }
        name
    }

    fn hex(&mut self) -> Vec<u8> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let digits = rest.iter().take(budget::STRING_BYTES).position(|&c| c == b'>');
        let mut text = Vec::with_capacity(digits.unwrap_or(0).div_ceil(2));
        let mut high = None;
        while let Some(c) = self.peek() {
            self.at += 1;
            if c == b'>' {
                break;
            }
            let Some(value) = hex_value(c) else { continue };
            match high.take() {
                None => high = Some(value),
                Some(first) => push_bounded(&mut text, first << 4 | value),
            }
        }
        if let Some(first) = high {
            push_bounded(&mut text, first << 4);
        }
        text
    }

    fn literal(&mut self) -> Vec<u8> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let plain = rest.iter().position(|c| matches!(c, b'(' | b')' | b'\\' | b'\r'));
        if let Some(end) = plain.filter(|&end| rest[end] == b')') {
            self.at += end + 1;
            return bounded(&rest[..end]).to_vec();
        }
        let mut text = Vec::new();
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
                        push_bounded(&mut text, escaped);
                    }
                    continue;
                }
                b'\r' => {
                    if self.peek() == Some(b'\n') {
                        self.at += 1;
                    }
                    push_bounded(&mut text, b'\n');
                    continue;
                }
                _ => {}
            }
            push_bounded(&mut text, c);
        }
        text
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
                if self.peek() == Some(b'\n') {
                    self.at += 1;
                }
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

fn bounded(text: &[u8]) -> &[u8] {
    &text[..text.len().min(budget::STRING_BYTES)]
}

fn push_bounded(text: &mut Vec<u8>, byte: u8) {
    if text.len() < budget::STRING_BYTES {
        text.push(byte);
    }
}

/// A number as producers write it, `--3`, `.5` and `4.` included.
fn number(word: &[u8]) -> Option<Token<'static>> {
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
                Token::Text(b"x(y)\n(z)".to_vec()),
                Token::Text(vec![0x4a, 0x40]),
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

    #[test]
    fn ends_on_unbalanced_text() {
        assert_eq!(tokens(b"((("), vec![Token::Text(b"((".to_vec())]);
        assert_eq!(tokens(b"<4"), vec![Token::Text(vec![0x40])]);
        assert_eq!(tokens(b")>}{"), vec![]);
    }
}
