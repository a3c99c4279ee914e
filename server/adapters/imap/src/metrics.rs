//! What the adapter counts, for operators.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

use crate::failure::Failure;

/// The adapter's metrics. A clone shares them.
#[derive(Clone, Debug, Default)]
pub struct ImapMetrics {
    logins: Family<[(&'static str, String); 2], Counter>,
    calls: Family<[(&'static str, String); 2], Counter>,
}

impl ImapMetrics {
    /// Adds the metrics to a registry, once.
    pub fn register(&self, registry: &mut Registry) {
        registry.register(
            "imap_logins",
            "Logins at IMAP servers, by server and result: `ok`, `refused` or `failed`",
            self.logins.clone(),
        );
        registry.register(
            "imap_calls",
            "Searches and fetches at IMAP servers, by server and result: `ok`, `refused` or `failed`",
            self.calls.clone(),
        );
    }

    pub(crate) fn logged_in<T>(&self, server: &str, answer: &Result<T, Failure>) {
        count(&self.logins, server, answer);
    }

    pub(crate) fn called<T>(&self, server: &str, answer: &Result<T, Failure>) {
        count(&self.calls, server, answer);
    }
}

fn count<T>(family: &Family<[(&'static str, String); 2], Counter>, server: &str, answer: &Result<T, Failure>) {
    let result = match answer {
        Ok(_) => "ok",
        Err(Failure::Login(_) | Failure::NoPasswords(_) | Failure::ImapOff(_) | Failure::Refused(_)) => "refused",
        Err(_) => "failed",
    };
    let labels = [("server", server.to_owned()), ("result", result.to_owned())];
    family.get_or_create(&labels).inc();
}
