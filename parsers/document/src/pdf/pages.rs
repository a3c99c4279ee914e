//! The page tree (ISO 32000-1, 7.7.3): all pages in order, with their inherited attributes.

use std::collections::HashSet;
use std::rc::Rc;

use lopdf::{Dictionary, Object};
use parser_model::Limit;

use super::budget;
use super::file::File;
use super::geometry::{Area, Matrix};
use super::resolve::Resolve;

pub struct Page {
    pub dict: Dictionary,
    pub resources: Option<Rc<Object>>,
    /// The visible area, in default user space.
    pub area: Area,
    /// Rotation in clockwise quarter turns.
    pub quarter_turns: u8,
}

#[derive(Clone, Default)]
struct Inherited {
    /// Shared, because every kid inherits them.
    resources: Option<Rc<Object>>,
    media_box: Option<[f32; 4]>,
    crop_box: Option<[f32; 4]>,
    rotate: i64,
}

/// The media box of a page without one.
const A4: [f32; 4] = [0.0, 0.0, 595.0, 842.0];
/// The largest width and height of a valid page, in points.
const MAX_LENGTH: f32 = 20_000.0;

/// All pages. Too many of them exceed the budget of the file.
pub fn pages(file: &File<'_>) -> Vec<Page> {
    let mut pages = Vec::new();
    let catalog = file.catalog();
    let Some(root) = catalog
        .as_ref()
        .and_then(|c| c.dict())
        .and_then(|c| c.get(b"Pages").ok())
    else {
        return pages;
    };
    let mut seen = HashSet::new();
    let mut nodes = 0;
    let mut stack = vec![(root.clone(), Inherited::default())];
    while let Some((node, inherited)) = stack.pop() {
        nodes += 1;
        if nodes > budget::TREE_NODES {
            file.budget.exceed(Limit::Pages);
            break;
        }
        let Some(node) = file.resolve(&node) else { continue };
        if node.id().is_some_and(|id| !seen.insert(id)) {
            continue;
        }
        let Some(dict) = node.dict() else { continue };
        let inherited = inherit(file, dict, inherited);
        match file.get(dict, b"Kids").as_deref() {
            Some(Object::Array(kids)) => {
                if kids.len() > budget::TREE_NODES {
                    file.budget.exceed(Limit::Pages);
                    break;
                }
                stack.extend(kids.iter().rev().map(|kid| (kid.clone(), inherited.clone())));
            }
            _ if dict.has_type(b"Pages") => {}
            _ => {
                if pages.len() >= budget::PAGES {
                    file.budget.exceed(Limit::Pages);
                    break;
                }
                pages.push(page(dict, inherited));
            }
        }
    }
    pages
}

fn inherit(file: &File<'_>, dict: &Dictionary, parent: Inherited) -> Inherited {
    Inherited {
        resources: dict.get(b"Resources").ok().cloned().map(Rc::new).or(parent.resources),
        media_box: file.numbers(dict, b"MediaBox").or(parent.media_box),
        crop_box: file.numbers(dict, b"CropBox").or(parent.crop_box),
        rotate: file
            .get(dict, b"Rotate")
            .and_then(|r| r.as_i64().ok())
            .unwrap_or(parent.rotate),
    }
}

fn page(dict: &Dictionary, inherited: Inherited) -> Page {
    let is_valid = |area: &Area| {
        let is_valid = |length: f32| length > 1.0 && length < MAX_LENGTH;
        is_valid(area.width()) && is_valid(area.height())
    };
    let media = inherited
        .media_box
        .map(Area::from_corners)
        .filter(is_valid)
        .unwrap_or(Area::from_corners(A4));
    let crop = inherited
        .crop_box
        .map(|crop| Area::from_corners(crop).intersection(&media))
        .filter(is_valid);
    Page {
        dict: dict.clone(),
        resources: inherited.resources,
        area: crop.unwrap_or(media),
        quarter_turns: u8::try_from(inherited.rotate.div_euclid(90).rem_euclid(4)).unwrap_or(0),
    }
}

impl Page {
    /// Maps default user space to the upright page, with the origin at the top left and y pointing down.
    pub fn ctm(&self) -> Matrix {
        let Area { x0, y0, x1, y1 } = self.area;
        Matrix(match self.quarter_turns {
            0 => [1.0, 0.0, 0.0, -1.0, -x0, y1],
            1 => [0.0, 1.0, 1.0, 0.0, -y0, -x0],
            2 => [-1.0, 0.0, 0.0, 1.0, x1, -y0],
            _ => [0.0, -1.0, -1.0, 0.0, y1, x1],
        })
    }

    /// Width and height of the upright page.
    pub fn size(&self) -> (f32, f32) {
        if self.quarter_turns.is_multiple_of(2) {
            (self.area.width(), self.area.height())
        } else {
            (self.area.height(), self.area.width())
        }
    }
}
