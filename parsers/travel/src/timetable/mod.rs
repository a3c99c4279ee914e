//! Timetables: the parts of a journey as a ticket prints them.
//!
//! # What it does
//! Pairs stops, each a place and a time, to the parts of a journey. A day that a heading states holds for the stops below it; an arrival
//! before its departure is on the next day.
//!
//! # Why
//! Carriers that name a journey in markup are few. On paper there are three forms: a line a stop, both stops in one line, and a table
//! with heads.
//!
//! # Example
//! ```text
//! Fredag 3 juli 2026          UTRESA | Tallnäs 09:30 | Ekholmen 12:15       Tåg    | Från    | Till
//! 08:14 | Provborg C                                                        SJ 418 | Provborg C | Exempelstad C
//! 11:40 | Exempelstad C                                                            | 08:14   | 11:40
//! ```

mod calendar;
mod heads;
mod leg;
mod stop;

use std::sync::LazyLock;

use chrono::{Days, NaiveDate};
use parser_kit::Document;
use parser_kit::{Page, Place};
use regex::Regex;

use crate::record::TravelSegment;
use calendar::{Calendar, MAX_WORDS};
use leg::Leg;
use stop::Stop;

/// More parts than any journey has.
const MAX_SEGMENTS: usize = 40;
/// So far apart two stops of one part stand at most.
const MAX_LINES: usize = 3;

static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:(?:[Tt]åg|[Ss]nabbtåg|[Nn]attåg|[Rr]egional(?:tåg)?|[Ii]nter[Cc]ity|[Pp]endeltåg|[Tt]rain|[Tt]og|[Ff]lyg|[Ff]light|[Ll]inje|[Ll]ine|[Bb]uss|[Bb]us|Zug)(?: nr\.?| nummer)?:? ((?:[A-Z]{1,3} ?)?[0-9]{1,5})|((?:[A-Z]{2}|[A-Z][0-9]|[0-9][A-Z]|IC|ICE|RE|SJ|LH|SK|FR) ?[0-9]{1,4}))\b")
        .expect("a constant pattern")
});

/// The parts of the journey that the page prints, in order. `known` is a day before it, such as the booking's.
pub fn segments(page: &Page<'_>, known: Option<NaiveDate>) -> Vec<TravelSegment> {
    let calendar = Calendar::of(page, known);
    let mut legs = heads::legs(page, &calendar);
    if legs.is_empty() {
        legs = listed(page, &calendar);
    }
    legs.retain(|leg| leg.from.place.is_some() && leg.to.place.is_some() && leg.from.place != leg.to.place);
    legs.truncate(MAX_SEGMENTS);
    legs.into_iter().map(Leg::into_segment).collect()
}

/// Stops in lines, paired in order.
fn listed(page: &Page<'_>, calendar: &Calendar) -> Vec<Leg> {
    let mut legs: Vec<Leg> = Vec::new();
    let mut open: Option<(usize, Stop)> = None;
    let mut since = 0;
    for line in 0..page.lines.len() {
        for mut stop in stops(page, line) {
            stop.day = stop.day.or_else(|| calendar.day(line));
            match open.take().filter(|(at, _)| line - at <= MAX_LINES) {
                Some((_, from)) => {
                    let number = (since..=line).rev().find_map(|line| number(page, line));
                    legs.push(Leg { from, to: stop, number });
                    since = line + 1;
                }
                None => {
                    since = since.max(line.saturating_sub(MAX_LINES));
                    open = Some((line, stop));
                }
            }
        }
    }
    if let [only] = legs.as_mut_slice() {
        let anywhere = || (0..page.lines.len()).find_map(|line| number(page, line));
        only.number = only.number.take().or_else(anywhere);
    }
    legs
}

/// The stops of a line: places with their times.
fn stops(page: &Page<'_>, line: usize) -> Vec<Stop> {
    let cells: Vec<(Place, Stop)> = (0..page.lines[line].len())
        .map(|cell| Place { line, cell })
        .flat_map(|at| within(page, at).into_iter().map(move |stop| (at, stop)))
        .collect();
    let timed = cells.iter().filter(|(_, stop)| stop.time.is_some()).count();
    let mut stops = Vec::new();
    for (index, (at, stop)) in cells.iter().enumerate() {
        if stop.time.is_none() {
            continue;
        }
        let mut stop = stop.clone();
        // The place of a bare time stands beside it; of several in a line, above each.
        if stop.place.is_none() && timed == 1 {
            stop.place = cells.get(index + 1).and_then(|(_, beside)| beside.place.clone());
        } else if stop.place.is_none() {
            stop.place = page.above(*at, 2).find_map(|above| Stop::of(page, above).place);
        }
        if stop.place.is_some() {
            stops.push(stop);
        }
    }
    stops
}

/// A cell's stops: two where an arrow parts them.
fn within(page: &Page<'_>, at: Place) -> Vec<Stop> {
    let text = page.cell(at).text.as_str();
    let arrow = ["→", "->", "»", " – ", " - "]
        .iter()
        .find_map(|arrow| text.split_once(arrow));
    if let Some((from, to)) = arrow {
        let (from, to) = (Stop::of_text(from), Stop::of_text(to));
        if from.time.is_some() && to.time.is_some() {
            return vec![from, to];
        }
    }
    vec![Stop::of(page, at)]
}

/// The number of a flight, train or bus that a line names.
fn number(page: &Page<'_>, line: usize) -> Option<String> {
    let text = Document::line_text(&page.document.lines[line]);
    let hit = NUMBER
        .captures(&text)
        .filter(|_| text.chars().count() <= MAX_WORDS * 12)?;
    let number = hit.get(1).or_else(|| hit.get(2))?.as_str();
    Some(number.trim().to_owned())
}

impl Leg {
    fn into_segment(self) -> TravelSegment {
        let Leg { from, mut to, number } = self;
        let day = from.day.or(to.day);
        let overnight = to.day.is_none_or(|arrival| Some(arrival) == day) && to.time < from.time && to.time.is_some();
        to.day = if overnight {
            day.and_then(|day| day.checked_add_days(Days::new(1)))
        } else {
            to.day.or(day)
        };
        let moment = |stop: &Stop, day: Option<NaiveDate>| {
            let time = stop.time?.format("%H:%M");
            Some(day.map_or_else(|| time.to_string(), |day| format!("{day}T{time}")))
        };
        TravelSegment {
            departure_time: moment(&from, day),
            arrival_time: moment(&to, to.day),
            departure_location: from.place,
            arrival_location: to.place,
            number,
        }
    }
}

#[cfg(test)]
mod tests;
