//! Which messages the ledger shows.

use std::cmp::Reverse;

use chrono::{DateTime, Utc};
use diesel::dsl::{exists, sql};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Nullable, Text};
use invoices_domain::{
    Code, DocumentState, EmailPattern, MessageId, MessageState, RetailInvoiceId, Source, UserId, VendorId,
};

use crate::error::StoreError;
use crate::invoice::identity::resolve;
use crate::listing::{OptionalFilter, Period, within};
use crate::message::{Inbox, MessageFacts};
use crate::schema::{documents, messages, rental_invoices, retail_sources};
use crate::store::connection::{BATCH, Db};
use crate::text::without_nul;
use crate::types::{UtcTimestamp, row_id, text, text_list, timestamp};

row_id! {
    /// The id of a message's row.
    LedgerRowId
}

/// Which messages to show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LedgerFilter {
    /// Only those of one user.
    pub user: Option<UserId>,
    /// Only those with this id.
    pub message: Option<MessageId>,
    /// Only those that this ingest found.
    pub source: Option<Source>,
    /// Only those of this vendor.
    pub vendor: Option<VendorId>,
    /// Only those in this state, or in `document_state`.
    pub message_state: Option<MessageState>,
    /// Only those with a document in this state, or in `message_state`.
    pub document_state: Option<DocumentState>,
    /// Only those with a document that its user was asked about and answered.
    pub answered: bool,
    /// Only those of these senders.
    pub sender: Option<EmailPattern>,
    /// Only those with a document that states the invoice with this id of this user: others have rental invoices of that id, too.
    pub invoice: Option<(UserId, String)>,
    /// Only those received then, or found then if the time of receipt is unknown.
    pub received: Period,
    /// Only those after this place in the list.
    pub after: Option<LedgerPlace>,
}

/// The place of a message in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LedgerPlace {
    /// When it was received, or found if that is unknown.
    pub received: DateTime<Utc>,
    /// Its row's id.
    pub id: LedgerRowId,
}

