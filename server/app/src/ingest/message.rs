//! One fetched message: whose it is, whether to trust it, and how its documents are kept.

use std::collections::HashMap;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use invoices_db::{MessageFacts, NewDocument, PendingMessage, PlanOutcome};
use invoices_domain::ids::sha256_hex;
use invoices_domain::mail::RawMessage;
use invoices_domain::{MailAddress, MessageId, MessageState, Source, VendorId};
use parser_document::mail::{Authentication, Mail, authenticate};

use super::run::{Context, Stop};
use crate::crash::{self, Point};
use crate::error::Error;
use crate::work;

/// A message in the ledger of a run's account.
#[derive(Clone, Copy)]
pub(crate) struct At<'a> {
    pub source: Source,
    pub id: &'a MessageId,
}

/// Whether a run wants a message, and for whom.
pub(crate) enum Verdict {
    /// Keep its documents.
    Take {
        /// The vendor it is of, for retail.
        vendor: Option<VendorId>,
    },
    /// Nothing for us, now and later.
    Skip(String),
    /// Nothing for this run, but perhaps for a later one: the ledger forgets it.
    Leave,
}

/// What a run looks for: the rules by which a message is taken, and the documents in it.
pub(crate) trait Wanted: Send + Sync {
    /// Judges by sender, subject, the time of receipt, and what the ledger knows of the message.
    fn judge(&self, sender: &MailAddress, subject: &str, received_at: DateTime<Utc>, owed: &PendingMessage) -> Verdict;

    /// The documents in a mail with their bytes, or why there are none.
    fn documents(&self, at: &Origin<'_>, mail: Mail) -> Result<Vec<(NewDocument, Bytes)>, String>;
}

/// Where documents come from.
pub(crate) struct Origin<'a> {
    pub context: &'a Context<'a>,
    pub raw: &'a RawMessage,
    pub vendor: Option<&'a VendorId>,
}

/// What was newly stored of a message.
pub(crate) struct Kept {
    pub documents: u64,
    pub vendor: Option<VendorId>,
}

/// Settles a message in the ledger.
pub(crate) async fn settle(
    context: &Context<'_>,
    at: At<'_>,
    state: MessageState,
    reason: &str,
    facts: Option<MessageFacts>,
) -> Result<(), Stop> {
    let (store, inbox) = (context.app.store(), context.inbox(at.source));
    store
        .set_message_state(&inbox, at.id, state, Some(reason), facts, context.app.now())
        .await?;
    tracing::debug!(user = %inbox.user_id, message = %at.id, %state, reason, "settled a message");
    Ok(())
}

