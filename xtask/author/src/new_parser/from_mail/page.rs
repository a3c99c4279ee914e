//! A mail's markup: what is removed from it, and its texts.

use std::sync::LazyLock;

use ego_tree::NodeId;
use regex::Regex;
use scraper::node::Element;
use scraper::{Html, Node};
use serde_json::Value;

use super::words::Words;

/// Elements that are removed with their content.
const REMOVED: &str = "script link base iframe object embed noscript audio video template";
/// Attributes whose values are texts.
const TEXTS: &str = "alt title content datetime aria-label value";
/// Attributes that are kept as they are.
const KEPT: &str = "align aria-hidden bgcolor border cellpadding cellspacing charset class colspan dir face color hidden height \
    itemprop itemscope itemtype lang media role rowspan size start style type valign width";

/// Parts of style sheets that load something or are text.
static NOT_STYLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?s)/\*.*?\*/|@import[^;]*;|(?i:url)\([^)]*\)|"[^"]*"|'[^']*'"#).expect("the pattern is valid")
});

/// The page with other texts, without scripts, images that have no text, comments and unknown attributes.
pub fn scrubbed(html: &str, words: &Words) -> String {
    let mut page = Html::parse_document(html);
    let nodes: Vec<NodeId> = page.tree.root().descendants().map(|node| node.id()).collect();
    for id in nodes {
        let parent = page.tree.get(id).and_then(|node| node.parent());
        let parent = parent.and_then(|parent| parent.value().as_element().cloned());
        let Some(mut node) = page.tree.get_mut(id) else {
            continue;
        };
        match node.value() {
            Node::Text(text) => {
                let new = match parent {
                    Some(parent) if parent.name() == "style" => NOT_STYLE.replace_all(&text.text, "").into_owned(),
                    Some(parent) if is_linked_data(&parent) => linked_data(&text.text, words),
                    _ => words.text(&text.text),
                };
                text.text = new.into();
            }
            Node::Element(element) if !is_removed(element) => attributes(element, words),
            Node::Element(_) | Node::Comment(_) | Node::ProcessingInstruction(_) => node.detach(),
            _ => {}
        }
    }
    page.html() + "\n"
}

fn is_removed(element: &Element) -> bool {
    let is_pixel = element.name() == "img" && element.attr("alt").is_none_or(|alt| alt.trim().is_empty());
    let is_header = element.name() == "meta" && element.attr("http-equiv").is_some();
    is_pixel || is_header || has(REMOVED, element.name()) && !is_linked_data(element)
}

fn has(names: &str, name: &str) -> bool {
    names.split(' ').any(|known| known == name)
}

/// Whether an element is a JSON-LD script.
fn is_linked_data(element: &Element) -> bool {
    let kind = element.attr("type").unwrap_or_default();
    element.name() == "script" && kind.trim().eq_ignore_ascii_case("application/ld+json")
}

/// Replaces or removes the attributes.
fn attributes(element: &mut Element, words: &Words) {
    let is_image = element.name() == "img";
    element.attrs.retain(|(name, _)| {
        let name = name.local.as_ref();
        has(KEPT, name) || has(TEXTS, name) || name == "href" && !is_image
    });
    for (name, value) in &mut element.attrs {
        *value = match name.local.as_ref() {
            "href" if value.trim().starts_with("http") => words.address(value),
            "href" => "#".to_owned(),
            "charset" => "utf-8".to_owned(),
            "style" => NOT_STYLE.replace_all(value, "").into_owned(),
            name if has(TEXTS, name) => words.text(value),
            _ => continue,
        }
        .into();
    }
}

/// JSON-LD with other texts and numbers. Invalid JSON becomes an empty object.
fn linked_data(script: &str, words: &Words) -> String {
    let mut value = serde_json::from_str(script).unwrap_or_else(|_| Value::Object(serde_json::Map::new()));
    visit(&mut value, words);
    // `</script>` in a text would end the script.
    format!("{value:#}").replace("</", "<\\/")
}

/// Replaces each text and number, except the names of types and the terms of schema.org.
fn visit(value: &mut Value, words: &Words) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|value| visit(value, words)),
        Value::Object(map) => {
            for (_, value) in map
                .iter_mut()
                .filter(|(name, _)| !["@type", "@context"].contains(&name.as_str()))
            {
                visit(value, words);
            }
        }
        Value::String(text) => {
            let term = text.rsplit_once("schema.org/").map(|(_, term)| term);
            if term.is_none_or(|term| term.contains(|c: char| !c.is_ascii_alphabetic())) {
                *text = words.text(text);
            }
        }
        Value::Number(number) => {
            let new = words.text(&number.to_string());
            *value = serde_json::from_str(&new).unwrap_or(new.into());
        }
        Value::Bool(_) | Value::Null => {}
    }
}
