//! The text of all pages.

use std::collections::HashSet;

use lopdf::{Dictionary, Object, ObjectId};

use crate::Line;

use super::budget;
use super::canvas::{Canvas, Glyph};
use super::content::{Fonts, Interpreter};
use super::file::File;
use super::geometry::{Area, Matrix};
use super::layout;
use super::pages::Page;
use super::resolve::{Resolve, Resolved, dict_of};
use super::state::State;

#[derive(Default)]
pub struct PageText {
    pub lines: Vec<Line>,
    pub links: Vec<String>,
    /// Whether a page without visible text has an image.
    pub has_scan: bool,
    /// Whether text was recognised in an image by OCR.
    pub is_recognised: bool,
}

/// An image of at least this part of the page is a scan of it.
const SCAN_SIZE: f32 = 0.7;
/// Maximum number of bytes of a link in which its host is searched for.
const MAX_ADDRESS: usize = 1_000;

pub fn read(file: &File<'_>, pages: &[Page]) -> PageText {
    let mut text = PageText::default();
    let mut fonts = Fonts::default();
    let hidden_groups = hidden_groups(file);
    for (index, page) in pages.iter().enumerate() {
        if file.budget.is_exceeded() {
            break;
        }
        let canvas = interpret(file, page, &mut fonts, &hidden_groups);
        let mut glyphs = canvas.visible_glyphs(page.size(), file.budget);
        if glyphs.is_empty() && canvas.largest_image > 0.0 {
            glyphs = recognised(&canvas, page);
            text.is_recognised |= !glyphs.is_empty();
            text.has_scan = true;
        }
        let number = u16::try_from(index).unwrap_or(u16::MAX);
        text.lines.extend(layout::lines(&canvas, &glyphs, number, page.size()));
        add_links(file, page, &mut text.links);
    }
    text
}

/// The glyphs that an OCR program placed invisibly over a scanned page.
fn recognised<'c>(canvas: &'c Canvas, page: &Page) -> Vec<&'c Glyph> {
    let (width, height) = page.size();
    if canvas.largest_image < SCAN_SIZE * width * height {
        return Vec::new();
    }
    canvas.glyphs.iter().filter(|glyph| !glyph.is_drawn).collect()
}

/// Interprets the content of a page and of its annotations.
fn interpret(file: &File<'_>, page: &Page, fonts: &mut Fonts, hidden_groups: &HashSet<ObjectId>) -> Canvas {
    let resources = page.resources.as_ref().and_then(|resources| file.resolve(resources));
    let resources: Vec<&Dictionary> = resources.as_deref().and_then(dict_of).into_iter().collect();
    let (width, height) = page.size();
    let state = State::new(page.ctm(), Area::from_corners([0.0, 0.0, width, height]));
    let mut interpreter = Interpreter::new(file, fonts, hidden_groups);
    interpreter.run(&content(file, page), &resources, state.clone());
    for annotation in annotations(file, &page.dict) {
        if let Some((form, matrix)) = appearance(file, &annotation) {
            let mut state = state.clone();
            state.ctm = matrix.then(&state.ctm);
            interpreter.draw_form(&form, &[], state);
        }
    }
    interpreter.canvas
}

/// The decoded content of a page. It can be divided into several streams.
fn content(file: &File<'_>, page: &Page) -> Vec<u8> {
    let Some(contents) = file.get(&page.dict, b"Contents") else {
        return Vec::new();
    };
    let Object::Array(parts) = &*contents else {
        return file.decoded(&contents, budget::DECODED_BYTES).unwrap_or_default();
    };
    let mut content = Vec::new();
    for part in parts {
        let left = budget::DECODED_BYTES.saturating_sub(content.len());
        if file.budget.is_exceeded() {
            break;
        }
        if let Some(part) = file.resolve(part).and_then(|part| file.decoded(&part, left)) {
            content.extend_from_slice(&part);
            content.push(b'\n');
        }
    }
    content
}

/// Optional content groups that are off by default.
fn hidden_groups(file: &File<'_>) -> HashSet<ObjectId> {
    let off = || -> Option<HashSet<ObjectId>> {
        let catalog = file.catalog()?;
        let properties = file.get(catalog.dict()?, b"OCProperties")?;
        let default = file.get(properties.dict()?, b"D")?;
        let off = file.get(default.dict()?, b"OFF")?;
        let groups = off.items().iter().take(1000);
        Some(groups.filter_map(|group| group.as_reference().ok()).collect())
    };
    off().unwrap_or_default()
}

fn annotations(file: &File<'_>, page: &Dictionary) -> Vec<Resolved<'static>> {
    let Some(list) = file.get(page, b"Annots") else {
        return Vec::new();
    };
    let references = list
        .items()
        .iter()
        .take(budget::ANNOTATIONS)
        .filter_map(|item| item.as_reference().ok());
    references.filter_map(|id| file.object(id)).collect()
}

/// The normal appearance of a form field, stamp or free text annotation: a form `XObject` and the matrix that maps it
/// to the annotation rectangle (ISO 32000-1, 12.5.5).
fn appearance(file: &File<'_>, annotation: &Resolved<'_>) -> Option<(Resolved<'static>, Matrix)> {
    const HIDDEN: i64 = 2 | 32;
    let dict = annotation.dict()?;
    let subtype = file.get(dict, b"Subtype")?;
    let has_text = matches!(subtype.name()?, b"Widget" | b"FreeText" | b"Stamp");
    let flags = file.get(dict, b"F").and_then(|flags| flags.as_i64().ok()).unwrap_or(0);
    if !has_text || flags & HIDDEN != 0 {
        return None;
    }
    let appearances = file.get(dict, b"AP")?;
    let mut appearance = file.get_owned(appearances.dict()?, b"N")?;
    if let Object::Dictionary(states) = &*appearance {
        let current = file.get(dict, b"AS")?;
        appearance = file.get_owned(states, current.name()?)?;
    }
    let form = appearance.dict()?;
    let rect = Area::from_corners(file.numbers(dict, b"Rect")?);
    let form_matrix = file.numbers::<6>(form, b"Matrix").map_or(Matrix::IDENTITY, Matrix);
    let area = form_matrix.apply_to_area(&Area::from_corners(file.numbers(form, b"BBox")?));
    let (x, y) = (rect.width() / area.width(), rect.height() / area.height());
    let matrix = Matrix([x, 0.0, 0.0, y, rect.x0 - area.x0 * x, rect.y0 - area.y0 * y]);
    (x.is_finite() && y.is_finite()).then_some((appearance, matrix))
}

/// Adds the hosts that the link annotations of a page lead to.
fn add_links(file: &File<'_>, page: &Page, hosts: &mut Vec<String>) {
    for annotation in annotations(file, &page.dict) {
        let host = || -> Option<String> {
            let action = file.get(annotation.dict()?, b"A")?;
            let address = file.get(action.dict()?, b"URI")?;
            let address = address.as_str().ok()?;
            let address = String::from_utf8_lossy(&address[..address.len().min(MAX_ADDRESS)]).to_ascii_lowercase();
            let (scheme, rest) = address.split_once("://")?;
            let host = rest.split(['/', '?', '#', ':']).next()?;
            let is_valid = host
                .bytes()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'-'));
            (scheme.starts_with("http") && is_valid && !host.is_empty() && host.len() < 254).then(|| host.to_owned())
        };
        if let Some(host) = host().filter(|_| hosts.len() < budget::ANNOTATIONS) {
            hosts.push(host);
        }
    }
}
