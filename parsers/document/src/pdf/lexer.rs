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

const fn is_blank(c: u8) -> bool {
    matches!(c, b' ' | b'\t' | b'\n' | b'\r' | b'\0' | b'\x0c')
}

/// Whether each byte ends a word: blanks and delimiters do.
const ENDS_WORD: [bool; 256] = {
    let mut ends = [false; 256];
    let mut c = 0;
    while c <= u8::MAX as usize {
        #[allow(clippy::cast_possible_truncation, reason = "the loop ends at the largest byte")]
        let byte = c as u8;
        ends[c] = is_blank(byte)
            || matches!(
                byte,
                b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%'
            );
        c += 1;
    }
    ends
};

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

    /// Whether the token after the next may begin with such a byte, if the next is a word.
    pub fn after_word_may_begin(&mut self, first: impl Fn(u8) -> bool) -> bool {
        let start = self.at;
        self.word();
        let may_begin = self.may_begin(first);
        self.at = start;
        may_begin
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
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let end = rest.iter().position(|&c| ENDS_WORD[usize::from(c)]);
        let word = &rest[..end.unwrap_or(rest.len())];
        self.at += word.len();
        word
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
        let end = rest.iter().position(|&c| c == b'>');
        let digits = &rest[..end.unwrap_or(rest.len())];
        self.at += digits.len() + usize::from(end.is_some());
        let mut text = Vec::with_capacity(digits.len().min(budget::STRING_BYTES).div_ceil(2));
        let mut high = None;
        for value in digits.iter().filter_map(|&c| hex_value(c)) {
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
    short_number(word).or_else(|| any_number(word))
}

/// A number of the usual form, read in one pass: a sign, up to nine digits, a point among them.
fn short_number(word: &[u8]) -> Option<Token<'static>> {
    const POWERS: [f32; 10] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
    // Whole numbers up to here and the powers of ten above are exact, so that their quotient is the nearest number.
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
        #[allow(clippy::cast_precision_loss, reason = "values below this bound are exact")]
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

    proptest! {
        #[test]
        fn the_short_way_reads_what_the_long_one_does(word in "[-+.0-9]{0,12}") {
            if let Some(short) = short_number(word.as_bytes()) {
                prop_assert_eq!(Some(short), any_number(word.as_bytes()));
            }
        }
    }

    #[test]
    fn ends_on_unbalanced_text() {
        assert_eq!(tokens(b"((("), vec![Token::Text(b"((".to_vec())]);
        assert_eq!(tokens(b"<4"), vec![Token::Text(vec![0x40])]);
        assert_eq!(tokens(b")>}{"), vec![]);
    }
}
