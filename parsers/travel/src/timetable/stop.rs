//! A stop of a journey in a text: where, on which day, at what time.

use std::sync::LazyLock;

use chrono::{Datelike, NaiveDate, NaiveTime};
use parser_kit::Words;
use parser_kit::{Page, Place};
use parser_kit::{Phrases, month};
use regex::Regex;

/// Longer texts are prose.
const MAX_PLACE: usize = 60;

/// `07:05`, `kl. 10.15`, and `08.14` where it begins a text.
static TIME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\bkl\.? ?([01]?[0-9]|2[0-3])[.:]([0-5][0-9])|^([01]?[0-9]|2[0-3])\.([0-5][0-9])|\b([01]?[0-9]|2[0-3]):([0-5][0-9]))(?: ?(am|pm)\b)?(?: uhr\b)?")
        .expect("a constant pattern")
});
/// What leads to a place, and says nothing of it.
static LEADS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:(?:från|fra|from|ab|till|til|to|an|kl|den|avgång|avresa|avreise|afgang|ankomst|departure|departs?|arrival|arrives?|dep|arr|abfahrt|ankunft|utresa|hemresa|framme i|på|at|on|klockan)\b[.:]? ?|[-–—→>↓•|,:·() ]+)+")
        .expect("a constant pattern")
});
static TAILS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?: (?:kl|den|klockan|at|on|uhr|am)\b\.?|[-–—→>↓•|,:·( ]+)+$").expect("a constant pattern")
});
static WEEKDAY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:mån|tis|ons|tors?|fre|lör|sön|mon|tue|wed|thu|fri|sat|sun|ma|ti|ke|to|pe|la|su)(?:dag|day|sday|nesday|rsday|urday)?\b[.,]? ?$")
        .expect("a constant pattern")
});
/// `Tog 63 fra Oslo`: the place begins after the word.
static FROM_WITHIN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)^.{1,30}\b(?:från|fra|from)\b (.+)$").expect("a constant pattern"));
/// What a time may stand beside that is no stop.
static NO_STOP: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "beställ*",
        "bestilt",
        "bok(ad|ades|ning)",
        "booked",
        "booking",
        "betal*",
        "paid",
        "köpt*",
        "köp",
        "kjøpt",
        "kvitto",
        "receipt",
        "ordered",
        "issued",
        "datum",
        "date",
        "tid",
        "time",
        "dato",
        "boarding*",
        "gate*",
        "check ?in",
        "incheckning*",
        "utcheckning*",
        "check ?out",
        "öppet*",
        "open*",
        "vagn",
        "vogn",
        "plats",
        "seat",
        "sete",
        "tim",
        "min",
        "restid",
        "duration",
        "byte*",
        "change",
        "hej",
        "hei",
        "hi",
        "telefon*",
        "phone",
        "stänger",
        "closes",
    ])
});

/// A stop; any part may be missing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stop {
    /// Where.
    pub place: Option<String>,
    /// On which day.
    pub day: Option<NaiveDate>,
    /// At what time.
    pub time: Option<NaiveTime>,
}

impl Stop {
    /// What a cell says of one stop. A cell of prose says nothing.
    pub fn of(page: &Page<'_>, at: Place) -> Stop {
        let reads = page.reads(at);
        let text = page.cell(at).text.as_str();
        if text.chars().count() > MAX_PLACE * 2 || reads.amounts.iter().any(|a| a.strong && a.mark.is_some()) {
            return Stop::default();
        }
        let mut rest = text.to_owned();
        let mut day = None;
        for date in reads.dates.iter().rev() {
            day = date.parsed.date(page.day_order);
            rest.replace_range(date.start..date.end, " ");
        }
        Stop {
            day,
            ..Stop::of_text(&rest)
        }
    }

    /// The same of a text without dates.
    pub fn of_text(text: &str) -> Stop {
        let time = TIME.captures(text);
        let mut rest = text.to_owned();
        let mut stop = Stop {
            time: time.as_ref().and_then(clock),
            ..Stop::default()
        };
        if let Some(range) = time.and_then(|hit| hit.get(0).map(|whole| whole.range())) {
            rest.replace_range(range, " ");
        }
        stop.place = place(&rest);
        stop
    }
}

/// The name of a place that a text is.
fn place(text: &str) -> Option<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = FROM_WITHIN
        .captures(&text)
        .map_or(text.clone(), |hit| hit[1].to_owned());
    let text = LEADS.replace(&text, "");
    let text = TAILS.replace(&text, "");
    let text = WEEKDAY.replace(&text, "");
    let text = text.trim_matches([' ', ',', '-', '–', '.', ':']);
    let text = if text.contains('(') {
        text
    } else {
        text.trim_end_matches(')')
    };
    let words = Words::of(text);
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let fits = letters >= 2 && text.chars().count() <= MAX_PLACE && words.len() <= 8 && !NO_STOP.contains(&words);
    fits.then(|| text.to_owned())
}

fn clock(hit: &regex::Captures<'_>) -> Option<NaiveTime> {
    let group = |number: usize| hit.get(number).and_then(|part| part.as_str().parse::<u32>().ok());
    let (hour, minute) = [(1, 2), (3, 4), (5, 6)]
        .into_iter()
        .find_map(|(hour, minute)| group(hour).zip(group(minute)))?;
    let hour = match hit.get(7).map(|half| half.as_str().to_lowercase()).as_deref() {
        Some("pm") if hour < 12 => hour + 12,
        Some("am") if hour == 12 => 0,
        _ => hour,
    };
    NaiveTime::from_hms_opt(hour, minute, 0)
}

/// `fre 3 juli`, `Lördag 15 augusti`: a day whose year the mail leaves to its reader, the next such after `known`.
pub fn day_without_year(words: &Words, known: NaiveDate) -> Option<NaiveDate> {
    (0..words.len().saturating_sub(1)).find_map(|at| {
        let (first, second) = (words.word(at), words.word(at + 1));
        let (day, month) = month(second)
            .map(|m| (first, m))
            .or_else(|| month(first).map(|m| (second, m)))?;
        let day: u32 = day.parse().ok()?;
        let dates = [known.year(), known.year() + 1].map(|year| NaiveDate::from_ymd_opt(year, month, day));
        dates.into_iter().flatten().find(|date| *date >= known)
    })
}
