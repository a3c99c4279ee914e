//! Documents that turned out to state no invoice of their own, or none yet.

use chrono::{DateTime, Utc};
use invoices_domain::reading::ParserTag;
use invoices_domain::{DocumentState, Question, Reason, UserId};

use crate::document::{self, DocumentId};
use crate::error::StoreError;
use crate::invoice::identity::{self, NewStatement};
use crate::invoice::rental::watch::WatchedRental;
use crate::invoice::rental::{self, Change};
use crate::job::{self, NewJob};
use crate::store::connection::Db;
use crate::store::{Answer, Store};
use crate::user::lock_live_user;

/// Why a document states no invoice.
#[derive(Clone, Debug, PartialEq)]
pub struct Rejection {
    /// The document's new state: rejected, asked, or failed if it should have stated one.
    pub state: DocumentState,
    /// The reason.
    pub reason: Reason,
    /// What the document says of another one's invoice: that it is cancelled or paid.
    pub of_another: Option<NewStatement>,
    /// What the user is asked, with the job that tells of it.
    pub question: Option<(Question, NewJob)>,
}

impl Store {
    /// Sets a document's state and removes the invoices that only it stated, unless it failed, in one transaction. What it says
    /// of another document's invoice is kept. For a removed rental invoice, `job` makes the jobs that are enqueued. Does nothing if the
    /// user deleted the document.
    pub fn reject_document(
        &self,
        user: UserId,
        document: DocumentId,
        rejection: Rejection,
        parser: &ParserTag,
        now: DateTime<Utc>,
        job: impl Fn(Change) -> NewJob + Send + 'static,
    ) -> Answer<'_, ()> {
        let parser = parser.clone();
        self.write_of(user, move |db| reject(db, user, document, rejection, &parser, now, job))
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
    if !lock_live_user(db, user)? || document::is_gone(db, user, document)? {
        return Ok(());
    }
    let reason = Some(rejection.reason.into());
    document::set_state(db, document, rejection.state, reason, Some(parser), now)?;
    let is_asked = rejection.question.is_some();
    if let Some((question, tell)) = rejection.question {
        document::set_question(db, document, &question)?;
        job::enqueue_or_move(db, &tell, now)?;
    }
    if !is_asked {
        remove_rental(db, user, document, job, now)?;
    }
    // A document whose total is no longer found, or no longer certain, keeps the invoice that it stated.
    let may_keep = is_asked || rejection.state == DocumentState::Failed;
    if !may_keep || !identity::states_invoice(db, user, document)? {
        identity::write(db, user, document, rejection.of_another.into_iter().collect(), now)?;
    }
    Ok(())
}

/// Removes the rental invoice that a document states, if it states one.
pub(super) fn remove_rental(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    job: impl Fn(Change) -> NewJob,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let Some((id, old)) = rental::by_document(db, user, document)? else {
        return Ok(());
    };
    let watched = WatchedRental::begin(db, user, &id)?;
    rental::remove(db, user, &id)?;
    if let Some(watched) = watched {
        watched.announce(db, now)?;
    }
    rental::enqueue(db, user, document, Change::Remove { old }, job, now)
}
