//! Searching and fetching mail.

use std::borrow::Cow;
use std::sync::Arc;

use async_trait::async_trait;
use base64::Engine;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use chrono::DateTime;
use invoices_domain::mail::{
    Look, MailAccount, MailHeaders, MailMark, MailSearch, PageToken, PurchaseSearch, RawMessage, SearchPage,
};
use invoices_domain::ports::{Clock, Dependency, MailError, Mailbox};
use invoices_domain::{MailAddress, MessageId};
use invoices_settings::GmailSettings;
use reqwest::{StatusCode, Url};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;

use crate::call_error::CallError;
use crate::consent::Consent;
use crate::http::{Http, QuotaCost};
use crate::metrics::GmailMetrics;
use crate::query::{purchase_query, query, query_length};
use crate::settings::{SettingsError, address, problems};
use crate::tokens::Tokens;

/// The maximum size of a page. One of 500 ids has about 40 KB.
const MAX_PAGE: u64 = 2 * 1024 * 1024;
/// The size of a response without the message.
const MAX_FRAME: u64 = 64 * 1024;
/// The maximum size of a response with headers alone.
const MAX_HEADERS: u64 = 1024 * 1024;
/// Accepts base64 with and without padding: Gmail pads, but documents no padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// The Gmail API and Google's OAuth endpoints.
pub struct Gmail {
    pub(crate) http: Http,
    pub(crate) settings: GmailSettings,
    pub(crate) tokeninfo: Url,
    pub(crate) userinfo: Url,
    pub(crate) revoke: Url,
    messages: Url,
    pub(crate) profile: Url,
    pub(crate) history: Url,
    pub(crate) tokens: Tokens,
    pub(crate) consent: Consent,
}

/// A page of search results. Without results Gmail omits the list.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListAnswer {
    #[serde(default)]
    messages: Vec<ListedMessage>,
    next_page_token: Option<String>,
}

#[derive(Deserialize)]
struct ListedMessage {
    id: String,
}

/// A message in RFC 5322 form, as base64.
#[derive(Deserialize)]
struct RawAnswer<'a> {
    /// Borrowed from the answer, unless it has escapes.
    #[serde(borrow)]
    raw: Cow<'a, str>,
    #[serde(rename = "internalDate")]
    internal_date: String,
}

/// A message without its content. One without headers has no payload.
#[derive(Deserialize)]
struct HeadersAnswer {
    #[serde(default)]
    payload: HeadersPayload,
}

#[derive(Default, Deserialize)]
struct HeadersPayload {
    #[serde(default)]
    headers: Vec<Header>,
}

#[derive(Deserialize)]
struct Header {
    name: String,
    value: String,
}

impl Gmail {
    /// The calls to the provider, for operators.
    pub fn metrics(&self) -> &GmailMetrics {
        &self.http.metrics
    }

    /// A client for these settings. Makes no call.
    pub fn new(settings: GmailSettings, clock: Arc<dyn Clock>) -> Result<Self, SettingsError> {
        if let Some(problem) = problems(&settings).into_iter().next() {
            return Err(problem);
        }
        let of_user = join_path(
            address("gmail_url", &settings.gmail_url)?,
            &["gmail", "v1", "users", "me"],
        );
        Ok(Gmail {
            http: Http::new(&settings, clock.clone())?,
            tokeninfo: address("tokeninfo_url", &settings.tokeninfo_url)?,
            userinfo: address("userinfo_url", &settings.userinfo_url)?,
            revoke: address("revoke_url", &settings.revoke_url)?,
            messages: join_path(of_user.clone(), &["messages"]),
            profile: join_path(of_user.clone(), &["profile"]),
            history: join_path(of_user, &["history"]),
            tokens: Tokens::new(&settings, clock)?,
            consent: Consent {
                authorize: address("authorize_url", &settings.authorize_url)?,
                service: settings
                    .callback_url
                    .as_ref()
                    .map(|url| address("callback_url", url))
                    .transpose()?,
                localhost: address("localhost_callback_url", &settings.localhost_callback_url)?,
            },
            settings,
        })
    }

    /// Renews access tokens with this secret from now on, if it belongs to the OAuth client in use. Returns whether the secret
    /// in use changed.
    pub fn replace_client_secret(&self, client_id: Option<String>, secret: Option<SecretString>) -> bool {
        client_id == self.settings.client_id && self.tokens.replace_client(client_id.zip(secret))
    }

    /// One page of the ids that a query finds.
    async fn list(
        &self,
        account: &MailAccount,
        query: &str,
        page: Option<&PageToken>,
    ) -> Result<SearchPage, MailError> {
        let mut url = self.messages.clone();
        url.query_pairs_mut()
            .append_pair("q", query)
            .append_pair("maxResults", &self.settings.page_size.to_string());
        if let Some(PageToken(token)) = page {
            url.query_pairs_mut().append_pair("pageToken", token);
        }
        let page = self
            .get(account, url, MAX_PAGE, self.settings.quota.list_units)
            .await?
            .and_then(|body| read_page(&body));
        page.map_err(|failure| failure.into_dependency_error(Dependency::MailProvider).into())
    }

    /// A GET with the account's token. If the token is refused, it is renewed and the call repeated once.
    pub(crate) async fn get(
        &self,
        account: &MailAccount,
        url: Url,
        limit: u64,
        units: u32,
    ) -> Result<Result<Vec<u8>, CallError>, MailError> {
        let cost = Some(QuotaCost {
            account: &account.address,
            units,
        });
        // Only tokens open this mailbox.
        let tokens = account.credentials.tokens().ok_or(MailError::Reconnect)?;
        let token = self.tokens.current(&self.http, tokens, None).await?;
        let request = |token: &str| self.http.client.get(url.clone()).bearer_auth(token);
        match self.http.send_for(cost, request(token.expose_secret()), limit).await {
            Err(failure) if failure.error_response(StatusCode::UNAUTHORIZED).is_some() => {
                let token = self.tokens.current(&self.http, tokens, Some(&token)).await?;
                Ok(self.http.send_for(cost, request(token.expose_secret()), limit).await)
            }
            answer => Ok(answer),
        }
    }
}

