//! What every ingest shares: searching with every page, fetching several messages at once,
//! and the order in which rows and objects are written.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use futures::stream::{self, StreamExt};
use invoices_db::{Inbox, Job};
use invoices_domain::mail::{MailAccount, MailSearch, RawMessage};
use invoices_domain::ports::{Dependency, MailError};
use invoices_domain::{MessageId, MessageState, Source, UserId};

use super::{message, rental, retail};
use crate::App;
use crate::error::Error;
use crate::work::{Ingest, IngestEnd, IngestOrder, IngestProblem, IngestReport};

/// The contract's bound on `errors`.
const MAX_PROBLEMS: usize = 20;
/// A provider that never ends its pages must not keep us for ever: 500 ids a page.
const MAX_PAGES: usize = 2_000;

/// A provider that fails this often in a row is not asked again in this run.
pub(super) const GIVE_UP_AFTER: usize = 5;

/// Fetches of a run that failed; their messages stay owed.
#[derive(Default)]
struct Failures {
    in_a_row: usize,
    last: Option<Stop>,
}

/// How a run stops short.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The account is deleted or being deleted.
    UserGone,
    /// The mail account must be connected again.
    Reconnect,
    /// Something failed; the work is picked up later.
    Failed(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        match error {
            Error::MailReconnect => Stop::Reconnect,
            other => Stop::Failed(other),
        }
    }
}

impl From<invoices_db::StoreError> for Stop {
    fn from(error: invoices_db::StoreError) -> Self {
        Stop::Failed(error.into())
    }
}

impl From<MailError> for Stop {
    fn from(error: MailError) -> Self {
        Error::from(error).into()
    }
}

/// One running ingest.
pub(crate) struct Run<'a> {
    pub app: &'a App,
    pub job: &'a Job,
    pub account: MailAccount,
    pub started: DateTime<Utc>,
    pub report: IngestReport,
    /// The messages that it fetched, or tried to.
    tried: HashSet<MessageId>,
}

/// Runs an ingest to its end. The report says how it ended; an error says that the job should be tried again.
pub(crate) async fn run(app: &App, job: &Job, order: &IngestOrder) -> Result<IngestReport, Error> {
    let (report, stopped) = attempt(app, job, order).await;
    let end = match stopped {
        Ok(()) => IngestEnd::Done,
        Err(Stop::UserGone) => IngestEnd::UserGone,
        Err(Stop::Reconnect) => IngestEnd::Reconnect,
        Err(Stop::Failed(error)) if order.scheduled => return Err(error),
        Err(Stop::Failed(error)) => {
            tracing::warn!(user = %order.user, error = %error, source = ?std::error::Error::source(&error), "an ingest stopped short");
            end_of(&error)
        }
    };
    Ok(IngestReport {
        end: Some(end),
        ..report
    })
}

fn end_of(error: &Error) -> IngestEnd {
    match error {
        Error::Dependency(error) => match error.which {
            Dependency::Database => IngestEnd::Database,
            Dependency::ObjectStore => IngestEnd::ObjectStore,
            Dependency::SecretStore => IngestEnd::SecretStore,
            _ => IngestEnd::MailProvider,
        },
        _ => IngestEnd::Defect,
    }
}

async fn attempt(app: &App, job: &Job, order: &IngestOrder) -> (IngestReport, Result<(), Stop>) {
    let account = match open(app, order.user).await {
        Ok(account) => account,
        Err(stop) => return (IngestReport::default(), Err(stop)),
    };
    let mut run = Run {
        app,
        job,
        account,
        started: app.now(),
        report: IngestReport::default(),
        tried: HashSet::new(),
    };
    let stopped = match &order.ingest {
        Ingest::Rental => rental::all(&mut run).await,
        Ingest::RentalLatest => rental::latest(&mut run).await,
        Ingest::Retail { days, sub_type } => retail::run(&mut run, *days, sub_type.as_ref()).await,
        Ingest::Owed => owed(&mut run).await,
    };
    if matches!(stopped, Err(Stop::Reconnect)) {
        // The tokens are forgotten on a best effort: the next run finds them dead again.
        if let Err(error) = app.drop_dead_tokens(&run.account).await {
            tracing::warn!(user = %order.user, %error, "dead mail tokens could not be dropped");
        }
    }
    (run.report, stopped)
}

async fn open(app: &App, user: UserId) -> Result<MailAccount, Stop> {
    if !app.store().is_live(user).await? {
        return Err(Stop::UserGone);
    }
    Ok(app.mail_account(user).await?)
}

/// Brings home what earlier runs found and did not.
async fn owed(run: &mut Run<'_>) -> Result<(), Stop> {
    let landlords = rental::Wanted::load(run, None).await?;
    run.bring_home(Source::Rental, &landlords, None).await?;
    let vendors = retail::Wanted::any(run.app);
    run.bring_home(Source::Retail, &vendors, None).await
}

