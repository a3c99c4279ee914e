//! Counts the work of the HTML parser.

use std::borrow::Cow;
use std::cell::{Cell, Ref};

use html5ever::tendril::StrTendril;
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, QualName};
use scraper::{Html, HtmlTreeSink};

use crate::steps;

/// Maximum number of attributes that later `<html>` and `<body>` tags add to the first. Each is inserted into a sorted list.
const MAX_ADDED_ATTRIBUTES: usize = 1_000;

/// A tree under construction. The parser calls it for every node that it adds or looks at, such as the open elements that it
/// goes through for an end tag, and each call is a step of the budget.
pub struct CountingSink {
    tree: HtmlTreeSink,
    calls: Cell<usize>,
    added_attributes: Cell<usize>,
}

impl CountingSink {
    pub fn new() -> Self {
        CountingSink {
            tree: HtmlTreeSink::new(Html::new_document()),
            calls: Cell::new(0),
            added_attributes: Cell::new(0),
        }
    }

    pub fn tree(&self) -> Ref<'_, Html> {
        self.tree.0.borrow()
    }

    /// How often the parser called it. Not at all while it reads one tag or one comment.
    pub fn calls(&self) -> usize {
        self.calls.get()
    }

    fn count(&self, steps: usize) {
        self.calls.set(self.calls.get().wrapping_add(1));
        steps::spend(1 + steps);
    }

    fn count_child(&self, child: &NodeOrText<<Self as TreeSink>::Handle>) {
        self.count(match child {
            NodeOrText::AppendNode(_) => 0,
            NodeOrText::AppendText(text) => text.len(),
        });
    }
}

impl TreeSink for CountingSink {
    type Output = Html;
    type Handle = <HtmlTreeSink as TreeSink>::Handle;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Html {
        self.tree.finish()
    }

    fn parse_error(&self, message: Cow<'static, str>) {
        self.tree.parse_error(message);
    }

    fn get_document(&self) -> Self::Handle {
        self.tree.get_document()
    }

    fn elem_name<'a>(&'a self, target: &'a Self::Handle) -> Self::ElemName<'a> {
        self.count(0);
        self.tree.elem_name(target)
    }

    fn same_node(&self, one: &Self::Handle, other: &Self::Handle) -> bool {
        self.count(0);
        self.tree.same_node(one, other)
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> Self::Handle {
        self.count(attributes.len());
        self.tree.create_element(name, attributes, flags)
    }

    fn create_comment(&self, text: StrTendril) -> Self::Handle {
        self.count(text.len());
        self.tree.create_comment(text)
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> Self::Handle {
        self.count(data.len());
        self.tree.create_pi(target, data)
    }

    fn append(&self, parent: &Self::Handle, child: NodeOrText<Self::Handle>) {
        self.count_child(&child);
        self.tree.append(parent, child);
    }

    fn append_before_sibling(&self, sibling: &Self::Handle, child: NodeOrText<Self::Handle>) {
        self.count_child(&child);
        self.tree.append_before_sibling(sibling, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &Self::Handle,
        previous: &Self::Handle,
        child: NodeOrText<Self::Handle>,
    ) {
        self.count_child(&child);
        self.tree.append_based_on_parent_node(element, previous, child);
    }

    fn append_doctype_to_document(&self, name: StrTendril, public_id: StrTendril, system_id: StrTendril) {
        self.count(0);
        self.tree.append_doctype_to_document(name, public_id, system_id);
    }

    fn get_template_contents(&self, target: &Self::Handle) -> Self::Handle {
        self.count(0);
        self.tree.get_template_contents(target)
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.tree.set_quirks_mode(mode);
    }

    fn add_attrs_if_missing(&self, target: &Self::Handle, mut attributes: Vec<Attribute>) {
        let added = self.added_attributes.get();
        attributes.truncate(MAX_ADDED_ATTRIBUTES.saturating_sub(added));
        self.added_attributes.set(added + attributes.len());
        self.count(attributes.len());
        self.tree.add_attrs_if_missing(target, attributes);
    }

    fn remove_from_parent(&self, target: &Self::Handle) {
        self.count(0);
        self.tree.remove_from_parent(target);
    }

    fn reparent_children(&self, node: &Self::Handle, parent: &Self::Handle) {
        self.count(0);
        self.tree.reparent_children(node, parent);
    }

    fn mark_script_already_started(&self, node: &Self::Handle) {
        self.tree.mark_script_already_started(node);
    }
}
