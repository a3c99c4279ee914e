//! Mails that a user submits: from a file, or one at a time.
//!
//! A mail of a landlord or vendor is kept until an ingest has fetched it from there, as it would from a mailbox: with the same
//! ledger, limits and reading. Of other mails nothing is kept.

use bytes::Bytes;
use chrono::{DateTime, Datelike, TimeDelta, Utc};
use futures::future::join_all;
use invoices_db::{HandOver, JobKind, LedgerRow, Operator};
use invoices_domain::ids::sha256_hex;
use invoices_domain::mail::{AttachedMail, MailContent, RawMessage};
use invoices_domain::ports::{Dependency, DependencyError, NotAMail, ReaderError};
use invoices_domain::{AccountName, MailAddress, MessageId, Source, UserId};
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::error::Error;
use crate::ingest::Ingested;
use crate::job::Ingest;
use crate::job::worker::Worker;
use crate::limit::in_flight::message_weight;
use crate::source::Sources;

/// What may be kept of a user's mails at one time, in bytes. Those in quarantine count.
const MAX_KEPT: u64 = 256 << 20;
/// How many jobs an import in this process runs at once.
const WORKERS: usize = 4;

/// Before this year nobody got an invoice by mail. Clocks that were never set begin in 1970 and 1980.
const FIRST_YEAR: i32 = 1990;
/// How far ahead a sender's clock may be.
const CLOCKS: TimeDelta = TimeDelta::days(1);