impl Run<'_> {
    /// The account's part of the ledger.
    pub fn inbox(&self, source: Source) -> Inbox {
        Inbox {
            user_id: self.account.user,
            account: self.account.address.clone(),
            source,
        }
    }

    /// Every id that a search finds, all pages, newest first.
    pub async fn search(&self, search: &MailSearch) -> Result<Vec<MessageId>, MailError> {
        let (mut ids, mut seen, mut page) = (Vec::new(), HashSet::new(), None);
        for _ in 0..MAX_PAGES {
            let found = self
                .app
                .ports()
                .mailbox
                .search(&self.account, search, page.as_ref())
                .await?;
            ids.extend(found.ids.into_iter().filter(|id| seen.insert(id.clone())));
            match found.next {
                Some(next) => page = Some(next),
                None => break,
            }
        }
        Ok(ids)
    }

    /// Writes new ids into the ledger as found.
    pub async fn record(&self, source: Source, ids: &[MessageId]) -> Result<(), Stop> {
        self.app
            .store()
            .record_found(&self.inbox(source), ids, self.app.now())
            .await?;
        Ok(())
    }

    /// Fetches every message that is owed and keeps what is wanted of it. `only` bounds the work to these
    /// ids; what else is owed stays owed.
    pub async fn bring_home(
        &mut self,
        source: Source,
        wanted: &dyn message::Wanted,
        only: Option<&[MessageId]>,
    ) -> Result<(), Stop> {
        let (app, account) = (self.app, self.account.clone());
        let only: Option<HashSet<&MessageId>> = only.map(|ids| ids.iter().collect());
        let mut owed = app.store().owed_messages(&self.inbox(source)).await?;
        // What failed a moment ago is left to the next run.
        owed.retain(|message| {
            only.as_ref().is_none_or(|only| only.contains(&message.message_id))
                && self.tried.insert(message.message_id.clone())
        });
        let account = &account;
        let mut fetched = stream::iter(owed)
            .map(|owed| async move {
                let raw = app.ports().mailbox.fetch(account, &owed.message_id).await;
                (owed, raw)
            })
            .buffer_unordered(app.settings().pipeline.fetch_concurrency.max(1));
        let (mut brought, mut failures) = (0_usize, Failures::default());
        while let Some((owed, raw)) = fetched.next().await {
            // A deleted account's ingest stops at its next message.
            if !app.store().is_live(account.user).await? {
                return Err(Stop::UserGone);
            }
            match raw {
                Ok(raw) => {
                    self.keep(source, wanted, &raw, owed.released).await?;
                    brought += 1;
                    failures.in_a_row = 0;
                }
                Err(MailError::Gone) => {
                    self.settle_failed(source, &owed.message_id, "the message is gone from the mailbox")
                        .await?;
                }
                Err(error @ MailError::TooLarge { .. }) => {
                    let at = message::At {
                        source,
                        id: &owed.message_id,
                    };
                    message::settle(self, at, MessageState::Rejected, &format!("too large: {error}"), None).await?;
                }
                Err(error) => {
                    let stop = Stop::from(error);
                    if matches!(stop, Stop::Reconnect) {
                        return Err(stop);
                    }
                    self.problem(
                        None,
                        Some(&owed.message_id),
                        "the message could not be fetched; the next run tries again",
                    );
                    failures.in_a_row += 1;
                    failures.last = Some(stop);
                    if failures.in_a_row >= GIVE_UP_AFTER {
                        break;
                    }
                }
            }
        }
        match failures.last {
            // Retail names the messages concerned in its answer; rental has no place to, so the caller hears of it as a failure.
            Some(stop) if source == Source::Rental || brought == 0 || failures.in_a_row >= GIVE_UP_AFTER => Err(stop),
            _ => Ok(()),
        }
    }

    async fn settle_failed(&mut self, source: Source, id: &MessageId, reason: &str) -> Result<(), Stop> {
        self.problem(None, Some(id), reason);
        message::settle(self, message::At { source, id }, MessageState::Failed, reason, None).await
    }

    async fn keep(
        &mut self,
        source: Source,
        wanted: &dyn message::Wanted,
        raw: &RawMessage,
        released: bool,
    ) -> Result<(), Stop> {
        let kept = message::keep(self, source, wanted, raw, released).await?;
        if let Some(kept) = kept {
            self.report.stored += kept.documents;
            if let Some(vendor) = kept.vendor {
                *self.report.by_vendor.entry(vendor).or_default() += 1;
            }
            self.app.wake_workers();
            self.tell().await?;
        }
        Ok(())
    }

    /// Notes something for the caller, up to the contract's bound.
    pub fn problem(&mut self, vendor: Option<invoices_domain::VendorId>, message: Option<&MessageId>, error: &str) {
        if self.report.errors.len() < MAX_PROBLEMS {
            self.report.errors.push(IngestProblem {
                vendor_id: vendor,
                message_id: message.map(MessageId::to_string),
                error: error.to_owned(),
            });
        }
    }

    /// Writes the report so far where a waiting request can see it.
    async fn tell(&self) -> Result<(), Stop> {
        self.app
            .store()
            .report(self.job, crate::work::payload(&self.report))
            .await?;
        Ok(())
    }
}
