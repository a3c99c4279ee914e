//! What the bucket says of new objects, read from a queue.

use std::fmt;
use std::future::Future;
use std::time::Duration;

use aws_sdk_sqs::Client;
use aws_sdk_sqs::types::DeleteMessageBatchRequestEntry;
use invoices_domain::ObjectKey;
use invoices_domain::ports::{Dependency, DependencyError};
use tokio_util::sync::CancellationToken;

use crate::SettingError;
use crate::connection::{Aws, LONG_POLL};
use crate::event::{self, Message};
use crate::failure::failed;

/// As many messages as SQS gives in one call.
const BATCH: i32 = 10;
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// Which queue is listened to, and about which bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueSettings {
    /// The queue's address.
    pub url: String,
    /// The bucket that speaks in it.
    pub bucket: String,
}

impl QueueSettings {
    /// A standard queue by its address, `https://sqs.<region>.amazonaws.com/<account>/<name>`.
    pub fn new(url: &str, bucket: &str) -> Result<Self, SettingError> {
        let path = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
        let named = path
            .and_then(|path| path.split_once('/'))
            .is_some_and(|(host, name)| !host.is_empty() && !name.is_empty() && !name.contains('.'));
        if !named {
            return Err(SettingError(format!("{url:?} is no address of a standard queue")));
        }
        Ok(QueueSettings {
            url: url.to_owned(),
            bucket: bucket.to_owned(),
        })
    }
}

/// Listens to the queue of a bucket's notifications.
///
/// Nothing depends on it for being right: an ingest enqueues the parse of what it stores by itself. It is for objects that
/// somebody else put into the bucket. A message is deleted only once all it says was taken, so one can come twice; one that
/// can't be read is left to the queue's redrive policy, which moves it to the dead-letter queue.
#[derive(Clone, Debug)]
pub struct SqsInbox {
    client: Client,
    settings: QueueSettings,
}

impl SqsInbox {
    /// Over a connection. Calls nothing.
    pub fn new(aws: &Aws, settings: QueueSettings) -> Self {
        SqsInbox {
            client: aws.sqs(),
            settings,
        }
    }

    /// Listens until told to stop. When the queue can't be reached it tries again, ever more slowly, up to a minute.
    pub async fn run<F, T, E>(&self, stop: CancellationToken, mut created: F)
    where
        F: FnMut(ObjectKey) -> T + Send,
        T: Future<Output = Result<(), E>> + Send,
        E: fmt::Display,
    {
        let mut pause = FIRST_PAUSE;
        loop {
            // A poll that is dropped in its middle loses nothing: its messages come again.
            let turn = tokio::select! {
                () = stop.cancelled() => return,
                turn = self.turn(LONG_POLL, &mut created) => turn,
            };
            match turn {
                Ok(_) => pause = FIRST_PAUSE,
                Err(error) => {
                    let source = &*error.source;
                    tracing::warn!(%error, source, "the inbox could not be read; trying again");
                    tokio::select! {
                        () = stop.cancelled() => return,
                        () = tokio::time::sleep(pause) => {}
                    }
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    /// Takes one batch, waiting up to `wait` (whole seconds, 20 at most) for it, and says how many messages it had. Those
    /// are deleted whose every object `created` took.
    pub async fn turn<F, T, E>(&self, wait: Duration, mut created: F) -> Result<usize, DependencyError>
    where
        F: FnMut(ObjectKey) -> T + Send,
        T: Future<Output = Result<(), E>> + Send,
        E: fmt::Display,
    {
        let received = self
            .client
            .receive_message()
            .queue_url(&self.settings.url)
            .max_number_of_messages(BATCH)
            .wait_time_seconds(i32::try_from(wait.min(LONG_POLL).as_secs()).unwrap_or_default())
            .send()
            .await
            .map_err(|error| failed(Dependency::Inbox, "ReceiveMessage", &error))?;
        let messages = received.messages();
        let mut done = Vec::new();
        for message in messages {
            let id = message.message_id().unwrap_or_default();
            if self.take(id, message.body().unwrap_or_default(), &mut created).await {
                done.extend(message.receipt_handle().map(str::to_owned));
            }
        }
        self.delete(done).await?;
        Ok(messages.len())
    }

    /// Whether a message is dealt with.
    async fn take<F, T, E>(&self, id: &str, body: &str, created: &mut F) -> bool
    where
        F: FnMut(ObjectKey) -> T + Send,
        T: Future<Output = Result<(), E>> + Send,
        E: fmt::Display,
    {
        match event::read(body, &self.settings.bucket) {
            Message::Test => {
                tracing::info!(message = id, "the bucket tried its notifications");
                true
            }
            Message::Undecodable => {
                tracing::warn!(
                    message = id,
                    "a message is nothing that a bucket says; left to the dead-letter queue"
                );
                false
            }
            Message::Created { keys, foreign } => {
                if foreign > 0 {
                    tracing::info!(
                        message = id,
                        foreign,
                        "a message names objects that are not ours; ignored"
                    );
                }
                let mut taken = true;
                for key in keys {
                    if let Err(error) = created(key).await {
                        tracing::warn!(message = id, %error, "an object could not be taken up; its message comes again");
                        taken = false;
                    }
                }
                taken
            }
        }
    }

    async fn delete(&self, receipts: Vec<String>) -> Result<(), DependencyError> {
        if receipts.is_empty() {
            return Ok(());
        }
        let entries = receipts.into_iter().enumerate().map(|(nth, receipt)| {
            DeleteMessageBatchRequestEntry::builder()
                .id(nth.to_string())
                .receipt_handle(receipt)
                .build()
        });
        let entries = entries
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| DependencyError::new(Dependency::Inbox, error))?;
        let deleted = self
            .client
            .delete_message_batch()
            .queue_url(&self.settings.url)
            .set_entries(Some(entries))
            .send()
            .await
            .map_err(|error| failed(Dependency::Inbox, "DeleteMessageBatch", &error))?;
        for left in deleted.failed() {
            tracing::warn!(
                code = left.code(),
                "a message could not be deleted; it comes again, and is known then"
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_is_named_by_its_address() {
        for url in [
            "https://sqs.eu-north-1.amazonaws.com/123456789012/invoices-objects",
            "http://127.0.0.1:5000/123456789012/invoices-objects",
        ] {
            assert!(QueueSettings::new(url, "ours").is_ok(), "{url}");
        }
        for url in [
            "",
            "invoices-objects",
            "https://host",
            "https://host/",
            "https://host/1/name.fifo",
        ] {
            assert!(QueueSettings::new(url, "ours").is_err(), "{url}");
        }
    }
}
