//! Parses HTML as a browser does, and lays it out as lines of cells.

mod grid;
mod inline;
mod layout;
mod layout_box;
mod style;

use html5ever::driver::{self, ParseOpts};
use html5ever::tendril::{StrTendril, TendrilSink};
use scraper::{Html, HtmlTreeSink};

use crate::charset::decode;
use crate::linked_data;
use crate::text::cut;
use crate::{Document, Kind};

/// The most bytes of HTML, more than any receipt has. The rest is ignored.
pub const MAX_MARKUP: usize = 4_000_000;
/// The most nodes of a tree. Normal mails have some thousands.
const MAX_NODES: usize = 150_000;
/// The most nested elements. The work of the HTML parser grows with the depth.
const MAX_DEPTH: usize = 1_500;
/// The limits are checked each time this many bytes are parsed.
const CHUNK: usize = 2_048;

impl Document {
    /// Lays out HTML. Never fails: bytes that are not HTML are read as text.
    pub fn from_html(bytes: &[u8]) -> Document {
        Document::from_html_in(bytes, None)
    }

    /// Lays out HTML with the charset that the mail declares for it; see [`decode`].
    pub fn from_html_in(bytes: &[u8], charset: Option<&str>) -> Document {
        Document::from_markup(&decode(bytes, charset))
    }

    /// Lays out decoded HTML.
    pub fn from_markup(markup: &str) -> Document {
        let (tree, truncated) = parse(cut(markup, MAX_MARKUP));
        let mut document = layout::lay_out(&tree);
        document.kind = Kind::Html;
        document.truncated |= truncated || markup.len() > MAX_MARKUP;
        if markup.contains("ld+json") || markup.contains("itemscope") {
            document.linked_data = linked_data::read(&tree);
        }
        document
    }

    /// Lays out plain text like the content of a `<pre>`: several spaces separate cells, and quoted lines are left out.
    pub fn from_plain(text: &str) -> Document {
        let mut document = layout::lay_out_plain(cut(text, MAX_MARKUP));
        document.truncated |= text.len() > MAX_MARKUP;
        document
    }
}

/// Builds the tree in chunks, and stops where it exceeds a limit. Returns whether it did.
///
/// A few bytes of hostile HTML can add many nodes, because the parser repeats open formatting elements.
fn parse(markup: &str) -> (Html, bool) {
    let sink = HtmlTreeSink::new(Html::new_document());
    let mut parser = driver::parse_document(sink, ParseOpts::default());
    let mut rest = markup;
    let mut truncated = false;
    while !rest.is_empty() {
        let chunk = match cut(rest, CHUNK) {
            "" => rest,
            chunk => chunk,
        };
        parser.process(StrTendril::from_slice(chunk));
        rest = &rest[chunk.len()..];
        let html = parser.tokenizer.sink.sink.0.borrow();
        let newest = html.tree.nodes().next_back();
        let depth = newest.map_or(0, |node| node.ancestors().take(MAX_DEPTH + 1).count());
        if html.tree.values().len() > MAX_NODES || depth > MAX_DEPTH {
            truncated = true;
            break;
        }
    }
    (parser.finish(), truncated)
}

#[cfg(test)]
mod tests;
