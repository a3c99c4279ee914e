//! Joins glyphs to words, words to cells and cells to lines, by their positions.

mod accents;
mod letter_spacing;
mod word;

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use crate::steps::Counted;
use crate::{Cell, Line, text};

use super::canvas::{Canvas, Glyph};
use letter_spacing::LetterRun;
use word::Word;

/// A wider gap, relative to the font size, separates words.
const WORD_GAP: f32 = 0.14;
/// A wider gap, relative to the font size, separates columns.
const COLUMN_GAP: f32 = 0.75;
/// Words of one line are at most this far, relative to the font size, plus half a point above or below each other.
const LINE_OFFSET: f32 = 0.35;

/// The lines of a page. Text in the most frequent direction comes first.
pub fn lines(canvas: &Canvas, glyphs: &[&Glyph], page: u16, size: (f32, f32)) -> Vec<Line> {
    let mut lines = Vec::new();
    for quarter_turns in by_frequency(glyphs) {
        // Left edge and width of the page, rotated so that the text is upright.
        let (left, width) = match quarter_turns {
            0 => (0.0, size.0),
            1 => (0.0, size.1),
            2 => (-size.0, size.0),
            _ => (-size.1, size.1),
        };
        let upright = glyphs
            .iter()
            .copied()
            .filter(|glyph| glyph.quarter_turns == quarter_turns);
        let words = words(canvas, upright);
        for line in group_lines(words) {
            let cells = cells(&line, page, left, width);
            if !cells.is_empty() {
                lines.push(cells);
            }
        }
    }
    lines
}

/// The text directions, the most frequent one first.
fn by_frequency(glyphs: &[&Glyph]) -> Vec<u8> {
    let count = |turns: u8| glyphs.iter().filter(|glyph| glyph.quarter_turns == turns).count();
    let mut directions: Vec<u8> = (0..4).filter(|&turns| count(turns) > 0).collect();
    directions.sort_by_key(|&turns| std::cmp::Reverse(count(turns)));
    directions
}

/// Joins glyphs to words, in the order in which they were drawn.
fn words<'g>(canvas: &Canvas, glyphs: impl Iterator<Item = &'g Glyph>) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut after_space = true;
    // Right edge and baseline of the last glyph, which may be a space.
    let mut last: Option<(f32, f32)> = None;
    for glyph in glyphs {
        let text = canvas.text_of(glyph);
        let height = glyph.height;
        let adjoins = last.is_some_and(|(end, baseline)| {
            let gap = glyph.x0 - end;
            (glyph.baseline - baseline).abs() < 0.1 * height && gap < WORD_GAP * height && gap > -0.4 * height
        });
        last = Some((glyph.x1, glyph.baseline));
        // A soft hyphen that is drawn is a hyphen.
        let is_shown = |c: char| c == '\u{ad}' || !text::is_blank(c) && !text::is_invisible(c);
        if !text.chars().any(is_shown) {
            after_space = after_space || text.chars().any(text::is_blank);
            continue;
        }
        let middle = glyph.baseline - 0.35 * height;
        match words.last_mut() {
            Some(word) if adjoins && !after_space => {
                word.text.push_str(text);
                word.x1 = word.x1.max(glyph.x1);
                word.height = word.height.max(height);
            }
            _ => words.push(Word {
                text: text.to_owned(),
                x0: glyph.x0,
                x1: glyph.x1,
                middle,
                height,
                after_space,
            }),
        }
        after_space = false;
    }
    words
}

/// Groups words into lines, from top to bottom, each sorted from left to right.
fn group_lines(mut words: Vec<Word>) -> Vec<Vec<Word>> {
    words.sort_by(|a, b| a.middle.total_cmp(&b.middle));
    let mut lines: Vec<Vec<Word>> = Vec::new();
    // The sum of the middles of the last line's words, and the smallest of their heights.
    let (mut middles, mut height) = (0.0, f32::MAX);
    for word in words.into_iter().counted() {
        let belongs_to = |line: &Vec<Word>| {
            let middle = middles / count(line.len());
            (word.middle - middle).abs() <= LINE_OFFSET * word.height.min(height) + 0.5
        };
        if !lines.last().is_some_and(|line| line.len() < 2_000 && belongs_to(line)) {
            lines.push(Vec::new());
            (middles, height) = (0.0, f32::MAX);
        }
        middles += word.middle;
        height = height.min(word.height);
        if let Some(line) = lines.last_mut() {
            line.push(word);
        }
    }
    for line in &mut lines {
        line.sort_by(|a, b| a.x0.total_cmp(&b.x0));
        line.dedup_by(|later, earlier| is_duplicate(later, earlier));
    }
    lines
}

