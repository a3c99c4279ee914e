//! The graphics state (ISO 32000-1, 8.4), as far as text and filled areas need it.

use std::rc::Rc;

use super::canvas::Color;
use super::font::Font;
use super::geometry::{Area, Matrix};

/// How the operands of a colour operator are interpreted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorSpace {
    /// As grey, RGB or CMYK, by their number.
    Device,
    /// Not at all: the colour is unknown. Separation, Indexed and Pattern spaces.
    Other,
}

#[derive(Clone)]
pub struct State {
    /// The current transformation matrix. It maps to points on the upright page, with y pointing down.
    pub ctm: Matrix,
    /// The bounding box of the clipping path.
    pub clip: Area,
    pub color: Color,
    pub color_space: ColorSpace,
    /// The nonstroking alpha constant: 0 is transparent, 1 is opaque.
    pub alpha: f32,
    /// Whether the blend mode is `Normal`.
    pub is_normal_blend: bool,
    pub font: Option<Rc<Font>>,
    pub font_size: f32,
    pub character_spacing: f32,
    pub word_spacing: f32,
    /// 1 is normal.
    pub horizontal_scaling: f32,
    pub leading: f32,
    pub rise: f32,
    /// Modes 3 and 7 draw nothing.
    pub rendering_mode: i64,
}

impl State {
    pub fn new(ctm: Matrix, clip: Area) -> Self {
        State {
            ctm,
            clip,
            color: Some([0.0; 3]),
            color_space: ColorSpace::Device,
            alpha: 1.0,
            is_normal_blend: true,
            font: None,
            font_size: 1.0,
            character_spacing: 0.0,
            word_spacing: 0.0,
            horizontal_scaling: 1.0,
            leading: 0.0,
            rise: 0.0,
            rendering_mode: 0,
        }
    }

    /// Sets the colour to these components in the current colour space.
    pub fn set_color(&mut self, components: &[f32]) {
        self.color = match (self.color_space, components) {
            (ColorSpace::Device, &[grey]) => Some([grey; 3]),
            (ColorSpace::Device, &[red, green, blue]) => Some([red, green, blue]),
            (ColorSpace::Device, &[c, m, y, k]) => Some([c, m, y].map(|ink| (1.0 - ink) * (1.0 - k))),
            _ => None,
        };
    }
}
