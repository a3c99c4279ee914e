//! What the use cases of this process have done, counted for operators.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

use crate::job::{IngestEnd, IngestOrder};

type Label = (&'static str, &'static str);

/// The counters.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    ingests_started: Family<[Label; 2], Counter>,
    ingests_done: Family<[Label; 2], Counter>,
    ingests_failed: Family<[(&'static str, String); 2], Counter>,
    mail_tokens_died: Counter,
    notifications: Family<[Label; 1], Counter>,
    documents: Family<Vec<(&'static str, String)>, Counter>,
    logins: Family<[Label; 1], Counter>,
    deliveries: Family<[Label; 1], Counter>,
}

const REQUEST: &str = "request";
const SCHEDULE: &str = "schedule";

/// The outcomes of a login: it is granted, the credentials are wrong, or the limits of addresses and accounts refuse it.
pub(crate) const GRANTED: &str = "granted";
pub(crate) const WRONG_CREDENTIALS: &str = "wrong-credentials";
pub(crate) const LIMITED: &str = "limited";

impl Metrics {
    /// Counters. Those that alerts watch have all their series, because an alert on an increase needs the value before the
    /// first event.
    pub(crate) fn new() -> Self {
        let metrics = Metrics::default();
        for origin in [REQUEST, SCHEDULE] {
            for end in IngestEnd::FAILURES {
                let labels = [("origin", origin.to_owned()), ("reason", end.name())];
                drop(metrics.ingests_failed.get_or_create(&labels));
            }
        }
        for outcome in ["published", "failed"] {
            drop(metrics.notifications.get_or_create(&[("outcome", outcome)]));
        }
        for outcome in [GRANTED, WRONG_CREDENTIALS, LIMITED] {
            drop(metrics.logins.get_or_create(&[("outcome", outcome)]));
        }
        metrics
    }

    /// Adds the counters to a registry, once.
    pub(crate) fn register(&self, registry: &mut Registry) {
        registry.register(
            "ingests_started",
            "Ingests that started, without resumed ones",
            self.ingests_started.clone(),
        );
        registry.register("ingests_done", "Ingests that succeeded", self.ingests_done.clone());
        registry.register(
            "ingests_failed",
            "Failed attempts at ingests; scheduled ingests are retried",
            self.ingests_failed.clone(),
        );
        registry.register(
            "mail_tokens_died",
            "Mail accounts whose tokens no longer grant access and whose users must reconnect",
            self.mail_tokens_died.clone(),
        );
        registry.register(
            "notifications",
            "Attempts to publish a notification",
            self.notifications.clone(),
        );
        registry.register("documents", "Documents read, by parser", self.documents.clone());
        registry.register("logins", "Logins answered", self.logins.clone());
        registry.register(
            "webhook_deliveries",
            "Attempts to deliver an event to a user's webhook",
            self.deliveries.clone(),
        );
    }

    pub(crate) fn ingest_started(&self, order: &IngestOrder) {
        self.ingests_started.get_or_create(&of(order)).inc();
    }

    pub(crate) fn ingest_ended(&self, order: &IngestOrder, end: IngestEnd) {
        if end == IngestEnd::Done {
            self.ingests_done.get_or_create(&of(order)).inc();
        } else {
            let labels = [("origin", origin(order).to_owned()), ("reason", end.name())];
            self.ingests_failed.get_or_create(&labels).inc();
        }
    }

    pub(crate) fn mail_tokens_died(&self) {
        self.mail_tokens_died.inc();
    }

    pub(crate) fn notification(&self, is_published: bool) {
        let outcome = if is_published { "published" } else { "failed" };
        self.notifications.get_or_create(&[("outcome", outcome)]).inc();
    }

    /// The outcome of reading a document: `invoice`, `asked`, `rejected`, `failed`, or `gave-up` if the reader gave up for good.
    pub(crate) fn document(&self, parser: &str, outcome: &str) {
        let labels = vec![("parser", parser.to_owned()), ("outcome", outcome.to_owned())];
        self.documents.get_or_create(&labels).inc();
    }

    /// The outcome of an attempt at a delivery: `delivered`, `retried` if it is sent again, or `given-up`.
    pub(crate) fn delivery(&self, outcome: &'static str) {
        self.deliveries.get_or_create(&[("outcome", outcome)]).inc();
    }

    pub(crate) fn login(&self, outcome: &'static str) {
        self.logins.get_or_create(&[("outcome", outcome)]).inc();
    }
}

fn of(order: &IngestOrder) -> [Label; 2] {
    [("ingest", order.ingest.name()), ("origin", origin(order))]
}

fn origin(order: &IngestOrder) -> &'static str {
    if order.scheduled { SCHEDULE } else { REQUEST }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Ingest;

    /// As jobs keep them, so that operators find the same words in both.
    #[test]
    fn labels_are_the_names_in_the_payloads_and_results_of_jobs() {
        let ends = IngestEnd::FAILURES.map(IngestEnd::name);
        assert_eq!(
            ends.join(" "),
            "reconnect user-gone defect mail-provider database object-store secret-store name-server reader"
        );
        for end in IngestEnd::FAILURES.into_iter().chain([IngestEnd::Done]) {
            let kept = serde_json::to_value(end).unwrap();
            assert_eq!(serde_json::from_value::<IngestEnd>(kept).unwrap(), end);
        }
        for ingest in [
            Ingest::Rental,
            Ingest::RentalLatest,
            Ingest::retail(None, None),
            Ingest::Pending,
        ] {
            assert_eq!(serde_json::to_value(&ingest).unwrap()["ingest"], ingest.name());
        }
    }
}
