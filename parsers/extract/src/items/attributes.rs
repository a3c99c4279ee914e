//! The rules for quantities, sizes and article numbers in the words of an item.

use std::sync::LazyLock;

use super::masked::{captures, is_digit, pattern};
use crate::pattern::Pattern;
use crate::rule::{Example, Rule};

/// What a text states of an item besides its name and prices.
pub(super) enum Attribute {
    /// The quantity and its unit.
    Quantity(String, Option<String>),
    /// The article number.
    ArticleNumber(String),
    /// The size.
    Size(String),
}

type AttributeRule = Rule<fn(&str) -> Option<Attribute>>;

/// In order.
pub(super) const RULES: &[AttributeRule] = &[
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
        apply: article_number,
    },
    Rule {
        id: "items/size",
        doc: "Reads the words after the label of a size as the size.",
        example: Example::Mail("Receipt\nHat, size: Large   8.00 EUR\nTotal   8.00 EUR"),
        apply: size,
    },
    Rule {
        id: "items/size-without-label",
        doc: "Reads a size of clothes or shoes that needs no label, such as `XL` or `EU 42`.",
        example: Example::Mail("Receipt\nHat, XL   8.00 EUR\nTotal   8.00 EUR"),
        apply: size_without_label,
    },
];

/// A name and the quantity beside it.
pub(super) struct CountedName {
    /// The quantity.
    pub quantity: String,
    /// Its unit.
    pub unit: Option<String>,
    /// The name without it.
    pub name: String,
}

type CountedNameRule = Rule<fn(&str) -> Option<CountedName>>;

/// In order.
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
        apply: quantity_after_name,
    },
];

/// A quantity alone, with or without its label.
static QUANTITY: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(
        r"^(?:antal|qty|quantity|menge|määrä|number)? ?:? ?[x×]? ?([0-9]{1,3}(?:[.,][0-9]{1,3})?) ?(?:(UNIT)|x|×)?\.?$",
    )
});
static ARTICLE_NUMBER: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(
        r"^(?:art(?:ikel)?\.?[ -]?(?:nr|nummer|no)?\b|varu?e? ?-?(?:nr|nummer)|produkt ?-?(?:nr|nummer|kod)|tuotenro|sku|item (?:no|number)|model(?:l)?)\.? ?:? ?#?([0-9A-Z][0-9A-Z-]*[0-9][0-9A-Z-]*)$",
    )
});
static SIZE: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(
        r"^(?:storlek|strl|stl|str|size|größe|gr|koko|taille)\b\.? ?:? ?(\S.{0,19}?)(?:[ ,;]+(?:färg|colou?r|farbe|farge)\b.*)?$",
    )
});
static SIZE_WITHOUT_LABEL: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"^(?:(?:EU|UK|US) ?[0-9]{1,2}(?:[.,]5)?|X{0,3}[SL]|M|[2-5]XL|[0-9]{1,3}[-/][0-9]{1,3}|[Oo]ne ?[Ss]ize)$",
    )
});
/// `2 x `, `3 st `, `1 | `, before a name.
static QUANTITY_BEFORE_NAME: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(r"^([0-9]{1,4}(?:[.,][0-9]{1,3})?) ?(?:(UNIT)\b\.?(?: ?[x×])?|x|×|\||of:) ?\|? ?([^\s0-9|].*)$")
});
/// `name × 2`.
static QUANTITY_AFTER_NAME: LazyLock<Pattern> =
    LazyLock::new(|| pattern(r"^(.*[^0-9\s]) ?[x×] ?([1-9]|1[0-9]|2[0-4])$"));

fn quantity(text: &str) -> Option<Attribute> {
    let found = captures(&QUANTITY, text, is_digit)?;
    let unit = found.get(2).map(|unit| unit.as_str().to_owned());
    Some(Attribute::Quantity(found[1].to_owned(), unit))
}

fn article_number(text: &str) -> Option<Attribute> {
    let found = captures(&ARTICLE_NUMBER, text, is_digit)?;
    Some(Attribute::ArticleNumber(found[1].to_owned()))
}

fn size(text: &str) -> Option<Attribute> {
    let found = SIZE.captures(text)?;
    Some(Attribute::Size(found[1].to_owned()))
}

fn size_without_label(text: &str) -> Option<Attribute> {
    SIZE_WITHOUT_LABEL
        .is_match(text)
        .then(|| Attribute::Size(text.to_owned()))
}

fn quantity_before_name(text: &str) -> Option<CountedName> {
    let found = captures(&QUANTITY_BEFORE_NAME, text, is_digit)?;
    Some(CountedName {
        quantity: found[1].to_owned(),
        unit: found.get(2).map(|unit| unit.as_str().to_owned()),
        name: found[3].to_owned(),
    })
}

fn quantity_after_name(text: &str) -> Option<CountedName> {
    let found = captures(&QUANTITY_AFTER_NAME, text, is_digit)?;
    Some(CountedName {
        quantity: found[2].to_owned(),
        unit: None,
        name: found[1].to_owned(),
    })
}
