//! Retail invoices: counts, details, corrections and deletion.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use invoices_db::{Joined, RelatedRetail, RetailDeletion, RetailFilter, RetailInvoice, RetailSummary, Separated};
use invoices_domain::correction::{PAID, RetailField};
use invoices_domain::identity::GroupWarning;
use invoices_domain::ports::NotificationKind;
use invoices_domain::reading::{DateSource, RetailRecord};
use invoices_domain::{MessageId, RetailInvoiceId, SubType, UserId, VendorId};
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::crash::{self, Point};
use crate::error::Error;
use crate::invoice::search::search_for;
use crate::job::sweep;

impl App {
    /// How many retail invoices that the filter accepts, and that have these words, a user has in each category: every known
    /// one, or that of the filter.
    pub async fn retail_counts(
        &self,
        user: UserId,
        filter: &RetailFilter,
        words: Option<&str>,
    ) -> Result<BTreeMap<String, u64>, Error> {
        let store = self.store();
        let counted = match words.and_then(search_for) {
            Some(search) => store.matching_retail_counts(user, filter, search).await?,
            None => store.retail_counts(user, filter).await?,
        };
        let only = filter.sub_type.as_ref();
        let shown = self
            .catalogue()
            .sub_types()
            .filter(|known| only.is_none_or(|only| only == *known));
        Ok(shown
            .map(|known| (known.to_string(), counted.get(known).copied().unwrap_or_default()))
            .collect())
    }

    /// The detail record of an invoice, of this category if one is given, with the user's corrections.
    pub async fn retail_invoice(
        &self,
        user: UserId,
        sub_type: Option<&SubType>,
        id: &str,
    ) -> Result<Map<String, Value>, Error> {
        let found = match id.parse::<RetailInvoiceId>() {
            Ok(id) => self.store().retail_invoice(user, sub_type, id).await?,
            Err(_) => None,
        };
        let (summary, detail) = found.ok_or_else(not_found)?;
        let related = self
            .store()
            .related_retail(user, summary.invoice_id, MAX_RELATED)
            .await?;
        Ok(shown(&summary, detail, &related))
    }

    /// Joins two invoices by the user's word. Returns the invoice and both as they were.
    pub async fn join_retail(
        &self,
        user: UserId,
        id: &str,
        with: RetailInvoiceId,
    ) -> Result<(RetailSummary, Vec<RetailSummary>), Error> {
        let id = id.parse::<RetailInvoiceId>().map_err(|_| not_found())?;
        match self.store().join_retail(user, id, with, self.now()).await? {
            Joined::Joined { before, after } => Ok((after, before)),
            Joined::Same(invoice) => Ok((invoice.clone(), vec![invoice])),
            Joined::Unknown => Err(not_found()),
            Joined::Opposite => Err(Error::Invalid(
                "Invalid field 'with': a charge and a refund can't be one invoice.".into(),
            )),
        }
    }

    /// Separates a mail from an invoice by the user's word. Returns the invoice and those of the mail.
    pub async fn separate_retail(
        &self,
        user: UserId,
        id: &str,
        message: &str,
    ) -> Result<(RetailSummary, Vec<RetailSummary>), Error> {
        let not_apart = || Error::NotFound("The invoice has no document of that mail besides others.".into());
        let id = id.parse::<RetailInvoiceId>().map_err(|_| not_found())?;
        let message = message.parse::<MessageId>().map_err(|_| not_apart())?;
        match self.store().separate_retail(user, id, &message, self.now()).await? {
            Separated::Separated { left, of_mail } => Ok((left, of_mail)),
            Separated::Unknown => Err(not_found()),
            Separated::NotApart => Err(not_apart()),
        }
    }

    /// Deletes an invoice with its originals. The originals are deleted first, so that after a failure the invoice can be
    /// deleted again.
    pub async fn retail_delete(&self, user: UserId, id: &str) -> Result<RetailSummary, Error> {
        let id = id.parse::<RetailInvoiceId>().map_err(|_| not_found())?;
        let summary = loop {
            let found = self.store().retail_for_deletion(user, id).await?;
            let (summary, keys) = found.ok_or_else(not_found)?;
            for key in &keys {
                self.ports().objects.delete(key).await?;
            }
            crash::point(Point::OriginalsDeleted);
            match self.store().retail_delete(user, id, &keys, self.now()).await? {
                RetailDeletion::Deleted => break summary,
                // Those of a mail that was read meanwhile are removed, too.
                RetailDeletion::HasOthers => {}
                RetailDeletion::Unknown => return Err(not_found()),
            }
        };
        sweep::truncate_log(self).await;
        self.clear_condition(user, NotificationKind::AccountFull).await;
        tracing::info!(%user, invoice = %id, "deleted a retail invoice");
        Ok(summary)
    }
}

