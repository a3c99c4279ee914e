//! Connecting a mail account.

use std::time::Duration;

use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Deserializer, Serialize};

use crate::error::ApiError;
use crate::mail_account::no_such;
use crate::operation::{Failure, Operation, RequestBody, Success};
use crate::secret::Secret;
use crate::sentence;

/// OAuth 2.0 tokens of a mail account, as the identity provider gave them to the user.
#[derive(Deserialize, JsonSchema)]
pub struct StoreTokensBody {
    /// The provider's access token. Not blank.
    #[schemars(with = "Secret", regex(pattern = r"\S"))]
    pub access_token: SecretString,
    /// The provider's refresh token. If absent and the account is the same, the stored one is kept.
    #[schemars(with = "Option<Secret>")]
    pub refresh_token: Option<SecretString>,
    /// Seconds until the access token expires, at least zero. Default: 3600.
    #[serde(default, deserialize_with = "seconds")]
    #[schemars(with = "Option<f64>", range(min = 0))]
    pub expires_in: Option<u32>,
    /// The granted scopes, as a list or as one string separated by blanks or commas. The provider's answer takes precedence.
    #[serde(default, deserialize_with = "scopes")]
    #[schemars(with = "Option<ScopeList>")]
    pub scope: Option<Vec<String>>,
    /// The account's address, as a hint. The provider's answer takes precedence.
    pub email: Option<String>,
    /// Which account: the `account_id` of one to connect again, or `new` for another one beside those that are connected. Without it,
    /// an account whose address is known is renewed, and any other replaces the first.
    #[schemars(regex = "crate::pattern::ACCOUNT")]
    pub account_id: Option<String>,
}

/// A list, or one string separated by blanks or commas.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum ScopeList {
    List(Vec<String>),
    Text(String),
}

fn scopes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<String>>, D::Error> {
    let wrong = |_| serde::de::Error::custom("it must be a list of strings, or one string");
    let list: Option<ScopeList> = Option::deserialize(deserializer).map_err(wrong)?;
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| c.is_whitespace() || c == ',');
        parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    Ok(list.map(|list| match list {
        ScopeList::List(list) => list.iter().flat_map(|text| words(text)).collect(),
        ScopeList::Text(text) => words(&text),
    }))
}

/// Whole seconds. A number that does not fit counts as the largest that does.
fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let wrong = || serde::de::Error::custom("it must be a number, zero or more");
    let number: Option<serde_json::Number> = Option::deserialize(deserializer).map_err(|_: D::Error| wrong())?;
    let Some(number) = number else { return Ok(None) };
    let seconds = number.as_f64().filter(|s| *s >= 0.0).ok_or_else(wrong)?;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, and the number is not negative"
    )]
    Ok(Some(seconds as u32))
}

/// The account that is now connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MailConnection {
    /// The account's address, as the identity provider states it.
    pub google_email: String,
    /// The scopes that the provider granted, separated by blanks.
    pub scope: String,
    /// Whether another account was connected before.
    pub account_switch: bool,
    /// What happened, as a sentence for people.
    pub message: String,
}

pub(crate) fn operations() -> [Operation; 1] {
    let searchable = "The mailbox can be searched now.";
    let connected = Success::new(201, "The account is connected.")
        .envelope(sentence::MAIL_ACCOUNT_CONNECTED)
        .link("fetch_rental", "rental_ingest")
        .because(searchable)
        .link("fetch_latest", "rental_ingest_latest")
        .because(searchable)
        .link("fetch_retail", "retail_ingest")
        .because(searchable)
        .link("show_account", "user_view")
        .because("The account states whether it is connected.");
    let store_tokens = Operation::new("mail_store_tokens")
        .body(RequestBody::JsonOrForm)
        .success(connected)
        .failures([
            ApiError::invalid_field("expires_in", "it must be a number, zero or more")
                .when("A field has the wrong type; the message names it."),
            ApiError::mail_tokens_rejected("The tokens lack a scope that may read mail.")
                .when("The mail tokens are invalid, lack a scope, or are of another account; the message says which."),
            no_such(),
            ApiError::rate_limited(Duration::from_secs(30)).when("Too many attempts by this user within a minute."),
            Failure::dependency(
                "identity provider",
                "The identity provider, secret store or database failed.",
            ),
        ]);
    [store_tokens]
}
