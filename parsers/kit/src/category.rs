//! Chooses the category of a document: by the configured vendor, by a known sender, or by the words of the page.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::register::{self, Category};
use parser_document::Document;
use parser_extract::page::Page;
use parser_extract::phrases::Phrases;
use parser_model::MailAddress;
use parser_model::reading::MailContext;

/// Words with a smaller total weight decide nothing.
const MIN_WEIGHT: u32 = 3;
/// The category if nothing else decides.
const FALLBACK: &str = "miscellaneous";

/// The category of a document. `None` only if no category is linked.
pub fn choose<'a>(categories: &[&'a Category], page: &Page<'_>, context: &MailContext) -> Option<&'a Category> {
    let configured = context.sub_type.as_ref().and_then(|s| by_name(categories, s.as_str()));
    configured
        .or_else(|| by_sender(categories, page.document))
        .or_else(|| by_words(categories, page))
        .or_else(|| by_name(categories, FALLBACK))
        .or_else(|| categories.first().copied())
}

fn by_name<'a>(categories: &[&'a Category], name: &str) -> Option<&'a Category> {
    categories.iter().find(|c| c.sub_type == name).copied()
}

/// The category of the vendor that matches most closely. One whose sender and subject match comes before one of whom only the
/// sender does.
fn by_sender<'a>(categories: &[&'a Category], document: &Document) -> Option<&'a Category> {
    let sender: MailAddress = document.from_address.parse().ok()?;
    let closeness = |category: &&'a Category| {
        let best = category.vendors().into_iter().filter_map(|v| {
            let with_subject = v.matches(&sender, &document.subject).map(|sender| sender + 1_000);
            with_subject.or_else(|| v.email_patterns.iter().filter_map(|p| p.matches(&sender)).max())
        });
        best.max()
    };
    let best = categories
        .iter()
        .filter_map(|c| Some((closeness(c)?, *c)))
        .max_by_key(|(closeness, _)| *closeness)?;
    Some(best.1)
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
        .map(|(words, _)| *words)
        .collect();
    let compiled = |c: &&Category| {
        c.words
            .iter()
            .map(|(words, weight)| (Phrases::new(&[*words]), *weight))
            .collect()
    };
    (
        Phrases::new(&all),
        categories.iter().map(|c| (c.sub_type, compiled(c))).collect(),
    )
});

/// The category whose words on the page have the greatest total weight, if that is enough and no other has the same.
fn by_words<'a>(categories: &[&'a Category], page: &Page<'_>) -> Option<&'a Category> {
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
    let [(best, category), (second, _), ..] = weights[..] else {
        return None;
    };
    (best >= MIN_WEIGHT && best > second).then_some(category)
}
