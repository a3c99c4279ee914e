//! The push endpoint that notifications arrive at.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use invoices_tests::support::database::texts;
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

/// Accepts notifications and counts them by their key.
pub struct Receiver {
    server: MockServer,
    arrivals: Arrivals,
    /// The notifications that were marked as sent when the program last died.
    sent: BTreeSet<String>,
    seen: BTreeMap<String, usize>,
}

/// The keys of the notifications that arrived since the last look.
#[derive(Clone, Default)]
struct Arrivals(Arc<Mutex<Vec<String>>>);

impl Respond for Arrivals {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let key = request.headers["idempotency-key"].to_str().unwrap();
        self.0.lock().unwrap().push(key.to_owned());
        ResponseTemplate::new(204)
    }
}

impl Receiver {
    pub async fn start() -> Self {
        let server = MockServer::builder().disable_request_recording().start().await;
        let arrivals = Arrivals::default();
        Mock::given(method("POST"))
            .respond_with(arrivals.clone())
            .mount(&server)
            .await;
        Receiver {
            server,
            arrivals,
            sent: BTreeSet::new(),
            seen: BTreeMap::new(),
        }
    }

    pub fn url(&self) -> String {
        self.server.uri()
    }

    /// Takes what arrived while the program ran, which must be dead now. Describes each notification that was marked as
    /// sent before the program started. One that was published and not marked may arrive again.
    pub async fn problems(&mut self, database: &str) -> Vec<String> {
        let mut problems = Vec::new();
        for key in std::mem::take(&mut *self.arrivals.0.lock().unwrap()) {
            if self.sent.contains(&key) {
                problems.push(format!("a notification that was marked as sent arrived again: {key}"));
            }
            *self.seen.entry(key).or_default() += 1;
        }
        let sent = "SELECT id AS text FROM notifications WHERE state = 'sent'";
        self.sent.extend(texts(database, sent).await);
        let lost = self.sent.iter().filter(|key| !self.seen.contains_key(*key));
        problems.extend(lost.map(|key| format!("a notification is marked as sent and did not arrive: {key}")));
        problems
    }

    /// How many notifications arrived, and how many of them more than once.
    pub fn counts(&self) -> (usize, usize) {
        let repeated = self.seen.values().filter(|arrivals| **arrivals > 1);
        (self.seen.len(), repeated.count())
    }
}
