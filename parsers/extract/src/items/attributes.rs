//! The rules for quantities, sizes and article numbers in the words of an item.

use super::masked::{is_digit, masked};
use crate::pattern::{Pattern, pattern};
use crate::phrases::Items;
use crate::rule::{Example, Rule};
use crate::words::Words;

/// A longer text, in bytes, isn't a label.
const MAX_LABEL: usize = 40;
/// Minimum number of digits of an article number if its label has further words.
const MIN_DIGITS: usize = 4;
/// A longer text isn't a size.
const MAX_SIZE: usize = 20;

/// What a text states of an item besides its name and prices.
pub(super) enum Attribute {
    Quantity(String, Option<String>),
    ArticleNumber(String),
    Size(String),
}

type AttributeRule = Rule<fn(&str) -> Option<Attribute>>;

pub(super) const RULES: &[AttributeRule] = &[
    Rule {
        id: "items/labelled-attribute",
        doc: "Reads a quantity, article number or size after a colon and the words that head a column of these.",
        example: Example::Mail("Receipt\nHat\nVelikost: 57   8.00 EUR\nTotal   8.00 EUR"),
        apply: labelled,
    },
    Rule {
        id: "items/quantity",
        doc: "Reads a number with or without a label and a unit as the quantity.",
        example: Example::Mail("Receipt\nMug, 2 pcs   8.00 EUR\nTotal   8.00 EUR"),
        apply: quantity,
    },
    Rule {
        id: "items/article-number",
        doc: "Reads a code after its label as the article number.",
        example: Example::Mail("Receipt\nMug, item no 4410-2   8.00 EUR\nTotal   8.00 EUR"),
        apply: |text| {
            if let Some(found) = ARTICLE_NUMBER.captures(text) {
                return Some(Attribute::ArticleNumber(found[1].to_owned()));
            }
            // `Ref. 18840217 – with charger`
            let rest = after_article_label(text)?;
            let code = rest.split(' ').next()?;
            let digits = code.chars().filter(char::is_ascii_digit).count();
            // `Item# CB-MUG-ASH`
            let is_whole = || rest.ends_with(code) && text.contains('#') && code.contains('-');
            ((digits >= MIN_DIGITS || is_whole()) && CODE.is_match(code))
                .then(|| Attribute::ArticleNumber(code.trim_end_matches(',').to_owned()))
        },
    },
    Rule {
        id: "items/size",
        doc: "Reads the words after the label of a size as the size.",
        example: Example::Mail("Receipt\nHat, size Large   8.00 EUR\nTotal   8.00 EUR"),
        apply: |text| {
            let found = SIZE.captures(text)?;
            Some(Attribute::Size(found[1].to_owned()))
        },
    },
    Rule {
        id: "items/size-without-label",
        doc: "Reads a size of clothes or shoes that needs no label, such as `XL` or `EU 42`.",
        example: Example::Mail("Receipt\nHat, XL   8.00 EUR\nTotal   8.00 EUR"),
        apply: |text| {
            SIZE_WITHOUT_LABEL
                .is_match(text)
                .then(|| Attribute::Size(text.to_owned()))
        },
    },
];

fn labelled(text: &str) -> Option<Attribute> {
    let (label, value) = split_label(text)?;
    if Items::QuantityColumn.matches_all(&label) {
        return quantity(value);
    }
    if Items::ArticleNumberColumn.starts_with(&label) {
        let least = if Items::ArticleNumberColumn.matches_all(&label) {
            1
        } else {
            MIN_DIGITS
        };
        let found = CODE.captures(value)?;
        let digits = found[1].chars().filter(char::is_ascii_digit).count();
        return (digits >= least).then(|| Attribute::ArticleNumber(found[1].to_owned()));
    }
    // `Size: L Colour: white`
    let value = OTHER_LABEL
        .find(value)
        .map_or(value, |next| value[..next.start()].trim_end());
    let is_size = Items::SizeColumn.matches_all(&label) && value.chars().count() <= MAX_SIZE;
    is_size.then(|| Attribute::Size(value.to_owned()))
}

