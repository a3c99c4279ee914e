//! The pages of a file, in order, with what they inherit.

use std::collections::HashSet;

use lopdf::{Dictionary, Object};

use super::budget;
use super::file::File;
use super::geometry::{Area, Matrix};

/// A page.
pub struct Page {
    /// Its own entries.
    pub dict: Dictionary,
    /// Fonts, forms and states by name.
    pub resources: Option<Object>,
    /// The visible part, in the page's own coordinates.
    pub area: Area,
    /// Quarter turns clockwise.
    pub turns: u8,
}

#[derive(Clone)]
struct Inherited {
    resources: Option<Object>,
    area: Option<[f32; 4]>,
    crop: Option<[f32; 4]>,
    rotate: i64,
}

/// The size of a page that states none: A4.
const A4: [f32; 4] = [0.0, 0.0, 595.0, 842.0];
/// No page is larger, in points.
const LARGEST: f32 = 20_000.0;

/// All pages. A bound passed is noted in the file's budget.
pub fn pages(file: &File<'_>) -> Vec<Page> {
    let mut pages = Vec::new();
    let catalog = file.catalog();
    let Some(root) = catalog
        .as_ref()
        .and_then(|c| c.entries())
        .and_then(|c| c.get(b"Pages").ok())
    else {
        return pages;
    };
    let nothing = Inherited {
        resources: None,
        area: None,
        crop: None,
        rotate: 0,
    };
    let mut seen = HashSet::new();
    let mut nodes = 0;
    let mut stack = vec![(root.clone(), nothing)];
    while let Some((node, inherited)) = stack.pop() {
        nodes += 1;
        if nodes > budget::TREE_NODES {
            file.budget.deny("too many pages");
            break;
        }
        let Some(node) = file.follow(&node) else { continue };
        if node.id().is_some_and(|id| !seen.insert(id)) {
            continue;
        }
        let Some(dict) = node.entries() else { continue };
        let inherited = inherit(file, dict, inherited);
        match file.get(dict, b"Kids").as_deref() {
            Some(Object::Array(kids)) => {
                if kids.len() > budget::TREE_NODES {
                    file.budget.deny("too many pages");
                    break;
                }
                stack.extend(kids.iter().rev().map(|kid| (kid.clone(), inherited.clone())));
            }
            _ if dict.has_type(b"Pages") => {}
            _ => {
                if pages.len() >= budget::PAGES {
                    file.budget.deny("too many pages");
                    break;
                }
                pages.push(page(dict, inherited));
            }
        }
    }
    pages
}

fn inherit(file: &File<'_>, dict: &Dictionary, above: Inherited) -> Inherited {
    Inherited {
        resources: dict.get(b"Resources").ok().cloned().or(above.resources),
        area: file.numbers(dict, b"MediaBox").or(above.area),
        crop: file.numbers(dict, b"CropBox").or(above.crop),
        rotate: file
            .get(dict, b"Rotate")
            .and_then(|r| r.as_i64().ok())
            .unwrap_or(above.rotate),
    }
}

fn page(dict: &Dictionary, inherited: Inherited) -> Page {
    let sound =
        |area: &Area| area.width() > 1.0 && area.height() > 1.0 && area.width() < LARGEST && area.height() < LARGEST;
    let media = inherited
        .area
        .map(Area::between)
        .filter(sound)
        .unwrap_or(Area::between(A4));
    let crop = inherited
        .crop
        .map(|crop| Area::between(crop).common(&media))
        .filter(sound);
    Page {
        dict: dict.clone(),
        resources: inherited.resources,
        area: crop.unwrap_or(media),
        turns: u8::try_from(inherited.rotate.div_euclid(90).rem_euclid(4)).unwrap_or(0),
    }
}

impl Page {
    /// What brings the page's coordinates to those of a reader: the origin at the top left, y pointing down.
    pub fn to_reader(&self) -> Matrix {
        let Area { x0, y0, x1, y1 } = self.area;
        Matrix(match self.turns {
            0 => [1.0, 0.0, 0.0, -1.0, -x0, y1],
            1 => [0.0, 1.0, 1.0, 0.0, -y0, -x0],
            2 => [-1.0, 0.0, 0.0, 1.0, x1, -y0],
            _ => [0.0, -1.0, -1.0, 0.0, y1, x1],
        })
    }

    /// Its width and height as a reader sees them.
    pub fn size(&self) -> (f32, f32) {
        if self.turns.is_multiple_of(2) {
            (self.area.width(), self.area.height())
        } else {
            (self.area.height(), self.area.width())
        }
    }
}
