//! Glyph widths of the standard 14 fonts, which files need not contain, in thousandths of the font size.
//! Source: Adobe's published font metrics.

use unicode_normalization::UnicodeNormalization;

/// From the space to the tilde.
pub type Widths = [u16; 95];

#[rustfmt::skip]
const HELVETICA: Widths = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

#[rustfmt::skip]
const HELVETICA_BOLD: Widths = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

#[rustfmt::skip]
const TIMES: Widths = [
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278,
    500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444,
    921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722,
    556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500,
    333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500,
    500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
];

/// The widths of the standard font that is most similar to the font with this name. `None` for Courier.
pub fn similar_to(font: &str) -> Option<&'static Widths> {
    let font = font.to_ascii_lowercase();
    if font.contains("courier") || font.contains("mono") {
        None
    } else if font.contains("times") || font.contains("serif") && !font.contains("sans") {
        Some(&TIMES)
    } else if font.contains("bold") || font.contains("black") {
        Some(&HELVETICA_BOLD)
    } else {
        Some(&HELVETICA)
    }
}

/// The width of a character; in Courier all are 600 wide. An accented letter is as wide as the letter without the accent.
pub fn width(widths: Option<&Widths>, character: char) -> u16 {
    let Some(widths) = widths else {
        return 600;
    };
    let base = if character.is_ascii() {
        character
    } else {
        std::iter::once(character).nfd().next().unwrap_or(character)
    };
    let index = u32::from(base)
        .checked_sub(u32::from(' '))
        .and_then(|index| usize::try_from(index).ok());
    index.and_then(|index| widths.get(index)).copied().unwrap_or(556)
}

#[cfg(test)]
mod tests {
    fn width(font: &str, character: char) -> u16 {
        super::width(super::similar_to(font), character)
    }

    #[test]
    fn an_accent_adds_no_width() {
        assert_eq!(width("Helvetica", 'å'), width("Helvetica", 'a'));
        assert_eq!(width("Helvetica-Bold", 'Ö'), 778);
        assert_eq!(width("Courier", 'i'), 600);
        assert_eq!(width("Times-Roman", '~'), 541);
    }
}
