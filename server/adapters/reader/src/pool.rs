//! The pool of children, with the clock.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use bytes::Bytes;
use invoices_dkim::{Keys, Signature};
use invoices_domain::mail::MailContent;
use invoices_domain::ports::{Dependency, DependencyError, NotAMail, Reader, ReaderError};
use invoices_domain::reading::{DocumentKind, MailContext, ParserTag, Reading};
use invoices_domain::{MailAddress, NotAuthenticated};
use invoices_settings::{Confine, ReaderSettings};
use tokio::sync::{OnceCell, Semaphore};
use tokio::task::spawn_blocking;

use crate::assignment::{Answer, Assignment};
use crate::child_failure::ChildFailure;
use crate::confine::Confinement;
use crate::metrics::{Counted, ReaderMetrics};
use crate::plausible;
use crate::process::{KillUnlessKept, ReaderProcess};

const MIB: u64 = 1024 * 1024;

/// Reads with the parsers of this build, in confined child processes.
pub struct ReaderPool {
    program: PathBuf,
    settings: ReaderSettings,
    slots: Semaphore,
    idle: Arc<Mutex<Vec<ReaderProcess>>>,
    /// What its children gave up. Services that share the pool start a child for that once.
    confinement: OnceCell<Confinement>,
    metrics: ReaderMetrics,
}

impl ReaderPool {
    /// A pool without children: the first assignment starts the first. Fails if the settings name no program and that of
    /// this process is unknown.
    pub fn new(mut settings: ReaderSettings) -> io::Result<Self> {
        let program = settings.program.clone().map_or_else(std::env::current_exe, Ok)?;
        if settings.concurrency == 0 {
            // One more than there are cores: a user who keeps every core busy leaves one process to the others.
            settings.concurrency = std::thread::available_parallelism().map_or(1, usize::from) + 1;
        }
        Ok(ReaderPool {
            program,
            slots: Semaphore::new(settings.concurrency),
            settings,
            idle: Arc::default(),
            confinement: OnceCell::new(),
            metrics: ReaderMetrics::new(),
        })
    }

    /// What the pool does, for operators.
    pub fn metrics(&self) -> &ReaderMetrics {
        &self.metrics
    }

    /// Starts a child and says what it gave up. Fails if it can't be started, or lacks what the settings require.
    pub async fn check(&self) -> Result<Confinement, DependencyError> {
        let _slot = self.slots.acquire().await.map_err(unavailable)?;
        let (process, confinement) = self.start().await?;
        self.keep(process);
        Ok(confinement)
    }

    /// A confined child that waits for assignments.
    async fn start(&self) -> Result<(ReaderProcess, Confinement), DependencyError> {
        let program = self.program.clone();
        let process = spawn_blocking(move || ReaderProcess::spawn(&program)).await;
        let process = process.map_err(unavailable)?.map_err(unavailable)?;
        let start = Assignment::Start {
            memory_bytes: self.settings.memory_mib.saturating_mul(MIB),
        };
        let started = self.exchange(process, start, Bytes::new(), 0).await;
        match started.map_err(|failure| unavailable(format!("a new reader failed: {}", failure.reason())))? {
            (process, Answer::Ready(confinement), _) => {
                if self.settings.confine == Confine::Required && !confinement.is_complete() {
                    return Err(unavailable(
                        "this system can't confine a reader as the settings require",
                    ));
                }
                Ok((process, confinement))
            }
            _ => Err(unavailable("a new reader answered something else than asked")),
        }
    }

    /// Checks a mail's signatures with these keys. See [`invoices_dkim::verify`].
    pub(super) async fn signatures(
        &self,
        message: Bytes,
        keys: Keys,
    ) -> Result<Result<Vec<Signature>, NotAuthenticated>, ReaderError> {
        let accept = |answer, _| match answer {
            Answer::Signatures(signatures) => Some(signatures),
            _ => None,
        };
        self.ask(Assignment::Signatures { keys }, message, 0, accept).await
    }

