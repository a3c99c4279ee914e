//! The general reading: everything that a document states, whoever wrote it, with the evidence.

use std::fmt::Display;
use std::sync::LazyLock;

use parser_model::Money;
use parser_model::reading::{Direction, Evidence, MailContext, Stated};

use crate::choice::Choice;
use crate::classification::{self, Classification, Facts};
use crate::document_dates::LabelledDate;
use crate::numbers::{self, Number, NumberKind};
use crate::page::Page;
use crate::phrases::{Amounts, Phrases};
use crate::receipt::Receipt;
use crate::total::labels::Class;
use crate::total::{self, Labelled, Total};
use crate::words::Words;
use crate::{currency, direction, document_dates, finish, giro, items, payment, period, ranking, structured, vendor};
use parser_document::Document;

/// The most steps that a reading may take, from the laid-out document to the record. A receipt takes less than a million.
pub const STEPS: u64 = 100_000_000;
/// A mail confirms at most so many orders.
const MAX_ORDERS: usize = 20;

/// What the general reading found in a document.
#[derive(Debug)]
pub struct General<'a> {
    /// The document, looked through.
    pub page: Page<'a>,
    /// One for each order, or one for the whole document. Never empty.
    pub receipts: Vec<Receipt>,
    /// Whether it is an invoice.
    pub classification: Classification,
    /// Where each field came from.
    pub evidence: Vec<Evidence>,
    /// The ids of the rules that evidence does not name: those of the direction, of machine-readable data and of checks.
    pub rules: Vec<&'static str>,
}

/// Reads a document.
pub fn read<'a>(document: &'a Document, context: &MailContext) -> General<'a> {
    let page = Page::new(document, context.received_on);
    let whole = match document.over_limit {
        None => PageReading::read(&page, context),
        Some(_) => PageReading::default(),
    };
    let classification = whole.classify(&page, context);
    let mut receipts = match classification.reason {
        // A printed invoice may name several orders and is one invoice.
        None if page.is_mail() => read_orders(&page, &whole, context),
        _ => Vec::new(),
    };
    if receipts.is_empty() {
        receipts.push(whole.receipt.clone());
    }
    let PageReading {
        amounts,
        mut evidence,
        mut rules,
        ..
    } = whole;
    for receipt in &mut receipts {
        rules.extend(finish::finish(receipt, context, &page, &amounts));
    }
    if let [receipt] = receipts.as_slice() {
        show_sign(&mut evidence, receipt.stated.total_amount);
    }
    evidence.extend(classification.evidence());
    General {
        page,
        receipts,
        classification,
        evidence,
        rules,
    }
}

/// The total of a refund is negative, whichever sign the page writes: the evidence shows it as the record does.
fn show_sign(evidence: &mut [Evidence], total: Option<Money>) {
    let Some(total) = total else { return };
    for known in evidence.iter_mut().filter(|known| known.field == "total_amount") {
        if known.value.as_deref().and_then(|value| value.parse().ok()) == Some(-total) {
            known.value = Some(total.to_string());
        }
    }
}

/// A page, read as one order.
#[derive(Default)]
struct PageReading {
    receipt: Receipt,
    total: Total,
    amounts: Vec<Labelled>,
    numbers: Vec<Number>,
    evidence: Vec<Evidence>,
    /// The ids of rules that the evidence does not name.
    rules: Vec<&'static str>,
    /// Whether it states its date, by the rules or its machine-readable data.
    is_dated: bool,
    due_date: bool,
}

impl PageReading {
    fn read(page: &Page<'_>, context: &MailContext) -> Self {
        let announced = direction::of_page(page);
        let refund = announced.is_some_and(|decision| decision.direction == Direction::Refund);
        let amounts = total::labelled(page, refund);
        let total = total::choose(page, &amounts, refund);
        let numbers = numbers::find(page);
        let dates = document_dates::find(page);
        let mut stated = Stated::default();
        let mut note = Recorder::default();
        stated.total_amount = note.keep("total_amount", total.choice.clone());
        stated.currency = note.keep("currency", currency::choose(page, &total, &amounts));
        stated.vendor_name = note.keep("vendor_name", vendor::choose(page, context.vendor_name.as_deref()));
        let invoice_date = document_dates::invoice_date(page, &dates, &numbers, total.amount.as_ref());
        // Offers have dates, too: one that only the ranking takes says nothing of what the document is.
        let is_dated = invoice_date.value.is_some() && invoice_date.rule != Some(ranking::RULE);
        stated.invoice_date = note.keep("invoice_date", invoice_date);
        stated.due_date = note.keep("due_date", document_dates::due_date(page, &dates, stated.invoice_date));
        stated.order_id = note.keep("order_id", numbers::order_id(page, &numbers));
        stated.invoice_number = note.keep("invoice_number", numbers::invoice_number(page, &numbers));
        stated.ocr = note.keep("ocr", giro::ocr(page));
        stated.bankgiro = note.keep("bankgiro", giro::bankgiro(page));
        stated.plusgiro = note.keep("plusgiro", giro::plusgiro(page));
        let direction = announced.unwrap_or_else(|| direction::of_total(stated.total_amount));
        stated.direction = direction.direction;
        let mut rules = vec![direction.rule];
        if let Some(structured) = page.structured.first() {
            let merged = structured::merge(&mut stated, structured, &amounts);
            note.evidence.extend(merged.evidence);
            rules.extend(merged.rules);
        }
        let mut receipt = Receipt {
            stated,
            ..Receipt::default()
        };
        receipt.receipt_number = numbers::receipt_number(page, &numbers).value;
        if page.is_mail() {
            read_details(&mut receipt, page, &amounts, &dates);
        }
        let due_date = receipt.stated.due_date.is_some();
        let is_marked_up = page.structured.first().is_some_and(|s| s.stated.invoice_date.is_some());
        PageReading {
            receipt,
            total,
            amounts,
            numbers,
            evidence: note.evidence,
            rules,
            is_dated: is_dated || is_marked_up,
            due_date,
        }
    }

