//! A document with what is found in it once, for every reading that follows.

use std::ops::Range;

use chrono::NaiveDate;

use crate::amounts::{self, DecimalSign};
use crate::cell::CellContent;
use crate::choice::only;
use crate::dates::{self, DayOrder, ParsedDate};
use crate::language::Guess;
use crate::pattern::{Pattern, pattern};
use crate::phrases::Documents;
use crate::structured::{self, Structured};
use crate::words::Words;
use parser_document::steps::{self, Counted};
use parser_document::{Cell, Document, Kind};

/// A place: a line and a cell of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The cell in the line.
    pub cell: usize,
}

/// A document, looked through once.
#[derive(Debug)]
pub struct Page<'a> {
    /// The document.
    pub document: &'a Document,
    /// Its cells, as in [`Document::lines`].
    pub lines: Vec<Vec<CellContent>>,
    /// The subject's words.
    pub subject: Words,
    /// The title's words.
    pub title: Words,
    /// The words of the sender's name, if the subject names a receipt besides: a shop may be called `Refund Records`.
    sender: Option<Words>,
    /// Its machine-readable data, one entry per order.
    pub structured: Vec<Structured>,
    /// Its language, if enough words decide it.
    pub language: Option<&'static str>,
    /// Its decimal sign.
    pub decimals: DecimalSign,
    /// The order of day and month in slashed dates.
    pub day_order: DayOrder,
    /// The day on which it came, if that is known.
    pub received: Option<NaiveDate>,
    /// Whether most numbers that are alone in their cells have one decimal, so that `42.5` is an amount.
    pub has_one_decimal: bool,
}

impl<'a> Page<'a> {
    /// Looks through a document. `received` is the day on which it came, if that is known.
    pub fn new(document: &'a Document, received: Option<NaiveDate>) -> Self {
        let mut guess = Guess::default();
        let texts = document.lines.iter().flatten().map(|cell| cell.text.as_str());
        let decimals = amounts::decimal_sign(texts);
        let mut lines = Vec::with_capacity(document.lines.len());
        for line in &document.lines {
            let content = line.iter().map(|cell| {
                let words = Words::of(&cell.text);
                guess.add(&words);
                let (mut dates, mut amounts) = (Vec::new(), Vec::new());
                if cell.text.bytes().any(|b| b.is_ascii_digit()) {
                    dates = dates::find(&cell.text, &words);
                    amounts = amounts::find(&cell.text, decimals);
                }
                steps::spend(amounts.len() * dates.len());
                amounts.retain(|a| !dates.iter().any(|d| a.start < d.end && d.start < a.end));
                CellContent { words, amounts, dates }
            });
            lines.push(content.collect());
        }
        let cells = lines.iter_mut().flatten();
        let mut dates: Vec<_> = cells.flat_map(|cell: &mut CellContent| &mut cell.dates).collect();
        dates::years_first(&mut dates);
        let structured = structured::read(document, &lines);
        let mut page = Page {
            document,
            lines,
            subject: Words::of(&document.subject),
            title: Words::of(&document.title),
            sender: sender_beside_receipt(document),
            structured,
            language: guess.language(),
            decimals,
            day_order: DayOrder::Unknown,
            received,
            has_one_decimal: false,
        };
        page.has_one_decimal = page.count_of_decimals(1) > 2.max(page.count_of_decimals(2));
        page.day_order = page.order_of_days(received);
        page
    }

    /// How many cells are only a number with so many decimals and no currency.
    fn count_of_decimals(&self, decimals: usize) -> usize {
        let cells = self.document.lines.iter().flatten();
        let is_one = |cell: &&Cell| {
            let number = cell.text.rsplit_once(['.', ',']);
            number.is_some_and(|(whole, fraction)| {
                let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                fraction.len() == decimals && is_digits(fraction) && is_digits(whole)
            })
        };
        cells.filter(is_one).counted().count()
    }

    /// Whether it is a mail or a web page.
    pub fn is_mail(&self) -> bool {
        self.document.kind == Kind::Html
    }

