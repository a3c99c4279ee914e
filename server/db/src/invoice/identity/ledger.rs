//! What the ledger says of documents that are grouped.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::identity::Step;
use invoices_domain::{DocumentState, IngestReason, MessageId, Money, Reason};

use crate::document::DocumentId;
use crate::error::StoreError;
use crate::reason::{reason_columns, state_columns};
use crate::schema::{documents, messages};
use crate::store::connection::{Db, Prepared, match_backend};
use crate::types::text;

/// Says in the ledger why a document is one invoice with another one.
pub(super) fn explain(db: &mut Db, document: DocumentId, joined: Option<(Step, DocumentId)>) -> Result<(), StoreError> {
    let reason = match joined {
        None => None,
        Some((step, with)) => {
            let row = documents::table
                .left_join(messages::table)
                .filter(documents::id.eq(with));
            let row = row.select((messages::message_id.nullable(), documents::part));
            let (message, part): (Option<MessageId>, String) = row.first(db)?;
            let with = message.map_or(part, |message| message.to_string());
            let step = step.to_string();
            Some(IngestReason::OneInvoice { with, step }.into())
        }
    };
    let parsed = documents::table
        .find(document)
        .filter(documents::state.eq(text(DocumentState::Parsed)));
    let update = diesel::update(parsed).set(reason_columns!(documents, reason));
    match_backend!(db, connection => Prepared(update).execute(connection))?;
    Ok(())
}

/// Puts the question about a document, or no longer, as another document answers it.
pub(super) fn put_question(
    db: &mut Db,
    document: DocumentId,
    candidates: &[Money],
    is_answered: bool,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let (before, after, reason) = if is_answered {
        (DocumentState::Asked, DocumentState::Parsed, None)
    } else {
        let reason = Reason::uncertain(candidates.iter().copied()).into();
        (DocumentState::Parsed, DocumentState::Asked, Some(reason))
    };
    let is_before = documents::table
        .find(document)
        .filter(documents::state.eq(text(before)));
    diesel::update(is_before)
        .set(state_columns!(documents, after, reason, now))
        .execute(db)?;
    Ok(())
}
