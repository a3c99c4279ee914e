//! Whether a document is an invoice, receipt or order at all. Apart from the fields: a shipping notice states a total, too.

use std::sync::LazyLock;

use crate::page::Page;
use crate::phrases::{Documents, Phrases};
use crate::total::labels::Class;
use crate::total::{Labelled, Total};
use crate::words::Words;

struct Vocabulary {
    receipt: Phrases,
    upcoming_head: Phrases,
    upcoming_body: Phrases,
    shipping: Phrases,
    promotion: Phrases,
    forwarded: Phrases,
    future: Phrases,
    paper: Phrases,
    confirmed: Phrases,
    refund: Phrases,
    other_paper: Phrases,
    summons: Phrases,
    disclaimer: Phrases,
    returned: Phrases,
}

static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary {
    receipt: Documents::Receipt.phrases(),
    upcoming_head: Documents::UpcomingHeading.phrases(),
    upcoming_body: Documents::UpcomingBody.phrases(),
    shipping: Documents::ShippingHeading.phrases(),
    promotion: Documents::Promotion.phrases(),
    forwarded: Documents::Forwarded.phrases(),
    future: Documents::Future.phrases(),
    paper: Documents::PaymentDocument.phrases(),
    confirmed: Documents::OrderConfirmation.phrases(),
    refund: Documents::Refund.phrases(),
    other_paper: Documents::OtherDocument.phrases(),
    summons: Documents::MeetingNotice.phrases(),
    disclaimer: Documents::Disclaimer.phrases(),
    returned: Documents::Return.phrases(),
});

/// What the gate looks at besides the page.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own, named where it is set"
)]
pub struct Seen<'a> {
    /// The total.
    pub total: &'a Total,
    /// Every labelled amount.
    pub amounts: &'a [Labelled],
    /// Whether there is an invoice, receipt, order or booking number.
    pub number: bool,
    /// Whether there is an invoice number.
    pub invoice_number: bool,
    /// Whether there is a date.
    pub date: bool,
    /// Whether there is a due date.
    pub due_date: bool,
    /// Whether it says to which giro, with which reference: a printed demand of payment, whatever it is called.
    pub payable: bool,
    /// Whether machine-readable values name an order, invoice or reservation.
    pub structured: bool,
    /// Whether the sender and the subject are a configured vendor's: its mails of that subject are orders.
    pub expected: bool,
}

/// Why a document is no invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing a reader sees.
    Empty,
    /// More text than any receipt.
    TooLong,
    /// An answer or a forwarded mail.
    Forwarded,
    /// An advertisement.
    Promotion,
    /// Nothing says that it is about an order or payment.
    NoReceiptWords,
    /// No total where one must be.
    NoTotal,
    /// Something that has not happened yet.
    Upcoming,
    /// A parcel under way.
    Shipping,
    /// It says itself that it is no receipt.
    Disclaimed,
    /// A contract, an offer, a delivery note, a statement: a paper of its own that asks for no payment.
    OtherPaper,
}

impl Refusal {
    /// The reason in words safe to show.
    pub fn reason(self) -> &'static str {
        match self {
            Refusal::Empty => "there is no text to read",
            Refusal::TooLong => "there is more text than in any receipt",
            Refusal::Forwarded => "it is an answer or a forwarded mail",
            Refusal::Promotion => "it is an advertisement",
            Refusal::NoReceiptWords => "nothing in it says that it is an order, receipt or invoice",
            Refusal::NoTotal => "it states no total",
            Refusal::Upcoming => "it announces something that has not happened yet",
            Refusal::Shipping => "it is about a parcel under way",
            Refusal::Disclaimed => "it says that it is no receipt, invoice or charge",
            Refusal::OtherPaper => "its heading says that it is another paper than an invoice",
        }
    }
}

/// Whether the head speaks of money that comes back.
pub fn is_refund(page: &Page<'_>) -> bool {
    WORDS.refund.contains_folded(&page.head(3))
}

/// Whether the head speaks of goods that were sent back. Only with an amount that comes back is it about a refund.
pub fn is_return(page: &Page<'_>) -> bool {
    WORDS.returned.contains_folded(&page.head(4))
}

