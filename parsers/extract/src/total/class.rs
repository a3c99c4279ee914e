//! What an amount is, by the words of its label alone.

use crate::phrases::Amounts;
use crate::words::Words;

/// What an amount is. Tested in this order; the first that fits names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Money that comes back.
    Refund,
    /// What the buyer doesn't pay to the seller but to the tax office, or later.
    Withheld,
    /// Money that isn't part of the sum: savings, unit prices, limits.
    NotATotal,
    Round,
    /// A sum before tax, delivery or fees.
    Net,
    /// The whole sum, named as such.
    Grand,
    /// What is still to be paid.
    Due,
    Discount,
    Vat,
    Delivery,
    Fee,
    Total,
    Paid,
    Amount,
}

/// In the order in which they are tried, each with the words that make a label with a phrase of the class another one.
const CLASSES: [(Class, Amounts, Option<Amounts>); 14] = [
    (Class::Refund, Amounts::Refund, Some(Amounts::RefundException)),
    (Class::Withheld, Amounts::Withheld, None),
    (Class::NotATotal, Amounts::NotATotal, Some(Amounts::NotATotalException)),
    (Class::Round, Amounts::Rounding, None),
    (Class::Net, Amounts::Net, Some(Amounts::NetException)),
    (Class::Grand, Amounts::GrandTotal, None),
    (Class::Due, Amounts::AmountDue, None),
    (Class::Discount, Amounts::Discount, None),
    (Class::Vat, Amounts::Vat, Some(Amounts::VatException)),
    (Class::Delivery, Amounts::Shipping, Some(Amounts::ShippingException)),
    (Class::Fee, Amounts::Fee, None),
    (Class::Total, Amounts::Total, None),
    (Class::Paid, Amounts::Paid, None),
    (Class::Amount, Amounts::Amount, None),
];

/// Longer texts aren't labels.
const MAX_LABEL: usize = 70;
pub(super) const MAX_WORDS: usize = 9;

/// What a label says, if it says anything.
pub fn classify(label: &str) -> Option<Class> {
    if is_long(label) {
        return None;
    }
    classify_cell(label, &Words::of(label))
}

/// What a label says whose words are known.
pub fn classify_cell(label: &str, words: &Words) -> Option<Class> {
    if is_long(label) || words.len() > MAX_WORDS || words.is_empty() {
        return None;
    }
    if Amounts::ItemCount.contains(words) {
        let rest = Words::of(&Amounts::ItemCount.remove_from(words.folded()));
        return (!rest.is_empty()).then(|| classify_words(&rest)).flatten();
    }
    classify_words(words)
}

pub(super) fn is_long(label: &str) -> bool {
    label.len() > MAX_LABEL * 2 || label.len() > MAX_LABEL && label.chars().count() > MAX_LABEL
}

fn classify_words(words: &Words) -> Option<Class> {
    if Amounts::OfWhichVat.contains(words) && Amounts::Vat.contains(words) {
        return Some(Class::Vat);
    }
    for (class, phrases, exception) in &CLASSES {
        let hit = match class {
            Class::Withheld => phrases.starts_with(words),
            Class::Total | Class::Paid | Class::Amount => phrases.starts_with(words) || phrases.ends_with(words),
            _ => phrases.contains(words),
        };
        let excepted = || {
            exception.is_some_and(|except| {
                except.contains(words) && !phrases.contains_folded(&except.remove_from(words.folded()))
            })
        };
        if !hit || excepted() {
            continue;
        }
        return Some(match class {
            Class::Vat
                if Amounts::Total.contains(words)
                    && Amounts::VatIncluded.contains(words)
                    && !Amounts::Vat.starts_with(words) =>
            {
                Class::Grand
            }
            Class::Total if words.len() > 1 && only_currency_besides(words) => Class::Grand,
            // `Left on your gift card`
            Class::Due if Amounts::GiftCard.contains(words) => Class::NotATotal,
            class => *class,
        });
    }
    None
}

/// `Total EUR`, `Summa kr`.
fn only_currency_besides(words: &Words) -> bool {
    (0..words.len())
        .filter(|at| !Amounts::Total.occur_in(words.word(*at)))
        .all(|at| is_currency(words.word(at)))
}

/// Whether a label has no words besides those that name a whole sum, and a currency: `Total incl. VAT`, not `Total spots`.
pub fn is_plain(words: &Words) -> bool {
    const WHOLE: [Amounts; 8] = [
        Amounts::GrandTotal,
        Amounts::AmountDue,
        Amounts::ToPay,
        Amounts::Charged,
        Amounts::VatIncluded,
        Amounts::Total,
        Amounts::Paid,
        Amounts::Amount,
    ];
    let rest = WHOLE
        .iter()
        .fold(words.folded().to_owned(), |rest, phrases| phrases.remove_from(&rest));
    let rest = Amounts::Vat.remove_from(&rest);
    rest.split_whitespace().all(is_currency)
}

pub(super) fn is_currency(word: &str) -> bool {
    crate::currency::at_start(word).is_some_and(|(_, length)| length == word.len())
}
