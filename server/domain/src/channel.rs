//! Channels: where a user's notifications go.

use std::fmt;

use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::ports::NotificationKind;

/// Where a channel leads, without its secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ChannelTarget {
    /// An e-mail to a verified address of the user.
    Email {
        /// The address of the account, once it is verified, or that of a connected mailbox.
        #[schemars(length(min = 3, max = 254))]
        address: String,
    },
    /// A topic of ntfy. The secret is an access token, if the topic needs one.
    Ntfy {
        /// The URL of the topic, such as `https://ntfy.sh/my-topic`.
        #[schemars(length(min = 1, max = 2000))]
        url: String,
    },
    /// An application of Gotify. The secret is its token.
    Gotify {
        /// The URL of the server.
        #[schemars(length(min = 1, max = 2000))]
        url: String,
    },
    /// A room of Matrix. The secret is the access token of a user who is in the room.
    Matrix {
        /// The URL of the homeserver.
        #[schemars(length(min = 1, max = 2000))]
        url: String,
        /// The id of the room, such as `!abc:example.com`.
        #[schemars(length(min = 1, max = 255))]
        room_id: String,
    },
    /// A URL that a text is posted to. The secret is the value of the header `Authorization`, if the receiver needs one.
    Webhook {
        /// The URL.
        #[schemars(length(min = 1, max = 2000))]
        url: String,
        /// What the template is. Default: `json`.
        #[serde(default)]
        content_type: TemplateType,
        /// The body, with placeholders: `{subject}`, `{message}`, `{kind}`, `{amount}`, `{currency}`, `{due_date}` and `{landlord}`.
        #[schemars(length(min = 1, max = 4000))]
        template: String,
    },
}

impl fmt::Debug for ChannelTarget {
    /// Omits the data: an address is personal, and a URL may be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            ChannelTarget::Email { .. } => "email",
            ChannelTarget::Ntfy { .. } => "ntfy",
            ChannelTarget::Gotify { .. } => "gotify",
            ChannelTarget::Matrix { .. } => "matrix",
            ChannelTarget::Webhook { .. } => "webhook",
        })
    }
}

/// What the body of a templated webhook is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TemplateType {
    /// JSON: values are escaped for its strings.
    #[default]
    Json,
    /// Plain text.
    Text,
}

/// When a channel gets notifications.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cadence {
    /// Each at once.
    #[default]
    AtOnce,
    /// Those of a week together, on Monday at 8 in the user's time zone.
    Weekly,
}

/// What a user states of a channel, but the secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelSettings {
    /// What the user calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where it leads.
    pub target: ChannelTarget,
    /// The notifications that go there. `None`: all, also of kinds to come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kinds: Option<Vec<NotificationKind>>,
    /// When they go there.
    #[serde(default)]
    pub cadence: Cadence,
}

impl ChannelSettings {
    /// Whether notifications of this kind go there.
    pub fn wants(&self, kind: NotificationKind) -> bool {
        self.kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind))
    }
}

/// A request that shows a message in another service.
#[derive(Clone)]
pub struct ChannelRequest {
    /// Its method.
    pub method: Method,
    /// Where to. It may contain a secret.
    pub url: String,
    /// Its headers.
    pub headers: Vec<(&'static str, SecretString)>,
    /// Its body.
    pub body: String,
}

/// The method of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// `POST`.
    Post,
    /// `PUT`.
    Put,
}

impl fmt::Debug for ChannelRequest {
    /// Omits the secrets and the personal data.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChannelRequest")
            .field("method", &self.method)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_channel_is_printed() {
        let settings = ChannelSettings {
            name: None,
            target: ChannelTarget::Ntfy {
                url: "https://ntfy.sh/secret-topic".into(),
            },
            kinds: None,
            cadence: Cadence::AtOnce,
        };
        let request = ChannelRequest {
            method: Method::Post,
            url: "https://ntfy.sh/secret-topic".into(),
            headers: vec![("authorization", "Bearer secret-token".into())],
            body: "secret".into(),
        };
        let printed = format!("{settings:?} {request:?}");
        assert!(!printed.contains("secret"), "{printed}");
    }

    #[test]
    fn a_channel_without_kinds_is_for_all() {
        let stored = r#"{"target": {"type": "webhook", "url": "https://example.com/", "template": "{}"}}"#;
        let settings: ChannelSettings = serde_json::from_str(stored).unwrap();
        assert!(NotificationKind::ALL.into_iter().all(|kind| settings.wants(kind)));
    }
}
