//! Decoding of the bucket's notifications.

use invoices_domain::ObjectKey;
use percent_encoding::percent_decode_str;
use serde::Deserialize;

/// The maximum size of an object. Larger ones are ignored.
pub(crate) const MAX_OBJECT_BYTES: u64 = 64 * 1024 * 1024;
/// The event that S3 sends when notifications are set up.
const TEST: &str = "s3:TestEvent";
const CREATED: &str = "ObjectCreated:";

/// A decoded message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Message {
    /// Objects were created.
    Created {
        /// The keys of the service's objects.
        keys: Vec<ObjectKey>,
        /// The number of records of other events, buckets or keys.
        foreign: usize,
    },
    /// The test notification.
    Test,
    /// Not a bucket notification.
    Undecodable,
}

#[derive(Deserialize)]
struct Body {
    #[serde(rename = "Event")]
    event: Option<String>,
    #[serde(rename = "Records")]
    records: Option<Vec<Record>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    event_name: String,
    s3: S3,
}

#[derive(Deserialize)]
struct S3 {
    bucket: Bucket,
    object: Object,
}

#[derive(Deserialize)]
struct Bucket {
    name: String,
}

#[derive(Deserialize)]
struct Object {
    key: String,
    #[serde(default)]
    size: u64,
}

/// Decodes a message about `bucket`.
pub(crate) fn read(body: &str, bucket: &str) -> Message {
    let Ok(body) = serde_json::from_str::<Body>(body) else {
        return Message::Undecodable;
    };
    let Some(records) = body.records else {
        return match body.event.as_deref() {
            Some(TEST) => Message::Test,
            _ => Message::Undecodable,
        };
    };
    let all = records.len();
    let keys: Vec<ObjectKey> = records
        .iter()
        .filter(|record| without_prefix(&record.event_name).starts_with(CREATED) && record.s3.bucket.name == bucket)
        .filter(|record| record.s3.object.size <= MAX_OBJECT_BYTES)
        .filter_map(|record| key(&record.s3.object.key))
        .collect();
    Message::Created {
        foreign: all - keys.len(),
        keys,
    }
}

/// Removes the prefix `s3:`, which some compatible services add.
fn without_prefix(event: &str) -> &str {
    event.strip_prefix("s3:").unwrap_or(event)
}

/// Keys in events are form-encoded: a space is `+`, other special characters are percent-encoded.
fn key(encoded: &str) -> Option<ObjectKey> {
    let blanks = encoded.replace('+', " ");
    percent_decode_str(&blanks).decode_utf8().ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use invoices_domain::UserId;
    use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
    use proptest::prelude::*;
    use serde_json::json;

    fn record(event: &str, bucket: &str, key: &str) -> serde_json::Value {
        json!({"eventVersion": "2.1", "eventSource": "aws:s3", "eventName": event,
               "s3": {"bucket": {"name": bucket}, "object": {"key": key, "size": 10}}})
    }

    fn created(records: &[serde_json::Value]) -> (Vec<String>, usize) {
        match read(&json!({ "Records": records }).to_string(), "ours") {
            Message::Created { keys, foreign } => (keys.iter().map(ToString::to_string).collect(), foreign),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn keys_are_read_as_forms_write_them() {
        let user = UserId::random();
        let plain = format!("invoices/{user}/rental/Hyresavi för å_b (1)+2.pdf");
        let written = format!("invoices/{user}/rental/Hyresavi+f%C3%B6r+%C3%A5_b+%281%29%2B2.pdf");
        assert_eq!(
            created(&[record("ObjectCreated:Put", "ours", &written)]),
            (vec![plain], 0)
        );
    }

    #[test]
    fn what_is_not_ours_is_counted_and_left_alone() {
        let user = UserId::random();
        let key = format!("invoices/{user}/rental/Hyresavi_1.pdf");
        let large = json!({"eventName": "ObjectCreated:Put", "s3": {"bucket": {"name": "ours"}, "object": {"key": key, "size": MAX_OBJECT_BYTES + 1}}});
        let records = [
            record("ObjectRemoved:Delete", "ours", &key),
            record("ObjectCreated:Put", "theirs", &key),
            record("ObjectCreated:Put", "ours", "invoices/somebody/rental/x.pdf"),
            record("ObjectCreated:Put", "ours", "%FF%FE"),
            large,
            record("s3:ObjectCreated:Copy", "ours", &key),
        ];
        assert_eq!(created(&records), (vec![key], 5));
    }

    #[test]
    fn the_first_message_of_a_bucket_is_a_test() {
        let test =
            r#"{"Service":"Amazon S3","Event":"s3:TestEvent","Time":"2026-07-01T12:00:00.000Z","Bucket":"ours"}"#;
        assert_eq!(read(test, "ours"), Message::Test);
    }

    #[test]
    fn anything_else_is_undecodable() {
        for body in [
            "",
            "hello",
            "[]",
            "{}",
            r#"{"Records": 1}"#,
            r#"{"Records": [{}]}"#,
            r#"{"Event": "s3:Other"}"#,
        ] {
            assert_eq!(read(body, "ours"), Message::Undecodable, "{body}");
        }
    }

    proptest! {
        #[test]
        fn every_key_survives_the_form(name in "[^/\\\\\\pC.]{1,20}") {
            let file = invoices_domain::FileName::of_attachment(&name);
            prop_assume!(file.is_some());
            let key = ObjectKey::Rental { user: UserId::random(), file: file.unwrap() };
            let text = key.to_string();
            let written = utf8_percent_encode(&text, NON_ALPHANUMERIC).to_string().replace("%20", "+");
            prop_assert_eq!(created(&[record("ObjectCreated:Put", "ours", &written)]), (vec![text], 0));
        }

        #[test]
        fn no_message_is_a_panic(body in ".{0,200}") {
            read(&body, "ours");
        }
    }
}