    /// Gives an assignment to a child. A child whose answer `accept` refuses is not used again.
    async fn ask<T>(
        &self,
        assignment: Assignment,
        body: Bytes,
        max_answer: u64,
        accept: impl FnOnce(Answer, Vec<u8>) -> Option<T> + Send,
    ) -> Result<T, ReaderError> {
        let waiting = Counted::new(&self.metrics.waiting);
        // An error would mean a closed semaphore, and nothing closes it.
        let _slot = self.slots.acquire().await.map_err(unavailable)?;
        drop(waiting);
        let _busy = Counted::new(&self.metrics.busy);
        let process = match self.idle() {
            Some(process) => process,
            None => self.start().await?.0,
        };
        let asked = self.exchange(process, assignment, body, max_answer).await;
        let gave_up = |failure: ChildFailure| ReaderError::GaveUp(failure.reason());
        let (process, answer, body) = asked.map_err(gave_up)?;
        let accepted = accept(answer, body).ok_or_else(|| {
            self.metrics.child_failed(ChildFailure::Mistaken);
            gave_up(ChildFailure::Mistaken)
        })?;
        self.keep(process);
        Ok(accepted)
    }

    /// A child that waits for assignments. One that was killed while it waited, as the system does when memory is short, costs
    /// no document an attempt.
    fn idle(&self) -> Option<ReaderProcess> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        std::iter::from_fn(|| idle.pop()).find(ReaderProcess::is_running)
    }

    /// One assignment and its answer, within the time limit. The error says what the child did instead; it is then gone.
    async fn exchange(
        &self,
        mut process: ReaderProcess,
        assignment: Assignment,
        body: Bytes,
        max_answer: u64,
    ) -> Result<(ReaderProcess, Answer, Vec<u8>), ChildFailure> {
        let limit = *self.settings.timeout_seconds;
        let guard = KillUnlessKept::new(&process);
        let asked = spawn_blocking(move || {
            let answer = process.ask(&assignment, &body, max_answer);
            (process, answer)
        });
        let failure = match tokio::time::timeout(limit, asked).await {
            Ok(Ok((process, Ok((answer, body))))) => {
                guard.keep();
                return Ok((process, answer, body));
            }
            Ok(Ok((_, Err(error)))) => ChildFailure::of(&error),
            Ok(Err(_)) => ChildFailure::Interrupted,
            Err(_) => ChildFailure::TimeLimit(limit.as_secs()),
        };
        self.metrics.child_failed(failure);
        Err(failure)
    }

    /// Puts a child back, unless it has done its share.
    fn keep(&self, process: ReaderProcess) {
        if process.reads() < self.settings.renew_after {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
        }
    }
}

fn unavailable(source: impl Into<invoices_domain::ports::BoxError>) -> DependencyError {
    DependencyError::new(Dependency::Reader, source)
}

#[async_trait]
impl Reader for ReaderPool {
    fn at_once(&self) -> u32 {
        u32::try_from(self.settings.concurrency).unwrap_or(u32::MAX)
    }

    fn parsers(&self) -> Vec<ParserTag> {
        invoices_parsers::parsers()
    }

    async fn prepare(&self) -> Result<Vec<String>, DependencyError> {
        let confinement = self.confinement.get_or_try_init(|| self.check()).await?;
        let lacks = |layer: &str| format!("the reader processes are not confined by {layer}: this system lacks it");
        let mut warnings = Vec::new();
        if !confinement.files {
            warnings.push(lacks("Landlock"));
        }
        if !confinement.calls {
            warnings.push(lacks("seccomp"));
        }
        Ok(warnings)
    }

    async fn open_mail(
        &self,
        message: Bytes,
        authserv_id: Option<&str>,
        forwarders: &[MailAddress],
    ) -> Result<Result<MailContent, NotAMail>, ReaderError> {
        let limit = message.len() as u64 * 4 / 3 + MIB;
        let assignment = Assignment::Mail {
            authserv_id: authserv_id.map(str::to_owned),
            forwarders: forwarders.to_vec(),
        };
        let accept = |answer, body| match answer {
            Answer::Mail(head) => head.with_body(body).filter(plausible::mail).map(Ok),
            Answer::NotAMail { reason } => Some(Err(NotAMail(reason))),
            _ => None,
        };
        self.ask(assignment, message, limit, accept).await
    }

    async fn read(&self, kind: DocumentKind, bytes: Bytes, context: MailContext) -> Result<Reading, ReaderError> {
        let accept = |answer, _| match answer {
            Answer::Reading(reading) => Some(*reading).filter(plausible::reading),
            _ => None,
        };
        let context = Box::new(context);
        self.ask(Assignment::Document { kind, context }, bytes, 0, accept).await
    }
}
