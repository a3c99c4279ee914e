//! Elements that make lines of their own, and how they put together the lines of what stands in them.

use scraper::node::Element;

use super::grid::{self, GridCell, Lines};
use super::inline::Inline;
use super::style::{Display, Style};

/// What a frame does with the lines of the elements in it.
pub enum Shape {
    /// Under one another.
    Block,
    /// Beside one another.
    Row(Vec<Lines>),
    /// Cells, and how many columns and rows each covers.
    TableRow(Vec<GridCell>),
    /// Rows of cells.
    Table(Vec<Vec<GridCell>>),
}

/// An element that makes lines of its own.
pub struct Frame {
    pub shape: Shape,
    pub lines: Lines,
    pub inline: Inline,
    /// Neighbours that stand beside one another, until something else follows.
    pub neighbours: Vec<Lines>,
    /// Whether it stands beside its neighbours itself.
    pub beside: bool,
    pub columns: usize,
    pub rows: usize,
    pub is_cell: bool,
}

impl Frame {
    /// An empty one.
    pub fn new(shape: Shape) -> Self {
        Frame {
            shape,
            lines: Lines::new(),
            inline: Inline::default(),
            neighbours: Vec::new(),
            beside: false,
            columns: 1,
            rows: 1,
            is_cell: false,
        }
    }

    /// Ends the line and the row of neighbours that are under way.
    pub fn settle(&mut self) {
        if !self.neighbours.is_empty() {
            self.lines.extend(grid::row(std::mem::take(&mut self.neighbours)));
        }
        if let Some(line) = self.inline.finish_line() {
            match &mut self.shape {
                Shape::Row(boxes) => boxes.push(vec![line]),
                _ => self.lines.push(line),
            }
        }
    }

    /// Its lines, all settled.
    pub fn into_lines(mut self) -> Lines {
        self.settle();
        match self.shape {
            Shape::Block => {}
            Shape::Row(boxes) => self.lines.extend(grid::row(boxes)),
            Shape::TableRow(cells) => self.lines.extend(grid::table(vec![cells])),
            Shape::Table(rows) => self.lines.extend(grid::table(rows)),
        }
        self.lines
    }
}

fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "caption"
            | "center"
            | "dd"
            | "details"
            | "dialog"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hgroup"
            | "hr"
            | "html"
            | "legend"
            | "li"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "p"
            | "pre"
            | "section"
            | "summary"
            | "ul"
    )
}

/// The frame that an element opens, if it opens one.
pub fn frame_of(element: &Element, style: Style) -> Option<Frame> {
    let number = |name, most| {
        element
            .attr(name)
            .and_then(|n| n.trim().parse().ok())
            .unwrap_or(1_usize)
            .clamp(1, most)
    };
    let mut frame = match element.name() {
        "table" => Frame::new(Shape::Table(Vec::new())),
        "tr" => Frame::new(Shape::TableRow(Vec::new())),
        "td" | "th" => Frame {
            is_cell: true,
            columns: number("colspan", 100),
            rows: number("rowspan", 1_000),
            ..Frame::new(Shape::Block)
        },
        name => match style.display {
            Some(Display::Row) => Frame::new(Shape::Row(Vec::new())),
            Some(Display::Block | Display::InlineBlock) => Frame::new(Shape::Block),
            None if is_block(name) => Frame::new(Shape::Block),
            Some(Display::Inline) | None => return None,
        },
    };
    let column = || {
        element
            .attr("class")
            .is_some_and(|class| class.split_whitespace().any(|c| c.contains("column")))
    };
    frame.beside = !frame.is_cell && (style.floats || style.display == Some(Display::InlineBlock) || column());
    // A table set aside by its align attribute floats, as a browser has it.
    frame.beside |= element.name() == "table" && matches!(element.attr("align"), Some("left" | "right"));
    // A word set as an inline block is still a word of its line.
    let word = !is_block(element.name()) && !frame.is_cell && !matches!(element.name(), "table" | "tr");
    if word && style.display == Some(Display::InlineBlock) {
        return None;
    }
    Some(frame)
}
