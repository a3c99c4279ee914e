//! What the rental ingests look for: PDFs of the configured landlords, a month at a time.

use std::collections::BTreeMap;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use invoices_db::{NewDocument, PendingMessage};
use invoices_domain::mail::{MailSearch, Sought};
use invoices_domain::{FileName, Landlord, MailAddress, Month, ServiceZone, Source};
use parser_document::mail::Mail;

use super::message::{self, Origin, Verdict, content_hash};
use super::run::{Context, Pages, Run, Stop};
use crate::work::Latest;

/// Rent notices of months that are not processed.
pub(crate) struct Wanted {
    landlords: Vec<Landlord>,
    zone: ServiceZone,
    /// With the time since when.
    processed: BTreeMap<Month, DateTime<Utc>>,
    only: Option<Month>,
}

impl Wanted {
    /// The processed months are read once, so that all PDFs of an unprocessed month are taken.
    pub async fn load(context: &Context<'_>, only: Option<Month>) -> Result<Self, Stop> {
        let settings = context.app.settings();
        let times = context
            .app
            .store()
            .processed_times(context.account.user, &context.account.address)
            .await?;
        let mut processed = BTreeMap::new();
        for (received_at, since) in times {
            let first = processed.entry(settings.zone.month(received_at)).or_insert(since);
            *first = since.min(*first);
        }
        Ok(Wanted {
            landlords: settings.landlords.clone(),
            zone: settings.zone,
            processed,
            only,
        })
    }

    fn sought(&self) -> Vec<Sought> {
        self.landlords
            .iter()
            .map(|landlord| Sought {
                senders: vec![landlord.sender.clone()],
                subject_words: Some(landlord.subject.clone())
                    .filter(|words| !words.trim().is_empty())
                    .into_iter()
                    .collect(),
            })
            .collect()
    }
}

impl message::Wanted for Wanted {
    fn judge(&self, sender: &MailAddress, subject: &str, received_at: DateTime<Utc>, owed: &PendingMessage) -> Verdict {
        let month = self.zone.month(received_at);
        if self.only.is_some_and(|only| only != month) {
            return Verdict::Leave;
        }
        if !self.landlords.iter().any(|landlord| landlord.matches(sender, subject)) {
            return Verdict::Skip("its sender and subject are no landlord's".into());
        }
        // What was found before is of a run that was cut off in the middle of the month.
        if self.processed.get(&month).is_some_and(|since| *since <= owed.found_at) {
            return Verdict::Skip(format!("{month} is processed already"));
        }
        Verdict::Take { vendor: None }
    }

    fn documents(&self, at: &Origin<'_>, mail: Mail) -> Result<Vec<(NewDocument, Bytes)>, String> {
        if mail.pdfs.is_empty() {
            return Err("no PDF is attached".into());
        }
        let documents = mail.pdfs.into_iter().enumerate().map(|(nth, pdf)| {
            let name = pdf.name.as_deref().and_then(FileName::of_attachment);
            let file = name.unwrap_or_else(|| FileName::of_message(&at.raw.id));
            let row = NewDocument::Rental {
                part: format!("pdf-{nth}"),
                file,
                sha256: content_hash(&pdf.bytes),
            };
            (row, Bytes::from(pdf.bytes))
        });
        Ok(documents.collect())
    }
}

/// Every month that is not processed.
pub(crate) async fn all(run: &mut Run<'_>) -> Result<(), Stop> {
    let wanted = Wanted::load(run.context, None).await?;
    search_and_take(run, &wanted).await
}

/// The current month, and what became of it.
pub(crate) async fn latest(run: &mut Run<'_>) -> Result<(), Stop> {
    let Context {
        app, account, started, ..
    } = run.context;
    let month = app.settings().zone.month(*started);
    let wanted = Wanted::load(run.context, Some(month)).await?;
    if wanted.processed.contains_key(&month) {
        run.report.latest = Some(Latest::Processed);
        return Ok(());
    }
    search_and_take(run, &wanted).await?;
    run.report.latest = Some(if run.report.stored > 0 {
        Latest::Ingested
    } else if app.store().rental_due_in(account.user, month).await? {
        Latest::Processed
    } else {
        Latest::NotDispatched
    });
    Ok(())
}

async fn search_and_take(run: &mut Run<'_>, wanted: &Wanted) -> Result<(), Stop> {
    let window = wanted.only.map(|month| wanted.zone.month_window(month));
    let mailbox = &run.context.app.ports().mailbox;
    let sought = wanted.sought().into_iter().map(|sought| ((), sought));
    let mut ids = Vec::new();
    for (search, _) in MailSearch::pack(sought, window, |search| mailbox.fits(search)) {
        let mut pages = Pages::default();
        while let Some(page) = pages.next(run, &search).await? {
            run.searched(&page);
            ids.extend(page);
        }
    }
    // All of it is found, at one time, before any of it is taken: a month is processed for all of it or for none.
    run.record(Source::Rental, &ids).await?;
    match wanted.only {
        Some(_) => run.bring_home(Source::Rental, wanted, &ids, None).await?,
        None => run.bring_home_owed(Source::Rental, wanted).await?,
    }
    run.fetched_well(Source::Rental)
}