fn quantity(text: &str) -> Option<Attribute> {
    let found = QUANTITY.captures(text)?;
    let unit = found.get(2).map(|unit| unit.as_str().to_owned());
    Some(Attribute::Quantity(found[1].to_owned(), unit))
}

/// A name and the quantity beside it.
pub(super) struct CountedName {
    pub quantity: String,
    pub unit: Option<String>,
    pub name: String,
}

type CountedNameRule = Rule<fn(&str) -> Option<CountedName>>;

pub(super) const NAME_RULES: &[CountedNameRule] = &[
    Rule {
        id: "items/quantity-before-name",
        doc: "Reads a number with a unit, `x` or `|` before a name as the quantity.",
        example: Example::Mail("Receipt\n2 x Mug   8.00 EUR\nTotal   8.00 EUR"),
        apply: quantity_before_name,
    },
    Rule {
        id: "items/quantity-after-name",
        doc: "Reads `x` and a number up to 24 after a name as the quantity.",
        example: Example::Mail("Receipt\nMug x 2   8.00 EUR\nTotal   8.00 EUR"),
        apply: |text| {
            let found = QUANTITY_AFTER_NAME.captures(text)?;
            Some(CountedName {
                quantity: found[2].to_owned(),
                unit: None,
                name: found[1].to_owned(),
            })
        },
    },
];

/// A quantity alone, with or without its label.
static QUANTITY: Pattern = masked!(
    r"^(?:antal|qty|quantity|menge|määrä|number)? ?:? ?[x×−–-]? ?([0-9]{1,3}(?:[.,][0-9]{1,3})?) ?(?:(UNIT)|x|×)?\.?$"
);
static ARTICLE_NUMBER: Pattern = masked!(
    r"^(?:art(?:ikel)?\.?[ -]?(?:nr|nummer|no)?\b|varu?e? ?-?(?:nr|nummer)|produkt ?-?(?:nr|nummer|kod)|tuotenro|sku|item (?:no|number)|model(?:l)?)\.? ?:? ?#?([0-9A-Z][0-9A-Z-]*[0-9][0-9A-Z-]*)$"
);
static SIZE: Pattern = masked!(
    r"^(?:storlek|strl|stl|str|size|größe|gr|koko|taille)\b\.? ?:? ?(\S.{0,19}?)(?:[ ,;]+(?:färg|colou?r|farbe|farge)\b.*)?$"
);
static SIZE_WITHOUT_LABEL: Pattern = pattern!(
    r"^(?:(?:EU|UK|US) ?[0-9]{1,2}(?:[.,]5)?|X{0,3}[SL]|M|[2-5]XL|[0-9]{1,3}[-/][0-9]{1,3}|[Oo]ne ?[Ss]ize)$",
);
static SIZE_OF_VARIANT: Pattern = pattern!(r"^(?:[2-5][0-9](?:[.,]5)?|[2-5][0-9] ?[–-] ?[2-5][0-9])$");
/// `2 x `, `3 st `, `1 | `, before a name.
static QUANTITY_BEFORE_NAME: Pattern =
    masked!(r"^([0-9]{1,4}(?:[.,][0-9]{1,3})?) ?(?:(UNIT)\b\.?(?: ?[x×])?|x|×|\||of:) ?\|? ?([^\s0-9|].*)$");
/// `name × 2`.
static QUANTITY_AFTER_NAME: Pattern = masked!(r"^(.*[^0-9\s]) ?[x×] ?([1-9]|1[0-9]|2[0-4])$");

static CODE: Pattern = pattern!(r"^#?([0-9A-Z][0-9A-Za-z_./-]{1,23})$");

/// The next label in a text.
static OTHER_LABEL: Pattern = pattern!(r"[\s,;]+\p{L}{3,20} ?:");
/// A label of at most three words, and a code or a number.
static LABELLED_CODE: Pattern =
    pattern!(r"^\p{L}[\p{L}.-]*(?: [\p{L}.-]+){0,2} ?: ?#?[0-9A-Z/_.-]*[0-9][0-9A-Z/_.-]*$");

