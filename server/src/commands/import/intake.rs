//! Handing the mails of the files to the service, and recording what it takes.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use indicatif::ProgressBar;
use invoices_archive::{Content, Format, Found};
use invoices_db::Operator;
use invoices_service::{App, AppError, DocumentFile, DocumentSource, HandedOver, MessageId, Sources, UserId};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::files::{AT_ONCE, Files, Read, report_unreadable};
use super::outcome::{Outcome, Outcomes};

/// Number of mails after which they are recorded: each kept mail makes the next one slower.
const BATCH: usize = 125;
/// How long to wait for the workers of a service that runs beside.
const OTHERS: Duration = Duration::from_secs(30);
/// How often to look whether they are done.
const LOOK: Duration = Duration::from_millis(200);

/// The outcome of everything that was found. Every mail is in one of the counts.
#[derive(Debug, Default)]
pub struct Sum {
    pub known: u64,
    pub unknown_senders: u64,
    pub hidden: u64,
    /// Documents if no source is given.
    pub documents: u64,
    pub unreadable: u64,
    /// Paths whose end was not reached.
    pub cut_off: u64,
    pub taken: u64,
    /// The outcome of those taken.
    pub outcomes: Outcomes,
}

impl Sum {
    pub fn examined(&self) -> u64 {
        self.taken + self.known + self.unknown_senders + self.hidden + self.documents + self.unreadable
    }

    pub fn has_failures(&self) -> bool {
        let unfinished = [Outcome::Failed, Outcome::Pending, Outcome::Unfetched];
        let unfinished: u64 = unfinished.map(|outcome| self.outcomes.count(outcome)).iter().sum();
        self.unreadable + self.cut_off + unfinished > 0
    }
}

/// What it takes to hand something over.
struct Handing {
    app: App,
    user: UserId,
    sources: Sources,
    documents_from: Option<(DocumentSource, Operator)>,
}

/// The outcome of one thing that was found.
enum Became {
    Handed(HandedOver),
    Hidden,
    WithoutSource,
}

/// One import.
pub struct Intake<'a> {
    handing: Arc<Handing>,
    stop: &'a CancellationToken,
    sum: Sum,
    taken: Vec<MessageId>,
    /// How many of those taken are recorded.
    recorded: usize,
}

impl<'a> Intake<'a> {
    pub async fn new(
        app: &App,
        user: UserId,
        documents_from: Option<(DocumentSource, Operator)>,
        stop: &'a CancellationToken,
    ) -> Result<Self, Box<dyn Error>> {
        let handing = Handing {
            sources: app.mail_sources(user).await?,
            app: app.clone(),
            user,
            documents_from,
        };
        Ok(Intake {
            handing: Arc::new(handing),
            stop,
            sum: Sum::default(),
            taken: Vec::new(),
            recorded: 0,
        })
    }

    /// Reads the files to their end, or until it is stopped.
    pub async fn run(&mut self, files: &Files) -> Result<(), Box<dyn Error>> {
        let progress = files.progress("reading");
        let ended = self.take_all(files, &progress).await;
        progress.finish_and_clear();
        ended
    }

    async fn take_all(&mut self, files: &Files, progress: &ProgressBar) -> Result<(), Box<dyn Error>> {
        let mut reading = files.read()?;
        let mut batch = Vec::with_capacity(AT_ONCE);
        loop {
            let received = tokio::select! {
                biased;
                () = self.stop.cancelled() => return Ok(()),
                received = reading.recv_many(&mut batch, AT_ONCE) => received,
            };
            if received == 0 {
                break;
            }
            self.take(std::mem::take(&mut batch), progress).await?;
            if self.taken.len() - self.recorded >= BATCH {
                self.record(progress).await?;
            }
        }
        // Also what an earlier run took and did not record.
        self.record(progress).await
    }

