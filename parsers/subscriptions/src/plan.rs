//! The name of the plan that is subscribed to.

use parser_kit::{Because, Choice, Item, Page, Pattern, Phrases, Words, dates, is_wordy, month, pattern, phrases};

static LABEL: Phrases = phrases![
    "(abonnemang(et)?|abonnement(et)?|prenumeration(en)?|plan|subscription|medlemskap(et)?|membership)",
    "(tjänst(en)?|produkt|abo|tilaus|jäsenyys|medlemskab(et)?|mitgliedschaft|abonnements?|formule)",
    "(offre|suscripción|abbonamento|piano|assinatura|subskrypcja|abonament|pakiet|předplatné|tarif)",
    "(členství|συνδρομή|πρόγραμμα)",
];
/// Words that a plan's name ends with.
static LAST_WORD: Phrases = phrases!["(plan|subscription|abonnemang|prenumeration|medlemskap|membership)"];
/// Words that begin links and sentences about a plan, which are not its name.
static NOT_FIRST_WORD: Phrases = phrases![
    "(manage|cancel|change|update|view|your|my|renew|hantera|avsluta|ändra|visa|ditt|din|mitt|min)",
    "(upgrade|uppgradera|new|nytt|for your|about your)",
];
/// Words of taxes and payments, which may look like an item and are not a plan.
static NOT_A_PLAN: Phrases =
    phrases!["(kort|visa|mastercard|paypal|swish|moms*|vat|betal*|[0-9]+ månad(er)?|belopp*|charge)"];

/// The plan: by its label, else the only item, else a short cell that ends with a word for a plan, else the name beside a price per
/// month or year.
pub fn of(page: &Page<'_>, items: &[Item]) -> Choice<String> {
    labelled(page)
        .otherwise(|| Choice::of(only_item(items), "the only item"))
        .otherwise(|| Choice::of(by_last_word(page), "a name that ends with a word for a plan"))
        .otherwise(|| Choice::of(by_price_per_term(page), "the name beside a price per month or year"))
}

fn only_item(items: &[Item]) -> Option<String> {
    match items {
        [only] => Some(only.name.clone()).filter(|name| !NOT_A_PLAN.contains(&Words::of(name))),
        _ => None,
    }
}

fn labelled(page: &Page<'_>) -> Choice<String> {
    let is_name =
        |text: &str| is_wordy(text) && dates::certain(text).is_none() && month(&text.to_lowercase()).is_none();
    let mut labels = page.places().filter(|at| {
        let content = page.content(*at);
        LABEL.starts_with(&content.words) && content.dates.is_empty()
    });
    let found = labels.find_map(|at| page.text_at(at, &LABEL).filter(|(_, text)| is_name(text)));
    found.map_or_else(Choice::nothing, |(label, text)| {
        Choice::taken(text.to_owned(), Because::quoting("its label", label))
    })
}

/// A price per month or year: `19,00 kr/månad`.
static PRICE_PER_TERM: Pattern =
    pattern!(r"(?i)[0-9] ?(?:kr|sek|€|eur|\$|usd|£)? ?(?:/|per )(?:månad|mån|år|month|mo|year|yr)\b");

fn by_price_per_term(page: &Page<'_>) -> Option<String> {
    page.document.lines.iter().find_map(|line| match line.as_slice() {
        [name, price] if PRICE_PER_TERM.is_match(&price.text) && price.text.chars().count() <= 20 => {
            Some(name.text.clone())
        }
        _ => None,
    })
}

fn by_last_word(page: &Page<'_>) -> Option<String> {
    let at = page.places().find(|at| {
        let words = &page.content(*at).words;
        (2..=4).contains(&words.len()) && LAST_WORD.ends_with(words) && !NOT_FIRST_WORD.starts_with(words)
    })?;
    Some(page.cell(at).text.trim_end_matches('.').to_owned())
}
