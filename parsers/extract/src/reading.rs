//! The general reading: everything that a document states, with the evidence, whoever wrote it.

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
use crate::structured::{Origin, Structured};
use crate::total::labels::Class;
use crate::total::{self, Labelled, Total};
use crate::{document_dates, finish, giro, items, money, payment, period, vendor};
use parser_document::Document;

/// More orders than one mail confirms.
const MAX_ORDERS: usize = 20;

/// What the general reading made of a document.
#[derive(Debug)]
pub struct General<'a> {
    /// The document, looked through.
    pub page: Page<'a>,
    /// One an order. Never empty: the first is the whole document where it is one order or none.
    pub receipts: Vec<Receipt>,
    /// Whether it is an invoice.
    pub classification: Classification,
    /// Where each field came from.
    pub evidence: Vec<Evidence>,
}

/// Reads a document.
pub fn read<'a>(document: &'a Document, context: &MailContext) -> General<'a> {
    let page = Page::new(document, context.received_on);
    let whole = Whole::read(&page, context);
    let classification = whole.classify(&page, context);
    let mut receipts = match classification.reason {
        // A printed invoice may name several orders and is one invoice.
        None if page.is_mail() => orders(&page, &whole, context),
        _ => Vec::new(),
    };
    if receipts.is_empty() {
        receipts.push(whole.receipt.clone());
    }
    for receipt in &mut receipts {
        finish::finish(receipt, context, &page, &whole.amounts);
    }
    let mut evidence = whole.evidence;
    evidence.extend(classification.evidence());
    General {
        page,
        receipts,
        classification,
        evidence,
    }
}

/// The whole document as one order.
struct Whole {
    receipt: Receipt,
    total: Total,
    amounts: Vec<Labelled>,
    numbers: Vec<Number>,
    evidence: Vec<Evidence>,
    due_date: bool,
}

impl Whole {
    fn read(page: &Page<'_>, context: &MailContext) -> Self {
        let mut refund = classification::is_refund(page);
        let mut amounts = total::labelled(page, refund);
        if !refund && page.is_mail() && classification::is_return(page) {
            let returned = total::labelled(page, true);
            if returned.iter().any(total::comes_back) {
                (refund, amounts) = (true, returned);
            }
        }
        let total = total::choose(page, &amounts, refund);
        let numbers = numbers::find(page);
        let dates = document_dates::find(page);
        let mut evidence = Vec::new();
        let mut stated = Stated::default();
        let mut note = Notes {
            evidence: &mut evidence,
        };
        stated.total_amount = note.keep("total_amount", total.choice.clone());
        stated.currency = note.keep("currency", money::currency(page, &total, &amounts));
        stated.vendor_name = note.keep("vendor_name", vendor_name(page, context));
        stated.invoice_date = note.keep(
            "invoice_date",
            document_dates::invoice_date(page, &dates, &numbers, total.amount.as_ref()),
        );
        stated.due_date = note.keep("due_date", document_dates::due_date(page, &dates, stated.invoice_date));
        stated.order_id = note.keep("order_id", numbers::order_id(page, &numbers));
        stated.invoice_number = note.keep("invoice_number", numbers::invoice_number(page, &numbers));
        stated.ocr = note.keep("ocr", giro::ocr(page));
        stated.bankgiro = note.keep("bankgiro", giro::bankgiro(page));
        stated.plusgiro = note.keep("plusgiro", giro::plusgiro(page));
        stated.direction = if refund || stated.total_amount.is_some_and(Money::is_negative) {
            Direction::Refund
        } else {
            Direction::Charge
        };
        for structured in page.structured.iter().take(1) {
            merge(&mut stated, structured, &amounts, &mut note);
        }
        let mut receipt = Receipt {
            stated,
            ..Receipt::default()
        };
        receipt.receipt_number = numbers::receipt_number(page, &numbers).value;
        if page.is_mail() {
            fill(&mut receipt, page, &amounts, &dates);
        }
        let due_date = receipt.stated.due_date.is_some();
        Whole {
            receipt,
            total,
            amounts,
            numbers,
            evidence,
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
                date: stated.invoice_date.is_some() || self.due_date,
                due_date: self.due_date,
                payable: (stated.bankgiro.is_some() || stated.plusgiro.is_some())
                    && (stated.ocr.is_some() || stated.due_date.is_some() || total.labelled),
                structured: !page.structured.is_empty(),
                expected: context.vendor_id.is_some(),
            },
        )
    }
}

struct Notes<'a> {
    evidence: &'a mut Vec<Evidence>,
}

impl Notes<'_> {
    fn keep<T: Display>(&mut self, field: &str, choice: Choice<T>) -> Option<T> {
        self.evidence.extend(choice.evidence(field));
        choice.value
    }
}

/// The configured vendor's name, else the election's.
fn vendor_name(page: &Page<'_>, context: &MailContext) -> Choice<String> {
    match &context.vendor_name {
        Some(name) => Choice::taken(name.clone(), "the sender is this configured vendor"),
        None => vendor::vendor(page),
    }
}

