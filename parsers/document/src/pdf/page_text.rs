//! The text of all pages.

use std::collections::HashSet;

use lopdf::{Dictionary, Object, ObjectId};

use crate::Line;

use super::budget;
use super::canvas::{Canvas, Glyph};
use super::content::{Fonts, Painter};
use super::file::{self, File, Held};
use super::geometry::{Area, Matrix};
use super::layout;
use super::pages::Page;
use super::state::State;

/// What all pages say.
#[derive(Default)]
pub struct PageText {
    /// The lines of all pages.
    pub lines: Vec<Line>,
    /// Hosts that links lead to, once a link.
    pub links: Vec<String>,
    /// Whether a page without text has a picture.
    pub has_pictures: bool,
    /// Whether some text lies invisibly over a picture of it.
    pub is_recognised: bool,
}

/// A picture that takes this part of a page is the page.
const WHOLE_PAGE: f32 = 0.7;

/// Reads the pages one after the other.
pub fn read(file: &File<'_>, pages: &[Page]) -> PageText {
    let mut text = PageText::default();
    let mut fonts = Fonts::default();
    let hidden_layers = hidden_layers(file);
    for (index, page) in pages.iter().enumerate() {
        if file.budget.is_spent() {
            break;
        }
        let canvas = draw(file, page, &mut fonts, &hidden_layers);
        let mut seen = canvas.seen(page.size(), file.budget);
        if seen.is_empty() && canvas.largest_picture > 0.0 {
            seen = recognised(&canvas, page);
            text.is_recognised |= !seen.is_empty();
            text.has_pictures = true;
        }
        let number = u16::try_from(index).unwrap_or(u16::MAX);
        text.lines.extend(layout::lines(&canvas, &seen, number, page.size()));
        links(file, page, &mut text.links);
    }
    text
}

/// The invisible text over a page that is one picture, as programs that recognise text write it.
fn recognised<'c>(canvas: &'c Canvas, page: &Page) -> Vec<&'c Glyph> {
    let (width, height) = page.size();
    if canvas.largest_picture < WHOLE_PAGE * width * height {
        return Vec::new();
    }
    canvas.glyphs.iter().filter(|glyph| !glyph.drawn).collect()
}

fn draw(file: &File<'_>, page: &Page, fonts: &mut Fonts, hidden_layers: &HashSet<ObjectId>) -> Canvas {
    let resources = page.resources.as_ref().and_then(|resources| file.follow(resources));
    let resources: Vec<&Dictionary> = resources.as_deref().and_then(file::entries).into_iter().collect();
    let (width, height) = page.size();
    let state = State::new(page.to_reader(), Area::between([0.0, 0.0, width, height]));
    let mut painter = Painter::new(file, fonts, hidden_layers);
    painter.run(&content(file, page), &resources, state.clone());
    for annotation in annotations(file, &page.dict) {
        // What a filled-in form field, a stamp or typed text looks like.
        if let Some((form, fit)) = appearance(file, &annotation) {
            let mut state = state.clone();
            state.to_reader = fit.then(&state.to_reader);
            painter.form(&form, &[], state);
        }
    }
    painter.finish()
}

/// The content of a page: one stream, or several that are one.
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
        if file.budget.is_spent() {
            break;
        }
        if let Some(part) = file.follow(part).and_then(|part| file.decoded(&part, left)) {
            content.extend_from_slice(&part);
            content.push(b'\n');
        }
    }
    content
}

/// Layers that are off when the document is opened.
fn hidden_layers(file: &File<'_>) -> HashSet<ObjectId> {
    let off = || -> Option<Vec<ObjectId>> {
        let catalog = file.catalog()?;
        let layers = file.get(catalog.entries()?, b"OCProperties")?;
        let default = file.get(layers.entries()?, b"D")?;
        let off = file.get(default.entries()?, b"OFF")?;
        let off = off.as_array().ok()?;
        Some(
            off.iter()
                .take(1000)
                .filter_map(|layer| layer.as_reference().ok())
                .collect(),
        )
    };
    off().unwrap_or_default().into_iter().collect()
}

fn annotations(file: &File<'_>, page: &Dictionary) -> Vec<Held<'static>> {
    let Some(list) = file.get(page, b"Annots") else {
        return Vec::new();
    };
    let Ok(list) = list.as_array() else { return Vec::new() };
    let references = list
        .iter()
        .take(budget::ANNOTATIONS)
        .filter_map(|item| item.as_reference().ok());
    references.filter_map(|id| file.object(id)).collect()
}

/// A form and the matrix that fits it into the place of its annotation.
fn appearance(file: &File<'_>, annotation: &Held<'_>) -> Option<(Held<'static>, Matrix)> {
    const HIDDEN: i64 = 2 | 32;
    let dict = annotation.entries()?;
    let kind = file.get(dict, b"Subtype")?;
    let drawn = matches!(kind.name()?, b"Widget" | b"FreeText" | b"Stamp");
    let flags = file.get(dict, b"F").and_then(|flags| flags.as_i64().ok()).unwrap_or(0);
    if !drawn || flags & HIDDEN != 0 {
        return None;
    }
    let appearances = file.get(dict, b"AP")?;
    let mut look = file.detached(appearances.entries()?, b"N")?;
    if let Object::Dictionary(states) = &*look {
        let current = file.get(dict, b"AS")?;
        look = file.detached(states, current.name()?)?;
    }
    let form = look.entries()?;
    let place = Area::between(file.numbers(dict, b"Rect")?);
    let own = file.numbers::<6>(form, b"Matrix").map_or(Matrix::IDENTITY, Matrix);
    let area = own.apply_box(&Area::between(file.numbers(form, b"BBox")?));
    let (across, down) = (place.width() / area.width(), place.height() / area.height());
    let fit = Matrix([
        across,
        0.0,
        0.0,
        down,
        place.x0 - area.x0 * across,
        place.y0 - area.y0 * down,
    ]);
    (across.is_finite() && down.is_finite()).then_some((look, fit))
}

fn links(file: &File<'_>, page: &Page, hosts: &mut Vec<String>) {
    for annotation in annotations(file, &page.dict) {
        let target = || -> Option<String> {
            let action = file.get(annotation.entries()?, b"A")?;
            let address = file.get(action.entries()?, b"URI")?;
            let address = String::from_utf8_lossy(address.as_str().ok()?).to_ascii_lowercase();
            let (scheme, rest) = address.split_once("://")?;
            let host = rest.split(['/', '?', '#', ':']).next()?;
            let plain = host
                .bytes()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'-'));
            (scheme.starts_with("http") && plain && !host.is_empty() && host.len() < 254).then(|| host.to_owned())
        };
        if let Some(host) = target().filter(|_| hosts.len() < budget::ANNOTATIONS) {
            hosts.push(host);
        }
    }
}
