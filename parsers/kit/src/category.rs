//! Chooses the category of a document: by the configured vendor, by a known sender, or by the words of the page.

use std::collections::BTreeMap;

use crate::register::{Category, CategoryWords, category_words};
use parser_document::Document;
use parser_extract::cell::CellContent;
use parser_extract::page::Page;
use parser_extract::phrases::Sets;
use parser_extract::words::Words;
use parser_model::reading::{Evidence, MailContext};
use parser_model::{MailAddress, Vendor};

/// Words with a smaller total weight decide nothing.
const MIN_WEIGHT: u32 = 3;
/// Phrases of this weight or more are names of shops.
const NAME_WEIGHT: u32 = 4;
/// Maximum number of words of a group of phrases that count.
const MAX_WORDS: u32 = 3;
/// A cell with more words is running text.
const MAX_CELL: usize = 13;
/// Lines that say what a document is about.
const HEAD_LINES: usize = 2;
/// Lines below the last sum that may name the seller.
const LINES_AFTER_SUMS: usize = 3;
/// The category if nothing else decides.
const FALLBACK: &str = "miscellaneous";

/// The name of the evidence for the category.
const FIELD: &str = "sub_type";

/// A category, with the reason for it.
pub struct Chosen<'a> {
    /// The category. `None` only if no category is linked.
    pub category: Option<&'a Category>,
    /// Why it is this one.
    pub evidence: Option<Evidence>,
    /// The words of the page, if they decide.
    pub words: Option<Found>,
}

impl<'a> Chosen<'a> {
    fn new(category: Option<&'a Category>, because: String) -> Self {
        let evidence = category.map(|category| Evidence {
            field: FIELD.to_owned(),
            value: Some(category.sub_type.to_owned()),
            because,
            ..Evidence::default()
        });
        Chosen {
            category,
            evidence,
            words: None,
        }
    }
}

/// The category of a document.
pub fn choose<'a>(categories: &[&'a Category], page: &Page<'_>, context: &MailContext) -> Chosen<'a> {
    let configured = context.sub_type.as_ref().and_then(|s| by_name(categories, s.as_str()));
    if configured.is_some() {
        return Chosen::new(configured, "the configured vendor's category".to_owned());
    }
    if let Some((category, vendor)) = by_sender(categories, page.document) {
        return Chosen::new(
            Some(category),
            format!("the category of {vendor}, whose sender this is"),
        );
    }
    by_words(categories, Found::on(page))
}

/// The category by the words that were found.
pub fn by_words<'a>(categories: &[&'a Category], found: Found) -> Chosen<'a> {
    let weights = found.weigh(categories);
    let chosen = if let Some(category) = heaviest(&weights) {
        let because = format!("the weights of the words on the page: {}", described(&weights));
        Chosen::new(Some(category), because)
    } else {
        let fallback = by_name(categories, FALLBACK).or_else(|| categories.first().copied());
        Chosen::new(fallback, undecided(&weights))
    };
    Chosen {
        words: Some(found),
        ..chosen
    }
}

/// The weights of the categories that have any: `clothing 5, travel 2`.
fn described(weights: &[Weighed<'_>]) -> String {
    let found: Vec<String> = weights
        .iter()
        .filter(|of| of.weight > 0)
        .map(|of| format!("{} {}", of.category.sub_type, of.weight))
        .collect();
    found.join(", ")
}

/// The reason for the fallback.
fn undecided(weights: &[Weighed<'_>]) -> String {
    let best = weights.first().map_or(0, |of| of.weight);
    let is_one_word = weights.first().is_some_and(|of| !of.is_confirmed);
    match described(weights) {
        none if none.is_empty() => "a page without the words of any category".to_owned(),
        found if best < MIN_WEIGHT => format!("words of too little weight, less than {MIN_WEIGHT}: {found}"),
        found if is_one_word => format!("one word is too little: {found}"),
        found => format!("similar weights of several categories' words: {found}"),
    }
}

fn by_name<'a>(categories: &[&'a Category], name: &str) -> Option<&'a Category> {
    categories.iter().find(|c| c.sub_type == name).copied()
}

/// The category of the vendor that matches most closely, and the vendor's name. One whose sender and subject match comes before
/// one of whom only the sender does.
fn by_sender<'a>(categories: &[&'a Category], document: &Document) -> Option<(&'a Category, String)> {
    let sender: MailAddress = document.from_address.parse().ok()?;
    let closeness = |vendor: &Vendor| {
        let with_subject = vendor.matches(&sender, &document.subject).map(|sender| sender + 1_000);
        with_subject.or_else(|| vendor.closeness(&sender))
    };
    let vendors = categories
        .iter()
        .flat_map(|category| category.vendors().into_iter().map(|vendor| (*category, vendor)));
    let best = vendors
        .filter_map(|(category, vendor)| Some((closeness(&vendor)?, category, vendor)))
        .max_by_key(|(closeness, ..)| *closeness)?;
    Some((best.1, best.2.vendor_name))
}

