//! The walk over the tree: what is visible becomes lines of cells.
//!
//! One pass over opening and closing edges, no recursion. A frame is an element that makes
//! lines of its own; when it closes, its lines go to the frame around it.

use ego_tree::iter::Edge;
use scraper::node::Element;
use scraper::{Html, Node};

use super::frame::{Frame, Shape, frame_of};
use super::grid::GridCell;
use super::inline::Inline;
use super::style::{FontSize, Sheet, Style};
use crate::text::{is_invisible, tidy};
use crate::{Document, Image};

/// Elements nested deeper make no frames: their text flows into the frame around them.
const MAX_FRAMES: usize = 300;
/// More lines than any receipt has.
const MAX_LINES: usize = 3_000;
/// More text than any receipt has; beyond it nothing is taken.
pub const MAX_TEXT: usize = 300_000;
/// Text in letters of this size or smaller is not meant to be read.
const INVISIBLE_FONT: f32 = 1.5;
const DEFAULT_FONT: f32 = 16.0;

/// What an element passes on to what stands in it.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a property of its own, inherited by itself"
)]
#[derive(Clone, Copy)]
struct Inherited {
    hidden: bool,
    struck: bool,
    pre: bool,
    /// Whether it stands raised.
    raised: bool,
    font: f32,
    /// Whether a frame closes with the element.
    frame: bool,
}

struct Walk {
    styles: Vec<Inherited>,
    frames: Vec<Frame>,
    document: Document,
    taken: usize,
    lines: usize,
}

/// Lays out a tree.
pub fn lay_out(tree: &Html) -> Document {
    let sheet = sheet_of(tree);
    let mut walk = Walk::new();
    let mut dropped = 0_usize;
    for edge in tree.tree.root().traverse() {
        match edge {
            Edge::Open(node) => match node.value() {
                Node::Element(element) if dropped > 0 || is_dropped(element.name()) => {
                    if element.name() == "title" && walk.document.title.is_empty() {
                        let text: String = node
                            .children()
                            .filter_map(|c| c.value().as_text().map(|t| &**t))
                            .collect();
                        walk.document.title = tidy(crate::text::cut(&text, 500));
                    }
                    dropped += 1;
                }
                Node::Element(element) => walk.open(element, &sheet),
                Node::Text(text) if dropped == 0 => walk.text(text),
                _ => {}
            },
            Edge::Close(node) => {
                if node.value().is_element() {
                    if dropped > 0 {
                        dropped -= 1;
                    } else {
                        walk.close();
                    }
                }
            }
        }
    }
    walk.finish()
}

/// Lays out plain text.
pub fn lay_out_plain(text: &str) -> Document {
    let mut walk = Walk::new();
    if let Some(style) = walk.styles.last_mut() {
        style.pre = true;
    }
    walk.text(text);
    walk.finish()
}

fn sheet_of(tree: &Html) -> Sheet {
    let mut sheet = Sheet::default();
    let is_style = |node: &ego_tree::NodeRef<'_, Node>| node.value().as_element().is_some_and(|e| e.name() == "style");
    for node in tree.tree.nodes().filter(is_style) {
        for text in node.children().filter_map(|c| c.value().as_text()) {
            sheet.add(text);
        }
    }
    sheet
}

fn is_dropped(name: &str) -> bool {
    matches!(
        name,
        "script"
            | "style"
            | "title"
            | "template"
            | "noscript"
            | "svg"
            | "iframe"
            | "select"
            | "object"
            | "textarea"
            | "math"
    )
}

impl Walk {
    fn new() -> Self {
        let root = Inherited {
            hidden: false,
            struck: false,
            pre: false,
            raised: false,
            font: DEFAULT_FONT,
            frame: true,
        };
        Walk {
            styles: vec![root],
            frames: vec![Frame::new(Shape::Block)],
            document: Document::default(),
            taken: 0,
            lines: 0,
        }
    }

    fn open(&mut self, element: &Element, sheet: &Sheet) {
        let name = element.name();
        let style = element.attr("style").map(Style::of).unwrap_or_default();
        let around = *self.styles.last().unwrap_or(&NOTHING);
        let sheet_hides = sheet.hides(element.attr("class"), element.attr("id"));
        let hidden = style.hidden.unwrap_or(sheet_hides || element.attr("hidden").is_some());
        let font = match style.font {
            Some(FontSize::Pixels(pixels)) => pixels,
            Some(FontSize::Times(times)) => around.font * times,
            None => around.font,
        };
        let mut inherited = Inherited {
            hidden: around.hidden || hidden,
            struck: around.struck || style.struck || matches!(name, "s" | "strike" | "del"),
            pre: style.pre.unwrap_or(around.pre || name == "pre"),
            raised: around.raised || name == "sup",
            font,
            frame: false,
        };
        if !matches!(name, "sub" | "sup") {
            self.inline().edge();
        }
        if !inherited.hidden {
            match name {
                "br" => self.end_line(),
                "img" => self.image(element),
                "a" => self.link(element),
                _ => {}
            }
            let in_row = matches!(self.frames.last(), Some(frame) if matches!(frame.shape, Shape::Row(_)));
            let opened = frame_of(element, style).or_else(|| in_row.then(|| Frame::new(Shape::Block)));
            if self.frames.len() < MAX_FRAMES
                && let Some(frame) = opened
            {
                inherited.frame = true;
                self.frames.push(frame);
            }
        }
        self.styles.push(inherited);
    }

