//! The ledger as a user sees it: the outcome of each mail, and what can be done about it.

pub mod forwarder;
pub mod import;
pub mod import_document;

use chrono::{DateTime, Datelike, NaiveDate};
use invoices_db::{DocumentId, LedgerDocument, LedgerFilter, LedgerPlace, LedgerRow, Period, Retried, StatedInvoice};
use invoices_domain::ports::ReaderError;
use invoices_domain::reading::Reading;
use invoices_domain::{DocumentState, IngestReason, LedgerReason, MessageId, MessageState, UserId};

use crate::app::App;
use crate::document::read;
use crate::error::Error;
use crate::job;
use crate::page::{Listing, cut, decoded, encoded, invalid_cursor, one_more};

/// How many messages a page has by default.
const DEFAULT_LIMIT: usize = 50;
/// What the cursors of the list begin with.
const MESSAGES: &str = "messages-";
/// Maximum number of documents of a message that are explained.
const MAX_EXPLAINED: usize = 20;

/// Which messages of a user to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageRequest {
    /// What they have in common, besides what [`App::message_page`] adds: the user, the days and the place.
    pub filter: LedgerFilter,
    /// Only those received on this day or later, in the service's time zone.
    pub from: Option<NaiveDate>,
    /// Only those received on this day or earlier.
    pub to: Option<NaiveDate>,
    /// Maximum number of messages of a page.
    pub limit: Option<usize>,
    /// If the page before ended, as that page says.
    pub cursor: Option<String>,
}

/// A message of a user with the invoices that its documents state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserMessage {
    /// The message and its documents.
    pub row: LedgerRow,
    /// The invoices by document.
    pub invoices: Vec<(DocumentId, StatedInvoice)>,
}

/// A document as this build reads it, with the evidence; or why it can't be read, in words that are safe to show.
pub type ExplainedDocument = (LedgerDocument, Result<Reading, LedgerReason>);

/// What [`App::release_message`] released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Released {
    /// The message, from quarantine.
    Message,
    /// Documents of it that were deleted.
    Documents,
    /// Nothing: it has neither.
    Nothing,
}

impl App {
    /// A page of a user's messages, the last received first.
    pub async fn message_page(&self, user: UserId, request: MessageRequest) -> Result<Listing<UserMessage>, Error> {
        let after = request.cursor.as_deref().map(place);
        if request.from > request.to && request.to.is_some() {
            return Err(Error::Invalid("from must not be after to".into()));
        }
        let zone = self.settings().zone;
        let day_after = request.to.map(|day| day.succ_opt().unwrap_or(day));
        let filter = LedgerFilter {
            user: Some(user),
            received: Period {
                since: request.from.map(|day| zone.start_of(day)),
                until: day_after.map(|day| zone.start_of(day)),
            },
            after: after.transpose()?,
            ..request.filter
        };
        let limit = request.limit.unwrap_or(DEFAULT_LIMIT);
        let mut rows = self.store().ledger_rows(filter, one_more(limit)).await?;
        let next = cut(&mut rows, Some(limit), |row| cursor(row.place()));
        let items = self.with_invoices(user, rows).await?;
        Ok(Listing { items, next })
    }

    /// A message of a user: a row for each ingest that found it, and for each account.
    pub async fn messages_with_id(&self, user: UserId, id: &MessageId) -> Result<Vec<UserMessage>, Error> {
        let filter = LedgerFilter {
            user: Some(user),
            message: Some(id.clone()),
            ..LedgerFilter::default()
        };
        let rows = self.store().ledger_rows(filter, i64::MAX).await?;
        if rows.is_empty() {
            return Err(Error::NotFound("No such message.".into()));
        }
        self.with_invoices(user, rows).await
    }

    async fn with_invoices(&self, user: UserId, rows: Vec<LedgerRow>) -> Result<Vec<UserMessage>, Error> {
        let documents = rows.iter().flat_map(|row| &row.documents);
        let documents: Vec<DocumentId> = documents.map(|document| document.document_id).collect();
        let stated = self.store().invoices_of_documents(user, &documents).await?;
        let messages = rows.into_iter().map(|row| {
            let is_of_row = |id: &DocumentId| row.documents.iter().any(|document| document.document_id == *id);
            let of_row = stated.iter().filter(|(document, _)| is_of_row(document));
            UserMessage {
                invoices: of_row.cloned().collect(),
                row,
            }
        });
        Ok(messages.collect())
    }

    /// Releases a user's message from quarantine, or one that came after its month's notice was read, and has it fetched. Releases its
    /// documents that were deleted when they were read, as they belong to a deleted invoice, and has them read.
    pub async fn release_message(&self, user: UserId, id: &MessageId) -> Result<Released, Error> {
        let now = self.now();
        if self.store().release(user, id, None, now).await? {
            self.order_all_pending(user).await?;
            return Ok(Released::Message);
        }
        let job = job::read_again("release", now);
        if self.store().release_deleted(user, id, job, now).await? == 0 {
            return Ok(Released::Nothing);
        }
        self.wake_workers();
        Ok(Released::Documents)
    }

    /// Gives a user's message one more attempt if it could not be fetched, and each of its documents that could not be read.
    pub async fn retry_message(&self, user: UserId, id: &MessageId) -> Result<Retried, Error> {
        let now = self.now();
        let attempts = (self.settings().pipeline.parse_attempts - 1).max(0);
        let job = job::read_again("retry", now);
        let retried = self.store().retry_message(user, id, attempts, job, now).await?;
        if retried.messages > 0 {
            self.order_all_pending(user).await?;
        }
        self.wake_workers();
        Ok(retried)
    }

