//! The graphics state: what the operators of a content stream set and the later ones use.

use std::rc::Rc;

use super::canvas::Color;
use super::font::Font;
use super::geometry::{Area, Matrix};

/// How numbers become a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// By their count: grey, RGB or CMYK.
    Plain,
    /// In a way that is not followed: spot colours, palettes, patterns.
    Other,
}

/// The graphics state.
#[derive(Clone)]
pub struct State {
    /// From the content's coordinates to a reader's.
    pub to_reader: Matrix,
    /// What is drawn outside of it is not seen.
    pub clip: Area,
    /// The colour of fills and letters.
    pub color: Color,
    /// What the next colour's numbers mean.
    pub space: Space,
    /// How much of the ground shines through: 0 all, 1 nothing.
    pub opacity: f32,
    /// Whether colours replace what is below instead of mixing with it.
    pub replaces: bool,
    /// The font.
    pub font: Option<Rc<Font>>,
    /// The letters' height.
    pub size: f32,
    /// Added after each letter.
    pub letter_spacing: f32,
    /// Added after each blank.
    pub word_spacing: f32,
    /// Letters are widened by it.
    pub stretch: f32,
    /// From a line to the next.
    pub leading: f32,
    /// Above the line.
    pub rise: f32,
    /// How letters are drawn; 3 and 7 draw nothing.
    pub mode: i64,
}

impl State {
    /// The state at the beginning of a page.
    pub fn new(to_reader: Matrix, clip: Area) -> Self {
        State {
            to_reader,
            clip,
            color: Some([0.0; 3]),
            space: Space::Plain,
            opacity: 1.0,
            replaces: true,
            font: None,
            size: 1.0,
            letter_spacing: 0.0,
            word_spacing: 0.0,
            stretch: 1.0,
            leading: 0.0,
            rise: 0.0,
            mode: 0,
        }
    }

    /// Sets the colour by its numbers.
    pub fn set_color(&mut self, numbers: &[f32]) {
        self.color = match (self.space, numbers) {
            (Space::Plain, &[grey]) => Some([grey; 3]),
            (Space::Plain, &[red, green, blue]) => Some([red, green, blue]),
            (Space::Plain, &[c, m, y, k]) => Some([c, m, y].map(|ink| (1.0 - ink) * (1.0 - k))),
            _ => None,
        };
    }
}
