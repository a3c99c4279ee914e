//! Mails that a user hands over: from a file, or one at a time.
//!
//! A mail of a landlord or vendor is kept until an ingest has fetched it from there, as it would from a mailbox: with the same
//! ledger, limits and reading. Of other mails nothing is kept.

use bytes::Bytes;
use chrono::{DateTime, Utc};
use invoices_db::{HandOver, LedgerRow};
use invoices_domain::ids::sha256_hex;
use invoices_domain::mail::{MailContent, RawMessage};
use invoices_domain::ports::{Dependency, DependencyError, NotAMail, ReaderError};
use invoices_domain::{AccountName, MailAddress, MessageId, MessageState, Source, UserId};
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::error::Error;
use crate::in_flight::message_weight;
use crate::ingest::Ingested;
use crate::sources::Sources;
use crate::work::{Ingest, kind};
use crate::worker::Worker;

/// What may be kept of a user's mails at one time, in bytes. Those in quarantine count.
const MAX_KEPT: u64 = 256 << 20;
/// The kinds of jobs that an import needs.
const KINDS: &[&str] = &[kind::IMPORT, kind::OBJECT_CREATED, kind::RENTAL_CHANGED];

/// What became of a mail that was handed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandedOver {
    /// It is kept for the next ingest.
    Taken(MessageId),
    /// It was handed over before; the ledger has its state.
    Known(MessageId),
    /// It is of no landlord and no active vendor. Nothing of it is kept.
    UnknownSender {
        /// Its sender.
        sender: MailAddress,
        /// Its subject.
        subject: String,
    },
    /// It can't be read, for this reason. Nothing of it is kept.
    Unreadable(String),
}

impl App {
    /// Takes a mail that the user handed over. `received_at` is when it was received, where the caller knows; the mail's own
    /// headers say it otherwise. Taking it again changes nothing.
    pub async fn hand_over(
        &self,
        user: UserId,
        message: Bytes,
        received_at: Option<DateTime<Utc>>,
    ) -> Result<HandedOver, Error> {
        self.hand_over_among(&self.sources(user).await?, user, message, received_at)
            .await
    }

    /// The same with the user's landlords and vendors, for who takes many mails.
    pub async fn hand_over_among(
        &self,
        sources: &Sources,
        user: UserId,
        message: Bytes,
        received_at: Option<DateTime<Utc>>,
    ) -> Result<HandedOver, Error> {
        let largest = self.settings().pipeline.max_message_bytes;
        if message.len() as u64 > largest {
            return Ok(HandedOver::Unreadable(format!("it is larger than {largest} bytes")));
        }
        let id: MessageId = sha256_hex(&message).parse().map_err(Error::internal)?;
        let known = self.handed_over(user, &id).await?;
        if !known.is_empty() && known.iter().all(|row| row.state != MessageState::Failed) {
            return Ok(HandedOver::Known(id));
        }
        let mail = match self.open_handed(message.clone()).await? {
            Ok(mail) => mail,
            Err(reason) => return Ok(HandedOver::Unreadable(reason)),
        };
        let Some(sender) = mail.sender else {
            return Ok(HandedOver::Unreadable("it has not exactly one sender".into()));
        };
        let matching = sources.matching(&sender, &mail.subject);
        if matching.is_empty() {
            let subject = mail.subject;
            return Ok(HandedOver::UnknownSender { sender, subject });
        }
        let raw = RawMessage {
            id: id.clone(),
            received_at: self.plausible(received_at.or(mail.dated)),
            bytes: message,
        };
        let kept = self
            .store()
            .hand_over(user, raw, matching, MAX_KEPT, self.now())
            .await?;
        match kept {
            HandOver::Kept => Ok(HandedOver::Taken(id)),
            HandOver::NoRoom => Err(Error::TooManyHandedOver),
            HandOver::UserGone => Err(Error::Unauthenticated("No account exists for this token.".into())),
        }
    }

    /// Fetches what the user handed over, as a request does: another process's worker may do it.
    pub async fn import(&self, user: UserId, hung_up: &CancellationToken) -> Result<Ingested, Error> {
        self.ingest_and_wait(user, Ingest::Import, hung_up).await
    }

    /// Fetches and reads what the user handed over, in this process, until nothing of it is left to do or `stop` is cancelled. The
    /// workers of a service that runs beside it may do a part.
    pub async fn import_here(&self, user: UserId, stop: &CancellationToken) -> Result<(), Error> {
        let worker = Worker::new(self.clone()).only(KINDS);
        loop {
            let idle = CancellationToken::new();
            let ended = tokio::select! {
                ended = self.import(user, stop) => ended?,
                () = worker.run(idle) => continue,
            };
            if stop.is_cancelled() || !ended.continues {
                break;
            }
        }
        while !stop.is_cancelled() && worker.run_one().await? {}
        Ok(())
    }

    /// What the ledger says of a mail that was handed over: a row as rent and a row as a purchase, if it is either.
    pub async fn handed_over(&self, user: UserId, id: &MessageId) -> Result<Vec<LedgerRow>, Error> {
        Ok(self.store().messages_of(user, &AccountName::Import, id).await?)
    }

    pub(crate) async fn open_handed(&self, message: Bytes) -> Result<Result<MailContent, String>, Error> {
        let _hold = self.0.in_flight.hold(message_weight(message.len() as u64)).await;
        match self.ports().reader.open_mail(message, None).await {
            Ok(Ok(mail)) => Ok(Ok(mail)),
            Ok(Err(NotAMail(reason))) => Ok(Err(reason)),
            Err(ReaderError::GaveUp(reason)) => Ok(Err(format!("the reader gave up on it: {reason}"))),
            Err(ReaderError::Dependency(error)) => Err(DependencyError::new(Dependency::Reader, error).into()),
        }
    }

    /// A time that a mail can have been received at: anybody can write a header.
    pub(crate) fn plausible(&self, received_at: Option<DateTime<Utc>>) -> DateTime<Utc> {
        let now = self.now();
        received_at
            .filter(|at| (DateTime::UNIX_EPOCH..=now).contains(at))
            .unwrap_or(now)
    }
}

impl Sources {
    /// Which ingests a mail belongs to.
    fn matching(&self, sender: &MailAddress, subject: &str) -> Vec<Source> {
        let landlords = self.active_landlords();
        let is_rent = landlords.iter().any(|landlord| landlord.matches(sender, subject));
        let vendors = self.active_vendors(None);
        let is_purchase = vendors.iter().any(|vendor| vendor.matches(sender, subject).is_some());
        let rent = is_rent.then_some(Source::Rental);
        rent.into_iter().chain(is_purchase.then_some(Source::Retail)).collect()
    }
}
