//! Text operators (ISO 32000-1, 9.4).

use lopdf::Object;

use super::interpreter::{Frame, Interpreter, TextObject, matrix, name, number};
use crate::pdf::canvas::Glyph;
use crate::pdf::geometry::Matrix;
use crate::pdf::state::State;

impl Interpreter<'_, '_> {
    /// Executes a text operator. Other operators do nothing.
    pub(super) fn text_operator(&mut self, operator: &[u8], operands: &[Object], frame: &mut Frame<'_>) {
        match operator {
            b"BT" => frame.text_object = TextObject::START,
            b"Tf" => {
                frame.state.font_size = number(operands, 1);
                if let Some(name) = name(operands, 0) {
                    frame.state.font = self.font(name, frame);
                }
            }
            b"Tc" => frame.state.character_spacing = number(operands, 0),
            b"Tw" => frame.state.word_spacing = number(operands, 0),
            b"Tz" => frame.state.horizontal_scaling = number(operands, 0) / 100.0,
            b"TL" => frame.state.leading = number(operands, 0),
            b"Ts" => frame.state.rise = number(operands, 0),
            b"Tr" => frame.state.rendering_mode = operands.first().and_then(|o| o.as_i64().ok()).unwrap_or(0),
            b"Td" => frame.text_object.move_line(number(operands, 0), number(operands, 1)),
            b"TD" => {
                frame.state.leading = -number(operands, 1);
                frame.text_object.move_line(number(operands, 0), number(operands, 1));
            }
            b"Tm" => {
                frame.text_object.line_matrix = matrix(operands);
                frame.text_object.matrix = frame.text_object.line_matrix;
            }
            b"T*" => frame.text_object.move_line(0.0, -frame.state.leading),
            b"Tj" => self.show_all(operands, frame),
            b"'" => {
                frame.text_object.move_line(0.0, -frame.state.leading);
                self.show_all(operands, frame);
            }
            b"\"" => {
                frame.state.word_spacing = number(operands, 0);
                frame.state.character_spacing = number(operands, 1);
                frame.text_object.move_line(0.0, -frame.state.leading);
                self.show_all(operands.get(2..).unwrap_or_default(), frame);
            }
            b"TJ" => {
                if let Some(Object::Array(items)) = operands.first() {
                    self.show_all(items, frame);
                }
            }
            _ => {}
        }
    }

    /// Shows the strings of an array. Numbers between them move the next string back.
    fn show_all(&mut self, items: &[Object], frame: &mut Frame<'_>) {
        for item in items {
            match item {
                Object::String(bytes, _) => self.show(bytes, frame),
                other => {
                    let back = other.as_float().unwrap_or(0.0) / 1000.0;
                    let x = -back * frame.state.font_size * frame.state.horizontal_scaling;
                    frame.text_object.matrix = Matrix::translation(x, 0.0).then(&frame.text_object.matrix);
                }
            }
        }
    }

    fn show(&mut self, bytes: &[u8], frame: &mut Frame<'_>) {
        let Some(font) = frame.state.font.clone() else { return };
        let is_hidden = frame.is_hidden();
        let mut rest = bytes;
        while let Some(mut code) = font.next_code(&mut rest) {
            if !self.file.budget.spend(24) {
                return;
            }
            if let Some(contradicted) = frame.actual_text.take_if(|_| code.is_known()) {
                // What the page shows counts.
                contradicted.glyph.map(|glyph| self.canvas.glyphs.remove(glyph));
            }
            if let Some(actual) = &mut frame.actual_text {
                code.text = std::mem::take(&mut actual.text).into();
            }
            let state = &frame.state;
            let width = code.width * state.font_size * state.horizontal_scaling;
            if !code.text.is_empty() && !is_hidden && self.file.budget.count_glyph() {
                let glyph = self.canvas.glyphs.len();
                self.add_glyph(&code.text, width, state, &frame.text_object.matrix);
                if let Some(actual) = &mut frame.actual_text {
                    actual.glyph = (glyph < self.canvas.glyphs.len()).then_some(glyph);
                }
            }
            let word_spacing = if code.is_space { state.word_spacing } else { 0.0 };
            let advance = width + (state.character_spacing + word_spacing) * state.horizontal_scaling;
            frame.text_object.matrix = Matrix::translation(advance, 0.0).then(&frame.text_object.matrix);
        }
    }

    /// Adds a glyph to the canvas. Slanted text and text far off the page are left out.
    fn add_glyph(&mut self, text: &str, width: f32, state: &State, text_matrix: &Matrix) {
        let to = text_matrix.then(&state.ctm);
        let start = to.apply(0.0, state.rise);
        let end = to.apply(width, state.rise);
        let line_height = state.font.as_ref().map_or(1.0, |font| font.height);
        let top = to.apply(0.0, state.rise + state.font_size * line_height);
        let along = to.apply(1.0, state.rise);
        let (dx, dy) = (along.0 - start.0, along.1 - start.1);
        let direction = if state.font_size * state.horizontal_scaling < 0.0 {
            (-dx, -dy)
        } else {
            (dx, dy)
        };
        let Some(quarter_turns) = quarter_turns(direction) else {
            return;
        };
        let (x0, baseline) = rotated(start, quarter_turns);
        let (x1, _) = rotated(end, quarter_turns);
        let height = (top.0 - start.0).hypot(top.1 - start.1);
        let all = [x0, x1, baseline, height];
        if all.iter().any(|v| !v.is_finite() || v.abs() > 100_000.0) {
            return;
        }
        let center = |a: f32, b: f32, up: f32| f32::midpoint(a, b) + up * 0.3;
        let center = (
            center(start.0, end.0, top.0 - start.0),
            center(start.1, end.1, top.1 - start.1),
        );
        let is_drawn = !matches!(state.rendering_mode, 3 | 7)
            && state.alpha > 0.05
            && state.clip.contains(center.0, center.1, 1.0);
        let order = self.canvas.next_order();
        let text = self.canvas.add_text(text);
        self.canvas.glyphs.push(Glyph {
            text,
            x0: x0.min(x1),
            x1: x0.max(x1),
            baseline,
            height,
            quarter_turns,
            center,
            is_drawn,
            color: state.color,
            order,
        });
    }
}

/// The clockwise quarter turns of a text direction. `None` for slanted text such as a watermark.
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

/// A point on the page rotated back so that text with this direction is upright.
fn rotated((x, y): (f32, f32), quarter_turns: u8) -> (f32, f32) {
    match quarter_turns {
        0 => (x, y),
        1 => (y, -x),
        2 => (-x, -y),
        _ => (-y, x),
    }
}