    /// The cell at a place.
    pub fn cell(&self, at: Place) -> &'a Cell {
        &self.document.lines[at.line][at.cell]
    }

    /// What is in the cell at a place.
    pub fn content(&self, at: Place) -> &CellContent {
        &self.lines[at.line][at.cell]
    }

    /// The subject and the title, with their words.
    pub fn titles(&self) -> [(&'a str, &Words); 2] {
        let document = self.document;
        [(&document.subject, &self.subject), (&document.title, &self.title)]
    }

    /// The text behind one of the amounts of a cell, up to the next.
    pub fn text_after(&self, at: Place, index: usize) -> &'a str {
        let (text, amounts) = (&self.cell(at).text, &self.content(at).amounts);
        let until = amounts.get(index + 1).map_or(text.len(), |next| next.start);
        &text[amounts[index].end..until]
    }

    /// The cells before one in its line, the nearest first.
    pub fn left_of(&self, at: Place) -> impl Iterator<Item = Place> {
        (0..at.cell).rev().map(move |cell| Place { cell, ..at })
    }

    /// Every place, from top to bottom and left to right.
    pub fn places(&self) -> impl Iterator<Item = Place> + '_ {
        let cells = |(line, cells): (usize, &Vec<CellContent>)| (0..cells.len()).map(move |cell| Place { line, cell });
        self.lines.iter().enumerate().flat_map(cells).counted()
    }

    /// Cells of earlier lines, nearest first, that share a column with this one, at most `up` lines up, on the same page.
    pub fn above(&self, at: Place, up: usize) -> impl Iterator<Item = Place> + '_ {
        let above = at.line - up.min(at.line)..at.line;
        above.rev().filter_map(move |line| self.in_column(at, line))
    }

    /// Cells of later lines, nearest first, that share a column with this one, at most `down` lines down, on the same page.
    pub fn below(&self, at: Place, down: usize) -> impl Iterator<Item = Place> + '_ {
        let below = (at.line + 1).min(self.lines.len())..(at.line + 1 + down).min(self.lines.len());
        below.filter_map(move |line| self.in_column(at, line))
    }

    /// The first cell of a line that shares a column with a cell on the same page.
    fn in_column(&self, at: Place, line: usize) -> Option<Place> {
        let cell = self.cell(at);
        steps::spend(self.lines[line].len());
        let mut cells = self.document.lines[line].iter();
        let cell = cells.position(|other| other.page == cell.page && other.overlaps(cell))?;
        Some(Place { line, cell })
    }

    /// The cell before in the line.
    pub fn left(&self, at: Place) -> Option<Place> {
        self.left_of(at).next()
    }

    /// The cell after in the line.
    pub fn right(&self, at: Place) -> Option<Place> {
        (at.cell + 1 < self.lines[at.line].len()).then(|| Place {
            cell: at.cell + 1,
            ..at
        })
    }

    /// The folded words of a line.
    pub fn line_words(&self, line: usize) -> String {
        let words: String = self.lines[line].iter().map(|content| content.words.folded()).collect();
        steps::spend(words.len());
        words
    }

    /// Whether words of a text are a part of the sender's name, and say nothing of the document.
    pub fn is_part_of_sender(&self, words: &Words, part: &Range<usize>) -> bool {
        let is_within = |name: &Words| {
            let mut places = words.folded().match_indices(name.folded());
            places.any(|(byte, _)| {
                let start = words.index_at(byte);
                start <= part.start && part.end <= start + name.len()
            })
        };
        self.sender.as_ref().is_some_and(is_within)
    }

    /// Title, subject and the first lines, folded, without a sender's name that says nothing of the document.
    pub fn head(&self, lines: usize) -> String {
        let mut head = format!("{}{}", self.title.folded(), self.subject.folded());
        for line in 0..lines.min(self.lines.len()) {
            head.push_str(&self.line_words(line));
        }
        if let Some(sender) = &self.sender {
            head = head.replace(sender.folded(), " ");
        }
        head
    }

    /// The height of most letters of the page. 0 if it is unknown.
    pub fn usual_height(&self) -> f32 {
        let mut heights: Vec<f32> = self.document.lines.iter().flatten().map(|cell| cell.height).collect();
        steps::spend(heights.len());
        heights.sort_by(f32::total_cmp);
        heights.get(heights.len() / 2).copied().unwrap_or_default()
    }

    fn order_of_days(&self, received: Option<NaiveDate>) -> DayOrder {
        let dates = self.lines.iter().flatten().flat_map(|content| &content.dates);
        let forms: Vec<ParsedDate> = dates.map(|date| date.parsed).collect();
        let ambiguous = |form: &ParsedDate| matches!(form, ParsedDate::Ambiguous(..));
        if !forms.iter().any(ambiguous) {
            return DayOrder::Unknown;
        }
        let orders = forms.iter().map(|form| form.day_order());
        let mut certain = orders.filter(|order| *order != DayOrder::Unknown).peekable();
        if certain.peek().is_some() {
            return only(certain).unwrap_or_default();
        }
        if self.language.is_some_and(|language| language != "en") {
            return DayOrder::DayFirst;
        }
        let text = self.document.text();
        match (US_MARKS.is_match(&text), EUROPEAN_MARKS.is_match(&text)) {
            (true, false) => DayOrder::MonthFirst,
            (false, true) => DayOrder::DayFirst,
            _ => received.map_or(DayOrder::Unknown, |day| by_arrival(&forms, day)),
        }
    }
}

