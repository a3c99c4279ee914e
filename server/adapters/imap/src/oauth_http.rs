//! Calls to the endpoints of an OAuth provider, and their answers (RFC 6749, section 5).

use std::time::Duration;

use invoices_domain::ports::{Dependency, DependencyError};
use reqwest::header::RETRY_AFTER;
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode, Url};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The time limit of a call. A request of the API waits for it.
const TIMEOUT: Duration = Duration::from_secs(15);
const MAX_ANSWER: usize = 64 << 10;
/// How much of the provider's description is kept for the log.
const MAX_DESCRIPTION: usize = 200;

/// Why the provider gave no answer that can be used. No variant has a token in it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OAuthFailure {
    #[error("no complete response was received")]
    Transport(#[source] reqwest::Error),
    #[error("status {status}: {error} {description}")]
    Refused {
        status: StatusCode,
        /// A code of RFC 6749, section 5.2, or of RFC 8628, section 3.5. Empty if there is none.
        error: String,
        description: String,
        retry_after: Option<Duration>,
    },
    #[error("the response is too large")]
    TooLarge,
    #[error("the response is not that of an OAuth provider")]
    Malformed,
}

impl OAuthFailure {
    /// What the provider says is wrong with the request. `None` for a failure of the provider.
    pub fn refusal(&self) -> Option<&str> {
        match self {
            OAuthFailure::Refused { status, error, .. } if matches!(status.as_u16(), 400 | 401 | 403) => Some(error),
            _ => None,
        }
    }
}

impl From<OAuthFailure> for DependencyError {
    fn from(failure: OAuthFailure) -> Self {
        DependencyError {
            which: Dependency::MailProvider,
            retry_after: match &failure {
                OAuthFailure::Refused { retry_after, .. } => *retry_after,
                _ => None,
            },
            source: Box::new(failure),
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ErrorBody {
    error: String,
    error_description: String,
}

/// The HTTP client of all providers.
#[derive(Clone)]
pub(crate) struct OAuthHttp(Client);

impl OAuthHttp {
    pub fn new() -> Result<Self, reqwest::Error> {
        let client = Client::builder()
            .user_agent(concat!("invoices/", env!("CARGO_PKG_VERSION")))
            .timeout(TIMEOUT)
            // A redirect would send the secrets to another host.
            .redirect(Policy::none());
        client.build().map(OAuthHttp)
    }

    /// Sends a form and decodes the answer.
    pub async fn post<T: DeserializeOwned>(&self, url: &Url, form: &[(&str, &str)]) -> Result<T, OAuthFailure> {
        let response = self.0.post(url.clone()).form(form).send().await.map_err(transport)?;
        let status = response.status();
        if status.is_success() {
            return serde_json::from_slice(&body(response).await?).map_err(|_| OAuthFailure::Malformed);
        }
        let retry_after = response.headers().get(RETRY_AFTER);
        let retry_after = retry_after.and_then(|seconds| seconds.to_str().ok()?.parse().ok());
        // Without a body the status is enough.
        let words = body(response).await.unwrap_or_default();
        let words: ErrorBody = serde_json::from_slice(&words).unwrap_or_default();
        Err(OAuthFailure::Refused {
            status,
            error: cut(&words.error),
            description: cut(&words.error_description),
            retry_after: retry_after.map(Duration::from_secs),
        })
    }
}

async fn body(mut response: Response) -> Result<Vec<u8>, OAuthFailure> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(transport)? {
        if body.len() + chunk.len() > MAX_ANSWER {
            return Err(OAuthFailure::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

fn transport(error: reqwest::Error) -> OAuthFailure {
    OAuthFailure::Transport(error.without_url())
}

/// The first line: Microsoft's next ones name the call.
fn cut(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.chars().filter(|c| !c.is_control()).take(MAX_DESCRIPTION).collect()
}
