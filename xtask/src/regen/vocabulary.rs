//! `docs/vocabulary.md`: the classes that a phrase of the vocabulary can belong to.

use std::fmt::Write as _;

macro_rules! classes {
    ($(
        $(#[doc = $group_doc:literal])*
        $_notation:ident $Group:ident {
            $($(#[doc = $doc:literal])* $Class:ident = $example:literal,)*
        }
    )*) => {
        const GROUPS: &[Group] = &[$(Group {
            name: stringify!($Group),
            doc: concat!($($group_doc),*),
            classes: &[$((stringify!($Class), concat!($($doc),*), $example)),*],
        }),*];
    };
}

include!("../../../parsers/extract/src/phrases/classes.rs");

struct Group {
    name: &'static str,
    doc: &'static str,
    /// Name, doc line and example.
    classes: &'static [(&'static str, &'static str, &'static str)],
}

const HEAD: &str = "\
<!-- Made from parsers/extract/src/phrases/classes.rs by `cargo xtask regen`. Do not edit. -->

# Classes of the vocabulary

The tables and keys of `parsers/extract/vocab/*.toml`. [Words of a language](parsers.md#words-of-a-language) says how to
add a phrase.
";

/// The page.
pub fn page() -> String {
    let mut page = HEAD.to_owned();
    for group in GROUPS {
        let (name, doc) = (kebab_case(group.name), group.doc.trim());
        write!(
            page,
            "\n## `[{name}]`\n\n{doc}\n\n| Class | Phrases | Example |\n|---|---|---|\n"
        )
        .expect("a string grows");
        for (class, doc, example) in group.classes {
            let (class, doc) = (kebab_case(class), doc.trim());
            writeln!(page, "| `{class}` | {doc} | {example} |").expect("a string grows");
        }
    }
    page
}

/// `GrandTotal` as the vocabulary writes it: `grand-total`.
fn kebab_case(name: &str) -> String {
    let mut kebab = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.push(c.to_ascii_lowercase());
    }
    kebab
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_class_is_a_row_of_its_groups_table() {
        let page = super::page();
        let (_, amounts) = page.split_once("## `[amounts]`").unwrap();
        let (amounts, _) = amounts.split_once("\n## ").unwrap();
        assert!(amounts.contains("| `grand-total` | The whole sum to pay. | att betala |"));
    }
}
