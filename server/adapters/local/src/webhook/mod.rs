//! Messages to the webhooks of users (Standard Webhooks), and requests to the services behind their channels, sent to public addresses only.
//!
//! A user chooses the URL, so that the service must not become a way into the network that it runs in. A name is resolved once
//! for each message, every address of the answer is checked, and the connection goes to one of these addresses. Redirects and
//! proxies are not followed, and nothing of an answer but its status is used.

mod address;
mod resolver;
mod signature;

use std::error::Error as StdError;
use std::iter;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use invoices_domain::channel::{ChannelRequest, Method};
use invoices_domain::webhook::{WebhookAnswer, WebhookFailure, WebhookMessage, Webhooks};
use invoices_settings::WebhookSettings;
use reqwest::header::{HeaderValue, RETRY_AFTER, USER_AGENT};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, Url};
use secrecy::ExposeSecret;
use tokio::sync::OnceCell;

pub use self::resolver::{Lookup, SystemLookup};

use self::address::is_public;
use self::resolver::{NotPublic, Resolver};

/// How long a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How much of an answer is read, so that an ordinary connection ends in order.
const ANSWER_LIMIT: usize = 16 * 1024;
/// The longest URL in bytes.
const MAX_URL: usize = 2_000;

/// Ports of services that are not HTTP and that a request could be smuggled to: those that browsers refuse, as far as a
/// service may listen there.
const REFUSED_PORTS: [u16; 29] = [
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 53, 69, 110, 111, 119, 135, 139, 143, 389, 465, 514, 587, 636,
    993, 995, 6667,
];

/// Posts messages.
pub struct WebhookSender {
    settings: WebhookSettings,
    lookup: Arc<dyn Lookup>,
    /// Made for the first message, because it loads the system's certificate authorities.
    client: OnceCell<Client>,
}

impl WebhookSender {
    /// A sender that resolves names as the system does.
    pub fn new(settings: WebhookSettings) -> Self {
        WebhookSender::with_lookup(settings, Arc::new(SystemLookup))
    }

    /// A sender that resolves names with `lookup`.
    pub fn with_lookup(settings: WebhookSettings, lookup: Arc<dyn Lookup>) -> Self {
        WebhookSender {
            settings,
            lookup,
            client: OnceCell::new(),
        }
    }

    async fn client(&self) -> Result<&Client, WebhookFailure> {
        let private = self.settings.allow_private_addresses;
        let lookup = Arc::clone(&self.lookup);
        let made = self.client.get_or_try_init(|| async move {
            Client::builder()
                .https_only(!private)
                .dns_resolver(Arc::new(Resolver { lookup, private }))
                .redirect(Policy::none())
                .no_proxy()
                .connect_timeout(CONNECT_TIMEOUT)
                .timeout(*self.settings.timeout_seconds)
                // Each message resolves and checks the name again.
                .pool_max_idle_per_host(0)
                .build()
        });
        made.await.map_err(|error| {
            tracing::error!(%error, "webhooks can't be sent");
            WebhookFailure("the service can't send webhooks".into())
        })
    }

    /// A URL that messages may be posted to, as far as that can be said without resolving its name.
    fn checked(&self, text: &str) -> Result<Url, &'static str> {
        if text.len() > MAX_URL {
            return Err("it must have at most 2000 bytes");
        }
        let url = Url::parse(text).map_err(|_| "it must be an absolute URL")?;
        match url.scheme() {
            "https" => {}
            "http" if self.settings.allow_private_addresses => {}
            _ => return Err("it must begin with https://"),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err("it must not have a user name or password");
        }
        if url.fragment().is_some() {
            return Err("it must not have a fragment");
        }
        if url
            .port()
            .is_some_and(|port| port == 0 || REFUSED_PORTS.contains(&port))
        {
            return Err("its port belongs to a service other than HTTP");
        }
        // The connector takes an address in a URL as it is and resolves nothing.
        let host = url.host_str().unwrap_or_default();
        let literal = host.trim_start_matches('[').trim_end_matches(']').parse();
        if literal.is_ok_and(|address| !self.settings.allow_private_addresses && !is_public(address)) {
            return Err("its address is not public");
        }
        Ok(url)
    }
}

#[async_trait]
impl Webhooks for WebhookSender {
    fn check_url(&self, url: &str) -> Result<String, &'static str> {
        self.checked(url).map(String::from)
    }

    async fn send(&self, message: &WebhookMessage) -> Result<WebhookAnswer, WebhookFailure> {
        let sent_at = message.sent_at.timestamp();
        let signature = signature::sign(&message.secret, &message.id, sent_at, &message.body);
        let headers = vec![
            ("content-type", "application/json".into()),
            ("webhook-id", message.id.clone().into()),
            ("webhook-timestamp", sent_at.to_string().into()),
            ("webhook-signature", signature.into()),
        ];
        let request = ChannelRequest {
            method: Method::Post,
            url: message.url.clone(),
            headers,
            body: message.body.clone(),
        };
        self.request(&request).await
    }

    async fn request(&self, request: &ChannelRequest) -> Result<WebhookAnswer, WebhookFailure> {
        // Settings may have changed since the URL was registered.
        let url = self.checked(&request.url);
        let url = url.map_err(|reason| WebhookFailure(format!("the URL is not allowed: {reason}")))?;
        let client = self.client().await?;
        let mut builder = match request.method {
            Method::Post => client.post(url),
            Method::Put => client.put(url),
        };
        builder = builder.header(USER_AGENT, "invoices-webhooks/1");
        for (name, value) in &request.headers {
            let value = HeaderValue::from_str(value.expose_secret());
            let mut value = value.map_err(|_| WebhookFailure(format!("the header {name} has an invalid value")))?;
            value.set_sensitive(true);
            builder = builder.header(*name, value);
        }
        let sent = builder.body(request.body.clone()).send().await;
        let answer = sent.map_err(|error| failure(&error))?;
        let status = answer.status().as_u16();
        let retry_after = answer.headers().get(RETRY_AFTER);
        let retry_after = retry_after.and_then(|value| value.to_str().ok()?.parse().ok());
        discard(answer).await;
        Ok(WebhookAnswer {
            status,
            retry_after: retry_after.map(Duration::from_secs),
        })
    }
}

/// Reads a little of an answer. The status says all, so it does not matter how the rest ends.
async fn discard(mut answer: Response) {
    let mut read = 0;
    while read < ANSWER_LIMIT {
        match answer.chunk().await {
            Ok(Some(chunk)) => read += chunk.len(),
            Ok(None) | Err(_) => break,
        }
    }
}

const UNRESOLVED: &str = "the name of the receiver can't be resolved, or has an address that is not public";

/// In words for the webhook's owner, without anything of the network.
fn failure(error: &reqwest::Error) -> WebhookFailure {
    let mut sources = iter::successors(error.source(), |&error| error.source());
    // The names of a private network can't be told from names that do not exist.
    let text = if error.is_dns() || sources.any(<dyn StdError>::is::<NotPublic>) {
        UNRESOLVED
    } else if error.is_timeout() {
        "the receiver did not answer in time"
    } else if error.is_connect() {
        "the receiver can't be reached, or its certificate is not valid"
    } else {
        "the receiver closed the connection"
    };
    WebhookFailure(text.into())
}

#[cfg(test)]
mod tests;
