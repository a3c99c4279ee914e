//! Rooms of Matrix, by <https://spec.matrix.org/latest/client-server-api/> (`PUT
//! /_matrix/client/v3/rooms/{roomId}/send/{eventType}/{txnId}`, `m.text`), for Matrix 1.1 and later. A homeserver shows a message whose
//! transaction id it knows once.

use std::fmt::Write;

use invoices_domain::channel::{ChannelRequest, Method};
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;

use super::outgoing::{Outgoing, post_json};

/// Whether this can be the id of a room.
pub(super) fn check_room(room: &str) -> Result<(), &'static str> {
    let is_room = room.starts_with('!') && room.len() > 1 && room.bytes().all(|byte| byte.is_ascii_graphic());
    is_room
        .then_some(())
        .ok_or("room_id must be the id of a room, such as !abc:example.com, not its address")
}

/// The request that shows a message. It is no `m.notice`, of which clients do not notify their user.
pub(super) fn request(url: &str, room: &str, token: &SecretString, message: &Outgoing) -> ChannelRequest {
    let body = json!({
        "msgtype": "m.text",
        "body": format!("{}\n{}", message.text.subject, message.text.message),
    });
    let url = format!(
        "{}/_matrix/client/v3/rooms/{}/send/m.room.message/{}",
        url.trim_end_matches('/'),
        percent_encoded(room),
        percent_encoded(&message.id)
    );
    let secret = format!("Bearer {}", token.expose_secret()).into();
    ChannelRequest {
        method: Method::Put,
        ..post_json(url, Some(("authorization", secret)), &body)
    }
}

/// As one segment of a path.
fn percent_encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(byte.into());
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
        encoded
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_and_an_attempt_are_segments_of_the_path() {
        let message = Outgoing {
            id: "msg_1".into(),
            ..Outgoing::default()
        };
        let request = request("https://matrix.example.com/", "!a/b:example.com", &"t".into(), &message);
        assert_eq!(
            request.url,
            "https://matrix.example.com/_matrix/client/v3/rooms/%21a%2Fb%3Aexample.com/send/m.room.message/msg_1"
        );
        assert_eq!(request.method, Method::Put);
    }

    #[test]
    fn the_address_of_a_room_is_not_its_id() {
        assert!(check_room("!abc:example.com").is_ok());
        for wrong in ["#rent:example.com", "!", "!a b", ""] {
            assert!(check_room(wrong).is_err(), "{wrong}");
        }
    }
}
