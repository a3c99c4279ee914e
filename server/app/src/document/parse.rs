//! Parsing: from a stored original to a record.

use bytes::Bytes;
use invoices_db::{Attempt, Document, NewStatement, ParseOutcome, Rejection, SavedRental, SavedRetail};
use invoices_domain::identity::Role;
use invoices_domain::ids::sha256_hex;
use invoices_domain::ports::{Dependency, DependencyError, ReaderError};
use invoices_domain::reading::{DocumentKind, Outcome, Reading, RentalRecord, RetailRecord};
use invoices_domain::{DocumentState, ObjectKey, Question, Reason, RetailInvoiceId, UserAnswer};

use crate::app::App;
use crate::crash::{self, Point};
use crate::document::question;
use crate::document::read;
use crate::document::statement::{asked_about, fact, of_another, received_at};
use crate::error::Error;
use crate::invoice::rental;
use crate::invoice::retail;
use crate::job::{self, ObjectCreated};
use crate::limit::in_flight::Hold;

impl App {
    /// Enqueues the parse of an object that storage reports as new. An object that an ingest is storing is left to that
    /// ingest: the transaction that sets `stored` enqueues the parse, and a job from before it would find nothing to
    /// parse and would keep the later one out. For a user who is deleted or being deleted nothing is enqueued.
    pub async fn object_created(&self, key: ObjectKey) -> Result<(), Error> {
        let document = self.store().document_by_key(&key).await?;
        if document.is_some_and(|document| document.state != DocumentState::Stored) {
            return Ok(());
        }
        if !self.store().is_live(key.user()).await? {
            return Ok(());
        }
        let now = self.now();
        self.store().enqueue(job::object_created(&key, now), now).await?;
        self.wake_workers();
        Ok(())
    }
}

/// Parses the object of an event. Idempotent: an object that is not waiting to be parsed is left alone.
pub(crate) async fn object_created(app: &App, event: &ObjectCreated) -> Result<(), Error> {
    let Ok(key) = event.key.parse::<ObjectKey>() else {
        tracing::warn!("ignored an event whose key isn't an original's key");
        return Ok(());
    };
    let Some((document, bytes, hold)) = waiting_document(app, &key).await? else {
        return Ok(());
    };
    // The attempt is counted before the parser gets the bytes, so that a file that kills the process is not retried
    // without limit.
    let limit = app.settings().pipeline.parse_attempts;
    let Attempt::Started(attempt) = app
        .store()
        .begin_attempt(key.user(), document.document_id, limit, app.now())
        .await?
    else {
        return Ok(());
    };
    crash::point(Point::Attempted);
    let reading = read::read(app, &document, bytes, None).await;
    drop(hold);
    let reading = match reading {
        Ok(reading) => reading,
        Err(ReaderError::GaveUp(reason)) if attempt >= limit => {
            tracing::warn!(document = %document.document_id, %reason, attempt, "the reader gave up on a document");
            app.metrics().document("unknown", "gave-up");
            let (store, failed) = (app.store(), DocumentState::Failed);
            let id = document.document_id;
            store
                .set_document_state(key.user(), id, failed, Some(reason.into()), None, app.now())
                .await?;
            return Ok(());
        }
        Err(ReaderError::GaveUp(reason)) => return Err(DependencyError::new(Dependency::Reader, reason).into()),
        Err(ReaderError::Dependency(error)) => {
            app.store().undo_attempt(document.document_id).await?;
            return Err(error.into());
        }
    };
    crash::point(Point::Read);
    save(app, &document, reading).await?;
    crash::point(Point::Saved);
    Ok(())
}

