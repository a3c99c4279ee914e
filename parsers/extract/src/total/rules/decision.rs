//! What the rules of the total decide.

use parser_model::Money;

use super::super::labelled::Labelled;
use crate::choice::Choice;

/// Maximum number of words in a cell whose amount can be the total without a label.
pub(super) const MAX_UNLABELLED_WORDS: usize = 14;

/// The chosen total and the amount that it is.
#[derive(Clone, Debug, Default)]
pub struct Total {
    /// The total.
    pub choice: Choice<Money>,
    /// The amount on the page; `None` if the total is the sum of several or refused.
    pub amount: Option<Labelled>,
    /// Whether orders with totals of their own were seen: nothing was chosen because each has its own.
    pub several: bool,
    /// Whether the amount has a label.
    pub labelled: bool,
}

pub(super) fn taken(amount: &Labelled, why: &str) -> Total {
    let because = match &amount.label {
        Some(label) => format!("{why}: \u{201c}{}\u{201d} {}", label.words, label.position.as_str()),
        None => why.to_owned(),
    };
    Total {
        choice: Choice::taken(amount.value, because),
        amount: Some(amount.clone()),
        several: false,
        labelled: true,
    }
}

pub(super) fn refused(why: &str, several: bool) -> Total {
    Total {
        choice: Choice::refused(why),
        amount: None,
        several,
        labelled: false,
    }
}
