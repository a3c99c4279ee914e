//! The invoice's date and the due date: labelled dates, and a refusal where they disagree.

mod label;
mod label_below;
mod role;
mod sentence;

use std::sync::LazyLock;

use chrono::NaiveDate;

use crate::choice::{Choice, most_frequent};
use crate::dates::{Form, ends_in_day_to, has_time};
use crate::numbers::{Number, NumberKind};
use crate::page::{Page, Place};
use crate::phrases::{Amounts, Dates, Phrases};
use crate::total::Labelled;
use crate::words::Words;
use label::label_of;
use parser_document::text::cut;
use role::{DUE_AFTER, leads_to_a_date};
pub use role::{Role, role_of};

/// Words of journeys, stays and events: their dates are not the invoice's.
static BOOKED: LazyLock<Phrases> = LazyLock::new(|| Dates::BookingHeading.phrases());

/// A date with its label.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own, named where it is set"
)]
#[derive(Clone, Debug)]
pub struct Dated {
    /// How it is written.
    pub form: Form,
    /// What its label says.
    pub role: Role,
    /// The label's words.
    pub label: String,
    /// Where it stands.
    pub at: Place,
    /// Whether it is all of its cell.
    pub alone: bool,
    /// Whether a time of day stands in its cell.
    pub timed: bool,
    /// Whether a date joined to it makes a range of it: `1/3 – 31/3`.
    pub in_range: bool,
    /// Whether words stand before it in its own cell: `Date : 16 juin 2026`.
    pub own_label: bool,
}

/// Every date of a page with its label.
pub fn find(page: &Page<'_>) -> Vec<Dated> {
    let mut found = Vec::new();
    for at in page.places() {
        let reads = page.reads(at);
        let text = page.cell(at).text.as_str();
        for (index, date) in reads.dates.iter().enumerate() {
            let from = if index > 0 { reads.dates[index - 1].end } else { 0 };
            let others = reads.words.len() - (date.end_word - date.first_word);
            let timed = has_time(&text[date.end..]);
            // The words of a time of day, `4:07:33 AM`, are part of it.
            let alone = others <= if timed { 6 } else { 3 };
            let own = Words::of(&text[from..date.start]).has_letters();
            let (mut role, label) = label_of(page, at, &text[from..date.start], alone);
            // `ist am 08.07.2026 fällig`
            if matches!(role, Role::Prose | Role::None) && DUE_AFTER.starts_with(&Words::of(cut(&text[date.end..], 40)))
            {
                role = Role::Due;
            }
            let ranged = |between: &str| {
                let between = between.trim();
                matches!(
                    between,
                    "-" | "–" | "—" | "to" | "till" | "t.o.m." | "bis" | "until" | "au"
                )
            };
            let day_before = index == 0 && ends_in_day_to(&text[..date.start]);
            let before = day_before || index > 0 && ranged(&text[from..date.start]);
            let after = reads
                .dates
                .get(index + 1)
                .is_some_and(|next| ranged(&text[date.end..next.start]));
            found.push(Dated {
                form: date.form,
                role,
                label,
                at,
                alone,
                timed,
                in_range: before || after,
                own_label: own,
            });
        }
        compact(page, at, &mut found);
    }
    found
}

/// `260531` and `20260531`: dates only where a label says so.
fn compact(page: &Page<'_>, at: Place, found: &mut Vec<Dated>) {
    let reads = page.reads(at);
    let text = page.cell(at).text.as_str();
    for index in 0..reads.words.len() {
        let word = reads.words.word(index);
        let format = match word.len() {
            6 => "%y%m%d",
            8 => "%Y%m%d",
            _ => continue,
        };
        let (from, to) = reads.words.span(index);
        let joined = text[to..].starts_with(['-', '/']) || text[..from].ends_with(['-', '/']);
        let date = NaiveDate::parse_from_str(word, format).ok();
        let Some(date) = date.filter(|_| !joined && word.bytes().all(|b| b.is_ascii_digit())) else {
            continue;
        };
        let alone = reads.words.len() <= 4;
        let (role, label) = label_of(page, at, &text[..from], alone);
        if matches!(role, Role::Due | Role::Invoice | Role::Order) || role == Role::Generic && word.len() == 6 {
            let form = Form::Certain(date);
            found.push(Dated {
                form,
                role,
                label,
                at,
                alone,
                in_range: false,
                own_label: true,
                timed: false,
            });
        }
    }
}

/// The last day to pay.
///
/// Where several are named, those before the invoice's own date are of what it reminds of.
pub fn due_date(page: &Page<'_>, found: &[Dated], issued: Option<NaiveDate>) -> Choice<NaiveDate> {
    let mut due = dates(page, found, Role::Due);
    only_without_discount(page, found, &mut due);
    if let Some(issued) = issued.filter(|issued| !page.is_mail() && due.iter().any(|day| day >= issued)) {
        due.retain(|day| *day >= issued);
    }
    match (due.is_empty(), most_frequent(&due)) {
        (true, _) if found.iter().any(|d| d.role == Role::Due) => Choice::refused("which part is the day is not said"),
        (true, _) => Choice::nothing(),
        (false, Some(date)) => Choice::taken(date, because(found, Role::Due)),
        (false, None) => Choice::refused("several different ones"),
    }
}

