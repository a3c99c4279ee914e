//! Functions that are too long, except tests.

use std::collections::BTreeMap;

use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Block, File, ImplItemFn, ItemFn, ItemImpl, ItemMod, Signature, TraitItemFn, Type};

/// Numbers over a limit, by the measured thing: `file a.rs`, `function a.rs Type::name`, `circle a.rs`.
pub type Excess = BTreeMap<String, usize>;

/// The maximum number of lines of a function, from `fn` to the closing brace. A function that is one `match` or one literal
/// counts like any other: a table can be a `const`.
pub const MAX_LINES: usize = 60;

/// The functions of a file that are longer than [`MAX_LINES`]: `function <file> <type>::<name>`.
pub fn long(path: &str, file: &mut File) -> Excess {
    let mut finder = Finder {
        path,
        owner: vec![],
        long: Excess::new(),
    };
    finder.visit_file_mut(file);
    finder.long
}

struct Finder<'a> {
    path: &'a str,
    /// The enclosing types and modules.
    owner: Vec<String>,
    long: Excess,
}

impl Finder<'_> {
    fn check(&mut self, signature: &Signature, block: &Block) {
        let start = signature.fn_token.span().start().line;
        let lines = block.span().end().line + 1 - start;
        if lines > MAX_LINES {
            let name = signature.ident.to_string();
            let name = [&self.owner[..], &[name]].concat().join("::");
            let longest = self.long.entry(format!("function {} {name}", self.path)).or_default();
            *longest = lines.max(*longest);
        }
    }

    fn inside(&mut self, name: String, visit: impl FnOnce(&mut Self)) {
        self.owner.push(name);
        visit(self);
        self.owner.pop();
    }
}

impl VisitMut for Finder<'_> {
    fn visit_item_fn_mut(&mut self, function: &mut ItemFn) {
        if !is_test(&function.attrs) {
            self.check(&function.sig, &function.block);
            visit_mut::visit_item_fn_mut(self, function);
        }
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut ImplItemFn) {
        self.check(&function.sig, &function.block);
        visit_mut::visit_impl_item_fn_mut(self, function);
    }

    fn visit_trait_item_fn_mut(&mut self, function: &mut TraitItemFn) {
        if let Some(block) = &function.default {
            self.check(&function.sig, block);
        }
        visit_mut::visit_trait_item_fn_mut(self, function);
    }

    fn visit_item_impl_mut(&mut self, item: &mut ItemImpl) {
        if !is_test(&item.attrs) {
            let name = match &*item.self_ty {
                Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
                _ => None,
            };
            self.inside(name.unwrap_or_default(), |finder| {
                visit_mut::visit_item_impl_mut(finder, item);
            });
        }
    }

    fn visit_item_mod_mut(&mut self, module: &mut ItemMod) {
        if !is_test(&module.attrs) {
            self.inside(module.ident.to_string(), |finder| {
                visit_mut::visit_item_mod_mut(finder, module);
            });
        }
    }
}

/// Whether an item is compiled for tests only: `#[cfg(test)]`, `#[test]`, `#[tokio::test]`, `#[rstest]`.
pub fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let name = attribute
            .path()
            .segments
            .last()
            .map(|segment| segment.ident.to_string());
        match name.as_deref() {
            Some("test" | "rstest") => true,
            Some("cfg") => attribute.parse_args::<syn::Ident>().is_ok_and(|ident| ident == "test"),
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_functions_are_found_and_strings_and_tests_are_not() {
        let lines = |count: usize| "\n".repeat(count);
        let source = format!(
            "fn fits() {{{}}}\nfn long() {{{}}}\nconst TABLE: &str = \"{}fn text() {{\n}}\";\n\
             impl<T> Store<T> {{ pub fn save() {{ /* {} */ }} }}\n#[cfg(test)]\nmod tests {{ fn a() {{{}}} }}\n\
             #[tokio::test(start_paused = true)]\nasync fn b() {{{}}}\n",
            lines(MAX_LINES - 1),
            lines(MAX_LINES),
            lines(MAX_LINES),
            lines(MAX_LINES + 8),
            lines(MAX_LINES),
            lines(MAX_LINES),
        );
        let found = long("a.rs", &mut syn::parse_file(&source).unwrap());
        let expected = [
            ("function a.rs Store::save", MAX_LINES + 9),
            ("function a.rs long", MAX_LINES + 1),
        ];
        assert!(
            found.iter().map(|(of, lines)| (of.as_str(), *lines)).eq(expected),
            "{found:?}"
        );
    }
}
