//! Runs content streams and notes what they draw.

mod named;
mod writing;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use lopdf::{Dictionary, Object, ObjectId};

use super::budget;
use super::canvas::Canvas;
use super::file::{self, File, Held};
use super::font::Font;
use super::geometry::{Area, Matrix};
use super::lexer::{Lexer, Token};
use super::object;
use super::path::Path;
use super::state::{Space, State};
pub use named::Fonts;
use writing::Pen;

/// What draws one page.
pub struct Painter<'p, 'a> {
    file: &'p File<'a>,
    fonts: &'p mut Fonts,
    /// Layers that are switched off.
    hidden_layers: &'p HashSet<ObjectId>,
    canvas: Canvas,
    /// Forms being drawn, so that none draws itself.
    open_forms: Vec<ObjectId>,
}

/// One run through a content stream: a page's or a form's.
struct Run<'r> {
    /// Innermost first.
    resources: &'r [&'r Dictionary],
    state: State,
    saved: Vec<State>,
    pen: Pen,
    path: Path,
    fonts: HashMap<Vec<u8>, Option<Rc<Font>>>,
    /// Marked contents that are open: whether each hides what is in it.
    marked: Vec<bool>,
}

impl Run<'_> {
    fn is_hidden(&self) -> bool {
        self.marked.contains(&true)
    }
}

fn number(operands: &[Object], index: usize) -> f32 {
    let value = operands.get(index).and_then(|o| o.as_float().ok()).unwrap_or(0.0);
    if value.is_finite() { value } else { 0.0 }
}

fn name(operands: &[Object], index: usize) -> Option<&[u8]> {
    operands.get(index)?.as_name().ok()
}

fn matrix(operands: &[Object]) -> Matrix {
    Matrix(std::array::from_fn(|index| number(operands, index)))
}

impl<'p, 'a> Painter<'p, 'a> {
    /// Starts with an empty page.
    pub fn new(file: &'p File<'a>, fonts: &'p mut Fonts, hidden_layers: &'p HashSet<ObjectId>) -> Self {
        Painter {
            file,
            fonts,
            hidden_layers,
            canvas: Canvas::default(),
            open_forms: Vec::new(),
        }
    }

    /// What was drawn.
    pub fn finish(self) -> Canvas {
        self.canvas
    }

    /// Runs a content stream.
    pub fn run(&mut self, content: &[u8], resources: &[&Dictionary], state: State) {
        let mut run = Run {
            resources,
            state,
            saved: Vec::new(),
            pen: Pen::START,
            path: Path::default(),
            fonts: HashMap::new(),
            marked: Vec::new(),
        };
        let mut lexer = Lexer::new(content, 0);
        let mut operands: Vec<Object> = Vec::new();
        let mut values = self.file.budget.nodes_left();
        loop {
            let before = lexer.at;
            let Some(token) = lexer.token() else { break };
            if !self.file.budget.work(lexer.at - before + 8) {
                break;
            }
            match token {
                Token::Word(word) if !matches!(word, b"true" | b"false" | b"null") => {
                    // Operands are dropped with their operator, so what they took is free again.
                    self.file.budget.restore_nodes(values);
                    if word == b"BI" {
                        self.inline_picture(&mut lexer, &run);
                    } else {
                        self.operator(word, &operands, &mut run);
                    }
                    operands.clear();
                    values = self.file.budget.nodes_left();
                }
                token => {
                    // Content holds no references, so a number is one whatever follows.
                    let operand = match token {
                        Token::Integer(number) => Some(Object::Integer(number)),
                        Token::Real(number) => Some(Object::Real(number)),
                        token => object::from_token(token, &mut lexer, self.file.budget, budget::NESTING),
                    };
                    if let Some(operand) = operand.filter(|_| operands.len() < budget::OPERANDS) {
                        operands.push(operand);
                    }
                }
            }
        }
    }

    fn operator(&mut self, operator: &[u8], operands: &[Object], run: &mut Run<'_>) {
        match operator {
            b"q" => {
                if run.saved.len() < budget::STATE_DEPTH {
                    run.saved.push(run.state.clone());
                }
            }
            b"Q" => {
                if let Some(saved) = run.saved.pop() {
                    run.state = saved;
                }
            }
            b"cm" => run.state.to_reader = matrix(operands).then(&run.state.to_reader),
            b"gs" => self.named_state(operands, run),
            b"g" | b"rg" | b"k" | b"sc" | b"scn" => set_color(operator, operands, run),
            b"cs" => {
                run.state.space = self.space(operands, run);
                run.state.color = Some([0.0; 3]).filter(|_| run.state.space == Space::Plain);
            }
            b"Do" => self.draw(operands, run),
            b"BDC" => {
                let hides = name(operands, 0) == Some(b"OC") && self.is_hidden_layer(operands, run);
                run.marked.push(hides);
            }
            b"BMC" => run.marked.push(false),
            b"EMC" => {
                run.marked.pop();
            }
            _ if self.path(operator, operands, run) => {}
            _ => self.text(operator, operands, run),
        }
        if run.marked.len() > 4096 {
            run.marked.truncate(4096);
        }
    }

