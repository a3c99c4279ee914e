//! Phrases in text as it is written: with capitals, dots and other signs.

use regex::Regex;

use super::{STEPS_AT_START, pattern};
use parser_document::steps;

/// Written forms such as `GmbH` and `S.A.R.L.`, in the notation of phrases, in which a dot stands for itself. Earlier forms are preferred
/// if several match.
pub struct Forms {
    regex: Regex,
}

impl Forms {
    /// Compiles some forms.
    ///
    /// # Panics
    ///
    /// If a bracket is not closed.
    pub fn new(forms: &[&str]) -> Self {
        let pattern = format!(r"^({})(?:[^\p{{Alphabetic}}\p{{N}}]|$)", pattern::in_order(forms));
        Forms {
            regex: Regex::new(&pattern).expect("the brackets of forms are closed"),
        }
    }

    /// The end of the form that begins at byte `at` and that no letter or digit follows.
    pub fn end_at(&self, text: &str, at: usize) -> Option<usize> {
        steps::spend(4 * STEPS_AT_START);
        let found = self.regex.captures(text.get(at..)?)?;
        Some(at + found[1].len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_ends_before_anything_but_a_letter_or_digit() {
        let forms = Forms::new(&["AB", "(E|e)k.? ?för.?", "Inc.?", "S.A.", "SA"]);
        for (text, end) in [
            ("AB", Some(2)),
            ("AB (publ)", Some(2)),
            ("ABBA", None),
            ("ek. för.", Some(9)),
            ("Inc.", Some(4)),
            ("Inc., 5 Street", Some(4)),
            ("S.A.", Some(4)),
            ("SXAX", None),
            ("AB2", None),
        ] {
            assert_eq!(forms.end_at(text, 0), end, "{text}");
        }
        assert_eq!(forms.end_at("Exempel AB", 8), Some(10));
        assert_eq!(forms.end_at("é", 1), None);
    }
}
