//! Rejecting a document that turned out to be no invoice.

use chrono::{DateTime, Utc};
use invoices_domain::reading::ParserTag;
use invoices_domain::{DocumentState, Reason, UserId};

use crate::connection::Db;
use crate::document::{self, DocumentId};
use crate::error::StoreError;
use crate::identity::{self, NewStatement};
use crate::job::NewJob;
use crate::rental::{self, Change};
use crate::rental_watch::WatchedRental;
use crate::store::Store;
use crate::user::lock_live_user;

/// Why a document is no invoice.
#[derive(Clone, Debug, PartialEq)]
pub struct Rejection {
    /// The reason.
    pub reason: Reason,
    /// What a cancellation says of the invoice that it cancels.
    pub cancellation: Option<NewStatement>,
}

impl Store {
    /// Sets a document's state to rejected and removes the invoices that only it stated, in one transaction. What it says of
    /// other documents stays: a cancellation leaves a statement. For a
    /// removed rental invoice, `job` makes the jobs that are enqueued. Does nothing if the user deleted the document.
    pub async fn reject_document(
        &self,
        user: UserId,
        document: DocumentId,
        rejection: Rejection,
        parser: &ParserTag,
        now: DateTime<Utc>,
        job: impl Fn(Change) -> NewJob + Send + 'static,
    ) -> Result<(), StoreError> {
        let parser = parser.clone();
        self.write(move |db| reject(db, user, document, rejection, &parser, now, job))
            .await
    }
}

/// [`Store::reject_document`], in the caller's transaction.
pub(crate) fn reject(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    rejection: Rejection,
    parser: &ParserTag,
    now: DateTime<Utc>,
    job: impl Fn(Change) -> NewJob,
) -> Result<(), StoreError> {
    if !lock_live_user(db, user)?
        || matches!(
            document::state_of(db, user, document)?,
            None | Some(DocumentState::Deleted)
        )
    {
        return Ok(());
    }
    if let Some((id, old)) = rental::by_document(db, user, document)? {
        let watched = WatchedRental::begin(db, user, &id)?;
        rental::remove(db, user, &id)?;
        if let Some(watched) = watched {
            watched.announce(db, now)?;
        }
        rental::enqueue(db, user, document, Change::Remove { old }, job, now)?;
    }
    let Rejection { reason, cancellation } = rejection;
    identity::write(db, user, document, cancellation.into_iter().collect(), now)?;
    document::set_state(
        db,
        document,
        DocumentState::Rejected,
        Some(reason.into()),
        Some(parser),
        now,
    )
}