    /// Whether it was one of the operators that build or fill a path.
    fn path(&mut self, operator: &[u8], operands: &[Object], run: &mut Run<'_>) -> bool {
        let to = &run.state.to_reader;
        let point = |index: usize| to.apply(number(operands, index), number(operands, index + 1));
        match operator {
            b"re" => {
                let corner = (number(operands, 0), number(operands, 1));
                let area = [
                    corner.0,
                    corner.1,
                    corner.0 + number(operands, 2),
                    corner.1 + number(operands, 3),
                ];
                run.path.rectangle(to, Area::between(area));
            }
            b"m" => run.path.start(point(0)),
            b"l" => run.path.line(point(0)),
            b"c" => run.path.curve(&[point(0), point(2), point(4)]),
            b"v" | b"y" => run.path.curve(&[point(0), point(2)]),
            b"h" => {}
            b"W" | b"W*" => run.path.clips = true,
            b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*" => {
                if run.state.opacity > 0.0 && !run.is_hidden() {
                    let covers = run.state.opacity >= 1.0 && run.state.replaces;
                    for (area, is_box) in run.path.filled(operator.ends_with(b"*")) {
                        let area = area.common(&run.state.clip);
                        // Of another shape only the box around it is known, and paper may show within that.
                        let color = run.state.color.filter(|_| is_box);
                        self.canvas.paint(area, color, covers && is_box);
                    }
                }
                run.path.end(&mut run.state.clip);
            }
            b"S" | b"s" | b"n" => run.path.end(&mut run.state.clip),
            _ => return false,
        }
        true
    }

    fn draw(&mut self, operands: &[Object], run: &Run<'_>) {
        let Some(held) = name(operands, 0).and_then(|name| self.find(run, b"XObject", name)) else {
            return;
        };
        let Object::Stream(stream) = &*held else { return };
        let layer = self.file.get(&stream.dict, b"OC");
        if run.is_hidden() || layer.is_some_and(|layer| self.is_off(&layer)) {
            return;
        }
        let kind = self.file.get(&stream.dict, b"Subtype");
        match kind.as_deref().map(Object::as_name) {
            Some(Ok(b"Form")) => self.form(&held, run.resources, run.state.clone()),
            Some(Ok(b"Image")) => {
                let unit = Area::between([0.0, 0.0, 1.0, 1.0]);
                self.canvas
                    .picture(run.state.to_reader.apply_box(&unit).common(&run.state.clip));
            }
            _ => {}
        }
    }

    /// Draws a form: a content stream of its own.
    pub fn form(&mut self, held: &Held<'_>, outer: &[&Dictionary], mut state: State) {
        let Some(dict) = held.entries() else { return };
        let Some(id) = held.id() else { return };
        if self.open_forms.contains(&id) {
            return;
        }
        if self.open_forms.len() >= budget::FORM_DEPTH {
            self.file.budget.deny("forms nested too deeply");
            return;
        }
        let Some(content) = self.file.decoded(held, budget::DECODED_BYTES) else {
            return;
        };
        let own = self.file.numbers::<6>(dict, b"Matrix").map_or(Matrix::IDENTITY, Matrix);
        state.to_reader = own.then(&state.to_reader);
        if let Some(area) = self.file.numbers::<4>(dict, b"BBox") {
            state.clip = state.clip.common(&state.to_reader.apply_box(&Area::between(area)));
        }
        let inner = self.file.get(dict, b"Resources");
        let mut resources: Vec<&Dictionary> = inner.as_deref().and_then(file::entries).into_iter().collect();
        resources.extend(outer.iter().take(budget::FORM_DEPTH));
        self.open_forms.push(id);
        self.run(&content, &resources, state);
        self.open_forms.pop();
    }

    /// A picture written into the content: its bytes are skipped.
    fn inline_picture(&mut self, lexer: &mut Lexer<'_>, run: &Run<'_>) {
        while let Some(token) = lexer.token() {
            if !self.file.budget.work(8) {
                return;
            }
            if token == Token::Word(b"ID") {
                break;
            }
        }
        let bytes = lexer.bytes();
        let start = lexer.at;
        let ends = |at: usize| {
            let after = bytes.get(at + 2).is_none_or(u8::is_ascii_whitespace);
            bytes[at..].starts_with(b"EI") && after && at > 0 && bytes[at - 1].is_ascii_whitespace()
        };
        lexer.at = (start..bytes.len())
            .find(|&at| ends(at))
            .map_or(bytes.len(), |at| at + 2);
        self.file.budget.work(lexer.at - start);
        if !run.is_hidden() {
            let unit = Area::between([0.0, 0.0, 1.0, 1.0]);
            self.canvas
                .picture(run.state.to_reader.apply_box(&unit).common(&run.state.clip));
        }
    }
}

fn set_color(operator: &[u8], operands: &[Object], run: &mut Run<'_>) {
    if matches!(operator, b"g" | b"rg" | b"k") {
        run.state.space = Space::Plain;
    }
    let numbers: Vec<f32> = operands.iter().filter_map(|o| o.as_float().ok()).collect();
    run.state.set_color(&numbers);
}
