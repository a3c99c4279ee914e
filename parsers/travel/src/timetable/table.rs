//! Tables of a journey: the column headings say which cells are the departure, the arrival and the number.

use parser_kit::{Cell, Page, Phrases, Place, phrases};

use super::calendar::{Calendar, Leg};
use super::stop::Stop;

/// Maximum number of lines of a table.
const MAX_ROWS: usize = 40;
/// A table ends after this many lines without a stop.
const MAX_GAP: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    From,
    To,
    Number,
    Other,
}

static HEADINGS: [(Column, Phrases); 4] = [
    (
        Column::From,
        phrases![
            "(från|fra|from|avgång(stid)?|avresa|avgår|afgang|avreise|departure( time)?|departs|von|abfahrt|lähtö)",
        ],
    ),
    (
        Column::To,
        phrases!["(till|til|to|ankomst(tid)?|ankommer|arrival( time)?|arrives|nach|ankunft|saapuminen)"],
    ),
    (
        Column::Number,
        phrases![
            "(flight( number)?|flyg(nummer)?|tåg( nummer| nr)?|tågnummer|tåg nr|train|linje|buss|nummer|nr|line|zug)",
            "(juna|tog)",
        ],
    ),
    (
        Column::Other,
        phrases![
            "(passenger|resenär|datum|date|plats|vagn|seat|klass|class|byten|restid|resa|sträcka|biljett|bokning)",
        ],
    ),
];

/// The heading row of a table: its cells, and what their columns contain.
struct Header<'a>(Vec<(&'a Cell, Column)>);

impl<'a> Header<'a> {
    /// The header in a line. `None` unless all cells are headings, among them departure and arrival.
    fn of(page: &Page<'a>, line: usize) -> Option<Self> {
        let mut cells = Vec::new();
        for cell in 0..page.lines[line].len() {
            let at = Place { line, cell };
            let (column, _) = HEADINGS
                .iter()
                .find(|(_, phrases)| phrases.matches_all(&page.content(at).words))?;
            cells.push((page.cell(at), *column));
        }
        let has = |column| cells.iter().any(|(_, c)| *c == column);
        (has(Column::From) && has(Column::To)).then_some(Header(cells))
    }

    /// The column of a cell below. `None` if it is below several headings, or none.
    fn column(&self, cell: &Cell) -> Option<Column> {
        let mut above = self.0.iter().filter(|(heading, _)| heading.overlaps(cell));
        match (above.next(), above.next()) {
            (Some((_, column)), None) => Some(*column),
            _ => None,
        }
    }
}

/// The parts of the journey in the page's tables.
pub fn legs(page: &Page<'_>, calendar: &Calendar) -> Vec<Leg> {
    let mut legs: Vec<Leg> = Vec::new();
    let mut line = 0;
    while line < page.lines.len() {
        line = match Header::of(page, line) {
            Some(header) => read_rows(page, &header, line + 1, calendar, &mut legs),
            None => line + 1,
        };
    }
    legs
}

/// Reads the rows below a header. Returns the line after them.
fn read_rows(page: &Page<'_>, header: &Header<'_>, first: usize, calendar: &Calendar, legs: &mut Vec<Leg>) -> usize {
    let mut leg = Leg::default();
    let mut leg_line = first;
    let mut gap = 0;
    let mut line = first;
    while line < page.lines.len().min(first + MAX_ROWS) && gap < MAX_GAP && !has_heading(page, line) {
        let before = leg.clone();
        let mut day = None;
        let mut row = Leg::default();
        for cell in 0..page.lines[line].len() {
            let at = Place { line, cell };
            let stop = Stop::of(page, at);
            match header.column(page.cell(at)) {
                Some(Column::From) => merge(&mut row.from, stop),
                Some(Column::To) => merge(&mut row.to, stop),
                Some(Column::Number) if stop.day.is_some() => day = stop.day,
                Some(Column::Number) => row.number = Some(page.cell(at).text.clone()).filter(|t| is_number(t)),
                _ => day = day.or(stop.day),
            }
        }
        // A second departure begins the next part.
        if row.from.place.is_some() && leg.from.place.is_some() {
            push_leg(std::mem::take(&mut leg), calendar, leg_line, legs);
            leg_line = line;
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
    push_leg(leg, calendar, leg_line, legs);
    line
}

/// Adds a part that begins in a line. If it states no day, it has that of the line.
fn push_leg(mut leg: Leg, calendar: &Calendar, line: usize, legs: &mut Vec<Leg>) {
    leg.from.day = leg.from.day.or_else(|| calendar.day(line));
    legs.push(leg);
}

/// Whether a cell of a line is a heading, so that the table ends above it.
fn has_heading(page: &Page<'_>, line: usize) -> bool {
    page.lines[line]
        .iter()
        .any(|content| HEADINGS.iter().any(|(_, phrases)| phrases.matches_all(&content.words)))
}

/// Fills in the missing values of a stop.
fn merge(stop: &mut Stop, other: Stop) {
    stop.place = stop.place.take().or(other.place);
    stop.day = stop.day.or(other.day);
    stop.time = stop.time.or(other.time);
}

fn is_number(text: &str) -> bool {
    text.chars().count() <= 12 && text.contains(|c: char| c.is_ascii_digit())
}