/// The first reason to refuse, if any.
pub fn refusal(page: &Page<'_>, seen: &Seen<'_>) -> Option<Refusal> {
    let words = &*WORDS;
    if page.document.truncated {
        return Some(Refusal::TooLong);
    }
    if is_forwarded(&page.document.subject, &page.subject) {
        return Some(Refusal::Forwarded);
    }
    if seen.structured && (seen.total.choice.value.is_some() || seen.number) {
        return None;
    }
    if page.document.is_blank() {
        return Some(Refusal::Empty);
    }
    // A statement of account lists giro numbers, too; only a demand says by when to pay.
    let demanded = seen.payable && seen.due_date;
    if !page.is_mail() && !demanded && is_other_paper(page) {
        return Some(Refusal::OtherPaper);
    }
    if words.promotion.contains(&page.subject) && !words.receipt.contains(&page.subject) {
        return Some(Refusal::Promotion);
    }
    let has_total = seen.total.choice.value.is_some();
    let receipt_words = seen.payable || words.receipt.contains_folded(&all_words(page));
    let parts = seen
        .amounts
        .iter()
        .filter_map(|l| l.label.as_ref())
        .any(|l| matches!(l.class, Class::Net | Class::Vat));
    if has_total && !seen.total.labelled {
        let early = words.receipt.contains_folded(&page.head(10));
        if !early || !(seen.number || seen.date) {
            return Some(Refusal::NoReceiptWords);
        }
    }
    if !receipt_words && !(has_total && seen.total.labelled && (seen.number || parts)) {
        return Some(Refusal::NoReceiptWords);
    }
    let head = page.head(5);
    let short_head = page.head(2);
    let parcels = page.is_mail() && shipping(page, 5);
    if page.is_mail() && !has_total && !seen.total.several {
        let confirmed = seen.number && words.confirmed.contains_folded(&head) && !parcels;
        if !confirmed {
            return Some(Refusal::NoTotal);
        }
    }
    if !page.is_mail() && !has_total && !seen.number {
        return Some(Refusal::NoTotal);
    }
    let upcoming = words.upcoming_head.contains_folded(&short_head)
        && !words.paper.contains_folded(&format!(" {} ", page.subject.folded()));
    if upcoming && !is_refund(page) && !(seen.invoice_number && seen.due_date) {
        return Some(Refusal::Upcoming);
    }
    // An order is confirmed although its receipt follows; anything else that denies to be one is none.
    let confirmed = words.confirmed.contains_folded(&head) || words.paper.contains_folded(&short_head);
    if !confirmed && !seen.expected && words.disclaimer.contains_folded(&all_words(page)) {
        return Some(Refusal::Disclaimed);
    }
    let shape = |class: Class| {
        seen.amounts
            .iter()
            .filter_map(|l| l.label.as_ref())
            .any(|l| l.class == class)
    };
    let receipt_shape =
        has_total && (shape(Class::Grand) || seen.total.labelled && (seen.number || parts || shape(Class::Delivery)));
    if parcels && !receipt_shape && !seen.expected {
        return Some(Refusal::Shipping);
    }
    if page.is_mail() && shipping(page, 2) && !words.paper.contains_folded(&head) && !seen.expected {
        return Some(Refusal::Shipping);
    }
    let settled = [
        "paid", "receipt", "total", "betalt", "betalat", "kvitto", "totalt", "summa",
    ];
    let text = all_words(page);
    if words.upcoming_body.contains_folded(&text)
        && !seen.number
        && !settled.iter().any(|w| text.contains(&format!(" {w} ")))
    {
        return Some(Refusal::Upcoming);
    }
    None
}

/// Whether a heading, at most a few words among the first lines, calls it something else than an invoice.
fn is_other_paper(page: &Page<'_>) -> bool {
    let mut first = page.lines.iter().take(3).flatten();
    if first.any(|reads| WORDS.summons.starts_with(&reads.words)) {
        return true;
    }
    // A line of more cells is the head of a table, where `Kontrakt` is only the label of a number.
    let heads = page.lines.iter().take(5).filter(|line| line.len() <= 2).flatten();
    heads.filter(|reads| reads.words.len() <= 14).any(|reads| {
        let Some(name) = WORDS.other_paper.find(&reads.words) else {
            return false;
        };
        // In a longer heading it comes first, and no number follows as after the label of one.
        let number = reads.words.word(name.end).bytes().any(|b| b.is_ascii_digit());
        let heading = if reads.words.len() <= 6 {
            name.start <= 1
        } else {
            name.start == 0 && !number
        };
        heading && !WORDS.paper.contains(&reads.words)
    })
}

/// `Re:`, `Fwd:`, `VB:` begin the subject.
fn is_forwarded(subject: &str, words: &Words) -> bool {
    let first = words.word(0);
    let colon = subject[words.span(0).1..].trim_start().starts_with(':');
    colon && !first.is_empty() && WORDS.forwarded.contains_folded(&format!(" {first} "))
}

/// Shipping words in the head, sentences about what will be left out.
fn shipping(page: &Page<'_>, lines: usize) -> bool {
    let words = &*WORDS;
    let texts = page
        .document
        .lines
        .iter()
        .take(lines)
        .flatten()
        .map(|cell| cell.text.as_str());
    let heads = [page.document.title.as_str(), page.document.subject.as_str()];
    heads
        .into_iter()
        .chain(texts)
        .flat_map(|text| text.split(['.', '!', '?']))
        .any(|sentence| {
            let sentence = Words::of(sentence);
            words.shipping.contains(&sentence) && !words.future.contains(&sentence)
        })
}

fn all_words(page: &Page<'_>) -> String {
    let mut all = page.head(0);
    for reads in page.lines.iter().flatten() {
        all.push_str(reads.words.folded());
    }
    all
}
