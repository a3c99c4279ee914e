//! Timetables: the parts of a journey as a ticket prints them.
//!
//! # What it does
//! Joins stops, each a place and a time, to the parts of a journey. A day in a heading holds for the stops below it. An arrival with a
//! time before that of its departure is on the next day.
//!
//! # Why
//! Few carriers describe the journey in JSON-LD or microdata. Tickets have one of three forms: one line for each stop, both stops in one
//! line, and a table with column headings.
//!
//! # Example
//! ```text
//! Fredag 3 juli 2026          UTRESA | Tallnäs 09:30 | Ekholmen 12:15       Tåg    | Från    | Till
//! 08:14 | Provborg C                                                        SJ 418 | Provborg C | Exempelstad C
//! 11:40 | Exempelstad C                                                            | 08:14   | 11:40
//! ```

mod calendar;
mod stop;
mod table;

use std::ops::Range;

use chrono::{Days, NaiveDate};
use parser_kit::{Document, Page, Pattern, Place, pattern};

use crate::record::TravelSegment;
use calendar::{Calendar, Leg, MAX_WORDS};
use stop::Stop;

/// Maximum number of parts of a journey.
const MAX_SEGMENTS: usize = 40;
/// Maximum number of lines between the two stops of a part.
const MAX_LINES: usize = 3;

/// Words before a departure.
static DEPARTS: Pattern = pattern!(
    r"(?i)^(?:avgång|avresa|avreise|afgang|udrejse|depart(?:ure|s)?|abfahrt|lähtö|vertrek|départ|salida|partenza|partida|odjazd|odjezd|αναχώρηση)\b",
);
/// Words before an arrival.
static ARRIVES: Pattern = pattern!(
    r"(?i)^(?:ankomst|arriv(?:al|es?|ée)|ankunft|saapuminen|aankomst|llegada|arrivo|chegada|przyjazd|příjezd|άφιξη)\b",
);
/// `Dublin to Holyhead`
static FROM_TO: Pattern = pattern!(r"^(\p{Lu}[^:]{1,40}?) (?:to|till|til|nach|naar) (\p{Lu}[^:]{1,60})$");

static NUMBER: Pattern = pattern!(
    r"\b(?:(?:[Tt]åg|[Ss]nabbtåg|[Nn]attåg|[Rr]egional(?:tåg)?|[Ii]nter[Cc]ity|[Pp]endeltåg|[Tt]rain|[Tt]og|[Ff]lyg|[Ff]light|[Ll]inje|[Ll]ine|[Bb]uss|[Bb]us|Zug|[Vv]lak|[Pp]ociąg|[Tt]rein|[Tt]reno|[Tt]ren|[Jj]una|[Vv]uoro|[Ss]ervice|[Rr]ute|[Vv]lucht|[Vv]uelo|[Vv]olo|[Vv]oo|[Ll]inea|[Ll]ínea|[Ll]inha)(?: nr\.?| nummer)?:? ((?:[A-Z]{1,3} ?)?[0-9]{1,5})|((?:TGV(?: INOUI)?|OUIGO|[A-Z]{2}|[A-Z][0-9]|[0-9][A-Z]|ICE|RJX|REX|EIP|EIC|TLK) ?[0-9]{1,4}))(-?)\b",
);

/// The parts of the journey that the page prints, in order. `known` is a day before it, such as the booking's.
pub fn segments(page: &Page<'_>, known: Option<NaiveDate>) -> Vec<TravelSegment> {
    let calendar = Calendar::of(page, known);
    let mut legs = table::legs(page, &calendar);
    if legs.is_empty() {
        legs = legs_of_stops(page, &calendar);
    }
    legs.retain(|leg| leg.from.place.is_some() && leg.to.place.is_some() && leg.from.place != leg.to.place);
    legs.truncate(MAX_SEGMENTS);
    legs.into_iter().map(Leg::into_segment).collect()
}

