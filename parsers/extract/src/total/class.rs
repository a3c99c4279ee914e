//! What an amount is, by the words of its label alone.

use crate::phrases::{Amounts, Index, LazyLock, Phrases};
use crate::words::Words;

/// What an amount is. Tested in this order; the first that fits names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Money that comes back.
    Refund,
    /// Money that isn't part of the sum: savings, unit prices, limits.
    NotATotal,
    /// Rounding.
    Round,
    /// A sum before tax, delivery or fees.
    Net,
    /// The whole sum, named as such.
    Grand,
    /// What is still to be paid.
    Due,
    /// A discount.
    Discount,
    /// Tax.
    Vat,
    /// Delivery.
    Delivery,
    /// Another fee.
    Fee,
    /// A sum.
    Total,
    /// What was paid.
    Paid,
    /// An amount, no more.
    Amount,
}

pub(super) struct Labels {
    classes: Vec<(Class, Phrases)>,
    /// Which of the classes can occur in a text.
    index: Index,
    except: Vec<(Class, Phrases)>,
    pub(super) includes: Phrases,
    pub(super) of_which: Phrases,
    total: Phrases,
    pub(super) vat: Phrases,
    pub(super) sentence_before: Phrases,
    pub(super) sentence_after: Phrases,
    pub(super) sum_sentence: Phrases,
    pub(super) sentence_not: Phrases,
    pub(super) pay: Phrases,
    gift_card: Phrases,
}

pub(super) static LABELS: LazyLock<Labels> = LazyLock::new(|| {
    let classes = [
        (Class::Refund, Amounts::Refund),
        (Class::NotATotal, Amounts::NotATotal),
        (Class::Round, Amounts::Rounding),
        (Class::Net, Amounts::Net),
        (Class::Grand, Amounts::GrandTotal),
        (Class::Due, Amounts::AmountDue),
        (Class::Discount, Amounts::Discount),
        (Class::Vat, Amounts::Vat),
        (Class::Delivery, Amounts::Shipping),
        (Class::Fee, Amounts::Fee),
        (Class::Total, Amounts::Total),
        (Class::Paid, Amounts::Paid),
        (Class::Amount, Amounts::Amount),
    ];
    let except = [
        (Class::Refund, Amounts::RefundException),
        (Class::NotATotal, Amounts::NotATotalException),
        (Class::Net, Amounts::NetException),
        (Class::Vat, Amounts::VatException),
        (Class::Delivery, Amounts::ShippingException),
    ];
    let classes = classes.map(|(class, words)| (class, words.phrases()));
    Labels {
        index: Index::new(classes.iter().map(|(_, phrases)| phrases)),
        classes: classes.into(),
        except: except.map(|(class, words)| (class, words.phrases())).into(),
        includes: Amounts::VatIncluded.phrases(),
        of_which: Amounts::OfWhichVat.phrases(),
        total: Amounts::Total.phrases(),
        vat: Amounts::Vat.phrases(),
        sentence_before: Amounts::PaidSentenceBefore.phrases(),
        sentence_after: Amounts::PaidSentenceAfter.phrases(),
        sum_sentence: Amounts::OrderSentenceBefore.phrases(),
        sentence_not: Amounts::SentenceException.phrases(),
        pay: Amounts::PayRequest.phrases(),
        gift_card: Amounts::GiftCard.phrases(),
    }
});

static COMES_BACK: LazyLock<Phrases> = LazyLock::new(|| Amounts::MoneyBack.phrases());

/// Whether a label says explicitly that money is refunded; `Tillgodohavande` is what there is by now.
pub fn comes_back(label: &str) -> bool {
    COMES_BACK.contains_folded(&format!(" {label} "))
}

static TO_PAY: LazyLock<Phrases> = LazyLock::new(|| Amounts::ToPay.phrases());

/// Whether a label says that the amount is to pay.
pub fn is_to_pay(label: &str) -> bool {
    TO_PAY.contains_folded(&format!(" {label} "))
}

static OF_INVOICE: LazyLock<Phrases> = LazyLock::new(|| Amounts::InvoiceTotal.phrases());

/// Whether a label says that the amount is that of the invoice or the delivery.
pub fn is_of_invoice(label: &str) -> bool {
    OF_INVOICE.contains_folded(&format!(" {label} "))
}

static OF_ORDER: LazyLock<Phrases> = LazyLock::new(|| Amounts::OrderTotal.phrases());

/// Whether a label says that the amount is that of the order.
pub fn is_of_order(label: &str) -> bool {
    OF_ORDER.contains_folded(&format!(" {label} "))
}

/// Whether a label has a word for a total.
pub fn has_total_word(label: &str) -> bool {
    let words = Words::of(label);
    LABELS.total.contains(&words)
}

static CHARGED: LazyLock<Phrases> = LazyLock::new(|| Amounts::Charged.phrases());

/// Whether a label says that the amount was charged.
pub fn was_charged(label: &str) -> bool {
    CHARGED.contains_folded(&format!(" {label} "))
}

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
    if COUNTS.contains(words) {
        let rest = Words::of(&COUNTS.remove_from(words.folded()));
        return (!rest.is_empty()).then(|| classify_words(&rest)).flatten();
    }
    classify_words(words)
}

pub(super) fn is_long(label: &str) -> bool {
    label.len() > MAX_LABEL * 2 || label.len() > MAX_LABEL && label.chars().count() > MAX_LABEL
}

/// How many things a sum is of: `Totalt 10 varor`. It doesn't mention what the sum is.
pub(super) static COUNTS: LazyLock<Phrases> = LazyLock::new(|| Amounts::ItemCount.phrases());

fn classify_words(words: &Words) -> Option<Class> {
    let labels = &*LABELS;
    let possible = labels.index.matching(words);
    if possible.is_empty() {
        return None;
    }
    let of_which = labels.of_which.contains(words) && labels.vat.contains(words);
    if of_which {
        return Some(Class::Vat);
    }
    let classes = labels.classes.iter().enumerate();
    for (_, (class, phrases)) in classes.filter(|(number, _)| possible.contains(*number)) {
        let hit = match class {
            Class::Total | Class::Paid | Class::Amount => phrases.starts_with(words) || phrases.ends_with(words),
            _ => phrases.contains(words),
        };
        let excepted = || {
            labels.except.iter().any(|(of, except)| {
                of == class && except.contains(words) && !phrases.contains_folded(&except.remove_from(words.folded()))
            })
        };
        if !hit || excepted() {
            continue;
        }
        if *class == Class::Vat && labels.total.contains(words) && labels.includes.contains(words) {
            return Some(Class::Grand);
        }
        if *class == Class::Total && words.len() > 1 && only_currency_besides(words) {
            return Some(Class::Grand);
        }
        // `Left on your gift card`
        if *class == Class::Due && labels.gift_card.contains(words) {
            return Some(Class::NotATotal);
        }
        return Some(*class);
    }
    None
}

/// `Total EUR`, `Summa kr`.
fn only_currency_besides(words: &Words) -> bool {
    (0..words.len())
        .filter(|at| !LABELS.total.contains_folded(&format!(" {} ", words.word(*at))))
        .all(|at| {
            let word = words.word(at);
            crate::currency::at_start(word).is_some_and(|(_, length)| length == word.len())
        })
}