/// The number of words in a line, as a divisor.
fn count(n: usize) -> f32 {
    f32::from(u16::try_from(n).unwrap_or(u16::MAX)).max(1.0)
}

/// Whether it is the same word drawn again with a small offset, to look bold.
fn is_duplicate(later: &Word, earlier: &Word) -> bool {
    later.text == earlier.text
        && (later.x0 - earlier.x0).abs() < 0.3 * earlier.height
        && (later.x1 - earlier.x1).abs() < 0.3 * earlier.height
}

fn cells(words: &[Word], page: u16, left: f32, width: f32) -> Line {
    let mut cells = Line::new();
    let mut start = 0;
    let line_gap = letter_spacing::letter_gap(words);
    // The words since `start`, and their right edge.
    let (mut letters, mut right) = (LetterRun::default(), f32::MIN);
    for at in (1..=words.len()).counted() {
        letters.add(&words[at - 1]);
        right = right.max(words[at - 1].x1);
        let ends = at == words.len() || {
            let (before, after) = (&words[at - 1], &words[at]);
            let column = COLUMN_GAP * before.height.min(after.height);
            let letter_gap = letters.gap().or(line_gap);
            after.x0 - right
                >= letter_gap.map_or(column, |gap| column.max(letter_spacing::column_gap(gap, before.height)))
        };
        if ends {
            if let Some(cell) = cell(&words[start..at], line_gap, page, left, width) {
                cells.push(cell);
            }
            (letters, right) = (LetterRun::default(), f32::MIN);
            start = at;
        }
    }
    cells
}

fn cell(words: &[Word], line_gap: Option<f32>, page: u16, left: f32, width: f32) -> Option<Cell> {
    let first = words.first()?;
    let word_gap = letter_spacing::word_gap(words, line_gap);
    let mut joined = String::new();
    let mut end = first.x0;
    for word in words {
        let gap = word.x0 - end;
        let limit = word_gap.unwrap_or(WORD_GAP * word.height);
        let is_separate = (word.after_space && word_gap.is_none()) || gap >= limit || gap <= -0.4 * word.height;
        if is_separate && !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(&word.text);
        end = end.max(word.x1);
    }
    let text = letter_spacing::join_letters(separate_leaders(text::tidy(&accents::composed(&spelt_out(&joined)))));
    if text.is_empty() {
        return None;
    }
    let scale = |x: f32| ((x - left) / width.max(1.0) * 1000.0).clamp(0.0, 1000.0);
    Some(Cell {
        text,
        x0: scale(first.x0),
        x1: scale(end),
        height: words.iter().map(|word| word.height).fold(0.0, f32::max),
        page,
    })
}

/// Puts spaces around leader dots between a label and its amount: `Hyra......6 210,00`.
fn separate_leaders(text: String) -> String {
    const LEADER: &str = " ..... ";
    if !text.contains("....") && !text.contains(". . . .") {
        return text;
    }
    let mut separated = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(start) = rest.find('.') {
        let after = rest[start..].trim_start_matches(['.', ' ']);
        let run = &rest[start..rest.len() - after.len()];
        separated.push_str(&rest[..start]);
        let is_leader = run.bytes().filter(|b| *b == b'.').count() >= 4;
        separated.push_str(if is_leader { LEADER } else { run });
        rest = after;
    }
    separated.push_str(rest);
    text::tidy(&separated)
}

/// The letters of ligatures, and the hyphen that a soft hyphen is once a page shows it.
fn spelt_out(text: &str) -> Cow<'_, str> {
    let is_other = |c: char| c == '\u{ad}' || ('\u{fb00}'..='\u{fb06}').contains(&c);
    if !text.contains(is_other) {
        return Cow::Borrowed(text);
    }
    let mut spelt_out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{ad}' => spelt_out.push('-'),
            c if is_other(c) => spelt_out.extend(std::iter::once(c).nfkc()),
            c => spelt_out.push(c),
        }
    }
    Cow::Owned(spelt_out)
}