#[async_trait]
impl Mailbox for Gmail {
    fn fits(&self, search: &MailSearch) -> bool {
        query_length(search) <= self.settings.max_query_length
    }

    async fn search(
        &self,
        account: &MailAccount,
        search: &MailSearch,
        page: Option<&PageToken>,
    ) -> Result<SearchPage, MailError> {
        let query = query(search);
        if query.is_empty() {
            // An empty query would list the whole mailbox.
            return Ok(SearchPage::default());
        }
        self.list(account, &query, page).await
    }

    async fn search_purchases(
        &self,
        account: &MailAccount,
        search: &PurchaseSearch,
        page: Option<&PageToken>,
    ) -> Result<SearchPage, MailError> {
        let query = purchase_query(search, self.settings.max_query_length);
        self.list(account, &query, page).await
    }

    async fn look(&self, account: &MailAccount, last: Option<&MailMark>) -> Result<Look, MailError> {
        self.look_since(account, last).await
    }

    async fn headers(&self, account: &MailAccount, id: &MessageId) -> Result<MailHeaders, MailError> {
        let mut url = join_path(self.messages.clone(), &[id.as_str()]);
        url.query_pairs_mut()
            .append_pair("format", "metadata")
            .append_pair("metadataHeaders", "From")
            .append_pair("metadataHeaders", "Subject");
        let read = self
            .get(account, url, MAX_HEADERS, self.settings.quota.get_units)
            .await?
            .and_then(|body| read_headers(&body));
        read.map_err(|failure| message_error(failure, MAX_HEADERS))
    }

    async fn fetch(&self, account: &MailAccount, id: &MessageId, max_bytes: u64) -> Result<RawMessage, MailError> {
        let limit = max_bytes.min(self.settings.max_message_bytes);
        let mut url = join_path(self.messages.clone(), &[id.as_str()]);
        url.query_pairs_mut().append_pair("format", "raw");
        let encoded = limit.saturating_mul(4) / 3 + MAX_FRAME;
        match self
            .get(account, url, encoded, self.settings.quota.get_units)
            .await?
            .and_then(|body| read_message(&body, id))
        {
            Ok(message) if message.bytes.len() as u64 > limit => Err(MailError::TooLarge { limit }),
            Ok(message) => Ok(message),
            Err(failure) => Err(message_error(failure, limit)),
        }
    }
}

/// Why a message was not had.
fn message_error(failure: CallError, limit: u64) -> MailError {
    match failure {
        CallError::TooLarge => MailError::TooLarge { limit },
        failure if is_missing_message(&failure) => MailError::Gone,
        failure => failure.into_dependency_error(Dependency::MailProvider).into(),
    }
}

/// Whether the message does not exist. Gmail responds 404 for a deleted message, and 400 for an invalid id.
fn is_missing_message(failure: &CallError) -> bool {
    let CallError::Response(refusal) = failure else {
        return false;
    };
    match refusal.status {
        StatusCode::NOT_FOUND | StatusCode::GONE => true,
        StatusCode::BAD_REQUEST => refusal.reason.as_deref() == Some("invalidArgument"),
        _ => false,
    }
}

fn read_page(body: &[u8]) -> Result<SearchPage, CallError> {
    let page: ListAnswer = serde_json::from_slice(body).map_err(|_| CallError::Malformed("list of messages"))?;
    let ids = page.messages.into_iter();
    let ids = ids.map(|message| message.id.parse().map_err(|_| CallError::Malformed("message id")));
    Ok(SearchPage {
        ids: ids.collect::<Result<_, _>>()?,
        next: page.next_page_token.filter(|token| !token.is_empty()).map(PageToken),
    })
}

fn read_headers(body: &[u8]) -> Result<MailHeaders, CallError> {
    let answer: HeadersAnswer = serde_json::from_slice(body).map_err(|_| CallError::Malformed("message"))?;
    let named = |name: &str| {
        let mut headers = answer.payload.headers.iter();
        let value = headers.find(|header| header.name.eq_ignore_ascii_case(name));
        value.map(|header| header.value.as_str()).unwrap_or_default()
    };
    Ok(MailHeaders {
        sender: one_address(named("From")),
        subject: named("Subject").to_owned(),
    })
}

/// The address of a `From` header with one: in angle brackets, or alone.
fn one_address(from: &str) -> Option<MailAddress> {
    let address = match from.rsplit_once('<') {
        Some((_, rest)) => rest.split_once('>')?.0,
        None => from,
    };
    address.parse().ok()
}

fn read_message(body: &[u8], id: &MessageId) -> Result<RawMessage, CallError> {
    let answer: RawAnswer = serde_json::from_slice(body).map_err(|_| CallError::Malformed("message"))?;
    let received_at = answer
        .internal_date
        .parse()
        .ok()
        .and_then(DateTime::from_timestamp_millis);
    let bytes = BASE64
        .decode(answer.raw.as_bytes())
        .map_err(|_| CallError::Malformed("base64 message"))?;
    Ok(RawMessage {
        id: id.clone(),
        received_at: Some(received_at.ok_or(CallError::Malformed("time of receipt"))?),
        bytes: bytes.into(),
    })
}

/// Appends path segments to a URL, escaping each.
fn join_path(mut url: Url, parts: &[&str]) -> Url {
    // Only a URL without a host has no path segments, and the settings refuse such URLs.
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend(parts);
    }
    url
}