/// `Zahlbar bis 27.06. ohne Abzug; bei Zahlung bis 11.06. 2 % Skonto`: of days in one text about a discount the last counts.
fn only_without_discount(page: &Page<'_>, found: &[Dated], due: &mut Vec<NaiveDate>) {
    let mut places = found
        .iter()
        .filter(|d| d.role == Role::Due && !d.in_range)
        .map(|d| d.at);
    if let Some(first) = places.next()
        && places.all(|at| at == first)
        && DISCOUNT.contains(&page.reads(first).words)
        && let Some(last) = due.iter().max().copied()
    {
        *due = vec![last];
    }
}

/// Words of a discount for those who pay early.
static DISCOUNT: LazyLock<Phrases> = LazyLock::new(|| Amounts::EarlyPaymentDiscount.phrases());

/// The invoice's or order's date.
///
/// `total` is the amount that was chosen, if any: a sentence that says what was paid says when.
pub fn invoice_date(
    page: &Page<'_>,
    found: &[Dated],
    numbers: &[Number],
    total: Option<&Labelled>,
) -> Choice<NaiveDate> {
    for role in [Role::Invoice, Role::Order] {
        let dates = dates(page, found, role);
        if let Some(&first) = dates.first() {
            let earliest = dates.iter().min().copied();
            let tie = if role == Role::Invoice {
                first
            } else {
                earliest.unwrap_or(first)
            };
            return Choice::taken(most_frequent(&dates).unwrap_or(tie), because(found, role));
        }
        if found.iter().any(|d| d.role == role && !d.in_range) {
            return Choice::refused("which part is the day is not said");
        }
    }
    let free: Vec<&Dated> = found.iter().filter(|d| d.role == Role::None && !d.in_range).collect();
    let beside_number = |d: &&&Dated| {
        numbers
            .iter()
            .filter_map(|n| n.at)
            .any(|at| d.at.line == at.line || d.at.line == at.line + 1)
    };
    let booked = is_booked(page);
    let adjacent: Vec<NaiveDate> = free
        .iter()
        .filter(|d| d.alone && !(booked && d.timed))
        .filter(beside_number)
        .filter_map(|d| d.form.date(page.day_order))
        .collect();
    if let Some(date) = most_frequent(&adjacent) {
        return Choice::taken(date, "alone beside the document's number");
    }
    for role in [Role::Generic, Role::Prose] {
        // `Date : 16 juin 2026` over a table whose column is headed `Date`.
        let named = found.iter().filter(|d| d.role == role && d.own_label && !d.in_range);
        let named: Vec<NaiveDate> = named.filter_map(|d| d.form.date(page.day_order)).collect();
        let generic = if named.is_empty() || role == Role::Prose {
            dates(page, found, role)
        } else {
            named
        };
        if let Some(&first) = generic.first() {
            return match most_frequent(&generic) {
                Some(date) => Choice::taken(date, because(found, role)),
                None if !page.is_mail() => Choice::taken(first, "the first of several"),
                None => match of_payment(page, found, total) {
                    Some(date) => Choice::taken(date, "the date in the sentence of the sum"),
                    None => Choice::refused("several dates without a better label"),
                },
            };
        }
        if let Some(date) = after_number(page, found, numbers) {
            return Choice::taken(date, "right after the document's number");
        }
    }
    unlabelled(page, &free, found)
}

/// `Den 2 september 2026 drog vi 129 kronor`: the date nearest to the total in running text, if it is in its sentence.
fn of_payment(page: &Page<'_>, found: &[Dated], total: Option<&Labelled>) -> Option<NaiveDate> {
    const NEAR: usize = 60;
    let total = total?;
    let reads = page.reads(total.at);
    let (text, amount) = (page.cell(total.at).text.as_str(), reads.amounts.get(total.index)?);
    let between = |date: &crate::dates::Found| {
        let (from, to) = if date.end <= amount.start {
            (date.end, amount.start)
        } else {
            (amount.end, date.start)
        };
        text.get(from..to)
    };
    let near = reads
        .dates
        .iter()
        .filter_map(|date| Some((between(date)?, date)))
        .filter(|(words, _)| words.len() <= NEAR && !words.contains(". ") && !words.contains('!'))
        .min_by_key(|(words, _)| words.len())?
        .1;
    let open = |d: &Dated| d.at == total.at && d.form == near.form && !d.in_range;
    let told = found
        .iter()
        .any(|d| open(d) && matches!(d.role, Role::Prose | Role::None | Role::Generic));
    told.then(|| near.form.date(page.day_order))?
}

