//! The time limit of each check.

use std::sync::Arc;
use std::time::Duration;

use invoices_settings::Config;

use super::finding::Finding;

/// A check that takes longer is a fault.
pub const LIMIT: Duration = Duration::from_secs(10);

/// A check within the time limit.
pub(super) async fn limited<F: Into<Vec<Finding>>>(name: &'static str, check: impl Future<Output = F>) -> Vec<Finding> {
    match tokio::time::timeout(LIMIT, check).await {
        Ok(found) => found.into(),
        Err(_) => vec![Finding::fault(
            name,
            format!("no answer within {} s", LIMIT.as_secs()),
            "find out what it waits for: a disk, a network or a server that does not answer",
        )],
    }
}

/// A check that may block a thread, within the time limit.
pub(super) async fn blocking(
    name: &'static str,
    config: &Arc<Config>,
    check: impl FnOnce(&Config) -> Vec<Finding> + Send + 'static,
) -> Vec<Finding> {
    let config = Arc::clone(config);
    let done = tokio::task::spawn_blocking(move || check(&config));
    limited(name, async {
        done.await.unwrap_or_else(|error| {
            let report = "report it with the output of `invoices --version`";
            vec![Finding::fault(name, format!("the check failed: {error}"), report)]
        })
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::super::finding::State;
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_check_without_an_end_is_a_fault() {
        let found = limited("database", std::future::pending::<Finding>()).await;
        assert_eq!(found[0].state, State::Fault);
        assert_eq!(found[0].message, "no answer within 10 s");
        assert!(found[0].advice.is_some());
    }
}
