//! What words beside goods say of them: how many, which size, which article number, what one costs.

use std::sync::LazyLock;

use parser_model::Money;
use regex::{Captures, Regex};

use crate::amounts;
use crate::page::{Page, Place};
use crate::phrases::{Items, Phrases};
use crate::receipt::{Item, Quantity};
use crate::words::Words;

/// What begins so is no thing, though an amount stands beside it: who sells it, in which state, what was done, when.
static NO_THING: LazyLock<Phrases> = LazyLock::new(|| Items::NotAnItem.phrases());

/// Whether a text is no thing's name by how it begins.
pub fn is_no_thing(text: &str) -> bool {
    NO_THING.starts_with(&Words::of(text))
}

/// Whether a text is a code alone, such as `LPT-14`.
pub fn is_code(text: &str) -> bool {
    CODE.is_match(text)
}

/// Stands in a text for its first amount of money; the next signs for the next amounts. No font has them, no mail writes them.
const FIRST: char = '\u{e000}';
/// More amounts than any line of goods has.
const MOST: usize = 64;

const UNITS: &str = "stk|stycken?|stück|st|pcs|pc|pieces|kpl|kg|hg|g|dl|cl|ml|m|l|kwh|förp|paket|glas";

fn pattern(text: &str) -> Regex {
    let text = text.replace("UNIT", UNITS).replace('¤', "[\u{e000}-\u{e03f}]");
    Regex::new(&format!("(?i){text}")).expect("a constant pattern")
}

/// `2 st × 13,95`, `0,612 kg à 219,00`, `2 @ £3.95`: quantity, unit, price of one.
static TIMES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:^|[\s,(–—-])([0-9]{1,4}(?:[.,][0-9]{1,3})?) ?(UNIT)?\.? ?(?:x|×|\*|@|à|a|at|je) ?(¤)(?: ?/ ?\p{L}+)?\)?",
    )
});
/// `¤ ea`, `¤/st`, `à ¤`, `@ ¤`, `je ¤`: the price of one.
static EACH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\(?(?:(?:^|[\s,(–—-])(?:@|à|á|at|je|styckpris:?|unit price:?|per styck:?) ?(¤)(?: ?/ ?\p{L}+)?|(¤) ?(?:ea|each|/ ?(?:st|stk|pcs|kg|l|m|each|ea)|per (?:st|styck|item)|pr\. stk)\b)\.?\)?",
    )
});
/// `£0.80/kg`, `(99,00 kr/st)`: the price of one that the amounts leave alone, as it names a unit.
static PER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"[(,]? ?(?:(?:@|à|á|je) ?)?((?:[€$£] ?|kr ?)?[0-9]{1,6}(?:[.,][0-9]{2})?(?: ?(?:kr|€|eur|sek))?) ?/ ?(?:UNIT|each|ea)\b\.?\)?",
    )
});
/// `2 x `, `3 st `, `1 | `, before a name.
static LEADING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^([0-9]{1,4}(?:[.,][0-9]{1,3})?) ?(?:(UNIT)\b\.?(?: ?[x×])?|x|×|\||of:) ?\|? ?([^\s0-9|].*)$")
});
static COUNT_FIRST: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^¤? ?[0-9]{1,4}(?:[.,][0-9]{1,3})? ?(?:UNIT)?\b ?[x×]"));
/// `name × 2`.
static TRAILING: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(.*[^0-9\s]) ?[x×] ?([1-9]|1[0-9]|2[0-4])$"));
/// A quantity alone, with or without its label.
static QUANTITY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:antal|qty|quantity|menge|määrä|number)? ?:? ?[x×]? ?([0-9]{1,3}(?:[.,][0-9]{1,3})?) ?(?:(UNIT)|x|×)?\.?$",
    )
});
static SIZE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:storlek|strl|stl|str|size|größe|gr|koko|taille)\b\.? ?:? ?(\S.{0,19}?)(?:[ ,;]+(?:färg|colou?r|farbe|farge)\b.*)?$",
    )
});
/// A size that needs no label.
static BARE_SIZE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^(?:(?:EU|UK|US) ?[0-9]{1,2}(?:[.,]5)?|X{0,3}[SL]|M|[2-5]XL|[0-9]{1,3}[-/][0-9]{1,3}|[Oo]ne ?[Ss]ize)$",
    )
    .expect("a constant pattern")
});
static ARTICLE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:art(?:ikel)?\.?[ -]?(?:nr|nummer|no)?\b|varu?e? ?-?(?:nr|nummer)|produkt ?-?(?:nr|nummer|kod)|tuotenro|sku|item (?:no|number)|model(?:l)?)\.? ?:? ?#?([0-9A-Z][0-9A-Z-]*[0-9][0-9A-Z-]*)$",
    )
});
/// A code alone in brackets, such as `(LA-16)`.
static CODE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:[A-Z]{1,4}[0-9]{0,4}-[0-9A-Z-]{1,14}|[0-9]{5,13})$").expect("a constant pattern")
});
static BRACKET: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\(([^()]*)\)").expect("a constant pattern"));
static COLOUR: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(?:färg|colou?r|farbe|farge) ?:"));

