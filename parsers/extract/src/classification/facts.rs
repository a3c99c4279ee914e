//! Input and result of the classification.

use std::cell::OnceCell;

use parser_document::Cell;
use parser_model::Reason;
use parser_model::reading::Evidence;

use crate::page::Page;
use crate::payment;
use crate::phrases::{Amounts, Documents};
use crate::rule::Rule;
use crate::total::{Labelled, Total};
use crate::words::Words;

/// The input of the classification besides the page.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own, named where it is set"
)]
pub struct Facts<'a> {
    pub total: &'a Total,
    pub amounts: &'a [Labelled],
    pub number: bool,
    pub invoice_number: bool,
    pub receipt_number: bool,
    pub date: bool,
    pub due_date: bool,
    /// Whether it states a giro and a reference, due date or labelled total: a demand for payment, whatever it is called.
    pub payable: bool,
    /// Whether machine-readable values name an order, invoice or reservation.
    pub structured: bool,
    pub items: bool,
    /// Whether the sender and the subject are a configured vendor's: its mails of that subject are orders.
    pub expected: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classification {
    /// The id of the rule that decided.
    pub rule: &'static str,
    /// Why it isn't an invoice; `None` if it is one.
    pub reason: Option<Reason>,
}

pub const FIELD: &str = "classification";

impl Classification {
    /// An invoice because a reader of such documents says so: a layout accepts it, or it found the total.
    pub const fn known(reader: &'static str) -> Self {
        Classification {
            rule: reader,
            reason: None,
        }
    }

    /// The evidence of the decision. It has a value if the document is an invoice.
    pub fn evidence(&self) -> Evidence {
        Evidence {
            field: FIELD.to_owned(),
            value: self.reason.is_none().then(|| "an invoice".to_owned()),
            because: self.reason.map(|reason| reason.to_string()).unwrap_or_default(),
            rule: Some(self.rule.to_owned()),
            ..Evidence::default()
        }
    }
}

/// Whether the head mentions money that comes back.
pub fn is_refund(page: &Page<'_>) -> bool {
    // Spanish for cash on delivery
    Documents::Refund.contains_folded(&page.head(3).replace(" contra reembolso ", " "))
}

/// Whether the head mentions goods that were sent back. Only with an amount that comes back is it about a refund.
pub fn is_return(page: &Page<'_>) -> bool {
    Documents::Return.contains_folded(&page.head(4))
}

/// Whether the document says that it is itself a receipt: `This email serves as your receipt`.
pub fn is_own_receipt(page: &Page<'_>) -> bool {
    let mut contents = page.lines.iter().flatten();
    contents.any(|content| Documents::OwnReceipt.contains(&content.words))
}

/// Whether the head names a receipt or an order, and the page how it was paid.
pub fn is_paid_receipt(page: &Page<'_>) -> bool {
    is_headed_as_receipt(page) && payment::method(page).value.is_some()
}

/// Number of first lines that can contain a title: the letterhead and the addresses may be above it.
const HEAD_LINES: usize = 20;
/// How much larger than most letters a title's letters are.
const LARGE: f32 = 1.2;

/// Whether a title in large letters, or the line that says what a letter is about, calls it something other than an invoice.
pub(super) fn is_titled_other_paper(page: &Page<'_>) -> bool {
    let large = LARGE * page.usual_height();
    let cells = page.document.lines.iter().take(HEAD_LINES).flatten();
    let contents = page.lines.iter().take(HEAD_LINES).flatten();
    cells.zip(contents).any(|(cell, content)| {
        let words = &content.words;
        let name = Documents::OtherDocument.find(words);
        let is_title = || cell.height >= large && name.as_ref().is_some_and(|name| name.start == 0);
        let is_subject = || name.is_some() && Documents::SubjectLine.starts_with(words);
        words.len() <= 14 && !Documents::PaymentDocument.contains(words) && (is_title() || is_subject())
    })
}

