//! What a page's tree consists of.

use html5ever::tendril::StrTendril;
use html5ever::{Attribute, QualName};

pub enum Node {
    Element(Element),
    Text(StrTendril),
    /// The page itself, the contents of a template, a comment, or an instruction.
    Other,
}

impl Node {
    pub fn as_element(&self) -> Option<&Element> {
        match self {
            Node::Element(element) => Some(element),
            _ => None,
        }
    }

    pub fn as_text(&self) -> Option<&str> {
        match self {
            Node::Text(text) => Some(text),
            _ => None,
        }
    }
}

pub struct Element {
    pub name: QualName,
    pub attributes: Vec<Attribute>,
}

impl Element {
    pub fn name(&self) -> &str {
        &self.name.local
    }

    /// The value of an attribute.
    pub fn attr(&self, name: &str) -> Option<&str> {
        let is_named = |attribute: &&Attribute| &*attribute.name.local == name && attribute.name.ns.is_empty();
        self.attributes.iter().find(is_named).map(|attribute| &*attribute.value)
    }
}
