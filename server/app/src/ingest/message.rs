//! One fetched message: which vendor or landlord sent it, whether to trust the sender, and how its documents are stored.

use std::collections::HashMap;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use invoices_db::{Attempt, MessageFacts, NewDocument, PendingMessage};
use invoices_domain::mail::{Forwarded, MailContent, QuotedMail, RawMessage};
use invoices_domain::ports::{Dependency, DependencyError, NotAMail, ReaderError};
use invoices_domain::{
    DocumentState, IngestReason, LedgerReason, MailAddress, MessageId, MessageState, NotAuthenticated, Source, VendorId,
};

use super::context::{Context, Stop};
use super::facts::facts_of;
use super::forwarded;
use super::trust;
use crate::crash::{self, Point};
use crate::job;

/// A message in the ledger of a run's account.
#[derive(Clone, Copy)]
pub(crate) struct MessageRef<'a> {
    pub source: Source,
    pub id: &'a MessageId,
}

/// Whether a run stores a message's documents.
pub(crate) enum Classification {
    /// They are stored.
    Accepted {
        /// The vendor that sent it, for retail.
        vendor: Option<VendorId>,
    },
    /// They are stored once the user releases the message. Until then it is skipped, for this reason.
    Late(IngestReason),
    /// No run wants them, for this reason.
    Skipped(IngestReason),
    /// This run does not want them, but a later one may: the ledger forgets the message.
    OutOfScope,
}

/// Which messages a run accepts, and which of their parts are documents.
pub(crate) trait MessageFilter: Send + Sync {
    /// Classifies by sender, subject, time of receipt and the message's row in the ledger.
    fn classify(
        &self,
        sender: &MailAddress,
        subject: &str,
        received_at: Option<DateTime<Utc>>,
        pending: &PendingMessage,
    ) -> Classification;

    /// The documents in a mail with their bytes, or why there are none.
    fn documents(&self, origin: &Origin<'_>, mail: MailContent) -> Result<Vec<(NewDocument, Bytes)>, IngestReason>;
}

/// The message that documents come from.
pub(crate) struct Origin<'a> {
    pub context: &'a Context<'a>,
    pub raw: &'a RawMessage,
    pub vendor: Option<&'a VendorId>,
}

/// A message whose documents are to be stored.
pub(crate) struct AcceptedMessage {
    id: MessageId,
    received_at: Option<DateTime<Utc>>,
    vendor: Option<VendorId>,
    facts: MessageFacts,
    documents: Vec<(NewDocument, Bytes)>,
    size: u64,
}

impl AcceptedMessage {
    /// The order in which a run's messages are stored: by time of receipt, then by id.
    pub fn order(&self) -> (Option<DateTime<Utc>>, &MessageId) {
        (self.received_at, &self.id)
    }

    /// The memory of its documents in bytes, with those that are not stored: they are slices of one buffer.
    pub fn size(&self) -> u64 {
        self.size
    }
}

/// What was newly stored of a message.
pub(crate) struct StoredMessage {
    pub documents: u64,
    pub vendor: Option<VendorId>,
}

/// Why a message's documents are not stored.
enum NotAccepted {
    /// The ledger keeps this state and reason.
    State(MessageState, LedgerReason),
    /// The ledger forgets the message.
    OutOfScope,
}

/// Writes a message's state into the ledger.
pub(crate) async fn set_state(
    context: &Context<'_>,
    message: MessageRef<'_>,
    state: MessageState,
    reason: impl Into<LedgerReason>,
    facts: Option<MessageFacts>,
) -> Result<(), Stop> {
    let (store, inbox, reason) = (context.app.store(), context.inbox(message.source), reason.into());
    tracing::debug!(user = %inbox.user_id, message = %message.id, %state, %reason, "a message gets its state");
    store
        .set_message_state(&inbox, message.id, state, Some(reason), facts, context.app.now())
        .await?;
    Ok(())
}

