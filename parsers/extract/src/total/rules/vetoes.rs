//! Why a chosen amount is not certain to be the total. It is refused then.

use super::super::labelled::Labelled;
use super::candidates::{Total, refused};
use super::pieces::is_piece;
use crate::page::Page;
use crate::rule::{Example, Rule};

type Veto = Rule<fn(&Page<'_>, &Labelled) -> Option<Total>>;

pub(super) const RULES: &[Veto] = &[Rule {
    id: "total/piece-of-number",
    doc: "Refuses an amount beside which further digits stand, after an unknown sign, a blank, a comma or a line end.",
    example: Example::Mail("Receipt\nOrder 1001\nTotal   CHF 2\u{b4}845.50"),
    apply: |page, amount| {
        is_piece(page, amount).then(|| refused("the amount may be a piece of a longer number", false))
    },
}];
