//! The rules for dates next to the document's number.

use chrono::NaiveDate;

use super::candidates::Candidates;
use crate::cell::CellContent;
use crate::choice::{Choice, most_frequent, only};
use crate::document_dates::{LabelledDate, Role};
use crate::numbers::{Number, NumberKind};
use crate::phrases::Dates;
use crate::words::Words;

/// Maximum number of words between a number and its date.
const MAX_WORDS_BETWEEN: usize = 2;

/// Dates that are in the line of a number or in the line below.
pub(super) fn beside_number(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    let is_beside = |date: &LabelledDate| {
        let mut places = of.numbers.iter().filter_map(|number| number.at);
        places.any(|at| date.at.line == at.line || date.at.line == at.line + 1)
    };
    // The time of a booking is that of a departure or an arrival.
    let is_free = |date: &LabelledDate| date.alone && of.is_bare(date) && !(of.is_booking && date.timed);
    let dates = of.unlabelled.iter().filter(|date| is_free(date) && is_beside(date));
    let days: Vec<NaiveDate> = dates.filter_map(|date| of.day(date)).collect();
    Some(Choice::taken(
        most_frequent(&days)?,
        "alone beside the document's number",
    ))
}

/// `21. September 2026` above `Rechnung Nr. 2026/077` and `Bauvorhaben Am Wehr 3, Auftrag vom 04.05.2026`.
pub(super) fn letter_date(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    let is_invoice = of.numbers.iter().any(|number| number.kind == NumberKind::Invoice);
    if of.page.is_mail() || !is_invoice {
        return None;
    }
    let has_amount = |line: &Vec<CellContent>| line.iter().any(CellContent::has_money);
    let goods = of.page.lines.iter().position(has_amount)?;
    let is_head = |date: &&&LabelledDate| date.at.line < goods && date.alone && !date.own_label;
    let head = of.unlabelled.iter().filter(is_head);
    let day = only(head.filter_map(|date| of.day(date)))?;
    let mut orders = of.dates.with_role(Role::Order).peekable();
    orders.peek()?;
    let is_earlier = |date: &LabelledDate| !date.alone && of.day(date).is_some_and(|order| order < day);
    (orders.all(is_earlier)).then(|| Choice::taken(day, "alone in the head, later than the order"))
}

/// `Beleg Nr. 44710 vom 18.06.2026`
pub(super) fn after_number(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    // `Avoir n° 45 … sur la facture 1190 du 28 avril`: the number with the surest label is the document's own.
    let surest = |kind: NumberKind| of.numbers.iter().filter(|n| n.kind == kind).map(|n| n.rank).min();
    // `Facture n° 17` above `Bon de commande 114 du 17/07/2026`: the day of the order.
    let is_of_order = |kind: NumberKind| kind != NumberKind::Invoice && surest(NumberKind::Invoice).is_some();
    let is_own =
        |number: &&Number| of.page.is_mail() || Some(number.rank) == surest(number.kind) && !is_of_order(number.kind);
    let numbers = of.numbers.iter().filter(is_own);
    let days: Vec<NaiveDate> = numbers.filter_map(|number| day_after(of, number)).collect();
    Some(Choice::taken(
        most_frequent(&days)?,
        "right after the document's number",
    ))
}

/// The day of the date that follows a number in its cell.
fn day_after(of: &Candidates<'_>, number: &Number) -> Option<NaiveDate> {
    let at = number.at?;
    let text = of.page.cell(at).text.as_str();
    let end = text.find(&number.value)? + number.value.len();
    let date = of.page.content(at).dates.iter().find(|date| date.start >= end)?;
    let between = Words::of(&text[end..date.start]);
    let is_joined = between.is_empty() || between.len() <= MAX_WORDS_BETWEEN && Dates::Preposition.ends_with(&between);
    let mut dates = of.dates.all.iter();
    let labelled = dates.find(|d| d.at == at && d.parsed == date.parsed)?;
    let is_other = labelled.in_range || matches!(labelled.role, Role::Foreign | Role::Due);
    (is_joined && !is_other).then(|| of.day(labelled))?
}
