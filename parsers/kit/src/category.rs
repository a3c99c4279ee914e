//! Which category a document belongs to: the configured vendor's, a known sender's, or the one whose words it speaks.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::register::{self, Category};
use parser_document::Document;
use parser_extract::page::Page;
use parser_extract::phrases::Phrases;
use parser_model::MailAddress;
use parser_model::reading::MailContext;

/// Words that weigh less say nothing.
const ENOUGH: u32 = 3;
/// Where no category has anything for it.
const FALLBACK: &str = "miscellaneous";

/// The category; `None` only where nothing is linked.
pub fn choose<'a>(categories: &[&'a Category], page: &Page<'_>, context: &MailContext) -> Option<&'a Category> {
    let named = context.sub_type.as_ref().and_then(|s| by_name(categories, s.as_str()));
    named
        .or_else(|| by_sender(categories, page.document))
        .or_else(|| by_words(categories, page))
        .or_else(|| by_name(categories, FALLBACK))
        .or_else(|| categories.first().copied())
}

fn by_name<'a>(categories: &[&'a Category], name: &str) -> Option<&'a Category> {
    categories.iter().find(|c| c.sub_type == name).copied()
}

/// The category of the vendor whose sender and subject fit best; without the subject, of the vendor of that sender.
fn by_sender<'a>(categories: &[&'a Category], document: &Document) -> Option<&'a Category> {
    let sender: MailAddress = document.from_address.parse().ok()?;
    let fits = |category: &&'a Category| {
        let best = category.vendors().into_iter().filter_map(|v| {
            let subject = v.matches(&sender, &document.subject).map(|closeness| closeness + 1_000);
            subject.or_else(|| v.email_patterns.iter().filter_map(|p| p.matches(&sender)).max())
        });
        best.max()
    };
    let best = categories
        .iter()
        .filter_map(|c| Some((fits(c)?, *c)))
        .max_by_key(|(closeness, _)| *closeness)?;
    Some(best.1)
}

/// A category's words, compiled, each with its weight.
type Weighed = Vec<(Phrases, u32)>;

/// Every category's words, and all of them as one, so that a text is searched once.
static WORDS: LazyLock<(Phrases, HashMap<&'static str, Weighed>)> = LazyLock::new(|| {
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

/// The category whose words weigh most, if they weigh enough and no other's weigh as much.
fn by_words<'a>(categories: &[&'a Category], page: &Page<'_>) -> Option<&'a Category> {
    let (any, by_category) = &*WORDS;
    let cells = page.lines.iter().flatten().map(|reads| &reads.words);
    let mut spoken = String::from(" ");
    for words in [&page.subject, &page.title].into_iter().chain(cells) {
        let mut from = 0;
        while let Some(hit) = any.find_from(words, from) {
            for at in hit.clone() {
                spoken.push_str(words.word(at));
                spoken.push(' ');
            }
            from = hit.end.max(from + 1);
        }
    }
    let weigh = |category: &&'a Category| -> u32 {
        let words = by_category.get(category.sub_type).map_or(&[][..], Vec::as_slice);
        words
            .iter()
            .filter(|(phrases, _)| phrases.contains_folded(&spoken))
            .map(|(_, weight)| weight)
            .sum()
    };
    let mut weights: Vec<(u32, &'a Category)> = categories.iter().map(|c| (weigh(c), *c)).collect();
    weights.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    let [(best, category), (second, _), ..] = weights[..] else {
        return None;
    };
    (best >= ENOUGH && best > second).then_some(category)
}