    fn close(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.inline.edge();
        }
        if !self.styles.pop().is_some_and(|style| style.frame) || self.frames.len() < 2 {
            return;
        }
        let Some(frame) = self.frames.pop() else { return };
        let Some(around) = self.frames.last_mut() else { return };
        let (beside, is_cell, columns, rows) = (frame.beside, frame.is_cell, frame.columns, frame.rows);
        match (frame.shape, &mut around.shape) {
            (Shape::TableRow(cells), Shape::Table(rows)) => rows.push(cells),
            (shape, outer) => {
                let lines = Frame { shape, ..frame }.into_lines();
                match outer {
                    Shape::TableRow(cells) if is_cell => cells.push(GridCell { lines, columns, rows }),
                    Shape::Row(boxes) => {
                        if let Some(line) = around.inline.finish_line() {
                            boxes.push(vec![line]);
                        }
                        boxes.push(lines);
                    }
                    _ if beside => {
                        if let Some(line) = around.inline.finish_line() {
                            around.neighbours.push(vec![line]);
                        }
                        around.neighbours.push(lines);
                    }
                    _ => {
                        around.settle();
                        around.lines.extend(lines);
                    }
                }
            }
        }
    }

    fn text(&mut self, text: &str) {
        let style = *self.styles.last().unwrap_or(&NOTHING);
        if self.taken > MAX_TEXT || self.lines > MAX_LINES {
            self.document.truncated = true;
            return;
        }
        self.taken += text.len();
        if style.hidden || style.struck || style.font <= INVISIBLE_FONT {
            self.document
                .hidden
                .extend(text.chars().filter(|c| !is_invisible(*c) || *c == '\n'));
            self.document.hidden.push(' ');
            return;
        }
        if !style.pre {
            if style.raised {
                self.inline().begin_cents(text);
            }
            self.inline().push(text);
            return;
        }
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                self.end_line();
            }
            self.inline().push_preformatted(line);
        }
    }

    fn inline(&mut self) -> &mut Inline {
        let frame = self.frames.last_mut().expect("the root frame never closes");
        if !frame.neighbours.is_empty() && !frame.inline.is_blank() {
            let line = frame.inline.finish_line();
            frame.settle();
            frame.lines.extend(line);
        }
        &mut frame.inline
    }

    fn end_line(&mut self) {
        self.lines += 1;
        if let Some(frame) = self.frames.last_mut() {
            frame.settle();
        }
    }

    fn image(&mut self, element: &Element) {
        let attribute = |name| tidy(crate::text::cut(element.attr(name).unwrap_or(""), 500));
        let image = Image {
            alt: attribute("alt"),
            src: attribute("src"),
        };
        self.document.images.push(image);
    }

    fn link(&mut self, element: &Element) {
        let host = element
            .attr("href")
            .and_then(|href| href.split_once("://"))
            .map(|(_, rest)| {
                let host = rest.split(['/', '?', '#', ':']).next().unwrap_or("");
                host.to_ascii_lowercase()
            });
        self.document
            .links
            .extend(host.filter(|host| host.contains('.') && host.len() < 200));
    }

    fn finish(mut self) -> Document {
        self.document.hidden = tidy(&self.document.hidden);
        while self.frames.len() > 1 {
            if let Some(style) = self.styles.last_mut() {
                style.frame = true;
            }
            self.close();
        }
        let mut lines = self.frames.pop().map(Frame::into_lines).unwrap_or_default();
        if lines.len() > MAX_LINES {
            lines.truncate(MAX_LINES);
            self.document.truncated = true;
        }
        for cell in lines.iter_mut().flatten() {
            cell.x0 *= 1000.0;
            cell.x1 *= 1000.0;
        }
        self.document.lines = lines;
        self.document
    }
}

const NOTHING: Inherited = Inherited {
    hidden: false,
    struck: false,
    pre: false,
    raised: false,
    font: DEFAULT_FONT,
    frame: false,
};
