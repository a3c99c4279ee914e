//! Transformation matrices and rectangles.

/// A transformation matrix `[a b c d e f]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix(pub [f32; 6]);

impl Matrix {
    pub const IDENTITY: Matrix = Matrix([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    pub fn translation(x: f32, y: f32) -> Self {
        Matrix([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// The matrix that applies this one first and `next` second.
    #[must_use]
    pub fn then(&self, next: &Matrix) -> Matrix {
        let (a, b) = (&self.0, &next.0);
        Matrix([
            a[0] * b[0] + a[1] * b[2],
            a[0] * b[1] + a[1] * b[3],
            a[2] * b[0] + a[3] * b[2],
            a[2] * b[1] + a[3] * b[3],
            a[4] * b[0] + a[5] * b[2] + b[4],
            a[4] * b[1] + a[5] * b[3] + b[5],
        ])
    }

    /// The transformed point.
    pub fn apply(&self, x: f32, y: f32) -> (f32, f32) {
        let m = &self.0;
        (x * m[0] + y * m[2] + m[4], x * m[1] + y * m[3] + m[5])
    }

    /// The bounding box of the transformed rectangle.
    pub fn apply_to_area(&self, area: &Area) -> Area {
        let mut bounds = Area::EMPTY;
        for (x, y) in [
            (area.x0, area.y0),
            (area.x1, area.y0),
            (area.x0, area.y1),
            (area.x1, area.y1),
        ] {
            let (x, y) = self.apply(x, y);
            bounds.include(x, y);
        }
        bounds
    }
}

/// An axis-parallel rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub x0: f32,
    /// Top if y points down, bottom if y points up.
    pub y0: f32,
    pub x1: f32,
    /// Bottom if y points down, top if y points up.
    pub y1: f32,
}

impl Area {
    pub const EMPTY: Area = Area {
        x0: f32::INFINITY,
        y0: f32::INFINITY,
        x1: f32::NEG_INFINITY,
        y1: f32::NEG_INFINITY,
    };

    /// The rectangle with these opposite corners, in any order.
    pub fn from_corners(corners: [f32; 4]) -> Self {
        let [a, b, c, d] = corners;
        Area {
            x0: a.min(c),
            y0: b.min(d),
            x1: a.max(c),
            y1: b.max(d),
        }
    }

    /// Extends the rectangle so that it contains the point.
    pub fn include(&mut self, x: f32, y: f32) {
        self.x0 = self.x0.min(x);
        self.y0 = self.y0.min(y);
        self.x1 = self.x1.max(x);
        self.y1 = self.y1.max(y);
    }

    #[must_use]
    pub fn intersection(&self, other: &Area) -> Area {
        Area {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        }
    }

    /// Whether the point is inside or at most `margin` outside.
    pub fn contains(&self, x: f32, y: f32, margin: f32) -> bool {
        x >= self.x0 - margin && x <= self.x1 + margin && y >= self.y0 - margin && y <= self.y1 + margin
    }

    pub fn width(&self) -> f32 {
        self.x1 - self.x0
    }

    pub fn height(&self) -> f32 {
        self.y1 - self.y0
    }
}
