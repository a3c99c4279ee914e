//! What one user may read and upload at once, so that nobody takes the database's connections and the memory of everyone else.

use std::time::Duration;

use bytes::Bytes;
use invoices_domain::UserId;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::error::Error;
use crate::invoice::original::held;
use crate::limit::shares::Taken;

/// How long a request waits for others of its user.
const PATIENCE: Duration = Duration::from_secs(10);
/// When to try again after that.
const RETRY_AFTER: Duration = Duration::from_secs(10);

impl App {
    /// Waits until the user may read beside the user's other requests. Fails with [`Error::TooManyReads`] after ten seconds, and
    /// when the caller hangs up.
    pub async fn begin_read(&self, user: UserId, hung_up: &CancellationToken) -> Result<Taken, Error> {
        patiently(self.0.reads.take(user, 1), hung_up).await
    }

    /// Waits for the user's other requests that read all of the user's invoices: whole lists, searches and sums take a processor for
    /// as long as they take, so a user has one of them at a time. Fails as [`App::begin_read`] does.
    pub async fn begin_scan(&self, user: UserId, hung_up: &CancellationToken) -> Result<Taken, Error> {
        patiently(self.0.scans.take(user, 1), hung_up).await
    }

    /// Waits until the user may upload a mail, beside other mails of the user's and of others. Fails as [`App::begin_read`] does.
    pub async fn begin_upload(&self, user: UserId, hung_up: &CancellationToken) -> Result<Taken, Error> {
        patiently(self.0.uploads.take(user, 1), hung_up).await
    }

    /// Waits until the whole lists that are being sent to the user leave memory for another one: together they have 64 MiB,
    /// unless there is only one. The list keeps its share until it is dropped. Fails as [`App::begin_read`] does.
    pub async fn send_list(&self, user: UserId, list: Bytes, hung_up: &CancellationToken) -> Result<Bytes, Error> {
        let size = u32::try_from(list.len().div_ceil(1024)).unwrap_or(u32::MAX);
        let room = patiently(self.0.lists.take(user, size), hung_up).await?;
        Ok(held(list, room))
    }
}

async fn patiently(wait: impl Future<Output = Taken>, hung_up: &CancellationToken) -> Result<Taken, Error> {
    let taken = tokio::select! {
        biased;
        taken = timeout(PATIENCE, wait) => taken.ok(),
        () = hung_up.cancelled() => None,
    };
    taken.ok_or(Error::TooManyReads(RETRY_AFTER))
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use tokio::time::Instant;

    use super::*;
    use crate::limit::shares::Shares;

    #[tokio::test(start_paused = true)]
    async fn a_request_waits_for_ten_seconds_or_until_its_caller_hangs_up() {
        let (places, alva) = (Shares::of_each(1), UserId::random());
        let caller = CancellationToken::new();
        let first = patiently(places.take(alva, 1), &caller).await.ok().unwrap();
        let began = Instant::now();
        let refused = patiently(places.take(alva, 1), &caller).await;
        assert!(matches!(refused, Err(Error::TooManyReads(_))));
        assert_eq!(began.elapsed(), PATIENCE);
        let mut waiting = Box::pin(patiently(places.take(alva, 1), &caller));
        assert!((&mut waiting).now_or_never().is_none());
        caller.cancel();
        assert!(matches!(waiting.now_or_never(), Some(Err(Error::TooManyReads(_)))));
        drop(first);
        assert_eq!(places.taken(), 0);
    }
}
