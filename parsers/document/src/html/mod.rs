//! Parses HTML as a browser does, and lays it out as lines of cells.

mod grid;
mod inline;
mod layout;
mod layout_box;
mod sink;
mod style;
mod tag_words;
pub mod tree;

use ego_tree::Tree;
use html5ever::driver::{self, ParseOpts};
use html5ever::tendril::{StrTendril, TendrilSink};
use parser_model::Limit;

use crate::charset::decode;
use crate::text::cut;
use crate::{Document, Kind, linked_data, steps};
use sink::CountingSink;
use tag_words::TagWords;
use tree::Node;

/// Maximum number of bytes of HTML, more than any receipt has. The rest is ignored.
pub const MAX_MARKUP: usize = 4_000_000;
/// Maximum number of steps that a page may take. A receipt takes less than a million.
const STEPS: u64 = 200_000_000;
/// Maximum number of nodes of a tree. Normal mails have some thousands.
const MAX_NODES: usize = 150_000;
/// The most nested elements. The work of the HTML parser grows with the depth.
const MAX_DEPTH: usize = 1_500;
/// Maximum number of words of one tag or comment. The work of the HTML parser grows with the square of a tag's attributes.
const MAX_TAG_WORDS: usize = 10_000;
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
        limited(markup, |markup| {
            let (tree, limit) = parse(markup);
            let mut document = layout::lay_out(&tree);
            document.over_limit = document.over_limit.or(limit);
            if document.over_limit.is_none() && (markup.contains("ld+json") || markup.contains("itemscope")) {
                document.linked_data = linked_data::read(&tree);
            }
            document
        })
    }

    /// Lays out plain text like the content of a `<pre>`: several spaces separate cells, and quoted lines are left out.
    pub fn from_plain(text: &str) -> Document {
        limited(text, layout::lay_out_plain)
    }
}

/// Lays out text within the limits on its length and on the work that it takes.
fn limited(text: &str, lay_out: impl FnOnce(&str) -> Document) -> Document {
    let work = steps::within(STEPS, || lay_out(cut(text, MAX_MARKUP)));
    let mut document = work.value;
    document.kind = Kind::Html;
    if work.is_exceeded {
        document.over_limit = Some(Limit::Work);
    } else if text.len() > MAX_MARKUP {
        document.over_limit = Some(Limit::Markup);
    }
    document
}

/// Builds the tree in chunks, and stops if it exceeds a limit. Returns which.
///
/// A few bytes of hostile HTML can add many nodes, because the parser repeats open formatting elements.
fn parse(markup: &str) -> (Tree<Node>, Option<Limit>) {
    let mut parser = driver::parse_document(CountingSink::new(), ParseOpts::default());
    let mut rest = markup;
    let mut limit = None;
    let mut words = TagWords::default();
    // Words that may belong to the tag or comment that is not finished.
    let mut tag_words = 0;
    while !rest.is_empty() && limit.is_none() {
        let chunk = match cut(rest, CHUNK) {
            "" => rest,
            chunk => chunk,
        };
        rest = &rest[chunk.len()..];
        let calls = parser.tokenizer.sink.sink.calls();
        parser.process(StrTendril::from_slice(chunk));
        let sink = &parser.tokenizer.sink.sink;
        let count = words.count(chunk);
        tag_words += count;
        // Each attribute is compared with those before it.
        steps::spend(chunk.len() + tag_words * count / 16);
        limit = over_limit(&sink.tree(), tag_words);
        if sink.calls() != calls {
            tag_words = count;
        }
    }
    (parser.finish(), limit)
}

/// The limit that the parser exceeds, if any.
fn over_limit(tree: &Tree<Node>, tag_words: usize) -> Option<Limit> {
    let newest = tree.nodes().next_back();
    let depth = newest.map_or(0, |node| node.ancestors().take(MAX_DEPTH + 1).count());
    if !steps::spend(depth) {
        Some(Limit::Work)
    } else if tree.values().len() > MAX_NODES {
        Some(Limit::Elements)
    } else if depth > MAX_DEPTH {
        Some(Limit::ElementDepth)
    } else if tag_words > MAX_TAG_WORDS {
        Some(Limit::Attributes)
    } else {
        None
    }
}

#[cfg(test)]
mod tests;
