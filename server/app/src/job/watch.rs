//! Watching mailboxes: looks for new mail in each, and orders the ingests of the schedule where some has come.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Mutex, PoisonError};

use futures::{StreamExt, stream};
use invoices_domain::mail::{Credentials, Look, MailAccount};
use invoices_domain::ports::MailError;
use invoices_domain::{AccountName, UserId};

use crate::app::App;
use crate::error::Error;
use crate::job::{self, Ingest, IngestOrder};

/// How many users' mailboxes are looked into at once. The adapters keep to the quota.
const AT_ONCE: usize = 8;
/// After this many failures the other accounts of a provider wait for the next run. One failure may be of its account alone.
const MAX_FAILURES: u32 = 8;

/// Looks into every mailbox once, into those first that have waited longest.
pub(crate) async fn watch(app: &App) -> Result<(), Error> {
    let failing = Failing::default();
    let users = app.store().users_to_watch().await?;
    let looks = stream::iter(users).map(|user| watch_user(app, &failing, user));
    let mut looks = pin!(looks.buffer_unordered(AT_ONCE));
    let mut failures = 0;
    while let Some(looked) = looks.next().await {
        let Err(error) = looked else { continue };
        failures += 1;
        // What fails for so many fails for all.
        if failures == MAX_FAILURES {
            return Err(error);
        }
        if failures == 1 {
            tracing::warn!(%error, source = ?std::error::Error::source(&error), "failed to watch a user's mailbox");
        }
    }
    Ok(())
}

async fn watch_user(app: &App, failing: &Failing, user: UserId) -> Result<(), Error> {
    let ingests = ingests(app, user).await?;
    if ingests.is_empty() {
        return Ok(());
    }
    for account in app.known_mail_accounts(user).await?.readable(user) {
        if failing.leaves_out(&account) {
            continue;
        }
        let name = AccountName::Address(account.address.clone());
        let last = app.store().mail_mark(user, &name).await?;
        let mark = match app.ports().mailbox.look(&account, last.as_ref()).await {
            // The mark moves after the orders: an interruption in between orders once more and loses nothing.
            Ok(Look { mark, has_news }) => (!has_news || order(app, user, &ingests).await?).then_some(mark),
            Err(MailError::Reconnect) => {
                app.drop_dead_credentials(&account).await?;
                app.tell_to_reconnect(user).await;
                None
            }
            Err(error) => {
                failing.count(&account, &error);
                None
            }
        };
        // Also of a failed look, so that others come first the next time.
        app.store().note_look(user, &name, mark, app.now()).await?;
    }
    Ok(())
}

/// The ingests that can find something for a user.
async fn ingests(app: &App, user: UserId) -> Result<Vec<Ingest>, Error> {
    let sources = app.sources(user).await?;
    let rental = (!sources.active_landlords().is_empty()).then_some(Ingest::RentalLatest);
    let retail = (!sources.active_vendors(None).is_empty()).then(|| Ingest::retail(None, None));
    Ok(rental.into_iter().chain(retail).collect())
}

/// Orders ingests, or joins live ones. Returns whether all are new: one that it joins may have searched before the mail came.
async fn order(app: &App, user: UserId, ingests: &[Ingest]) -> Result<bool, Error> {
    let (mut all_new, now) = (true, app.now());
    for ingest in ingests {
        let key = format!("watch:{}:{user}@{}", ingest.name(), now.timestamp());
        let order = IngestOrder {
            user,
            ingest: ingest.clone(),
            scheduled: true,
        };
        let job = job::ingest(&order, key, now);
        all_new &= app.store().enqueue(job, now).await?.is_new;
    }
    app.wake_workers();
    Ok(all_new)
}

/// How often looks have failed, by provider.
#[derive(Default)]
struct Failing(Mutex<HashMap<String, u32>>);

impl Failing {
    fn leaves_out(&self, account: &MailAccount) -> bool {
        let failures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        failures
            .get(provider(account))
            .is_some_and(|count| *count >= MAX_FAILURES)
    }

    /// Counts a failure, and logs the first of each provider.
    fn count(&self, account: &MailAccount, error: &MailError) {
        let provider = provider(account);
        let mut failures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = failures.entry(provider.to_owned()).or_default();
        *count += 1;
        if *count == 1 {
            let source = std::error::Error::source(error);
            tracing::warn!(provider, user = %account.user, %error, ?source, "failed to look for new mail; the next run tries again");
        }
    }
}

fn provider(account: &MailAccount) -> &str {
    match &account.credentials {
        Credentials::OAuth(_) => "google",
        Credentials::Imap(login) => &login.server,
    }
}
