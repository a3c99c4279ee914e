//! Why the service can't start.

/// Says for an operator what failed.
#[derive(Debug, thiserror::Error)]
#[error("failed to {what}")]
pub struct StartError {
    what: &'static str,
    #[source]
    source: Box<dyn std::error::Error + Send + Sync>,
}

pub(super) fn failed<E: Into<Box<dyn std::error::Error + Send + Sync>>>(
    what: &'static str,
) -> impl FnOnce(E) -> StartError {
    move |source| StartError {
        what,
        source: source.into(),
    }
}
