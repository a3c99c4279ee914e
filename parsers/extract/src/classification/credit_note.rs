//! Whether a document is headed as a credit note or another kind of invoice.

use crate::cell::CellContent;
use crate::page::{Page, Place};
use crate::phrases::{Documents, Numbers, Phrases};
use crate::words::Words;

/// Number of first lines that can contain a heading: the sender's and the buyer's addresses may be above it.
const HEAD_LINES: usize = 20;
/// In these first lines a heading may say more: `Kreditnota från Tehuset`.
const TOP_LINES: usize = 3;
/// A line of more cells is the header row of a table.
const MAX_CELLS: usize = 3;
/// Maximum number of words in a heading.
const MAX_WORDS: usize = 8;

/// Whether the subject, the title or a heading calls the document a credit note. Running text that mentions one does not count, nor
/// does a heading below that of an invoice.
pub fn is_credit_note(page: &Page<'_>) -> bool {
    is_headed(page, &Documents::CreditNote)
}

/// Whether the subject, the title or the first heading calls the document one of `names`.
pub(super) fn is_headed(page: &Page<'_>, names: &Phrases) -> bool {
    let texts = [&page.subject, &page.title];
    texts.into_iter().any(|text| names_first(page, text, names)) || is_first_heading(page, names)
}

/// Whether the first document that a text names is one of `names`.
fn names_first(page: &Page<'_>, text: &Words, names: &Phrases) -> bool {
    let paper = Documents::PaymentDocument.find(text);
    let name = names.find(text).filter(|name| !page.is_part_of_sender(text, name));
    name.is_some_and(|name| paper.is_none_or(|paper| name.start <= paper.start))
}

fn is_first_heading(page: &Page<'_>, names: &Phrases) -> bool {
    let places = page.places().take_while(|at| at.line < HEAD_LINES);
    let headings = places.filter(|at| page.lines[at.line].len() <= MAX_CELLS);
    headings
        .filter(|at| !labels_an_amount(page, *at))
        .find_map(|at| {
            if is_heading(page, at, names) {
                return Some(true);
            }
            Documents::PaymentDocument
                .matches_all(&page.content(at).words)
                .then_some(false)
        })
        .unwrap_or(false)
}

/// Whether a cell is one of these names, or begins with one and goes on as a heading does: with a number or a label of one.
fn is_heading(page: &Page<'_>, at: Place, names: &Phrases) -> bool {
    let words = &page.content(at).words;
    let Some(name) = names.find_at(words, 0).filter(|_| words.len() <= MAX_WORDS) else {
        return false;
    };
    if page.is_part_of_sender(words, &name) {
        return false;
    }
    let rest = (name.end..words.len()).map(|index| words.word(index));
    let has_number = || rest.clone().any(|word| word.bytes().any(|b| b.is_ascii_digit()));
    let is_label = || {
        Numbers::NumberWord
            .find_at(words, name.end)
            .is_some_and(|label| label.end == words.len())
    };
    let is_sentence = page.cell(at).text.ends_with(['.', '!', '?', ',', ';']);
    rest.len() == 0 || is_label() || !is_sentence && (at.line < TOP_LINES || has_number())
}

/// Whether a cell states an amount, or has one without a label of its own beside or below it: `Gutschrift` may be a row of an
/// order.
pub(super) fn labels_an_amount(page: &Page<'_>, at: Place) -> bool {
    let has_amount = |content: &CellContent, unlabelled: bool| {
        let mut amounts = content.amounts.iter().filter(|amount| amount.strong);
        amounts.any(|amount| !unlabelled || amount.start == 0)
    };
    let below = page.below(at, 1).map(|below| page.content(below));
    let beside = page.lines[at.line].iter();
    has_amount(page.content(at), false) || beside.chain(below).any(|content| has_amount(content, true))
}
