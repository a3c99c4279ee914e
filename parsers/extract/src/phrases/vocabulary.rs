//! The vocabulary: phrases by class, from `vocab/*.toml`.
//!
//! `vocab/nb.toml` has the Norwegian phrases, and so on; `vocab/common.toml` has what several languages share. A class has
//! the phrases of all files: a document's language is not known when it is read. The build script checks the files.
//!
//! A class is used as its [`Phrases`]: `Amounts::Total.contains(words)`.

use std::collections::HashMap;
use std::ops::Deref;

#[cfg(any(test, feature = "overrides"))]
use super::overrides::{self, source::explicit_labels};
use super::{Forms, LazyLock, Phrases};

macro_rules! classes {
    ($(
        $(#[doc = $group_doc:literal])*
        $_notation:ident $Group:ident {
            $($(#[doc = $doc:literal])* $Class:ident = $example:literal,)*
        }
    )*) => {$(
        $(#[doc = $group_doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Group {
            $(
                $(#[doc = $doc])*
                #[doc = concat!("\nExample: `", $example, "`.")]
                $Class,
            )*
        }

        impl $Group {
            /// The classes of this group.
            pub const ALL: &[Self] = &[$(Self::$Class),*];

            /// The phrases of the class as they are written.
            pub fn list(self) -> &'static [&'static str] {
                let list = Self::LISTS[self as usize];
                #[cfg(any(test, feature = "overrides"))]
                let list = overrides::list((stringify!($Group), [$(stringify!($Class)),*][self as usize]), list);
                list
            }

            /// The class's phrases in the vocabulary that is in use.
            #[cfg(any(test, feature = "overrides"))]
            fn compiled(self) -> Phrases {
                let list = self.list();
                if std::ptr::eq(list, Self::LISTS[self as usize]) {
                    Phrases::of_class(Self::FIRST + self as u16)
                } else {
                    Phrases::of(list)
                }
            }
        }

        impl Deref for $Group {
            type Target = Phrases;

            fn deref(&self) -> &'static Phrases {
                #[cfg(any(test, feature = "overrides"))]
                static COMPILED: [LazyLock<Phrases>; $Group::LISTS.len()] =
                    [$(LazyLock::new(|| $Group::$Class.compiled())),*];
                #[cfg(not(any(test, feature = "overrides")))]
                static COMPILED: [Phrases; $Group::LISTS.len()] =
                    [$(Phrases::of_class($Group::FIRST + $Group::$Class as u16)),*];
                &COMPILED[*self as usize]
            }
        }
    )*
        /// The built-in list of a class, by the names of its enum and variant.
        #[cfg(any(test, feature = "overrides"))]
        pub(super) fn built_in(key: (&str, &str)) -> Option<&'static [&'static str]> {
            match key {
                $($((stringify!($Group), stringify!($Class)) => Some($Group::LISTS[$Group::$Class as usize]),)*)*
                _ => None,
            }
        }
    };
}

include!("classes.rs");
include!(concat!(env!("OUT_DIR"), "/vocabulary.rs"));

impl Numbers {
    /// The labels that say that a number follows: the names of a class such as `Order` with a word for "number".
    pub fn explicit(self) -> Phrases {
        #[cfg(any(test, feature = "overrides"))]
        {
            let classes = [self, Numbers::NumberWord, Numbers::NumberOf];
            let is_replaced = |class: &Numbers| !std::ptr::eq(class.list(), Self::LISTS[*class as usize]);
            if classes.iter().any(is_replaced) {
                let [names, words, of] = classes.map(Numbers::list);
                return Phrases::of(&explicit_labels(names, words, of));
            }
        }
        Phrases::of_class(EXPLICIT_FIRST + self as u16)
    }
}

impl LegalForms {
    /// The class's forms, to be found in text as it is written.
    pub fn forms(self) -> Forms {
        #[cfg(any(test, feature = "overrides"))]
        if !std::ptr::eq(self.list(), Self::LISTS[self as usize]) {
            return Forms::new(self.list());
        }
        Forms::of_class(Self::FIRST + self as u16)
    }
}

/// The number of the month that a folded word names.
pub fn month(word: &str) -> Option<u32> {
    static NAMES: LazyLock<HashMap<&'static str, u32>> = LazyLock::new(|| {
        let names = |(month, number): (&Months, u32)| month.list().iter().map(move |name| (*name, number));
        Months::ALL.iter().zip(1..).flat_map(names).collect()
    });
    NAMES.get(word).copied()
}

/// The small words that distinguish the language of a vocabulary file, such as `nb`.
pub fn small_words(language: &str) -> &'static [&'static str] {
    let own = SMALL_WORDS.iter().find(|(name, _)| *name == language);
    #[cfg(any(test, feature = "overrides"))]
    let own = own.map(|(name, words)| (name, overrides::list((overrides::LANGUAGE, name), words)));
    own.map_or(&[], |(_, words)| words)
}

/// Codes of currencies with the signs and words for each, in small letters.
pub fn currencies() -> &'static [(&'static str, &'static [&'static str])] {
    #[cfg(any(test, feature = "overrides"))]
    return overrides::currencies(CURRENCIES);
    #[cfg(not(any(test, feature = "overrides")))]
    CURRENCIES
}

#[cfg(test)]
mod tests;
