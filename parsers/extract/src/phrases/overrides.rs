//! Readings with another vocabulary than the built-in one, for tests of the vocabulary and `cargo xtask word`.
//!
//! The compiled vocabulary is in statics. Each is a [`LazyLock`] that knows which lists it was compiled from. A reading [with
//! overrides](Overrides::apply) compiles those again whose lists are replaced, and uses the others as they are.

use std::any::Any;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Deref;
use std::ptr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::vocabulary::{CURRENCIES, SMALL_WORDS, built_in};
use source::{GROUPS, Vocabulary, kebab_case};

#[path = "../../build/vocabulary.rs"]
pub mod source;

type List = &'static [&'static str];
type Currencies = &'static [(&'static str, List)];
/// A table and a key of it, as `classes.rs` names them.
type Key = (&'static str, &'static str);

/// The table of the currencies. They are one list.
pub(super) const ALL_CURRENCIES: Key = ("currencies", "");
/// The table of the small words, whose keys are languages.
pub(super) const LANGUAGE: &str = "language";
/// The phrase of a class without phrases. No document has it, and an expression without alternatives would match nothing at
/// all, which is everywhere.
const ABSENT: &str = "xqzjwvkxqzj";

thread_local! {
    static CURRENT: RefCell<Option<Overrides>> = const { RefCell::new(None) };
    /// The lists that each compilation under way has used so far.
    static USED: RefCell<Vec<BTreeSet<Key>>> = const { RefCell::new(Vec::new()) };
}

/// Lists of phrases that replace built-in ones. They are kept until the process ends.
#[derive(Clone, Default)]
pub struct Overrides(Arc<Replaced>);

#[derive(Default)]
struct Replaced {
    lists: BTreeMap<Key, List>,
    currencies: Option<Currencies>,
    /// By the address of their [`LazyLock`].
    compiled: Mutex<HashMap<usize, &'static (dyn Any + Send + Sync)>>,
}

impl Overrides {
    /// The lists of a vocabulary that differ from the built-in ones.
    pub fn of(vocabulary: &Vocabulary) -> Self {
        let mut replaced = Replaced::default();
        for group in GROUPS {
            for class in group.classes {
                let key = (group.name, class.name);
                let phrases = vocabulary.phrases(&kebab_case(group.name), &kebab_case(class.name));
                if built_in(key) != Some(phrases.as_slice()) {
                    replaced.lists.insert(key, leak(&phrases));
                }
            }
        }
        let small_words = vocabulary.small_words_by_language();
        for (language, built_in) in SMALL_WORDS {
            let words = small_words.iter().find(|(name, _)| *name == *language);
            let words = words.map_or(&[][..], |(_, words)| words);
            if *built_in != words {
                replaced.lists.insert((LANGUAGE, language), leak(words));
            }
        }
        let currencies = vocabulary.currencies();
        if !currencies
            .iter()
            .map(|(code, signs)| (*code, signs.as_slice()))
            .eq(CURRENCIES.iter().copied())
        {
            let all = currencies.iter().map(|(code, signs)| (leak_text(code), leak(signs)));
            replaced.currencies = Some(Box::leak(all.collect()));
        }
        Overrides(Arc::new(replaced))
    }

    /// The built-in vocabulary with one class empty. `None` if there is no such class.
    pub fn without(table: &str, class: &str) -> Option<Self> {
        let group = GROUPS.iter().find(|group| kebab_case(group.name) == table)?;
        let class = group.classes.iter().find(|known| kebab_case(known.name) == class)?;
        let lists = [((group.name, class.name), leak(&[ABSENT]))].into();
        Some(Overrides(Arc::new(Replaced {
            lists,
            ..Replaced::default()
        })))
    }

    /// Whether nothing is replaced.
    pub fn is_empty(&self) -> bool {
        self.0.lists.is_empty() && self.0.currencies.is_none()
    }

    /// Runs readings of this thread with the replaced lists.
    pub fn apply<T>(&self, run: impl FnOnce() -> T) -> T {
        run_with(Some(self.clone()), run)
    }

    fn replace_any(&self, used: &BTreeSet<Key>) -> bool {
        self.0.lists.keys().any(|key| used.contains(key))
            || self.0.currencies.is_some() && used.contains(&ALL_CURRENCIES)
    }

    fn compiled<T: Any + Send + Sync>(&self, address: usize, compile: fn() -> T) -> &'static T {
        let lock = || self.0.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().get(&address).copied();
        known.and_then(|value| value.downcast_ref()).unwrap_or_else(|| {
            let value: &'static T = Box::leak(Box::new(compile()));
            lock().insert(address, value);
            value
        })
    }
}

