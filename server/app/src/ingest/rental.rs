//! The rental ingests: PDFs of the configured landlords, by month.

use std::collections::BTreeMap;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use invoices_db::{NewDocument, PendingMessage};
use invoices_domain::ids::sha256_hex;
use invoices_domain::mail::{MailContent, MailSearch, Sought};
use invoices_domain::{FileName, Landlord, MailAddress, Month, ServiceZone, Source};

use super::context::{Context, Stop};
use super::message::{Classification, MessageFilter, Origin};
use super::pass::{Pages, Pass};
use crate::work::Latest;

/// Accepts rent notices of months that are not processed.
pub(crate) struct Filter {
    landlords: Vec<Landlord>,
    zone: ServiceZone,
    /// With the time since which a month is processed.
    processed: BTreeMap<Month, DateTime<Utc>>,
    /// Only notices of this month.
    only: Option<Month>,
}

impl Filter {
    /// Reads the processed months once, so that a run accepts all PDFs of an unprocessed month.
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
        Ok(Filter {
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

impl MessageFilter for Filter {
    fn classify(
        &self,
        sender: &MailAddress,
        subject: &str,
        received_at: DateTime<Utc>,
        pending: &PendingMessage,
    ) -> Classification {
        let month = self.zone.month(received_at);
        if self.only.is_some_and(|only| only != month) {
            return Classification::OutOfScope;
        }
        if !self.landlords.iter().any(|landlord| landlord.matches(sender, subject)) {
            return Classification::Skipped("its sender and subject are no landlord's".into());
        }
        // A message that was found earlier belongs to a run that was interrupted within the month.
        if self
            .processed
            .get(&month)
            .is_some_and(|since| *since <= pending.found_at)
        {
            return Classification::Skipped(format!("{month} is processed already"));
        }
        Classification::Accepted { vendor: None }
    }

    fn documents(&self, origin: &Origin<'_>, mail: MailContent) -> Result<Vec<(NewDocument, Bytes)>, String> {
        if mail.pdfs.is_empty() {
            return Err("no PDF is attached".into());
        }
        let documents = mail.pdfs.into_iter().enumerate().map(|(nth, pdf)| {
            let name = pdf.name.as_deref().and_then(FileName::of_attachment);
            let file = name.unwrap_or_else(|| FileName::of_message(&origin.raw.id));
            let row = NewDocument::Rental {
                part: format!("pdf-{nth}"),
                file,
                sha256: sha256_hex(&pdf.bytes),
                bytes: i64::try_from(pdf.bytes.len()).unwrap_or(i64::MAX),
            };
            (row, pdf.bytes)
        });
        Ok(documents.collect())
    }
}

/// Ingests every month that is not processed.
pub(crate) async fn ingest_all(pass: &mut Pass<'_>) -> Result<(), Stop> {
    let filter = Filter::load(pass.context, None).await?;
    search_and_fetch(pass, &filter).await
}

/// Ingests the current month, and reports its state.
pub(crate) async fn ingest_latest(pass: &mut Pass<'_>) -> Result<(), Stop> {
    let Context {
        app, account, started, ..
    } = pass.context;
    let month = app.settings().zone.month(*started);
    let filter = Filter::load(pass.context, Some(month)).await?;
    if filter.processed.contains_key(&month) {
        pass.report.latest = Some(Latest::Processed);
        return Ok(());
    }
    search_and_fetch(pass, &filter).await?;
    pass.report.latest = Some(if pass.report.stored > 0 {
        Latest::Ingested
    } else if app.store().rental_due_in(account.user, month).await? {
        Latest::Processed
    } else {
        Latest::NotDispatched
    });
    Ok(())
}

async fn search_and_fetch(pass: &mut Pass<'_>, filter: &Filter) -> Result<(), Stop> {
    let window = filter.only.map(|month| filter.zone.month_window(month));
    let mailbox = &pass.context.app.ports().mailbox;
    let sought = filter.sought().into_iter().map(|sought| ((), sought));
    let mut ids = Vec::new();
    for (search, _) in MailSearch::pack(sought, window, |search| mailbox.fits(search)) {
        let mut pages = Pages::default();
        while let Some(page) = pages.next(pass.context, &search).await? {
            pass.count_searched(&page);
            ids.extend(page);
        }
    }
    // All messages are recorded as found at one time, before the first is fetched: a month is processed as a whole.
    pass.record_found(Source::Rental, &ids).await?;
    match filter.only {
        Some(_) => pass.fetch_found(Source::Rental, filter, &ids, None).await?,
        None => pass.fetch_pending(Source::Rental, filter).await?,
    }
    pass.check_fetch_errors(Source::Rental)
}