/// The parts of a journey from stops outside of tables: each two in order are a part.
fn legs_of_stops(page: &Page<'_>, calendar: &Calendar) -> Vec<Leg> {
    let mut legs: Vec<Leg> = Vec::new();
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut open: Option<(usize, Stop)> = None;
    // The first line that may have the number of the next part.
    let mut number_from = 0;
    let mut route: Option<Route> = None;
    for line in 0..page.lines.len() {
        route = Route::of(page, line)
            .or(route)
            .filter(|route| line - route.line <= MAX_LINES);
        for mut stop in stops(page, line, route.as_ref()) {
            stop.day = stop.day.or_else(|| calendar.day(line));
            match open.take().filter(|(at, _)| line - at <= MAX_LINES) {
                Some((start, from)) => {
                    spans.push(start..line);
                    let number = (number_from..=line).rev().find_map(|line| number(page, line));
                    legs.push(Leg { from, to: stop, number });
                    number_from = line + 1;
                }
                None => {
                    number_from = number_from.max(line.saturating_sub(MAX_LINES));
                    open = Some((line, stop));
                }
            }
        }
    }
    take_numbers_below(page, &mut legs, &spans);
    if let [only] = legs.as_mut_slice() {
        let anywhere = || (0..page.lines.len()).find_map(|line| number(page, line));
        only.number = only.number.take().or_else(anywhere);
    }
    legs
}

/// If no number is above the end of the first part, and one below each part, these are the numbers.
fn take_numbers_below(page: &Page<'_>, legs: &mut [Leg], spans: &[Range<usize>]) {
    if legs.len() < 2 || legs.first().is_none_or(|first| first.number.is_some()) {
        return;
    }
    let next_starts = spans.iter().skip(1).map(|span| span.start);
    let ends = next_starts.chain([page.lines.len()]);
    let below = |(span, end): (&Range<usize>, usize)| {
        let last = end.min(span.end + 1 + MAX_LINES);
        (span.end + 1..last).find_map(|line| number(page, line))
    };
    let numbers: Option<Vec<String>> = spans.iter().zip(ends).map(below).collect();
    for (leg, number) in legs.iter_mut().zip(numbers.unwrap_or_default()) {
        leg.number = Some(number);
    }
}

/// The places of a journey in a line above its times.
struct Route {
    line: usize,
    from: String,
    to: String,
}

impl Route {
    /// A cell with two places and no time: `Dublin to Holyhead`, `Tallnäs – Ekholmen`.
    fn of(page: &Page<'_>, line: usize) -> Option<Self> {
        page.document.lines[line].iter().find_map(|cell| {
            let text = cell.text.as_str();
            let (from, to) = match FROM_TO.captures(text) {
                Some(hit) => untimed_places(&hit[1], &without_number(&hit[2]))?,
                None => places_at_arrow(text)?,
            };
            Some(Route { line, from, to })
        })
    }

    /// The place of a time, by the word before it.
    fn place(&self, page: &Page<'_>, at: Place) -> Option<String> {
        let label = match at.cell.checked_sub(1) {
            Some(left) if !is_end_of_journey(&page.cell(at).text) => page.cell(Place { cell: left, ..at }),
            _ => page.cell(at),
        };
        let departs = DEPARTS.is_match(&label.text).then(|| self.from.clone());
        departs.or_else(|| ARRIVES.is_match(&label.text).then(|| self.to.clone()))
    }
}

fn is_end_of_journey(text: &str) -> bool {
    DEPARTS.is_match(text) || ARRIVES.is_match(text)
}

fn without_number(text: &str) -> String {
    NUMBER.replace(text, "").trim().to_owned()
}

/// The stops of a line, each with a place and a time.
fn stops(page: &Page<'_>, line: usize, route_above_line: Option<&Route>) -> Vec<Stop> {
    let cells: Vec<(Place, Stop)> = (0..page.lines[line].len())
        .map(|cell| Place { line, cell })
        .flat_map(|at| stops_of_cell(page, at).into_iter().map(move |stop| (at, stop)))
        .collect();
    let timed = cells.iter().filter(|(_, stop)| stop.time.is_some()).count();
    let mut route = route_above(page, line).into_iter();
    let mut stops = Vec::new();
    for (index, (at, stop)) in cells.iter().enumerate() {
        if stop.time.is_none() {
            continue;
        }
        let mut stop = stop.clone();
        let of_route = || route_above_line.and_then(|route| route.place(page, *at));
        if stop.place.is_none() {
            stop.place = of_route();
        }
        // A time without a place has its place in another cell. If there are several times in the line, it is above or below.
        if stop.place.is_none() && timed == 1 {
            stop.place = place_beside(page, &cells, index);
        } else if stop.place.is_none() && timed == 2 {
            stop.place = route.next().or_else(|| place_in_column(page, *at));
        } else if stop.place.is_none() {
            stop.place = page.above(*at, 2).find_map(|above| Stop::of(page, above).place);
        }
        if stop.place.is_some() {
            stops.push(stop);
        }
    }
    stops
}

