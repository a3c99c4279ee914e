//! Text as a reader sees it: blanks single, nothing invisible.

/// Blanks made one space each, zero-width and control characters removed, trimmed.
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

/// Whether `c` separates words: every Unicode blank, the no-break ones included.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{2800}' | '\u{3164}')
}

/// Whether `c` leaves no mark: zero-width, soft hyphen, direction marks, controls.
pub fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffc}' | '\u{e0000}'..='\u{e0fff}'
    ) || c.is_control()
}

/// Cut to at most `max` bytes, at a character's edge.
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
        fn tidying_twice_changes_nothing(text in "\\PC{0,60}") {
            let once = tidy(&text);
            prop_assert_eq!(tidy(&once), once);
        }
    }
}
