//! Whitespace and invisible characters.

/// Replaces each run of whitespace by one space, removes invisible characters, and trims.
pub fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    let mut blank = false;
    for c in text.chars() {
        if is_blank(c) {
            blank = true;
        } else if !is_invisible(c) {
            if blank && !tidy.is_empty() {
                tidy.push(' ');
            }
            blank = false;
            tidy.push(c);
        }
    }
    tidy
}

/// Whether `c` separates words: Unicode whitespace, no-break spaces included, and the blank Braille and Hangul characters.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{2800}' | '\u{3164}')
}

/// Whether `c` has no glyph: zero-width characters, soft hyphens, direction marks and control characters.
pub fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffc}' | '\u{e0000}'..='\u{e0fff}'
    ) || c.is_control()
}

/// The longest prefix of `text` with at most `max` bytes that ends between two characters.
pub fn cut(text: &str, max: usize) -> &str {
    if text.len() <= max {
        return text;
    }
    let mut end = max;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn tidy_is_idempotent(text in "\\PC{0,60}") {
            let once = tidy(&text);
            prop_assert_eq!(tidy(&once), once);
        }
    }
}
