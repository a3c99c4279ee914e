//! The list of corrections for operators: what parsers read, and what users say. The mark of what was paid is none.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use invoices_domain::correction::PAID;
use invoices_domain::{ObjectKey, RetailInvoiceId, Source, UserId, VendorId};

use crate::error::StoreError;
use crate::invoice::correction::StoredCorrection;
use crate::listing::{OptionalFilter, Period, within};
use crate::schema::{corrections, documents, rental_invoices, retail_invoices, retail_sources};
use crate::store::connection::{BATCH, Db};
use crate::store::{Answer, Store};
use crate::types::{row_id, text, text_list, timestamp};

row_id! {
    /// The id of a correction's row.
    CorrectionId
}

/// A correction with what it is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrectionRow {
    /// The row.
    pub id: CorrectionId,
    /// Whose correction it is.
    pub user_id: UserId,
    /// Whether the invoice is a landlord's or a vendor's.
    pub source: Source,
    /// The invoice.
    pub invoice_id: String,
    /// The vendor's id, or the landlord: the sender, or the name if the sender is unknown. `None` if no document states the
    /// invoice any more.
    pub vendor: Option<String>,
    /// The documents that state the invoice, in the order of their arrival.
    pub documents: Vec<CorrectedDocument>,
    /// The field, as the API names it.
    pub field: String,
    /// What was read, if anything.
    pub read_value: Option<String>,
    /// What the user set.
    pub corrected_value: String,
    /// When the user set it.
    pub corrected_at: DateTime<Utc>,
}

/// A document that states a corrected invoice.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct CorrectedDocument {
    /// Its object.
    pub object_key: Option<ObjectKey>,
    /// The parser that read it.
    pub parser: Option<String>,
    /// The parser's version.
    pub parser_version: Option<u32>,
}

/// Which corrections to show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CorrectionFilter {
    /// Only those of one user.
    pub user: Option<UserId>,
    /// Only those of a vendor's or landlord's invoices.
    pub vendor: Option<String>,
    /// Only those of invoices that this parser read.
    pub parser: Option<String>,
    /// Only those of one field.
    pub field: Option<String>,
    /// Only those made then.
    pub corrected: Period,
    /// Only those before this one in the list.
    pub after: Option<(DateTime<Utc>, CorrectionId)>,
}

/// The columns of a correction itself.
#[derive(Queryable, Selectable)]
#[diesel(table_name = corrections)]
struct Columns {
    id: CorrectionId,
    user_id: UserId,
    source: Source,
    invoice_id: String,
    #[diesel(embed)]
    stored: StoredCorrection,
}

const OF_RETAIL: &str = "(corrections.source = 'retail' AND EXISTS (SELECT 1 FROM retail_invoices AS invoice \
     WHERE invoice.invoice_id = corrections.invoice_id AND invoice.user_id = corrections.user_id AND invoice.vendor_id = ";
const OR_RENTAL: &str = ") OR corrections.source = 'rental' AND EXISTS (SELECT 1 FROM rental_invoices AS invoice \
     WHERE invoice.invoice_id = corrections.invoice_id AND invoice.user_id = corrections.user_id AND invoice.landlord = ";
const READ_RETAIL: &str = "(corrections.source = 'retail' AND EXISTS (SELECT 1 FROM retail_sources AS stated \
     JOIN documents AS document ON document.id = stated.document WHERE stated.invoice_id = corrections.invoice_id \
     AND stated.user_id = corrections.user_id AND document.parser = ";
const READ_RENTAL: &str = ") OR corrections.source = 'rental' AND EXISTS (SELECT 1 FROM rental_invoices AS invoice \
     JOIN documents AS document ON document.id = invoice.document WHERE invoice.invoice_id = corrections.invoice_id \
     AND invoice.user_id = corrections.user_id AND document.parser = ";

