//! The connections: one an account at a time, which is kept for a while between calls.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use async_trait::async_trait;
use invoices_domain::UserId;
use invoices_domain::mail::{ImapLogin, ImapSecret};
use invoices_domain::ports::MailError;
use tokio::time::sleep;

use crate::failure::Failure;
use crate::metrics::ImapMetrics;
use crate::server::{Server, within};
use crate::session::Session;

/// How long an unused connection is kept.
const IDLE: Duration = Duration::from_secs(30);
/// The time limit of a login that a request waits for: with its connection it takes several commands, and a request can take a
/// minute.
const TRY_LIMIT: Duration = Duration::from_secs(20);
/// The pauses before a call is tried again on a new connection.
const PAUSES: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(3)];

/// An account of a user: two users with the same account don't share a connection.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    owner: UserId,
    server: String,
    user: String,
}

/// The connection of an account, while there is one. A user of it holds the lock.
type Slot = Arc<tokio::sync::Mutex<Option<Session>>>;

/// What is done on a connection. It can be repeated on another one.
#[async_trait]
pub(crate) trait Work: Sync {
    /// What it finds.
    type Output: Send;
    /// Does it.
    async fn run(&self, session: &mut Session) -> Result<Self::Output, Failure>;
}

/// The connections of all accounts.
pub(crate) struct Pool {
    slots: Arc<Mutex<HashMap<Key, Slot>>>,
    metrics: ImapMetrics,
}

impl Pool {
    pub fn new(metrics: ImapMetrics) -> Self {
        Pool {
            slots: Arc::default(),
            metrics,
        }
    }

    /// Does `work` on the account's connection. A connection that breaks is replaced, and the work is begun again.
    pub async fn run<W: Work>(
        &self,
        server: &Server,
        login: &ImapLogin,
        owner: UserId,
        work: &W,
    ) -> Result<W::Output, MailError> {
        let slot = self.slot(Key {
            owner,
            server: login.server.clone(),
            user: login.user.clone(),
        });
        let mut held = slot.lock().await;
        let mut pauses = PAUSES.iter();
        loop {
            let kept = held.take().filter(|kept| is_usable(kept, login));
            let (done, session) = self.attempt(kept, server, login, work).await;
            *held = session;
            self.metrics.called(&server.settings.name, &done);
            match (done, pauses.next()) {
                (Err(failure), Some(pause)) if failure.is_of_connection() => {
                    tracing::debug!(%failure, "retrying a call to an IMAP server");
                    sleep(*pause).await;
                }
                (done, _) => return Ok(done?),
            }
        }
    }

    /// One attempt, with the connection if it can still be used.
    async fn attempt<W: Work>(
        &self,
        kept: Option<Session>,
        server: &Server,
        login: &ImapLogin,
        work: &W,
    ) -> (Result<W::Output, Failure>, Option<Session>) {
        let mut session = match kept {
            Some(session) => session,
            // Boxed, because every call holds it.
            None => match Box::pin(self.log_in(server, login)).await {
                Ok(session) => session,
                Err(failure) => return (Err(failure), None),
            },
        };
        let done = work.run(&mut session).await;
        let usable = done.as_ref().err().is_none_or(Failure::leaves_connection);
        (done, usable.then_some(session))
    }

    /// Logs in and looks into a folder, and keeps nothing.
    pub async fn try_login(&self, server: &Server, login: &ImapLogin) -> Result<(), MailError> {
        let limit = server.timeout.min(TRY_LIMIT);
        // The login of every mechanism is in this future, which is too large for the stacks of its callers.
        let tried = Box::pin(within(limit, async {
            let mut session = self.log_in(server, login).await?;
            session.check().await
        }));
        Ok(tried.await?)
    }

    async fn log_in(&self, server: &Server, login: &ImapLogin) -> Result<Session, Failure> {
        let session = Session::log_in(server, login).await;
        self.metrics.logged_in(&server.settings.name, &session);
        session
    }

    fn slot(&self, key: Key) -> Slot {
        let mut slots = locked(&self.slots);
        if slots.is_empty() {
            // Ends when no connection is left.
            tokio::spawn(close_idle(Arc::downgrade(&self.slots)));
        }
        slots.entry(key).or_default().clone()
    }
}

/// A connection that has been silent for long may be closed already, and one with another password is not this user's any more. Tokens
/// are renewed all the time, and those that are stored were given to this account.
fn is_usable(session: &Session, login: &ImapLogin) -> bool {
    let is_same = match (&session.secret, &login.secret) {
        (ImapSecret::OAuth(_), ImapSecret::OAuth(_)) => true,
        (opened, wanted) => opened.is_same(wanted),
    };
    is_same && session.last_used.elapsed() < IDLE
}

/// Closes what nobody uses.
async fn close_idle(slots: Weak<Mutex<HashMap<Key, Slot>>>) {
    loop {
        sleep(IDLE).await;
        let Some(slots) = slots.upgrade() else {
            return;
        };
        let mut slots = locked(&slots);
        slots.retain(|_, slot| {
            // Current and pending users hold a clone.
            let in_use = Arc::strong_count(slot) > 1;
            let is_fresh = |held: &Option<Session>| held.as_ref().is_some_and(|held| held.last_used.elapsed() < IDLE);
            in_use || slot.try_lock().map_or(true, |held| is_fresh(&held))
        });
        if slots.is_empty() {
            return;
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic while it was held leaves the map as it was.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
