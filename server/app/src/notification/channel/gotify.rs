//! Applications of Gotify, by <https://gotify.net/docs/pushmsg> and `createMessage` of <https://gotify.net/api-docs>, for Gotify 2.
//!
//! Gotify has no key that makes a repeated message one, so that a message can arrive twice.

use invoices_domain::channel::ChannelRequest;
use secrecy::SecretString;
use serde_json::json;

use super::outgoing::{Outgoing, post_json};

/// Android shows messages from 4 with a sound, those from 8 also as a banner.
const HIGH: u8 = 8;
const DEFAULT: u8 = 5;

/// The request that shows a message.
pub(super) fn request(url: &str, token: &SecretString, message: &Outgoing) -> ChannelRequest {
    let body = json!({
        "title": message.text.subject,
        "message": message.text.message,
        "priority": if message.is_urgent { HIGH } else { DEFAULT },
    });
    let url = format!("{}/message", url.trim_end_matches('/'));
    post_json(url, Some(("x-gotify-key", token.clone())), &body)
}
