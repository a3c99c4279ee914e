//! Bodies that users write, with placeholders for the values of a notification.

use invoices_domain::channel::{ChannelRequest, Method, TemplateType};
use secrecy::SecretString;
use serde_json::Value;

use super::outgoing::Outgoing;

/// The names of the placeholders.
const NAMES: [&str; 7] = [
    "subject", "message", "kind", "amount", "currency", "due_date", "landlord",
];

/// Whether a template has only placeholders that there are, and is JSON if it says so.
pub(super) fn check(template: &str, content_type: TemplateType) -> Result<(), String> {
    let mut unknown = None;
    let sample = replaced(template, |name| {
        if !NAMES.contains(&name) {
            unknown.get_or_insert_with(|| name.to_owned());
        }
        "x".to_owned()
    });
    if let Some(name) = unknown {
        let names = NAMES.map(|name| format!("{{{name}}}")).join(", ");
        return Err(format!("there is no placeholder {{{name}}}; there are {names}"));
    }
    let is_json = serde_json::from_str::<Value>(&sample).is_ok();
    if content_type == TemplateType::Json && !is_json {
        return Err("the template is not JSON; write placeholders in quotation marks".to_owned());
    }
    Ok(())
}

/// The request with the body. A receiver can recognise a repeated message by its `Idempotency-Key`.
pub(super) fn request(
    url: &str,
    content_type: TemplateType,
    template: &str,
    authorization: Option<&SecretString>,
    message: &Outgoing,
) -> ChannelRequest {
    let media_type = match content_type {
        TemplateType::Json => "application/json",
        TemplateType::Text => "text/plain; charset=utf-8",
    };
    let mut headers = vec![
        ("content-type", SecretString::from(media_type)),
        ("idempotency-key", message.id.clone().into()),
    ];
    headers.extend(authorization.map(|value| ("authorization", value.clone())));
    ChannelRequest {
        method: Method::Post,
        url: url.to_owned(),
        headers,
        body: body(template, content_type, message),
    }
}

/// The template with the values of a message. One that is not known is empty.
fn body(template: &str, content_type: TemplateType, message: &Outgoing) -> String {
    replaced(template, |name| {
        let value = value(name, message);
        match content_type {
            TemplateType::Json => escaped(&value),
            TemplateType::Text => value,
        }
    })
}

fn value(name: &str, message: &Outgoing) -> String {
    let facts = &message.facts;
    let value = match name {
        "subject" => Some(message.text.subject.clone()),
        "message" => Some(message.text.message.clone()),
        "kind" => Some(message.kind.to_owned()),
        "amount" => facts.amount.map(|amount| amount.to_string()),
        "currency" => facts.currency.map(|currency| currency.to_string()),
        "due_date" => facts.due_date.map(|date| date.to_string()),
        "landlord" => facts.landlord.clone(),
        _ => None,
    };
    value.unwrap_or_default()
}

/// As inside of a string of JSON.
fn escaped(value: &str) -> String {
    let quoted = Value::from(value).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

/// The template with `{name}` replaced. Other braces, such as those of JSON, stay.
fn replaced(template: &str, mut value: impl FnMut(&str) -> String) -> String {
    let mut body = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        body.push_str(before);
        let name = after.split_once('}').filter(|(name, _)| is_name(name));
        rest = if let Some((name, after)) = name {
            body.push_str(&value(name));
            after
        } else {
            body.push('{');
            after
        };
    }
    body + rest
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notification::text::Text;
    use invoices_domain::NotificationFacts;
    use serde_json::json;

    fn message() -> Outgoing {
        Outgoing {
            id: "msg_1".into(),
            kind: "invoice",
            is_urgent: false,
            text: Text {
                subject: "New \"invoice\"".into(),
                message: "a\nb\\ {kind}".into(),
            },
            facts: NotificationFacts {
                amount: Some("9876.5".parse().unwrap()),
                ..NotificationFacts::default()
            },
        }
    }

    // Shows: Notification channels | The template of a webhook is filled with the values, escaped for JSON, and one with an unknown placeholder is refused
    #[test]
    fn values_are_escaped_for_json_and_are_no_templates() {
        let template =
            r#"{"text": "{subject}: {message}", "kind": "{kind}", "sum": "{amount}", "due": "{due_date}", "more": {}}"#;
        let body = body(template, TemplateType::Json, &message());
        assert_eq!(
            serde_json::from_str::<Value>(&body).unwrap(),
            json!({"text": "New \"invoice\": a\nb\\ {kind}", "kind": "invoice", "sum": "9876.5", "due": "", "more": {}})
        );
    }

    #[test]
    fn a_text_has_the_values_as_they_are() {
        let body = body("{kind}: {subject} {", TemplateType::Text, &message());
        assert_eq!(body, "invoice: New \"invoice\" {");
    }

    // Shows: Notification channels | The template of a webhook…
    #[test]
    fn an_unknown_placeholder_is_refused() {
        assert!(check(r#"{"text": "{subject}"}"#, TemplateType::Json).is_ok());
        assert!(check("{subject}", TemplateType::Text).is_ok());
        assert_eq!(
            check("{subjekt}", TemplateType::Text).unwrap_err(),
            "there is no placeholder {subjekt}; there are {subject}, {message}, {kind}, {amount}, {currency}, {due_date}, {landlord}"
        );
        // An unknown amount would leave a gap.
        for wrong in [r#"{"sum": {amount}}"#, r#"{"text": "{subject}""#] {
            assert!(check(wrong, TemplateType::Json).is_err(), "{wrong}");
        }
    }
}
