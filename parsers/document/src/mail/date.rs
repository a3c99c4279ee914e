//! The dates of headers and of mbox separators, in the forms that mail programs have written.

use chrono::{DateTime, Datelike, FixedOffset, NaiveDate, NaiveTime, TimeZone, Timelike};

/// The first letters of the months in English and the languages in which mail programs quote dates.
const MONTHS: [&[&str]; 12] = [
    &["jan", "ene", "gen", "tammi"],
    &["feb", "fév", "fev", "helmi"],
    &["mar", "mär", "mrz", "mrt", "maalis"],
    &["apr", "avr", "abr", "huhti"],
    &["may", "maj", "mai", "mei", "mag", "touko"],
    &["jun", "juin", "giu", "kesä"],
    &["jul", "juil", "lug", "heinä"],
    &["aug", "aoû", "ago", "elo"],
    &["sep", "set", "syys"],
    &["oct", "okt", "ott", "out", "loka"],
    &["nov", "marras"],
    &["dec", "dez", "des", "déc", "dic", "joulu"],
];
/// The zones of RFC 5322, section 4.3, and those of central Europe, with their hours. Others count as UTC, as there.
const ZONES: &[(&str, i32)] = &[
    ("est", -5),
    ("edt", -4),
    ("cst", -6),
    ("cdt", -5),
    ("mst", -7),
    ("mdt", -6),
    ("pst", -8),
    ("pdt", -7),
    ("cet", 1),
    ("met", 1),
    ("cest", 2),
    ("mest", 2),
    ("eet", 2),
    ("eest", 3),
];

/// The date of a header, as RFC 5322 writes it, `asctime`, RFC 3339 or what is close to them. A date of digits alone, such as
/// `02/11/2009`, is none: it can be read in two ways.
///
/// ```
/// use parser_document::mail::date;
/// for text in ["Mon, 02 Nov 2009 10:00:00 +0100", "2 Nov 09 04:00 EST", "Mon Nov  2 09:00:00 2009", "2009-11-02T09:00:00Z"] {
///     assert_eq!(date(text).unwrap().to_utc().to_rfc3339(), "2009-11-02T09:00:00+00:00");
/// }
/// ```
pub fn date(text: &str) -> Option<DateTime<FixedOffset>> {
    let text = without_comments(text).to_lowercase();
    let mut read = Parts::default();
    for word in text.split([' ', '\t', '\r', '\n', ',']).filter(|word| !word.is_empty()) {
        match word.split_once('t') {
            Some((day, time)) if iso_day(day).is_some() => [day, time].iter().for_each(|part| read.word(part)),
            _ => read.word(word),
        }
    }
    let day = NaiveDate::from_ymd_opt(year(read.year?)?, read.month?, read.day?)?;
    // The day is the same in all of Europe at noon.
    let time = read.time.or_else(|| NaiveTime::from_hms_opt(12, 0, 0))?;
    let zone = FixedOffset::east_opt(read.offset)?;
    zone.from_local_datetime(&day.and_time(time)).single()
}

fn without_comments(text: &str) -> String {
    let mut depth = 0_usize;
    let outside = text.chars().filter(|c| {
        match c {
            '(' => depth += 1,
            ')' => {
                depth = depth.saturating_sub(1);
                return false;
            }
            _ => {}
        }
        depth == 0
    });
    outside.collect()
}

#[derive(Default)]
struct Parts {
    day: Option<u32>,
    month: Option<u32>,
    /// With the number of its digits.
    year: Option<(i32, usize)>,
    time: Option<NaiveTime>,
    /// In seconds.
    offset: i32,
}

impl Parts {
    fn word(&mut self, word: &str) {
        if let Some(day) = iso_day(word) {
            (self.year, self.month, self.day) = day;
        } else if word.contains(':') && !word.starts_with(['+', '-', 'g', 'u']) {
            self.clock(word);
        } else if let Some(offset) = offset(word) {
            self.offset = offset;
        } else if word.contains('-') && !word.starts_with('-') {
            // `02-Nov-2009`
            word.split('-').for_each(|part| self.word(part));
        } else if word == "pm" || word == "am" {
            self.half(word);
        } else if word.bytes().all(|byte| byte.is_ascii_digit()) {
            self.number(word);
        } else if let Some(month) = month(word) {
            // `mar` is a day of the week in some languages: the last one is the month.
            self.month = Some(month);
        }
    }

    /// The day is the first number of one or two digits, the year the one after it or one of four digits.
    fn number(&mut self, word: &str) {
        let (number, digits) = (word.parse::<i32>().ok(), word.len());
        match number {
            Some(number) if digits <= 2 && self.day.is_none() => self.day = u32::try_from(number).ok(),
            Some(number) if digits <= 4 && self.year.is_none() => self.year = Some((number, digits)),
            _ => {}
        }
    }

