//! The texts of a page with their places, and the form in which they are searched.

use std::ops::Range;

use parser_document::text::{is_blank, is_invisible};

/// What markup says of a text: the name of a JSON-LD value or of a microdata property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hint {
    /// Nothing.
    #[default]
    None,
    /// An amount of money.
    Money,
    /// A person's name.
    Person,
    /// A street with its number.
    Street,
    /// A postal code.
    PostalCode,
    /// A town.
    Town,
}

/// A text of the page, such as a text node, an attribute or a JSON-LD value.
#[derive(Clone, Debug, Default)]
pub struct Slot {
    /// The text as it is written.
    pub text: String,
    /// What markup says of it.
    pub hint: Hint,
    /// Whether it continues the text of the slot before it, as the parts of `1 299<sup>00</sup>` do.
    pub continues: bool,
    /// Whether line breaks in it start new lines.
    pub preformatted: bool,
}

impl Slot {
    /// A text that stands for itself.
    pub fn new(text: &str, hint: Hint) -> Self {
        Slot {
            text: text.to_owned(),
            hint,
            ..Slot::default()
        }
    }
}

/// A character of a line and the bytes of the slot that it is written with.
#[derive(Clone, Debug)]
struct Origin {
    at: usize,
    slot: usize,
    bytes: Range<usize>,
}

/// A line of text as a person sees it: single spaces, no invisible characters. It may be written in several slots.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// The text.
    pub text: String,
    /// What markup says of it.
    pub hint: Hint,
    origins: Vec<Origin>,
}

/// A replacement of a part of a slot.
#[derive(Debug)]
pub struct Edit {
    slot: usize,
    bytes: Range<usize>,
    text: String,
}

/// The lines that the slots are.
pub fn lines(slots: &[Slot]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (number, slot) in slots.iter().enumerate() {
        if !slot.continues || lines.is_empty() {
            lines.push(Line::new(slot.hint));
        }
        for (at, c) in slot.text.char_indices() {
            let bytes = at..at + c.len_utf8();
            if slot.preformatted && c == '\n' {
                lines.push(Line::new(slot.hint));
            } else if let Some(line) = lines.last_mut() {
                line.push(c, number, bytes);
            }
        }
    }
    lines.iter_mut().for_each(Line::trim);
    lines.retain(|line| !line.text.is_empty());
    lines
}

impl Line {
    fn new(hint: Hint) -> Self {
        Line {
            hint,
            ..Line::default()
        }
    }

    fn push(&mut self, c: char, slot: usize, bytes: Range<usize>) {
        if is_blank(c) {
            match self.origins.last_mut() {
                Some(last) if self.text.ends_with(' ') && last.slot == slot => last.bytes.end = bytes.end,
                Some(_) if !self.text.ends_with(' ') => self.add(' ', slot, bytes),
                _ => {}
            }
        } else if !is_invisible(c) {
            self.add(c, slot, bytes);
        }
    }

    fn add(&mut self, c: char, slot: usize, bytes: Range<usize>) {
        let at = self.text.len();
        self.origins.push(Origin { at, slot, bytes });
        self.text.push(c);
    }

    fn trim(&mut self) {
        if self.text.ends_with(' ') {
            self.text.pop();
            self.origins.pop();
        }
    }

    /// Replaces a part of the line in its slots. A part in several slots keeps the lengths of all but the first.
    pub fn edits(&self, part: &Range<usize>, replacement: &str, slots: &[Slot]) -> Vec<Edit> {
        let of_part: Vec<&Origin> = self.origins.iter().filter(|origin| part.contains(&origin.at)).collect();
        let mut rest: Vec<char> = replacement.chars().collect();
        let groups: Vec<&[&Origin]> = of_part.chunk_by(|one, next| one.slot == next.slot).collect();
        let mut edits = Vec::with_capacity(groups.len());
        for (number, group) in groups.iter().enumerate().rev() {
            let (Some(first), Some(last)) = (group.first(), group.last()) else {
                continue;
            };
            let kept = if number == 0 {
                0
            } else {
                rest.len().saturating_sub(group.len())
            };
            let text: String = rest.drain(kept..).collect();
            let bytes = first.bytes.start..last.bytes.end;
            let written = &slots[first.slot].text[bytes.clone()];
            let blank = written.chars().find(|c| is_blank(*c) && !c.is_ascii());
            edits.push(Edit {
                slot: first.slot,
                bytes,
                text: blank.map_or(text.clone(), |blank| text.replace(' ', &blank.to_string())),
            });
        }
        edits
    }
}

/// Makes the edits. None overlaps another.
pub fn apply(slots: &mut [Slot], mut edits: Vec<Edit>) {
    edits.sort_by_key(|edit| (edit.slot, edit.bytes.start));
    for edit in edits.into_iter().rev() {
        slots[edit.slot].text.replace_range(edit.bytes, &edit.text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_in_several_slots_is_replaced_in_all_of_them() {
        let mut slots = vec![Slot::new("Pris\n\n 899", Hint::None), Slot::new("50 kr", Hint::None)];
        slots[1].continues = true;
        let lines = lines(&slots);
        assert_eq!(lines[0].text, "Pris 89950 kr");
        let edits = lines[0].edits(&(5..10), "179900", &slots);
        apply(&mut slots, edits);
        assert_eq!([&slots[0].text, &slots[1].text], ["Pris\n\n 1799", "00 kr"]);
    }

    #[test]
    fn blanks_are_written_as_before() {
        let mut slots = vec![Slot::new(" 1\u{a0}299\u{200b} kr ", Hint::None)];
        let lines = lines(&slots);
        assert_eq!(lines[0].text, "1 299 kr");
        let edits = lines[0].edits(&(0..5), "2 598", &slots);
        apply(&mut slots, edits);
        assert_eq!(slots[0].text, " 2\u{a0}598\u{200b} kr ");
    }
}
