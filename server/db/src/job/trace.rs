//! The trace that a job belongs to.
//!
//! A job is enqueued in one span and runs in another, later and often in another process. Its row keeps the first one's
//! position in the form of a `traceparent` ([W3C Trace Context](https://www.w3.org/TR/trace-context/)), so that both are parts
//! of one trace. The exporter of traces installs the functions that read and set positions; without it, rows have none.

use std::sync::OnceLock;

use tracing::Span;

/// Reads and sets the positions of spans.
pub trait Traces: Send + Sync {
    /// The position of a span, as a `traceparent`. `None` if it is not recorded.
    fn position(&self, span: &Span) -> Option<String>;

    /// Makes a span the child of a position. A malformed one is ignored.
    fn continue_from(&self, span: &Span, traceparent: &str);
}

static TRACES: OnceLock<Box<dyn Traces>> = OnceLock::new();

/// Sets what reads and sets positions in this process. A second call has no effect.
pub fn install(traces: Box<dyn Traces>) {
    // It fails only if they are set already.
    let _ = TRACES.set(traces);
}

/// Makes a span the child of a position, if traces are exported.
pub fn continue_from(span: &Span, traceparent: &str) {
    if let Some(traces) = TRACES.get() {
        traces.continue_from(span, traceparent);
    }
}

/// The position of the span that the caller is in.
pub(crate) fn position() -> Option<String> {
    TRACES.get().and_then(|traces| traces.position(&Span::current()))
}