/// Maximum number of invoices that an invoice names as related.
const MAX_RELATED: usize = 50;

pub(crate) fn not_found() -> Error {
    Error::NotFound("Invoice not found.".into())
}

/// The fields that the detail records of all categories have.
const COMMON: [&str; 15] = [
    "vendor_name",
    "total_amount",
    "currency",
    "invoice_date",
    "order_id",
    "invoice_number",
    "invoice_date_source",
    "due_date",
    "ocr",
    "bankgiro",
    "plusgiro",
    "warnings",
    "warning_codes",
    RetailInvoice::FORWARDED,
    PAID,
];

/// A detail record with the user's corrections over what was read. One whose category is corrected has what all categories
/// have: the other fields are those of the category that was read.
fn shown(summary: &RetailSummary, mut detail: Map<String, Value>, related: &RelatedRetail) -> Map<String, Value> {
    let parsed = summary.corrected.as_ref().map(|corrected| corrected.parsed(&detail));
    if detail.get("sub_type") != Some(&json!(summary.sub_type)) {
        detail.retain(|key, _| COMMON.contains(&key.as_str()));
        detail.insert("sub_type".into(), json!(summary.sub_type));
    }
    if let Some(corrected) = &summary.corrected {
        corrected.put_into(&mut detail);
        detail.insert("corrected".into(), json!(corrected.names()));
        detail.extend(
            parsed
                .filter(|parsed| !parsed.is_empty())
                .map(|parsed| ("parsed".into(), json!(parsed))),
        );
        if corrected.0.contains_key(&RetailField::InvoiceDate) {
            detail.remove("invoice_date_source");
        }
    }
    if summary.cancelled.unwrap_or_default() {
        detail.insert("cancelled".into(), json!(true));
    }
    // The user's word can be that it was not.
    if !summary.paid.unwrap_or_default() {
        detail.remove(PAID);
    }
    if !related.ids.is_empty() {
        detail.insert("related".into(), json!(related.ids));
    }
    if related.may_be_same {
        let warning = GroupWarning::MaySamePurchase;
        for (key, value) in [
            ("warnings", json!(warning.to_string())),
            ("warning_codes", json!(warning)),
        ] {
            let list = detail.entry(key).or_insert_with(|| json!([]));
            list.as_array_mut()
                .into_iter()
                .for_each(|list| list.push(value.clone()));
        }
    }
    detail.insert("invoice_id".into(), json!(summary.invoice_id));
    detail
}

/// A reading as a row. `None` without a total, which every parser's record has.
pub(crate) fn invoice(
    invoice_id: RetailInvoiceId,
    vendor_id: &VendorId,
    record: RetailRecord,
    received_at: DateTime<Utc>,
    received_on: Option<NaiveDate>,
    forwarded: bool,
) -> Option<RetailInvoice> {
    let RetailRecord {
        sub_type,
        stated,
        mut detail,
    } = record;
    // If the document states no date, the mail's date is used and marked.
    if let (None, Some(received_on)) = (stated.invoice_date, received_on) {
        detail.insert("invoice_date".into(), json!(received_on));
        detail.insert("invoice_date_source".into(), json!(DateSource::Mail));
    }
    detail.insert("sub_type".into(), json!(sub_type));
    if forwarded {
        detail.insert(RetailInvoice::FORWARDED.into(), json!(true));
    }
    Some(RetailInvoice {
        invoice_id,
        vendor_id: vendor_id.clone(),
        vendor_name: stated.vendor_name.unwrap_or_else(|| vendor_id.to_string()),
        sub_type,
        direction: stated.direction,
        invoice_date: stated.invoice_date.or(received_on),
        total_amount: stated.total_amount?,
        currency: stated.currency,
        received_at,
        detail,
    })
}