/// A text whose amounts of money are signs.
pub struct Masked {
    /// The text.
    pub text: String,
    values: Vec<Money>,
}

impl Masked {
    /// The text of a cell. A number before a unit is a quantity even with two decimals.
    pub fn of(page: &Page<'_>, at: Place) -> Self {
        let text = page.cell(at).text.as_str();
        let mut masked = Masked {
            text: String::with_capacity(text.len()),
            values: Vec::new(),
        };
        let mut from = 0;
        for amount in page.reads(at).amounts.iter().filter(|a| a.strong) {
            let counted = amount.mark.is_none() && COUNTED.is_match(&text[amount.end..]);
            let counted = counted || AT_TIME.is_match(&text[..amount.start]);
            if counted || amount.start < from || masked.values.len() == MOST {
                continue;
            }
            masked.text.push_str(&text[from..amount.start]);
            masked.text.extend(char::from_u32(
                u32::from(FIRST) + u32::try_from(masked.values.len()).unwrap_or(0),
            ));
            masked.values.push(amount.value);
            from = amount.end;
        }
        masked.text.push_str(&text[from..]);
        let bars = masked.text.trim_matches(['|', ' ']).len();
        if bars < masked.text.len() {
            masked.text = masked.text.trim_matches(['|', ' ']).to_owned();
        }
        masked
    }

    /// Whether it is nothing but amounts.
    pub fn is_bare(&self) -> bool {
        !self.values.is_empty() && self.text.chars().all(|c| is_sign(c) || c == ' ')
    }

    /// Its amounts that are still in the text, from left to right.
    pub fn amounts(&self) -> Vec<Money> {
        self.text.chars().filter_map(|c| self.value(c)).collect()
    }

    fn value(&self, sign: char) -> Option<Money> {
        let index = u32::from(sign).checked_sub(u32::from(FIRST))?;
        self.values.get(usize::try_from(index).ok()?).copied()
    }

    fn value_of(&self, sign: &str) -> Option<Money> {
        self.value(sign.chars().next()?)
    }
}

/// `kl. 18.22` is a time.
static AT_TIME: LazyLock<Regex> = LazyLock::new(|| pattern(r"\bkl\.? ?$"));
static COUNTED: LazyLock<Regex> = LazyLock::new(|| pattern(r"^ ?(?:UNIT)\b"));

/// What a pattern finds in a text. It finds nothing where no such sign is, which is quicker to see.
fn captures<'t>(pattern: &Regex, text: &'t str, sign: fn(char) -> bool) -> Option<Captures<'t>> {
    text.contains(sign).then(|| pattern.captures(text))?
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

fn is_sign(c: char) -> bool {
    ('\u{e000}'..='\u{e03f}').contains(&c)
}

/// What a line says of a thing.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// The thing; its name may be empty.
    pub item: Item,
    /// The price of one.
    pub each: Option<Money>,
    /// Other amounts of the line, from left to right.
    pub amounts: Vec<Money>,
}

impl Said {
    /// Takes all that a text says; what is left of it is a name or a remark.
    pub fn take(&mut self, mut masked: Masked) -> String {
        if let Some(hit) = captures(&PER, &masked.text, |c| c == '/') {
            self.each = self.each.or(amounts::only(&hit[1]).map(|amount| amount.value));
            let range = hit.get(0).map_or(0..0, |whole| whole.range());
            masked.text.replace_range(range, " ");
        }
        // `2 × Milk 2 l @ £1.65` has said how many before it names a measure.
        let leads = |text: &str| COUNT_FIRST.is_match(text);
        if let Some(hit) = captures(&TIMES, &masked.text, is_sign)
            .filter(|hit| hit.get(0).is_some_and(|whole| whole.start() == 0) || !leads(&masked.text))
        {
            self.count(&hit[1], hit.get(2).map(|unit| unit.as_str()));
            self.each = self.each.or(masked.value_of(&hit[3]));
            let range = hit.get(0).map_or(0..0, |whole| whole.range());
            masked.text.replace_range(range, " ");
        }
        if let Some(hit) = captures(&EACH, &masked.text, is_sign) {
            let sign = hit.get(1).or(hit.get(2)).map_or("", |sign| sign.as_str());
            self.each = self.each.or(masked.value_of(sign));
            let range = hit.get(0).map_or(0..0, |whole| whole.range());
            masked.text.replace_range(range, " ");
        }
        let mut rest = masked.text.trim();
        while let Some(value) = rest.chars().next().and_then(|c| masked.value(c)) {
            self.amounts.push(value);
            rest = rest[FIRST.len_utf8()..].trim_start();
        }
        // What follows an amount within a text is a remark on it.
        let end = rest.find(is_sign).unwrap_or(rest.len());
        self.amounts
            .extend(rest[end..].chars().next().and_then(|c| masked.value(c)));
        let rest = rest[..end]
            .trim_end_matches([' ', '=', '–', '—', '-', ':', ',', '(', '|'])
            .to_owned();
        self.take_parts(&rest)
    }

