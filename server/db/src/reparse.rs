//! Reading documents again: which, what would come of it, and letting them be read.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::internal::derives::as_expression::Bound;
use diesel::prelude::*;
use invoices_domain::reading::ParserTag;
use invoices_domain::{DocumentState, RentalInvoiceId, RentalInvoiceRecord, RetailInvoiceId, UserId};

use crate::document::{self, DocumentId, StaleDocument};
use crate::job::{self, JobId, NewJob};
use crate::pool::{Db, undone};
use crate::rental::{self, Change, RentalInvoice};
use crate::retail::RetailInvoice;
use crate::retail_save::{self, Merge};
use crate::schema::{documents, messages, users};
use crate::text::words;
use crate::types::{Listed, Word, any, at, word};
use crate::user::lock_live;
use crate::{Store, StoreError};

/// What a better parser may read again.
const READABLE_AGAIN: &[DocumentState] = &[DocumentState::Parsed, DocumentState::Rejected, DocumentState::Failed];

/// Which of the documents that may be read again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Not those that one of these parsers read, or a newer version of it.
    pub except_read_by: Vec<ParserTag>,
    /// Only those received then or later; one without a mail is received when it is stored.
    pub since: Option<DateTime<Utc>>,
}

/// What a reading of a document says, ready to be saved.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// A rental invoice.
    Rental(Box<RentalInvoice>),
    /// Retail invoices.
    Retail(Vec<RetailInvoice>),
    /// It is no invoice, for this reason.
    Rejected(String),
    /// It can't be read, for this reason.
    Failed(String),
}

/// Invoices as they are stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stored {
    /// Rental invoices, as they are served.
    pub rental: BTreeMap<RentalInvoiceId, RentalInvoiceRecord>,
    /// Retail invoices.
    pub retail: BTreeMap<RetailInvoiceId, RetailInvoice>,
}

/// What saving a reading would change.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// The document's state after.
    pub state: DocumentState,
    /// Its reason after.
    pub reason: Option<String>,
    /// The invoices that the document speaks of, before or after, as they are.
    pub before: Stored,
    /// The same as they would be.
    pub after: Stored,
}

impl Store {
    /// At most `limit` settled documents of live users, in the order of their rows and after one of them.
    pub async fn documents_to_reread(
        &self,
        selection: &Selection,
        after: Option<DocumentId>,
        limit: i64,
    ) -> Result<Vec<StaleDocument>, StoreError> {
        let selection = selection.clone();
        self.read(move |db| {
            let mut rows = documents::table
                .inner_join(users::table)
                .left_join(messages::table)
                .filter(users::deleting_at.is_null())
                .filter(documents::state.eq_any(any(READABLE_AGAIN)))
                .filter(documents::object_key.is_not_null())
                .order(documents::id)
                .limit(limit)
                .select(StaleDocument::as_select())
                .into_boxed();
            if let Some(after) = after {
                rows = rows.filter(documents::id.gt(after));
            }
            for parser in selection.except_read_by {
                let unread = documents::parser.is_null();
                let by_another = documents::parser.ne(Some(parser.name));
                let older = documents::parser_version.lt(Some(parser.version));
                rows = rows.filter(unread.or(by_another).or(older));
            }
            if let Some(since) = selection.since {
                let received = messages::received_at.ge(Some(since));
                let stored = messages::received_at.is_null().and(documents::created_at.ge(at(since)));
                rows = rows.filter(received.or(stored));
            }
            Ok(rows.load(db)?)
        })
        .await
    }