/// Whether the head speaks of a journey, a stay or an event; an amount's label there (`Booking fee`) does not.
fn is_booked(page: &Page<'_>) -> bool {
    let lines = page.lines.iter().take(6);
    let head = lines.filter(|line| line.iter().all(|reads| reads.amounts.is_empty()));
    let words = head.flatten().map(|reads| reads.words.folded());
    let texts = [page.title.folded(), page.subject.folded()];
    BOOKED.contains_folded(&texts.into_iter().chain(words).collect::<String>())
}

/// The date of the document's number: it stands right after it, `Beleg Nr. 44710 vom 18.06.2026`.
fn after_number(page: &Page<'_>, found: &[Dated], numbers: &[Number]) -> Option<NaiveDate> {
    // `Avoir n° 45 … sur la facture 1190 du 28 avril`: the surest label is that of the document itself.
    let surest = |kind: NumberKind| numbers.iter().filter(|n| n.kind == kind).map(|n| n.rank).min();
    let dates: Vec<NaiveDate> = numbers
        .iter()
        .filter(|number| page.is_mail() || Some(number.rank) == surest(number.kind))
        .filter_map(|number| {
            let at = number.at?;
            let text = page.cell(at).text.as_str();
            let end = text.find(&number.value)? + number.value.len();
            let date = page.reads(at).dates.iter().find(|date| date.start >= end)?;
            let between = Words::of(&text[end..date.start]);
            let joined = between.is_empty() || between.len() <= 2 && leads_to_a_date(&between);
            let dated = found.iter().find(|d| d.at == at && d.form == date.form)?;
            (joined && !dated.in_range).then(|| date.form.date(page.day_order))?
        })
        .collect();
    most_frequent(&dates)
}

/// The only date without a label, if the document leaves no other reading.
fn unlabelled(page: &Page<'_>, free: &[&Dated], found: &[Dated]) -> Choice<NaiveDate> {
    if is_booked(page) {
        return Choice::refused("the dates of a booking without a label are those of the journey or stay");
    }
    let open = found.iter().any(|d| d.form.date(page.day_order).is_none());
    if open {
        return Choice::refused("which part is the day is not said");
    }
    let date = |d: &&Dated| d.form.date(page.day_order);
    // `Start 9 sep. 12:04`, `Stopp 9 sep. 14:31`: whatever they are called, it was that day.
    let all = distinct(found.iter().filter_map(|d| d.form.date(page.day_order)).collect());
    if let ([only], true) = (&all[..], found.len() > 1) {
        return Choice::taken(*only, "every date is of that day");
    }
    let half = page.lines.len().div_ceil(2);
    let early: Vec<NaiveDate> = free
        .iter()
        .filter(|d| d.alone && d.at.line < half)
        .filter_map(date)
        .collect();
    if let [only] = distinct(early)[..] {
        return Choice::taken(only, "the only date alone in its cell");
    }
    match distinct(free.iter().filter_map(date).collect())[..] {
        [] => Choice::nothing(),
        [only] => Choice::taken(only, "the only date without a label"),
        _ => in_head(page, free).map_or_else(
            || Choice::refused("several dates without a label"),
            |date| Choice::taken(date, "the only date alone in the head"),
        ),
    }
}

/// A date alone in its cell among the first lines, without a time of day, if there is one.
fn in_head(page: &Page<'_>, free: &[&Dated]) -> Option<NaiveDate> {
    const HEAD: usize = 4;
    let head = free
        .iter()
        .filter(|d| d.at.line < HEAD && d.alone && !d.timed && !d.own_label);
    match distinct(head.filter_map(|d| d.form.date(page.day_order)).collect())[..] {
        [only] => Some(only),
        _ => None,
    }
}

fn distinct(mut dates: Vec<NaiveDate>) -> Vec<NaiveDate> {
    dates.sort_unstable();
    dates.dedup();
    dates
}

fn dates(page: &Page<'_>, found: &[Dated], role: Role) -> Vec<NaiveDate> {
    found
        .iter()
        .filter(|d| d.role == role && !d.in_range)
        .filter_map(|d| d.form.date(page.day_order))
        .collect()
}

fn because(found: &[Dated], role: Role) -> String {
    let label = found.iter().find(|d| d.role == role).map_or("", |d| d.label.as_str());
    format!("its label \u{201c}{}\u{201d}", cut(label, 80))
}

/// A period that the page states: the first range of two dates, `2026-02-01 – 2026-02-28`.
pub fn period(page: &Page<'_>, found: &[Dated]) -> Option<(NaiveDate, NaiveDate)> {
    let ranged: Vec<&Dated> = found.iter().filter(|d| d.in_range).collect();
    let pair = ranged.windows(2).find(|pair| pair[0].at == pair[1].at)?;
    let order = page.day_order;
    let (start, end) = (pair[0].form.date(order)?, pair[1].form.date(order)?);
    (start <= end).then_some((start, end))
}
