//! The bucket's notifications of new objects, read from an SQS queue.

use std::fmt;
use std::future::Future;
use std::time::Duration;

use aws_sdk_sqs::Client;
use aws_sdk_sqs::types::DeleteMessageBatchRequestEntry;
use invoices_domain::ObjectKey;
use invoices_domain::ports::{Dependency, DependencyError};
use tokio_util::sync::CancellationToken;

use crate::sdk::call_error::dependency_error;
use crate::sdk::connection::{Aws, LONG_POLL};
use crate::sdk::event::{self, Message};
use crate::settings::QueueSettings;

/// SQS's maximum number of messages in one call.
const BATCH: i32 = 10;
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// Polls the queue of a bucket's notifications.
///
/// It is only needed for objects that other programs put into the bucket: an ingest itself enqueues the parsing of what
/// it stores. A message is deleted after all its objects were handled, so a message can be delivered twice. The queue's
/// redrive policy moves a message that can't be decoded to the dead-letter queue.
#[derive(Clone, Debug)]
pub struct EventQueue {
    client: Client,
    settings: QueueSettings,
}

impl EventQueue {
    /// Makes no call.
    pub fn new(aws: &Aws, settings: QueueSettings) -> Self {
        EventQueue {
            client: aws.sqs(),
            settings,
        }
    }

    /// Polls until `stop` is cancelled. If the queue can't be reached, it retries with a back-off of up to a minute.
    pub async fn run<F, T, E>(&self, stop: CancellationToken, mut created: F)
    where
        F: FnMut(ObjectKey) -> T + Send,
        T: Future<Output = Result<(), E>> + Send,
        E: fmt::Display,
    {
        let mut pause = FIRST_PAUSE;
        loop {
            // Dropping a poll loses nothing: SQS delivers its messages again.
            let polled = tokio::select! {
                () = stop.cancelled() => return,
                polled = self.poll_once(LONG_POLL, &mut created) => polled,
            };
            match polled {
                Ok(_) => pause = FIRST_PAUSE,
                Err(error) => {
                    let source = &*error.source;
                    tracing::warn!(%error, source, "failed to poll the queue; retrying");
                    tokio::select! {
                        () = stop.cancelled() => return,
                        () = tokio::time::sleep(pause) => {}
                    }
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    /// Receives one batch, waiting up to `wait` (whole seconds, at most 20), and returns its number of messages. Deletes the
    /// messages whose objects `created` all accepted.
    pub async fn poll_once<F, T, E>(&self, wait: Duration, mut created: F) -> Result<usize, DependencyError>
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
            .map_err(|error| dependency_error(Dependency::EventQueue, "ReceiveMessage", &error))?;
        let messages = received.messages();
        let mut done = Vec::new();
        for message in messages {
            let id = message.message_id().unwrap_or_default();
            if self.handle(id, message.body().unwrap_or_default(), &mut created).await {
                done.extend(message.receipt_handle().map(str::to_owned));
            }
        }
        self.delete(done).await?;
        Ok(messages.len())
    }

    /// Handles one message. `true` if it may be deleted.
    async fn handle<F, T, E>(&self, id: &str, body: &str, created: &mut F) -> bool
    where
        F: FnMut(ObjectKey) -> T + Send,
        T: Future<Output = Result<(), E>> + Send,
        E: fmt::Display,
    {
        match event::read(body, &self.settings.bucket) {
            Message::Test => {
                tracing::info!(message = id, "received the bucket's test notification");
                true
            }
            Message::Undecodable => {
                tracing::warn!(
                    message = id,
                    "a message is not a bucket notification; leaving it to the dead-letter queue"
                );
                false
            }
            Message::Created { keys, foreign } => {
                if foreign > 0 {
                    tracing::info!(
                        message = id,
                        foreign,
                        "ignored objects of a message that do not belong to the service"
                    );
                }
                let mut handled = true;
                for key in keys {
                    if let Err(error) = created(key).await {
                        tracing::warn!(message = id, %error, "failed to handle an object; its message will be delivered again");
                        handled = false;
                    }
                }
                handled
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
            .map_err(|error| DependencyError::new(Dependency::EventQueue, error))?;
        let deleted = self
            .client
            .delete_message_batch()
            .queue_url(&self.settings.url)
            .set_entries(Some(entries))
            .send()
            .await
            .map_err(|error| dependency_error(Dependency::EventQueue, "DeleteMessageBatch", &error))?;
        for left in deleted.failed() {
            tracing::warn!(
                code = left.code(),
                "failed to delete a message; it will be delivered again"
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
