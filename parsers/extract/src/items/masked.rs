//! A text in which placeholders stand for the amounts of money, so that a pattern finds them however they are written.

use crate::pattern::{Pattern, pattern};
use parser_model::Money;

use crate::amounts::Amount;
use crate::page::{Page, Place};

/// Stands for the first amount of a text, the next characters for the next amounts. They are of Unicode's private use
/// area, which no mail writes.
const FIRST_PLACEHOLDER: char = '\u{e000}';
const LAST_PLACEHOLDER: char = '\u{e03f}';
/// As many as there are placeholders, and more than any line of items has.
const MAX_AMOUNTS: usize = 64;

/// A pattern without regard to case, in which `UNIT` is a unit and `¤` an amount of money.
macro_rules! masked {
    ($text:literal) => {
        $crate::pattern::pattern!(
            "(?i)" $text,
            "UNIT" => "ea|stk|stycken?|stück|stuks?|st|pcs|pc|pieces?|kpl|kg|hg|g|dl|cl|ml|m|l|kwh|förp|paket|glas|ks|kus(?:y|ů)?|szt(?:uk[ai]?)?|\
                pz|pezzi|exemplar(?:e|er|y|ů|en)?|exemplaires?|exemplaar|ejemplares|copies|cf|conf|pièces?|uds?|un|unidades?|pzas?|kisten?|bund|flaschen?|(?-i:db)|darab|buc|adet|vnt|gab|tk|τεμ(?:άχι[οα])?|τμχ|κιλ(?:ά|ό)?|γρ",
            "¤" => "[\u{e000}-\u{e03f}]"
        )
    };
}
pub(super) use masked;

pub(super) fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

pub(super) fn is_placeholder(c: char) -> bool {
    (FIRST_PLACEHOLDER..=LAST_PLACEHOLDER).contains(&c)
}

static BEFORE_DOLLAR: Pattern = pattern!(r"\b(?:US|CA|AU|NZ|HK) ?$");
/// A number before a unit is a quantity, even with two decimals.
static AFTER_QUANTITY: Pattern = masked!(r"^ ?(?:UNIT)\b");

/// Whether a text ends in `kl.`, so that `18.22` behind it is a time.
fn is_before_time(text: &str) -> bool {
    let text = text.strip_suffix(' ').unwrap_or(text);
    let mut before = text.strip_suffix('.').unwrap_or(text).chars().rev();
    let is_kl = before.by_ref().take(2).map(|c| c.to_ascii_lowercase()).eq(['l', 'k']);
    is_kl && before.next().is_none_or(|c| !c.is_alphanumeric())
}

/// `8.00 EUR` of `8.00 EUR B`: a letter behind a price is the code of its tax.
fn without_tax_code(text: &str) -> Option<&str> {
    let price = text.strip_suffix(|c: char| c.is_ascii_uppercase() || c == '*')?;
    let price = price.strip_suffix(' ').unwrap_or(price);
    price.ends_with(is_placeholder).then_some(price)
}

/// A text with placeholders for its amounts of money.
pub struct Masked {
    pub text: String,
    values: Vec<Money>,
}

impl Masked {
    /// The text of a cell.
    pub fn of(page: &Page<'_>, at: Place) -> Self {
        let text = page.cell(at).text.as_str();
        let mut masked = Masked {
            text: String::with_capacity(text.len()),
            values: Vec::new(),
        };
        let mut copied = 0;
        let has_one_decimal = page.has_one_decimal && text.rsplit(['.', ',']).next().is_some_and(|end| end.len() == 1);
        let is_alone = |a: &&Amount| has_one_decimal && a.start == 0 && a.end == text.len();
        for amount in page.content(at).amounts.iter().filter(|a| a.strong || is_alone(a)) {
            let is_quantity = amount.mark.is_none() && AFTER_QUANTITY.is_match(&text[amount.end..]);
            let is_time = || is_before_time(&text[..amount.start]);
            if is_quantity || is_time() || amount.start < copied || masked.values.len() == MAX_AMOUNTS {
                continue;
            }
            // `US $48.00`
            let before = &text[copied..amount.start];
            let country = BEFORE_DOLLAR.find(before).map_or(before.len(), |found| found.start());
            masked.text.push_str(&before[..country]);
            let placeholder =
                char::from_u32(u32::from(FIRST_PLACEHOLDER) + u32::try_from(masked.values.len()).unwrap_or(0));
            // Behind words, brackets aren't minus sign: `Extra egg (1.50)`.
            let is_bracketed = text[amount.start..].starts_with('(');
            let is_behind_words = before.trim_end_matches(['(', ' ']).ends_with(char::is_alphabetic);
            if is_bracketed && is_behind_words {
                masked.text.push('(');
                masked.text.extend(placeholder);
                masked.text.push(')');
            } else {
                masked.text.extend(placeholder);
            }
            let is_addition = is_behind_words && (is_bracketed || before.ends_with('('));
            masked
                .values
                .push(if is_addition { amount.value.abs() } else { amount.value });
            copied = amount.end;
        }
        masked.text.push_str(&text[copied..]);
        let bars = masked.text.trim_matches(['|', ' ']).len();
        if bars < masked.text.len() {
            masked.text = masked.text.trim_matches(['|', ' ']).to_owned();
        }
        masked
    }

    /// Whether it has amounts and nothing else.
    pub fn is_bare(&self) -> bool {
        let amounts = without_tax_code(&self.text).unwrap_or(&self.text);
        !self.values.is_empty() && amounts.chars().all(|c| is_placeholder(c) || c == ' ')
    }

    /// Its amounts that are still in the text, from left to right.
    pub fn amounts(&self) -> Vec<Money> {
        self.text.chars().filter_map(|c| self.value(c)).collect()
    }

    /// The amount that a placeholder stands for.
    pub fn value(&self, placeholder: char) -> Option<Money> {
        let index = u32::from(placeholder).checked_sub(u32::from(FIRST_PLACEHOLDER))?;
        self.values.get(usize::try_from(index).ok()?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_follows_its_abbreviation() {
        for text in ["kl. ", "Kl", "öppet kl ", "(KL."] {
            assert!(is_before_time(text), "{text}");
        }
        for text in ["", "l", "nickel ", "4kl", "kl  ", "kl: "] {
            assert!(!is_before_time(text), "{text}");
        }
    }

    #[test]
    fn the_code_of_a_tax_is_one_capital_behind_an_amount() {
        assert_eq!(without_tax_code("\u{e000} B"), Some("\u{e000}"));
        assert_eq!(without_tax_code("2 \u{e000}*"), Some("2 \u{e000}"));
        for text in ["", "B", "\u{e000}", "\u{e000} b", "\u{e000} AB", "\u{e000}  B"] {
            assert_eq!(without_tax_code(text), None, "{text}");
        }
    }
}