/// The sender's name if it is more than a word, and the subject names a receipt or an order before it.
fn sender_beside_receipt(document: &Document) -> Option<Words> {
    let name = Words::of(&document.from_name);
    let subject = Words::of(&document.subject);
    // `Refund Team: order 1001`
    let is_first = subject.folded().starts_with(name.folded());
    let subject = subject.folded().replace(name.folded(), " ");
    let names_receipt = || {
        [Documents::Receipt, Documents::OrderConfirmation]
            .iter()
            .any(|names| names.contains_folded(&subject))
    };
    (name.len() > 1 && !is_first && names_receipt()).then_some(name)
}

/// A mail comes at most some weeks after the day that it names: the order under which every ambiguous date fits that, if only one does.
fn by_arrival(forms: &[ParsedDate], received: NaiveDate) -> DayOrder {
    let is_near = |date: NaiveDate| (-3..=25).contains(&(received - date).num_days());
    let fits = |order: DayOrder| {
        let mut ambiguous = forms.iter().filter(|form| matches!(form, ParsedDate::Ambiguous(..)));
        ambiguous.all(|form| form.date(order).is_some_and(is_near))
    };
    match (fits(DayOrder::DayFirst), fits(DayOrder::MonthFirst)) {
        (true, false) => DayOrder::DayFirst,
        (false, true) => DayOrder::MonthFirst,
        _ => DayOrder::Unknown,
    }
}

/// State and ZIP code, or a North American telephone number.
static US_MARKS: Pattern = pattern!(
    r"\b[A-Z]{2},? [0-9]{5}(?:-[0-9]{4})?\b|\([0-9]{3}\) ?[0-9]{3}-[0-9]{4}|\b1-8[0-9]{2}-[0-9]{3}-[0-9]{4}\b|\b[0-9]{3}-[0-9]{3}-[0-9]{4}\b",
);
/// What is on European, Australian and Indian paper: taxes, IBAN, currencies, country domains.
static EUROPEAN_MARKS: Pattern = pattern!(
    r"\b(?:VAT|ABN|GSTIN)\b|\bIBAN\b|€|£|\b(?:EUR|GBP|SEK|DKK|NOK|CHF|PLN)\b|\bkr\b|\.(?:co\.uk|de|fr|eu|se|no|dk|nl|ie)\b|\b(?:GmbH|SARL|Ltd|B\.V\.)",
);
