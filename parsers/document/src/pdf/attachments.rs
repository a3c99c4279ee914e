//! Embedded XML files. The pages of such a PDF show the e-invoice that is embedded.

use std::collections::HashSet;

use lopdf::{Dictionary, Object, ObjectId};

use super::budget;
use super::file::File;
use super::pages::Page;
use super::resolve::{Resolve, Resolved};

/// The embedded XML files, each once. Files that are too large to be e-invoices exceed the budget.
pub fn xml(file: &File<'_>, pages: &[Page]) -> Vec<Vec<u8>> {
    let mut finder = Finder {
        file,
        seen: HashSet::new(),
        found: Vec::new(),
    };
    if let Some(catalog) = file.catalog()
        && let Some(catalog) = catalog.dict()
    {
        finder.read_associated_files(catalog);
        if let Some(names) = file.get(catalog, b"Names")
            && let Some(names) = names.dict()
            && let Some(root) = file.get_owned(names, b"EmbeddedFiles")
        {
            finder.read_name_tree(root);
        }
    }
    for page in pages {
        finder.read_associated_files(&page.dict);
        finder.read_annotations(&page.dict);
    }
    finder.found
}

struct Finder<'f, 'a> {
    file: &'f File<'a>,
    seen: HashSet<ObjectId>,
    found: Vec<Vec<u8>>,
}

impl Finder<'_, '_> {
    /// Reads the `EmbeddedFiles` name tree, in which every second value is a file specification.
    fn read_name_tree(&mut self, root: Resolved<'static>) {
        let mut seen = HashSet::new();
        let mut stack = vec![root];
        let mut nodes = 0;
        while let Some(node) = stack.pop() {
            nodes += 1;
            if nodes > budget::TREE_NODES || node.id().is_some_and(|id| !seen.insert(id)) {
                continue;
            }
            let Some(dict) = node.dict() else { continue };
            if let Some(Object::Array(names)) = self.file.get(dict, b"Names").as_deref() {
                for specification in names.iter().skip(1).step_by(2).take(budget::ATTACHMENTS) {
                    self.read_file(specification);
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

    /// Reads the associated files (`AF`) of the document or a page.
    fn read_associated_files(&mut self, dict: &Dictionary) {
        if let Some(Object::Array(files)) = self.file.get(dict, b"AF").as_deref() {
            for specification in files.iter().take(budget::ATTACHMENTS) {
                self.read_file(specification);
            }
        }
    }

    /// Reads the file attachment annotations of a page.
    fn read_annotations(&mut self, page: &Dictionary) {
        let Some(annotations) = self.file.get(page, b"Annots") else {
            return;
        };
        for annotation in annotations.items().iter().take(budget::ANNOTATIONS) {
            let Some(annotation) = self.file.resolve(annotation) else {
                continue;
            };
            let Some(dict) = annotation.dict() else { continue };
            let is_file = self.file.has_name(dict, b"Subtype", b"FileAttachment");
            if let Some(specification) = dict.get(b"FS").ok().filter(|_| is_file) {
                self.read_file(specification);
            }
        }
    }

    /// Decodes the file of a specification, unless it was found before or isn't XML.
    fn read_file(&mut self, specification: &Object) -> Option<()> {
        let specification = self.file.resolve(specification)?;
        let dict = specification.dict()?;
        let embedded = self.file.get(dict, b"EF")?;
        let embedded = embedded.dict()?;
        let mut keys = [&b"UF"[..], b"F"].into_iter();
        let stream = keys.find_map(|key| self.file.get(embedded, key))?;
        if self.seen.insert(stream.id()?) && self.seen.len() <= budget::ATTACHMENTS && self.may_be_xml(dict, &stream) {
            self.found.push(self.file.decoded(&stream, budget::DECODED_BYTES)?);
        }
        Some(())
    }

    /// Whether its name or media type is that of XML. Other files are not decoded.
    fn may_be_xml(&self, specification: &Dictionary, stream: &Resolved<'_>) -> bool {
        let media_type = stream.dict().and_then(|dict| self.file.get(dict, b"Subtype"));
        let media_type = media_type.as_ref().and_then(Resolved::name).unwrap_or_default();
        let has_xml_name = [&b"UF"[..], b"F"].into_iter().any(|key| {
            let name = self.file.get(specification, key);
            let name = name.as_deref().and_then(|name| name.as_str().ok()).unwrap_or_default();
            // In UTF-16 every second byte of an ASCII name is zero.
            let ascii: Vec<u8> = name.iter().filter(|&&c| c != 0).map(u8::to_ascii_lowercase).collect();
            ascii.ends_with(b".xml")
        });
        has_xml_name || media_type.to_ascii_lowercase().ends_with(b"xml")
    }
}
