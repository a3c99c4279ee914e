//! A mail's HTML: what is removed from it, and its texts.

use std::sync::LazyLock;

use ego_tree::{NodeId, NodeMut};
use regex::Regex;
use scraper::{Html, Node};

use super::linked_data;
use super::slots::Slot;

/// Elements that are removed with their content.
const REMOVED: &[&str] = &[
    "script", "link", "base", "iframe", "object", "embed", "noscript", "audio", "video", "template",
];
/// Elements within a line.
const INLINE: &[&str] = &[
    "a", "abbr", "b", "bdi", "big", "cite", "code", "em", "font", "i", "ins", "mark", "s", "small", "span", "strong",
    "sub", "sup", "time", "u", "wbr", "data", "label",
];
/// Attributes whose values are texts.
const TEXTS: &[&str] = &["alt", "title", "content", "datetime", "aria-label", "value"];
/// Attributes whose values are addresses of pages.
const ADDRESSES: &[&str] = &["href", "src"];
/// Attributes that are kept as they are.
const KEPT: &[&str] = &[
    "align",
    "aria-hidden",
    "bgcolor",
    "border",
    "cellpadding",
    "cellspacing",
    "charset",
    "class",
    "colspan",
    "dir",
    "face",
    "color",
    "hidden",
    "height",
    "itemprop",
    "itemscope",
    "itemtype",
    "lang",
    "media",
    "role",
    "rowspan",
    "size",
    "start",
    "style",
    "type",
    "valign",
    "width",
];

/// The place of a slot in the tree.
#[derive(Clone, Debug)]
enum Place {
    Text(NodeId),
    Attribute(NodeId, String),
    /// The value with this number in a JSON-LD script.
    Json(NodeId, usize),
}

/// A page whose texts can be replaced.
pub struct Page {
    tree: Html,
    places: Vec<Place>,
    /// The page's texts.
    pub slots: Vec<Slot>,
    /// How many scripts, pixels, comments and the like were removed.
    pub removed: usize,
    /// How many addresses of pages and images were replaced.
    pub links: usize,
}

impl Page {
    /// Parses a page, and removes scripts, images without a text, comments and unknown attributes. Addresses of pages keep
    /// the host if it is the vendor's.
    pub fn new(html: &str, vendor_host: &str) -> Self {
        let mut page = Page {
            tree: Html::parse_document(html),
            places: Vec::new(),
            slots: Vec::new(),
            removed: 0,
            links: 0,
        };
        page.remove();
        page.replace_addresses(vendor_host);
        page.clean_styles();
        page.collect();
        page
    }

    fn remove(&mut self) {
        let is_removed = |node: &Node| match node {
            Node::Comment(_) | Node::ProcessingInstruction(_) => true,
            Node::Element(element) => {
                let pixel = element.name() == "img" && element.attr("alt").is_none_or(|alt| alt.trim().is_empty());
                let style_link = element.name() == "meta" && element.attr("http-equiv").is_some();
                pixel || style_link || REMOVED.contains(&element.name()) && !linked_data::is_script(element)
            }
            _ => false,
        };
        let removed = self.nodes(is_removed);
        self.removed = removed.len();
        for id in removed {
            if let Some(mut node) = self.tree.tree.get_mut(id) {
                node.detach();
            }
        }
    }

    /// The nodes of a kind, in the order of the page.
    fn nodes(&self, is_meant: impl Fn(&Node) -> bool) -> Vec<NodeId> {
        let all = self.tree.tree.root().descendants();
        all.filter(|node| is_meant(node.value()))
            .map(|node| node.id())
            .collect()
    }

    fn replace_addresses(&mut self, vendor_host: &str) {
        for id in self.nodes(Node::is_element) {
            let Some(mut node) = self.tree.tree.get_mut(id) else {
                continue;
            };
            let Node::Element(element) = node.value() else {
                continue;
            };
            let is_image = element.name() == "img";
            element.attrs.retain(|(name, _)| {
                let name = name.local.as_ref();
                let is_address = ADDRESSES.contains(&name);
                self.links += usize::from(is_address);
                KEPT.contains(&name) || TEXTS.contains(&name) || is_address && !is_image
            });
            for (name, value) in &mut element.attrs {
                match name.local.as_ref() {
                    "href" | "src" => *value = address(value, vendor_host).into(),
                    "charset" => *value = "utf-8".into(),
                    "style" => *value = without_images(value).into(),
                    _ => {}
                }
            }
        }
    }

    /// Removes the images from style sheets.
    fn clean_styles(&mut self) {
        for id in self.nodes(|node| node.as_element().is_some_and(|element| element.name() == "style")) {
            let child = self.tree.tree.get(id).and_then(|node| node.first_child());
            if let Some(child) = child.map(|child| child.id())
                && let Some(Node::Text(text)) = self.tree.tree.get_mut(child).as_mut().map(NodeMut::value)
            {
                text.text = without_images(&text.text).into();
            }
        }
    }