/// Lays machine-readable values over the page's. An e-invoice wins; a mail's markup must not contradict what a reader sees.
fn merge(stated: &mut Stated, structured: &Structured, amounts: &[Labelled], notes: &mut Notes<'_>) {
    let wins = structured.origin == Origin::EInvoice;
    let form = &structured.form;
    let facts = &structured.stated;
    let mut warnings = Vec::new();
    if let Some(total) = facts.total_amount {
        let same = |value: Money| value.abs() == total.abs();
        let stated_so = amounts
            .iter()
            .any(|a| same(a.value) && a.label.as_ref().is_some_and(total::is_total));
        if stated.total_amount.is_some_and(|own| !same(own)) {
            warnings.push(format!("the page's total and the one of its {form} differ"));
        }
        if wins || stated_so || stated.total_amount.is_none_or(same) {
            stated.total_amount = notes.keep("total_amount", Choice::taken(total, format!("its {form}")));
            stated.currency = facts.currency.or(stated.currency);
        } else {
            stated.total_amount = notes.keep(
                "total_amount",
                Choice::refused(format!("its {form} says something else")),
            );
        }
    }
    let mut lay = |field: &str, own: &mut Option<String>, fact: &Option<String>| {
        let Some(fact) = fact else { return };
        let same = |a: &str| crate::vendor::names::key(a) == crate::vendor::names::key(fact);
        if own.as_deref().is_some_and(|own| !same(own)) {
            warnings.push(format!("the page's {field} and the one of its {form} differ"));
            if !wins {
                return;
            }
        }
        *own = notes.keep(field, Choice::taken(fact.clone(), format!("its {form}")));
    };
    lay("order_id", &mut stated.order_id, &facts.order_id);
    lay("invoice_number", &mut stated.invoice_number, &facts.invoice_number);
    if stated.vendor_name.is_none() || wins {
        lay("vendor_name", &mut stated.vendor_name, &facts.vendor_name);
    }
    for (own, fact) in [
        (&mut stated.invoice_date, facts.invoice_date),
        (&mut stated.due_date, facts.due_date),
    ] {
        if wins || own.is_none() {
            *own = fact.or(*own);
        }
    }
    stated.warnings.extend(warnings);
}

static TIP: LazyLock<Phrases> = LazyLock::new(|| Amounts::Tip.phrases());
static DEPOSIT: LazyLock<Phrases> = LazyLock::new(|| Amounts::ContainerDeposit.phrases());

/// What the categories of mails ask for beside the common part.
fn fill(receipt: &mut Receipt, page: &Page<'_>, amounts: &[Labelled], dates: &[LabelledDate]) {
    let is = |phrases: &'static Phrases| move |words: &str| items::speaks_of(phrases, words);
    let parts = items::parts(page, amounts);
    let goods = items::find(page, amounts, &parts, receipt.stated.total_amount);
    receipt.items = goods.items;
    receipt.tax = items::stated(&parts, Class::Vat, |_| true);
    receipt.delivery_fee = items::stated(&parts, Class::Delivery, |_| true);
    let discount = items::stated(&parts, Class::Discount, |_| true).map(Money::abs);
    receipt.discount = discount.or(goods.reduction);
    receipt.tip = items::stated(&parts, Class::Fee, is(&TIP));
    receipt.deposit = items::stated(&parts, Class::Fee, is(&DEPOSIT));
    receipt.service_fee = items::stated(&parts, Class::Fee, |words| !is(&TIP)(words) && !is(&DEPOSIT)(words));
    receipt.payment_method = payment::method(page);
    if let Some((start, end)) = period::find(page, dates) {
        receipt.period_start = Some(start);
        receipt.period_end = Some(end);
    }
}

/// Orders with totals of their own in one mail, one receipt each; none where it is one order.
fn orders(page: &Page<'_>, whole: &Whole, context: &MailContext) -> Vec<Receipt> {
    for kind in [NumberKind::Order, NumberKind::Transaction] {
        let surely: Vec<&Number> = whole.numbers.iter().filter(|n| n.kind == kind && n.rank <= 1).collect();
        // A list of the numbers may stand first; each order's part begins where its number stands last, or else first.
        for places in [surely.iter().rev().copied().collect::<Vec<_>>(), surely] {
            let receipts = orders_at(page, whole, context, &places);
            if receipts.len() > 1 {
                return receipts;
            }
        }
    }
    Vec::new()
}

/// One receipt for each different number, its part of the page beginning at the number's first place in the list.
fn orders_at(page: &Page<'_>, whole: &Whole, context: &MailContext, numbers: &[&Number]) -> Vec<Receipt> {
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
        .map(|((start, number), end)| order(page, whole, context, *start..end, number))
        .collect();
    receipts.unwrap_or_default()
}

/// One of several orders: its own total or nothing.
fn order(
    page: &Page<'_>,
    whole: &Whole,
    context: &MailContext,
    lines: std::ops::Range<usize>,
    number: &str,
) -> Option<Receipt> {
    let part = Document {
        kind: page.document.kind,
        lines: page.document.lines[lines].to_vec(),
        subject: page.document.subject.clone(),
        from_address: page.document.from_address.clone(),
        links: page.document.links.clone(),
        ..Document::default()
    };
    let mut own = Page::new(&part, context.received_on);
    own.day_order = page.day_order;
    own.language = page.language;
    own.decimals = page.decimals;
    let read = Whole::read(&own, context);
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
