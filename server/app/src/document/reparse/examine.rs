//! Reading one document again, and changing it.

use bytes::Bytes;
use chrono::NaiveDate;
use invoices_db::{Document, DocumentId, JobId, ParseOutcome, StaleDocument, UnstoredDuplicate};
use invoices_domain::identity::Fact;
use invoices_domain::ids::sha256_hex;
use invoices_domain::ports::ReaderError;
use invoices_domain::reading::ParserTag;
use invoices_domain::{DocumentState, IngestReason, ObjectKey, RetailInvoiceId, SubType, VendorId};

use super::difference::Difference;
use crate::app::App;
use crate::document::{parse, read};
use crate::error::Error;
use crate::job;
use crate::limit::in_flight::Hold;

/// The name of rent notices among the categories.
const RENTAL: &str = "rental";

/// Which documents are read again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Only those that were stored as this category; `rental` for rent notices.
    pub sub_type: Option<SubType>,
    /// Only this vendor's.
    pub vendor: Option<VendorId>,
    /// Only those received on this day or later, in the service's time zone.
    pub since: Option<NaiveDate>,
    /// Also those that the parsers of this build have read already.
    pub all: bool,
}

/// The outcome of reading a document again.
#[derive(Clone, Debug, PartialEq)]
pub enum Reread {
    /// Nothing changes.
    Unchanged,
    /// Something changes.
    Changed(Difference),
    /// The original is missing.
    Missing,
    /// The reader failed, for this reason; the document is left as it is.
    Unread(String),
    /// It was deleted, or is being parsed, meanwhile.
    Gone,
}

impl Scope {
    pub(super) fn includes(&self, key: &ObjectKey) -> bool {
        let (name, vendor) = match key {
            ObjectKey::Rental { .. } => (RENTAL, None),
            ObjectKey::Retail { sub_type, vendor, .. } => (sub_type.as_str(), Some(vendor)),
        };
        self.sub_type.as_ref().is_none_or(|only| only.as_str() == name)
            && self.vendor.as_ref().is_none_or(|only| Some(only) == vendor)
    }
}

/// A document that was read again, and not yet changed.
pub(super) struct Examined {
    pub key: ObjectKey,
    /// The outcome; `None` for a landlord's copy, which is stored and not read.
    pub reread: Option<Reread>,
    /// The document and its parser, if a parser read it.
    pub read: Option<(DocumentId, ParserTag)>,
    /// What it states, for grouping.
    pub facts: Vec<(RetailInvoiceId, Fact)>,
    /// Whether it has to be saved though nothing changes.
    lacks_statements: bool,
    /// The document and the object with its bytes, if it has none of its own.
    copy_of: Option<(DocumentId, ObjectKey)>,
}

impl Examined {
    fn of(key: ObjectKey, reread: Reread) -> Self {
        Examined {
            key,
            reread: Some(reread),
            read: None,
            facts: Vec::new(),
            lacks_statements: false,
            copy_of: None,
        }
    }

    /// Whether the document gets an object of its own.
    pub fn is_copied(&self) -> bool {
        self.copy_of.is_some()
    }
}

impl App {
    /// Reads a document again, and compares the result with what is stored.
    pub(super) async fn examine(&self, row: &StaleDocument) -> Result<Examined, Error> {
        let key = row.object_key.clone();
        let Some(document) = self.store().document_by_key(&key).await? else {
            return Ok(Examined::of(key, Reread::Gone));
        };
        let Some((bytes, hold)) = read::original(self, &key, Some(&document)).await? else {
            return Ok(Examined::of(key, Reread::Missing));
        };
        self.compare(&document, bytes, hold).await
    }

    /// Reads a document that has no object of its own from one with the same bytes. `None` if it has one meanwhile, or is out of
    /// scope.
    pub(super) async fn examine_unstored(&self, id: DocumentId, scope: &Scope) -> Result<Option<Examined>, Error> {
        let unstored = self.store().unstored_duplicate(id, self.settings().zone).await?;
        let Some(UnstoredDuplicate { document, equal }) = unstored else {
            return Ok(None);
        };
        let key = document.object_key.clone();
        if !scope.includes(&key) {
            return Ok(None);
        }
        for from in equal {
            let Some((bytes, hold)) = read::original(self, &from, Some(&document)).await? else {
                continue;
            };
            if sha256_hex(&bytes) != document.sha256 {
                continue;
            }
            let copy_of = Some((id, from));
            let examined = match key {
                ObjectKey::Rental { .. } => Examined {
                    reread: None,
                    ..Examined::of(key, Reread::Unchanged)
                },
                ObjectKey::Retail { .. } => self.compare(&document, bytes, hold).await?,
            };
            return Ok(Some(Examined { copy_of, ..examined }));
        }
        Ok(Some(Examined::of(key, Reread::Missing)))
    }

