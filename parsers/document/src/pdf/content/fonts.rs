//! The fonts of a document, each read once.

use std::collections::HashMap;
use std::rc::Rc;

use lopdf::ObjectId;
use parser_model::Limit;

use crate::pdf::budget;
use crate::pdf::file::File;
use crate::pdf::font::Font;
use crate::pdf::resolve::Resolved;

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
