//! Runs content streams and notes what they draw.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use lopdf::{Dictionary, Object, ObjectId};

use super::budget;
use super::canvas::{Canvas, Glyph};
use super::file::{self, File, Held};
use super::font::Font;
use super::geometry::{Area, Matrix};
use super::lexer::{Lexer, Token};
use super::object;
use super::path::Path;
use super::state::{Space, State};

/// Fonts already read, by their number in the file.
#[derive(Default)]
pub struct Fonts {
    known: HashMap<ObjectId, Rc<Font>>,
    read: usize,
}

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

/// Where a text object is.
struct Pen {
    line: Matrix,
    at: Matrix,
}

impl Pen {
    const START: Pen = Pen {
        line: Matrix::IDENTITY,
        at: Matrix::IDENTITY,
    };

    fn move_line(&mut self, x: f32, y: f32) {
        self.line = Matrix::shift(x, y).then(&self.line);
        self.at = self.line;
    }
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
                    let operand = object::from_token(token, &mut lexer, self.file.budget, budget::NESTING);
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
                    for (area, is_box) in run.path.areas() {
                        let area = area.common(&run.state.clip);
                        self.canvas.paint(area, run.state.color, covers && is_box);
                    }
                }
                run.path.end(&mut run.state.clip);
            }
            b"S" | b"s" | b"n" => run.path.end(&mut run.state.clip),
            _ => return false,
        }
        true
    }

    fn text(&mut self, operator: &[u8], operands: &[Object], run: &mut Run<'_>) {
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

    fn find(&self, run: &Run<'_>, kind: &[u8], name: &[u8]) -> Option<Held<'static>> {
        run.resources.iter().find_map(|resources| {
            let of_kind = self.file.get(resources, kind)?;
            self.file.detached(of_kind.entries()?, name)
        })
    }

    fn font(&mut self, name: &[u8], run: &mut Run<'_>) -> Option<Rc<Font>> {
        if let Some(known) = run.fonts.get(name) {
            return known.clone();
        }
        let found = self.find(run, b"Font", name);
        let font = found.and_then(|held| self.read_font(&held));
        if run.fonts.len() < budget::FONTS {
            run.fonts.insert(name.to_vec(), font.clone());
        }
        font
    }

    fn read_font(&mut self, held: &Held<'_>) -> Option<Rc<Font>> {
        if let Some(known) = held.id().and_then(|id| self.fonts.known.get(&id)) {
            return Some(Rc::clone(known));
        }
        self.fonts.read += 1;
        if self.fonts.read > budget::FONTS {
            self.file.budget.deny("too many fonts");
            return None;
        }
        let font = Rc::new(Font::read(self.file, held.entries()?));
        if let Some(id) = held.id() {
            self.fonts.known.insert(id, Rc::clone(&font));
        }
        Some(font)
    }

    fn named_state(&mut self, operands: &[Object], run: &mut Run<'_>) {
        let Some(held) = name(operands, 0).and_then(|name| self.find(run, b"ExtGState", name)) else {
            return;
        };
        let Some(dict) = held.entries() else { return };
        if let Some(opacity) = self.file.number(dict, b"ca") {
            run.state.opacity = opacity;
        }
        if let Some(mode) = self.file.get(dict, b"BM") {
            let first = match &*mode {
                Object::Array(modes) => modes.first(),
                other => Some(other),
            };
            let name = first.and_then(|mode| mode.as_name().ok());
            run.state.replaces = matches!(name, None | Some(b"Normal" | b"Compatible"));
        }
        if let Some(font) = self.file.get(dict, b"Font")
            && let Ok([font, size]) = font.as_array().map(Vec::as_slice)
        {
            run.state.size = size.as_float().unwrap_or(1.0);
            run.state.font = self.file.follow(font).and_then(|held| self.read_font(&held));
        }
    }

    fn space(&self, operands: &[Object], run: &Run<'_>) -> Space {
        let Some(name) = name(operands, 0) else {
            return Space::Other;
        };
        let found = self.find(run, b"ColorSpace", name);
        let kind = match found.as_deref() {
            Some(Object::Array(parts)) => parts.first().and_then(|kind| kind.as_name().ok()),
            Some(Object::Name(kind)) => Some(kind.as_slice()),
            _ => Some(name),
        };
        match kind {
            Some(b"DeviceGray" | b"CalGray" | b"DeviceRGB" | b"CalRGB" | b"DeviceCMYK" | b"ICCBased") => Space::Plain,
            _ => Space::Other,
        }
    }

    fn is_hidden_layer(&self, operands: &[Object], run: &Run<'_>) -> bool {
        let Some(layer) = name(operands, 1).and_then(|name| self.find(run, b"Properties", name)) else {
            return false;
        };
        self.is_off(&layer)
    }

    /// Whether a layer is off, or all layers of a group are.
    fn is_off(&self, layer: &Held<'_>) -> bool {
        if layer.id().is_some_and(|id| self.hidden_layers.contains(&id)) {
            return true;
        }
        let Some(members) = layer.entries().and_then(|dict| dict.get(b"OCGs").ok()) else {
            return false;
        };
        let off = |object: &Object| object.as_reference().is_ok_and(|id| self.hidden_layers.contains(&id));
        match members {
            Object::Array(members) => !members.is_empty() && members.iter().all(off),
            single => off(single),
        }
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
