//! What the pool does, counted for operators.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use crate::child_failure::ChildFailure;

/// The pool's metrics. A clone shares them.
#[derive(Clone, Debug, Default)]
pub struct ReaderMetrics {
    pub(crate) waiting: Gauge,
    pub(crate) busy: Gauge,
    child_failures: Family<[(&'static str, &'static str); 1], Counter>,
}

impl ReaderMetrics {
    pub(crate) fn new() -> Self {
        let metrics = ReaderMetrics::default();
        for failure in ChildFailure::ALL {
            drop(metrics.of(failure));
        }
        metrics
    }

    /// Adds the metrics to a registry, once.
    pub fn register(&self, registry: &mut Registry) {
        registry.register(
            "reader_waiting",
            "Mails and documents that wait for a reader process",
            self.waiting.clone(),
        );
        registry.register("reader_busy", "Reader processes in use", self.busy.clone());
        registry.register(
            "reader_killed",
            "Reader processes that were killed or ended, by reason",
            self.child_failures.clone(),
        );
    }

    pub(crate) fn child_failed(&self, failure: ChildFailure) {
        self.of(failure).inc();
    }

    fn of(&self, failure: ChildFailure) -> Counter {
        self.child_failures.get_or_create_owned(&[("reason", failure.name())])
    }
}

/// Counts in a gauge until it is dropped, also if the future that holds it is.
pub(crate) struct Counted<'g>(&'g Gauge);

impl<'g> Counted<'g> {
    pub fn new(gauge: &'g Gauge) -> Self {
        gauge.inc();
        Counted(gauge)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.dec();
    }
}
