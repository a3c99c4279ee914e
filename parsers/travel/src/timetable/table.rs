//! Tables of a journey: heads name the sides, lines below hold their places, days and times.

use std::sync::LazyLock;

use parser_kit::Cell;
use parser_kit::Phrases;
use parser_kit::{Page, Place};

use super::calendar::Calendar;
use super::leg::Leg;
use super::stop::Stop;

/// A table goes on for so many lines at most, and ends after so many without a stop.
const MAX_ROWS: usize = 40;
const MAX_GAP: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    From,
    To,
    Number,
    Other,
}

static SIDES: LazyLock<[(Side, Phrases); 4]> = LazyLock::new(|| {
    let from = &[
        "från",
        "fra",
        "from",
        "avgång(stid)?",
        "avresa",
        "avgår",
        "afgang",
        "avreise",
        "departure( time)?",
        "departs",
        "von",
        "abfahrt",
        "lähtö",
    ];
    let to = &[
        "till",
        "til",
        "to",
        "ankomst(tid)?",
        "ankommer",
        "arrival( time)?",
        "arrives",
        "nach",
        "ankunft",
        "saapuminen",
    ];
    let number = &[
        "flight( number)?",
        "flyg(nummer)?",
        "tåg( nummer| nr)?",
        "tågnummer",
        "tåg nr",
        "train",
        "linje",
        "buss",
        "nummer",
        "nr",
        "line",
        "zug",
        "juna",
        "tog",
    ];
    let other = &[
        "passenger",
        "resenär",
        "datum",
        "date",
        "plats",
        "vagn",
        "seat",
        "klass",
        "class",
        "byten",
        "restid",
        "resa",
        "sträcka",
        "biljett",
        "bokning",
    ];
    [
        (Side::From, Phrases::new(from)),
        (Side::To, Phrases::new(to)),
        (Side::Number, Phrases::new(number)),
        (Side::Other, Phrases::new(other)),
    ]
});

/// A table's heads with their places.
struct Heads<'a>(Vec<(&'a Cell, Side)>);

impl<'a> Heads<'a> {
    fn of(page: &Page<'a>, line: usize) -> Option<Self> {
        let mut heads = Vec::new();
        for cell in 0..page.lines[line].len() {
            let at = Place { line, cell };
            let (side, _) = SIDES
                .iter()
                .find(|(_, phrases)| phrases.matches_all(&page.reads(at).words))?;
            heads.push((page.cell(at), *side));
        }
        let has = |side| heads.iter().any(|(_, s)| *s == side);
        (has(Side::From) && has(Side::To)).then_some(Heads(heads))
    }

    fn side(&self, cell: &Cell) -> Option<Side> {
        let mut own = self.0.iter().filter(|(head, _)| head.overlaps(cell));
        match (own.next(), own.next()) {
            (Some((_, side)), None) => Some(*side),
            _ => None,
        }
    }
}

/// The parts of the journey in the page's tables.
pub fn legs(page: &Page<'_>, calendar: &Calendar) -> Vec<Leg> {
    let mut legs: Vec<Leg> = Vec::new();
    let mut line = 0;
    while line < page.lines.len() {
        let end = match Heads::of(page, line) {
            Some(heads) => rows(page, &heads, line + 1, calendar, &mut legs),
            None => line + 1,
        };
        line = end;
    }
    legs
}

/// Reads the lines below heads; the line after them.
fn rows(page: &Page<'_>, heads: &Heads<'_>, first: usize, calendar: &Calendar, legs: &mut Vec<Leg>) -> usize {
    let mut leg = Leg::default();
    let mut begun = first;
    let mut gap = 0;
    let mut line = first;
    while line < page.lines.len().min(first + MAX_ROWS) && gap < MAX_GAP && !has_label(page, line) {
        let before = leg.clone();
        let mut day = None;
        let mut row = Leg::default();
        for cell in 0..page.lines[line].len() {
            let at = Place { line, cell };
            let stop = Stop::of(page, at);
            match heads.side(page.cell(at)) {
                Some(Side::From) => merge(&mut row.from, stop),
                Some(Side::To) => merge(&mut row.to, stop),
                Some(Side::Number) if stop.day.is_some() => day = stop.day,
                Some(Side::Number) => row.number = Some(page.cell(at).text.clone()).filter(|t| is_number(t)),
                _ => day = day.or(stop.day),
            }
        }
        // A place where one is already begins the next part.
        if row.from.place.is_some() && leg.from.place.is_some() {
            close(std::mem::take(&mut leg), calendar, begun, legs);
            begun = line;
        }
        merge(&mut leg.from, row.from);
        merge(&mut leg.to, row.to);
        leg.number = leg.number.take().or(row.number);
        leg.from.day = leg.from.day.or(day);
        gap = if leg.from == before.from && leg.to == before.to {
            gap + 1
        } else {
            0
        };
        line += 1;
    }
    close(leg, calendar, begun, legs);
    line
}

/// A part that states no day of its own is on the one that holds where it begins.
fn close(mut leg: Leg, calendar: &Calendar, line: usize, legs: &mut Vec<Leg>) {
    leg.from.day = leg.from.day.or_else(|| calendar.day(line));
    legs.push(leg);
}

/// Whether one of a line's cells is a label: another table begins, or a line of its own.
fn has_label(page: &Page<'_>, line: usize) -> bool {
    page.lines[line]
        .iter()
        .any(|reads| SIDES.iter().any(|(_, phrases)| phrases.matches_all(&reads.words)))
}

fn merge(own: &mut Stop, more: Stop) {
    own.place = own.place.take().or(more.place);
    own.day = own.day.or(more.day);
    own.time = own.time.or(more.time);
}

fn is_number(text: &str) -> bool {
    text.chars().count() <= 12 && text.contains(|c: char| c.is_ascii_digit())
}
