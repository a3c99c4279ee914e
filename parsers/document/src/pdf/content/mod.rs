//! Interprets content streams (ISO 32000-1, 7.8.2) and records the text and the areas that they draw.

mod interpreter;
mod resources;
mod text;

use lopdf::{Dictionary, Object};
use parser_model::Limit;

use super::budget;
use super::geometry::{Area, Matrix};
use super::lexer::{Lexer, Token};
use super::object;
use super::resolve::{Resolve, Resolved, dict_of};
use super::state::{ColorSpace, State};
pub use interpreter::Fonts;
use interpreter::Frame;
pub use interpreter::Interpreter;
use interpreter::{matrix, name, number};

/// Open marked-content sequences that are recorded.
const MARKED_CONTENT_DEPTH: usize = 4096;

impl Interpreter<'_, '_> {
    /// Interprets a decoded content stream.
    pub fn run(&mut self, content: &[u8], resources: &[&Dictionary], state: State) {
        let budget = self.file.budget;
        let mut frame = Frame::new(resources, state);
        let mut lexer = Lexer::new(content, 0);
        let mut operands: Vec<Object> = Vec::new();
        let mut objects_left = budget.objects_left();
        loop {
            let before = lexer.at;
            let Some(token) = lexer.token() else { break };
            if !budget.spend(lexer.at - before + 8) {
                break;
            }
            match token {
                Token::Word(word) if !matches!(word, b"true" | b"false" | b"null") => {
                    // The operands are dropped below.
                    budget.restore_objects(objects_left);
                    if word == b"BI" {
                        self.inline_image(&mut lexer, &frame);
                    } else {
                        self.operator(word, &operands, &mut frame);
                    }
                    operands.clear();
                    objects_left = budget.objects_left();
                }
                token => {
                    // Content streams have no references, so no further tokens need to be read after an integer.
                    let operand = match token {
                        Token::Integer(number) => Some(Object::Integer(number)),
                        Token::Real(number) => Some(Object::Real(number)),
                        token => object::from_token(token, &mut lexer, budget, budget::NESTING),
                    };
                    if let Some(operand) = operand.filter(|_| operands.len() < budget::OPERANDS) {
                        operands.push(operand);
                    }
                }
            }
        }
    }

    fn operator(&mut self, operator: &[u8], operands: &[Object], frame: &mut Frame<'_>) {
        match operator {
            b"q" => {
                if frame.saved_states.len() < budget::STATE_DEPTH {
                    frame.saved_states.push(frame.state.clone());
                }
            }
            b"Q" => {
                if let Some(saved) = frame.saved_states.pop() {
                    frame.state = saved;
                }
            }
            b"cm" => frame.state.ctm = matrix(operands).then(&frame.state.ctm),
            b"gs" => self.set_ext_g_state(operands, frame),
            b"g" | b"rg" | b"k" | b"sc" | b"scn" => set_color(operator, operands, frame),
            b"cs" => {
                frame.state.color_space = self.color_space(operands, frame);
                frame.state.color = Some([0.0; 3]).filter(|_| frame.state.color_space == ColorSpace::Device);
            }
            b"Do" => self.draw_x_object(operands, frame),
            b"BDC" => {
                let is_hidden = name(operands, 0) == Some(b"OC") && self.is_hidden_content(operands, frame);
                frame.marked_content.push(is_hidden || frame.is_hidden());
                frame.actual_text = self.actual_text(operands, frame);
            }
            b"BMC" => frame.marked_content.push(frame.is_hidden()),
            b"EMC" => {
                frame.marked_content.pop();
                frame.actual_text = None;
            }
            _ if self.path_operator(operator, operands, frame) => {}
            _ => self.text_operator(operator, operands, frame),
        }
        frame.marked_content.truncate(MARKED_CONTENT_DEPTH);
    }

