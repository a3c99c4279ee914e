//! What is shown in another service.

use invoices_domain::NotificationFacts;
use invoices_domain::channel::{ChannelRequest, Method};
use secrecy::SecretString;

use crate::notification::text::Text;

/// A message to a channel.
#[derive(Clone, Debug, Default)]
pub(super) struct Outgoing {
    /// The same for every attempt.
    pub id: String,
    /// The kind of the notification, `digest` or `test`.
    pub kind: &'static str,
    /// Whether the user has to do something soon.
    pub is_urgent: bool,
    /// The text.
    pub text: Text,
    /// The values in it.
    pub facts: NotificationFacts,
}

/// A `POST` of JSON with a secret header.
pub(super) fn post_json(
    url: String,
    secret: Option<(&'static str, SecretString)>,
    body: &serde_json::Value,
) -> ChannelRequest {
    let mut headers = vec![("content-type", SecretString::from("application/json"))];
    headers.extend(secret);
    ChannelRequest {
        method: Method::Post,
        url,
        headers,
        body: body.to_string(),
    }
}
