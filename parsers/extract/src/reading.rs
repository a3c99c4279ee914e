//! The general reading: everything that a document of any sender states, with the evidence.

mod details;
mod question;

use parser_model::reading::{Direction, Evidence, MailContext};
use parser_model::{LabelPhrase, Reason, Warning};

use crate::choice::Choice;
use crate::classification::{self, Classification, Facts};
use crate::numbers::{self, Number, NumberKind};
use crate::page::Page;
use crate::receipt::Receipt;
use crate::receipt::field::identity::ORDER_NUMBER;
use crate::receipt::field::{
    BANKGIRO, CURRENCY, DIRECTION, DUE_DATE, INVOICE_DATE, INVOICE_NUMBER, OCR, ORDER_ID, PAYMENT_METHOD, PLUSGIRO,
    RECEIPT_NUMBER, TOTAL_AMOUNT, VENDOR_NAME,
};
use crate::taught::{self, Taught};
use crate::total::{self, ANSWERED, Labelled, Total};
use crate::{currency, direction, document_dates, finish, giro, identity, items, structured, vendor};
use parser_document::Document;

/// Maximum number of steps that a reading may take, from the laid-out document to the record. A receipt takes less than a million.
pub const STEPS: u64 = 100_000_000;
/// Maximum number of orders that a mail confirms.
const MAX_ORDERS: usize = 20;

/// What the general reading found in a document.
#[derive(Debug)]
pub struct General<'a> {
    /// The document, looked through.
    pub page: Page<'a>,
    /// One for each order, or one for the whole document. Never empty.
    pub receipts: Vec<Receipt>,
    pub classification: Classification,
    /// The ids of the rules that evidence does not name: those of machine-readable data and of checks.
    pub rules: Vec<&'static str>,
    /// Of a document that is refused: the amounts with labels that the vocabulary does not have.
    pub unknown_labels: Vec<String>,
    /// The label of the value in the context's lesson.
    pub label: Option<LabelPhrase>,
    amounts: Vec<Labelled>,
    total: Total,
}

/// The name of the unknown labels in the evidence.
pub const UNKNOWN_LABELS: &str = "unknown_labels";

impl General<'_> {
    /// Normalises and checks the receipts, after everyone has filled them.
    pub fn finish(&mut self, context: &MailContext) {
        for receipt in &mut self.receipts {
            self.rules
                .extend(finish::finish(receipt, context, &self.page, &self.amounts));
        }
    }

    /// Reads the items of a PDF that is an invoice. Those of a mail are read earlier: they help to tell what it is.
    pub fn read_items(&mut self) {
        if self.page.is_mail() || self.classification.reason.is_some() {
            return;
        }
        let parts = items::parts(&self.page, &self.amounts);
        for receipt in &mut self.receipts {
            let goods = items::find(&self.page, &self.amounts, &parts, receipt.get(TOTAL_AMOUNT));
            if goods.are_listed && goods.items.value.is_none() {
                receipt.warnings.push(Warning::Items);
            }
            receipt.set_items(goods.items);
        }
    }

    /// Why the document is an invoice or none, and why each field has its value. With several orders each names its own.
    pub fn evidence(&self) -> Vec<Evidence> {
        let several = self.receipts.len() > 1;
        let orders = (1..).zip(&self.receipts).flat_map(|(order, receipt)| {
            receipt.evidence().cloned().map(move |evidence| Evidence {
                order: several.then_some(order),
                ..evidence
            })
        });
        let unknown = (!self.unknown_labels.is_empty()).then(|| Evidence {
            field: UNKNOWN_LABELS.to_owned(),
            because: self.unknown_labels.join("; "),
            ..Evidence::default()
        });
        std::iter::once(self.classification.evidence())
            .chain(unknown)
            .chain(orders)
            .collect()
    }
}

pub fn read<'a>(document: &'a Document, context: &MailContext) -> General<'a> {
    let mut general = read_page(Page::new(document, context.received_on), context, None);
    general.finish(context);
    general
}

