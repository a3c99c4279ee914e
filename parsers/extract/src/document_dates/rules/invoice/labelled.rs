//! The rules for dates with a label or in a sentence.

use chrono::NaiveDate;

use super::super::page_dates::day_order_unknown;
use super::candidates::Candidates;
use crate::choice::{Choice, most_frequent};
use crate::dates::DateMatch;
use crate::document_dates::{LabelledDate, Role};

/// Maximum number of bytes between a date and the total of its sentence.
const MAX_DISTANCE: usize = 60;

pub(super) fn invoice_date(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    let days = of.dates.days(Role::Invoice);
    let day = most_frequent(&days).or(days.first().copied())?;
    Some(of.dates.labelled(day, Role::Invoice))
}

pub(super) fn invoice_day_order_unknown(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    let date = of.dates.with_role(Role::Invoice).next();
    date.map(|_| day_order_unknown())
}

pub(super) fn order_date(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    let days = of.dates.days(Role::Order);
    let day = most_frequent(&days).or(days.iter().min().copied())?;
    Some(of.dates.labelled(day, Role::Order))
}

pub(super) fn order_day_order_unknown(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    let date = of.dates.with_role(Role::Order).next();
    date.map(|_| day_order_unknown())
}

pub(super) fn generic(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    Some(of.dates.labelled(most_frequent(&of.generic)?, Role::Generic))
}

pub(super) fn first_generic(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    first_of_pdf(of, &of.generic)
}

pub(super) fn generic_with_total(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    of.generic.first().and_then(|_| with_total(of))
}

pub(super) fn several_generic(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    of.generic.first().map(|_| several())
}

pub(super) fn in_sentence(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    Some(of.dates.labelled(most_frequent(&of.prose)?, Role::Prose))
}

pub(super) fn first_in_sentence(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    first_of_pdf(of, &of.prose)
}

pub(super) fn sentence_with_total(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    of.prose.first().and_then(|_| with_total(of))
}

pub(super) fn several_in_sentences(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    of.prose.first().map(|_| several())
}

fn first_of_pdf(of: &Candidates<'_>, days: &[NaiveDate]) -> Option<Choice<NaiveDate>> {
    let first = days.first().filter(|_| !of.page.is_mail())?;
    Some(Choice::taken(*first, "the first of several"))
}

fn several() -> Choice<NaiveDate> {
    Choice::refused("several dates without a better label")
}

/// `Den 2 september 2026 drog vi 129 kronor`: the date nearest to the total, if it is in the same sentence.
fn with_total(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    let total = of.total?;
    let (text, content) = (of.page.cell(total.at).text.as_str(), of.page.content(total.at));
    let amount = content.amounts.get(total.index)?;
    let between = |date: &DateMatch| {
        let (from, to) = if date.end <= amount.start {
            (date.end, amount.start)
        } else {
            (amount.end, date.start)
        };
        text.get(from..to)
    };
    let near = content
        .dates
        .iter()
        .filter_map(|date| Some((between(date)?, date)))
        .filter(|(text, _)| text.len() <= MAX_DISTANCE && !text.contains(". ") && !text.contains('!'))
        .min_by_key(|(text, _)| text.len())?
        .1;
    let may_be_payment = |date: &LabelledDate| {
        let same = date.at == total.at && date.parsed == near.parsed && !date.in_range;
        same && matches!(date.role, Role::Prose | Role::None | Role::Generic)
    };
    let date = of.dates.all.iter().find(|date| may_be_payment(date))?;
    Some(Choice::taken(of.day(date)?, "the date in the sentence of the sum"))
}
