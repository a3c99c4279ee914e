//! Phrases in text as it is written: with capitals, dots and other signs.

#[cfg(any(test, feature = "overrides"))]
use super::program::Compiler;
use super::search::Search;
use super::table::Table;

/// Written forms such as `GmbH` and `S.A.R.L.`, in the notation of phrases, in which a dot stands for itself. Earlier forms are preferred
/// if several match.
pub struct Forms {
    table: Table,
    class: u16,
}

impl Forms {
    /// A class of the vocabulary.
    pub(super) const fn of_class(class: u16) -> Self {
        let table = Table::read(include_bytes!(concat!(env!("OUT_DIR"), "/forms")));
        Forms { table, class }
    }

    /// Compiles some forms, for tests of the vocabulary.
    ///
    /// # Panics
    ///
    /// If a bracket is not closed.
    #[cfg(any(test, feature = "overrides"))]
    pub fn new(forms: &[&str]) -> Self {
        let mut compiler = Compiler::default();
        compiler.add_in_order(0, forms);
        Forms {
            table: Table::compiled(compiler),
            class: 0,
        }
    }

    /// The end of the form that begins at byte `at` and that no letter or digit follows.
    pub fn end_at(&self, text: &str, at: usize) -> Option<usize> {
        let text = text.get(at..)?;
        let is_behind = |text: &str, at: usize| {
            text.get(at..)
                .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        let mut found = Vec::new();
        Search::until(&self.table, text, is_behind).at(0, Some(self.class), &mut found);
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
