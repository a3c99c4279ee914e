//! Calls that are bounded in time, size and tries, and those to the mail API by its quota.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use invoices_domain::MailAddress;
use invoices_domain::ports::Clock;
use reqwest::header::RETRY_AFTER;
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response};

use crate::failure::{Failure, Refusal};
use crate::quota::Quota;
use crate::settings::{GmailSettings, SettingsError};

/// The provider's errors are short.
const MAX_ERROR_BODY: u64 = 64 * 1024;
/// When the provider asks for a longer pause than this, its caller's job waits, not the call.
const LONGEST_WAIT: Duration = Duration::from_secs(2);
/// How often a call is sent that meets a passing failure.
const TRIES: u32 = 2;
/// The same for one that is asked to slow down without being told for how long.
const SLOWED_TRIES: u32 = 5;

/// The provider's HTTP.
pub(crate) struct Http {
    pub(crate) client: Client,
    clock: Arc<dyn Clock>,
    pause: Duration,
    quota: Quota,
}

/// What a call to the mail API costs, and whom.
#[derive(Clone, Copy)]
pub(crate) struct Fare<'a> {
    pub(crate) account: &'a MailAddress,
    pub(crate) units: u32,
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
            quota: Quota::new(&settings.quota),
        })
    }

    /// The body of a 2xx answer of at most `limit` bytes. What passes by itself is tried again after a short pause, which
    /// doubles.
    pub(crate) async fn send(&self, request: RequestBuilder, limit: u64) -> Result<Vec<u8>, Failure> {
        self.send_for(None, request, limit).await
    }

    /// The same for a call that costs quota: each try waits until it fits, and until the account may be asked again.
    pub(crate) async fn send_for(
        &self,
        fare: Option<Fare<'_>>,
        mut request: RequestBuilder,
        limit: u64,
    ) -> Result<Vec<u8>, Failure> {
        let mut tries = 1;
        loop {
            let again = request.try_clone();
            let failure = match self.send_paid(fare, request, limit).await {
                Ok(body) => return Ok(body),
                Err(failure) => failure,
            };
            let (Some(again), Some(pause)) = (again, self.pause_after(&failure, tries)) else {
                return Err(failure);
            };
            tracing::debug!(error = %failure, tries, "trying a call again");
            tokio::time::sleep(pause).await;
            request = again;
            tries += 1;
        }
    }

    /// How long to wait before the next try, if there is to be one.
    fn pause_after(&self, failure: &Failure, tries: u32) -> Option<Duration> {
        let most = if failure.slows_down() { SLOWED_TRIES } else { TRIES };
        let wait = failure.retry_after().unwrap_or_default();
        (failure.passes() && tries < most && wait <= LONGEST_WAIT).then(|| wait + self.jitter() * (1 << (tries - 1)))
    }

    async fn send_paid(&self, fare: Option<Fare<'_>>, request: RequestBuilder, limit: u64) -> Result<Vec<u8>, Failure> {
        let Some(Fare { account, units }) = fare else {
            return self.send_once(request, limit).await;
        };
        self.obey(account).await?;
        let charge = self.quota.charge(account, units).await;
        // Another call may have been turned away while this one stood in line.
        self.obey(account).await?;
        let answer = self.send_once(request, limit).await;
        drop(charge);
        if let Err(failure) = &answer
            && failure.slows_down()
            && let Some(wait) = failure.retry_after()
        {
            let wait = TimeDelta::from_std(wait).unwrap_or_default();
            self.quota.pause(account, self.clock.now() + wait);
        }
        answer
    }

    /// Leaves an account alone while the provider asks for it.
    async fn obey(&self, account: &MailAddress) -> Result<(), Failure> {
        match self.quota.pause_left(account, self.clock.now()) {
            Some(left) if left > LONGEST_WAIT => Err(Failure::Paused(left)),
            Some(left) => {
                tokio::time::sleep(left).await;
                Ok(())
            }
            None => Ok(()),
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
