//! The rental ingests: PDFs of the landlords that count for the user, by month.

use std::collections::BTreeMap;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use invoices_db::{NewDocument, NewObject, PendingMessage, ProcessedMail};
use invoices_domain::ids::sha256_hex;
use invoices_domain::mail::{MailContent, MailSearch, Sought};
use invoices_domain::{
    EmailPattern, FileName, IngestReason, Landlord, MailAddress, MessageId, Month, ServiceZone, Source, UserId,
};

use super::context::{Context, Stop};
use super::message::{Classification, MessageFilter, Origin};
use super::pass::{Pages, Pass};
use crate::app::App;
use crate::job::{IngestReport, Latest};

/// Accepts rent notices of months that are not processed for their landlord.
pub(crate) struct Filter {
    landlords: Vec<Landlord>,
    zone: ServiceZone,
    /// The mails that processed a month of a landlord, by its place in `landlords`.
    processed: BTreeMap<(usize, Month), Vec<ProcessedMail>>,
    /// Only notices of this month.
    only: Option<Month>,
    /// The user's addresses, from which notices are forwarded.
    forwarders: Vec<EmailPattern>,
}

impl Filter {
    /// Reads the processed months once, so that a run accepts all PDFs of an unprocessed month.
    pub async fn load(context: &Context<'_>, only: Option<Month>) -> Result<Self, Stop> {
        let landlords = context.sources.active_landlords();
        let zone = context.app.settings().zone;
        let store = context.app.store();
        let mut processed = BTreeMap::<_, Vec<_>>::new();
        // Mails that a user submits come in any order, and each is wanted.
        let mails = match context.connected {
            Some(_) => store.processed_mails(context.user, &context.accounts).await?,
            None => Vec::new(),
        };
        for mail in mails {
            // Mails of a landlord that does not count any more process nothing.
            if let Some(landlord) = Landlord::closest(landlords.iter(), &mail.sender, &mail.subject) {
                let month = zone.month(mail.received_at);
                processed.entry((landlord, month)).or_default().push(mail);
            }
        }
        Ok(Filter {
            landlords,
            zone,
            processed,
            only,
            forwarders: context.forwarders(),
        })
    }

    /// The landlords to search for: if only one month is wanted, those whose month is not processed.
    fn wanted(&self) -> impl Iterator<Item = &Landlord> {
        let landlords = self.landlords.iter().enumerate();
        landlords.filter_map(|(nth, landlord)| {
            let is_processed = self.only.is_some_and(|only| self.processed.contains_key(&(nth, only)));
            (!is_processed).then_some(landlord)
        })
    }

    fn sought(&self) -> Vec<Sought> {
        let of_landlord = |landlord: &Landlord| {
            let subject = Some(landlord.subject.clone()).filter(|words| !words.trim().is_empty());
            let mut senders = vec![landlord.sender.clone()];
            // Without words in the subject these would be all mails that the user sent.
            if subject.is_some() {
                senders.extend_from_slice(&self.forwarders);
            }
            Sought {
                senders,
                subject_words: subject.into_iter().collect(),
            }
        };
        self.wanted().map(of_landlord).collect()
    }
}

impl MessageFilter for Filter {
    fn classify(
        &self,
        sender: &MailAddress,
        subject: &str,
        received_at: Option<DateTime<Utc>>,
        pending: &PendingMessage,
    ) -> Classification {
        let month = received_at.map(|at| self.zone.month(at));
        if self.only.is_some_and(|only| Some(only) != month) {
            return Classification::OutOfScope;
        }
        let Some(landlord) = Landlord::closest(self.landlords.iter(), sender, subject) else {
            return Classification::Skipped(IngestReason::NoLandlord);
        };
        // A message that was found earlier, or by the same search, belongs to a run that was interrupted within the month. Both times
        // are compared, since the clock may have been set back between the search and the storing. One that is stored in part was
        // accepted before.
        if !(pending.begun || pending.released)
            && let Some(month) = month
            && let Some(mails) = self.processed.get(&(landlord, month))
            && mails
                .iter()
                .any(|mail| mail.found_at < pending.found_at && mail.since <= pending.found_at)
        {
            return Classification::Late(IngestReason::MonthProcessed {
                month: month.number(),
                year: month.year(),
            });
        }
        Classification::Accepted { vendor: None }
    }

    fn documents(&self, origin: &Origin<'_>, mail: MailContent) -> Result<Vec<(NewDocument, Bytes)>, IngestReason> {
        if mail.pdfs.is_empty() {
            return Err(IngestReason::NoPdf);
        }
        let documents = mail.pdfs.into_iter().enumerate().map(|(nth, pdf)| {
            let name = pdf.name.as_deref().and_then(FileName::of_attachment);
            let file = name.unwrap_or_else(|| FileName::of_message(&origin.raw.id));
            let row = NewDocument {
                part: format!("pdf-{nth}"),
                object: NewObject::Rental(file),
                sha256: sha256_hex(&pdf.bytes),
                charset: None,
                bytes: i64::try_from(pdf.bytes.len()).unwrap_or(i64::MAX),
            };
            (row, pdf.bytes)
        });
        Ok(documents.collect())
    }
}

/// Searches for rent notices, records them as found, and returns them, the oldest first. `month` is the only one that is wanted. All
/// mailboxes are searched before the first notice is fetched: a month is processed as a whole.
pub(crate) async fn search(pass: &mut Pass<'_>, month: Option<Month>) -> Result<Vec<MessageId>, Stop> {
    let filter = Filter::load(pass.context, month).await?;
    if month.is_some() && !filter.landlords.is_empty() && filter.wanted().next().is_none() {
        pass.report.latest = Some(Latest::Processed);
        return Ok(Vec::new());
    }
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
    // The provider lists the newest first. Batches and passes go through the ledger from the oldest on.
    ids.reverse();
    pass.record_found(Source::Rental, &ids).await?;
    Ok(ids)
}

/// Fetches the notices that a search found: those of one month, else everything that is pending.
pub(crate) async fn fetch(pass: &mut Pass<'_>, month: Option<Month>, found: &[MessageId]) -> Result<(), Stop> {
    let filter = Filter::load(pass.context, month).await?;
    match month {
        Some(_) => pass.fetch_found(Source::Rental, &filter, found, None).await?,
        None => pass.fetch_pending(Source::Rental, &filter).await?,
    }
    pass.check_fetch_errors(Source::Rental)
}

/// The state of a month after its notices were fetched from all mailboxes.
pub(crate) async fn latest(app: &App, user: UserId, month: Month, report: &IngestReport) -> Result<Latest, Stop> {
    Ok(if report.stored > 0 {
        Latest::Ingested
    } else if report.latest == Some(Latest::Processed) || app.store().rental_due_in(user, month).await? {
        Latest::Processed
    } else {
        Latest::NotDispatched
    })
}