    fn collect(&mut self) {
        let (mut found, mut is_inline) = (Vec::new(), false);
        for edge in self.tree.tree.root().traverse() {
            let (ego_tree::iter::Edge::Open(node) | ego_tree::iter::Edge::Close(node)) = edge;
            let is_open = matches!(edge, ego_tree::iter::Edge::Open(_));
            match node.value() {
                Node::Element(element) => {
                    is_inline = is_inline && INLINE.contains(&element.name());
                    if is_open && linked_data::is_script(element) {
                        let text: String = node
                            .children()
                            .filter_map(|c| c.value().as_text().map(|t| t.to_string()))
                            .collect();
                        let slots = linked_data::slots(&text).into_iter().enumerate();
                        found.extend(slots.map(|(number, slot)| (Place::Json(node.id(), number), slot)));
                    } else if is_open {
                        let hint = linked_data::hint(element.attr("itemprop").unwrap_or_default(), "");
                        let texts = element.attrs().filter(|(name, _)| TEXTS.contains(name));
                        found.extend(
                            texts.map(|(name, text)| {
                                (Place::Attribute(node.id(), name.to_owned()), Slot::new(text, hint))
                            }),
                        );
                    }
                }
                Node::Text(text) if is_open => {
                    let parent = node
                        .parent()
                        .and_then(|parent| parent.value().as_element().map(|e| (e.name(), e.attr("itemprop"))));
                    let (name, property) = parent.unwrap_or_default();
                    if matches!(name, "script" | "style") {
                        continue;
                    }
                    let within = |name: &str| {
                        node.ancestors()
                            .any(|n| n.value().as_element().is_some_and(|e| e.name() == name))
                    };
                    let slot = Slot {
                        continues: is_inline,
                        preformatted: within("pre"),
                        ..Slot::new(text, linked_data::hint(property.unwrap_or_default(), ""))
                    };
                    is_inline = true;
                    found.push((Place::Text(node.id()), slot));
                }
                _ => {}
            }
        }
        (self.places, self.slots) = found.into_iter().unzip();
    }

    /// The page with the texts of the slots.
    pub fn html(mut self) -> String {
        let mut scripts: Vec<(NodeId, Vec<&str>)> = Vec::new();
        for (place, slot) in self.places.iter().zip(&self.slots) {
            match place {
                Place::Json(id, 0) => scripts.push((*id, vec![&slot.text])),
                Place::Json(..) => scripts
                    .iter_mut()
                    .last()
                    .into_iter()
                    .for_each(|(_, texts)| texts.push(&slot.text)),
                Place::Text(id) => {
                    if let Some(Node::Text(text)) = self.tree.tree.get_mut(*id).as_mut().map(NodeMut::value) {
                        text.text = slot.text.as_str().into();
                    }
                }
                Place::Attribute(id, name) => {
                    if let Some(Node::Element(element)) = self.tree.tree.get_mut(*id).as_mut().map(NodeMut::value) {
                        let attributes = element.attrs.iter_mut();
                        let own = attributes.filter(|(own, _)| *own.local == **name);
                        own.for_each(|(_, value)| *value = slot.text.as_str().into());
                    }
                }
            }
        }
        for (id, texts) in scripts {
            let Some(child) = self
                .tree
                .tree
                .get(id)
                .and_then(|node| node.first_child())
                .map(|child| child.id())
            else {
                continue;
            };
            if let Some(Node::Text(text)) = self.tree.tree.get_mut(child).as_mut().map(NodeMut::value) {
                text.text = linked_data::with(&text.text, &texts).into();
            }
        }
        self.tree.html() + "\n"
    }

    /// The texts outside attributes and scripts, in lower case.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.slots.iter().map(|slot| slot.text.as_str()).collect();
        texts.join("\n").to_lowercase()
    }
}

/// Styles without imported sheets, comments and addresses of images.
fn without_images(style: &str) -> String {
    static REMOVED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?s)/\*.*?\*/|@import[^;]*;|@font-face\s*\{[^}]*\}").expect("the pattern is valid")
    });
    static IMAGE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?i)url\([^)]*\)").expect("the pattern is valid"));
    IMAGE.replace_all(&REMOVED.replace_all(style, ""), "none").into_owned()
}

/// An address of a page or image without path and parameters, at example.com unless the host is the vendor's.
pub fn address(address: &str, vendor_host: &str) -> String {
    let Some((scheme @ ("http" | "https"), rest)) = address.trim().split_once("://") else {
        return "#".to_owned();
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority
        .rsplit('@')
        .next()
        .unwrap_or_default()
        .split(':')
        .next()
        .unwrap_or_default();
    let host = host.to_ascii_lowercase();
    if is_at(&host, vendor_host) {
        return format!("{scheme}://{host}/");
    }
    format!("{scheme}://example.com/")
}

/// Whether a host is the vendor's or below it.
pub fn is_at(host: &str, vendor_host: &str) -> bool {
    let below = host.strip_suffix(vendor_host);
    !vendor_host.is_empty() && below.is_some_and(|head| head.is_empty() || head.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_pixels_and_parameters_go() {
        let html = "<p onclick=x data-id=7>a <b>b</b></p><script>1</script><!-- c --><img src='https://t.test/p.gif'>\
            <img alt=Logo src='https://cdn.test/l.png'><a href='https://mail.shop.test/o/42?u=7'>x</a><a href='https://t.test/'>y</a>";
        let page = Page::new(html, "shop.test");
        assert_eq!(page.removed, 3);
        let html = page.html();
        let body = "<p>a <b>b</b></p><img alt=\"Logo\"><a href=\"https://mail.shop.test/\">x</a><a href=\"https://example.com/\">y</a>";
        assert!(html.contains(body), "{html}");
    }

    #[test]
    fn styles_stay_without_their_images() {
        let html = "<style>/* 7 */ @import 'https://t.test/7'; p { color: red }</style><p id=7 style='display:none;background:url(https://t.test/7)'>a</p>";
        let html = Page::new(html, "shop.test").html();
        assert!(
            html.contains("p { color: red }") && html.contains("display:none;background:none"),
            "{html}"
        );
        assert!(!html.contains('7'), "{html}");
    }

    #[test]
    fn a_host_that_ends_in_the_vendors_name_is_not_the_vendors() {
        assert_eq!(address("https://badshop.test/", "shop.test"), "https://example.com/");
        assert_eq!(
            address("https://u:p@shop.test:8080/x", "shop.test"),
            "https://shop.test/"
        );
        assert_eq!(address("mailto:a@b.test", "shop.test"), "#");
    }
}