/// The document of an object with its bytes, if it waits to be parsed.
async fn waiting_document(app: &App, key: &ObjectKey) -> Result<Option<(Document, Bytes, Hold)>, Error> {
    let waits = |document: &Document| document.state == DocumentState::Stored;
    let known = app.store().document_by_key(key).await?;
    if known.as_ref().is_some_and(|document| !waits(document)) {
        return Ok(None);
    }
    let Some((bytes, hold)) = read::original(app, key, known.as_ref()).await? else {
        // It may have been deleted meanwhile.
        return match app.store().document_by_key(key).await? {
            Some(document) if waits(&document) => {
                let source = "the ledger says stored, but there is no such object";
                Err(DependencyError::new(Dependency::ObjectStore, source).into())
            }
            _ => Ok(None),
        };
    };
    let document = match known {
        Some(document) => Some(document),
        // The object was not stored by an ingest: only its key is known.
        None => {
            let sha256 = sha256_hex(&bytes);
            app.store().register_object(key, &sha256, app.now()).await?
        }
    };
    let document = document.filter(waits);
    Ok(document.map(|document| (document, bytes, hold)))
}

/// Logs documents by their row: a key contains the name of a file.
async fn save(app: &App, document: &Document, reading: Reading) -> Result<(), Error> {
    let (store, now) = (app.store(), app.now());
    let (user, id, parser) = (document.user_id, document.document_id, reading.parser);
    let change = move |change| rental::change_job(user, change, now);
    let outcome = outcome_to_save(app, document, reading.outcome)?;
    let counted = match outcome {
        ParseOutcome::Rental(_) | ParseOutcome::Retail(_) => "invoice",
        ParseOutcome::Rejected(ref rejection) => match rejection.state {
            DocumentState::Rejected => "rejected",
            DocumentState::Asked => "asked",
            _ => "failed",
        },
        ParseOutcome::Failed(_) => "failed",
    };
    match outcome {
        ParseOutcome::Rental(invoice) => {
            let saved = store.rental_save(user, id, *invoice, &parser, now, change).await?;
            match &saved {
                SavedRental::Duplicate { .. } => {
                    tracing::info!(%user, document = %id, "the notice states an invoice that is known");
                }
                SavedRental::Reminder { .. } => {
                    tracing::info!(%user, document = %id, "the notice reminds of an invoice that is known");
                }
                SavedRental::UserGone => {
                    tracing::info!(%user, document = %id, "a late event of a deleted account; nothing was written");
                }
                _ => tracing::info!(%user, document = %id, "a rental invoice was written"),
            }
            app.wake_workers();
        }
        ParseOutcome::Retail(statements) => match store.retail_save(user, id, statements, &parser, now).await? {
            SavedRetail::Saved(ids) => {
                tracing::info!(%user, document = %id, invoices = ids.len(), "retail invoices were written");
            }
            SavedRetail::UserGone => {
                tracing::info!(%user, document = %id, "a late event of a deleted account; nothing was written");
            }
            SavedRetail::Deleted => {
                tracing::info!(%user, document = %id, "its invoice was deleted by the user; nothing was written");
            }
        },
        ParseOutcome::Rejected(rejection) => {
            tracing::info!(%user, document = %id, reason = %rejection.reason, "a document states no invoice");
            store
                .reject_document(user, id, *rejection, &parser, now, change)
                .await?;
        }
        ParseOutcome::Failed(reason) => {
            tracing::info!(%user, document = %id, %reason, "a document can't be read");
            let failed = DocumentState::Failed;
            store
                .set_document_state(user, id, failed, Some(reason.into()), Some(&parser), now)
                .await?;
        }
    }
    app.metrics().document(&parser.name, counted);
    Ok(())
}