    /// What saving a reading would change. Saves it and undoes that, so it is what saving does. `None` where there is
    /// no such document, or its user is gone or being deleted.
    pub async fn preview(
        &self,
        user: UserId,
        document: DocumentId,
        said: Said,
        parser: &ParserTag,
        now: DateTime<Utc>,
        merge: Merge,
    ) -> Result<Option<Preview>, StoreError> {
        let parser = parser.clone();
        let look = move |db: &mut Db| {
            let saved = undone(db, |db| {
                if !lock_live(db, user)? {
                    return Ok(None);
                }
                let mut retail = retail_save::of_document(db, user, document)?;
                save(db, user, document, said, &parser, now, merge)?;
                retail.extend(retail_save::of_document(db, user, document)?);
                let retail: Vec<_> = retail.into_iter().collect();
                let after = stored(db, user, document, &retail)?;
                Ok(standing(db, user, document)?.map(|standing| (standing, retail, after)))
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
            }))
        };
        self.rooms.write.run(look).await
    }

    /// A parser read a settled document again and came to the same: from now on it is that parser's.
    pub async fn confirm_document(
        &self,
        user: UserId,
        document: DocumentId,
        parser: &ParserTag,
    ) -> Result<(), StoreError> {
        let parser = parser.clone();
        self.write(move |db| {
            diesel::update(settled(user, document))
                .set((
                    documents::parser.eq(Some(parser.name)),
                    documents::parser_version.eq(Some(parser.version)),
                ))
                .execute(db)?;
            Ok(())
        })
        .await
    }

    /// Lets a parsed, rejected or failed document be read again, with all its attempts, and enqueues the job that
    /// does it. `None` when there is no such document.
    pub async fn reopen_document(
        &self,
        user: UserId,
        document: DocumentId,
        job: NewJob,
        now: DateTime<Utc>,
    ) -> Result<Option<JobId>, StoreError> {
        self.write(move |db| {
            if !lock_live(db, user)? {
                return Ok(None);
            }
            let reopened = diesel::update(settled(user, document))
                .set((
                    documents::state.eq(word(DocumentState::Stored)),
                    documents::attempts.eq(0),
                    documents::updated_at.eq(at(now)),
                ))
                .execute(db)?;
            if reopened == 0 {
                return Ok(None);
            }
            Ok(Some(job::enqueue(db, &job, now)?.id))
        })
        .await
    }
}

/// A document that may be read again.
#[diesel::dsl::auto_type(no_type_alias)]
fn settled(user: UserId, document: DocumentId) -> _ {
    let user: Bound<Word, UserId> = word(user);
    let states: Vec<Listed<&'static DocumentState>> = any(READABLE_AGAIN);
    documents::table
        .filter(documents::id.eq(document))
        .filter(documents::user_id.eq(user))
        .filter(documents::object_key.is_not_null())
        .filter(documents::state.eq_any(states))
}

/// Saves what a reading says, as the job does that reads the document.
fn save(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    said: Said,
    parser: &ParserTag,
    now: DateTime<Utc>,
    merge: Merge,
) -> Result<(), StoreError> {
    // Undone like all else: whoever is told of changes is told of none.
    let job = |_: Change| NewJob {
        kind: "preview".into(),
        key: document.to_string(),
        user: Some(user),
        lane: None,
        join_key: None,
        payload: serde_json::Value::Null,
        run_at: now,
    };
    match said {
        Said::Rental(invoice) => rental::save(db, user, document, *invoice, parser, now, job).map(drop),
        Said::Retail(invoices) => retail_save::save(db, user, document, invoices, parser, now, merge).map(drop),
        Said::Rejected(reason) => document::reject(db, user, document, words(&reason), parser, now, job),
        Said::Failed(reason) => {
            let reason = Some(words(&reason));
            document::say(db, user, document, DocumentState::Failed, reason, Some(parser), now)
        }
    }
}

/// These retail invoices, and the rental invoice of a document.
fn stored(db: &mut Db, user: UserId, document: DocumentId, retail: &[RetailInvoiceId]) -> Result<Stored, StoreError> {
    let mut stored = Stored {
        rental: rental::of_document(db, user, document)?.into_iter().collect(),
        retail: BTreeMap::new(),
    };
    for &id in retail {
        if let Some(invoice) = retail_save::stored(db, user, id)? {
            stored.retail.insert(id, invoice);
        }
    }
    Ok(stored)
}

fn standing(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
) -> Result<Option<(DocumentState, Option<String>)>, StoreError> {
    let row = documents::table
        .find(document)
        .filter(documents::user_id.eq(word(user)))
        .select((documents::state, documents::reason));
    Ok(row.first(db).optional()?)
}
