//! `docs/vocabulary.md`: the classes that a phrase of the vocabulary can belong to.

use std::fmt::Write as _;

use classes::{GROUPS, kebab_case};

#[path = "../../../parsers/extract/build/classes.rs"]
mod classes;

const HEAD: &str = "\
<!-- Made from parsers/extract/src/phrases/classes.rs by `cargo xtask regen`. Do not edit. -->

# Classes of the vocabulary

The tables and keys of `parsers/extract/vocab/*.toml`. [Words of a language](parsers.md#words-of-a-language) says how to
add a phrase.
";

/// The page, with a section for each table.
pub fn page() -> String {
    let mut page = HEAD.to_owned();
    for group in GROUPS {
        let (name, doc) = (kebab_case(group.name), group.doc.trim());
        write!(
            page,
            "\n## `[{name}]`\n\n{doc}\n\n| Class | Phrases | Example |\n|---|---|---|\n"
        )
        .expect("writing to a string");
        for class in group.classes {
            let (name, doc) = (kebab_case(class.name), class.doc.trim());
            writeln!(page, "| `{name}` | {doc} | {} |", class.example).expect("writing to a string");
        }
    }
    page
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
