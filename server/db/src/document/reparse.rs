//! Reparsing: selecting documents, previewing the changes, and reopening documents.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::internal::derives::as_expression::Bound;
use diesel::prelude::*;
use invoices_domain::reading::ParserTag;
use invoices_domain::{DocumentState, Reason, RentalInvoiceId, RentalInvoiceRecord, RetailInvoiceId, UserId};

use crate::document::rejection::{self, Rejection};
use crate::document::{self, DocumentId, StaleDocument};
use crate::error::StoreError;
use crate::invoice::identity::{self, NewStatement};
use crate::invoice::rental::row::RentalInvoice;
use crate::invoice::rental::{self, Change};
use crate::invoice::retail;
use crate::invoice::retail::row::RetailInvoice;
use crate::job::kind::JobKind;
use crate::job::{self, JobId, NewJob};
use crate::listing::OptionalFilter;
use crate::schema::{documents, messages, users};
use crate::store::connection::{Db, rolled_back};
use crate::store::{Answer, Store};
use crate::types::{TextEnum, TextListItem, text, text_list, timestamp};
use crate::user::lock_live_user;

/// The states of documents that may be parsed again.
const REPARSABLE: &[DocumentState] = &[
    DocumentState::Parsed,
    DocumentState::Asked,
    DocumentState::Rejected,
    DocumentState::Failed,
];

/// Which documents to parse again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReparseFilter {
    /// Leave out documents that one of these parsers, or a newer version of it, has parsed.
    pub except_read_by: Vec<ParserTag>,
    /// Only documents received at this time or later. A document without a mail counts as received when it was stored.
    pub since: Option<DateTime<Utc>>,
}

/// The result of parsing a document, ready to be saved.
#[derive(Clone, Debug, PartialEq)]
pub enum ParseOutcome {
    /// A rental invoice.
    Rental(Box<RentalInvoice>),
    /// Retail invoices.
    Retail(Vec<NewStatement>),
    /// The document states no invoice.
    Rejected(Box<Rejection>),
    /// The document can't be parsed, for this reason.
    Failed(Reason),
}

/// Invoices as they are stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoredInvoices {
    /// The records of rental invoices.
    pub rental: BTreeMap<RentalInvoiceId, RentalInvoiceRecord>,
    /// Retail invoices.
    pub retail: BTreeMap<RetailInvoiceId, RetailInvoice>,
}

/// What saving a parse outcome would change.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// The document's state after it.
    pub state: DocumentState,
    /// The reason for that state.
    pub reason: Option<String>,
    /// The invoices that the document states before or after, as they are now.
    pub before: StoredInvoices,
    /// The same invoices as they would be.
    pub after: StoredInvoices,
    /// Whether the document was stored before documents had statements, and invoices roles, so that it has to be saved once.
    pub lacks_statements: bool,
}

