//! Chooses the category of a document: by the configured vendor, by a known sender, or by the words of the page.

use std::collections::HashMap;
use std::slice;
use std::sync::LazyLock;

use crate::register::{self, Category};
use parser_document::Document;
use parser_extract::page::Page;
use parser_extract::phrases::Phrases;
use parser_model::reading::{Evidence, MailContext};
use parser_model::{MailAddress, Vendor};

/// Words with a smaller total weight decide nothing.
const MIN_WEIGHT: u32 = 3;
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
}

impl<'a> Chosen<'a> {
    fn new(category: Option<&'a Category>, because: String) -> Self {
        let evidence = category.map(|category| Evidence {
            field: FIELD.to_owned(),
            value: Some(category.sub_type.to_owned()),
            because,
            rule: None,
            considered: Vec::new(),
            order: None,
        });
        Chosen { category, evidence }
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
    let weights = weigh(categories, page);
    if let Some(category) = heaviest(&weights) {
        let because = format!("the weights of the words on the page: {}", described(&weights));
        return Chosen::new(Some(category), because);
    }
    let fallback = by_name(categories, FALLBACK).or_else(|| categories.first().copied());
    Chosen::new(fallback, undecided(&weights))
}

/// The weights of the categories that have any: `clothing 5, travel 2`.
fn described(weights: &[(u32, &Category)]) -> String {
    let found: Vec<String> = weights
        .iter()
        .filter(|(weight, _)| *weight > 0)
        .map(|(weight, category)| format!("{} {weight}", category.sub_type))
        .collect();
    found.join(", ")
}

/// The reason for the fallback.
fn undecided(weights: &[(u32, &Category)]) -> String {
    let best = weights.first().map_or(0, |(weight, _)| *weight);
    match described(weights) {
        none if none.is_empty() => "a page without the words of any category".to_owned(),
        found if best < MIN_WEIGHT => format!("words of too little weight, less than {MIN_WEIGHT}: {found}"),
        found => format!("the same weight of several categories' words: {found}"),
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

/// The categories with the total weight of their words on the page, the greatest first.
fn weigh<'a>(categories: &[&'a Category], page: &Page<'_>) -> Vec<(u32, &'a Category)> {
    let (any, by_category) = &*WORDS;
    let cells = page.lines.iter().flatten().map(|content| &content.words);
    let mut matched = String::from(" ");
    for words in [&page.subject, &page.title].into_iter().chain(cells) {
        let mut from = 0;
        while let Some(hit) = any.find_from(words, from) {
            for at in hit.clone() {
                matched.push_str(words.word(at));
                matched.push(' ');
            }
            from = hit.end.max(from + 1);
        }
    }
    let total_weight = |category: &&'a Category| -> u32 {
        let words = by_category.get(category.sub_type).map_or(&[][..], Vec::as_slice);
        words
            .iter()
            .filter(|(phrases, _)| phrases.contains_folded(&matched))
            .map(|(_, weight)| weight)
            .sum()
    };
    let mut weights: Vec<(u32, &'a Category)> = categories.iter().map(|c| (total_weight(c), *c)).collect();
    weights.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    weights
}

/// The category with the greatest weight, if that is enough and no other has the same.
fn heaviest<'a>(weights: &[(u32, &'a Category)]) -> Option<&'a Category> {
    let [(best, category), (second, _), ..] = *weights else {
        return None;
    };
    (best >= MIN_WEIGHT && best > second).then_some(category)
}
