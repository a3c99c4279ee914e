//! The texts of retail invoices that searches look through.

use diesel::prelude::*;
use invoices_domain::sources::fold;
use invoices_domain::{Money, RetailInvoiceId, SubType, UserId};
use serde_json::Value;

use crate::error::StoreError;
use crate::invoice::retail::found::Found;
use crate::invoice::retail::segment::{CATEGORY, LETTERS, SEPARATOR, written_category};
use crate::invoice::retail::segments;
use crate::listing::PAGE;
use crate::schema::{retail_details, retail_invoices, retail_texts};
use crate::store::connection::{Db, Prepared, match_backend};
use crate::text::without_nul;
use crate::types::{Record, text};

/// The fields of a detail record that people look for, beside its items.
const FIELDS: [&str; 6] = [
    "order_id",
    "invoice_number",
    "receipt_number",
    "booking_reference",
    "ocr",
    "plan",
];
/// The fields of an item that people look for.
const ITEM_FIELDS: [&str; 2] = ["name", "article_number"];

/// The zero of totals, of ten digits in a row (private use). They are within [`LETTERS`]: a separator is before a total, a mark before a
/// category. Other digits than those of texts: `189` is not found in 1890.
const ZERO: u32 = 0xe000;

/// What is searched for: an invoice has either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetailSearch {
    /// A part of the vendor, a number or an item, folded as [`fold`] does.
    pub words: String,
    /// The total without its sign.
    pub total: Option<SearchedTotal>,
}

/// A total that is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchedTotal {
    /// This amount.
    Exactly(Money),
    /// Any amount with its integer digits.
    Whole(Money),
}

impl RetailSearch {
    /// The parts of an invoice's text, of which it has one or both.
    fn parts(&self) -> Vec<String> {
        let words = without_nul(&without_marks(&self.words));
        let total = self.total.map(|total| match total {
            SearchedTotal::Exactly(total) => format!("{}{SEPARATOR}", written(total)),
            SearchedTotal::Whole(total) => written(total),
        });
        let words = Some(words).filter(|words| !words.is_empty());
        words.into_iter().chain(total).collect()
    }
}

/// A total as the text has it, always with a point.
fn written(total: Money) -> String {
    let total = total.abs().to_string();
    let point = if total.contains('.') { "" } else { "." };
    let digit = |c: char| c.to_digit(10).and_then(|digit| char::from_u32(ZERO + digit));
    let total: String = total.chars().map(|c| digit(c).unwrap_or(c)).collect();
    format!("{SEPARATOR}{total}{point}")
}

/// A text without what marks totals, categories and the ends of texts.
fn without_marks(text: &str) -> String {
    let is_mark = |c: char| [SEPARATOR, CATEGORY].contains(&c) || LETTERS.contains(&c.into());
    text.replace(is_mark, "")
}

/// What an invoice is shown with.
#[derive(Clone, Copy)]
pub(crate) struct Shown<'a> {
    pub vendor_name: &'a str,
    pub sub_type: &'a SubType,
    pub total: Money,
    pub detail: &'a Record,
}

/// The text of an invoice.
fn searched(shown: Shown<'_>) -> String {
    let detail = shown.detail;
    let fields = FIELDS.iter().filter_map(|name| detail.get(*name));
    let items = detail.get("items").and_then(Value::as_array).into_iter().flatten();
    let of_items = items.flat_map(|item| ITEM_FIELDS.iter().filter_map(|name| item.get(*name)));
    let total = written(shown.total);
    let mut texts = format!("{total}{SEPARATOR}{}", written_category(shown.sub_type));
    for text in [shown.vendor_name]
        .into_iter()
        .chain(fields.chain(of_items).filter_map(Value::as_str))
    {
        texts.push_str(&without_marks(&fold(text)));
        texts.push(SEPARATOR);
    }
    without_nul(&texts)
}

/// Writes the text of a stored invoice, and may make a segment if there are enough. `is_held` says whether the invoice was stored before.
pub(crate) fn put(
    db: &mut Db,
    user: UserId,
    id: RetailInvoiceId,
    shown: Shown<'_>,
    is_held: bool,
) -> Result<(), StoreError> {
    write(db, user, id, shown, is_held)?;
    segments::pack_sometimes(db, user, id)
}

fn write(db: &mut Db, user: UserId, id: RetailInvoiceId, shown: Shown<'_>, is_held: bool) -> Result<(), StoreError> {
    let searched = searched(shown);
    let known = retail_texts::table.find((text(user), text(id)));
    let update = diesel::update(known).set(retail_texts::text.eq(&searched));
    if !is_held || match_backend!(db, connection => Prepared(update).execute(connection))? == 0 {
        let row = (
            retail_texts::user_id.eq(text(user)),
            retail_texts::invoice_id.eq(text(id)),
            retail_texts::text.eq(&searched),
        );
        diesel::insert_into(retail_texts::table).values(row).execute(db)?;
    }
    Ok(())
}

/// Writes the texts of all invoices, which an earlier version stored, and their segments.
pub(crate) fn fill(db: &mut Db) -> Result<(), StoreError> {
    let mut after: Option<RetailInvoiceId> = None;
    loop {
        let mut next = retail_invoices::table
            .inner_join(retail_details::table)
            .order(retail_invoices::invoice_id)
            .limit(PAGE)
            .select((
                retail_invoices::user_id,
                retail_invoices::invoice_id,
                retail_invoices::vendor_name,
                retail_invoices::sub_type,
                retail_invoices::total_amount,
                retail_details::detail,
            ))
            .into_boxed();
        if let Some(after) = after {
            next = next.filter(retail_invoices::invoice_id.gt(text(after)));
        }
        let rows: Vec<(UserId, RetailInvoiceId, String, SubType, Money, Record)> = next.load(db)?;
        let Some((_, last, ..)) = rows.last() else {
            return segments::fill(db);
        };
        after = Some(*last);
        for (user, id, vendor_name, sub_type, total, detail) in rows {
            let shown = Shown {
                vendor_name: &vendor_name,
                sub_type: &sub_type,
                total,
                detail: &detail,
            };
            write(db, user, id, shown, true)?;
        }
    }
}

/// The user's invoices that a search finds.
pub(super) fn matching(db: &mut Db, user: UserId, search: &RetailSearch) -> Result<Found, StoreError> {
    segments::find(db, user, &search.parts())
}
