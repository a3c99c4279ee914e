//! The state of an interpreter: of a page, of one content stream on it, and of one text object.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use lopdf::{Dictionary, Object, ObjectId};
use parser_model::Limit;

use crate::pdf::budget;
use crate::pdf::canvas::Canvas;
use crate::pdf::file::File;
use crate::pdf::font::Font;
use crate::pdf::geometry::Matrix;
use crate::pdf::path::Path;
use crate::pdf::resolve::Resolved;
use crate::pdf::state::State;

/// Interprets the content streams of one page.
pub struct Interpreter<'p, 'a> {
    pub(super) file: &'p File<'a>,
    pub(super) fonts: &'p mut Fonts,
    /// Optional content groups that are off.
    pub(super) hidden_groups: &'p HashSet<ObjectId>,
    pub canvas: Canvas,
    /// Form `XObjects` being drawn, so that none draws itself.
    pub(super) open_forms: Vec<ObjectId>,
}

impl<'p, 'a> Interpreter<'p, 'a> {
    pub fn new(file: &'p File<'a>, fonts: &'p mut Fonts, hidden_groups: &'p HashSet<ObjectId>) -> Self {
        Interpreter {
            file,
            fonts,
            hidden_groups,
            canvas: Canvas::default(),
            open_forms: Vec::new(),
        }
    }
}

/// What belongs to one content stream while it is interpreted.
pub(super) struct Frame<'r> {
    /// The resources of this stream first, then those of the streams that draw it.
    pub(super) resources: &'r [&'r Dictionary],
    pub(super) state: State,
    pub(super) saved_states: Vec<State>,
    pub(super) text_object: TextObject,
    pub(super) path: Path,
    pub(super) fonts: HashMap<Vec<u8>, Option<Rc<Font>>>,
    /// For each open marked-content sequence, whether its content is hidden, by itself or by one around it.
    pub(super) marked_content: Vec<bool>,
    /// What the glyphs of the marked content stand for, while none of them has a text of its own.
    pub(super) actual_text: Option<ActualText>,
}

impl<'r> Frame<'r> {
    pub(super) fn new(resources: &'r [&'r Dictionary], state: State) -> Self {
        Frame {
            resources,
            state,
            saved_states: Vec::new(),
            text_object: TextObject::START,
            path: Path::default(),
            fonts: HashMap::new(),
            marked_content: Vec::new(),
            actual_text: None,
        }
    }

    pub(super) fn is_hidden(&self) -> bool {
        self.marked_content.last() == Some(&true)
    }
}

/// The text that marked content states beside its glyphs (ISO 32000-1, 14.9.4).
pub(super) struct ActualText {
    /// Empty once a glyph has it.
    pub(super) text: String,
    /// The place on the canvas of the glyph that has it.
    pub(super) glyph: Option<usize>,
}

pub(super) struct TextObject {
    pub(super) line_matrix: Matrix,
    pub(super) matrix: Matrix,
}

impl TextObject {
    /// The matrices after `BT`.
    pub(super) const START: TextObject = TextObject {
        line_matrix: Matrix::IDENTITY,
        matrix: Matrix::IDENTITY,
    };

    /// Begins a new line at an offset from the start of the current one.
    pub(super) fn move_line(&mut self, x: f32, y: f32) {
        self.line_matrix = Matrix::translation(x, y).then(&self.line_matrix);
        self.matrix = self.line_matrix;
    }
}

/// The operand as a finite number, 0.0 if it is missing or none.
pub fn number(operands: &[Object], index: usize) -> f32 {
    let value = operands.get(index).and_then(|o| o.as_float().ok()).unwrap_or(0.0);
    if value.is_finite() { value } else { 0.0 }
}

pub fn name(operands: &[Object], index: usize) -> Option<&[u8]> {
    operands.get(index)?.as_name().ok()
}

/// The first six operands as a matrix.
pub fn matrix(operands: &[Object]) -> Matrix {
    Matrix(std::array::from_fn(|index| number(operands, index)))
}

/// The fonts of a document that were read so far.
#[derive(Default)]
pub struct Fonts {
    by_id: HashMap<ObjectId, Rc<Font>>,
    count: usize,
}

impl Fonts {
    /// Reads a font, unless it was read before. Too many fonts exceed the budget of the file.
    pub fn read(&mut self, file: &File<'_>, font: &Resolved<'_>) -> Option<Rc<Font>> {
        let id = font.id();
        if let Some(known) = id.and_then(|id| self.by_id.get(&id)) {
            return Some(Rc::clone(known));
        }
        self.count += 1;
        if self.count > budget::FONTS {
            file.budget.exceed(Limit::Fonts);
            return None;
        }
        let font = Rc::new(Font::read(file, font.dict()?));
        if let Some(id) = id {
            self.by_id.insert(id, Rc::clone(&font));
        }
        Some(font)
    }
}