    /// Reads a document's bytes, and compares the result with what is stored.
    async fn compare(&self, document: &Document, bytes: Bytes, hold: Hold) -> Result<Examined, Error> {
        let key = document.object_key.clone();
        let reading = read::read(self, document, bytes, None).await;
        drop(hold);
        let reading = match reading {
            Ok(reading) => reading,
            Err(ReaderError::GaveUp(reason)) => return Ok(Examined::of(key, Reread::Unread(reason.to_string()))),
            Err(ReaderError::Dependency(error)) => {
                return Ok(Examined::of(key, Reread::Unread(error.source.to_string())));
            }
        };
        let parser = reading.parser;
        let outcome = parse::outcome_to_save(self, document, reading.outcome)?;
        let facts = facts(&outcome);
        let preview = self
            .store()
            .preview(key.user(), document.document_id, outcome, &parser, self.now())
            .await?;
        let Some(preview) = preview else {
            return Ok(Examined::of(key, Reread::Gone));
        };
        let difference = Difference::of(document, &preview);
        let reread = if difference == Difference::default() {
            Reread::Unchanged
        } else {
            Reread::Changed(difference)
        };
        Ok(Examined {
            read: Some((document.document_id, parser)),
            facts,
            lacks_statements: preview.lacks_statements,
            ..Examined::of(key, reread)
        })
    }

    /// Writes an outcome: immediately if nothing changes, else by a job. Returns the outcome after that.
    pub(super) async fn apply(&self, examined: Examined, jobs: &mut Vec<JobId>) -> Result<Option<Reread>, Error> {
        let Examined {
            key,
            reread,
            read,
            lacks_statements,
            copy_of,
            ..
        } = examined;
        let (store, user) = (self.store(), key.user());
        let is_copied = copy_of.is_some();
        if let Some((document, from)) = copy_of
            && !self.copy_original(document, &from).await?
        {
            return Ok(reread.map(|_| Reread::Gone));
        }
        let Some((document, parser)) = read else {
            return Ok(reread);
        };
        if reread == Some(Reread::Unchanged) && !lacks_statements && !is_copied {
            store.set_document_parser(user, document, &parser).await?;
            return Ok(reread);
        }
        let now = self.now();
        let again = format!("#{}@{}/{}", parser.name, parser.version, now.timestamp_micros());
        let job = job::object_created_again(&key, &again, now);
        match store.reopen_document(user, document, job, now).await? {
            Some(job) => {
                jobs.push(job);
                Ok(reread)
            }
            None => Ok(Some(Reread::Gone)),
        }
    }

    /// Copies an object for a document that has none: first its key is written, then the object. `false` if that can't be done
    /// any more. Doing it again changes nothing.
    async fn copy_original(&self, document: DocumentId, from: &ObjectKey) -> Result<bool, Error> {
        let (store, user, now) = (self.store(), from.user(), self.now());
        let claimed = store
            .claim_object_key(user, document, self.settings().zone, now)
            .await?;
        let Some(key) = claimed else { return Ok(false) };
        let Some((bytes, hold)) = read::original(self, from, None).await? else {
            return Ok(false);
        };
        self.ports().objects.put_if_absent(&key, bytes).await?;
        drop(hold);
        if !store.is_live(user).await? {
            // The account was deleted while its object was written: the deletion may have missed it.
            self.ports().objects.delete_user(user).await?;
            return Ok(false);
        }
        if matches!(key, ObjectKey::Rental { .. }) {
            let reason = Some(IngestReason::SameBytes.into());
            let duplicate = DocumentState::Duplicate;
            store
                .set_document_state(user, document, duplicate, reason, None, now)
                .await?;
        }
        Ok(true)
    }
}

/// What a document states, for grouping.
fn facts(outcome: &ParseOutcome) -> Vec<(RetailInvoiceId, Fact)> {
    let statements = match outcome {
        ParseOutcome::Retail(statements) => statements.iter().collect(),
        ParseOutcome::Rejected(rejection) => rejection.of_another.iter().collect::<Vec<_>>(),
        _ => Vec::new(),
    };
    let facts = statements
        .into_iter()
        .map(|statement| (statement.id, statement.fact.clone()));
    facts.collect()
}
