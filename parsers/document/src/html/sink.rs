//! Builds the tree of a page, and counts the work of the HTML parser.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

use ego_tree::{NodeId, NodeMut, Tree};
use html5ever::tendril::StrTendril;
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, QualName};

use super::tree::{Element, Node};
use crate::steps;

/// Maximum number of attributes that later `<html>` and `<body>` tags add to the first. Each is looked for among those before it.
const MAX_ADDED_ATTRIBUTES: usize = 1_000;

/// A tree under construction. The parser calls it for every node that it adds or looks at, such as the open elements that it
/// goes through for an end tag, and each call is a step of the budget.
pub struct CountingSink {
    tree: RefCell<Tree<Node>>,
    calls: Cell<usize>,
    added_attributes: Cell<usize>,
}

impl CountingSink {
    pub fn new() -> Self {
        CountingSink {
            tree: RefCell::new(Tree::new(Node::Other)),
            calls: Cell::new(0),
            added_attributes: Cell::new(0),
        }
    }

    pub fn tree(&self) -> Ref<'_, Tree<Node>> {
        self.tree.borrow()
    }

    /// How often the parser called it. Not at all while it reads one tag or one comment.
    pub fn calls(&self) -> usize {
        self.calls.get()
    }

    fn count(&self, steps: usize) {
        self.calls.set(self.calls.get().wrapping_add(1));
        steps::spend(1 + steps);
    }

    /// Adds a node without a parent. Of those that are neither elements nor text, nothing is kept.
    fn add(&self, node: Node) -> NodeId {
        self.tree.borrow_mut().orphan(node).id()
    }

    /// Changes a node, for which the parser has a handle.
    fn change<T>(&self, node: NodeId, change: impl FnOnce(NodeMut<'_, Node>) -> T) -> T {
        let mut tree = self.tree.borrow_mut();
        change(tree.get_mut(node).expect("nodes are never removed from the tree"))
    }

    fn count_child(&self, child: &NodeOrText<NodeId>) {
        self.count(match child {
            NodeOrText::AppendNode(_) => 0,
            NodeOrText::AppendText(text) => text.len(),
        });
    }

    fn append_last(&self, parent: NodeId, child: NodeOrText<NodeId>) {
        self.change(parent, |mut parent| match child {
            NodeOrText::AppendNode(child) => drop(parent.append_id(child)),
            NodeOrText::AppendText(text) if is_continued(parent.last_child(), &text) => {}
            NodeOrText::AppendText(text) => drop(parent.append(Node::Text(text))),
        });
    }

    fn insert_before(&self, sibling: NodeId, child: NodeOrText<NodeId>) {
        if let NodeOrText::AppendNode(child) = child {
            self.change(child, |mut child| child.detach());
        }
        self.change(sibling, |mut sibling| match child {
            _ if sibling.parent().is_none() => {}
            NodeOrText::AppendNode(child) => drop(sibling.insert_id_before(child)),
            NodeOrText::AppendText(text) if is_continued(sibling.prev_sibling(), &text) => {}
            NodeOrText::AppendText(text) => drop(sibling.insert_before(Node::Text(text))),
        });
    }
}

/// Adds text to the node before it, if that is text too.
fn is_continued(mut before: Option<NodeMut<'_, Node>>, text: &StrTendril) -> bool {
    match before.as_mut().map(NodeMut::value) {
        Some(Node::Text(before)) => {
            before.push_tendril(text);
            true
        }
        _ => false,
    }
}

impl TreeSink for CountingSink {
    type Output = Tree<Node>;
    type Handle = NodeId;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Tree<Node> {
        self.tree.into_inner()
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> NodeId {
        self.tree().root().id()
    }

    fn elem_name<'a>(&'a self, target: &'a NodeId) -> Ref<'a, QualName> {
        self.count(0);
        Ref::map(self.tree(), |tree| match tree.get(*target).map(|node| node.value()) {
            Some(Node::Element(element)) => &element.name,
            _ => unreachable!("the parser asks for names of elements only"),
        })
    }

    fn same_node(&self, one: &NodeId, other: &NodeId) -> bool {
        self.count(0);
        one == other
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> NodeId {
        self.count(attributes.len());
        let element = self.add(Node::Element(Element { name, attributes }));
        if flags.template {
            self.append_last(element, NodeOrText::AppendNode(self.add(Node::Other)));
        }
        element
    }

    fn create_comment(&self, text: StrTendril) -> NodeId {
        self.count(text.len());
        self.add(Node::Other)
    }

    fn create_pi(&self, _target: StrTendril, data: StrTendril) -> NodeId {
        self.count(data.len());
        self.add(Node::Other)
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        self.count_child(&child);
        self.append_last(*parent, child);
    }

    fn append_before_sibling(&self, sibling: &NodeId, child: NodeOrText<NodeId>) {
        self.count_child(&child);
        self.insert_before(*sibling, child);
    }

    fn append_based_on_parent_node(&self, element: &NodeId, previous: &NodeId, child: NodeOrText<NodeId>) {
        self.count_child(&child);
        if self.change(*element, |mut element| element.parent().is_some()) {
            self.insert_before(*element, child);
        } else {
            self.append_last(*previous, child);
        }
    }

    fn append_doctype_to_document(&self, _name: StrTendril, _public_id: StrTendril, _system_id: StrTendril) {
        self.count(0);
    }

    fn get_template_contents(&self, target: &NodeId) -> NodeId {
        self.count(0);
        let contents = self.change(*target, |mut template| {
            template.first_child().map(|contents| contents.id())
        });
        contents.expect("a template is created with its contents")
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn add_attrs_if_missing(&self, target: &NodeId, mut attributes: Vec<Attribute>) {
        let added = self.added_attributes.get();
        attributes.truncate(MAX_ADDED_ATTRIBUTES.saturating_sub(added));
        self.added_attributes.set(added + attributes.len());
        self.count(attributes.len());
        self.change(*target, |mut node| {
            if let Node::Element(element) = node.value() {
                for attribute in attributes {
                    if !element.attributes.iter().any(|own| own.name == attribute.name) {
                        element.attributes.push(attribute);
                    }
                }
            }
        });
    }

    fn remove_from_parent(&self, target: &NodeId) {
        self.count(0);
        self.change(*target, |mut target| target.detach());
    }

    fn reparent_children(&self, node: &NodeId, parent: &NodeId) {
        self.count(0);
        self.change(*parent, |mut parent| parent.reparent_from_id_append(*node));
    }
}
