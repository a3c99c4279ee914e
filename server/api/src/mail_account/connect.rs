//! Connecting a mail account by the provider's consent page.

use std::sync::LazyLock;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use dropshot::{ApiEndpointResponse, Body, HttpError, HttpResponse, HttpResponseOk};
use http::{HeaderValue, StatusCode, header};
use invoices_domain::mail::Redirect;
use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::envelope::{Envelope, NoData};
use crate::error::ApiError;
use crate::mail_account::no_such;
use crate::operation::{Failure, Operation, RequestBody, Success};
use crate::secret::Secret;
use crate::sentence;

/// How to request the user's consent.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct ConnectBody {
    /// Where the browser returns to. Default: `service`.
    pub redirect: Option<Redirect>,
    /// The name of a configured IMAP server whose users sign in by consent. Without it: Google.
    pub server: Option<String>,
}

/// A consent request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MailConsent {
    /// The provider's consent page. Open it in the user's browser.
    pub authorization_url: String,
    /// The state to pass to the finish. The provider returns it with the code: compare the two.
    #[schemars(with = "Secret")]
    pub state: String,
    /// Seconds until it expires.
    pub expires_in: u64,
}

/// What the provider returned.
#[derive(Deserialize, JsonSchema)]
pub struct FinishConnectBody {
    /// The `state` of the consent. Not blank.
    #[schemars(with = "Secret", regex(pattern = r"\S"))]
    pub state: SecretString,
    /// The provider's code. Not blank.
    #[schemars(with = "Secret", regex(pattern = r"\S"))]
    pub code: SecretString,
    /// Which account: the `account_id` of one to connect again, or `new` for another one beside those that are connected. Without it,
    /// an account whose address is known is renewed, and any other replaces the first.
    #[schemars(regex = "crate::pattern::ACCOUNT")]
    pub account_id: Option<String>,
}

/// What the provider adds to the address of the callback. The service does not read it.
#[derive(Deserialize, JsonSchema)]
pub struct CallbackQuery {
    /// The `state` of the consent.
    pub state: Option<String>,
    /// The code.
    pub code: Option<String>,
    /// Why there is no code, such as `access_denied`.
    pub error: Option<String>,
}

/// The page that hands the code to the app in whose window it was opened, or shows it. It is always the same.
pub struct CallbackPage;

const PAGE: &str = include_str!("connect/callback.html");

/// Allows the page's own script alone.
static POLICY: LazyLock<String> = LazyLock::new(|| {
    let script = PAGE
        .split_once("<script>")
        .and_then(|(_, rest)| rest.split_once("</script>"));
    let digest = STANDARD.encode(Sha256::digest(script.map_or("", |(script, _)| script)));
    format!(
        "default-src 'none'; script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
});

impl HttpResponse for CallbackPage {
    fn to_result(self) -> Result<http::Response<Body>, HttpError> {
        let policy = HeaderValue::from_str(&POLICY).map_err(http::Error::from)?;
        let response = http::Response::builder()
            .header(header::CONTENT_TYPE, "text/html; charset=utf-8")
            .header(header::CONTENT_SECURITY_POLICY, policy)
            // The address has the code.
            .header(header::REFERRER_POLICY, "no-referrer");
        Ok(response.body(Body::from(PAGE.to_owned()))?)
    }

    fn response_metadata() -> ApiEndpointResponse {
        HttpResponseOk::<Envelope<NoData>>::response_metadata()
    }

    fn status_code(&self) -> StatusCode {
        StatusCode::OK
    }
}

pub(crate) fn operations() -> [Operation; 3] {
    [begin(), callback(), finish()]
}

fn begin() -> Operation {
    let begun = Success::new(201, "The consent request.")
        .envelope(sentence::CONSENT_STARTED)
        .link("finish", "mail_connect_finish")
        .because("Connects the account with the provider's code.");
    Operation::new("mail_connect")
        .body(RequestBody::OptionalJson)
        .success(begun)
        .failures([
            ApiError::forbidden("This service can't ask for consent: the OAuth client is not configured.").when(
                "The OAuth client or the redirect address is not configured, or the IMAP server takes passwords.",
            ),
            Failure::wrong_field("redirect", "unknown variant"),
            ApiError::not_found("There is no mail server with this name.").when("No such IMAP server is configured."),
        ])
}

fn callback() -> Operation {
    let page = Success::new(
        200,
        "A page that passes the code to the app that opened it, or shows the code.",
    )
    .html();
    Operation::new("mail_connect_callback")
        .success(page)
        .failures([ApiError::invalid_request("The query could not be read.").when("A parameter is given twice.")])
}

fn finish() -> Operation {
    let connected = Success::new(201, "The account is connected.").envelope(sentence::MAIL_ACCOUNT_CONNECTED);
    Operation::new("mail_connect_finish").success(connected).failures([
        ApiError::invalid_field("code", "expected a string").when("A field has the wrong type; the message names it."),
        ApiError::mail_tokens_rejected("This consent is unknown, used or expired, or another user started it.").when(
            "The consent is unknown, used or expired, another user started it, the provider rejects the code, \
             or the account is another one.",
        ),
        no_such(),
        ApiError::rate_limited(Duration::from_secs(30)).when("Too many attempts by this user within a minute."),
        Failure::dependency(
            "identity provider",
            "The identity provider, secret store or database failed. The call can be repeated until the code is used.",
        ),
    ])
}
