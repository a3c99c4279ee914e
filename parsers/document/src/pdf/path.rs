//! The path that a content stream builds before it fills it or clips with it.

use super::geometry::{Area, Matrix};

/// Rectangles of one path that are kept apart.
const RECTANGLES: usize = 256;
/// Corners that a rectangle drawn by lines has, with the way back to its beginning.
const CORNERS: usize = 5;

/// A path, as far as boxes tell of it.
#[derive(Debug, Default)]
pub struct Path {
    rectangles: Vec<Area>,
    points: Vec<(f32, f32)>,
    rest: Option<Area>,
    is_box: bool,
    /// Whether it is to clip what is drawn after it.
    pub clips: bool,
}

impl Path {
    /// Adds a rectangle.
    pub fn rectangle(&mut self, to: &Matrix, area: Area) {
        let slanted = to.0[0].abs().min(to.0[1].abs()) > 0.01;
        let area = to.apply_box(&area);
        if self.rectangles.len() < RECTANGLES && !slanted {
            self.rectangles.push(area);
        } else {
            self.include((area.x0, area.y0));
            self.include((area.x1, area.y1));
            self.is_box = false;
        }
    }

    /// Begins a piece.
    pub fn start(&mut self, point: (f32, f32)) {
        self.is_box = self.rest.is_none();
        self.include(point);
    }

    /// Adds a line.
    pub fn line(&mut self, point: (f32, f32)) {
        self.include(point);
    }

    /// Adds a curve within these points.
    pub fn curve(&mut self, points: &[(f32, f32)]) {
        for &point in points {
            self.include(point);
        }
        self.is_box = false;
    }

    fn include(&mut self, point: (f32, f32)) {
        self.rest.get_or_insert(Area::NOTHING).include(point.0, point.1);
        if self.points.len() < CORNERS {
            self.points.push(point);
        } else {
            self.is_box = false;
        }
    }

    /// The boxes around its pieces, and whether each is that box.
    fn areas(&self) -> impl Iterator<Item = (Area, bool)> + '_ {
        let rest = self.rest.map(|area| (area, self.is_upright(&area)));
        self.rectangles.iter().map(|&area| (area, true)).chain(rest)
    }

    /// What filling it paints. By the even-odd rule two boxes, one in the other, are a frame: its four sides, and
    /// nothing within.
    pub fn filled(&self, even_odd: bool) -> Vec<(Area, bool)> {
        if even_odd
            && self.rest.is_none()
            && let [one, other] = self.rectangles[..]
        {
            let inner = one.common(&other);
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

    fn is_upright(&self, area: &Area) -> bool {
        let near = |a: f32, b: f32| (a - b).abs() < 0.5;
        self.is_box
            && self.points.len() >= 4
            && self
                .points
                .iter()
                .all(|&(x, y)| (near(x, area.x0) || near(x, area.x1)) && (near(y, area.y0) || near(y, area.y1)))
    }

    /// Forgets the path, after it clipped if it was to.
    pub fn end(&mut self, clip: &mut Area) {
        if self.clips {
            let mut around = Area::NOTHING;
            for (area, _) in self.areas() {
                around.include(area.x0, area.y0);
                around.include(area.x1, area.y1);
            }
            *clip = clip.common(&around);
        }
        *self = Path::default();
    }
}
