//! What the log has of a request, at its most detailed level.

use std::sync::{Arc, Mutex};

use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::support::{World, send};

/// Collects every event and span.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Subscriber for Log {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        self.0.lock().unwrap().push(format!("{span:?}"));
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        self.0.lock().unwrap().push(format!("{values:?}"));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        self.0.lock().unwrap().push(format!("{event:?}"));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

#[tokio::test]
async fn the_query_of_a_request_is_not_logged() {
    let log = Log::default();
    // For the whole program: a thread's own subscriber misses what another test's thread asks
    // for first, as its answer ("nobody listens") is kept.
    tracing::subscriber::set_global_default(log.clone()).unwrap();
    let world = World::start();
    let path = "/v1/auth/mail/callback";
    let answer = send(world.request("GET", &format!("{path}?code=planted&state=planted"))).await;
    assert_eq!(answer.status, 200);
    let log = log.0.lock().unwrap().join("\n");
    assert!(log.contains(&format!("uri={path}")), "{log}");
    assert!(!log.contains("planted"), "{log}");
}