    /// Executes a path construction, clipping or painting operator. `false` for other operators.
    fn path_operator(&mut self, operator: &[u8], operands: &[Object], frame: &mut Frame<'_>) -> bool {
        let ctm = &frame.state.ctm;
        let point = |index: usize| ctm.apply(number(operands, index), number(operands, index + 1));
        match operator {
            b"re" => {
                let (x, y) = (number(operands, 0), number(operands, 1));
                let corners = [x, y, x + number(operands, 2), y + number(operands, 3)];
                frame.path.rectangle(ctm, Area::from_corners(corners));
            }
            b"m" => frame.path.move_to(point(0)),
            b"l" => frame.path.line_to(point(0)),
            b"c" => frame.path.curve_to(&[point(0), point(2), point(4)]),
            b"v" | b"y" => frame.path.curve_to(&[point(0), point(2)]),
            b"h" => {}
            b"W" | b"W*" => frame.path.clips = true,
            b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*" => {
                self.fill(operator.ends_with(b"*"), frame);
                frame.path.end(&mut frame.state.clip);
            }
            b"S" | b"s" | b"n" => frame.path.end(&mut frame.state.clip),
            _ => return false,
        }
        true
    }

    fn fill(&mut self, even_odd: bool, frame: &Frame<'_>) {
        let state = &frame.state;
        if state.alpha <= 0.0 || frame.is_hidden() {
            return;
        }
        let is_opaque = state.alpha >= 1.0 && state.is_normal_blend;
        for (area, is_rectangle) in frame.path.filled(even_odd) {
            // Only the bounding box of other shapes is known, and parts of it may not be painted.
            let color = state.color.filter(|_| is_rectangle);
            self.canvas
                .add_fill(area.intersection(&state.clip), color, is_opaque && is_rectangle);
        }
    }

    fn draw_x_object(&mut self, operands: &[Object], frame: &Frame<'_>) {
        let Some(x_object) = name(operands, 0).and_then(|name| self.find(frame, b"XObject", name)) else {
            return;
        };
        let Object::Stream(stream) = &*x_object else { return };
        let group = self.file.get(&stream.dict, b"OC");
        if frame.is_hidden() || group.is_some_and(|group| self.is_off(&group)) {
            return;
        }
        let subtype = self.file.get(&stream.dict, b"Subtype");
        match subtype.as_deref().map(Object::as_name) {
            Some(Ok(b"Form")) => self.draw_form(&x_object, frame.resources, frame.state.clone()),
            Some(Ok(b"Image")) => self.draw_image(&frame.state),
            _ => {}
        }
    }

    /// Draws a form `XObject`, which has a content stream of its own.
    pub fn draw_form(&mut self, form: &Resolved<'_>, outer: &[&Dictionary], mut state: State) {
        let Some(dict) = form.dict() else { return };
        let Some(id) = form.id() else { return };
        if self.open_forms.contains(&id) {
            return;
        }
        if self.open_forms.len() >= budget::FORM_DEPTH {
            self.file.budget.exceed(Limit::FormDepth);
            return;
        }
        let Some(content) = self.file.decoded(form, budget::DECODED_BYTES) else {
            return;
        };
        let matrix = self.file.numbers::<6>(dict, b"Matrix").map_or(Matrix::IDENTITY, Matrix);
        state.ctm = matrix.then(&state.ctm);
        if let Some(b_box) = self.file.numbers::<4>(dict, b"BBox") {
            let b_box = state.ctm.apply_to_area(&Area::from_corners(b_box));
            state.clip = state.clip.intersection(&b_box);
        }
        let inner = self.file.get(dict, b"Resources");
        let mut resources: Vec<&Dictionary> = inner.as_deref().and_then(dict_of).into_iter().collect();
        resources.extend(outer.iter().take(budget::FORM_DEPTH));
        self.open_forms.push(id);
        self.run(&content, &resources, state);
        self.open_forms.pop();
    }

    /// An image fills the unit square.
    fn draw_image(&mut self, state: &State) {
        let unit = Area::from_corners([0.0, 0.0, 1.0, 1.0]);
        self.canvas
            .add_image(state.ctm.apply_to_area(&unit).intersection(&state.clip));
    }

    /// Draws an inline image (`BI` … `ID` … `EI`) and skips its data.
    fn inline_image(&mut self, lexer: &mut Lexer<'_>, frame: &Frame<'_>) {
        while let Some(token) = lexer.token() {
            if !self.file.budget.spend(8) {
                return;
            }
            if token == Token::Word(b"ID") {
                break;
            }
        }
        let bytes = lexer.bytes;
        let start = lexer.at;
        let is_end = |at: usize| {
            let ends = bytes.get(at + 2).is_none_or(u8::is_ascii_whitespace);
            bytes[at..].starts_with(b"EI") && ends && at > 0 && bytes[at - 1].is_ascii_whitespace()
        };
        lexer.at = (start..bytes.len())
            .find(|&at| is_end(at))
            .map_or(bytes.len(), |at| at + 2);
        self.file.budget.spend(lexer.at - start);
        if !frame.is_hidden() {
            self.draw_image(&frame.state);
        }
    }
}

fn set_color(operator: &[u8], operands: &[Object], frame: &mut Frame<'_>) {
    if matches!(operator, b"g" | b"rg" | b"k") {
        frame.state.color_space = ColorSpace::Device;
    }
    let components: Vec<f32> = operands.iter().filter_map(|o| o.as_float().ok()).collect();
    frame.state.set_color(&components);
}