/// Reads a page. The receipts are not [finished](General::finish), so that a layout can complete them. If a layout has
/// `confirmed` the document, it is an invoice of that direction, whatever its words say.
pub fn read_page<'a>(page: Page<'a>, context: &MailContext, confirmed: Option<Direction>) -> General<'a> {
    let announced = match (context.answer, confirmed) {
        (Some(answer), _) => direction::of_total(Some(answer.total_amount)),
        (None, Some(direction)) => Choice::taken(direction, "the layout, which confirms the mail"),
        (None, None) => direction::of_page(&page),
    };
    let whole = match page.document.over_limit {
        None => PageReading::read(&page, context, announced),
        Some(_) => PageReading::default(),
    };
    let is_none = context.answer.is_none() && taught::has_phrase(&page, &context.not_invoice);
    let classification = match confirmed {
        _ if is_none => Classification {
            rule: "vendor",
            reason: Some(Reason::Disclaimed),
        },
        Some(_) if page.document.over_limit.is_none() => Classification::known("layout"),
        _ if context.answer.is_some() => Classification::known("answer"),
        _ => whole.classify(&page, context),
    };
    let mut receipts = match classification.reason {
        // A printed invoice may name several orders and is one invoice.
        None if page.is_mail() && context.answer.is_none() => read_orders(&page, &whole, context),
        _ => Vec::new(),
    };
    if receipts.is_empty() {
        receipts.push(whole.receipt.clone());
    }
    let PageReading {
        amounts, rules, total, ..
    } = whole;
    let is_read = classification.reason.is_none() && receipts.iter().all(|receipt| receipt.has(TOTAL_AMOUNT));
    let unknown_labels = if is_read {
        Vec::new()
    } else {
        total::unknown_labels(&page, &amounts)
    };
    let lesson = context.lesson.as_ref();
    General {
        label: lesson.and_then(|lesson| taught::label_of(&page, lesson)),
        page,
        receipts,
        classification,
        rules,
        unknown_labels,
        amounts,
        total,
    }
}

#[derive(Default)]
struct PageReading {
    receipt: Receipt,
    total: Total,
    amounts: Vec<Labelled>,
    numbers: Vec<Number>,
    /// The ids of rules that the evidence does not name.
    rules: Vec<&'static str>,
    /// Whether it states its date, by the rules or its machine-readable data.
    is_dated: bool,
}

impl PageReading {
    fn read(page: &Page<'_>, context: &MailContext, announced: Choice<Direction>) -> Self {
        let refund = announced.value == Some(Direction::Refund);
        let amounts = total::labelled(page, refund);
        let taught = Taught::new(&context.labels);
        let total = match context.answer {
            Some(answer) => Total::answered(answer, &amounts),
            None => taught
                .total(page, &amounts)
                .unwrap_or_else(|| total::choose(page, &amounts, refund)),
        };
        let numbers = numbers::find(page);
        let dates = document_dates::find(page);
        let mut receipt = Receipt::default();
        taught.fill(page, &mut receipt);
        receipt.set(TOTAL_AMOUNT, total.choice.clone());
        receipt.set(
            CURRENCY,
            Choice::of(context.answer.and_then(|answer| answer.currency), ANSWERED),
        );
        receipt.set(CURRENCY, currency::choose(page, &total, &amounts));
        receipt.set(VENDOR_NAME, vendor::choose(page, context.vendor_name.as_deref()));
        receipt.set(
            INVOICE_DATE,
            document_dates::invoice_date(page, &dates, &numbers, total.amount.as_ref()),
        );
        let is_dated = receipt.has(INVOICE_DATE);
        let day = receipt.get(INVOICE_DATE);
        receipt.set(DUE_DATE, document_dates::due_date(page, &dates, day));
        receipt.set(ORDER_ID, numbers::order_id(page, &numbers));
        receipt.set(INVOICE_NUMBER, numbers::invoice_number(page, &numbers));
        receipt.set(OCR, giro::ocr(page));
        receipt.set(BANKGIRO, giro::bankgiro(page));
        receipt.set(PLUSGIRO, giro::plusgiro(page));
        receipt.set(DIRECTION, announced);
        receipt.set(DIRECTION, direction::of_total(receipt.get(TOTAL_AMOUNT)));
        numbers::set_sorts(&mut receipt, page, &numbers);
        let structured = page.structured.first();
        let rules = structured::merge(&mut receipt, &page.structured, &amounts);
        receipt.set(RECEIPT_NUMBER, numbers::receipt_number(page, &numbers));
        if page.is_mail() {
            details::read(&mut receipt, page, &amounts, &dates);
        }
        identity::set(&mut receipt, page, &amounts, &dates);
        let is_marked_up = structured.is_some_and(|known| known.stated.invoice_date.is_some());
        PageReading {
            receipt,
            total,
            amounts,
            numbers,
            rules,
            is_dated: is_dated || is_marked_up,
        }
    }