    /// `10:00`, `10:00:00.123`, with a zone such as `+01:00` or `z` right behind it.
    fn clock(&mut self, word: &str) {
        let end = word.find(['+', '-', 'z', 'a', 'p']).unwrap_or(word.len());
        let (clock, rest) = word.split_at(end);
        let parts: Vec<u32> = clock
            .split(':')
            .map_while(|part| part.split('.').next()?.parse().ok())
            .collect();
        let [hour, minute, ref more @ ..] = parts[..] else {
            return;
        };
        // A leap second is the last one of its minute.
        let second = more.first().copied().unwrap_or_default().min(59);
        self.time = NaiveTime::from_hms_opt(hour, minute, second);
        match rest {
            "am" | "pm" => self.half(rest),
            _ => self.offset = offset(rest).unwrap_or(self.offset),
        }
    }

    fn half(&mut self, half: &str) {
        self.time = self.time.and_then(|time| match (half, time.hour()) {
            ("pm", hour @ 1..=11) => time.with_hour(hour + 12),
            ("am", 12) => time.with_hour(0),
            _ => Some(time),
        });
    }
}

type Day = (Option<(i32, usize)>, Option<u32>, Option<u32>);

/// `2009-11-02`.
fn iso_day(word: &str) -> Option<Day> {
    let day = NaiveDate::parse_from_str(word, "%Y-%m-%d").ok()?;
    (word.len() == 10).then_some((Some((day.year(), 4)), Some(day.month()), Some(day.day())))
}

/// RFC 5322, section 4.3: years of two digits are from 1950 to 2049, those of three count from 1900.
fn year((number, digits): (i32, usize)) -> Option<i32> {
    match digits {
        2 if number < 50 => Some(2000 + number),
        2 | 3 => Some(1900 + number),
        4 => Some(number),
        _ => None,
    }
}

/// The month whose beginning is the longest: `marras` is not `mar`.
fn month(word: &str) -> Option<u32> {
    let beginnings = (1..)
        .zip(&MONTHS)
        .flat_map(|(month, names)| names.iter().map(move |name| (name, month)));
    let known = beginnings.filter(|(name, _)| word.starts_with(**name));
    known.max_by_key(|(name, _)| name.len()).map(|(_, month)| month)
}

/// `+0100`, `+01:00`, `gmt+1`, `est`, in seconds.
fn offset(word: &str) -> Option<i32> {
    if let Some((_, hours)) = ZONES.iter().find(|(name, _)| *name == word) {
        return Some(hours * 3600);
    }
    let word = ["gmt", "utc"]
        .iter()
        .find_map(|zone| word.strip_prefix(zone))
        .unwrap_or(word);
    let (sign, digits) = match word.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let digits = digits.replace(':', "");
    let number: i32 = digits.parse().ok()?;
    let (hours, minutes) = if digits.len() <= 2 {
        (number, 0)
    } else {
        (number / 100, number % 100)
    };
    (digits.bytes().all(|byte| byte.is_ascii_digit()) && hours < 24 && minutes < 60)
        .then_some(sign * (hours * 60 + minutes) * 60)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_are_read_in_the_forms_that_mail_programs_write() {
        for text in [
            "Mon, 2 Nov 2009 10:00:00 +0100",
            "Mon, 02 Nov 2009 09:00:00 GMT (a (nested) comment)",
            "2 Nov 09 04:00 EST",
            "02 Nov 109 09:00:00 -0000",
            "Mon Nov  2 09:00:00 2009",
            "Mon Nov  2 09:00:00 +0000 2009",
            "Mon Nov  2 10:00:00 CET 2009",
            "2009-11-02T10:00:00.500+01:00",
            "2009-11-02 09:00:00",
            "2-Nov-2009 10:00:00 +0100",
            "Monday, November 2, 2009 9:00 AM",
            "mån, 02 nov 2009 10:00:00 +0100",
            "mar, 02 nov 2009 10:00:00 GMT+01:00",
            "Mo, 02 Nov 2009 10:00 +01:00",
            "maanantai 02 marraskuuta 2009 09:00",
            "lunes, 2 de noviembre de 2009 09:00",
        ] {
            let read =
                date(text).map(|date| date.format("%FT%H:%MZ").to_string() + &date.to_utc().format(" %H").to_string());
            assert!(
                read.as_ref()
                    .is_some_and(|read| read.starts_with("2009-11-02") && read.ends_with(" 09")),
                "{text}: {read:?}"
            );
        }
        assert_eq!(date("2 Nov 2009").unwrap().to_rfc3339(), "2009-11-02T12:00:00+00:00");
    }

    #[test]
    fn what_is_not_certainly_a_date_is_none() {
        for text in [
            "",
            "yesterday",
            "02/11/2009 10:00",
            "Mon, 32 Nov 2009 10:00:00",
            "Nov 2009",
            "10:00",
            "Fri 25:00 2 Nov",
        ] {
            assert_eq!(date(text), None, "{text}");
        }
    }
}
