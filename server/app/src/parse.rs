//! Parsing: from a stored original to a record.

use invoices_db::{Attempt, Document, RentalInvoice, RetailInvoice, SavedRental, SavedRetail};
use invoices_domain::ports::{Dependency, DependencyError};
use invoices_domain::reading::{DocumentKind, MailContext, Outcome, Reading, RentalRecord, RetailRecord};
use invoices_domain::{DocumentState, ObjectKey, RetailInvoiceId};

use crate::App;
use crate::error::Error;
use crate::ingest::content_hash;
use crate::rental;
use crate::retail;
use crate::work::ObjectCreated;

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
        (None, Some(bytes)) => match app.store().adopt_object(&key, &content_hash(bytes), app.now()).await? {
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
    let (kind, context) = (kind(&key), context(app, &key, &document));
    let reading = app.ports().reader.read(kind, bytes, context).await?;
    settle(app, &key, &document, reading).await
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
    let (state, reason) = match reading.outcome {
        Outcome::Rental { record } => return save_rental(app, key, document, *record, &reading.parser).await,
        Outcome::Retail { records } if !records.is_empty() => {
            return save_retail(app, key, document, records, &reading.parser).await;
        }
        Outcome::Retail { .. } => (DocumentState::Failed, "the parser gave no record".to_owned()),
        Outcome::NotAnInvoice { .. } if document.facts.pdf_attached => (
            DocumentState::Rejected,
            "its invoice is only a PDF attachment".to_owned(),
        ),
        Outcome::NotAnInvoice { reason, .. } => (DocumentState::Rejected, reason),
        Outcome::Failed { reason, .. } => (DocumentState::Failed, reason),
    };
    tracing::info!(%key, %state, reason, "a document states no invoice");
    let store = app.store();
    store
        .settle_document(
            key.user(),
            document.document_id,
            state,
            Some(&reason),
            Some(&reading.parser),
            app.now(),
        )
        .await?;
    Ok(())
}

async fn save_rental(
    app: &App,
    key: &ObjectKey,
    document: &Document,
    record: RentalRecord,
    parser: &invoices_domain::reading::ParserTag,
) -> Result<(), Error> {
    let ObjectKey::Rental { user, file } = key else {
        return Err(Error::internal("a rental record of an object that is no PDF"));
    };
    let invoice: RentalInvoice = match rental::invoice(*user, file, record, document, app.settings().zone, app.now()) {
        Ok(invoice) => invoice,
        Err(reason) => {
            let store = app.store();
            store
                .settle_document(
                    *user,
                    document.document_id,
                    DocumentState::Failed,
                    Some(reason),
                    Some(parser),
                    app.now(),
                )
                .await?;
            return Ok(());
        }
    };
    let id = invoice.invoice_id.clone();
    let now = app.now();
    let user = *user;
    let change = move |change| rental::change_job(user, &id, change, now);
    let saved = app
        .store()
        .save_rental(user, document.document_id, invoice, parser, now, change)
        .await?;
    match &saved {
        SavedRental::Duplicate { of } => tracing::info!(%key, %of, "the notice states an invoice that is known"),
        SavedRental::UserGone => tracing::info!(%key, "a late event of a deleted account; nothing was written"),
        _ => {
            tracing::info!(%key, "a rental invoice was written");
            app.wake_workers();
        }
    }
    Ok(())
}

async fn save_retail(
    app: &App,
    key: &ObjectKey,
    document: &Document,
    records: Vec<RetailRecord>,
    parser: &invoices_domain::reading::ParserTag,
) -> Result<(), Error> {
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
    let saved = app
        .store()
        .save_retail(*user, document.document_id, invoices, parser, app.now(), retail::merge)
        .await?;
    match saved {
        SavedRetail::Saved(ids) => tracing::info!(%key, invoices = ids.len(), "retail invoices were written"),
        SavedRetail::UserGone => tracing::info!(%key, "a late event of a deleted account; nothing was written"),
        SavedRetail::Deleted => tracing::info!(%key, "its invoice was deleted by the user; nothing was written"),
    }
    Ok(())
}