/// Judges a message and keeps its documents: rows first, then objects, then `stored` with the jobs that parse them.
/// `None` where nothing was newly stored.
pub(crate) async fn keep(
    context: &Context<'_>,
    source: Source,
    wanted: &dyn Wanted,
    raw: &RawMessage,
    owed: &PendingMessage,
) -> Result<Option<Kept>, Stop> {
    let at = At { source, id: &raw.id };
    let Some(mail) = read(raw.bytes.clone()).await? else {
        settle(
            context,
            at,
            MessageState::Rejected,
            "the message is no mail that can be read",
            None,
        )
        .await?;
        return Ok(None);
    };
    let mut facts = MessageFacts {
        vendor_id: None,
        sender: mail.sender.clone(),
        sender_name: mail.sender_name.clone(),
        subject: Some(mail.subject.clone()),
        received_at: Some(raw.received_at),
        authentication: None,
        pdf_attached: !mail.pdfs.is_empty(),
    };
    let Some(sender) = &mail.sender else {
        settle(
            context,
            at,
            MessageState::Skipped,
            "the message has not exactly one sender",
            Some(facts),
        )
        .await?;
        return Ok(None);
    };
    let vendor = match wanted.judge(sender, &mail.subject, raw.received_at, owed) {
        Verdict::Take { vendor } => vendor,
        Verdict::Skip(reason) => {
            settle(context, at, MessageState::Skipped, &reason, Some(facts)).await?;
            return Ok(None);
        }
        Verdict::Leave => {
            context
                .app
                .store()
                .forget_message(&context.inbox(source), &raw.id)
                .await?;
            return Ok(None);
        }
    };
    facts.vendor_id.clone_from(&vendor);
    let pipeline = &context.app.settings().pipeline;
    if pipeline.check_sender {
        match authenticate(&mail.authentication_results, &pipeline.authserv_id, sender) {
            Authentication::Trusted(how) => facts.authentication = Some(how),
            Authentication::Untrusted(why) if owed.released => {
                facts.authentication = Some(format!("released by hand: {why}"));
            }
            Authentication::Untrusted(why) => {
                facts.authentication = Some(why.clone());
                settle(context, at, MessageState::Quarantined, &why, Some(facts)).await?;
                return Ok(None);
            }
        }
    }
    let origin = Origin {
        context,
        raw,
        vendor: vendor.as_ref(),
    };
    let documents = match wanted.documents(&origin, mail) {
        Ok(documents) => documents,
        Err(reason) => {
            settle(context, at, MessageState::Rejected, &reason, Some(facts)).await?;
            return Ok(None);
        }
    };
    let documents = store(context, at, facts, documents).await?;
    Ok((documents > 0).then_some(Kept { documents, vendor }))
}

/// MIME is parsed off the async threads: a mail may be large.
async fn read(bytes: Bytes) -> Result<Option<Mail>, Stop> {
    let read = tokio::task::spawn_blocking(move || Mail::read(&bytes));
    // A parser that panics on a message costs that message, not the run.
    match read.await {
        Ok(mail) => Ok(mail),
        Err(error) if error.is_panic() => Ok(None),
        Err(error) => Err(Stop::Failed(Error::internal(error))),
    }
}

/// The documents newly stored.
async fn store(
    context: &Context<'_>,
    at: At<'_>,
    facts: MessageFacts,
    documents: Vec<(NewDocument, Bytes)>,
) -> Result<u64, Stop> {
    let (app, inbox) = (context.app, context.inbox(at.source));
    let mut bytes: HashMap<String, Bytes> = documents
        .iter()
        .map(|(row, bytes)| (part(row).to_owned(), bytes.clone()))
        .collect();
    let rows = documents.into_iter().map(|(row, _)| row).collect();
    crash::point(Point::Fetched);
    let planned = app
        .store()
        .plan_documents(&inbox, at.id, facts, rows, app.now())
        .await?;
    let PlanOutcome::Planned(planned) = planned else {
        return Err(Stop::UserGone);
    };
    crash::point(Point::Planned);
    let (mut stored, mut jobs) = (Vec::new(), Vec::new());
    for document in planned.into_iter().filter(|document| document.needs_bytes) {
        let (Some(key), Some(bytes)) = (document.key, bytes.remove(&document.part)) else {
            continue;
        };
        app.ports()
            .objects
            .put_if_absent(&key, bytes)
            .await
            .map_err(Error::from)?;
        crash::point(Point::Put);
        jobs.push(work::object_created(&key, app.now()));
        stored.push(document.document_id);
    }
    if !app
        .store()
        .mark_documents_stored(&inbox, at.id, &stored, jobs, app.now())
        .await?
    {
        // The account went while its objects were written: the deletion may have passed them by.
        app.ports()
            .objects
            .delete_user(inbox.user_id)
            .await
            .map_err(Error::from)?;
        return Err(Stop::UserGone);
    }
    crash::point(Point::Stored);
    Ok(stored.len() as u64)
}

fn part(row: &NewDocument) -> &str {
    match row {
        NewDocument::Retail { part, .. } | NewDocument::Rental { part, .. } => part,
    }
}

/// The hash by which equal bytes are recognised.
pub(crate) fn content_hash(bytes: &[u8]) -> String {
    sha256_hex(bytes)
}
