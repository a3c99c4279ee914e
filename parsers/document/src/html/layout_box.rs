//! Boxes: elements that begin and end lines, and how the lines of their children are arranged.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::grid::{self, GridCell, Lines};
use super::inline::Inline;
use super::style::{Display, Float, Style};
use super::tree::Element;

/// How the children of a box are arranged.
#[derive(Default)]
pub enum Arrangement {
    /// One below another.
    #[default]
    Block,
    /// Side by side, such as the children of a flex container. Holds the lines of each child.
    Row(Vec<Lines>),
    TableRow(Vec<GridCell>),
    Table(Vec<Vec<GridCell>>),
}

/// The position of a box among its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Right of the one before.
    Next,
    /// At the left, with text to its right.
    Left,
    /// At the right, with text to its left.
    Right,
}

/// An element that begins and ends lines, while its children are laid out.
#[derive(Default)]
pub struct LayoutBox {
    pub arrangement: Arrangement,
    pub lines: Lines,
    pub inline: Inline,
    /// Floats, inline blocks and text that follow one another, and so are side by side.
    side_by_side: Vec<(Side, Lines)>,
    /// Whether one of them leaves no room for text, which then begins a line below them: it isn't a float, or has more than one line.
    pub is_beside_full: bool,
    /// The position of the box, if it is such a float or inline block itself.
    pub side: Option<Side>,
    pub columns: usize,
    pub rows: usize,
    pub is_cell: bool,
}

impl LayoutBox {
    pub fn new(arrangement: Arrangement) -> Self {
        LayoutBox {
            arrangement,
            columns: 1,
            rows: 1,
            ..LayoutBox::default()
        }
    }

    /// Ends the current line and the current row of floats.
    pub fn flush(&mut self) {
        let mut text = self.inline.finish_line();
        if !self.side_by_side.is_empty() {
            let text_beside = text.take_if(|_| !self.is_beside_full);
            self.is_beside_full = false;
            let (mut row, right): (Vec<_>, Vec<_>) = std::mem::take(&mut self.side_by_side)
                .into_iter()
                .partition(|(side, _)| *side != Side::Right);
            row.extend(text_beside.map(|line| (Side::Next, vec![line])));
            // The first box that floats at the right is the last of the row.
            row.extend(right.into_iter().rev());
            self.lines
                .extend(grid::row(row.into_iter().map(|(_, lines)| lines).collect()));
        }
        if let Some(line) = text {
            match &mut self.arrangement {
                Arrangement::Row(children) => children.push(vec![line]),
                _ => self.lines.push(line),
            }
        }
    }

    /// Adds a box beside those before it.
    pub fn push_beside(&mut self, side: Side, lines: Lines) {
        self.is_beside_full |= side == Side::Next || lines.len() > 1;
        self.side_by_side.push((side, lines));
    }

    /// The lines of the box and its children.
    pub fn into_lines(mut self) -> Lines {
        self.flush();
        match self.arrangement {
            Arrangement::Block => {}
            Arrangement::Row(children) => self.lines.extend(grid::row(children)),
            Arrangement::TableRow(cells) => self.lines.extend(grid::table(vec![cells])),
            Arrangement::Table(rows) => self.lines.extend(grid::table(rows)),
        }
        self.lines
    }
}

/// Elements on lines of their own.
static BLOCKS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 \
     h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary ul"
        .split(' ')
        .collect()
});

/// The box of an element. `None` for inline elements, whose text belongs to the line around them.
pub fn box_of(element: &Element, style: Style) -> Option<LayoutBox> {
    let span = |name, max| {
        element
            .attr(name)
            .and_then(|n| n.trim().parse().ok())
            .unwrap_or(1_usize)
            .clamp(1, max)
    };
    let mut layout_box = match element.name() {
        "table" => LayoutBox::new(Arrangement::Table(Vec::new())),
        "tr" => LayoutBox::new(Arrangement::TableRow(Vec::new())),
        "td" | "th" => LayoutBox {
            is_cell: true,
            columns: span("colspan", 100),
            rows: span("rowspan", 1_000),
            ..LayoutBox::new(Arrangement::Block)
        },
        name => match style.display {
            Some(Display::Row) => LayoutBox::new(Arrangement::Row(Vec::new())),
            Some(Display::Block | Display::InlineBlock) => LayoutBox::new(Arrangement::Block),
            None if BLOCKS.contains(name) => LayoutBox::new(Arrangement::Block),
            _ if matches!(style.float, Some(Float::Left | Float::Right)) => LayoutBox::new(Arrangement::Block),
            Some(Display::Inline) | None => return None,
        },
    };
    let is_column = || {
        element
            .attr("class")
            .is_some_and(|class| class.split_whitespace().any(|c| c.contains("column")))
    };
    let is_inline_block = style.display == Some(Display::InlineBlock);
    if !layout_box.is_cell {
        // A table with an align attribute is a float.
        let align = element.attr("align").filter(|_| element.name() == "table");
        layout_box.side = match (style.float, align) {
            (Some(Float::Left), _) => Some(Side::Left),
            (Some(Float::Right), _) => Some(Side::Right),
            (_, Some("left" | "right")) => Some(Side::Next),
            _ => (is_inline_block || is_column()).then_some(Side::Next),
        };
    }
    // A `<span>` or `<a>` that is an inline block is a word of its line.
    let is_inline =
        !BLOCKS.contains(element.name()) && !layout_box.is_cell && !matches!(element.name(), "table" | "tr");
    if is_inline && is_inline_block {
        return None;
    }
    Some(layout_box)
}
