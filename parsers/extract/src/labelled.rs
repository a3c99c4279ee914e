//! Values by their labels: after the label, in the cell to its right, or below it.

use std::ops::RangeInclusive;

use chrono::NaiveDate;
use parser_model::Money;

use crate::choice::{Because, Choice};
use crate::numbers;
use crate::page::{Page, Place};
use crate::pattern::{Pattern, pattern};
use crate::payment;
use crate::phrases::{Amounts, Dates, Parties, Payments, Phrases};
use crate::total::labels::{Class, classify};
use crate::words::Words;
use parser_document::text::cut;

/// A number as vendors write it: digits, with letters and signs among them.
static NUMBER: Pattern = pattern!(r"[\p{L}0-9][\p{L}0-9./_-]*[\p{L}0-9]|[0-9]");
/// A longer text is prose.
const MAX_TEXT: usize = 80;

/// A label on the page with the text that may hold its value.
struct Labelled<'p> {
    /// The label as the page writes it.
    label: &'p str,
    /// The cell with the value: the label's own, the one to its right or the one below.
    at: Place,
    /// Where in that cell the value may begin.
    start: usize,
    /// Whether the label is alone in its cell, or a sign is between it and the value.
    is_set_off: bool,
}

impl Labelled<'_> {
    fn text<'p>(&self, page: &'p Page<'_>) -> &'p str {
        page.cell(self.at).text[self.start..].trim()
    }

    fn because(&self) -> Because {
        Because::quoting("its label", self.label)
    }
}

impl Page<'_> {
    /// The text that a label names, at most 80 characters: `Plan: Family`, `Plan | Family`, or `Family` in the line below.
    ///
    /// The label begins its cell. The first one with a text decides; the texts of others are near misses.
    pub fn text(&self, labels: &Phrases) -> Choice<String> {
        self.text_that(labels, |_| true)
    }

    /// The text that a label names, if it fits; else that of the next label.
    pub fn text_that(&self, labels: &Phrases, fits: impl Fn(&str) -> bool) -> Choice<String> {
        let mut choice: Choice<String> = Choice::nothing();
        for at in self.places() {
            let Some((label, text)) = self.text_at(at, labels) else {
                continue;
            };
            if choice.value.is_none() && fits(text) {
                choice.value = Some(text.to_owned());
                choice.because = Because::quoting("its label", label);
            }
            if choice.considered.len() < MAX_CONSIDERED {
                choice.considered.push(format!("{text} (“{label}”)"));
            }
        }
        if choice.value.is_none() && !choice.considered.is_empty() {
            choice.because = "no text beside its labels fits".into();
        }
        choice
    }

    /// The text that the label in a cell names, with the label.
    pub fn text_at(&self, at: Place, labels: &Phrases) -> Option<(&str, &str)> {
        let labelled = self.labelled(at, labels).filter(|labelled| labelled.is_set_off)?;
        let text = labelled.text(self);
        let is_short = !text.is_empty() && text.chars().count() <= MAX_TEXT && !text.ends_with(':');
        is_short.then_some((labelled.label, text))
    }

    /// The number that a label names, with a length such as `5..=30`: digits, with letters, `-`, `.`, `/` or `_` among them.
    ///
    /// Refused if labels name different numbers.
    pub fn number(&self, labels: &Phrases, length: RangeInclusive<usize>) -> Choice<String> {
        let expected = format!("no number of {} to {} characters", length.start(), length.end());
        self.only_value(labels, &expected, |labelled| {
            let text = labelled.text(self);
            let mut numbers = NUMBER.find_iter(text).map(|hit| hit.as_str());
            let is_number = |text: &&str| text.contains(|c: char| c.is_ascii_digit());
            let number = numbers.find(is_number)?;
            length.contains(&number.chars().count()).then(|| number.to_owned())
        })
    }

    /// The amount that a label names. Refused if labels name different amounts, or a cell has several.
    pub fn money(&self, labels: &Phrases) -> Choice<Money> {
        self.only_value(labels, "no single amount", |labelled| {
            let amounts = &self.content(labelled.at).amounts;
            let mut values = amounts.iter().filter(|amount| amount.start >= labelled.start);
            let value = values.next()?.value;
            values.all(|other| other.value == value).then_some(value)
        })
    }

    /// The day that a label names. Refused if labels name different days, or a cell has several.
    pub fn date(&self, labels: &Phrases) -> Choice<NaiveDate> {
        self.only_value(labels, "no single day", |labelled| {
            let dates = &self.content(labelled.at).dates;
            let mut days = dates.iter().filter(|date| date.start >= labelled.start);
            let day = days.next()?.parsed.date(self.day_order)?;
            days.all(|other| other.parsed.date(self.day_order) == Some(day))
                .then_some(day)
        })
    }

    /// The only different value that `read` finds at labels.
    fn only_value<T: PartialEq + ToString>(
        &self,
        labels: &Phrases,
        expected: &str,
        read: impl Fn(&Labelled<'_>) -> Option<T>,
    ) -> Choice<T> {
        let mut choice: Choice<T> = Choice::nothing();
        let mut differ = false;
        for labelled in self.places().filter_map(|at| self.labelled(at, labels)) {
            let value = read(&labelled);
            if choice.considered.len() < MAX_CONSIDERED {
                let shown = value.as_ref().map_or_else(
                    || format!("{expected} in “{}”", cut(labelled.text(self), MAX_TEXT)),
                    ToString::to_string,
                );
                choice.considered.push(format!("{shown} (“{}”)", labelled.label));
            }
            match (&choice.value, value) {
                (None, Some(value)) => {
                    choice.because = labelled.because();
                    choice.value = Some(value);
                }
                (Some(known), Some(value)) => differ |= *known != value,
                (_, None) => {}
            }
        }
        if differ {
            choice.value = None;
            choice.because = "its labels name different values".into();
        } else if choice.value.is_none() && !choice.considered.is_empty() {
            choice.because = format!("{expected} beside its label").into();
        }
        choice
    }

    /// Whether a cell holds a label of a date, a number, a party or a payment method, and nothing else.
    pub fn is_label(&self, at: Place) -> bool {
        let words = &self.content(at).words;
        is_known_label(words) || numbers::is_whole_label(words)
    }

    /// The label that begins a cell, with the place of its value.
    fn labelled(&self, at: Place, labels: &Phrases) -> Option<Labelled<'_>> {
        let words = &self.content(at).words;
        let hit = labels.find(words).filter(|hit| hit.start <= 1)?;
        let text = self.cell(at).text.as_str();
        let (start, end) = (words.span(hit.start).0, words.span(hit.end - 1).1);
        let label = &text[start..end];
        let rest = text[end..].trim_start();
        if !rest.trim_matches([':', ' ']).is_empty() {
            // `Order no.: 1001`. A point alone does not set off the value: it may end a sentence.
            let rest = rest.strip_prefix('.').map_or(rest, str::trim_start);
            let value = rest.strip_prefix([':', '–', '-', '#']);
            return Some(Labelled {
                label,
                at,
                start: text.len() - value.unwrap_or(rest).len(),
                // Without a sign between them, words that follow belong to the label's sentence.
                is_set_off: value.is_some(),
            });
        }
        // `Payment method: | Card payment` isn't a row of heads, although `Card payment` may be the label of a sum.
        let has_colon = rest.contains(':');
        let head = |at: &Place| is_known_label(&self.content(*at).words) || !has_colon && is_sum(&self.cell(*at).text);
        let right = self.right(at).filter(|right| !head(right));
        let beside = right.or_else(|| self.below(at, 1).next())?;
        Some(Labelled {
            label,
            at: beside,
            start: 0,
            is_set_off: true,
        })
    }
}