/// What the words of a page say for a category.
struct Weighed<'a> {
    weight: u32,
    /// Whether there are two words, or one of the document's own.
    is_confirmed: bool,
    category: &'a Category,
}

/// The words of categories that a document has.
pub struct Found {
    words: Option<&'static CategoryWords>,
    /// Each once, folded, with the sets of phrases that have it, and whether it is the document's own: of its subject, title, first lines,
    /// seller or sender's host, which say whose document it is, and what it is about.
    each: BTreeMap<String, (Sets, bool)>,
}

impl Found {
    /// The words of a page.
    fn on(page: &Page<'_>) -> Self {
        let mut found = Found {
            words: category_words(),
            each: BTreeMap::new(),
        };
        let host = page.document.from_address.rsplit('@').next().unwrap_or_default();
        for words in [&page.subject, &page.title, &Words::of(host)] {
            found.add(words, true);
        }
        // Below the sums are terms, advertisements and addresses.
        let has_sum = |line: &Vec<CellContent>| {
            line.iter()
                .any(|content| content.amounts.iter().any(|amount| amount.strong))
        };
        let last = page.lines.iter().rposition(has_sum);
        let lines = last.map_or(page.lines.len(), |last| last + 1 + LINES_AFTER_SUMS);
        for (number, line) in page.lines.iter().enumerate().take(lines.max(HEAD_LINES)) {
            let cells = line.iter().map(|content| &content.words);
            for words in cells.filter(|words| words.len() <= MAX_CELL) {
                found.add(words, number < HEAD_LINES);
            }
        }
        found
    }

    /// These words, and those of the seller's name.
    #[must_use]
    pub fn with_vendor(mut self, vendor: &str) -> Self {
        self.add(&Words::of(vendor), true);
        self
    }

    fn add(&mut self, words: &Words, are_own: bool) {
        let Some(CategoryWords { index, .. }) = self.words else {
            return;
        };
        let any = index.set(0);
        let mut from = 0;
        while let Some(hit) = any.find_from(words, from) {
            let each: Vec<&str> = hit.clone().map(|at| words.word(at)).collect();
            let entry = self.each.entry(format!(" {} ", each.join(" ")));
            let word = entry.or_insert_with_key(|word| (index.matching_folded(word), false));
            word.1 |= are_own;
            from = hit.end.max(from + 1);
        }
    }

    /// The categories with the total weight of their words, the greatest first.
    fn weigh<'a>(&self, categories: &[&'a Category]) -> Vec<Weighed<'a>> {
        let weights = self.words.map_or(&[][..], |words| words.weights);
        let mut of_sets = vec![Count::default(); weights.len()];
        let mut of_categories: BTreeMap<&str, Count> = BTreeMap::new();
        for (sets, is_own) in self.each.values() {
            let sets: Vec<usize> = sets.iter().filter_map(|set| usize::from(set).checked_sub(1)).collect();
            for set in &sets {
                of_sets[*set].add(*is_own);
            }
            // The sets of a category follow each other.
            for set in sets.chunk_by(|one, other| weights[*one].0 == weights[*other].0) {
                of_categories.entry(weights[set[0]].0).or_default().add(*is_own);
            }
        }
        let weigh = |category: &&'a Category| {
            let own = weights
                .iter()
                .zip(&of_sets)
                .filter(|((name, _), _)| *name == category.sub_type);
            let count = of_categories.get(category.sub_type).copied().unwrap_or_default();
            Weighed {
                weight: own.map(|((_, weight), count)| count.weigh(*weight)).sum(),
                is_confirmed: count.words > 1 || count.has_own,
                category,
            }
        };
        let mut weights: Vec<Weighed<'a>> = categories.iter().map(weigh).collect();
        weights.sort_by_key(|of| std::cmp::Reverse(of.weight));
        weights
    }
}

/// How many words there are, and whether one of them is the document's own.
#[derive(Clone, Copy, Default)]
struct Count {
    words: u32,
    has_own: bool,
}

impl Count {
    fn add(&mut self, is_own: bool) {
        self.words += 1;
        self.has_own |= is_own;
    }

    /// The weight of a set of phrases: for each word of it, up to three, and once more if the document's own words have one. The name of a
    /// shop that isn't its own says little.
    fn weigh(self, weight: u32) -> u32 {
        let weight = if self.has_own || weight < NAME_WEIGHT {
            weight
        } else {
            1
        };
        weight * (self.words.min(MAX_WORDS) + u32::from(self.has_own))
    }
}

/// The category with the greatest weight, if that is enough and at least a third more than that of any other.
fn heaviest<'a>(weights: &[Weighed<'a>]) -> Option<&'a Category> {
    let [best, second, ..] = weights else {
        return None;
    };
    let is_enough = best.weight >= MIN_WEIGHT && best.is_confirmed && best.weight * 3 >= second.weight * 4;
    is_enough.then_some(best.category)
}