/// Parses a message and classifies it. `None` if nothing of it is to be stored; the ledger says why.
pub(crate) async fn examine(
    context: &Context<'_>,
    source: Source,
    filter: &dyn MessageFilter,
    raw: &RawMessage,
    pending: &PendingMessage,
) -> Result<Option<AcceptedMessage>, Stop> {
    let message = MessageRef { source, id: &raw.id };
    let Some(mut mail) = open(context, message, raw).await? else {
        return Ok(None);
    };
    let mut facts = facts_of(&mail, raw).await?;
    let quoted = match mail.forwarded.take() {
        Some(Forwarded::Attached(attached)) => {
            let (state, reason) = forwarded::take_attached(context, raw, &mail, attached, &mut facts, pending).await?;
            return leave(context, message, NotAccepted::State(state, reason), facts).await;
        }
        Some(Forwarded::Quoted(quoted)) => Some(quoted),
        None => None,
    };
    let candidate = Candidate {
        message,
        raw,
        mail: &mail,
        quoted: quoted.as_ref(),
        pending,
    };
    let (vendor, late) = match accept(context, filter, candidate, &mut facts).await? {
        Ok(accepted) => accepted,
        Err(why) => return leave(context, message, why, facts).await,
    };
    let raw = &RawMessage {
        received_at: facts.received_at,
        ..raw.clone()
    };
    let origin = Origin {
        context,
        raw,
        vendor: vendor.as_ref(),
    };
    let size = mail.size();
    let (state, reason) = match (filter.documents(&origin, mail), late) {
        (Ok(documents), None) => {
            return Ok(Some(AcceptedMessage {
                id: raw.id.clone(),
                received_at: raw.received_at,
                vendor,
                facts,
                documents,
                size,
            }));
        }
        (Ok(_), Some(late)) => (MessageState::Skipped, late),
        (Err(reason), _) => (MessageState::Rejected, reason),
    };
    leave(context, message, NotAccepted::State(state, reason.into()), facts).await
}

/// Writes why nothing of a message is stored.
async fn leave(
    context: &Context<'_>,
    message: MessageRef<'_>,
    why: NotAccepted,
    facts: MessageFacts,
) -> Result<Option<AcceptedMessage>, Stop> {
    match why {
        NotAccepted::State(state, reason) => set_state(context, message, state, reason, Some(facts)).await?,
        NotAccepted::OutOfScope => {
            let inbox = context.inbox(message.source);
            context.app.store().forget_message(&inbox, message.id).await?;
        }
    }
    Ok(None)
}

/// Keeps a message pending until others are fetched. It has been read, so this costs it no attempt.
pub(crate) async fn keep_pending(context: &Context<'_>, source: Source, message: &AcceptedMessage) -> Result<(), Stop> {
    let (store, found, facts) = (context.app.store(), MessageState::Found, message.facts.clone());
    let inbox = context.inbox(source);
    store
        .set_message_state(&inbox, &message.id, found, None, Some(facts), context.app.now())
        .await?;
    Ok(())
}

/// Stores the documents of a message: rows first, then objects, then the state `stored` with the jobs that parse them. `None`
/// if nothing was newly stored.
pub(crate) async fn store(
    context: &Context<'_>,
    source: Source,
    accepted: AcceptedMessage,
) -> Result<Option<StoredMessage>, Stop> {
    let (app, inbox) = (context.app, context.inbox(source));
    let AcceptedMessage {
        id,
        vendor,
        facts,
        documents,
        ..
    } = accepted;
    let mut bytes: HashMap<String, Bytes> = documents
        .iter()
        .map(|(row, bytes)| (row.part.clone(), bytes.clone()))
        .collect();
    let rows = documents.into_iter().map(|(row, _)| row).collect();
    crash::point(Point::Fetched);
    let planned = app.store().plan_documents(&inbox, &id, facts, rows, app.now());
    let planned = planned.await?.ok_or(Stop::UserGone)?;
    crash::point(Point::Planned);
    let (mut stored, mut jobs) = (Vec::new(), Vec::new());
    for document in planned.into_iter().filter(|document| document.needs_bytes) {
        let (Some(key), Some(bytes)) = (document.key, bytes.remove(&document.part)) else {
            continue;
        };
        app.ports().objects.put_if_absent(&key, bytes).await?;
        crash::point(Point::Put);
        if document.state == DocumentState::Duplicate {
            continue;
        }
        jobs.push(job::object_created(&key, app.now()));
        stored.push(document.document_id);
    }
    let marked = app.store().mark_documents_stored(&inbox, &id, &stored, jobs, app.now());
    if !marked.await? {
        // The account was deleted while its objects were written: the deletion may have missed them.
        app.ports().objects.delete_user(inbox.user_id).await?;
        return Err(Stop::UserGone);
    }
    crash::point(Point::Stored);
    let documents = stored.len() as u64;
    Ok((documents > 0).then_some(StoredMessage { documents, vendor }))
}