/// The place of a time in the cells beside it: that before it, else the next. A cell with the number of a train isn't a place.
fn place_beside(page: &Page<'_>, cells: &[(Place, Stop)], index: usize) -> Option<String> {
    let place = |(at, stop): &(Place, Stop)| {
        let is_number = NUMBER.is_match(&page.cell(*at).text);
        stop.place.clone().filter(|_| stop.time.is_none() && !is_number)
    };
    let before = index.checked_sub(1).and_then(|before| place(&cells[before]));
    before.or_else(|| cells.get(index + 1..)?.iter().find_map(place))
}

/// The place above or below a time, if possible in a cell of the same column.
fn place_in_column(page: &Page<'_>, at: Place) -> Option<String> {
    let cell = page.cell(at);
    let is_same = |other: &Place| {
        let other = page.cell(*other);
        (other.x0, other.x1) == (cell.x0, cell.x1)
    };
    let place = |other: Place| Stop::of(page, other).place;
    let above = page.above(at, 1).filter(is_same).find_map(place);
    let below = || page.below(at, 1).filter(is_same).find_map(place);
    above.or_else(below).or_else(|| page.above(at, 2).find_map(place))
}

/// The two places of the line above, if that is a route without times: `Genova → Olbia`.
fn route_above(page: &Page<'_>, line: usize) -> Vec<String> {
    let above = line.checked_sub(1).map(|above| page.document.lines[above].as_slice());
    let Some([cell]) = above else {
        return Vec::new();
    };
    places_at_arrow(&cell.text).map_or_else(Vec::new, |(from, to)| vec![from, to])
}

fn places_at_arrow(text: &str) -> Option<(String, String)> {
    let (from, to) = split_at_arrow(text)?;
    untimed_places(&text[from], &text[to])
}

/// The places of two stops, if both are without a time.
fn untimed_places(from: &str, to: &str) -> Option<(String, String)> {
    let (from, to) = (Stop::of_text(from), Stop::of_text(to));
    let is_timed = from.time.is_some() || to.time.is_some();
    from.place.zip(to.place).filter(|_| !is_timed)
}

/// The text before and after the first arrow or dash.
fn split_at_arrow(text: &str) -> Option<(Range<usize>, Range<usize>)> {
    ["→", "->", "»", " – ", " - "].iter().find_map(|arrow| {
        let at = text.find(arrow)?;
        Some((0..at, at + arrow.len()..text.len()))
    })
}

/// The stops of a cell: two if an arrow separates them, else one.
fn stops_of_cell(page: &Page<'_>, at: Place) -> Vec<Stop> {
    if let Some((from, to)) = split_at_arrow(&page.cell(at).text) {
        let (from, to) = (Stop::of_part(page, at, from), Stop::of_part(page, at, to));
        if from.time.is_some() && to.time.is_some() {
            return vec![from, to];
        }
    }
    vec![Stop::of(page, at)]
}

/// The number of a flight, train or bus that a line names.
fn number(page: &Page<'_>, line: usize) -> Option<String> {
    let text = Document::line_text(&page.document.lines[line]);
    // What goes on after a hyphen, as `T26-4410927`, is another number.
    let hit = NUMBER
        .captures(&text)
        .filter(|hit| text.chars().count() <= MAX_WORDS * 12 && hit[3].is_empty())?;
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
        let format_time = |stop: &Stop, day: Option<NaiveDate>| {
            let time = stop.time?.format("%H:%M");
            Some(day.map_or_else(|| time.to_string(), |day| format!("{day}T{time}")))
        };
        TravelSegment {
            departure_time: format_time(&from, day),
            arrival_time: format_time(&to, to.day),
            departure_location: from.place,
            arrival_location: to.place,
            number,
        }
    }
}

#[cfg(test)]
mod tests;
