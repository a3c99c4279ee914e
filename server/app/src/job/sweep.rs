//! The sweeper: enqueues work that a crash or a lost event interrupted.

use chrono::TimeDelta;
use invoices_db::JobId;
use invoices_domain::ports::NotificationKind;
use invoices_domain::{AccountName, RunId, UserId};

use crate::app::App;
use crate::crash::{self, Point};
use crate::error::Error;
use crate::job::{self, Ingest, IngestOrder, retention};

/// How much one sweep enqueues of each kind at most; the next one enqueues the rest.
const BATCH: i64 = 1_000;

/// A delivery that was not tried for this long has lost its job.
const LOST_DELIVERIES: TimeDelta = TimeDelta::days(14);

/// Removes deleted data from the database's log. If readers prevent it, the next sweep tries again.
pub(crate) async fn truncate_log(app: &App) {
    match app.store().truncate_log().await {
        Ok(true) => {}
        Ok(false) => tracing::info!("the database's log is in use; the next sweep removes deleted data from it"),
        Err(error) => tracing::warn!(%error, "failed to remove deleted data from the database's log"),
    }
}

/// Logs once a day, over all processes, how many users have a problem that only they can solve, and how many questions wait.
async fn say_what_waits(app: &App) -> Result<(), Error> {
    let (store, zone, now) = (app.store(), app.settings().zone, app.now());
    if !store
        .record_tick("daily-report", zone.start_of(zone.day(now)), now)
        .await?
    {
        return Ok(());
    }
    let waiting = store.waiting().await?;
    let users = |problem| waiting.problems.get(&problem).copied().unwrap_or_default();
    tracing::info!(
        reconnect = users(NotificationKind::Reconnect),
        ingest_failed = users(NotificationKind::IngestFailed),
        account_full = users(NotificationKind::AccountFull),
        questions = waiting.asked,
        "what waits for users today"
    );
    Ok(())
}

impl App {
    /// Enqueues an ingest of an account's pending messages, or joins one. `again` makes its key new.
    pub(crate) async fn order_pending(&self, user: UserId, account: &AccountName, again: &str) -> Result<JobId, Error> {
        let ingest = match account {
            AccountName::Address(_) => Ingest::Pending,
            AccountName::Import => Ingest::Import,
        };
        let (now, name) = (self.now(), ingest.name());
        let order = IngestOrder {
            user,
            ingest,
            scheduled: true,
        };
        let key = format!("{name}:{user}@{again}");
        let job = job::ingest(&order, key, now);
        Ok(self.store().enqueue(job, now).await?.id)
    }

    /// Enqueues an ingest of what is pending in a user's accounts, because the user asks for it. One that waits to be tried again
    /// after a failure is due now.
    pub(crate) async fn order_all_pending(&self, user: UserId) -> Result<(), Error> {
        // One order reads all mailboxes.
        let mailbox = self.mailboxes(user).await.unwrap_or_default().into_iter().next();
        let mailbox = mailbox.map(|account| AccountName::Address(account.address));
        for account in std::iter::once(AccountName::Import).chain(mailbox) {
            let job = self.order_pending(user, &account, &RunId::random().to_string()).await?;
            self.store().make_due(job, self.now()).await?;
        }
        self.wake_workers();
        Ok(())
    }
}

/// Enqueues the parse of stored documents and an ingest for messages that were found and not fetched, and deletes what is old, and
/// consents, sessions and mailed codes that have expired.
pub(crate) async fn sweep(app: &App) -> Result<(), Error> {
    let (now, pipeline) = (app.now(), &app.settings().pipeline);
    let before = now - pipeline.sweep_after_minutes.delta();
    let documents = app
        .store()
        .stale_documents(before, pipeline.parse_attempts, BATCH)
        .await?;
    for document in &documents {
        // The attempt and the time make the key new: a job with the first event's key exists already.
        let again = format!("#{}@{}", document.attempts, now.timestamp());
        app.store()
            .enqueue(job::object_created_again(&document.object_key, &again, now), now)
            .await?;
    }
    let mailboxes = app.store().stale_inboxes(before, BATCH).await?;
    for mailbox in &mailboxes {
        let again = now.timestamp().to_string();
        app.order_pending(mailbox.user_id, &mailbox.account, &again).await?;
    }
    if !documents.is_empty() || !mailboxes.is_empty() {
        tracing::info!(
            documents = documents.len(),
            mailboxes = mailboxes.len(),
            "enqueued interrupted work"
        );
        app.wake_workers();
    }
    crash::point(Point::Swept);
    say_what_waits(app).await?;
    retention::remove_old(app).await?;
    app.store().prune_consents(now).await?;
    app.store().prune_account_mail(now).await?;
    app.store().prune_sessions(app.session_age(now)).await?;
    app.prune_access_tokens(now).await?;
    app.store().give_up_deliveries(now - LOST_DELIVERIES, now).await?;
    app.store().purge_jobs_without_user().await?;
    retention::shrink(app).await?;
    truncate_log(app).await;
    Ok(())
}
