//! What a page shows: glyphs and filled areas, in the order in which they are drawn.

use super::budget::{self, Budget};
use super::geometry::Area;

/// A colour: red, green and blue from 0 to 1. None where it can't be told, as for patterns.
pub type Color = Option<[f32; 3]>;

/// One shown code.
#[derive(Clone, Debug)]
pub struct Glyph {
    /// Where its text stands in [`Canvas::text`].
    pub text: (u32, u32),
    /// Left end in the direction of reading, in points.
    pub x0: f32,
    /// Right end in the direction of reading.
    pub x1: f32,
    /// The line that the letters stand on, pointing down.
    pub baseline: f32,
    /// The height of its letters.
    pub height: f32,
    /// Quarter turns clockwise of the direction of reading.
    pub turns: u8,
    /// Its middle on the page.
    pub middle: (f32, f32),
    /// Whether it is drawn at all: text can be there to be searched only.
    pub drawn: bool,
    /// Its colour.
    pub color: Color,
    /// How many things were drawn before it.
    pub order: u32,
}

/// A filled area.
#[derive(Clone, Debug)]
pub struct Paint {
    /// Where.
    pub area: Area,
    /// Its colour.
    pub color: Color,
    /// Whether nothing below it is seen any more: it is opaque and fills its box.
    pub covers: bool,
    /// How many things were drawn before it.
    pub order: u32,
}

/// Everything on a page.
#[derive(Debug, Default)]
pub struct Canvas {
    /// The text of all glyphs.
    pub text: String,
    /// Glyphs in the order in which they are drawn.
    pub glyphs: Vec<Glyph>,
    /// Filled areas in the order in which they are drawn.
    pub paints: Vec<Paint>,
    /// The area of the largest picture, in square points.
    pub largest_picture: f32,
    order: u32,
}

impl Canvas {
    /// The number of the next thing that is drawn.
    pub fn next_order(&mut self) -> u32 {
        self.order = self.order.saturating_add(1);
        self.order
    }

    /// Adds text and tells where it stands.
    pub fn add_text(&mut self, text: &str) -> (u32, u32) {
        let start = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        self.text.push_str(text);
        (start, u32::try_from(self.text.len()).unwrap_or(u32::MAX))
    }

    /// The text of a glyph.
    pub fn text_of(&self, glyph: &Glyph) -> &str {
        let (from, to) = (glyph.text.0 as usize, glyph.text.1 as usize);
        self.text.get(from..to).unwrap_or_default()
    }

    /// Adds a filled area.
    pub fn paint(&mut self, area: Area, color: Color, covers: bool) {
        let order = self.next_order();
        if self.paints.len() < budget::PAINTS {
            self.paints.push(Paint {
                area,
                color,
                covers,
                order,
            });
        }
    }

    /// Adds a picture.
    pub fn picture(&mut self, area: Area) {
        self.paint(area, None, false);
        let size = (area.width() * area.height()).abs();
        if size.is_finite() {
            self.largest_picture = self.largest_picture.max(size);
        }
    }

    /// The glyphs that a reader sees on a page of this size.
    pub fn seen(&self, page: (f32, f32), budget: &Budget) -> Vec<&Glyph> {
        let covering: Vec<&Paint> = self.paints.iter().filter(|paint| paint.covers).collect();
        let page = Area::between([0.0, 0.0, page.0, page.1]);
        let seen = |glyph: &&Glyph| {
            glyph.drawn
                && glyph.height >= SMALLEST
                && page.holds(glyph.middle.0, glyph.middle.1, 1.0)
                && !is_covered(glyph, &covering, budget)
                && self.stands_out(glyph, budget)
        };
        self.glyphs.iter().filter(seen).collect()
    }

    /// Whether it has another colour than what it stands on.
    fn stands_out(&self, glyph: &Glyph, budget: &Budget) -> bool {
        let Some(color) = glyph.color else { return true };
        // Text is dark and pages are white: only text that is nearly white needs a closer look,
        // and text on a filled area, which it may have the colour of.
        let below = self.paints.partition_point(|paint| paint.order < glyph.order);
        if !budget.work(below) {
            return true;
        }
        let ground = self.paints[..below]
            .iter()
            .rev()
            .find(|p| p.area.holds(glyph.middle.0, glyph.middle.1, 0.0));
        match ground.map_or(Some(WHITE), |paint| paint.color) {
            Some(ground) => color.iter().zip(ground).any(|(a, b)| (a - b).abs() > FAINTEST),
            None => true,
        }
    }
}

/// Whether something opaque is drawn over it later.
fn is_covered(glyph: &Glyph, covering: &[&Paint], budget: &Budget) -> bool {
    let later = covering.partition_point(|paint| paint.order < glyph.order);
    budget.work(covering.len() - later)
        && covering[later..]
            .iter()
            .any(|paint| paint.area.holds(glyph.middle.0, glyph.middle.1, 0.0))
}

/// Letters of fewer points are not read by people.
const SMALLEST: f32 = 1.5;
/// The least difference in one of the three colours that is seen.
const FAINTEST: f32 = 0.06;
/// The colour of paper.
const WHITE: [f32; 3] = [1.0, 1.0, 1.0];
