//! What is known of each number, to compare the rules with a learned ranking. Readings do not use it.

use super::candidates::Number;
use crate::page::Page;
use crate::ranking::Candidates;

/// The numbers of a page.
pub(super) fn candidates(page: &Page<'_>, numbers: &[Number]) -> Candidates<String> {
    let mut candidates = Candidates::new();
    for number in numbers {
        let features = candidates.of(number.value.clone());
        features.add(format!("labelled as {:?}", number.kind));
        features.add(format!("labelled as {:?}, rank {}", number.kind, number.rank));
        features.add(match number.at.map(|at| at.line) {
            None => "in the subject",
            Some(0..=5) => "in the first lines",
            Some(6..=14) => "in the upper lines",
            Some(_) => "further down",
        });
        features.add(match number.value.chars().count() {
            0..=2 => "very short",
            3..=5 => "short",
            _ => "long",
        });
        let has_letters = number.value.bytes().any(|b| b.is_ascii_alphabetic());
        features.add_if(has_letters, "with letters");
        features.add_if(number.value.contains(' '), "with blanks");
        features.add(if page.is_mail() { "in a mail" } else { "in a PDF" });
    }
    candidates
}
