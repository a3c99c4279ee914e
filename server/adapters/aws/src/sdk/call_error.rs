//! Errors of AWS calls.

use std::error::Error as StdError;
use std::fmt;
use std::iter;
use std::time::Duration;

use aws_sdk_s3::config::http::HttpResponse;
use aws_sdk_s3::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_s3::operation::RequestId;
use invoices_domain::ports::{Dependency, DependencyError};

/// A failed call, without request and response bodies, which can contain secrets.
#[derive(Debug)]
pub(crate) struct CallError {
    operation: &'static str,
    /// The service's error code, message and request id, or the reason why there was no response.
    detail: String,
}

impl CallError {
    /// Describes a failed call.
    pub(crate) fn new<E>(operation: &'static str, error: &SdkError<E, HttpResponse>) -> Self
    where
        E: ProvideErrorMetadata + RequestId + StdError + 'static,
    {
        let detail = match error.as_service_error() {
            Some(service_error) => {
                let code = service_error.code().map_or_else(
                    || match error.raw_response() {
                        Some(response) => response.status().as_u16().to_string(),
                        None => "no code".to_owned(),
                    },
                    str::to_owned,
                );
                let request = service_error.request_id().unwrap_or("unknown");
                let message = service_error.message().unwrap_or_default();
                format!("{code} (request {request}): {message}")
            }
            None => error_chain(error),
        };
        CallError { operation, detail }
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.operation, self.detail)
    }
}

impl StdError for CallError {}

/// Converts a failed call to a port's error.
pub(crate) fn dependency_error<E>(
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
        source: CallError::new(operation, error).into(),
    }
}

/// The `Retry-After` header in seconds. A date is ignored; the caller has its own back-off.
fn retry_after<E>(error: &SdkError<E, HttpResponse>) -> Option<Duration> {
    let seconds = error.raw_response()?.headers().get("retry-after")?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// An error and its sources in one line.
fn error_chain(error: &dyn StdError) -> String {
    let causes = iter::successors(error.source(), |&cause| cause.source());
    causes.fold(error.to_string(), |line, cause| format!("{line}: {cause}"))
}