    /// Hands over several things at once, and counts them.
    async fn take(&mut self, batch: Vec<Read>, progress: &ProgressBar) -> Result<(), Box<dyn Error>> {
        let mut handed = JoinSet::new();
        for read in batch {
            match read {
                Read::Found(found, bytes) => {
                    progress.set_position(bytes);
                    let handing = Arc::clone(&self.handing);
                    handed.spawn(async move { (handing.hand_over(&found).await, found) });
                }
                Read::Failed(error) => {
                    self.sum.cut_off += 1;
                    report_unreadable(progress, "not read completely", &error.to_string());
                }
            }
        }
        while let Some(joined) = handed.join_next().await {
            let (became, found) = joined?;
            let became = match became {
                Err(AppError::TooManyHandedOver) => {
                    self.record(progress).await?;
                    self.handing.hand_over(&found).await
                }
                became => became,
            };
            match became {
                Ok(became) => self.count(became, &found.place, progress),
                Err(AppError::TooManyHandedOver) => {
                    return Err(
                        "no more mails can be kept: too many are in quarantine; trust their senders or release them, \
                        then run this again"
                            .into(),
                    );
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    fn count(&mut self, became: Became, place: &str, progress: &ProgressBar) {
        match became {
            Became::Handed(HandedOver::Taken(id)) => {
                self.sum.taken += 1;
                self.taken.push(id);
            }
            Became::Handed(HandedOver::Known(_)) => self.sum.known += 1,
            Became::Handed(HandedOver::UnknownSender { .. }) => self.sum.unknown_senders += 1,
            Became::Handed(HandedOver::Unreadable(reason)) => {
                self.sum.unreadable += 1;
                report_unreadable(progress, place, &reason);
            }
            Became::Hidden => self.sum.hidden += 1,
            Became::WithoutSource => self.sum.documents += 1,
        }
    }

    /// Fetches and reads what was taken.
    async fn record(&mut self, progress: &ProgressBar) -> Result<(), Box<dyn Error>> {
        progress.set_message("recording");
        let Handing { app, user, .. } = &*self.handing;
        app.import_here(*user, self.stop).await?;
        self.recorded = self.taken.len();
        progress.set_message("reading");
        Ok(())
    }

    /// The outcome of everything. Waits for those of the taken mails that another process reads.
    pub async fn sum(mut self) -> Result<Sum, Box<dyn Error>> {
        let deadline = Instant::now() + OTHERS;
        let mut pending = std::mem::take(&mut self.taken);
        loop {
            let mut left = Vec::new();
            let is_last = self.stop.is_cancelled() || Instant::now() >= deadline;
            for id in pending {
                let rows = self.handing.app.handed_over(self.handing.user, &id).await?;
                match Outcome::of(&rows) {
                    (Outcome::Pending, _) if !is_last => left.push(id),
                    (outcome, reason) => self.sum.outcomes.add(outcome, reason),
                }
            }
            if left.is_empty() {
                return Ok(self.sum);
            }
            pending = left;
            sleep(LOOK).await;
        }
    }
}

impl Handing {
    async fn hand_over(&self, found: &Found) -> Result<Became, AppError> {
        let (app, user) = (&self.app, self.user);
        Ok(Became::Handed(match &found.content {
            Content::Mail { hidden: Some(_), .. } => return Ok(Became::Hidden),
            Content::Mail {
                message,
                hidden: None,
                received_at,
            } => {
                let message = message.clone();
                app.hand_over(&self.sources, user, message, *received_at).await?
            }
            Content::Document {
                format,
                name,
                bytes,
                modified_at,
            } => {
                let Some((source, operator)) = &self.documents_from else {
                    return Ok(Became::WithoutSource);
                };
                let document = DocumentFile {
                    is_pdf: *format == Format::Pdf,
                    name: name.clone(),
                    bytes: bytes.clone(),
                    received_at: *modified_at,
                };
                app.hand_over_document(user, source, document, operator.clone()).await?
            }
            Content::Unreadable(reason) => HandedOver::Unreadable(reason.clone()),
        }))
    }
}
