//! Fetches one message within the memory limit.

use std::sync::atomic::{AtomicU64, Ordering};

use invoices_db::PendingMessage;
use invoices_domain::mail::{MailAccount, RawMessage};
use invoices_domain::ports::{Dependency, DependencyError, MailError};
use invoices_domain::{IngestReason, MessageId, MessageState, Source};

use super::context::{Context, Stop};
use super::message::{self, AcceptedMessage, MessageFilter, MessageRef, StoredMessage};
use crate::app::App;
use crate::error::Error;
use crate::limit::in_flight::{Hold, message_weight};

/// The size of most messages, in bytes. The size of a message is not known before it is fetched.
const USUAL_SIZE: u64 = 1 << 20;

/// The outcome of fetching a message.
pub(super) enum Fetched {
    /// The ledger has its state; the documents that were newly stored.
    Stored(Option<StoredMessage>),
    /// A rent notice, which is stored when all are fetched.
    Kept(Box<KeptMessage>),
    /// A rent notice that does not fit into memory until others are stored. It stays pending.
    Postponed,
    /// It is no longer in the mailbox.
    Gone,
    /// It could not be fetched, and stays pending.
    Failed(Stop),
    /// The account may not store it now, and it stays pending.
    NoRoom,
}

/// A message in memory, with its weight.
pub(super) struct KeptMessage {
    pub message: AcceptedMessage,
    pub hold: Hold,
}

/// What the fetches of a group have in common.
pub(super) struct Fetcher<'a> {
    pub context: &'a Context<'a>,
    pub source: Source,
    pub filter: &'a dyn MessageFilter,
    pub room: Room,
    /// Whether messages are fetched one by one, and each is stored before the next.
    pub one_by_one: bool,
}

impl Fetcher<'_> {
    /// Fetches a message and stores the documents that the filter accepts, except for rent notices, which it returns.
    pub async fn fetch(&self, pending: &PendingMessage) -> Result<Fetched, Stop> {
        if self.room.is_full() {
            return self.no_room(pending).await;
        }
        let message = MessageRef {
            source: self.source,
            id: &pending.message_id,
        };
        let fetched = fetch_within_room(self.context, message.id).await;
        // A deleted account's ingest stops at its next message.
        let Context { app, user, .. } = self.context;
        if !app.store().is_live(*user).await? {
            return Err(Stop::UserGone);
        }
        Ok(match fetched {
            Ok((_, raw)) if !self.room.take(raw.bytes.len()) => return self.no_room(pending).await,
            Ok((hold, raw)) => match self.store_or_keep(hold, raw, pending).await {
                // It stays pending: the reader, or the name server, may do better the next time.
                Err(
                    stop @ Stop::Failed(Error::Dependency(DependencyError {
                        which: Dependency::Reader | Dependency::NameServer,
                        ..
                    })),
                ) => Fetched::Failed(stop),
                outcome => return outcome,
            },
            Err(MailError::Gone) => {
                message::set_state(self.context, message, MessageState::Failed, IngestReason::Gone, None).await?;
                Fetched::Gone
            }
            Err(MailError::TooLarge { limit }) => {
                let reason = IngestReason::TooLarge { limit };
                message::set_state(self.context, message, MessageState::Rejected, reason, None).await?;
                Fetched::Stored(None)
            }
            Err(error) => match Stop::from(error) {
                Stop::Reconnect => return Err(Stop::Reconnect),
                stop => Fetched::Failed(stop),
            },
        })
    }

    async fn store_or_keep(&self, hold: Hold, raw: RawMessage, pending: &PendingMessage) -> Result<Fetched, Stop> {
        let (context, source) = (self.context, self.source);
        let accepted = message::examine(context, source, self.filter, &raw, pending).await?;
        drop(raw);
        let Some(message) = accepted else {
            return Ok(Fetched::Stored(None));
        };
        if source != Source::Rental {
            return Ok(Fetched::Stored(message::store(context, source, message).await?));
        }
        message::keep_pending(context, source, &message).await?;
        let hold = if self.one_by_one {
            Some(hold)
        } else {
            context.app.0.in_flight.keep(hold, message.size())
        };
        Ok(match hold {
            Some(hold) => Fetched::Kept(Box::new(KeptMessage { message, hold })),
            None => Fetched::Postponed,
        })
    }

    async fn no_room(&self, pending: &PendingMessage) -> Result<Fetched, Stop> {
        let ids = std::slice::from_ref(&pending.message_id);
        let (store, inbox) = (self.context.app.store(), self.context.inbox(self.source));
        let reason = IngestReason::AccountFull.into();
        store.set_pending_reason(&inbox, ids, reason).await?;
        Ok(Fetched::NoRoom)
    }
}