/// The outcome of a submitted mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandedOver {
    /// It is kept for the next ingest.
    Taken(MessageId),
    /// It was submitted before; the ledger has its state.
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
    /// Takes a mail that the user submitted. `sources` are those of [`App::mail_sources`]. `received_at` is when it was received by
    /// its file, for a mail whose headers don't say it. Taking it again changes nothing.
    pub async fn hand_over(
        &self,
        sources: &Sources,
        user: UserId,
        message: Bytes,
        received_at: Option<DateTime<Utc>>,
    ) -> Result<HandedOver, Error> {
        let id = match self.new_message(user, &message).await? {
            Ok(id) => id,
            Err(settled) => return Ok(settled),
        };
        let mail = match self.open_handed(user, message.clone(), &sources.forwarders).await? {
            Ok(mail) => mail,
            Err(reason) => return Ok(HandedOver::Unreadable(reason)),
        };
        let received_at = self.received_at(&mail, received_at);
        let matching = sources.of_mail(&mail);
        let Some(sender) = mail.sender else {
            return Ok(HandedOver::Unreadable("it doesn't have exactly one sender".into()));
        };
        if matching.is_empty() {
            let subject = mail.subject;
            return Ok(HandedOver::UnknownSender { sender, subject });
        }
        let raw = RawMessage {
            id,
            received_at,
            bytes: message,
        };
        self.keep(user, raw, matching, None).await
    }

    /// The id of a message that is not known yet, or the outcome of it already.
    pub(crate) async fn new_message(
        &self,
        user: UserId,
        message: &Bytes,
    ) -> Result<Result<MessageId, HandedOver>, Error> {
        let largest = self.settings().max_message_bytes;
        if message.len() as u64 > largest {
            let reason = format!("it is larger than {largest} bytes");
            return Ok(Err(HandedOver::Unreadable(reason)));
        }
        let bytes = message.clone();
        // Of a large one on a thread that may block: it takes longer than others should wait.
        let id = spawn_blocking(move || sha256_hex(&bytes))
            .await
            .map_err(Error::internal)?;
        let id: MessageId = id.parse().map_err(Error::internal)?;
        let known = self.handed_over(user, &id).await?;
        let is_known = !known.is_empty() && known.iter().all(|row| !row.may_come_again());
        Ok(if is_known { Err(HandedOver::Known(id)) } else { Ok(id) })
    }

    /// Keeps a mail that is attached to one that the user forwarded, and returns its id if it is of a landlord or vendor. It is
    /// read as if the user had submitted it.
    pub(crate) async fn keep_attached(
        &self,
        sources: &Sources,
        user: UserId,
        mail: AttachedMail,
    ) -> Result<Option<MessageId>, Error> {
        let matching = mail
            .sender
            .as_ref()
            .map(|sender| sources.matching(sender, &mail.subject));
        let matching = matching.unwrap_or_default();
        if matching.is_empty() {
            return Ok(None);
        }
        let handed_over = match self.new_message(user, &mail.bytes).await? {
            Ok(id) => {
                let times = [mail.delivered, mail.dated];
                let raw = RawMessage {
                    id,
                    received_at: times.into_iter().flatten().find_map(|at| self.plausible(at)),
                    bytes: mail.bytes,
                };
                self.keep(user, raw, matching, None).await?
            }
            Err(settled) => settled,
        };
        Ok(match handed_over {
            HandedOver::Taken(id) | HandedOver::Known(id) => Some(id),
            HandedOver::UnknownSender { .. } | HandedOver::Unreadable(_) => None,
        })
    }

    /// Keeps a mail for the next ingest. With `released_by` it is not quarantined.
    pub(crate) async fn keep(
        &self,
        user: UserId,
        mail: RawMessage,
        sources: Vec<Source>,
        released_by: Option<Operator>,
    ) -> Result<HandedOver, Error> {
        let (store, id, now) = (self.store(), mail.id.clone(), self.now());
        let kept = match released_by {
            None => store.hand_over(user, mail, sources, MAX_KEPT, now).await?,
            Some(by) => store.hand_over_by(user, mail, sources, MAX_KEPT, by, now).await?,
        };
        match kept {
            HandOver::Kept => Ok(HandedOver::Taken(id)),
            HandOver::NoRoom => Err(Error::TooManyHandedOver),
            HandOver::UserGone => Err(Error::no_account()),
        }
    }

    /// Fetches what the user submitted, as a request does: another process's worker may do it.
    pub async fn import(&self, user: UserId, hung_up: &CancellationToken) -> Result<Ingested, Error> {
        self.ingest_and_wait(user, Ingest::Import, hung_up).await
    }

    /// Fetches and reads what the user submitted, in this process, until nothing of it is left to do or `stop` is cancelled.
    /// The workers of a service that runs beside it may do a part.
    pub async fn import_here(&self, user: UserId, stop: &CancellationToken) -> Result<(), Error> {
        let is_needed = |kind: JobKind| kind == JobKind::Import || kind.follows_documents();
        let workers: Vec<Worker> = (0..WORKERS).map(|_| Worker::only(self.clone(), is_needed)).collect();
        let ended = CancellationToken::new();
        let import = async {
            let outcome = self.import_to_its_end(user, stop).await;
            ended.cancel();
            outcome
        };
        // A worker that is no longer polled would keep its job's lease, so each finishes the job that it has claimed.
        let (outcome, _) = tokio::join!(import, join_all(workers.iter().map(|worker| worker.run(ended.clone()))));
        outcome?;
        let rest = join_all(workers.iter().map(|worker| run_due(worker, stop))).await;
        rest.into_iter().collect()
    }

    async fn import_to_its_end(&self, user: UserId, stop: &CancellationToken) -> Result<(), Error> {
        while self.import(user, stop).await?.continues() && !stop.is_cancelled() {}
        Ok(())
    }

    /// What the ledger says of a submitted mail: a row as rent and a row as a purchase, if it is either.
    pub async fn handed_over(&self, user: UserId, id: &MessageId) -> Result<Vec<LedgerRow>, Error> {
        Ok(self.store().messages_of(user, &AccountName::Import, id).await?)
    }

    pub(crate) async fn open_handed(
        &self,
        user: UserId,
        message: Bytes,
        forwarders: &[MailAddress],
    ) -> Result<Result<MailContent, String>, Error> {
        let _hold = self.0.in_flight.hold(user, message_weight(message.len() as u64)).await;
        match self.reader_of(user).open_mail(message, None, forwarders).await {
            Ok(Ok(mail)) => Ok(Ok(mail)),
            Ok(Err(NotAMail(reason))) => Ok(Err(reason.to_string())),
            Err(ReaderError::GaveUp(reason)) => Ok(Err(format!("the reader gave up on it: {reason}"))),
            Err(ReaderError::Dependency(error)) => Err(DependencyError::new(Dependency::Reader, error).into()),
        }
    }

    /// When a mail of a file was received: the first plausible time of its headers, or else the time that the file says.
    pub(crate) fn received_at(&self, mail: &MailContent, of_file: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
        let times = [mail.delivered, mail.dated, of_file];
        times.into_iter().flatten().find_map(|at| self.plausible(at))
    }

    /// A time that a mail can have been received at: anyone can write a header, and clocks are wrong.
    pub(crate) fn plausible(&self, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let now = self.now();
        let is_plausible = at.year() >= FIRST_YEAR && at <= now + CLOCKS;
        is_plausible.then_some(at.min(now))
    }
}

/// Runs the jobs that are due.
async fn run_due(worker: &Worker, stop: &CancellationToken) -> Result<(), Error> {
    while !stop.is_cancelled() && worker.run_one().await? {}
    Ok(())
}