/// A message's row.
#[derive(Queryable, Selectable)]
#[diesel(table_name = messages)]
pub(super) struct MessageRow {
    pub id: LedgerRowId,
    #[diesel(embed)]
    pub inbox: Inbox,
    pub message_id: MessageId,
    pub state: MessageState,
    pub reason: Option<String>,
    pub reason_code: Option<Code>,
    #[diesel(embed)]
    pub facts: MessageFacts,
    pub found_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

diesel::define_sql_function! {
    /// The first of the two that is not null.
    fn coalesce(first: Nullable<UtcTimestamp>, second: UtcTimestamp) -> UtcTimestamp;
}

/// The messages that match the filter, the last `limit` received, newest first.
pub(super) fn rows(db: &mut Db, filter: &LedgerFilter, limit: i64) -> Result<Vec<MessageRow>, StoreError> {
    let of_invoice = filter.invoice.as_ref();
    let of_invoice = of_invoice
        .map(|(user, invoice)| messages_stating(db, *user, invoice))
        .transpose()?;
    let mut found = Vec::new();
    found.extend(filter.message_state.map(Found::InState));
    if let Some(state) = filter.document_state {
        found.push(found_with_document(db, filter.user, state)?);
    }
    if found.is_empty() {
        found.push(Found::All);
    }
    let by_several = found.len() > 1;
    let mut rows = Vec::new();
    for found in found {
        rows.extend(found_rows(db, filter, found, of_invoice.as_deref(), limit)?);
    }
    if by_several {
        rows.sort_by_key(|row| Reverse((row.facts.received_at.unwrap_or(row.found_at), row.id)));
        rows.dedup_by_key(|row| row.id);
        rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    }
    Ok(rows)
}

/// By what an index finds messages. A condition on either of two would read all of them.
enum Found {
    All,
    InState(MessageState),
    WithDocument(DocumentState),
    /// Those with these ids, of which there are at most [`BATCH`].
    Listed(Vec<Option<LedgerRowId>>),
}

/// Few messages with a document in a state are listed; among many, the newest are soon found.
fn found_with_document(db: &mut Db, user: Option<UserId>, state: DocumentState) -> Result<Found, StoreError> {
    let Some(user) = user else {
        return Ok(Found::WithDocument(state));
    };
    let few = i64::try_from(BATCH).unwrap_or(i64::MAX);
    let messages: Vec<Option<LedgerRowId>> = documents::table
        .filter(documents::user_id.eq(text(user)))
        .filter(documents::state.eq(text(state)))
        .limit(few + 1)
        .select(documents::message)
        .load(db)?;
    Ok(if messages.len() > BATCH {
        Found::WithDocument(state)
    } else {
        Found::Listed(messages)
    })
}

fn found_rows(
    db: &mut Db,
    filter: &LedgerFilter,
    found: Found,
    of_invoice: Option<&[Option<i64>]>,
    limit: i64,
) -> Result<Vec<MessageRow>, StoreError> {
    // The expression of the indexes.
    let received = || coalesce(messages::received_at, messages::found_at);
    let documents_of = || {
        documents::table
            .filter(documents::user_id.eq(messages::user_id))
            .filter(documents::message.eq(messages::id.nullable()))
    };
    let is_after = |LedgerPlace { received: at, id }| {
        let before = received().lt(timestamp(at)).or(messages::id.lt(id));
        received().le(timestamp(at)).and(before)
    };
    let is_of = |sender: &EmailPattern| {
        let [first, second] = like_patterns(sender).map(|pattern| {
            sql::<Nullable<Bool>>("sender LIKE ")
                .bind::<Text, _>(pattern)
                .sql(" ESCAPE '!'")
        });
        first.or(second)
    };
    let (message, vendor) = (filter.message.clone(), filter.vendor.clone());
    let is_answered = || exists(documents_of().filter(documents::answer.is_not_null()));
    let rows = messages::table
        .order((received().desc(), messages::id.desc()))
        .limit(limit)
        .select(MessageRow::as_select())
        .into_boxed();
    let rows = match found {
        Found::All => rows,
        Found::InState(state) => rows.filter(messages::state.eq(text(state))),
        Found::WithDocument(state) => rows.filter(exists(documents_of().filter(documents::state.eq(text(state))))),
        Found::Listed(ids) => rows.filter(messages::id.nullable().eq_any(ids)),
    };
    let rows = rows
        .filter_optional(filter.user.map(|user| messages::user_id.eq(text(user))))
        .filter_optional(message.map(|message| messages::message_id.eq(text(message))))
        .filter_optional(filter.source.map(|source| messages::source.eq(text(source))))
        .filter_optional(vendor.map(|vendor| messages::vendor_id.eq(Some(vendor))))
        .filter_optional(filter.answered.then(is_answered))
        .filter_optional(of_invoice.map(|ids| messages::id.nullable().eq_any(ids.to_vec())))
        .filter_optional(filter.after.map(is_after))
        .filter_optional(filter.sender.as_ref().map(is_of));
    Ok(within!(rows, received(), filter.received).load(db)?)
}

/// The messages with a document that states this invoice.
fn messages_stating(db: &mut Db, user: UserId, invoice: &str) -> Result<Vec<Option<i64>>, StoreError> {
    let invoice = without_nul(invoice);
    let retail_id = invoice.parse::<RetailInvoiceId>().ok();
    let retail_id = retail_id.map(|id| resolve(db, user, id)).transpose()?;
    let retail = retail_sources::table
        .filter(retail_sources::user_id.eq(text(user)))
        .filter(retail_sources::invoice_id.eq_any(text_list(retail_id)))
        .filter(retail_sources::deleted.eq(false))
        .select(retail_sources::document);
    let rental = rental_invoices::table
        .filter(rental_invoices::user_id.eq(text(user)))
        .filter(rental_invoices::invoice_id.eq(invoice))
        .select(rental_invoices::document);
    let stating = documents::table
        .filter(documents::id.eq_any(retail).or(documents::id.eq_any(rental)))
        .select(documents::message);
    Ok(stating.load(db)?)
}

/// The patterns for SQL's `LIKE` with the escape character `!`, of which a sender matches one.
fn like_patterns(sender: &EmailPattern) -> [String; 2] {
    let mut escaped = String::new();
    for c in sender.as_str().chars() {
        if matches!(c, '%' | '_' | '!') {
            escaped.push('!');
        }
        escaped.push(if c == '*' { '%' } else { c });
    }
    if sender.as_str().contains(['*', '@']) {
        [escaped.clone(), escaped]
    } else {
        // A domain with its sub-domains.
        [format!("%@{escaped}"), format!("%.{escaped}")]
    }
}