/// The parts of a text that begin with labels: `Item ID: 335520917744` and `Quantity: 1`. A text with less than two labels is one.
pub(super) fn split_labels(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while rest.contains(':')
        && let Some(next) = rest
            .find(':')
            .and_then(|colon| Some((colon, OTHER_LABEL.find(&rest[colon..])?)))
            .map(|(colon, label)| colon + label.start())
    {
        parts.push(&rest[..next]);
        rest = rest[next..].trim_start_matches([' ', ',', ';']);
    }
    parts.push(rest);
    parts
}

/// Whether a text is a label and its code: `Ref: PB0061772`.
pub(super) fn is_labelled_code(text: &str) -> bool {
    LABELLED_CODE.is_match(text)
}

/// Whether a text is the label of an article number and one word: `Item# CB-MUG-ASH`.
pub(super) fn is_article_number(text: &str) -> bool {
    let rest = after_article_label(text).unwrap_or_default();
    let is_capital = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || matches!(c, '-' | '/' | '_' | '.');
    rest.contains(char::is_alphanumeric) && rest.chars().all(is_capital)
}

/// The text after the label of an article number that begins it.
fn after_article_label(text: &str) -> Option<&str> {
    let words = Words::of(text);
    let label = Items::ArticleNumberColumn.find_at(&words, 0)?;
    Some(text[words.span(label.end - 1).1..].trim_start_matches([' ', '.', ':', '#']))
}

/// Whether a text is several codes, each with a digit: `000010 BF-4471-20`.
pub(super) fn are_codes(text: &str) -> bool {
    let is_code = |word: &str| word.len() >= 4 && word.contains(is_digit) && CODE.is_match(word);
    text.contains(' ') && text.split(' ').all(is_code) && !text.contains(char::is_lowercase)
}

/// Whether a text is a number and a unit of at most three letters: `4.000 EA`.
pub(super) fn is_count(text: &str) -> bool {
    text.split_once(' ').is_some_and(|(number, unit)| {
        number.starts_with(is_digit)
            && number.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
            && unit.chars().count() <= 3
            && unit.chars().all(char::is_alphabetic)
    })
}

/// The label and the text behind its colon.
fn split_label(text: &str) -> Option<(Words, &str)> {
    let (label, value) = text.split_once(':')?;
    let (label, value) = (label.trim(), value.trim());
    (label.len() <= MAX_LABEL && !value.is_empty()).then(|| (Words::of(label), value))
}

/// Whether a text begins with the label of an attribute and a colon.
pub(super) fn is_labelled(text: &str) -> bool {
    split_label(text).is_some_and(|(label, _)| {
        [
            &Items::QuantityColumn,
            &Items::ArticleNumberColumn,
            &Items::SizeColumn,
            &Items::OtherColumn,
        ]
        .iter()
        .any(|phrases| phrases.matches_all(&label))
    })
}

/// Whether a text begins with the label of a quantity and a number: `Qty: 2 · 8.00 EUR`.
pub(super) fn begins_with_quantity(text: &str) -> bool {
    split_label(text).is_some_and(|(label, value)| {
        Items::QuantityColumn.matches_all(&label) && value.starts_with(|c: char| c.is_ascii_digit())
    })
}

pub(super) fn quantity_before_name(text: &str) -> Option<CountedName> {
    let found = QUANTITY_BEFORE_NAME.captures(text)?;
    Some(CountedName {
        quantity: found[1].to_owned(),
        unit: found.get(2).map(|unit| unit.as_str().to_owned()),
        name: found[3].to_owned(),
    })
}

/// The size in a variant, such as `40` in `Navy / 40`.
pub(super) fn is_size_of_variant(text: &str) -> bool {
    SIZE_OF_VARIANT.is_match(text)
}
