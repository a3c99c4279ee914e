//! The glyphs, filled areas and images of a page, in the order in which they are drawn.

use super::budget::{self, Budget};
use super::geometry::Area;

/// A colour: red, green and blue from 0 to 1. `None` if unknown, for example a pattern.
pub type Color = Option<[f32; 3]>;

/// A shown character code. Its coordinates are those of a page rotated so that the text is upright.
#[derive(Clone, Debug)]
pub struct Glyph {
    /// Beginning and end of its text in [`Canvas::text`].
    pub text: (u32, u32),
    pub x0: f32,
    pub x1: f32,
    /// The y coordinate of the baseline, counted downwards.
    pub baseline: f32,
    /// The font size, in points on the page.
    pub height: f32,
    /// Direction of the text, in clockwise quarter turns.
    pub quarter_turns: u8,
    /// Its centre on the page, not rotated.
    pub center: (f32, f32),
    /// Whether it is drawn. Recognised text over a scanned page is not.
    pub is_drawn: bool,
    pub color: Color,
    /// Things with a higher number are drawn later.
    pub order: u32,
}

#[derive(Clone, Debug)]
pub struct Fill {
    pub area: Area,
    pub color: Color,
    /// Whether it hides what is below: it is opaque and fills its whole area.
    pub is_opaque: bool,
    pub order: u32,
}

/// Everything drawn on a page.
#[derive(Debug, Default)]
pub struct Canvas {
    pub text: String,
    pub glyphs: Vec<Glyph>,
    /// Filled areas and images.
    pub fills: Vec<Fill>,
    /// The size of the largest image, in square points.
    pub largest_image: f32,
    order: u32,
}

impl Canvas {
    /// The order number of the next thing that is drawn.
    pub fn next_order(&mut self) -> u32 {
        self.order = self.order.saturating_add(1);
        self.order
    }

    /// Appends to [`Canvas::text`] and returns beginning and end.
    pub fn add_text(&mut self, text: &str) -> (u32, u32) {
        let start = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        self.text.push_str(text);
        (start, u32::try_from(self.text.len()).unwrap_or(u32::MAX))
    }

    pub fn text_of(&self, glyph: &Glyph) -> &str {
        let (from, to) = (glyph.text.0 as usize, glyph.text.1 as usize);
        self.text.get(from..to).unwrap_or_default()
    }

    pub fn add_fill(&mut self, area: Area, color: Color, is_opaque: bool) {
        let order = self.next_order();
        if self.fills.len() < budget::FILLS {
            self.fills.push(Fill {
                area,
                color,
                is_opaque,
                order,
            });
        }
    }

    pub fn add_image(&mut self, area: Area) {
        self.add_fill(area, None, false);
        let size = (area.width() * area.height()).abs();
        if size.is_finite() {
            self.largest_image = self.largest_image.max(size);
        }
    }

    pub fn visible_glyphs(&self, page: (f32, f32), budget: &Budget) -> Vec<&Glyph> {
        let opaque: Vec<&Fill> = self.fills.iter().filter(|fill| fill.is_opaque).collect();
        let page = Area::from_corners([0.0, 0.0, page.0, page.1]);
        let is_visible = |glyph: &&Glyph| {
            glyph.is_drawn
                && glyph.height >= MIN_HEIGHT
                && page.contains(glyph.center.0, glyph.center.1, 1.0)
                && !is_covered(glyph, &opaque, budget)
                && self.has_contrast(glyph, budget)
        };
        self.glyphs.iter().filter(is_visible).collect()
    }

    /// Whether its colour differs from the colour below it.
    fn has_contrast(&self, glyph: &Glyph, budget: &Budget) -> bool {
        let Some(color) = glyph.color else { return true };
        let below = self.fills.partition_point(|fill| fill.order < glyph.order);
        if !budget.spend(below) {
            return true;
        }
        let background = self.fills[..below]
            .iter()
            .rev()
            .find(|fill| fill.area.contains(glyph.center.0, glyph.center.1, 0.0));
        match background.map_or(Some(WHITE), |fill| fill.color) {
            Some(background) => color.iter().zip(background).any(|(a, b)| (a - b).abs() > MIN_CONTRAST),
            None => true,
        }
    }
}

/// Whether an opaque area is drawn over it later.
fn is_covered(glyph: &Glyph, opaque: &[&Fill], budget: &Budget) -> bool {
    let later = opaque.partition_point(|fill| fill.order < glyph.order);
    budget.spend(opaque.len() - later)
        && opaque[later..]
            .iter()
            .any(|fill| fill.area.contains(glyph.center.0, glyph.center.1, 0.0))
}

/// Smaller text, in points, is not legible.
const MIN_HEIGHT: f32 = 1.5;
/// The smallest visible difference in one of the three colour components.
const MIN_CONTRAST: f32 = 0.06;
/// The colour of an empty page.
const WHITE: [f32; 3] = [1.0, 1.0, 1.0];