/// Whether the words are a label: what fills a cell of these isn't a value, but the head of the next column.
fn is_known_label(words: &Words) -> bool {
    use Dates::{DueDate, InvoiceDate, OrderDate, OtherDate, PlainDate};
    const DATES: [Dates; 5] = [DueDate, InvoiceDate, OrderDate, PlainDate, OtherDate];
    const PARTIES: [Parties; 3] = [Parties::Seller, Parties::Buyer, Parties::Merchant];
    DATES.iter().any(|class| class.matches_all(words))
        || PARTIES.iter().any(|class| class.matches_all(words))
        || Payments::MethodLabel.matches_all(words)
        || Amounts::ShippingException.matches_all(words)
}

/// Maximum number of near misses listed.
const MAX_CONSIDERED: usize = 12;

/// `Summa`, `Att betala`: the head of a column of amounts. `Vipps` before an amount is what was paid, but in a column it is a method.
fn is_sum(text: &str) -> bool {
    !payment::names_method(text) && matches!(classify(text), Some(class) if class != Class::NotATotal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parser_document::Document;

    fn with_page<T>(text: &str, read: impl FnOnce(&Page<'_>) -> T) -> T {
        let document = Document::from_plain(text);
        read(&Page::new(&document, None))
    }

    #[test]
    fn a_text_stands_after_beside_or_below_its_label() {
        let labels = Phrases::of(&["restaurang"]);
        for text in [
            "Restaurang: Thai Orkidén",
            "Restaurang     Thai Orkidén",
            "Restaurang.: Thai Orkidén",
            "Restaurang # Thai Orkidén",
            "Restaurang\nThai Orkidén",
        ] {
            let choice = with_page(text, |page| page.text(&labels));
            assert_eq!(choice.value.as_deref(), Some("Thai Orkidén"), "{text}");
            assert_eq!(choice.because, Because::quoting("its label", "Restaurang"), "{text}");
        }
        for text in ["Restaurang med utsikt", "Restaurang. Med utsikt"] {
            assert_eq!(with_page(text, |page| page.text(&labels)), Choice::nothing(), "{text}");
        }
    }

    #[test]
    fn a_text_may_be_one_letter_or_digits() {
        let labels = Phrases::of(&["size", "policy"]);
        for (text, value) in [("Size: M", "M"), ("Policy: 8841002", "8841002")] {
            assert_eq!(with_page(text, |page| page.text(&labels)).value.as_deref(), Some(value));
        }
    }

    #[test]
    fn a_number_has_the_wanted_length() {
        let labels = Phrases::of(&["policy( number)?"]);
        let read = |text: &str| with_page(text, |page| page.number(&labels, 5..=12));
        for text in ["Policy number: 88-41002", "Policy number 88-41002", "Policy\n88-41002"] {
            assert_eq!(read(text).value.as_deref(), Some("88-41002"), "{text}");
        }
        let short = read("Policy: 12");
        assert!(short.is_refusal() && short.considered[0].contains("“12”"), "{short:?}");
        assert_eq!(read("Policy: 88-41002\nPolicy: 88-41003").value, None);
    }

    #[test]
    fn an_amount_and_a_day_stand_beside_their_label() {
        let money = with_page("Excess: 1 500,00 kr", |page| page.money(&Phrases::of(&["excess"])));
        assert_eq!(money.value, "1500".parse().ok());
        let several = with_page("Excess: 1 500,00 kr eller 750,00 kr", |page| {
            page.money(&Phrases::of(&["excess"]))
        });
        assert!(several.is_refusal(), "{several:?}");
        let date = with_page("Renewal   2026-11-01", |page| page.date(&Phrases::of(&["renewal"])));
        assert_eq!(date.value, NaiveDate::from_ymd_opt(2026, 11, 1));
    }
}
