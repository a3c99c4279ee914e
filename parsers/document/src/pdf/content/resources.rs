//! Named resources of content streams: fonts, graphics state parameters, colour spaces, optional content.

use std::rc::Rc;

use lopdf::{Object, decode_text_string};

use super::interpreter::{ActualText, Frame, Interpreter, name};
use crate::pdf::budget;
use crate::pdf::font::Font;
use crate::pdf::resolve::{Resolve, Resolved, dict_of};
use crate::pdf::state::ColorSpace;

/// The longest text, in bytes, that stands for marked content: a word. Named properties can be shown again and again.
const ACTUAL_TEXT: usize = 64;

impl Interpreter<'_, '_> {
    pub(super) fn find(&self, frame: &Frame<'_>, category: &[u8], name: &[u8]) -> Option<Resolved<'static>> {
        frame.resources.iter().find_map(|resources| {
            let category = self.file.get(resources, category)?;
            self.file.get_owned(category.dict()?, name)
        })
    }

    pub(super) fn font(&mut self, name: &[u8], frame: &mut Frame<'_>) -> Option<Rc<Font>> {
        if let Some(known) = frame.fonts.get(name) {
            return known.clone();
        }
        let found = self.find(frame, b"Font", name);
        let font = found.and_then(|font| self.fonts.read(self.file, &font));
        if frame.fonts.len() < budget::FONTS {
            frame.fonts.insert(name.to_vec(), font.clone());
        }
        font
    }

    /// Sets the graphics state parameters of the `gs` operator.
    pub(super) fn set_ext_g_state(&mut self, operands: &[Object], frame: &mut Frame<'_>) {
        let Some(parameters) = name(operands, 0).and_then(|name| self.find(frame, b"ExtGState", name)) else {
            return;
        };
        let Some(dict) = parameters.dict() else { return };
        if let Some(alpha) = self.file.number(dict, b"ca") {
            frame.state.alpha = alpha;
        }
        if let Some(mode) = self.file.get(dict, b"BM") {
            let first = match &*mode {
                Object::Array(modes) => modes.first(),
                other => Some(other),
            };
            let name = first.and_then(|mode| mode.as_name().ok());
            frame.state.is_normal_blend = matches!(name, None | Some(b"Normal" | b"Compatible"));
        }
        if let Some(font) = self.file.get(dict, b"Font")
            && let Ok([font, size]) = font.as_array().map(Vec::as_slice)
        {
            frame.state.font_size = size.as_float().unwrap_or(1.0);
            frame.state.font = self
                .file
                .resolve(font)
                .and_then(|font| self.fonts.read(self.file, &font));
        }
    }

    /// The colour space of the `cs` operator.
    pub(super) fn color_space(&self, operands: &[Object], frame: &Frame<'_>) -> ColorSpace {
        let Some(name) = name(operands, 0) else {
            return ColorSpace::Other;
        };
        let found = self.find(frame, b"ColorSpace", name);
        let family = match found.as_deref() {
            Some(Object::Array(parts)) => parts.first().and_then(|family| family.as_name().ok()),
            Some(Object::Name(family)) => Some(family.as_slice()),
            _ => Some(name),
        };
        match family {
            Some(b"DeviceGray" | b"CalGray" | b"DeviceRGB" | b"CalRGB" | b"DeviceCMYK" | b"ICCBased") => {
                ColorSpace::Device
            }
            _ => ColorSpace::Other,
        }
    }

    /// Whether the content after a `BDC` operator belongs to an optional content group that is off.
    pub(super) fn is_hidden_content(&self, operands: &[Object], frame: &Frame<'_>) -> bool {
        let Some(group) = name(operands, 1).and_then(|name| self.find(frame, b"Properties", name)) else {
            return false;
        };
        self.is_off(&group)
    }

    /// The `ActualText` of the content after a `BDC` operator.
    pub(super) fn actual_text(&self, operands: &[Object], frame: &Frame<'_>) -> Option<ActualText> {
        let named = name(operands, 1).and_then(|name| self.find(frame, b"Properties", name));
        let properties = named.as_deref().or(operands.get(1)).and_then(dict_of)?;
        let text = decode_text_string(&*self.file.get(properties, b"ActualText")?).ok()?;
        (text.len() <= ACTUAL_TEXT).then_some(ActualText { text, glyph: None })
    }

    /// Whether an optional content group is off, or all groups of a membership dictionary are.
    pub(super) fn is_off(&self, group: &Resolved<'_>) -> bool {
        if group.id().is_some_and(|id| self.hidden_groups.contains(&id)) {
            return true;
        }
        let Some(members) = group.dict().and_then(|dict| dict.get(b"OCGs").ok()) else {
            return false;
        };
        let is_off = |object: &Object| object.as_reference().is_ok_and(|id| self.hidden_groups.contains(&id));
        match members {
            Object::Array(members) => {
                self.file.budget.spend(4 * members.len()) && !members.is_empty() && members.iter().all(is_off)
            }
            single => is_off(single),
        }
    }
}