/// Whether the head of a mail names a receipt or an order: its subject, its title, or a short line of its first ones.
pub(super) fn is_headed_as_receipt(page: &Page<'_>) -> bool {
    let first = page.lines.iter().take(6).flatten().map(|content| &content.words);
    let short = first.filter(|words| words.len() <= 8);
    [&page.subject, &page.title].into_iter().chain(short).any(names_receipt)
}

/// Whether words name a receipt, an order or money that comes back.
pub(super) fn names_receipt(words: &Words) -> bool {
    use Documents::{CreditNote, OrderConfirmation, Receipt, Refund};
    let names = [Receipt, OrderConfirmation, Refund, CreditNote];
    names.iter().any(|names| names.contains(words))
}

/// Whether a short heading among the first lines calls it something other than an invoice.
pub(super) fn is_other_paper(page: &Page<'_>) -> bool {
    let mut first = page.lines.iter().take(3).flatten();
    if first.any(|content| Documents::MeetingNotice.starts_with(&content.words)) {
        return true;
    }
    // A line of more cells is the header row of a table, in which `Kontrakt` is only the label of a number.
    let heads = page.lines.iter().take(5).filter(|line| line.len() <= 2).flatten();
    heads.filter(|content| content.words.len() <= 14).any(|content| {
        let Some(name) = Documents::OtherDocument.find(&content.words) else {
            return false;
        };
        // In a longer heading the name comes first. A number after it would make it the number's label.
        let number = content.words.word(name.end).bytes().any(|b| b.is_ascii_digit());
        let heading = if content.words.len() <= 6 {
            name.start <= 1
        } else {
            name.start == 0 && !number
        };
        heading && !Documents::PaymentDocument.contains(&content.words)
    })
}

/// Whether the subject begins with `Re:`, `Fwd:`, `VB:`.
pub fn is_forwarded(subject: &str, words: &Words) -> bool {
    let first = words.word(0);
    let colon = subject[words.span(0).1..].trim_start().starts_with(':');
    colon && !first.is_empty() && Documents::Forwarded.occur_in(first)
}

/// Whether the title, the subject or the first lines mention a parcel. Sentences about the future do not count, nor does a row of the
/// states that an order goes through.
pub(super) fn mentions_shipping(page: &Page<'_>, lines: usize) -> bool {
    // `Delivery: DHL Paket`
    let names_service = |text: &str| {
        text.split_once(':')
            .is_some_and(|(_, value)| Amounts::Carrier.starts_with(&Words::of(value)))
    };
    let mentions = |text: &str| {
        !names_service(text)
            && text.split(['.', '!', '?']).any(|sentence| {
                let sentence = Words::of(sentence);
                Documents::ShippingHeading.contains(&sentence) && !Documents::Future.contains(&sentence)
            })
    };
    let in_line = |line: &Vec<Cell>| {
        let count = line.iter().filter(|cell| mentions(&cell.text)).count();
        count == 1 || count > 1 && line.len() == count
    };
    let heads = [page.document.title.as_str(), page.document.subject.as_str()];
    heads.into_iter().any(mentions) || page.document.lines.iter().take(lines).any(in_line)
}

/// Every word of the title, the subject and the page, folded.
pub(super) fn all_words(page: &Page<'_>) -> String {
    let mut all = page.head(0);
    for content in page.lines.iter().flatten() {
        all.push_str(content.words.folded());
    }
    all
}

/// `Ok` if a document is an invoice.
pub(super) type Verdict = Result<(), Reason>;

pub(super) struct Input<'a> {
    pub(super) page: &'a Page<'a>,
    pub(super) facts: &'a Facts<'a>,
    pub(super) text: OnceCell<String>,
    /// Whether the page names a payment method.
    pub(super) payment: OnceCell<bool>,
}

pub(super) type InvoiceRule = Rule<fn(&Input<'_>) -> Option<Verdict>>;

pub(super) fn refuse(refuses: bool, reason: Reason) -> Option<Verdict> {
    refuses.then_some(Err(reason))
}