/// Fetches a message: of the connected account, or one that the user submitted.
pub(crate) async fn fetch_within_room(context: &Context<'_>, id: &MessageId) -> Result<(Hold, RawMessage), MailError> {
    let Some(account) = &context.connected else {
        return handed_over(context, id).await;
    };
    from_mailbox(context.app, account, id).await
}

async fn handed_over(context: &Context<'_>, id: &MessageId) -> Result<(Hold, RawMessage), MailError> {
    let in_flight = &context.app.0.in_flight;
    let largest = context.app.settings().max_message_bytes;
    let mut hold = in_flight.hold(context.user, message_weight(largest)).await;
    let kept = context.app.store().handed_mail(context.user, id).await;
    let kept = kept.map_err(|error| DependencyError::new(Dependency::Database, error))?;
    let raw = kept.ok_or(MailError::Gone)?;
    hold.shrink_to(message_weight(raw.bytes.len() as u64));
    Ok((hold, raw))
}

/// Fetches a message of any size that the settings allow. Holds the weight of a usual one first, so that many are fetched
/// at once; for a larger one it gives that back and holds the weight of the largest.
async fn from_mailbox(app: &App, account: &MailAccount, id: &MessageId) -> Result<(Hold, RawMessage), MailError> {
    let (mailbox, in_flight) = (&app.ports().mailbox, &app.0.in_flight);
    let largest = app.settings().max_message_bytes;
    let usual = largest.min(USUAL_SIZE);
    let mut hold = in_flight.hold(account.user, message_weight(usual)).await;
    let mut fetched = mailbox.fetch(account, id, usual).await;
    if usual < largest && matches!(fetched, Err(MailError::TooLarge { .. })) {
        drop(hold);
        hold = in_flight.hold(account.user, message_weight(largest)).await;
        fetched = mailbox.fetch(account, id, largest).await;
    }
    let raw = fetched?;
    hold.shrink_to(message_weight(raw.bytes.len() as u64));
    Ok((hold, raw))
}

/// What more the account may store. It is read before each group of fetches: one ingest of a user runs at a time.
pub(super) struct Room {
    pub messages: usize,
    bytes: AtomicU64,
}

impl Room {
    pub async fn of(context: &Context<'_>) -> Result<Self, Stop> {
        let (app, limits) = (context.app, &context.app.settings().limits);
        let used = app.store().usage(context.user).await?;
        let left = |limit: Option<u64>, used: u64| limit.map_or(u64::MAX, |limit| limit.saturating_sub(used));
        let bytes = left(limits.bytes(), used.bytes);
        let messages = if bytes == 0 {
            0
        } else {
            left(limits.messages(), used.messages)
        };
        Ok(Room {
            messages: usize::try_from(messages).unwrap_or(usize::MAX),
            bytes: bytes.into(),
        })
    }

    pub fn is_full(&self) -> bool {
        self.bytes.load(Ordering::Relaxed) == 0
    }

    /// Takes the bytes of a message, which are more than those of its originals. `false` if they don't fit: then nothing else
    /// fits either, so that messages are stored in their order.
    pub fn take(&self, bytes: usize) -> bool {
        let left = |room: u64| room.checked_sub(bytes as u64);
        let fits = self
            .bytes
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, left)
            .is_ok();
        if !fits {
            self.bytes.store(0, Ordering::Relaxed);
        }
        fits
    }
}
