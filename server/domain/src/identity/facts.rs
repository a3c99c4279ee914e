//! The facts about a document that grouping uses.

use chrono::{DateTime, NaiveDate, Utc};
use parser_model::identity::{Identity, Role};
use parser_model::reading::Direction;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use crate::{Currency, Money, VendorId};

/// What a document states of one invoice. A document that states several invoices has one for each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// The vendor.
    pub vendor: VendorId,
    /// Charge or refund.
    pub direction: Direction,
    /// What the document is.
    pub role: Role,
    /// Its numbers.
    pub numbers: Numbers,
    /// The day that it states as its own.
    pub own_day: Option<NaiveDate>,
    /// The day on which its mail was received.
    pub received_on: NaiveDate,
    /// The total.
    pub total: Option<Money>,
    /// The amounts of which one may be the total, if it is not certain which. Without them there is no question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Money>,
    /// The currency, if stated.
    pub currency: Option<Currency>,
    /// Whether it says that it is paid.
    pub is_paid: bool,
    /// Identifies the mail that the document is a part of.
    pub mail: String,
    /// The mail's `Message-ID` and sender, if it has a `Message-ID`.
    pub message: Option<String>,
    /// The digest of the bytes, if the document is a file and not the text of a mail.
    pub file: Option<String>,
    /// Its place in the canonical order.
    pub position: Position,
}

/// The canonical order of documents: time of receipt, `Message-ID`, part of the mail, place in the part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Position {
    /// When the mail was received.
    pub received_at: DateTime<Utc>,
    /// The mail's `Message-ID`, or what else identifies the mail.
    pub message: String,
    /// The part of the mail.
    pub part: u16,
    /// The place of the invoice among those that the part states.
    pub nth: u16,
}

/// A sort of number. Only numbers of the same sort are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// The number of an invoice or credit note.
    Invoice,
    /// The number of a receipt.
    Receipt,
    /// The number of an order.
    Order,
    /// The reference of a booking.
    Booking,
}

impl Sort {
    /// Every sort.
    pub const ALL: [Sort; 4] = [Sort::Invoice, Sort::Receipt, Sort::Order, Sort::Booking];
}

/// A number in the form in which numbers are compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Number {
    /// Equal numbers have equal keys.
    pub key: String,
    /// Whether vendors soon use it again: it has at most four digits and no letter.
    pub is_weak: bool,
    /// Whether it has at least six characters, so that hardly two vendors use it at the same time.
    pub is_long: bool,
}

impl Number {
    /// Folds a number as it is written: letters and digits alone, in capitals. `None` if nothing is left.
    pub fn new(written: &str) -> Option<Self> {
        let key: String = written
            .nfkc()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_uppercase)
            .collect();
        let length = key.chars().count();
        (length > 0).then(|| Number {
            is_weak: length <= 4 && !key.chars().any(char::is_alphabetic),
            is_long: length >= 6,
            key,
        })
    }
}

/// Maximum number of days from an order to what follows it.
pub(super) const AFTER_ORDER: i64 = 400;
/// Maximum number of days for numbers that vendors soon use again.
pub(super) const SHORT: i64 = 3;

impl Number {
    /// Number of days, fewer if vendors soon reuse the number.
    pub(super) fn limit(&self, days: i64) -> i64 {
        if self.is_weak { SHORT } else { days }
    }
}

/// The numbers that a document states, at most one of each sort.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbers([Option<Number>; Sort::ALL.len()]);

impl Numbers {
    /// The number of this sort.
    pub fn get(&self, sort: Sort) -> Option<&Number> {
        self.0[sort as usize].as_ref()
    }

    /// Sets the number of this sort.
    pub fn set(&mut self, sort: Sort, number: Option<Number>) {
        self.0[sort as usize] = number;
    }

    /// Every number with its sort.
    pub fn iter(&self) -> impl Iterator<Item = (Sort, &Number)> {
        Sort::ALL.into_iter().filter_map(|sort| Some((sort, self.get(sort)?)))
    }
}