impl Store {
    /// The corrections that match the filter, the last `limit`, newest first.
    pub fn corrections(&self, filter: CorrectionFilter, limit: i64) -> Answer<'_, Vec<CorrectionRow>> {
        self.read(move |db| {
            let of_vendor = |vendor: String| {
                let id = vendor.parse::<VendorId>().map(|id| id.to_string());
                sql::<Bool>(OF_RETAIL)
                    .bind::<Text, _>(id.unwrap_or_else(|_| vendor.clone()))
                    .sql(OR_RENTAL)
                    .bind::<Text, _>(vendor)
                    .sql("))")
            };
            let read_by = |parser: String| {
                sql::<Bool>(READ_RETAIL)
                    .bind::<Text, _>(parser.clone())
                    .sql(READ_RENTAL)
                    .bind::<Text, _>(parser)
                    .sql("))")
            };
            let is_after = |(corrected_at, id): (DateTime<Utc>, CorrectionId)| {
                let same_time = corrections::corrected_at
                    .eq(timestamp(corrected_at))
                    .and(corrections::id.lt(id));
                corrections::corrected_at.lt(timestamp(corrected_at)).or(same_time)
            };
            let rows = corrections::table
                .filter(corrections::field.ne(PAID))
                .order((corrections::corrected_at.desc(), corrections::id.desc()))
                .limit(limit)
                .select(Columns::as_select())
                .into_boxed()
                .filter_optional(filter.user.map(|user| corrections::user_id.eq(text(user))))
                .filter_optional(filter.field.map(|field| corrections::field.eq(field)))
                .filter_optional(filter.vendor.map(of_vendor))
                .filter_optional(filter.parser.map(read_by))
                .filter_optional(filter.after.map(is_after));
            let rows: Vec<Columns> = within!(rows, corrections::corrected_at, filter.corrected).load(db)?;
            with_invoices(db, rows)
        })
    }
}

/// The facts of an invoice.
#[derive(Default)]
struct Known {
    vendor: Option<String>,
    documents: Vec<CorrectedDocument>,
}

fn with_invoices(db: &mut Db, rows: Vec<Columns>) -> Result<Vec<CorrectionRow>, StoreError> {
    let mut known: HashMap<(UserId, Source, String), Known> = HashMap::new();
    for batch in rows.chunks(BATCH) {
        let of = |source| batch.iter().filter(move |row| row.source == source);
        retail(db, of(Source::Retail), &mut known)?;
        rental(db, of(Source::Rental), &mut known)?;
    }
    let rows = rows.into_iter().map(|row| {
        let invoice = known.get(&(row.user_id, row.source, row.invoice_id.clone()));
        CorrectionRow {
            id: row.id,
            user_id: row.user_id,
            source: row.source,
            vendor: invoice.and_then(|known| known.vendor.clone()),
            documents: invoice.map(|known| known.documents.clone()).unwrap_or_default(),
            invoice_id: row.invoice_id,
            field: row.stored.field,
            read_value: row.stored.read_value,
            corrected_value: row.stored.corrected_value,
            corrected_at: row.stored.corrected_at,
        }
    });
    Ok(rows.collect())
}

fn retail<'a>(
    db: &mut Db,
    rows: impl Iterator<Item = &'a Columns>,
    known: &mut HashMap<(UserId, Source, String), Known>,
) -> Result<(), StoreError> {
    let ids: Vec<RetailInvoiceId> = rows.filter_map(|row| row.invoice_id.parse().ok()).collect();
    let vendors: Vec<(UserId, RetailInvoiceId, VendorId)> = retail_invoices::table
        .filter(retail_invoices::invoice_id.eq_any(text_list(&ids)))
        .select((
            retail_invoices::user_id,
            retail_invoices::invoice_id,
            retail_invoices::vendor_id,
        ))
        .load(db)?;
    for (user, id, vendor) in vendors {
        let known = known.entry((user, Source::Retail, id.to_string())).or_default();
        known.vendor = Some(vendor.to_string());
    }
    let sources: Vec<(UserId, RetailInvoiceId, CorrectedDocument)> = retail_sources::table
        .inner_join(documents::table)
        .filter(retail_sources::invoice_id.eq_any(text_list(&ids)))
        .filter(retail_sources::deleted.eq(false))
        .order(documents::id)
        .select((
            retail_sources::user_id,
            retail_sources::invoice_id,
            (documents::object_key, documents::parser, documents::parser_version),
        ))
        .load(db)?;
    for (user, id, document) in sources {
        let known = known.entry((user, Source::Retail, id.to_string())).or_default();
        if !known.documents.contains(&document) {
            known.documents.push(document);
        }
    }
    Ok(())
}

fn rental<'a>(
    db: &mut Db,
    rows: impl Iterator<Item = &'a Columns>,
    known: &mut HashMap<(UserId, Source, String), Known>,
) -> Result<(), StoreError> {
    let (users, ids): (Vec<UserId>, Vec<String>) = rows.map(|row| (row.user_id, row.invoice_id.clone())).unzip();
    let invoices: Vec<(UserId, String, Option<String>, CorrectedDocument)> = rental_invoices::table
        .inner_join(documents::table)
        .filter(rental_invoices::user_id.eq_any(text_list(users)))
        .filter(rental_invoices::invoice_id.eq_any(ids))
        .select((
            rental_invoices::user_id,
            rental_invoices::invoice_id,
            rental_invoices::landlord,
            (documents::object_key, documents::parser, documents::parser_version),
        ))
        .load(db)?;
    for (user, id, vendor, document) in invoices {
        let documents = vec![document];
        known.insert((user, Source::Rental, id), Known { vendor, documents });
    }
    Ok(())
}
