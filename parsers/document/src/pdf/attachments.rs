//! Files that are part of the PDF, such as the e-invoice of which the page is a picture.

use std::collections::HashSet;

use lopdf::{Dictionary, Object, ObjectId};

use super::budget;
use super::file::{File, Held};
use super::pages::Page;

/// The XML files among the attachments, each once, as far as they are not too large to be e-invoices.
pub fn xml(file: &File<'_>, pages: &[Page]) -> Vec<Vec<u8>> {
    let mut finder = Finder {
        file,
        seen: HashSet::new(),
        found: Vec::new(),
    };
    if let Some(catalog) = file.catalog()
        && let Some(catalog) = catalog.entries()
    {
        finder.listed(catalog);
        if let Some(names) = file.get(catalog, b"Names")
            && let Some(names) = names.entries()
            && let Some(root) = file.detached(names, b"EmbeddedFiles")
        {
            finder.tree(root);
        }
    }
    for page in pages {
        finder.listed(&page.dict);
        finder.pinned(&page.dict);
    }
    finder.found
}

struct Finder<'f, 'a> {
    file: &'f File<'a>,
    seen: HashSet<ObjectId>,
    found: Vec<Vec<u8>>,
}

impl Finder<'_, '_> {
    /// The tree of names, in which every second value is a file.
    fn tree(&mut self, root: Held<'static>) {
        let mut seen = HashSet::new();
        let mut stack = vec![root];
        let mut nodes = 0;
        while let Some(node) = stack.pop() {
            nodes += 1;
            if nodes > budget::TREE_NODES || node.id().is_some_and(|id| !seen.insert(id)) {
                continue;
            }
            let Some(dict) = node.entries() else { continue };
            if let Some(Object::Array(names)) = self.file.get(dict, b"Names").as_deref() {
                for specification in names.iter().skip(1).step_by(2).take(budget::ATTACHMENTS) {
                    self.specification(specification);
                }
            }
            if let Some(Object::Array(kids)) = self.file.get(dict, b"Kids").as_deref() {
                let kids = kids.iter().take(budget::TREE_NODES);
                stack.extend(
                    kids.filter_map(|kid| kid.as_reference().ok())
                        .filter_map(|id| self.file.object(id)),
                );
            }
        }
    }

    /// Associated files of the document or a page.
    fn listed(&mut self, dict: &Dictionary) {
        if let Some(Object::Array(files)) = self.file.get(dict, b"AF").as_deref() {
            for specification in files.iter().take(budget::ATTACHMENTS) {
                self.specification(specification);
            }
        }
    }

    /// Files that are pinned to a page as a note.
    fn pinned(&mut self, page: &Dictionary) {
        let Some(annotations) = self.file.get(page, b"Annots") else {
            return;
        };
        let Ok(annotations) = annotations.as_array() else {
            return;
        };
        for annotation in annotations.iter().take(budget::ANNOTATIONS) {
            let Some(annotation) = self.file.follow(annotation) else {
                continue;
            };
            let Some(dict) = annotation.entries() else { continue };
            let is_file = self.file.is(dict, b"Subtype", b"FileAttachment");
            if let Some(specification) = dict.get(b"FS").ok().filter(|_| is_file) {
                self.specification(specification);
            }
        }
    }

    fn specification(&mut self, object: &Object) {
        let Some(held) = self.file.follow(object) else { return };
        let Some(dict) = held.entries() else { return };
        let Some(embedded) = self.file.get(dict, b"EF") else {
            return;
        };
        let Some(embedded) = embedded.entries() else { return };
        let stream = [&b"UF"[..], b"F"]
            .into_iter()
            .find_map(|key| self.file.get(embedded, key));
        let Some(stream) = stream.filter(|stream| stream.id().is_some_and(|id| self.seen.insert(id))) else {
            return;
        };
        if self.seen.len() > budget::ATTACHMENTS || !self.may_be_xml(dict, &stream) {
            return;
        }
        if let Some(bytes) = self.file.decoded(&stream, budget::DECODED_BYTES) {
            self.found.push(bytes);
        }
    }

    /// Whether name or type say that it is XML: pictures and spreadsheets are not decoded.
    fn may_be_xml(&self, specification: &Dictionary, stream: &Held<'_>) -> bool {
        let kind = stream.entries().and_then(|dict| self.file.get(dict, b"Subtype"));
        let kind = kind.as_ref().and_then(Held::name).unwrap_or_default();
        let named = [&b"UF"[..], b"F"].into_iter().any(|key| {
            let name = self.file.get(specification, key);
            // UTF-16 has a zero between the letters.
            let name = name.as_deref().and_then(|name| name.as_str().ok()).unwrap_or_default();
            let letters: Vec<u8> = name.iter().filter(|&&c| c != 0).map(u8::to_ascii_lowercase).collect();
            letters.ends_with(b".xml")
        });
        named || kind.to_ascii_lowercase().ends_with(b"xml")
    }
}