impl From<&Identity> for Numbers {
    fn from(identity: &Identity) -> Self {
        let number = |written: &Option<String>| written.as_deref().and_then(Number::new);
        Numbers([
            number(&identity.invoice_number),
            number(&identity.receipt_number),
            number(&identity.order_number),
            number(&identity.booking_reference),
        ])
    }
}

impl Fact {
    /// What connects documents to a block: only documents with a key in common, directly or through others, can be one invoice
    /// or be related. Vendors share only numbers that are long enough to distinguish purchases.
    pub fn keys(&self) -> Vec<String> {
        let vendor = &self.vendor;
        let numbers = self.numbers.iter().map(|(sort, number)| {
            let sort = sort as u8;
            if number.is_long {
                format!("{sort}:{}", number.key)
            } else {
                format!("{sort}:{vendor}:{}", number.key)
            }
        });
        let message = self.message.iter().map(|message| format!("message:{message}"));
        let file = self.file.iter().map(|digest| format!("file:{digest}"));
        let mail = [format!("mail:{}", self.mail)];
        numbers.chain(mail).chain(message).chain(file).collect()
    }

    /// The same with everything that identifies the documents replaced by what `seal` makes of it. Documents are grouped as
    /// before if it makes different texts of different texts.
    #[must_use]
    pub fn sealed(mut self, seal: impl Fn(&str) -> String) -> Self {
        for number in self.numbers.0.iter_mut().flatten() {
            number.key = seal(&number.key);
        }
        self.mail = seal(&self.mail);
        self.message = self.message.as_deref().map(&seal);
        self.file = self.file.as_deref().map(&seal);
        self.position.message = seal(&self.position.message);
        self
    }

    /// Whether the document is an invoice or a receipt with a total: what is counted unless a later document replaces it.
    pub(super) fn is_principal(&self) -> bool {
        matches!(self.role, Role::Invoice | Role::Receipt) && self.total.is_some()
    }

    /// Whether its own day keeps it apart from documents of other days: invoices say with their number which they are.
    pub(super) fn is_of_one_day(&self) -> bool {
        matches!(self.role, Role::Invoice | Role::Receipt) && self.numbers.get(Sort::Invoice).is_none()
    }

    /// The place in the canonical order. Copies of a mail that were received at the same time differ in [`Fact::mail`].
    pub(super) fn place(&self) -> (&Position, &str) {
        (&self.position, &self.mail)
    }

    /// Whether an invoice with the total of another document would answer the question about this one.
    pub fn is_answered_by(&self, other: &Fact) -> bool {
        let is_candidate = |total: Money| self.candidates.contains(&total);
        self.total.is_none() && other.total.is_some_and(is_candidate) && self.has_same_currency(other)
    }

    /// Whether the document announces a charge or refund of this total.
    pub(super) fn is_announcement(&self) -> bool {
        self.role == Role::Announcement && self.total.is_some()
    }

    /// A cancellation concerns a charge, whichever sign its amount has.
    pub(super) fn direction(&self) -> Direction {
        if self.role == Role::Cancellation {
            Direction::Charge
        } else {
            self.direction
        }
    }

    /// Whether both have a total and it is the same. A currency that one of them does not state is that of the other.
    pub(super) fn has_same_total(&self, other: &Fact) -> bool {
        self.total.is_some() && self.total == other.total && self.has_same_currency(other)
    }

    pub(super) fn has_same_currency(&self, other: &Fact) -> bool {
        let both = self.currency.zip(other.currency);
        both.is_none_or(|(one, other)| one == other)
    }

    /// The document's day.
    pub(super) fn day(&self) -> NaiveDate {
        self.own_day.unwrap_or(self.received_on)
    }

    /// Whether the days that both state are equal, or, if one of them states none, the mails are at most this many days
    /// apart.
    pub(super) fn is_within(&self, other: &Fact, days: i64) -> bool {
        match self.own_day.zip(other.own_day) {
            Some((one, other)) => one == other,
            None => (self.received_on - other.received_on).num_days().abs() <= days,
        }
    }
}