impl Store {
    /// At most `limit` documents of live users that may be parsed again, ordered by id, after `after`.
    pub fn documents_to_reparse(
        &self,
        selection: &ReparseFilter,
        after: Option<DocumentId>,
        limit: i64,
    ) -> Answer<'_, Vec<StaleDocument>> {
        let selection = selection.clone();
        self.read(move |db| {
            // A parser found that it states a known invoice. One with the bytes of another has no parser.
            let read_duplicate = documents::state
                .eq(text(DocumentState::Duplicate))
                .and(documents::parser.is_not_null());
            let mut rows = documents::table
                .inner_join(users::table)
                .left_join(messages::table)
                .filter(users::deleting_at.is_null())
                .filter(documents::state.eq_any(text_list(REPARSABLE)).or(read_duplicate))
                .filter(documents::object_key.is_not_null())
                .order(documents::id)
                .limit(limit)
                .select(StaleDocument::as_select())
                .into_boxed()
                .filter_optional(after.map(|after| documents::id.gt(after)));
            for parser in selection.except_read_by {
                let unread = documents::parser.is_null();
                let by_another = documents::parser.ne(Some(parser.name));
                let older = documents::parser_version.lt(Some(parser.version));
                rows = rows.filter(unread.or(by_another).or(older));
            }
            if let Some(since) = selection.since {
                let received = messages::received_at.ge(Some(since));
                let stored = messages::received_at
                    .is_null()
                    .and(documents::created_at.ge(timestamp(since)));
                rows = rows.filter(received.or(stored));
            }
            Ok(rows.load(db)?)
        })
    }

    /// What saving a parse outcome would change. Saves it and rolls back, so that the preview can't differ from saving.
    /// `None` if there is no such document, or its user is not live.
    pub fn preview(
        &self,
        user: UserId,
        document: DocumentId,
        outcome: ParseOutcome,
        parser: &ParserTag,
        now: DateTime<Utc>,
    ) -> Answer<'_, Option<Preview>> {
        let parser = parser.clone();
        let preview = move |db: &mut Db| {
            let lacks_statements = match &outcome {
                ParseOutcome::Retail(_) => !identity::has_statements(db, document)?,
                ParseOutcome::Rental(_) => rental::lacks_role(db, document)?,
                ParseOutcome::Rejected(_) | ParseOutcome::Failed(_) => false,
            };
            let saved = rolled_back(db, |db| {
                if !lock_live_user(db, user)? {
                    return Ok(None);
                }
                let mut retail = identity::ids_by_document(db, user, document)?;
                save(db, user, document, outcome, &parser, now)?;
                retail.extend(identity::ids_by_document(db, user, document)?);
                let retail: Vec<_> = retail.into_iter().collect();
                let after = stored(db, user, document, &retail)?;
                Ok(state_and_reason(db, user, document)?.map(|state_and_reason| (state_and_reason, retail, after)))
            })?;
            let Some(((state, reason), retail, after)) = saved else {
                return Ok(None);
            };
            let before = stored(db, user, document, &retail)?;
            Ok(Some(Preview {
                state,
                reason,
                before,
                after,
                lacks_statements,
            }))
        };
        self.write_connection(preview)
    }

    /// Records a newer parser for a document that it parsed again with the same outcome.
    pub fn set_document_parser(&self, user: UserId, document: DocumentId, parser: &ParserTag) -> Answer<'_, ()> {
        let parser = parser.clone();
        self.write(move |db| {
            diesel::update(reopenable(user, document))
                .set((
                    documents::parser.eq(Some(parser.name)),
                    documents::parser_version.eq(Some(parser.version)),
                ))
                .execute(db)?;
            Ok(())
        })
    }

    /// Sets a document that is read, or a duplicate, to stored with no attempts used, and enqueues the job that parses it.
    /// `None` if there is no such document.
    pub fn reopen_document(
        &self,
        user: UserId,
        document: DocumentId,
        job: NewJob,
        now: DateTime<Utc>,
    ) -> Answer<'_, Option<JobId>> {
        self.write_for(user, None, move |db| {
            let reopened = diesel::update(reopenable(user, document))
                .set((
                    documents::state.eq(text(DocumentState::Stored)),
                    documents::attempts.eq(0),
                    documents::updated_at.eq(timestamp(now)),
                ))
                .execute(db)?;
            if reopened == 0 {
                return Ok(None);
            }
            Ok(Some(job::enqueue(db, &job, now)?.id))
        })
    }
}

/// A document that may be opened again. A duplicate may be, if it is one by what it states, or was not stored.
#[diesel::dsl::auto_type(no_type_alias)]
fn reopenable(user: UserId, document: DocumentId) -> _ {
    let user: Bound<TextEnum, UserId> = text(user);
    let states: Vec<TextListItem<&'static DocumentState>> =
        text_list(REPARSABLE.iter().chain(&[DocumentState::Duplicate]));
    documents::table
        .filter(documents::id.eq(document))
        .filter(documents::user_id.eq(user))
        .filter(documents::object_key.is_not_null())
        .filter(documents::state.eq_any(states))
}

/// Saves a parse outcome, as the job that parses the document does.
fn save(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    outcome: ParseOutcome,
    parser: &ParserTag,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    // This job is rolled back with everything else.
    let job = |_: Change| NewJob {
        kind: JobKind::RentalChanged,
        key: document.to_string(),
        user: Some(user),
        lane: None,
        join_key: None,
        payload: serde_json::Value::Null,
        run_at: now,
    };
    match outcome {
        ParseOutcome::Rental(invoice) => rental::save(db, user, document, *invoice, parser, now, job).map(drop),
        ParseOutcome::Retail(invoices) => identity::save(db, user, document, invoices, parser, now).map(drop),
        ParseOutcome::Rejected(rejection) => rejection::reject(db, user, document, *rejection, parser, now, job),
        ParseOutcome::Failed(reason) => {
            let reason = Some(reason.into());
            document::set_state_unless_deleted(db, user, document, DocumentState::Failed, reason, Some(parser), now)
        }
    }
}

/// The stored form of these retail invoices, and of the document's rental invoice.
fn stored(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    retail: &[RetailInvoiceId],
) -> Result<StoredInvoices, StoreError> {
    let mut stored = StoredInvoices {
        rental: rental::by_document(db, user, document)?.into_iter().collect(),
        retail: BTreeMap::new(),
    };
    for &id in retail {
        if let Some(invoice) = retail::stored(db, user, id)? {
            stored.retail.insert(id, invoice);
        }
    }
    Ok(stored)
}

fn state_and_reason(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
) -> Result<Option<(DocumentState, Option<String>)>, StoreError> {
    let row = documents::table
        .find(document)
        .filter(documents::user_id.eq(text(user)))
        .select((documents::state, documents::reason));
    Ok(row.first(db).optional()?)
}
