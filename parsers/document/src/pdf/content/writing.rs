//! The operators that place and show text.

use lopdf::Object;

use super::{Painter, Run, matrix, name, number};
use crate::pdf::canvas::Glyph;
use crate::pdf::geometry::Matrix;
use crate::pdf::state::State;

/// Where a text object is.
pub(super) struct Pen {
    line: Matrix,
    at: Matrix,
}

impl Pen {
    /// At the origin.
    pub(super) const START: Pen = Pen {
        line: Matrix::IDENTITY,
        at: Matrix::IDENTITY,
    };

    /// Begins a line so far from the beginning of the last one.
    fn move_line(&mut self, x: f32, y: f32) {
        self.line = Matrix::shift(x, y).then(&self.line);
        self.at = self.line;
    }
}

impl Painter<'_, '_> {
    /// Runs an operator that sets the text's state or shows text; others do nothing.
    pub(super) fn text(&mut self, operator: &[u8], operands: &[Object], run: &mut Run<'_>) {
        match operator {
            b"BT" => run.pen = Pen::START,
            b"Tf" => {
                run.state.size = number(operands, 1);
                if let Some(name) = name(operands, 0) {
                    run.state.font = self.font(name, run);
                }
            }
            b"Tc" => run.state.letter_spacing = number(operands, 0),
            b"Tw" => run.state.word_spacing = number(operands, 0),
            b"Tz" => run.state.stretch = number(operands, 0) / 100.0,
            b"TL" => run.state.leading = number(operands, 0),
            b"Ts" => run.state.rise = number(operands, 0),
            b"Tr" => run.state.mode = operands.first().and_then(|o| o.as_i64().ok()).unwrap_or(0),
            b"Td" => run.pen.move_line(number(operands, 0), number(operands, 1)),
            b"TD" => {
                run.state.leading = -number(operands, 1);
                run.pen.move_line(number(operands, 0), number(operands, 1));
            }
            b"Tm" => {
                run.pen.line = matrix(operands);
                run.pen.at = run.pen.line;
            }
            b"T*" => run.pen.move_line(0.0, -run.state.leading),
            b"Tj" => self.show_all(operands, run),
            b"'" => {
                run.pen.move_line(0.0, -run.state.leading);
                self.show_all(operands, run);
            }
            b"\"" => {
                run.state.word_spacing = number(operands, 0);
                run.state.letter_spacing = number(operands, 1);
                run.pen.move_line(0.0, -run.state.leading);
                self.show_all(operands.get(2..).unwrap_or_default(), run);
            }
            b"TJ" => {
                if let Some(Object::Array(items)) = operands.first() {
                    self.show_all(items, run);
                }
            }
            _ => {}
        }
    }

    fn show_all(&mut self, items: &[Object], run: &mut Run<'_>) {
        for item in items {
            match item {
                Object::String(bytes, _) => self.show(bytes, run),
                other => {
                    let back = other.as_float().unwrap_or(0.0) / 1000.0;
                    let shift = -back * run.state.size * run.state.stretch;
                    run.pen.at = Matrix::shift(shift, 0.0).then(&run.pen.at);
                }
            }
        }
    }

    fn show(&mut self, bytes: &[u8], run: &mut Run<'_>) {
        let Some(font) = run.state.font.clone() else { return };
        let hidden = run.is_hidden();
        let mut rest = bytes;
        while let Some(shown) = font.next(&mut rest) {
            if !self.file.budget.work(24) {
                return;
            }
            let state = &run.state;
            let width = shown.width * state.size * state.stretch;
            if !shown.text.is_empty() && !hidden && self.file.budget.glyph() {
                self.place(&shown.text, width, state, &run.pen.at);
            }
            let blank = if shown.is_blank_code { state.word_spacing } else { 0.0 };
            let advance = width + (state.letter_spacing + blank) * state.stretch;
            run.pen.at = Matrix::shift(advance, 0.0).then(&run.pen.at);
        }
    }

    fn place(&mut self, text: &str, width: f32, state: &State, at: &Matrix) {
        let to = at.then(&state.to_reader);
        let start = to.apply(0.0, state.rise);
        let end = to.apply(width, state.rise);
        let top = to.apply(0.0, state.rise + state.size);
        let along = to.apply(1.0, state.rise);
        let (dx, dy) = (
            along.0 - to.apply(0.0, state.rise).0,
            along.1 - to.apply(0.0, state.rise).1,
        );
        let dx_signed = if state.size * state.stretch < 0.0 {
            (-dx, -dy)
        } else {
            (dx, dy)
        };
        let Some(turns) = quarter_turns(dx_signed) else { return };
        let (x0, baseline) = turned(start, turns);
        let (x1, _) = turned(end, turns);
        let height = (top.0 - start.0).hypot(top.1 - start.1);
        let all = [x0, x1, baseline, height];
        if all.iter().any(|v| !v.is_finite() || v.abs() > 100_000.0) {
            return;
        }
        let middle = |a: f32, b: f32, up: f32| f32::midpoint(a, b) + up * 0.3;
        let middle = (
            middle(start.0, end.0, top.0 - start.0),
            middle(start.1, end.1, top.1 - start.1),
        );
        let drawn = !matches!(state.mode, 3 | 7) && state.opacity > 0.05 && state.clip.holds(middle.0, middle.1, 1.0);
        let order = self.canvas.next_order();
        let text = self.canvas.add_text(text);
        self.canvas.glyphs.push(Glyph {
            text,
            x0: x0.min(x1),
            x1: x0.max(x1),
            baseline,
            height,
            turns,
            middle,
            drawn,
            color: state.color,
            order,
        });
    }
}

/// The quarter turns of a direction; none for slanted text such as a watermark.
fn quarter_turns((dx, dy): (f32, f32)) -> Option<u8> {
    let (along, across) = (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()));
    if along <= f32::EPSILON || across > along * 0.1 {
        return None;
    }
    Some(match (dx.abs() > dy.abs(), dx > 0.0, dy > 0.0) {
        (true, true, _) => 0,
        (false, _, true) => 1,
        (true, false, _) => 2,
        (false, _, false) => 3,
    })
}

/// A point seen with the head tilted so that text of so many turns is upright.
fn turned((x, y): (f32, f32), turns: u8) -> (f32, f32) {
    match turns {
        0 => (x, y),
        1 => (y, -x),
        2 => (-x, -y),
        _ => (-y, x),
    }
}
