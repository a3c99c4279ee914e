//! HTTP calls with a timeout, a size limit and retries. Calls to the mail API also wait for its quota.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use invoices_domain::MailAddress;
use invoices_domain::ports::Clock;
use invoices_settings::GmailSettings;
use reqwest::header::RETRY_AFTER;
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response};
use tracing::Instrument;

use crate::call_error::{CallError, ErrorResponse};
use crate::metrics::GmailMetrics;
use crate::quota::Quota;
use crate::settings::SettingsError;

/// The maximum time for connecting.
const MAX_CONNECT: Duration = Duration::from_secs(10);
/// The maximum size of an error body.
const MAX_ERROR_BODY: u64 = 64 * 1024;
/// The maximum pause that a call waits for. For a longer one the call fails, and the job waits.
const MAX_WAIT_IN_CALL: Duration = Duration::from_secs(2);
/// The maximum number of attempts after transient errors.
const TRIES: u32 = 2;
/// The maximum number of attempts when the provider limits the rate.
const RATE_LIMITED_TRIES: u32 = 5;

/// The HTTP client for the provider.
pub(crate) struct Http {
    pub(crate) client: Client,
    clock: Arc<dyn Clock>,
    pause: Duration,
    quota: Quota,
    pub(crate) metrics: GmailMetrics,
}

/// The quota units that a call costs, and the account they count for.
#[derive(Clone, Copy)]
pub(crate) struct QuotaCost<'a> {
    pub(crate) account: &'a MailAddress,
    pub(crate) units: u32,
}

impl Http {
    pub(crate) fn new(settings: &GmailSettings, clock: Arc<dyn Clock>) -> Result<Self, SettingsError> {
        let client = Client::builder()
            .user_agent(concat!("invoices/", env!("CARGO_PKG_VERSION")))
            .timeout(*settings.timeout_seconds)
            .connect_timeout((*settings.timeout_seconds).min(MAX_CONNECT))
            // A redirect would send the token to another host.
            .redirect(Policy::none())
            .build()
            .map_err(SettingsError::HttpClient)?;
        Ok(Http {
            client,
            clock,
            pause: *settings.retry_pause_milliseconds,
            quota: Quota::new(&settings.quota),
            metrics: GmailMetrics::new(&settings.quota),
        })
    }

    /// Sends a request and returns the body of a 2xx response, of at most `limit` bytes. Retries transient errors after a
    /// short pause, which doubles.
    pub(crate) async fn send(&self, request: RequestBuilder, limit: u64) -> Result<Vec<u8>, CallError> {
        self.send_for(None, request, limit).await
    }

    /// Like [`Http::send`], for a call that costs quota: each attempt waits for the quota and for the account's pause.
    pub(crate) async fn send_for(
        &self,
        cost: Option<QuotaCost<'_>>,
        mut request: RequestBuilder,
        limit: u64,
    ) -> Result<Vec<u8>, CallError> {
        let mut tries = 1;
        loop {
            let again = request.try_clone();
            let failure = match self.send_with_quota(cost, request, limit).await {
                Ok(body) => return Ok(body),
                Err(failure) => failure,
            };
            let (Some(again), Some(pause)) = (again, self.pause_after(&failure, tries)) else {
                return Err(failure);
            };
            tracing::debug!(error = %failure, tries, "retrying a call");
            tokio::time::sleep(pause).await;
            request = again;
            tries += 1;
        }
    }

    /// The pause before the next attempt; `None` if there is none.
    fn pause_after(&self, failure: &CallError, tries: u32) -> Option<Duration> {
        let most = if failure.is_rate_limited() {
            RATE_LIMITED_TRIES
        } else {
            TRIES
        };
        let wait = failure.retry_after().unwrap_or_default();
        (failure.is_transient() && tries < most && wait <= MAX_WAIT_IN_CALL)
            .then(|| wait + self.jitter() * (1 << (tries - 1)))
    }

    async fn send_with_quota(
        &self,
        cost: Option<QuotaCost<'_>>,
        request: RequestBuilder,
        limit: u64,
    ) -> Result<Vec<u8>, CallError> {
        let Some(QuotaCost { account, units }) = cost else {
            return self.send_once(request, limit).await;
        };
        self.wait_for_pause(account).await?;
        let charge = self.quota.charge(account, units).await;
        // Another call may have been rate limited while this one waited.
        self.wait_for_pause(account).await?;
        self.metrics.charged(units);
        let answer = self.send_once(request, limit).await;
        drop(charge);
        if let Err(failure) = &answer
            && failure.is_rate_limited()
            && let Some(wait) = failure.retry_after()
        {
            let wait = TimeDelta::from_std(wait).unwrap_or_default();
            self.quota.pause(account, self.clock.now() + wait);
        }
        answer
    }

    /// Waits while the provider asked to pause the account's calls.
    async fn wait_for_pause(&self, account: &MailAddress) -> Result<(), CallError> {
        match self.quota.pause_left(account, self.clock.now()) {
            Some(left) if left > MAX_WAIT_IN_CALL => Err(CallError::Paused(left)),
            Some(left) => {
                tokio::time::sleep(left).await;
                Ok(())
            }
            None => Ok(()),
        }
    }

    async fn send_once(&self, request: RequestBuilder, limit: u64) -> Result<Vec<u8>, CallError> {
        let answer = self.answer(request, limit);
        let answer = answer.instrument(tracing::info_span!("provider_call")).await;
        self.metrics.called(&answer);
        answer
    }

    async fn answer(&self, request: RequestBuilder, limit: u64) -> Result<Vec<u8>, CallError> {
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
        // Without a body the status is enough.
        let words = body(response, MAX_ERROR_BODY).await.unwrap_or_default();
        Err(CallError::Response(ErrorResponse::read(
            status,
            header.as_deref(),
            &words,
            self.clock.now(),
        )))
    }

    /// 50 to 100 percent of the pause, so that rate-limited callers don't retry at the same moment.
    fn jitter(&self) -> Duration {
        self.pause.mul_f64(fastrand::f64().mul_add(0.5, 0.5))
    }
}

/// Reads a body in chunks, up to `limit`.
async fn body(mut response: Response, limit: u64) -> Result<Vec<u8>, CallError> {
    if response.content_length().is_some_and(|length| length > limit) {
        return Err(CallError::TooLarge);
    }
    let length = response
        .content_length()
        .and_then(|length| usize::try_from(length).ok());
    let mut body = Vec::with_capacity(length.unwrap_or_default());
    while let Some(chunk) = response.chunk().await.map_err(transport)? {
        if (body.len() + chunk.len()) as u64 > limit {
            return Err(CallError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// Removes the URL, which can contain a query or a token.
fn transport(error: reqwest::Error) -> CallError {
    CallError::Transport(error.without_url())
}
