//! Files of one crate that use each other in a circle.
//!
//! A file uses another one if a path in it leads to an item of the other: in a private `use`, an expression or a type.
//! `mod` declarations and re-exports (`pub use`) don't count as uses, so a parent that only declares and re-exports its
//! children is in no circle. A path through a re-export leads to the file with the item. Tests are left out.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit_mut::{self, VisitMut};
use syn::{File, Item, ItemMod, ItemUse, Path, UseTree, Visibility};

use super::functions::{Excess, is_test};

/// The maximum number of re-exports that a path is followed through.
const MAX_STEPS: usize = 8;

/// The path of a module from the root of its crate.
type Module = Vec<String>;

/// The modules of one crate.
#[derive(Default)]
pub struct Crate {
    modules: BTreeMap<Module, Contents>,
    /// Paths in code: the module, whether it is the path of a `use`, and the segments.
    paths: Vec<(Module, Vec<String>)>,
}

/// The declarations of a module.
#[derive(Default)]
struct Contents {
    file: String,
    items: BTreeSet<String>,
    /// Names from `use`, each with its path.
    imports: BTreeMap<String, Vec<String>>,
    /// Paths of `use path::*`.
    globs: Vec<Vec<String>>,
}

impl Crate {
    /// Adds a file. Returns its children: the `mod` declarations without a body.
    pub fn add(&mut self, module: &Module, path: &str, file: &mut File) -> Vec<Module> {
        let mut reader = Reader {
            sum: self,
            file: path,
            module: module.clone(),
            children: vec![],
        };
        reader.open();
        reader.visit_file_mut(file);
        reader.children
    }

    /// Each file in a circle with the number of files in it: `circle <file>`.
    pub fn circles(&self) -> Excess {
        let uses = self.uses();
        let reached: BTreeMap<&str, BTreeSet<&str>> = uses.keys().map(|&file| (file, reach(file, &uses))).collect();
        let mut circles = Excess::new();
        for (file, others) in &reached {
            let is_back = |other: &&&str| reached.get(*other).is_some_and(|back| back.contains(file));
            let count = others.iter().filter(is_back).count();
            if count > 1 {
                circles.insert(format!("circle {file}"), count);
            }
        }
        circles
    }

    /// The files that each file uses.
    fn uses(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let mut uses: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (module, path) in &self.paths {
            let from = self.modules[module].file.as_str();
            if let Some(to) = self.resolve(module, path, MAX_STEPS).filter(|to| *to != from) {
                uses.entry(from).or_default().insert(to);
            }
        }
        uses
    }

    /// The file with the item that a path leads to, if it is an item of this crate.
    fn resolve(&self, module: &Module, path: &[String], steps: usize) -> Option<&str> {
        let steps = steps.checked_sub(1)?;
        let mut at = module.clone();
        let mut rest = path;
        let mut is_local = false;
        while let [first, after @ ..] = rest {
            match first.as_str() {
                "crate" => at.clear(),
                "self" => {}
                "super" => drop(at.pop()?),
                name => {
                    at.push(name.to_owned());
                    if !self.modules.contains_key(&at) {
                        at.pop();
                        break;
                    }
                }
            }
            is_local = true;
            rest = after;
        }
        let contents = self.modules.get(&at)?;
        let Some((name, after)) = rest.split_first() else {
            return is_local.then_some(&contents.file);
        };
        if !is_local && path.len() == 1 {
            return None;
        }
        if contents.items.contains(name) {
            return Some(&contents.file);
        }
        if let Some(import) = contents.imports.get(name) {
            return self.resolve(&at, &[import, after].concat(), steps);
        }
        let mut globs = contents.globs.iter().filter(|_| is_local);
        globs.find_map(|glob| self.resolve(&at, &[glob, rest].concat(), steps))
    }
}

/// The files that a file uses, directly or through others.
fn reach<'a>(file: &'a str, uses: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![file];
    while let Some(file) = open.pop() {
        for next in uses.get(file).into_iter().flatten() {
            if reached.insert(*next) {
                open.push(next);
            }
        }
    }
    reached
}

struct Reader<'a> {
    sum: &'a mut Crate,
    file: &'a str,
    module: Module,
    children: Vec<Module>,
}

