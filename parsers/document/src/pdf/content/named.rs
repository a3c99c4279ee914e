//! What content names instead of holding it: fonts, states, colour spaces, layers.

use std::collections::HashMap;
use std::rc::Rc;

use lopdf::{Object, ObjectId};

use super::{Painter, Run, name};
use crate::pdf::budget;
use crate::pdf::file::Held;
use crate::pdf::font::Font;
use crate::pdf::state::Space;

/// Fonts already read, by their number in the file.
#[derive(Default)]
pub struct Fonts {
    known: HashMap<ObjectId, Rc<Font>>,
    read: usize,
}

impl Painter<'_, '_> {
    /// The font, form, state … of this name.
    pub(super) fn find(&self, run: &Run<'_>, kind: &[u8], name: &[u8]) -> Option<Held<'static>> {
        run.resources.iter().find_map(|resources| {
            let of_kind = self.file.get(resources, kind)?;
            self.file.detached(of_kind.entries()?, name)
        })
    }

    /// The font of this name.
    pub(super) fn font(&mut self, name: &[u8], run: &mut Run<'_>) -> Option<Rc<Font>> {
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

    /// Sets what a named state says.
    pub(super) fn named_state(&mut self, operands: &[Object], run: &mut Run<'_>) {
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

    /// What the numbers of a colour mean in this space.
    pub(super) fn space(&self, operands: &[Object], run: &Run<'_>) -> Space {
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

    /// Whether marked content belongs to a layer that is off.
    pub(super) fn is_hidden_layer(&self, operands: &[Object], run: &Run<'_>) -> bool {
        let Some(layer) = name(operands, 1).and_then(|name| self.find(run, b"Properties", name)) else {
            return false;
        };
        self.is_off(&layer)
    }

    /// Whether a layer is off, or all layers of a group are.
    pub(super) fn is_off(&self, layer: &Held<'_>) -> bool {
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
}
