//! Reads a stop of a journey from a text: place, day and time.

use std::ops::Range;

use chrono::{Datelike, NaiveDate, NaiveTime};
use parser_kit::{Captures, Page, Pattern, Phrases, Place, Words, month, pattern, phrases};

/// Maximum number of characters of a place. Longer texts are prose.
const MAX_PLACE: usize = 60;

/// A time: `07:05`, `kl. 10.15`, or `08.14` at the start of a text.
static TIME: Pattern = pattern!(
    r"(?i)(?:\b(?:klo|kl|ore|godz)\.? ?([01]?[0-9]|2[0-3])[.:]([0-5][0-9])|^([01]?[0-9]|2[0-3])\.([0-5][0-9])|\b([01]?[0-9]|2[0-3])[:h]([0-5][0-9])\b)(?: ?(am|pm)\b)?(?: uhr\b)?",
);
/// Words and signs before a place.
static PREFIX: Pattern = pattern!(
    r"(?i)^(?:(?:från|fra|from|ab|till|til|to|an|kl|den|avgång|avresa|avreise|afgang|ankomst|departure|departs?|arrival|arrives?|dep|arr|abfahrt|ankunft|avgår|ankommer|lähtö|lähtee|saapuu|saapuminen|vertrek|aankomst|départ|arrivée|salida|llegada|partenza|arrivo|partida|chegada|odj|odjazd|odjezd|příj|příjezd|przyjazd|αναχώρηση|άφιξη|utresa|hemresa|framme i|på|at|on|klockan)\b[.:]? ?|[-–—→>↓•|,:·() ]+)+",
);
/// Words and signs after a place.
static SUFFIX: Pattern = pattern!(r"(?i)(?: (?:kl|den|klockan|at|on|uhr|am)\b\.?|[-–—→>↓•|,:·( ]+)+$");
static WEEKDAY: Pattern = pattern!(
    r"(?i)\b(?:mån|tis|ons|tors?|fre|lör|sön|mon|tue|wed|thu|fri|sat|sun|ma|ti|ke|to|pe|la|su)(?:dag|day|sday|nesday|rsday|urday)?\b[.,]? ?$",
);
/// Nothing but a day of the week, in the languages whose names of days may end a place: `Viña del Mar`.
static WEEKDAY_ALONE: Pattern = pattern!(
    r"(?i)^(?:lun|mar|mer|gio|ven|sab|dom|jeu|sam|dim|mi|do|fr|sa|so|di|wo|vr|za|zo|lø|sø|po|út|st|čt|pá|ne|pon|wt|śr|czw|pt|niedz|δευ|τρί|τετ|πέμ|παρ|σάβ|κυρ|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|(?:lune|marte|mercole|giove|vener)dì|sabato|domenica|lunes|martes|miércoles|jueves|viernes|sábado|domingo|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)\.?$",
);
/// A place after a word in the text: `Tog 63 fra Oslo`.
static AFTER_FROM: Pattern = pattern!(r"(?i)^.{1,30}\b(?:från|fra|from)\b (.+)$");
/// Words beside times that are not of a stop.
static NOT_A_STOP: Phrases = phrases![
    "(beställ*|bestilt|bok(ad|ades|ning)|booked|booking|betal*|paid|köpt*|köp|kjøpt|kvitto|receipt)",
    "(ordered|issued|*datum|*päivä|date|tid|time|*dato|boarding*|gate*|check ?in|incheckning*)",
    "(utcheckning*|check ?out|öppet*|open*|vagn|vogn|plats|seat|sete|tim|min|restid|duration|byte*)",
    "(change|hej|hei|hi|telefon*|phone|stänger|closes|rezervováno|zakoupeno|zaplaceno|zakupiono)",
    "(opłacono|bestellt|gebucht|bezahlt|geboekt|besteld|betaald|command[ée]*|réglée?|achetée?)",
    "(réservée?|emess[oa]|prenotat[oa]|pagat[oa]|comprad[oa]|pagad[oa]|reservad[oa]|varattu|maksettu)",
    "(tilattu|αγορά*|κράτηση*|delivery|levering*)",
];

/// A stop, as far as a text states it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stop {
    pub place: Option<String>,
    pub day: Option<NaiveDate>,
    pub time: Option<NaiveTime>,
}

impl Stop {
    /// Reads a cell. Empty if the cell is prose or has an amount of money.
    pub fn of(page: &Page<'_>, at: Place) -> Stop {
        Stop::of_part(page, at, 0..page.cell(at).text.len())
    }

    /// Reads a part of a cell, in the same way.
    pub fn of_part(page: &Page<'_>, at: Place, part: Range<usize>) -> Stop {
        let content = page.content(at);
        let text = page.cell(at).text.get(part.clone()).unwrap_or_default();
        if text.chars().count() > MAX_PLACE * 2 || content.amounts.iter().any(|a| a.strong && a.mark.is_some()) {
            return Stop::default();
        }
        let mut rest = text.to_owned();
        let mut day = None;
        let is_within = |date: &&parser_kit::dates::DateMatch| part.start <= date.start && date.end <= part.end;
        for date in content.dates.iter().rev().filter(is_within) {
            day = date.parsed.date(page.day_order);
            rest.replace_range(date.start - part.start..date.end - part.start, " ");
        }
        Stop {
            day,
            ..Stop::of_text(&rest)
        }
    }

    /// Reads a text without dates.
    pub fn of_text(text: &str) -> Stop {
        let time = TIME.captures(text);
        let mut rest = text.to_owned();
        let mut stop = Stop {
            time: time.as_ref().and_then(parse_time),
            ..Stop::default()
        };
        if let Some(range) = time.and_then(|hit| hit.get(0).map(|whole| whole.range())) {
            rest.replace_range(range, " ");
        }
        stop.place = place(&rest);
        stop
    }
}

fn place(text: &str) -> Option<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = AFTER_FROM.captures(&text).map_or(text.clone(), |hit| hit[1].to_owned());
    let text = PREFIX.replace(&text, "");
    let text = SUFFIX.replace(&text, "");
    let text = WEEKDAY.replace(&text, "");
    let text = text.trim_matches([' ', ',', '-', '–', '.', ':']);
    let text = if text.contains('(') {
        text
    } else {
        text.trim_end_matches(')')
    };
    if WEEKDAY_ALONE.is_match(text) {
        return None;
    }
    let words = Words::of(text);
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let is_place =
        letters >= 2 && text.chars().count() <= MAX_PLACE && words.len() <= 8 && !NOT_A_STOP.contains(&words);
    is_place.then(|| text.to_owned())
}

fn parse_time(hit: &Captures<'_>) -> Option<NaiveTime> {
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

/// Reads a day without a year, such as `fre 3 juli`: the first such day on or after `known`.
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
