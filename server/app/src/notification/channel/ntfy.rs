//! Topics of ntfy, by <https://docs.ntfy.sh/publish/> ("Publish as JSON", "Message priority", "Access tokens"), for ntfy 2.
//!
//! ntfy has no key that makes a repeated message one, so that a message can arrive twice.

use invoices_domain::channel::ChannelRequest;
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;

use super::outgoing::{Outgoing, post_json};

const HIGH: u8 = 4;
const DEFAULT: u8 = 3;

/// The server and the topic that a URL names.
pub(super) fn topic(url: &str) -> Result<(&str, &str), &'static str> {
    let (server, topic) = url.rsplit_once('/').unwrap_or_default();
    let is_topic = (1..=64).contains(&topic.len())
        && topic
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    // The scheme alone has no path.
    let has_host = !server.ends_with('/');
    (is_topic && has_host)
        .then_some((server, topic))
        .ok_or("it must be the URL of a topic, such as https://ntfy.sh/my-topic")
}

/// The request that shows a message. A message as JSON is posted to the server, not to the topic.
pub(super) fn request(url: &str, token: Option<&SecretString>, message: &Outgoing) -> ChannelRequest {
    let (server, topic) = topic(url).unwrap_or((url, ""));
    let body = json!({
        "topic": topic,
        "title": message.text.subject,
        "message": message.text.message,
        "priority": if message.is_urgent { HIGH } else { DEFAULT },
        "tags": [if message.is_urgent { "warning" } else { "envelope" }],
    });
    let secret = token.map(|token| ("authorization", format!("Bearer {}", token.expose_secret()).into()));
    post_json(format!("{server}/"), secret, &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_part_of_the_url_is_the_topic() {
        assert_eq!(topic("https://ntfy.sh/my-topic"), Ok(("https://ntfy.sh", "my-topic")));
        assert_eq!(
            topic("https://example.com/ntfy/rent"),
            Ok(("https://example.com/ntfy", "rent"))
        );
        for wrong in [
            "https://ntfy.sh/",
            "https://ntfy.sh",
            "https://ntfy.sh/a?b=c",
            "https://ntfy.sh/a.b",
        ] {
            assert!(topic(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_topic_may_need_no_token() {
        let request = request("https://ntfy.sh/rent", None, &Outgoing::default());
        assert_eq!((request.url.as_str(), request.headers.len()), ("https://ntfy.sh/", 1));
    }
}
