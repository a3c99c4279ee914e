//! Which category a document belongs to: the configured vendor's, a known sender's, or the one whose words it speaks.

use std::collections::HashMap;
use std::sync::LazyLock;

use invoices_domain::MailAddress;
use invoices_domain::reading::MailContext;
use parser_kit::document::Document;
use parser_kit::phrases::Phrases;
use parser_kit::register::{self, Category};
use parser_kit::text::Words;

/// Where no category has anything for it.
const FALLBACK: &str = "miscellaneous";

/// The category; `None` only where nothing is linked.
pub fn choose<'a>(categories: &[&'a Category], document: &Document, context: &MailContext) -> Option<&'a Category> {
    let named = context.sub_type.as_ref().and_then(|s| by_name(categories, s.as_str()));
    named
        .or_else(|| by_sender(categories, document))
        .or_else(|| by_words(categories, document))
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

static WORDS: LazyLock<HashMap<&'static str, Vec<(Phrases, u32)>>> = LazyLock::new(|| {
    let compiled = |c: &&Category| {
        c.words
            .iter()
            .map(|(words, weight)| (Phrases::new(&[*words]), *weight))
            .collect()
    };
    register::categories()
        .iter()
        .map(|c| (c.sub_type, compiled(c)))
        .collect()
});

/// The category whose words weigh most, if they weigh anything and no other's weigh as much.
fn by_words<'a>(categories: &[&'a Category], document: &Document) -> Option<&'a Category> {
    let mut folded = Words::of(&format!("{} {}", document.subject, document.title))
        .folded()
        .to_owned();
    folded.push_str(Words::of(&document.text()).folded());
    let weigh = |category: &&'a Category| -> u32 {
        let words = WORDS.get(category.sub_type).map_or(&[][..], Vec::as_slice);
        words
            .iter()
            .filter(|(phrases, _)| phrases.stand_in_folded(&folded))
            .map(|(_, weight)| weight)
            .sum()
    };
    let mut weights: Vec<(u32, &'a Category)> = categories.iter().map(|c| (weigh(c), *c)).collect();
    weights.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    let [(best, category), (second, _), ..] = weights[..] else {
        return None;
    };
    (best >= 3 && best > second).then_some(category)
}
