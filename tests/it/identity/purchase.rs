//! A purchase: what must be counted, and the mails that its vendor sends.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use fastrand::Rng;
use invoices_domain::identity::{Role, Sort};

use super::kinds::Kind;

/// No purchase begins before it.
pub const FIRST_DAY: NaiveDate = NaiveDate::from_ymd_opt(2023, 1, 2).unwrap();

/// A vendor.
#[derive(Debug, PartialEq, Eq)]
pub struct Shop {
    pub id: &'static str,
    pub name: &'static str,
    pub sub_type: &'static str,
    pub is_swedish: bool,
}

/// Two of each kind of vendor, one that writes Swedish and asks for kronor, and one that writes English and asks for euros.
pub const SHOPS: [Shop; 6] = [
    Shop::new("garnboden", "Garnboden", "clothing", true),
    Shop::new("toolhouse", "Toolhouse", "technology", false),
    Shop::new("burgarbaren", "Burgarbaren", "food-delivery", true),
    Shop::new("norrflyg", "Norrflyg", "travel", true),
    Shop::new("hillair", "Hillair", "travel", false),
    Shop::new("cloudnote", "Cloudnote", "subscriptions", false),
];

impl Shop {
    const fn new(id: &'static str, name: &'static str, sub_type: &'static str, is_swedish: bool) -> Self {
        Shop {
            id,
            name,
            sub_type,
            is_swedish,
        }
    }

    pub fn currency(&self) -> &'static str {
        if self.is_swedish { "SEK" } else { "EUR" }
    }

    pub fn address(&self) -> String {
        format!("post@{}.example.com", self.id)
    }
}

/// What a document is, as its heading says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Title {
    Order,
    Dispatch,
    Booking,
    Invoice,
    Receipt,
    Payment,
    Reminder,
    BookingChange,
    Correction,
    Cancellation,
    RefundToCome,
    Refund,
    CreditNote,
}

impl Title {
    pub fn role(self) -> Role {
        match self {
            Title::Order | Title::Dispatch | Title::Booking | Title::RefundToCome => Role::Announcement,
            Title::Invoice | Title::CreditNote => Role::Invoice,
            Title::Receipt | Title::Refund => Role::Receipt,
            Title::Payment => Role::Payment,
            Title::Reminder => Role::Reminder,
            Title::BookingChange | Title::Correction => Role::Replacement,
            Title::Cancellation => Role::Cancellation,
        }
    }
}

/// A document.
#[derive(Clone, Debug)]
pub struct Paper {
    pub title: Title,
    /// In whole kronor or euros, negative for a refund.
    pub total: Option<i32>,
    pub numbers: Vec<(Sort, String)>,
    pub own_day: Option<NaiveDate>,
    /// The number of the invoice that a refund credits.
    pub credits: Option<String>,
    pub is_paid: bool,
    /// Which of the purchase's invoices it belongs to.
    pub invoice: usize,
}

impl Paper {
    pub fn new(title: Title, total: impl Into<Option<i32>>) -> Self {
        Paper {
            title,
            total: total.into(),
            numbers: Vec::new(),
            own_day: None,
            credits: None,
            is_paid: matches!(title, Title::Receipt | Title::Payment),
            invoice: 0,
        }
    }

    pub fn number(mut self, sort: Sort, number: &str) -> Self {
        self.numbers.push((sort, number.to_owned()));
        self
    }

    pub fn order(self, number: &str) -> Self {
        self.number(Sort::Order, number)
    }

    pub fn numbered(self, number: &str) -> Self {
        self.number(Sort::Invoice, number)
    }

    /// Belongs to another invoice than the purchase's first.
    pub fn of(self, invoice: usize) -> Self {
        Paper { invoice, ..self }
    }
}

/// A mail.
#[derive(Clone, Debug)]
pub struct Letter {
    pub received: DateTime<Utc>,
    pub message_id: String,
    /// What its text states; without it, the text says that something is attached.
    pub text: Option<Paper>,
    pub files: Vec<Paper>,
    pub is_html: bool,
}

/// An invoice that is on record in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Counted {
    pub total: i32,
    pub is_cancelled: bool,
}

