//! Parsing: from a stored original to a record.

use bytes::Bytes;
use invoices_db::{Attempt, Document, RetailInvoice, Said, SavedRental, SavedRetail};
use invoices_domain::ids::sha256_hex;
use invoices_domain::ports::{Dependency, DependencyError};
use invoices_domain::reading::{DocumentKind, MailContext, Outcome, Reading, RentalRecord, RetailRecord};
use invoices_domain::{DocumentState, ObjectKey, RetailInvoiceId};

use crate::app::App;
use crate::crash::{self, Point};
use crate::error::Error;
use crate::rental;
use crate::retail;
use crate::work::{self, ObjectCreated};

impl App {
    /// Takes up an object that storage tells of. One that an ingest is storing is left to it: the transaction that
    /// says `stored` enqueues the parse, and a job that came before it would find nothing to do and stand in its way.
    /// Of a user who is gone or going nothing is taken up: not even a job may be written.
    pub async fn object_created(&self, key: ObjectKey) -> Result<(), Error> {
        let document = self.store().document_by_key(&key).await?;
        if document.is_some_and(|document| document.state != DocumentState::Stored) {
            return Ok(());
        }
        if !self.store().is_live(key.user()).await? {
            return Ok(());
        }
        let now = self.now();
        self.store().enqueue(work::object_created(&key, now), now).await?;
        self.wake_workers();
        Ok(())
    }
}

/// Parses the object of an event. Idempotent: an object that is not owed is left alone.
pub(crate) async fn object_created(app: &App, event: &ObjectCreated) -> Result<(), Error> {
    let Ok(key) = event.key.parse::<ObjectKey>() else {
        tracing::warn!("an event names an object that is not ours; ignored");
        return Ok(());
    };
    let bytes = app.ports().objects.get(&key).await?;
    let document = match (app.store().document_by_key(&key).await?, &bytes) {
        (Some(document), _) => document,
        // No ledger row: someone put the object there, and the key says all there is to know.
        (None, Some(bytes)) => match app.store().adopt_object(&key, &sha256_hex(bytes), app.now()).await? {
            Some(document) => document,
            None => return Ok(()),
        },
        (None, None) => return Ok(()),
    };
    if document.state != DocumentState::Stored {
        return Ok(());
    }
    let Some(bytes) = bytes else {
        let source = "the ledger says stored, but there is no such object";
        return Err(DependencyError::new(Dependency::ObjectStore, source).into());
    };
    // The attempt is counted before the parser sees the bytes: a file that kills the process is tried a few times, not for ever.
    let limit = app.settings().pipeline.parse_attempts;
    let Attempt::Begun(_) = app
        .store()
        .begin_attempt(key.user(), document.document_id, limit, app.now())
        .await?
    else {
        return Ok(());
    };
    crash::point(Point::Attempted);
    let reading = read(app, &key, &document, bytes).await?;
    crash::point(Point::Read);
    settle(app, &key, &document, reading).await?;
    crash::point(Point::Saved);
    Ok(())
}

/// What the parsers make of a document's bytes.
pub(crate) async fn read(app: &App, key: &ObjectKey, document: &Document, bytes: Bytes) -> Result<Reading, Error> {
    let (kind, context) = (kind(key), context(app, key, document));
    Ok(app.ports().reader.read(kind, bytes, context).await?)
}

fn kind(key: &ObjectKey) -> DocumentKind {
    match key {
        ObjectKey::Rental { .. } => DocumentKind::Rental,
        ObjectKey::Retail { .. } => DocumentKind::Retail,
    }
}

fn context(app: &App, key: &ObjectKey, document: &Document) -> MailContext {
    let zone = app.settings().zone;
    let mut context = MailContext {
        sender_name: document.facts.sender_name.clone(),
        sender_address: document.facts.sender.as_ref().map(ToString::to_string),
        subject: document.facts.subject.clone(),
        received_on: document.facts.received_at.map(|at| zone.day(at)),
        ..MailContext::default()
    };
    match key {
        ObjectKey::Rental { file, .. } => context.file_name = Some(file.as_str().to_owned()),
        ObjectKey::Retail {
            sub_type, vendor, date, ..
        } => {
            context.vendor_id = Some(vendor.to_string());
            context.vendor_name = app.catalogue().vendor(vendor).map(|vendor| vendor.vendor_name.clone());
            context.sub_type = Some(sub_type.clone());
            context.received_on = Some(*date);
        }
    }
    context
}