impl Reader<'_> {
    fn open(&mut self) -> &mut Contents {
        let contents = self.sum.modules.entry(self.module.clone()).or_default();
        self.file.clone_into(&mut contents.file);
        contents
    }

    /// Records the names of a `use`. A private one is a use of each.
    fn import(&mut self, tree: &UseTree, path: &mut Vec<String>, is_use: bool) {
        match tree {
            UseTree::Path(part) => {
                path.push(part.ident.to_string());
                self.import(&part.tree, path, is_use);
                path.pop();
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(tree, path, is_use)),
            UseTree::Glob(_) => self.open().globs.push(path.clone()),
            UseTree::Name(name) => self.named(&name.ident.to_string(), None, path, is_use),
            UseTree::Rename(name) => self.named(&name.ident.to_string(), Some(name.rename.to_string()), path, is_use),
        }
    }

    fn named(&mut self, name: &str, rename: Option<String>, path: &[String], is_use: bool) {
        let mut path = path.to_vec();
        if name != "self" {
            path.push(name.to_owned());
        }
        let imported = rename.or_else(|| path.last().cloned()).unwrap_or_default();
        if is_use {
            self.sum.paths.push((self.module.clone(), path.clone()));
        }
        self.open().imports.insert(imported, path);
    }
}

impl VisitMut for Reader<'_> {
    fn visit_item_mut(&mut self, item: &mut Item) {
        let (attributes, name) = match item {
            Item::Const(item) => (&item.attrs, Some(&item.ident)),
            Item::Enum(item) => (&item.attrs, Some(&item.ident)),
            Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
            Item::Static(item) => (&item.attrs, Some(&item.ident)),
            Item::Struct(item) => (&item.attrs, Some(&item.ident)),
            Item::Trait(item) => (&item.attrs, Some(&item.ident)),
            Item::Type(item) => (&item.attrs, Some(&item.ident)),
            Item::Impl(item) => (&item.attrs, None),
            Item::Mod(item) => (&item.attrs, None),
            Item::Use(item) => (&item.attrs, None),
            Item::Macro(item) => (&item.attrs, item.ident.as_ref()),
            _ => return,
        };
        if is_test(attributes) {
            return;
        }
        let name = name.map(ToString::to_string);
        self.open().items.extend(name);
        visit_mut::visit_item_mut(self, item);
    }

    fn visit_item_mod_mut(&mut self, module: &mut ItemMod) {
        self.module.push(module.ident.to_string());
        if module.content.is_some() {
            self.open();
            visit_mut::visit_item_mod_mut(self, module);
        } else {
            self.children.push(self.module.clone());
        }
        self.module.pop();
    }

    fn visit_item_use_mut(&mut self, item: &mut ItemUse) {
        let is_use = matches!(item.vis, Visibility::Inherited);
        self.import(&item.tree, &mut vec![], is_use);
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        if path.segments.len() > 1 && path.leading_colon.is_none() {
            let segments = path.segments.iter().map(|segment| segment.ident.to_string());
            self.sum.paths.push((self.module.clone(), segments.collect()));
        }
        visit_mut::visit_path_mut(self, path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files in circles of a crate with these modules.
    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        let mut sum = Crate::default();
        for (module, text) in files {
            let path = module.split("::").filter(|part| !part.is_empty()).map(str::to_owned);
            let mut file = syn::parse_file(text).unwrap();
            sum.add(&path.collect(), &format!("{module}.rs"), &mut file);
        }
        sum.circles().into_keys().collect()
    }

    #[test]
    fn files_that_use_each_other_are_found() {
        let found = circles(&[
            ("", "mod a; mod b; mod c; fn main() { a::run(); }"),
            ("a", "use crate::b::B; pub fn run() {} pub struct A(B);"),
            ("b", "pub struct B; fn back() { super::a::run(); }"),
            ("c", "use crate::a::A; struct C(A);"),
        ]);
        assert_eq!(found, ["circle a.rs", "circle b.rs"]);
    }

    #[test]
    fn a_parent_that_declares_and_re_exports_is_in_no_circle() {
        let found = circles(&[
            ("", "mod a; mod b; pub use a::A;"),
            ("a", "pub struct A;"),
            ("b", "use super::A; use std::fmt; struct B(A);"),
        ]);
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn a_parent_with_items_that_its_child_uses_is_found() {
        let found = circles(&[
            ("", "mod a; pub struct Shared; fn run() { a::go(); }"),
            ("a", "use super::Shared; pub fn go() {} struct A(Shared);"),
        ]);
        assert_eq!(found, ["circle .rs", "circle a.rs"]);
    }

    #[test]
    fn tests_text_and_other_crates_are_no_uses() {
        let found = circles(&[
            ("", "mod a; mod b;"),
            ("a", "use crate::b::B; struct A(B);"),
            (
                "b",
                "pub struct B; const T: &str = \"crate::a::A\"; // crate::a::A\n\
                 use other::a::A; #[cfg(test)] mod tests { use crate::a::A; }",
            ),
        ]);
        assert!(found.is_empty(), "{found:?}");
    }
}
