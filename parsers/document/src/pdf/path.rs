//! The current path, reduced to rectangles.

use super::geometry::{Area, Matrix};

/// Rectangles of one path that are kept separately.
const RECTANGLES: usize = 256;
/// Points of a rectangle that is drawn with lines and returns to its first point.
const POINTS: usize = 5;

/// A path: its rectangles, and the bounding box of everything else.
#[derive(Debug, Default)]
pub struct Path {
    rectangles: Vec<Area>,
    points: Vec<(f32, f32)>,
    /// The bounding box of all lines and curves.
    bounds: Option<Area>,
    /// Whether the lines can be a rectangle.
    may_be_rectangle: bool,
    /// Whether the path becomes part of the clipping path at its end.
    pub clips: bool,
}

impl Path {
    /// Adds a rectangle (`re`) in user space.
    pub fn rectangle(&mut self, ctm: &Matrix, area: Area) {
        let is_slanted = ctm.0[0].abs().min(ctm.0[1].abs()) > 0.01;
        let area = ctm.apply_to_area(&area);
        if self.rectangles.len() < RECTANGLES && !is_slanted {
            self.rectangles.push(area);
        } else {
            self.include((area.x0, area.y0));
            self.include((area.x1, area.y1));
            self.may_be_rectangle = false;
        }
    }

    /// Begins a subpath (`m`).
    pub fn move_to(&mut self, point: (f32, f32)) {
        self.may_be_rectangle = self.bounds.is_none();
        self.include(point);
    }

    /// Adds a line (`l`).
    pub fn line_to(&mut self, point: (f32, f32)) {
        self.include(point);
    }

    /// Adds a Bézier curve with these control points.
    pub fn curve_to(&mut self, points: &[(f32, f32)]) {
        for &point in points {
            self.include(point);
        }
        self.may_be_rectangle = false;
    }

    fn include(&mut self, point: (f32, f32)) {
        self.bounds.get_or_insert(Area::EMPTY).include(point.0, point.1);
        if self.points.len() < POINTS {
            self.points.push(point);
        } else {
            self.may_be_rectangle = false;
        }
    }

    /// The bounding boxes of its parts, and whether each part is a rectangle.
    fn areas(&self) -> impl Iterator<Item = (Area, bool)> + '_ {
        let bounds = self.bounds.map(|area| (area, self.is_rectangle(&area)));
        self.rectangles.iter().map(|&area| (area, true)).chain(bounds)
    }

    /// The areas that filling it paints, and whether each is painted completely. By the even-odd rule one rectangle
    /// inside another is a frame: only its four sides are painted.
    pub fn filled(&self, even_odd: bool) -> Vec<(Area, bool)> {
        if even_odd
            && self.bounds.is_none()
            && let [one, other] = self.rectangles[..]
        {
            let inner = one.intersection(&other);
            let outer = if inner == one { other } else { one };
            if inner == one || inner == other {
                let side = |x0, y0, x1, y1| (Area { x0, y0, x1, y1 }, true);
                return vec![
                    side(outer.x0, outer.y0, outer.x1, inner.y0),
                    side(outer.x0, inner.y1, outer.x1, outer.y1),
                    side(outer.x0, inner.y0, inner.x0, inner.y1),
                    side(inner.x1, inner.y0, outer.x1, inner.y1),
                ];
            }
        }
        self.areas().collect()
    }

    fn is_rectangle(&self, area: &Area) -> bool {
        let near = |a: f32, b: f32| (a - b).abs() < 0.5;
        self.may_be_rectangle
            && self.points.len() >= 4
            && self
                .points
                .iter()
                .all(|&(x, y)| (near(x, area.x0) || near(x, area.x1)) && (near(y, area.y0) || near(y, area.y1)))
    }

    /// Ends the path, and intersects the clipping area with it if it is a clipping path.
    pub fn end(&mut self, clip: &mut Area) {
        if self.clips {
            let mut bounds = Area::EMPTY;
            for (area, _) in self.areas() {
                bounds.include(area.x0, area.y0);
                bounds.include(area.x1, area.y1);
            }
            *clip = clip.intersection(&bounds);
        }
        *self = Path::default();
    }
}
