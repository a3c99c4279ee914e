//! Type 1 font programs (Adobe Type 1 Font Format, 2.2). Their encoding is in the part that is not encrypted.

use crate::pdf::budget::Budget;
use crate::pdf::lexer::{Lexer, Token, find};
use crate::pdf::predefined::text_of_name;

/// The text of each code. `None` for a font with the standard encoding.
pub fn encoding(program: &[u8], budget: &Budget) -> Option<Vec<String>> {
    const KEY: &[u8] = b"/Encoding";
    let end = find(program, b"eexec", 0).unwrap_or(program.len());
    let start = find(program, KEY, 0).filter(|&start| start < end)? + KEY.len();
    let mut lexer = Lexer::new(&program[..end], start);
    if lexer.token() == Some(Token::Word(b"StandardEncoding")) {
        return None;
    }
    let mut texts = vec![String::new(); 256];
    let mut code = None;
    // The entries are `dup 65 /A put`.
    while let Some(token) = lexer.token() {
        match token {
            _ if !budget.spend(16) => break,
            Token::Word(b"def" | b"readonly") => break,
            Token::Integer(number) => code = usize::try_from(number).ok(),
            Token::Name(name) => {
                if let Some(text) = code.take().and_then(|code| texts.get_mut(code)) {
                    budget.spend(64);
                    *text = text_of_name(&name);
                }
            }
            _ => {}
        }
    }
    Some(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_is_read() {
        let program = b"%!PS-AdobeFont-1.0\n/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for\n\
            dup 33 /T put dup 8#42 /adieresis put dup 35 /G07 put readonly def\ncurrentfile eexec \x80";
        let texts = encoding(program, &Budget::default()).unwrap();
        assert_eq!(texts[33], "T");
        assert_eq!(texts[35], "\u{fffd}");
        assert_eq!(texts[0], "");
        assert_eq!(
            encoding(b"%!PS /Encoding StandardEncoding def", &Budget::default()),
            None
        );
    }
}