    fn classify(&self, page: &Page<'_>, context: &MailContext) -> Classification {
        let stated = &self.receipt.stated;
        let mut total = self.total.clone();
        if total.choice.value.is_none() && stated.total_amount.is_some() {
            total.choice.value = stated.total_amount;
            total.labelled = true;
        }
        classification::classify(
            page,
            &Facts {
                total: &total,
                amounts: &self.amounts,
                number: stated.order_id.is_some() || stated.invoice_number.is_some() || !self.numbers.is_empty(),
                invoice_number: stated.invoice_number.is_some(),
                date: self.is_dated || self.due_date,
                due_date: self.due_date,
                payable: (stated.bankgiro.is_some() || stated.plusgiro.is_some())
                    && (stated.ocr.is_some() || stated.due_date.is_some() || total.labelled),
                structured: !page.structured.is_empty(),
                items: !self.receipt.items.is_empty(),
                expected: context.vendor_id.is_some(),
            },
        )
    }
}

/// Collects the evidence of choices.
#[derive(Default)]
struct Recorder {
    evidence: Vec<Evidence>,
}

impl Recorder {
    /// Records a choice and returns its value.
    fn keep<T: Display>(&mut self, field: &str, choice: Choice<T>) -> Option<T> {
        self.evidence.extend(choice.evidence(field));
        choice.value
    }
}

static TIP: LazyLock<Phrases> = LazyLock::new(|| Amounts::Tip.phrases());
static DEPOSIT: LazyLock<Phrases> = LazyLock::new(|| Amounts::ContainerDeposit.phrases());

/// Whether one of two names begins with the other.
fn is_same_name(one: &Words, other: &Words) -> bool {
    let (one, other) = (one.folded(), other.folded());
    !one.trim().is_empty() && !other.trim().is_empty() && (one.starts_with(other) || other.starts_with(one))
}

/// Reads what only the categories of mails use.
fn read_details(receipt: &mut Receipt, page: &Page<'_>, amounts: &[Labelled], dates: &[LabelledDate]) {
    let is = |phrases: &'static Phrases| move |words: &str| items::speaks_of(phrases, words);
    let parts = items::parts(page, amounts);
    let goods = items::find(page, amounts, &parts, receipt.stated.total_amount);
    receipt.items = goods.items;
    let vendor = Words::of(receipt.stated.vendor_name.as_deref().unwrap_or_default());
    for item in &mut receipt.items {
        // The name of the shop above its items says nothing of their brand.
        item.brand = item
            .brand
            .take()
            .filter(|brand| !is_same_name(&Words::of(brand), &vendor));
    }
    receipt.tax = items::stated(&parts, Class::Vat, |_| true);
    let prices: Option<Money> = receipt.items.iter().map(|item| item.price).sum();
    receipt.delivery_fee = items::stated(&parts, Class::Delivery, |_| true)
        .or_else(|| items::joint_delivery(&parts, prices?, receipt.stated.total_amount?))
        .or_else(|| items::free_delivery(page, &parts));
    let discount = items::stated(&parts, Class::Discount, |_| true).map(Money::abs);
    receipt.discount = discount.or(goods.reduction);
    receipt.tip = items::stated(&parts, Class::Fee, is(&TIP));
    receipt.deposit = items::deposit(&parts, is(&DEPOSIT));
    receipt.service_fee = items::stated(&parts, Class::Fee, |words| !is(&TIP)(words) && !is(&DEPOSIT)(words));
    receipt.payment_method = payment::method(page);
    if let Some((start, end)) = period::find(page, dates) {
        receipt.period_start = Some(start);
        receipt.period_end = Some(end);
    }
}

/// A receipt for each order of a mail, if each has a total; none where the mail is one order.
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

/// One of several orders in its lines of the page; `None` where they state no total.
fn read_order(
    page: &Page<'_>,
    whole: &PageReading,
    context: &MailContext,
    lines: std::ops::Range<usize>,
    number: &str,
) -> Option<Receipt> {
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
    let read = PageReading::read(&part, context);
    let mut receipt = read.receipt;
    receipt.stated.total_amount.filter(|_| read.total.labelled)?;
    let common = &whole.receipt.stated;
    receipt.stated.order_id = Some(number.to_owned());
    receipt.stated.vendor_name.clone_from(&common.vendor_name);
    receipt.stated.currency = receipt.stated.currency.or(common.currency);
    receipt.stated.invoice_date = receipt.stated.invoice_date.or(common.invoice_date);
    receipt.stated.direction = common.direction;
    receipt.payment_method = receipt.payment_method.or_else(|| whole.receipt.payment_method.clone());
    Some(receipt)
}