/// A reading's outcome as it is saved.
pub(crate) fn outcome_to_save(app: &App, document: &Document, outcome: Outcome) -> Result<ParseOutcome, Error> {
    if document.answer == Some(UserAnswer::NotAnInvoice) {
        return Ok(rejected(DocumentState::Rejected, Reason::AnsweredNoInvoice, None));
    }
    Ok(match outcome {
        Outcome::Asked {
            reason,
            candidates,
            stated,
        } => {
            let question = Question { candidates };
            ParseOutcome::Rejected(Box::new(Rejection {
                state: DocumentState::Asked,
                reason,
                of_another: asked_about(app, document, &stated, &question),
                question: Some((question, question::tell(document.user_id, app.now()))),
            }))
        }
        Outcome::Rental { record } => rental_to_save(app, document, *record)?,
        Outcome::Retail { records } if !records.is_empty() => retail_to_save(app, document, records)?,
        Outcome::Retail { .. } => ParseOutcome::Failed(Reason::NoRecord),
        Outcome::NotAnInvoice { reason, stated } => {
            let says_more = reason == Reason::NoTotal || stated.identity.role == Role::Cancellation;
            let said = says_more.then(|| of_another(app, document, &stated));
            rejected(DocumentState::Rejected, reason, said.flatten())
        }
        Outcome::Failed {
            reason: reason @ Reason::NoTotal,
            stated,
        } => {
            let said = of_another(app, document, &stated);
            let cancels = said.as_ref().is_some_and(|said| said.fact.role == Role::Cancellation);
            let is_none = cancels || has_other_parts(document);
            match said {
                None if !is_none => ParseOutcome::Failed(reason),
                said if is_none => rejected(DocumentState::Rejected, reason, said),
                said => rejected(DocumentState::Failed, reason, said),
            }
        }
        Outcome::Failed {
            reason: reason @ Reason::PdfPassword,
            ..
        } => ParseOutcome::Rejected(Box::new(Rejection {
            state: DocumentState::Asked,
            reason,
            of_another: None,
            question: Some((
                Question { candidates: Vec::new() },
                question::tell(document.user_id, app.now()),
            )),
        })),
        Outcome::Failed { reason, .. } => ParseOutcome::Failed(reason),
    })
}

fn rejected(state: DocumentState, reason: Reason, of_another: Option<NewStatement>) -> ParseOutcome {
    ParseOutcome::Rejected(Box::new(Rejection {
        state,
        reason,
        of_another,
        question: None,
    }))
}

/// Whether a vendor's mail has other parts than this one, or may have: then one part is the invoice, and the others need no total.
fn has_other_parts(document: &Document) -> bool {
    match read::kind(&document.object_key) {
        DocumentKind::Rental => false,
        DocumentKind::Retail => document.facts.pdf_attached,
        DocumentKind::RetailPdf | DocumentKind::RetailAttachment => true,
    }
}

fn rental_to_save(app: &App, document: &Document, record: RentalRecord) -> Result<ParseOutcome, Error> {
    let ObjectKey::Rental { file, .. } = &document.object_key else {
        return Err(Error::internal("a rental record of an object that isn't a PDF"));
    };
    let invoice = rental::invoice(file, record, document, app.settings().zone);
    Ok(match invoice {
        Ok(invoice) => ParseOutcome::Rental(Box::new(invoice)),
        Err(reason) => ParseOutcome::Failed(reason),
    })
}

fn retail_to_save(app: &App, document: &Document, records: Vec<RetailRecord>) -> Result<ParseOutcome, Error> {
    let key = &document.object_key;
    let ObjectKey::Retail { user, vendor, date, .. } = key else {
        return Err(Error::internal("a retail record of an object that isn't a mail"));
    };
    let several = records.len() > 1;
    let received_at = received_at(app, document, *date);
    let mut statements = Vec::with_capacity(records.len());
    for (nth, record) in (0..).zip(records) {
        // An order without a number is identified by its place: one mail always gives its orders in the same order.
        let order = several.then(|| record.stated.order_id.clone().unwrap_or_else(|| format!("#{nth}")));
        let id = RetailInvoiceId::derive(*user, key, order.as_deref());
        let fact = fact(app, document, &record.stated, nth);
        let received_on = document.facts.received_at.map(|_| *date);
        let invoice = retail::invoice(id, vendor, record, received_at, received_on, document.facts.forwarded);
        let stated = fact.zip(invoice).map(|(fact, invoice)| NewStatement {
            id,
            fact,
            invoice: Some(invoice),
        });
        statements.extend(stated);
    }
    Ok(ParseOutcome::Retail(statements))
}
