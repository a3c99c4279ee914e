//! The classes of the vocabulary as a table. Part of the build script, of the crate's tests and of `cargo xtask regen`.
#![allow(
    dead_code,
    reason = "the build script reads the notation, and `cargo xtask regen` the docs and examples"
)]

/// How a group's phrases are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types, reason = "`classes.rs` names them in small letters")]
pub enum Notation {
    /// The notation of `src/phrases/mod.rs`, in small letters.
    phrases,
    /// Single words in small letters, without patterns.
    words,
    /// As the document writes it, with capitals and dots.
    written,
}

/// One table of a vocabulary file.
pub struct Group {
    /// The name of its enum.
    pub name: &'static str,
    pub notation: Notation,
    pub doc: &'static str,
    pub classes: &'static [Class],
}

/// A key of a table.
pub struct Class {
    /// The name of its variant.
    pub name: &'static str,
    pub doc: &'static str,
    /// A phrase of the class.
    pub example: &'static str,
}

macro_rules! classes {
    ($(
        $(#[doc = $group_doc:literal])*
        $notation:ident $Group:ident {
            $($(#[doc = $doc:literal])* $Class:ident = $example:literal,)*
        }
    )*) => {
        /// In the order of `classes.rs`.
        pub const GROUPS: &[Group] = &[$(Group {
            name: stringify!($Group),
            notation: Notation::$notation,
            doc: concat!($($group_doc),*),
            classes: &[$(Class {
                name: stringify!($Class),
                doc: concat!($($doc),*),
                example: $example,
            }),*],
        }),*];
    };
}

include!("../src/phrases/classes.rs");

/// `GrandTotal` as the files write it: `grand-total`.
pub fn kebab_case(name: &str) -> String {
    let mut kebab = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.push(c.to_ascii_lowercase());
    }
    kebab
}
