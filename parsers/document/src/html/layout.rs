//! Lays out the element tree as lines of cells.
//!
//! One pass over the start and end of each element, without recursion. At the end of an element with a box, the lines of the
//! box are added to the box around it.

use ego_tree::Tree;
use ego_tree::iter::Edge;
use parser_model::Limit;

use super::grid::GridCell;
use super::inline::Inline;
use super::layout_box::{Arrangement, LayoutBox, Side, box_of};
use super::style::{FontSize, Style, StyleSheet};
use super::tree::{Element, Node};
use crate::document::MAX_TEXT;
use crate::steps::{self, Counted};
use crate::text::{is_invisible, tidy};
use crate::{Document, Image};

/// The most nested boxes. Elements nested deeper have none, and their text belongs to the box around them.
const MAX_BOXES: usize = 300;
/// The most line breaks in text, more than any receipt has.
const MAX_BREAKS: usize = 3_000;
/// Maximum number of images and the most links of a page. Further ones are ignored.
const MAX_REFERENCES: usize = 5_000;
/// Text of this font size in pixels or less is invisible.
const INVISIBLE_FONT: f32 = 1.5;
const DEFAULT_FONT: f32 = 16.0;
/// Elements whose content is not shown as text.
const SKIPPED: [&str; 11] = [
    "script", "style", "title", "template", "noscript", "svg", "iframe", "select", "object", "textarea", "math",
];

/// Properties that an element passes on to its children.
#[allow(clippy::struct_excessive_bools, reason = "each is an independent property")]
#[derive(Clone, Copy)]
struct InheritedStyle {
    hidden: bool,
    struck_through: bool,
    preformatted: bool,
    superscript: bool,
    /// The font size in pixels.
    font_size: f32,
    /// Whether the element has a box, which ends with it. Not inherited.
    has_box: bool,
}

impl InheritedStyle {
    /// The style of an element without a parent.
    const INITIAL: InheritedStyle = InheritedStyle {
        hidden: false,
        struck_through: false,
        preformatted: false,
        superscript: false,
        font_size: DEFAULT_FONT,
        has_box: false,
    };
}

/// Builds a document from the elements and texts of a tree.
struct Layouter {
    styles: Vec<InheritedStyle>,
    /// The open boxes. The first is the page.
    boxes: Vec<LayoutBox>,
    document: Document,
    text_bytes: usize,
    line_breaks: usize,
}

pub fn lay_out(tree: &Tree<Node>) -> Document {
    let sheet = style_sheet(tree);
    let mut layouter = Layouter::new();
    // How many skipped elements are open.
    let mut skipped = 0_usize;
    for edge in tree.root().traverse().counted() {
        match edge {
            Edge::Open(node) => match node.value() {
                Node::Element(element) if skipped > 0 || SKIPPED.contains(&element.name()) => {
                    if element.name() == "title" && layouter.document.title.is_empty() {
                        let text: String = node.children().filter_map(|c| c.value().as_text()).collect();
                        layouter.document.title = tidy(crate::text::cut(&text, 500));
                    }
                    skipped += 1;
                }
                Node::Element(element) => layouter.open(element, &sheet),
                Node::Text(text) if skipped == 0 => layouter.text(text),
                _ => {}
            },
            Edge::Close(node) => {
                if node.value().as_element().is_some() {
                    if skipped > 0 {
                        skipped -= 1;
                    } else {
                        layouter.close();
                    }
                }
            }
        }
    }
    layouter.finish()
}

pub fn lay_out_plain(text: &str) -> Document {
    let mut layouter = Layouter::new();
    if let Some(style) = layouter.styles.last_mut() {
        style.preformatted = true;
    }
    layouter.text(text);
    layouter.finish()
}

/// The rules of all `<style>` elements.
fn style_sheet(tree: &Tree<Node>) -> StyleSheet {
    let mut sheet = StyleSheet::default();
    let is_style = |node: &ego_tree::NodeRef<'_, Node>| node.value().as_element().is_some_and(|e| e.name() == "style");
    for node in tree.nodes().counted().filter(is_style) {
        for text in node.children().counted().filter_map(|c| c.value().as_text()) {
            steps::spend(text.len());
            sheet.add(text);
        }
    }
    sheet
}

impl Layouter {
    fn new() -> Self {
        let root = InheritedStyle {
            has_box: true,
            ..InheritedStyle::INITIAL
        };
        Layouter {
            styles: vec![root],
            boxes: vec![LayoutBox::new(Arrangement::Block)],
            document: Document::default(),
            text_bytes: 0,
            line_breaks: 0,
        }
    }