    /// Reads the originals of a user's message again and says why each value is what it is. Nothing is stored.
    pub async fn explain_message(&self, user: UserId, id: &MessageId) -> Result<Vec<ExplainedDocument>, Error> {
        let messages = self.messages_with_id(user, id).await?;
        let documents = messages.into_iter().flat_map(|message| message.row.documents);
        let mut explained = Vec::new();
        for document in documents.take(MAX_EXPLAINED) {
            let reading = self.read_again(&document).await?;
            explained.push((document, reading));
        }
        Ok(explained)
    }

    async fn read_again(&self, document: &LedgerDocument) -> Result<Result<Reading, LedgerReason>, Error> {
        let gone = || Ok(Err(IngestReason::NotStored.into()));
        let Some(key) = &document.object_key else {
            return gone();
        };
        let known = self.store().document_by_key(key).await?;
        let Some(known) = known.filter(|known| !matches!(known.state, DocumentState::Found | DocumentState::Deleted))
        else {
            return gone();
        };
        let Some((bytes, _hold)) = read::original(self, key, Some(&known)).await? else {
            return gone();
        };
        match read::read(self, &known, bytes, None).await {
            Ok(reading) => Ok(Ok(reading)),
            Err(ReaderError::GaveUp(reason)) => Ok(Err(reason.into())),
            Err(ReaderError::Dependency(error)) => Err(error.into()),
        }
    }
}

fn cursor(place: LedgerPlace) -> String {
    let text = format!("{} {}", place.received.timestamp_micros(), place.id);
    encoded(MESSAGES, &text)
}

fn place(cursor: &str) -> Result<LedgerPlace, Error> {
    let text = decoded(MESSAGES, cursor)?;
    let place = text.split_once(' ').and_then(|(micros, id)| {
        let received = DateTime::from_timestamp_micros(micros.parse().ok()?)?;
        // The databases store no others.
        let received = Some(received).filter(|time| (0..=9999).contains(&time.year()))?;
        let id = id.parse().ok()?;
        Some(LedgerPlace { received, id })
    });
    place.ok_or_else(invalid_cursor)
}

impl UserMessage {
    /// The outcome of the message, and what its user can do about it, in plain words.
    pub fn explanation(&self) -> String {
        let because = |sentence: &str, end: &str| match &self.row.reason {
            Some(reason) => format!("{sentence}: {reason}.{end}"),
            None => format!("{sentence}.{end}"),
        };
        match self.row.state {
            MessageState::Found => because("The next ingest will fetch it", ""),
            MessageState::Quarantined => because(
                "Its sender could not be authenticated",
                " If you know that it is genuine, release this mail or trust its sender.",
            ),
            MessageState::Rejected => because("It contains nothing that can be parsed", ""),
            MessageState::Failed => because("It could not be fetched", " You can try again."),
            MessageState::Skipped if self.row.is_late() => {
                because("It was skipped", " If it is another notice, release this mail.")
            }
            MessageState::Skipped => because("It was skipped", ""),
            MessageState::Fetched => {
                let telling = self.row.documents.iter().max_by_key(|document| rank(document.state));
                telling.map_or_else(|| "It was fetched, but has no documents.".to_owned(), outcome)
            }
        }
    }

    /// Whether [`App::release_message`] releases something of it.
    pub fn can_be_released(&self) -> bool {
        let mut documents = self.row.documents.iter();
        self.row.state == MessageState::Quarantined
            || self.row.is_late()
            || documents.any(LedgerDocument::can_be_released)
    }

    /// Whether [`App::retry_message`] gives it another attempt.
    pub fn can_be_retried(&self) -> bool {
        let is_unread =
            |document: &LedgerDocument| document.state == DocumentState::Failed && document.object_key.is_some();
        self.row.state == MessageState::Failed || self.row.documents.iter().any(is_unread)
    }
}

/// Of a message's documents, the one with the highest rank says the outcome of it.
const fn rank(state: DocumentState) -> u8 {
    match state {
        DocumentState::Asked => 7,
        DocumentState::Parsed => 6,
        DocumentState::Found | DocumentState::Stored => 5,
        DocumentState::Failed => 4,
        DocumentState::Duplicate => 3,
        DocumentState::Deleted => 2,
        DocumentState::Rejected => 1,
    }
}

fn outcome(document: &LedgerDocument) -> String {
    let sentence = match document.state {
        DocumentState::Parsed => "An invoice was read from it",
        DocumentState::Asked if document.is_locked() => "You are asked for its password",
        DocumentState::Asked => "It is an invoice, and you are asked for its total",
        DocumentState::Found => "Its documents are being stored",
        DocumentState::Stored => "It is stored, and will be parsed within seconds",
        DocumentState::Failed => "It could not be read",
        DocumentState::Duplicate => "It repeats a known invoice",
        DocumentState::Deleted if document.can_be_released() => {
            return "The invoice that it belongs to was deleted. If it is about another one, release this mail."
                .to_owned();
        }
        DocumentState::Deleted => "Its invoice was deleted",
        DocumentState::Rejected => "It contains no invoice",
    };
    match &document.reason {
        Some(reason) => format!("{sentence}: {reason}."),
        None => format!("{sentence}."),
    }
}
