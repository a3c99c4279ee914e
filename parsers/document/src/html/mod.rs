//! Markup into a document: parsed as a browser does, laid out as a reader sees it.

mod frame;
mod grid;
mod inline;
mod layout;
mod style;

use html5ever::driver::{self, ParseOpts};
use html5ever::tendril::{StrTendril, TendrilSink};
use scraper::{Html, HtmlTreeSink};

use crate::charset::decode;
use crate::linked_data;
use crate::text::cut;
use crate::{Document, Kind};

/// Markup beyond this many bytes is not looked at: no receipt is so long.
pub const MAX_MARKUP: usize = 4_000_000;
/// A tree of more nodes is not built further: an honest mail has some thousands.
const MAX_NODES: usize = 150_000;
/// A tree is not built deeper: the parser's own work grows with the depth.
const MAX_DEPTH: usize = 1_500;
/// Between two chunks the bounds are checked.
const CHUNK: usize = 2_048;

impl Document {
    /// Lays out markup. Never fails: what is no markup is text.
    pub fn from_html(bytes: &[u8]) -> Document {
        Document::from_html_in(bytes, None)
    }

    /// Lays out markup for which a mail declares a charset; see [`decode`].
    pub fn from_html_in(bytes: &[u8], charset: Option<&str>) -> Document {
        Document::from_markup(&decode(bytes, charset))
    }

    /// Lays out decoded markup.
    pub fn from_markup(markup: &str) -> Document {
        let (tree, cut_short) = parse(cut(markup, MAX_MARKUP));
        let mut document = layout::lay_out(&tree);
        document.kind = Kind::Html;
        document.truncated |= cut_short || markup.len() > MAX_MARKUP;
        if markup.contains("ld+json") || markup.contains("itemscope") {
            document.linked_data = linked_data::read(&tree);
        }
        document
    }

    /// Lays out plain text as if it stood in a `<pre>`: columns by blanks, quoted lines left out.
    pub fn from_plain(text: &str) -> Document {
        let mut document = layout::lay_out_plain(cut(text, MAX_MARKUP));
        document.truncated |= text.len() > MAX_MARKUP;
        document
    }
}

/// Builds the tree chunk by chunk, so that markup made to explode is cut where it does.
fn parse(markup: &str) -> (Html, bool) {
    let sink = HtmlTreeSink::new(Html::new_document());
    let mut parser = driver::parse_document(sink, ParseOpts::default());
    let mut rest = markup;
    let mut cut_short = false;
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
            cut_short = true;
            break;
        }
    }
    (parser.finish(), cut_short)
}

#[cfg(test)]
mod tests;
