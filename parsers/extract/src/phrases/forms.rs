//! Phrases in text as it is written: with capitals, dots and other signs.

use super::program::Compiler;
use super::search::Search;
use super::table::Table;

/// Written forms such as `GmbH` and `S.A.R.L.`, in the notation of phrases, in which a dot stands for itself. Earlier forms are preferred
/// if several match.
pub struct Forms(Table);

impl Forms {
    /// Compiles some forms.
    ///
    /// # Panics
    ///
    /// If a bracket is not closed.
    pub fn new(forms: &[&str]) -> Self {
        let mut compiler = Compiler::default();
        compiler.add_in_order(0, forms);
        Forms(Table::compiled(compiler))
    }

    /// The end of the form that begins at byte `at` and that no letter or digit follows.
    pub fn end_at(&self, text: &str, at: usize) -> Option<usize> {
        let text = text.get(at..)?;
        let is_behind = |text: &str, at: usize| {
            text.get(at..)
                .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        let mut found = Vec::new();
        Search::until(&self.0, text, is_behind).at(0, Some(0), &mut found);
        Some(at + found.pop()?.end)
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