    fn take_parts(&mut self, text: &str) -> String {
        let mut text = text.to_owned();
        if let Some(hit) = captures(&BRACKET, &text, |c| c == '(') {
            let within = hit[1].trim().to_owned();
            let code = CODE.is_match(&within).then(|| within.clone());
            if code.is_some() || self.take_attribute(&within) {
                self.item.article_number = self.item.article_number.take().or(code);
                let range = hit.get(0).map_or(0..0, |whole| whole.range());
                text.replace_range(range, " ");
            }
        }
        let mut kept: Vec<&str> = Vec::new();
        let sign = if text.contains(" / ") {
            " / "
        } else if text.contains(" · ") {
            " · "
        } else {
            ", "
        };
        for (at, part) in text.split(sign).enumerate() {
            let part = part.trim();
            let whole = at == 0 && !text.contains(sign);
            if COLOUR.is_match(part) || !self.take_attribute(part) && (whole || !part.is_empty()) {
                kept.push(part);
            }
        }
        let kept = kept.join(sign);
        let mut name = kept.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(hit) = captures(&LEADING, &name, is_digit) {
            let (count, unit, rest) = (
                hit[1].to_owned(),
                hit.get(2).map(|u| u.as_str().to_owned()),
                hit[3].to_owned(),
            );
            self.count(&count, unit.as_deref());
            name = rest;
        } else if let Some(hit) = captures(&TRAILING, &name, is_digit) {
            let (count, rest) = (hit[2].to_owned(), hit[1].to_owned());
            self.count(&count, None);
            name = rest;
        }
        name.trim_matches([' ', ',', ';', ':', '–', '—', '-', '|', '•', '→', '+'])
            .to_owned()
    }

    /// Takes a text that is one statement on a thing: `Strl: L`, `Art.nr 41-2`, `Qty 1`.
    pub fn take_attribute(&mut self, text: &str) -> bool {
        let text = text.trim();
        if let Some(hit) = captures(&QUANTITY, text, is_digit) {
            self.count(&hit[1], hit.get(2).map(|unit| unit.as_str()));
            return true;
        }
        if let Some(hit) = captures(&ARTICLE, text, is_digit) {
            self.item.article_number.get_or_insert_with(|| hit[1].to_owned());
            return true;
        }
        let labelled = SIZE.captures(text).map(|hit| hit[1].to_owned());
        let size = labelled.or_else(|| BARE_SIZE.is_match(text).then(|| text.to_owned()));
        if let Some(size) = size {
            self.item.size.get_or_insert(size);
            return true;
        }
        false
    }

    /// `2`, `2 st`, `0,385 kg`; the first that is said counts.
    pub fn count(&mut self, number: &str, unit: Option<&str>) {
        if self.item.quantity.is_some() {
            return;
        }
        let number: Option<Quantity> = number.replace(',', ".").parse().ok();
        self.item.quantity = number.filter(|n| !n.is_zero());
        self.item.unit = unit.map(str::to_lowercase);
    }

    /// The price of the line: as stated, else the price of one times the quantity.
    pub fn price(&self) -> Option<Money> {
        let product = || match (self.each, self.item.quantity) {
            (Some(each), Some(quantity)) => times(each, quantity),
            (each, _) => each,
        };
        self.amounts.last().copied().or_else(product)
    }
}

/// A price times a quantity, to the hundredth.
pub fn times(each: Money, quantity: Quantity) -> Option<Money> {
    let units = i128::from(each.units()) * i128::from(quantity.units()) / 10_000;
    let half = if units < 0 { -50 } else { 50 };
    Money::from_units(i64::try_from((units + half) / 100 * 100).ok()?).ok()
}