async fn settle(app: &App, key: &ObjectKey, document: &Document, reading: Reading) -> Result<(), Error> {
    let (store, now) = (app.store(), app.now());
    let (user, id, parser) = (key.user(), document.document_id, reading.parser);
    let change = move |change| rental::change_job(user, change, now);
    match said(app, key, document, reading.outcome)? {
        Said::Rental(invoice) => {
            let saved = store.save_rental(user, id, *invoice, &parser, now, change).await?;
            match &saved {
                SavedRental::Duplicate { of } => {
                    tracing::info!(%key, %of, "the notice states an invoice that is known");
                }
                SavedRental::UserGone => tracing::info!(%key, "a late event of a deleted account; nothing was written"),
                _ => tracing::info!(%key, "a rental invoice was written"),
            }
            app.wake_workers();
        }
        Said::Retail(invoices) => {
            let saved = store
                .save_retail(user, id, invoices, &parser, now, retail::merge)
                .await?;
            match saved {
                SavedRetail::Saved(ids) => tracing::info!(%key, invoices = ids.len(), "retail invoices were written"),
                SavedRetail::UserGone => tracing::info!(%key, "a late event of a deleted account; nothing was written"),
                SavedRetail::Deleted => {
                    tracing::info!(%key, "its invoice was deleted by the user; nothing was written");
                }
            }
        }
        Said::Rejected(reason) => {
            tracing::info!(%key, reason, "a document states no invoice");
            store.reject_document(user, id, &reason, &parser, now, change).await?;
        }
        Said::Failed(reason) => {
            tracing::info!(%key, reason, "a document can't be read");
            let failed = DocumentState::Failed;
            store
                .settle_document(user, id, failed, Some(&reason), Some(&parser), now)
                .await?;
        }
    }
    Ok(())
}

/// What a reading says, as it is saved.
pub(crate) fn said(app: &App, key: &ObjectKey, document: &Document, outcome: Outcome) -> Result<Said, Error> {
    Ok(match outcome {
        Outcome::Rental { record } => said_rental(app, key, document, *record)?,
        Outcome::Retail { records } if !records.is_empty() => said_retail(app, key, document, records)?,
        Outcome::Retail { .. } => Said::Failed("the parser gave no record".to_owned()),
        Outcome::NotAnInvoice { .. } if document.facts.pdf_attached => {
            Said::Rejected("its invoice is only a PDF attachment".to_owned())
        }
        Outcome::NotAnInvoice { reason, .. } => Said::Rejected(reason),
        Outcome::Failed { reason, .. } => Said::Failed(reason),
    })
}

fn said_rental(app: &App, key: &ObjectKey, document: &Document, record: RentalRecord) -> Result<Said, Error> {
    let ObjectKey::Rental { user, file } = key else {
        return Err(Error::internal("a rental record of an object that is no PDF"));
    };
    let invoice = rental::invoice(*user, file, record, document, app.settings().zone, app.now());
    Ok(match invoice {
        Ok(invoice) => Said::Rental(Box::new(invoice)),
        Err(reason) => Said::Failed(reason.to_owned()),
    })
}

fn said_retail(app: &App, key: &ObjectKey, document: &Document, records: Vec<RetailRecord>) -> Result<Said, Error> {
    let ObjectKey::Retail { user, vendor, date, .. } = key else {
        return Err(Error::internal("a retail record of an object that is no mail"));
    };
    let several = records.len() > 1;
    let received_at = document
        .facts
        .received_at
        .unwrap_or_else(|| app.settings().zone.start_of(*date));
    let mut invoices: Vec<RetailInvoice> = Vec::with_capacity(records.len());
    for (nth, record) in records.into_iter().enumerate() {
        // An order without a number is told apart by its place: the same mail always gives the same order of orders.
        let order = several.then(|| record.stated.order_id.clone().unwrap_or_else(|| format!("#{nth}")));
        let id = RetailInvoiceId::derive(*user, key, order.as_deref());
        invoices.extend(retail::invoice(id, vendor, record, received_at, *date));
    }
    Ok(Said::Retail(invoices))
}
