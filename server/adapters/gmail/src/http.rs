//! Calls that are bounded in time and size, and tried twice at most.

use std::sync::Arc;
use std::time::Duration;

use invoices_domain::ports::Clock;
use reqwest::header::RETRY_AFTER;
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response};

use crate::failure::{Failure, Refusal};
use crate::settings::{GmailSettings, SettingsError};

/// The provider's errors are short.
const MAX_ERROR_BODY: u64 = 64 * 1024;
/// When the provider asks for a longer pause than this, its caller's job waits, not the call.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// The provider's HTTP.
pub(crate) struct Http {
    pub(crate) client: Client,
    clock: Arc<dyn Clock>,
    pause: Duration,
}

impl Http {
    pub(crate) fn new(settings: &GmailSettings, clock: Arc<dyn Clock>) -> Result<Self, SettingsError> {
        let client = Client::builder()
            .user_agent(concat!("invoices/", env!("CARGO_PKG_VERSION")))
            .timeout(Duration::from_secs(settings.timeout_seconds))
            .connect_timeout(Duration::from_secs(settings.timeout_seconds.min(10)))
            // A redirect would take the token elsewhere.
            .redirect(Policy::none())
            .build()
            .map_err(SettingsError::HttpClient)?;
        Ok(Http {
            client,
            clock,
            pause: Duration::from_millis(settings.retry_pause_milliseconds),
        })
    }

    /// The body of a 2xx answer of at most `limit` bytes. What passes by itself is tried once more after a short pause.
    pub(crate) async fn send(&self, request: RequestBuilder, limit: u64) -> Result<Vec<u8>, Failure> {
        let again = request.try_clone();
        match (self.send_once(request, limit).await, again) {
            (Err(failure), Some(again)) if failure.passes() => {
                let wait = failure.retry_after().unwrap_or_default();
                if wait > LONGEST_WAIT {
                    return Err(failure);
                }
                tracing::debug!(error = %failure, "trying a call again");
                tokio::time::sleep(wait + self.jitter()).await;
                self.send_once(again, limit).await
            }
            (result, _) => result,
        }
    }

    async fn send_once(&self, request: RequestBuilder, limit: u64) -> Result<Vec<u8>, Failure> {
        let response = request.send().await.map_err(transport)?;
        let status = response.status();
        if status.is_success() {
            return body(response, limit).await;
        }
        let header = response
            .headers()
            .get(RETRY_AFTER)
            .and_then(|value| value.to_str().ok())
            .map(str::to_owned);
        // The status says enough where the words can't be had.
        let words = body(response, MAX_ERROR_BODY).await.unwrap_or_default();
        Err(Failure::Refused(Refusal::read(
            status,
            header.as_deref(),
            &words,
            self.clock.now(),
        )))
    }

    /// Half to all of the pause, so that callers turned away together don't come back together.
    fn jitter(&self) -> Duration {
        self.pause.mul_f64(fastrand::f64().mul_add(0.5, 0.5))
    }
}

/// Reads a body as it comes in, and no further than `limit`.
async fn body(mut response: Response, limit: u64) -> Result<Vec<u8>, Failure> {
    if response.content_length().is_some_and(|length| length > limit) {
        return Err(Failure::TooLarge);
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(transport)? {
        if (body.len() + chunk.len()) as u64 > limit {
            return Err(Failure::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// Without the address, which holds a query or a token.
fn transport(error: reqwest::Error) -> Failure {
    Failure::Transport(error.without_url())
}