    fn classify(&self, page: &Page<'_>, context: &MailContext) -> Classification {
        let receipt = &self.receipt;
        let has_due_date = receipt.has(DUE_DATE);
        let has_invoice_number = receipt.has(INVOICE_NUMBER);
        let mut total = self.total.clone();
        if total.choice.value.is_none() && receipt.has(TOTAL_AMOUNT) {
            total.choice.value = receipt.get(TOTAL_AMOUNT);
            total.labelled = true;
        }
        // A receipt whose total is uncertain is still a receipt.
        let is_labelled = || self.amounts.iter().any(Labelled::is_total);
        let is_demand = has_invoice_number && has_due_date;
        let is_uncertain = total.choice.is_refusal()
            && (is_labelled() || is_demand || classification::is_paid_receipt(page))
            || classification::is_own_receipt(page);
        if total.choice.value.is_none() && !total.several && is_uncertain {
            let refund = is_refund(receipt);
            let candidates = total::candidates(page, &self.amounts, &total, refund);
            total.choice.value = candidates.first().map(|likeliest| likeliest.value);
            total.labelled = is_labelled();
        }
        classification::classify(
            page,
            &Facts {
                total: &total,
                amounts: &self.amounts,
                number: receipt.has(ORDER_ID) || has_invoice_number || !self.numbers.is_empty(),
                invoice_number: has_invoice_number,
                receipt_number: receipt.has(RECEIPT_NUMBER),
                date: self.is_dated || has_due_date,
                due_date: has_due_date,
                payable: (receipt.has(BANKGIRO) || receipt.has(PLUSGIRO))
                    && (receipt.has(OCR) || has_due_date || total.labelled),
                structured: !page.structured.is_empty(),
                items: !receipt.items().is_empty(),
                expected: context.vendor_id.is_some(),
            },
        )
    }
}

fn is_refund(receipt: &Receipt) -> bool {
    receipt.get(DIRECTION) == Some(Direction::Refund)
}

/// A receipt for each order of a mail, if each has a total; none if the mail is one order.
fn read_orders(page: &Page<'_>, whole: &PageReading, context: &MailContext) -> Vec<Receipt> {
    for kind in [NumberKind::Order, NumberKind::Transaction] {
        let certain: Vec<&Number> = whole.numbers.iter().filter(|n| n.kind == kind && n.rank <= 1).collect();
        // The mail may begin with a list of the numbers. Each order begins at its number's last place, or else at the first.
        for numbers in [certain.iter().rev().copied().collect::<Vec<_>>(), certain] {
            let receipts = read_orders_at(page, whole, context, &numbers);
            if receipts.len() > 1 {
                return receipts;
            }
        }
    }
    Vec::new()
}

/// A receipt for each different number. Its order begins at the line of the number's first entry in the list.
fn read_orders_at(page: &Page<'_>, whole: &PageReading, context: &MailContext, numbers: &[&Number]) -> Vec<Receipt> {
    let mut starts: Vec<(usize, &str)> = Vec::new();
    for number in numbers {
        if let Some(at) = number.at
            && !starts.iter().any(|(_, value)| *value == number.value)
        {
            starts.push((at.line, number.value.as_str()));
        }
    }
    starts.sort_unstable();
    if !(2..=MAX_ORDERS).contains(&starts.len()) {
        return Vec::new();
    }
    let ends = starts.iter().skip(1).map(|(line, _)| *line).chain([page.lines.len()]);
    let parts = starts.iter().zip(ends);
    let receipts: Option<Vec<Receipt>> = parts
        .map(|((start, number), end)| read_order(page, whole, context, *start..end, number))
        .collect();
    receipts.unwrap_or_default()
}

/// One of several orders in its lines of the page; `None` if they state no total.
fn read_order(
    page: &Page<'_>,
    whole: &PageReading,
    context: &MailContext,
    lines: std::ops::Range<usize>,
    number: &str,
) -> Option<Receipt> {
    let first_line = lines.start;
    let document = Document {
        kind: page.document.kind,
        lines: page.document.lines[lines].to_vec(),
        subject: page.document.subject.clone(),
        from_address: page.document.from_address.clone(),
        links: page.document.links.clone(),
        ..Document::default()
    };
    let mut part = Page::new(&document, context.received_on);
    part.day_order = page.day_order;
    part.language = page.language;
    part.decimals = page.decimals;
    let common = &whole.receipt;
    let read = PageReading::read(&part, context, direction::of_page(&part));
    let mut receipt = read.receipt;
    if !read.total.labelled || !receipt.has(TOTAL_AMOUNT) {
        return None;
    }
    receipt.change_items(|item| {
        if let Some(at) = &mut item.at {
            at.line += first_line;
        }
    });
    let begins = Choice::taken(number.to_owned(), "the number that its part of the page begins with");
    let is_its_order = |known: &Number| known.kind == NumberKind::Order && known.value == number;
    if whole.numbers.iter().any(is_its_order) {
        receipt.replace(ORDER_NUMBER, begins.clone());
    }
    receipt.replace(ORDER_ID, begins);
    receipt.replace_with(VENDOR_NAME, common);
    receipt.replace_with(DIRECTION, common);
    receipt.inherit(CURRENCY, common);
    receipt.inherit(INVOICE_DATE, common);
    receipt.inherit(PAYMENT_METHOD, common);
    identity::inherit(&mut receipt, common);
    Some(receipt)
}
