//! How much more an account may store.

use std::sync::atomic::{AtomicU64, Ordering};

use super::context::{Context, Stop};

/// What more the account may store. It is read before each group of fetches: one ingest of a user runs at a time.
pub(super) struct Room {
    pub messages: usize,
    bytes: AtomicU64,
}

impl Room {
    pub async fn of(context: &Context<'_>) -> Result<Self, Stop> {
        let (app, limits) = (context.app, context.app.settings().limits);
        let used = app.store().usage(context.user).await?;
        let left = |limit: Option<u64>, used: u64| limit.map_or(u64::MAX, |limit| limit.saturating_sub(used));
        let bytes = left(limits.bytes(), used.bytes);
        let messages = if bytes == 0 {
            0
        } else {
            left(limits.messages(), used.messages)
        };
        Ok(Room {
            messages: usize::try_from(messages).unwrap_or(usize::MAX),
            bytes: bytes.into(),
        })
    }

    pub fn is_full(&self) -> bool {
        self.bytes.load(Ordering::Relaxed) == 0
    }

    /// Takes the bytes of a message, which are more than those of its originals. `false` if they don't fit: then nothing else
    /// fits either, so that messages are stored in their order.
    pub fn take(&self, bytes: usize) -> bool {
        let left = |room: u64| room.checked_sub(bytes as u64);
        let fits = self
            .bytes
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, left)
            .is_ok();
        if !fits {
            self.bytes.store(0, Ordering::Relaxed);
        }
        fits
    }
}
