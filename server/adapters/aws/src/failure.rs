//! What a call's failure becomes.

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use aws_sdk_s3::config::http::HttpResponse;
use aws_sdk_s3::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_s3::operation::RequestId;
use invoices_domain::ports::{Dependency, DependencyError};

/// A call that failed, told without the bodies that went either way: they may hold what must not stand in a log.
#[derive(Debug)]
pub(crate) struct Failure {
    operation: &'static str,
    /// The service's code, its message and the request's id, or why there was no answer.
    words: String,
}

impl Failure {
    /// Tells of a call that failed.
    pub(crate) fn of<E>(operation: &'static str, error: &SdkError<E, HttpResponse>) -> Self
    where
        E: ProvideErrorMetadata + RequestId + StdError + 'static,
    {
        let words = match error.as_service_error() {
            Some(said) => {
                let code = said.code().map_or_else(
                    || match error.raw_response() {
                        Some(response) => response.status().as_u16().to_string(),
                        None => "no code".to_owned(),
                    },
                    str::to_owned,
                );
                let request = said.request_id().unwrap_or("unknown");
                let message = said.message().unwrap_or_default();
                format!("{code} (request {request}): {message}")
            }
            None => sentence(error),
        };
        Failure { operation, words }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.operation, self.words)
    }
}

impl StdError for Failure {}

/// Makes a port's error of a failed call.
pub(crate) fn failed<E>(
    which: Dependency,
    operation: &'static str,
    error: &SdkError<E, HttpResponse>,
) -> DependencyError
where
    E: ProvideErrorMetadata + RequestId + StdError + 'static,
{
    DependencyError {
        which,
        retry_after: retry_after(error),
        source: Failure::of(operation, error).into(),
    }
}

/// Seconds, as services say them; a date is left alone, the caller has a back-off of its own.
fn retry_after<E>(error: &SdkError<E, HttpResponse>) -> Option<Duration> {
    let seconds = error.raw_response()?.headers().get("retry-after")?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// An error and its causes in one line.
fn sentence(error: &dyn StdError) -> String {
    let mut line = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        line = format!("{line}: {error}");
        cause = error.source();
    }
    line
}