/// A value that is compiled from the vocabulary when it is first used, like [`std::sync::LazyLock`].
pub struct LazyLock<T: 'static> {
    /// With the lists that it is made of.
    built_in: OnceLock<(T, BTreeSet<Key>)>,
    compile: fn() -> T,
}

impl<T> LazyLock<T> {
    /// A value that `compile` returns.
    pub const fn new(compile: fn() -> T) -> Self {
        LazyLock {
            built_in: OnceLock::new(),
            compile,
        }
    }
}

impl<T: Any + Send + Sync> Deref for LazyLock<T> {
    type Target = T;

    fn deref(&self) -> &T {
        let (value, used) = self.built_in.get_or_init(|| {
            USED.with_borrow_mut(|used| used.push(BTreeSet::new()));
            let value = run_with(None, self.compile);
            (value, USED.with_borrow_mut(Vec::pop).unwrap_or_default())
        });
        record(used);
        match current() {
            Some(overrides) if overrides.replace_any(used) => {
                overrides.compiled(ptr::from_ref(self).addr(), self.compile)
            }
            _ => value,
        }
    }
}

/// The list of a class in readings of this thread.
pub(super) fn list(key: Key, built_in: List) -> List {
    record(&[key].into());
    let replaced = current().and_then(|overrides| overrides.0.lists.get(&key).copied());
    replaced.unwrap_or(built_in)
}

/// The signs of all currencies in readings of this thread.
pub(super) fn currencies(built_in: Currencies) -> Currencies {
    record(&[ALL_CURRENCIES].into());
    current()
        .and_then(|overrides| overrides.0.currencies)
        .unwrap_or(built_in)
}

fn current() -> Option<Overrides> {
    CURRENT.with_borrow(Clone::clone)
}

fn run_with<T>(overrides: Option<Overrides>, run: impl FnOnce() -> T) -> T {
    let before = CURRENT.replace(overrides);
    let result = run();
    CURRENT.set(before);
    result
}

/// Notes the lists for the compilation that uses them.
fn record(used: &BTreeSet<Key>) {
    USED.with_borrow_mut(|compilations| {
        if let Some(compilation) = compilations.last_mut() {
            compilation.extend(used);
        }
    });
}

fn leak(phrases: &[&str]) -> List {
    Box::leak(phrases.iter().map(|phrase| leak_text(phrase)).collect())
}

fn leak_text(text: &str) -> &'static str {
    Box::leak(text.into())
}

#[cfg(test)]
mod tests {
    use super::super::{Amounts, Phrases, month};
    use super::*;
    use crate::words::Words;

    static TOTAL: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(Amounts::GrandTotal.list()));
    static NESTED: LazyLock<Vec<bool>> = LazyLock::new(|| vec![TOTAL.contains(&Words::of("Att betala"))]);

    #[test]
    fn what_is_compiled_from_an_emptied_class_is_compiled_anew() {
        let contains = || TOTAL.contains(&Words::of("Att betala"));
        let without = Overrides::without("amounts", "grand-total").unwrap();
        assert!(contains() && NESTED[0]);
        assert!(!without.apply(contains) && !without.apply(|| NESTED[0]));
        assert!(contains() && NESTED[0]);
        assert!(Overrides::without("amounts", "net").unwrap().apply(contains));
        assert!(Overrides::without("amounts", "totals").is_none());

        let without = Overrides::without("months", "january").unwrap();
        assert_eq!((without.apply(|| month("januari")), month("januari")), (None, Some(1)));
    }

    #[test]
    fn the_files_are_the_built_in_vocabulary() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("vocab");
        let files = source::toml_files(&folder).unwrap();
        let sources: Vec<_> = files.iter().map(|(file, text)| source::Source { file, text }).collect();
        assert!(Overrides::of(&Vocabulary::read(&sources).unwrap()).is_empty());
        let changed = files.iter().map(|(file, text)| match file.as_str() {
            "nb.toml" => (
                file,
                text.replacen("grand-total = [", "grand-total = [\"oppgjørssum\", ", 1),
            ),
            "common.toml" => (file, text.replacen("\"zł\"", "\"zlotyer\"", 1)),
            _ => (file, text.clone()),
        });
        let files: Vec<_> = changed.collect();
        let sources: Vec<_> = files.iter().map(|(file, text)| source::Source { file, text }).collect();
        let overrides = Overrides::of(&Vocabulary::read(&sources).unwrap());
        let total = || TOTAL.matches_all(&Words::of("Oppgjørssum:"));
        assert!(overrides.apply(total) && !total());
        let sign = || crate::currency::at_end("zlotyer").is_some();
        assert!(overrides.apply(sign) && !sign());
    }
}
