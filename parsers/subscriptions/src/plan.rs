//! What is subscribed to.

use std::sync::LazyLock;

use parser_kit::Page;
use parser_kit::Source;
use parser_kit::dates;
use parser_kit::fields;
use parser_kit::{Phrases, month};
use regex::Regex;

static LABEL: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "abonnemang(et)?",
        "abonnement(et)?",
        "prenumeration(en)?",
        "plan",
        "subscription",
        "medlemskap(et)?",
        "membership",
        "tjänst(en)?",
        "produkt",
        "abo",
    ])
});
/// A name that ends so is a plan's.
static ENDS: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "plan",
        "subscription",
        "abonnemang",
        "prenumeration",
        "medlemskap",
        "membership",
    ])
});
/// What begins so speaks of a plan, and is not its name.
static ASKS: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "manage",
        "cancel",
        "change",
        "update",
        "view",
        "your",
        "my",
        "renew",
        "hantera",
        "avsluta",
        "ändra",
        "visa",
        "ditt",
        "din",
        "mitt",
        "min",
        "upgrade",
        "uppgradera",
        "new",
        "nytt",
        "for your",
        "about your",
    ])
});
/// Parts of a sum that look like goods, and are no plan.
static NO_PLAN: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "kort",
        "visa",
        "mastercard",
        "paypal",
        "swish",
        "moms*",
        "vat",
        "betal*",
        "[0-9]+ månad(er)?",
        "belopp*",
        "charge",
    ])
});

/// The plan: by its label, else the one thing that was paid, else a short line that ends in such a word.
pub fn of(source: &Source<'_>) -> Option<String> {
    labelled(source.page)
        .or_else(|| match source.receipt.items.as_slice() {
            [only] => Some(only.name.clone()).filter(|name| !NO_PLAN.contains(&parser_kit::Words::of(name))),
            _ => None,
        })
        .or_else(|| ending(source.page))
        .or_else(|| priced_by_term(source.page))
}

fn labelled(page: &Page<'_>) -> Option<String> {
    let begins = page.places().filter(|at| LABEL.starts_with(&page.reads(*at).words));
    let values = begins.filter_map(|at| fields::value_at(page, at, &LABEL).filter(|_| page.reads(at).dates.is_empty()));
    values
        .into_iter()
        .find(|value| dates::certain(value).is_none() && month(&value.to_lowercase()).is_none())
}

/// `19,00 kr/månad` beside a name.
static PER_TERM: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)[0-9] ?(?:kr|sek|€|eur|\$|usd|£)? ?(?:/|per )(?:månad|mån|år|month|mo|year|yr)\b")
        .expect("a constant pattern")
});

fn priced_by_term(page: &Page<'_>) -> Option<String> {
    page.document.lines.iter().find_map(|line| match line.as_slice() {
        [name, price] if PER_TERM.is_match(&price.text) && price.text.chars().count() <= 20 => Some(name.text.clone()),
        _ => None,
    })
}

fn ending(page: &Page<'_>) -> Option<String> {
    let at = page.places().find(|at| {
        let words = &page.reads(*at).words;
        (2..=4).contains(&words.len()) && ENDS.ends_with(words) && !ASKS.starts_with(words)
    })?;
    Some(page.cell(at).text.trim_end_matches('.').to_owned())
}