    fn open(&mut self, element: &Element, sheet: &StyleSheet) {
        steps::spend(element.attributes.iter().map(|own| 1 + own.value.len()).sum());
        let name = element.name();
        let own = element.attr("style").map(Style::parse).unwrap_or_default();
        let style = sheet
            .style_of(name, element.attr("class"), element.attr("id"))
            .overridden_by(own);
        let parent = *self.styles.last().unwrap_or(&InheritedStyle::INITIAL);
        let hidden = style.hidden.unwrap_or(element.attr("hidden").is_some());
        let font_size = match style.font_size {
            Some(FontSize::Pixels(pixels)) => pixels,
            Some(FontSize::Relative(factor)) => parent.font_size * factor,
            None => parent.font_size,
        };
        let mut inherited = InheritedStyle {
            hidden: parent.hidden || hidden,
            struck_through: parent.struck_through
                || style.struck_through.unwrap_or(matches!(name, "s" | "strike" | "del")),
            preformatted: style.preformatted.unwrap_or(parent.preformatted || name == "pre"),
            superscript: parent.superscript || name == "sup",
            font_size,
            has_box: false,
        };
        if !matches!(name, "sub" | "sup") {
            self.inline().mark_element_edge();
        }
        if !inherited.hidden {
            match name {
                "br" => self.end_line(),
                "img" => self.image(element),
                "a" => self.link(element),
                _ => {}
            }
            let in_row = matches!(self.boxes.last(), Some(outer) if matches!(outer.arrangement, Arrangement::Row(_)));
            let own_box = box_of(element, style).or_else(|| in_row.then(|| LayoutBox::new(Arrangement::Block)));
            if self.boxes.len() < MAX_BOXES
                && let Some(own_box) = own_box
            {
                inherited.has_box = true;
                self.boxes.push(own_box);
            }
        }
        self.styles.push(inherited);
    }

    fn close(&mut self) {
        if let Some(inner) = self.boxes.last_mut() {
            inner.inline.mark_element_edge();
        }
        if !self.styles.pop().is_some_and(|style| style.has_box) || self.boxes.len() < 2 {
            return;
        }
        let Some(mut inner) = self.boxes.pop() else { return };
        let Some(outer) = self.boxes.last_mut() else { return };
        let (side, is_cell, columns, rows) = (inner.side, inner.is_cell, inner.columns, inner.rows);
        match (inner.arrangement, &mut outer.arrangement) {
            (Arrangement::TableRow(cells), Arrangement::Table(rows)) => rows.push(cells),
            (arrangement, outer_arrangement) => {
                inner.arrangement = arrangement;
                let lines = inner.into_lines();
                steps::spend(lines.len());
                match outer_arrangement {
                    Arrangement::TableRow(cells) if is_cell => cells.push(GridCell { lines, columns, rows }),
                    Arrangement::Row(children) => {
                        if let Some(line) = outer.inline.finish_line() {
                            children.push(vec![line]);
                        }
                        children.push(lines);
                    }
                    _ => {
                        if let Some(side) = side {
                            if let Some(line) = outer.inline.finish_line() {
                                outer.push_beside(Side::Next, vec![line]);
                            }
                            outer.push_beside(side, lines);
                            return;
                        }
                        outer.flush();
                        outer.lines.extend(lines);
                    }
                }
            }
        }
    }

    fn text(&mut self, text: &str) {
        let style = *self.styles.last().unwrap_or(&InheritedStyle::INITIAL);
        if self.text_bytes > MAX_TEXT || self.line_breaks > MAX_BREAKS {
            self.document.over_limit = Some(Limit::Text);
            return;
        }
        self.text_bytes += text.len();
        steps::spend(text.len());
        if style.hidden || style.struck_through || style.font_size <= INVISIBLE_FONT {
            self.document
                .hidden
                .extend(text.chars().filter(|c| !is_invisible(*c) || *c == '\n'));
            self.document.hidden.push(' ');
            return;
        }
        if !style.preformatted {
            if style.superscript {
                self.inline().add_decimal_comma(text);
            }
            self.inline().push(text);
            return;
        }
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.end_line();
            }
            self.inline().push_preformatted(line);
        }
    }

    /// The current line. Text after boxes that are side by side begins a line below them; beside floats of one line it has room.
    fn inline(&mut self) -> &mut Inline {
        let inner = self.boxes.last_mut().expect("the root box is never closed");
        if inner.is_beside_full && !inner.inline.is_blank() {
            let line = inner.inline.finish_line();
            inner.flush();
            inner.lines.extend(line);
        }
        &mut inner.inline
    }

    fn end_line(&mut self) {
        self.line_breaks += 1;
        if let Some(inner) = self.boxes.last_mut() {
            inner.flush();
        }
    }

    fn image(&mut self, element: &Element) {
        if self.document.images.len() < MAX_REFERENCES {
            let alt = tidy(crate::text::cut(element.attr("alt").unwrap_or(""), 500));
            self.document.images.push(Image { alt });
        }
    }

    fn link(&mut self, element: &Element) {
        let address = element.attr("href").and_then(|href| href.split_once("://"));
        let host = address.and_then(|(_, rest)| Some(rest.split(['/', '?', '#', ':']).next()?.to_ascii_lowercase()));
        let is_host = |host: &String| host.contains('.') && host.len() < 200;
        if self.document.links.len() < MAX_REFERENCES {
            self.document.links.extend(host.filter(is_host));
        }
    }

    fn finish(mut self) -> Document {
        self.document.hidden = tidy(&self.document.hidden);
        while self.boxes.len() > 1 {
            if let Some(style) = self.styles.last_mut() {
                style.has_box = true;
            }
            self.close();
        }
        let mut lines = self.boxes.pop().map(LayoutBox::into_lines).unwrap_or_default();
        for cell in lines.iter_mut().flatten() {
            cell.x0 *= 1000.0;
            cell.x1 *= 1000.0;
        }
        self.document.lines = lines;
        self.document.limit();
        self.document
    }
}
