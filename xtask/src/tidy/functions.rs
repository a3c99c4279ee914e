//! Functions that are too long, except tests.

use std::collections::BTreeMap;

use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Block, File, ImplItemFn, ItemFn, ItemMod, Signature, TraitItemFn};

/// Numbers over a limit, by the measured thing: `file a.rs`, `function a.rs:1 name`, `circle a.rs`.
pub type Excess = BTreeMap<String, usize>;

/// The maximum number of lines of a function, from `fn` to the closing brace. A function that is one `match` or one literal
/// counts like any other: a table can be a `const`.
pub const MAX_LINES: usize = 60;

/// The functions of a file that are longer than [`MAX_LINES`]: `function <file>:<line> <name>`.
pub fn long(path: &str, file: &mut File) -> Excess {
    let mut finder = Finder {
        path,
        long: Excess::new(),
    };
    finder.visit_file_mut(file);
    finder.long
}

struct Finder<'a> {
    path: &'a str,
    long: Excess,
}

impl Finder<'_> {
    fn check(&mut self, signature: &Signature, block: &Block) {
        let start = signature.fn_token.span().start().line;
        let lines = block.span().end().line + 1 - start;
        if lines > MAX_LINES {
            let of = format!("function {}:{start} {}", self.path, signature.ident);
            self.long.insert(of, lines);
        }
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

    fn visit_item_mod_mut(&mut self, module: &mut ItemMod) {
        if !is_test(&module.attrs) {
            visit_mut::visit_item_mod_mut(self, module);
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
            ("function a.rs:184 save", MAX_LINES + 9),
            ("function a.rs:61 long", MAX_LINES + 1),
        ];
        assert!(
            found.iter().map(|(of, lines)| (of.as_str(), *lines)).eq(expected),
            "{found:?}"
        );
    }
}