/// A message that may be accepted.
#[derive(Clone, Copy)]
struct Candidate<'a> {
    message: MessageRef<'a>,
    raw: &'a RawMessage,
    mail: &'a MailContent,
    /// The mail that it quotes, if the user forwarded it. It is accepted for the quoted sender and subject.
    quoted: Option<&'a QuotedMail>,
    pending: &'a PendingMessage,
}

/// The vendor that sent an accepted message, for retail, and why it is late. Adds the vendor and the sender's authentication to `facts`.
async fn accept(
    context: &Context<'_>,
    filter: &dyn MessageFilter,
    candidate: Candidate<'_>,
    facts: &mut MessageFacts,
) -> Result<Result<(Option<VendorId>, Option<IngestReason>), NotAccepted>, Stop> {
    let Candidate {
        message,
        raw,
        mail,
        quoted,
        pending,
    } = candidate;
    let not_accepted = |state, reason| Ok(Err(NotAccepted::State(state, reason)));
    let Some(sender) = &mail.sender else {
        return not_accepted(MessageState::Skipped, NotAuthenticated::NotOneSender.into());
    };
    let (from, subject) = quoted.map_or((sender, &mail.subject), |quoted| (&quoted.sender, &quoted.subject));
    let (vendor, late) = match filter.classify(from, subject, raw.received_at, pending) {
        Classification::Accepted { vendor } => (vendor, None),
        // Its sender is judged like that of any other.
        Classification::Late(reason) => (None, Some(reason)),
        Classification::Skipped(reason) => return not_accepted(MessageState::Skipped, reason.into()),
        Classification::OutOfScope => return Ok(Err(NotAccepted::OutOfScope)),
    };
    facts.vendor_id.clone_from(&vendor);
    if let Err(why) = trust::judge(context, raw, mail, sender, pending, facts).await? {
        return not_accepted(MessageState::Quarantined, why.into());
    }
    if let Some(quoted) = quoted {
        forwarded::facts_of_quoted(facts, quoted, sender);
        facts.received_at = forwarded::received_at(context.app, quoted, raw.received_at);
    }
    let inbox = context.inbox(message.source);
    // What an interrupted ingest has begun is stored, and grouping finds that it is the same.
    if !pending.begun
        && let Some((account, message_id)) = context.app.store().same_mail(&inbox, message.id, facts).await?
    {
        let reason = IngestReason::SameMail { message_id, account };
        return not_accepted(MessageState::Skipped, reason.into());
    }
    Ok(Ok((vendor, late)))
}

/// Parses a message. `None` if that is impossible; its state then says why.
async fn open(context: &Context<'_>, message: MessageRef<'_>, raw: &RawMessage) -> Result<Option<MailContent>, Stop> {
    let (app, inbox) = (context.app, context.inbox(message.source));
    let pipeline = &app.settings().pipeline;
    // The attempt is counted before the reader gets the bytes, so that a message that kills the process is not read again
    // without limit.
    let limit = pipeline.parse_attempts;
    let begun = app
        .store()
        .begin_message_attempt(&inbox, message.id, limit, app.now())
        .await?;
    let Attempt::Started(attempt) = begun else {
        return Ok(None);
    };
    crash::point(Point::Opened);
    match app
        .reader_of(context.user)
        .open_mail(
            raw.bytes.clone(),
            context.authserv_id.as_deref(),
            &context.sources.forwarders,
        )
        .await
    {
        Ok(Ok(mail)) => Ok(Some(mail)),
        Ok(Err(NotAMail(reason))) => {
            set_state(context, message, MessageState::Rejected, reason, None).await?;
            Ok(None)
        }
        Err(ReaderError::GaveUp(reason)) if attempt >= limit => {
            tracing::warn!(message = %message.id, %reason, attempt, "the reader gave up on a message");
            set_state(context, message, MessageState::Failed, reason, None).await?;
            Ok(None)
        }
        Err(ReaderError::GaveUp(reason)) => Err(DependencyError::new(Dependency::Reader, reason).into()),
        Err(ReaderError::Dependency(error)) => {
            app.store().undo_message_attempt(&inbox, message.id).await?;
            Err(error.into())
        }
    }
}
