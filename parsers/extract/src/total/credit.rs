//! Amounts in the buyer's favour by the words behind them: `84.15 CR`, `312,40 kr (tillgodo)`.

use super::labels::{Class, Label, is_to_pay};
use crate::page::{Page, Place};
use crate::phrases::{Amounts, LazyLock, Phrases};
use crate::words::Words;

static CREDIT_BALANCE: LazyLock<Phrases> = LazyLock::new(|| Amounts::CreditBalance.phrases());
/// `Paid 125.00 credit` names a card.
static CREDIT: LazyLock<Phrases> = LazyLock::new(|| Amounts::Credit.phrases());

/// Whether the text after the amount `index` of a cell says that it is in the buyer's favour.
pub(super) fn is_credit(page: &Page<'_>, at: Place, index: usize, label: Option<&Label>) -> bool {
    let (content, text) = (page.content(at), page.cell(at).text.as_str());
    let until = content.amounts.get(index + 1).map_or(text.len(), |next| next.start);
    let own = Words::of(&text[content.amounts[index].end..until]);
    let right = page.right(at).map(|right| page.content(right));
    let behind = match right.filter(|right| own.is_empty() && right.amounts.is_empty()) {
        Some(right) => &right.words,
        None => &own,
    };
    let is_due = |label: &Label| label.class == Class::Due || is_to_pay(&label.words);
    CREDIT_BALANCE.matches_all(behind) || CREDIT.matches_all(behind) && label.is_some_and(is_due)
}