#[derive(Debug)]
pub struct Purchase {
    pub kind: Kind,
    pub shop: &'static Shop,
    pub letters: Vec<Letter>,
    pub counted: Vec<Counted>,
}

/// Numbers that no other purchase of the vendor has.
#[derive(Default)]
pub struct Numbers(u32);

impl Numbers {
    fn next(&mut self) -> u32 {
        self.0 += 1;
        self.0
    }

    /// An order number: digits alone, or two letters and few digits.
    pub fn order(&mut self, rng: &mut Rng) -> String {
        let number = self.next();
        if rng.bool() {
            format!("{}", 10_004_000 + number)
        } else {
            format!("VA-{number}")
        }
    }

    pub fn invoice(&mut self) -> String {
        format!("INV-{}", 2000 + self.next())
    }

    pub fn receipt(&mut self) -> String {
        format!("{}-88", 2300 + self.next())
    }

    pub fn booking(&mut self) -> String {
        let letters = ['H', 'K', 'T', 'Q', 'D', 'X', 'L', 'M', 'P', 'R'];
        let digits = format!("{:05}", self.next() * 7919 % 100_000);
        digits
            .bytes()
            .map(|digit| letters[usize::from(digit - b'0')])
            .chain(['Q'])
            .collect()
    }

    /// A short one.
    pub fn short(&mut self) -> String {
        (self.next() + 20).to_string()
    }
}

/// Makes the letters of one purchase.
pub struct Writer<'a> {
    pub rng: &'a mut Rng,
    pub numbers: &'a mut Numbers,
    pub shop: &'static Shop,
    pub first_day: NaiveDate,
    pub letters: Vec<Letter>,
    /// Whether invoices and receipts state their day.
    pub is_dated: bool,
}

impl Writer<'_> {
    pub fn day(&self, day: i32) -> NaiveDate {
        self.first_day + TimeDelta::days(day.into())
    }

    /// A short number, which another purchase of the vendor has as well, but not within two weeks.
    pub fn short_number_of_days(&mut self) -> String {
        let next = self.numbers.next();
        self.first_day = FIRST_DAY + TimeDelta::days(i64::from(next / 10) * 30);
        (next % 10 + 11).to_string()
    }

    /// A day from `from` to `to`.
    pub fn days(&mut self, from: i32, to: i32) -> i32 {
        self.rng.i32(from..=to)
    }

    /// A total that other purchases often have as well.
    pub fn total(&mut self) -> i32 {
        [49, 99, 199, 349, 500, 890, 1203][self.rng.usize(..7)]
    }

    pub fn chance(&mut self, percent: u8) -> bool {
        self.rng.u8(..100) < percent
    }

    /// Sends a document on a day, as the text of a mail or as a PDF. Mails of one day are sent in the order of the calls.
    pub fn send(&mut self, day: i32, paper: Paper) {
        let paper = self.dated(day, paper);
        let is_invoice = paper.title.role() == Role::Invoice;
        if is_invoice && self.chance(40) {
            self.post(day, None, vec![paper]);
        } else {
            self.post(day, Some(paper), Vec::new());
        }
    }

    /// The same document with its day, if the purchase's documents state theirs. A dispatch has none of its own.
    pub fn dated(&self, day: i32, paper: Paper) -> Paper {
        let has_day = matches!(
            paper.title,
            Title::Order | Title::Booking | Title::Invoice | Title::Receipt
        ) || matches!(paper.title, Title::Refund | Title::CreditNote);
        let own_day = paper.own_day.or((self.is_dated && has_day).then(|| self.day(day)));
        Paper { own_day, ..paper }
    }

    pub fn post(&mut self, day: i32, text: Option<Paper>, files: Vec<Paper>) {
        // Within the day in every time zone of Europe.
        let minute = 6 * 60 + i64::try_from(self.letters.len()).unwrap() * 40 + i64::from(self.rng.u8(..40));
        let received = self.day(day).and_time(chrono::NaiveTime::MIN).and_utc() + TimeDelta::minutes(minute);
        let message_id = format!("{:016x}@{}.example.com", self.rng.u64(..), self.shop.id);
        let is_html = self.rng.bool();
        self.letters.push(Letter {
            received,
            message_id,
            text,
            files,
            is_html,
        });
    }
}
