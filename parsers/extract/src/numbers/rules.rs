//! The choice of the order's, the invoice's and the receipt's number.

use super::candidates::Number;
use super::labels::{NumberKind, is_of_ticket};
use crate::choice::{Choice, most_frequent};
use crate::page::Page;

/// The number of the invoice, or of the receipt if no invoice has one.
pub fn invoice_number(page: &Page<'_>, found: &[Number]) -> Choice<String> {
    choose(page, found, &[NumberKind::Invoice, NumberKind::Receipt])
}

/// The receipt's own number.
pub fn receipt_number(page: &Page<'_>, found: &[Number]) -> Choice<String> {
    choose(page, found, &[NumberKind::Receipt])
}

/// The number of the order or booking; in a mail that states neither, the number of the payment or a reference.
pub fn order_id(page: &Page<'_>, found: &[Number]) -> Choice<String> {
    const KINDS: [NumberKind; 4] = [
        NumberKind::Order,
        NumberKind::Booking,
        NumberKind::Transaction,
        NumberKind::Reference,
    ];
    choose(page, found, if page.is_mail() { &KINDS } else { &KINDS[..2] })
}

/// The one value of the lowest rank, among the numbers of the first kind that the page states.
fn choose(page: &Page<'_>, found: &[Number], kinds: &[NumberKind]) -> Choice<String> {
    for kind in kinds {
        let of_kind: Vec<&Number> = found.iter().filter(|n| n.kind == *kind).collect();
        let Some(best) = of_kind.iter().map(|n| n.rank).min() else {
            continue;
        };
        let mut here: Vec<&Number> = of_kind.iter().filter(|n| n.rank == best).copied().collect();
        // Each ticket has a number; the journey has one.
        let of_ticket = |n: &&Number| is_of_ticket(&n.label);
        if !here.iter().all(of_ticket) {
            here.retain(|n| !of_ticket(n));
        }
        let values: Vec<&str> = here.iter().map(|n| n.value.as_str()).collect();
        let considered = of_kind
            .iter()
            .map(|n| format!("{} at \u{201c}{}\u{201d}", n.value, n.label))
            .collect();
        let alike = values.iter().all(|v| v.eq_ignore_ascii_case(values[0]));
        // `2607-118842` and its tickets `2607-118842-1`, `…-2`: the parts of a whole.
        let parted = |whole: &&Number| {
            let part = |v: &&str| {
                v.strip_prefix(whole.value.as_str())
                    .is_some_and(|rest| rest.starts_with(['-', '/', '.']))
            };
            values.iter().all(|v| *v == whole.value || part(v))
        };
        if !alike && let Some(whole) = of_kind.iter().copied().find(|n| parted(n)) {
            return Choice::taken(whole.value.clone(), "the number that the others are parts of").among(considered);
        }
        let frequent = (!page.is_mail() && *kind == NumberKind::Invoice)
            .then(|| most_frequent(&values))
            .flatten();
        return match (alike, frequent) {
            (true, _) => Choice::taken(
                values[0].to_owned(),
                format!("its label \u{201c}{}\u{201d}", here[0].label),
            ),
            (false, Some(value)) => Choice::taken(value.to_owned(), "the most frequent of several"),
            (false, None) => Choice::refused("several different ones"),
        }
        .among(considered);
    }
    Choice::nothing()
}
