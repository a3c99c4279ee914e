//! Objects of schema.org that JSON-LD and microdata in a mail describe.

use ego_tree::{NodeRef, Tree};
use serde_json::{Map, Value};

use crate::html::tree::Node;
use crate::steps::{self, Counted};
use crate::text::{cut, tidy};

/// Objects nested deeper are ignored.
const MAX_DEPTH: usize = 12;
/// More objects than any mail has.
const MAX_OBJECTS: usize = 50;
/// Maximum number of bytes of the value of an attribute. Longer ones are cut.
const MAX_VALUE: usize = 2_000;
/// Maximum number of bytes of the text of an element.
const MAX_TEXT: usize = 500;

/// The objects that the HTML describes, microdata as the equivalent JSON-LD. Invalid JSON is ignored.
pub(crate) fn read(tree: &Tree<Node>) -> Vec<Map<String, Value>> {
    let mut objects = Vec::new();
    for node in tree.nodes().counted() {
        let Some(element) = node.value().as_element() else {
            continue;
        };
        let is_json_ld = element.name() == "script"
            && element
                .attr("type")
                .is_some_and(|t| t.trim().eq_ignore_ascii_case("application/ld+json"));
        if is_json_ld {
            let text: String = node.children().filter_map(|c| c.value().as_text()).collect();
            steps::spend(text.len());
            if let Ok(value) = serde_json::from_str::<Value>(&text) {
                collect(value, &mut objects, 0);
            }
        } else if element.attr("itemscope").is_some() && element.attr("itemprop").is_none() {
            objects.push(microdata(node, 0));
        }
        if objects.len() > MAX_OBJECTS {
            break;
        }
    }
    objects
}

/// Adds the objects of a JSON-LD value: of a list, of a `@graph`, or the value itself.
fn collect(value: Value, objects: &mut Vec<Map<String, Value>>, depth: usize) {
    match value {
        Value::Array(list) if depth < MAX_DEPTH => list.into_iter().for_each(|v| collect(v, objects, depth + 1)),
        Value::Object(mut map) => {
            if let Some(graph) = map.remove("@graph").filter(|_| depth < MAX_DEPTH) {
                collect(graph, objects, depth + 1);
            }
            objects.push(map);
        }
        _ => {}
    }
}

/// A microdata item as the equivalent JSON-LD object. Recursive, to a limited depth.
fn microdata(node: NodeRef<'_, Node>, depth: usize) -> Map<String, Value> {
    let mut map = Map::new();
    let kind = node.value().as_element().and_then(|e| e.attr("itemtype")).unwrap_or("");
    map.insert("@type".into(), kind.rsplit('/').next().unwrap_or("").into());
    let mut open: Vec<NodeRef<'_, Node>> = node.children().collect();
    let mut seen = 0;
    while let Some(child) = open.pop() {
        seen += 1;
        if seen > 2_000 || !steps::spend(1) {
            break;
        }
        let Some(element) = child.value().as_element() else {
            continue;
        };
        let nested = element.attr("itemscope").is_some();
        if let Some(name) = element.attr("itemprop") {
            let value = if nested && depth < MAX_DEPTH {
                Value::Object(microdata(child, depth + 1))
            } else {
                let attribute = ["content", "href", "datetime", "src"]
                    .iter()
                    .find_map(|a| element.attr(a));
                Value::String(attribute.map_or_else(|| text_of(child), |value| cut(value, MAX_VALUE).to_owned()))
            };
            map.insert(name.to_owned(), value);
        }
        if !nested {
            open.extend(child.children());
        }
    }
    map
}

fn text_of(node: NodeRef<'_, Node>) -> String {
    let mut text = String::new();
    let parts = node.descendants().counted().take(200);
    for part in parts.filter_map(|n| n.value().as_text()) {
        text.push_str(cut(part, MAX_TEXT));
        if text.len() >= MAX_TEXT {
            break;
        }
    }
    tidy(cut(&text, MAX_TEXT))
}
