//! Chooses the category of a document: by the configured vendor, by a known sender, or by the words of the page.

use std::collections::{BTreeSet, HashMap};
use std::slice;
use std::sync::LazyLock;

use crate::register::{self, Category};
use parser_document::Document;
use parser_document::steps::Counted as _;
use parser_extract::cell::CellContent;
use parser_extract::page::Page;
use parser_extract::phrases::Phrases;
use parser_extract::words::Words;
use parser_model::reading::{Evidence, MailContext};
use parser_model::{MailAddress, Vendor};

/// Words with a smaller total weight decide nothing.
const MIN_WEIGHT: u32 = 3;
/// Phrases of this weight or more are names of shops.
const NAME_WEIGHT: u32 = 4;
/// Maximum number of words of a group of phrases that count.
const MAX_WORDS: usize = 3;
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
    /// Whether the words of the page decide.
    pub by_words: bool,
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
            by_words: false,
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
    by_words(categories, page, "")
}

/// The category by the words of the page and of the seller's name.
pub fn by_words<'a>(categories: &[&'a Category], page: &Page<'_>, vendor: &str) -> Chosen<'a> {
    let weights = weigh(categories, page, vendor);
    let chosen = if let Some(category) = heaviest(&weights) {
        let because = format!("the weights of the words on the page: {}", described(&weights));
        Chosen::new(Some(category), because)
    } else {
        let fallback = by_name(categories, FALLBACK).or_else(|| categories.first().copied());
        Chosen::new(fallback, undecided(&weights))
    };
    Chosen {
        by_words: true,
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
        with_subject.or_else(|| vendor.email_patterns.iter().filter_map(|p| p.matches(&sender)).max())
    };
    let vendors = categories
        .iter()
        .flat_map(|category| category.vendors().into_iter().map(|vendor| (*category, vendor)));
    let best = vendors
        .filter_map(|(category, vendor)| Some((closeness(&vendor)?, category, vendor)))
        .max_by_key(|(closeness, ..)| *closeness)?;
    Some((best.1, best.2.vendor_name))
}

/// The words of a category with their weights.
type WeightedPhrases = Vec<(Phrases, u32)>;

/// The words of all categories together, and of each category. The first find the words of a page in one search, the second
/// compare only these.
static WORDS: LazyLock<(Phrases, HashMap<&'static str, WeightedPhrases>)> = LazyLock::new(|| {
    let categories = register::categories();
    let all: Vec<&str> = categories
        .iter()
        .flat_map(|c| c.words)
        .flat_map(|(_, words)| words.iter().copied())
        .collect();
    let compiled = |c: &&Category| {
        let each = |&(weight, words): &(u32, &'static [&str])| {
            words
                .iter()
                .map(move |words| (Phrases::new(slice::from_ref(words)), weight))
        };
        c.words.iter().flat_map(each).collect()
    };
    (
        Phrases::of(&all),
        categories.iter().map(|c| (c.sub_type, compiled(c))).collect(),
    )
});

/// The words of categories that a document has, folded, each once.
struct Found {
    /// Those that say whose document it is, and what it is about: of its subject, title, first lines, seller and sender's host.
    own: BTreeSet<String>,
    all: BTreeSet<String>,
}

impl Found {
    fn new(page: &Page<'_>, vendor: &str) -> Self {
        let any = &WORDS.0;
        let (mut own, mut all) = (BTreeSet::new(), BTreeSet::new());
        let host = page.document.from_address.rsplit('@').next().unwrap_or_default();
        for words in [&page.subject, &page.title, &Words::of(vendor), &Words::of(host)] {
            collect(any, words, &mut own);
        }
        // Below the sums are terms, advertisements and addresses.
        let has_sum = |line: &Vec<CellContent>| {
            line.iter()
                .any(|content| content.amounts.iter().any(|amount| amount.strong))
        };
        let last = page.lines.iter().rposition(has_sum);
        let lines = last.map_or(page.lines.len(), |last| last + 1 + LINES_AFTER_SUMS);
        for (lines, found) in [(lines, &mut all), (HEAD_LINES, &mut own)] {
            let cells = page.lines.iter().take(lines).flatten().map(|content| &content.words);
            for words in cells.filter(|words| words.len() <= MAX_CELL) {
                collect(any, words, found);
            }
        }
        all.extend(own.iter().cloned());
        Found { own, all }
    }

    fn matches<'w>(words: &'w BTreeSet<String>, phrases: &'w Phrases) -> impl Iterator<Item = &'w String> {
        words.iter().counted().filter(|word| phrases.contains_folded(word))
    }

    /// The weight of a group of phrases: for each word of it, up to three, and once more if the document's own words have one. The
    /// name of a shop that isn't its own says little.
    fn weight(&self, phrases: &Phrases, weight: u32) -> u32 {
        let is_own = self.is_own(phrases);
        let weight = if is_own || weight < NAME_WEIGHT { weight } else { 1 };
        let times = Found::matches(&self.all, phrases).take(MAX_WORDS).count() + usize::from(is_own);
        (0..times).map(|_| weight).sum()
    }

    fn is_own(&self, phrases: &Phrases) -> bool {
        Found::matches(&self.own, phrases).next().is_some()
    }
}

fn collect(any: &Phrases, words: &Words, found: &mut BTreeSet<String>) {
    let mut from = 0;
    while let Some(hit) = any.find_from(words, from) {
        let each: Vec<&str> = hit.clone().map(|at| words.word(at)).collect();
        found.insert(format!(" {} ", each.join(" ")));
        from = hit.end.max(from + 1);
    }
}

/// What the words of a page say for a category.
struct Weighed<'a> {
    weight: u32,
    /// Whether there are two words, or one of the document's own.
    is_confirmed: bool,
    category: &'a Category,
}

/// The categories with the total weight of their words on the page, the greatest first.
fn weigh<'a>(categories: &[&'a Category], page: &Page<'_>, vendor: &str) -> Vec<Weighed<'a>> {
    let found = Found::new(page, vendor);
    let mut joined = String::new();
    for word in &found.all {
        joined.push_str(word);
        joined.push('#');
    }
    let weighed = |category: &&'a Category| {
        let words = WORDS.1.get(category.sub_type).map_or(&[][..], Vec::as_slice);
        let matched: Vec<_> = words
            .iter()
            .filter(|(phrases, _)| phrases.contains_folded(&joined))
            .collect();
        let each = matched
            .iter()
            .flat_map(|(phrases, _)| Found::matches(&found.all, phrases));
        Weighed {
            weight: matched
                .iter()
                .map(|(phrases, weight)| found.weight(phrases, *weight))
                .sum(),
            is_confirmed: each.collect::<BTreeSet<_>>().len() > 1
                || matched.iter().any(|(phrases, _)| found.is_own(phrases)),
            category,
        }
    };
    let mut weights: Vec<Weighed<'a>> = categories.iter().map(weighed).collect();
    weights.sort_by_key(|of| std::cmp::Reverse(of.weight));
    weights
}

/// The category with the greatest weight, if that is enough and at least a third more than that of any other.
fn heaviest<'a>(weights: &[Weighed<'a>]) -> Option<&'a Category> {
    let [best, second, ..] = weights else {
        return None;
    };
    let is_enough = best.weight >= MIN_WEIGHT && best.is_confirmed && best.weight * 3 >= second.weight * 4;
    is_enough.then_some(best.category)
}
