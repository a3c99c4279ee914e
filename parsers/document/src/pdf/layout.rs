//! Puts glyphs together to words, words to cells and cells to lines, by where they stand.

mod spread;

use crate::text;
use crate::{Cell, Line};

use super::canvas::{Canvas, Glyph};

/// Letters further apart than this part of their height belong to two words.
const WORD_GAP: f32 = 0.14;
/// Words further apart than this part of their height belong to two columns.
const COLUMN_GAP: f32 = 0.75;
/// Letters of one line may stand this part of their height higher or lower, and half a point more.
const LINE_SHIFT: f32 = 0.35;

/// Letters without a gap.
#[derive(Clone, Debug)]
struct Word {
    text: String,
    x0: f32,
    x1: f32,
    /// The middle between top and bottom of its letters.
    middle: f32,
    height: f32,
    /// Whether a blank was drawn before it.
    after_blank: bool,
}

/// The lines of a page: upright text first, then what stands on its side.
pub fn lines(canvas: &Canvas, seen: &[&Glyph], page: u16, size: (f32, f32)) -> Vec<Line> {
    let mut lines = Vec::new();
    for turns in by_frequency(seen) {
        // Seen with the head tilted, the page is as wide as it was high; its left edge is where x is least.
        let (left, width) = match turns {
            0 => (0.0, size.0),
            1 => (0.0, size.1),
            2 => (-size.0, size.0),
            _ => (-size.1, size.1),
        };
        let words = words(canvas, seen.iter().copied().filter(|glyph| glyph.turns == turns));
        for line in grouped(words) {
            let cells = cells(&line, page, left, width);
            if !cells.is_empty() {
                lines.push(cells);
            }
        }
    }
    lines
}

/// The directions of reading, the one of most glyphs first.
fn by_frequency(glyphs: &[&Glyph]) -> Vec<u8> {
    let count = |turns: u8| glyphs.iter().filter(|glyph| glyph.turns == turns).count();
    let mut directions: Vec<u8> = (0..4).filter(|&turns| count(turns) > 0).collect();
    directions.sort_by_key(|&turns| std::cmp::Reverse(count(turns)));
    directions
}

/// Words in the order in which they were drawn.
fn words<'g>(canvas: &Canvas, glyphs: impl Iterator<Item = &'g Glyph>) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut after_blank = true;
    // Where the last glyph ended and on which line, blanks included.
    let mut last: Option<(f32, f32)> = None;
    for glyph in glyphs {
        let text = canvas.text_of(glyph);
        let height = glyph.height;
        let adjoins = last.is_some_and(|(end, baseline)| {
            let gap = glyph.x0 - end;
            (glyph.baseline - baseline).abs() < 0.1 * height && gap < WORD_GAP * height && gap > -0.4 * height
        });
        last = Some((glyph.x1, glyph.baseline));
        if text.chars().all(|c| text::is_blank(c) || text::is_invisible(c)) {
            after_blank = after_blank || text.chars().any(text::is_blank);
            continue;
        }
        let middle = glyph.baseline - 0.35 * height;
        match words.last_mut() {
            Some(word) if adjoins && !after_blank => {
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
                after_blank,
            }),
        }
        after_blank = false;
    }
    words
}

/// Words of one height together, from top to bottom, each line from left to right.
fn grouped(mut words: Vec<Word>) -> Vec<Vec<Word>> {
    words.sort_by(|a, b| a.middle.total_cmp(&b.middle));
    let mut lines: Vec<Vec<Word>> = Vec::new();
    for word in words {
        let near = |line: &Vec<Word>| {
            let height = line.iter().map(|w| w.height).fold(word.height, f32::min);
            let middle = line.iter().map(|w| w.middle).sum::<f32>() / count(line.len());
            (word.middle - middle).abs() <= LINE_SHIFT * height + 0.5
        };
        match lines.last_mut() {
            Some(line) if line.len() < 2_000 && near(line) => line.push(word),
            _ => lines.push(vec![word]),
        }
    }
    for line in &mut lines {
        line.sort_by(|a, b| a.x0.total_cmp(&b.x0));
        line.dedup_by(|later, earlier| is_shadow(later, earlier));
    }
    lines
}

/// A count as a divisor: lines are short.
fn count(n: usize) -> f32 {
    f32::from(u16::try_from(n).unwrap_or(u16::MAX)).max(1.0)
}

/// Whether it is the same word drawn again a little beside, to look bold.
fn is_shadow(later: &Word, earlier: &Word) -> bool {
    later.text == earlier.text
        && (later.x0 - earlier.x0).abs() < 0.3 * earlier.height
        && (later.x1 - earlier.x1).abs() < 0.3 * earlier.height
}

fn cells(words: &[Word], page: u16, left: f32, width: f32) -> Line {
    let mut cells = Line::new();
    let mut start = 0;
    for at in 1..=words.len() {
        let ends = at == words.len() || {
            let (before, after) = (&words[at - 1], &words[at]);
            let reach = words[start..at].iter().map(|word| word.x1).fold(f32::MIN, f32::max);
            let column = COLUMN_GAP * before.height.min(after.height);
            after.x0 - reach >= spread::usual_gap(&words[start..at]).map_or(column, |gap| column.max(3.0 * gap))
        };
        if ends {
            if let Some(cell) = cell(&words[start..at], page, left, width) {
                cells.push(cell);
            }
            start = at;
        }
    }
    cells
}

fn cell(words: &[Word], page: u16, left: f32, width: f32) -> Option<Cell> {
    let first = words.first()?;
    let spread = spread::word_gap(words);
    let mut joined = String::new();
    let mut end = first.x0;
    for word in words {
        let gap = word.x0 - end;
        let limit = spread.unwrap_or(WORD_GAP * word.height);
        let parts = (word.after_blank && spread.is_none()) || gap >= limit || gap <= -0.4 * word.height;
        if parts && !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(&word.text);
        end = end.max(word.x1);
    }
    let text = spread::close_up(leader_apart(text::tidy(&joined)));
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

/// `Hyra......6 210,00`: the dots that lead from a label to its amount stand apart from both.
fn leader_apart(text: String) -> String {
    const LEADER: &str = " ..... ";
    if !text.contains("....") && !text.contains(". . . .") {
        return text;
    }
    let mut apart = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(start) = rest.find('.') {
        let after = rest[start..].trim_start_matches(['.', ' ']);
        let run = &rest[start..rest.len() - after.len()];
        apart.push_str(&rest[..start]);
        let leads = run.bytes().filter(|b| *b == b'.').count() >= 4;
        apart.push_str(if leads { LEADER } else { run });
        rest = after;
    }
    apart.push_str(rest);
    text::tidy(&apart)
}
