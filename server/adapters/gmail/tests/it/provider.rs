//! A mock of the provider.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use invoices_domain::UserId;
use invoices_domain::mail::{Credentials, MailAccount, MailSearch, MailTokens, Sought};
use invoices_domain::ports::Clock;
use invoices_gmail::Gmail;
use invoices_settings::{GmailSettings, Milliseconds};
use serde_json::{Value, json};
use wiremock::matchers::{bearer_token, method, path};
use wiremock::{Mock, MockBuilder, MockServer, ResponseTemplate};

pub const MESSAGES: &str = "/gmail/v1/users/me/messages";
pub const CLIENT: &str = "client-1.apps.example.com";

/// A fixed clock.
pub struct Stopped;

impl Clock for Stopped {
    fn now(&self) -> DateTime<Utc> {
        now()
    }
}

pub fn now() -> DateTime<Utc> {
    "2026-07-01T12:00:00Z".parse().unwrap()
}

pub fn settings(server: &MockServer) -> GmailSettings {
    GmailSettings {
        gmail_url: server.uri().parse().unwrap(),
        token_url: format!("{}/token", server.uri()).parse().unwrap(),
        tokeninfo_url: format!("{}/tokeninfo", server.uri()).parse().unwrap(),
        userinfo_url: format!("{}/userinfo", server.uri()).parse().unwrap(),
        revoke_url: format!("{}/revoke", server.uri()).parse().unwrap(),
        client_id: Some(CLIENT.into()),
        client_secret: Some("client-secret".into()),
        max_message_bytes: 1000,
        retry_pause_milliseconds: Milliseconds::new(0),
        ..GmailSettings::default()
    }
}

pub fn gmail(server: &MockServer) -> Gmail {
    gmail_with(settings(server))
}

pub fn gmail_with(settings: GmailSettings) -> Gmail {
    Gmail::new(settings, Arc::new(Stopped)).unwrap()
}

/// An account whose access token `given` expires after this many seconds.
pub fn account(seconds: i64) -> MailAccount {
    MailAccount {
        user: UserId::random(),
        address: "alva@example.com".parse().unwrap(),
        credentials: Credentials::OAuth(MailTokens {
            access_token: "given".into(),
            refresh_token: Some("refresh".into()),
            expires_at: now() + TimeDelta::seconds(seconds),
            scope: Vec::new(),
        }),
    }
}

pub fn rent() -> MailSearch {
    MailSearch {
        any_of: vec![Sought {
            senders: vec!["hyra@landlord.example.com".parse().unwrap()],
            subject_words: vec!["Hyresavi".into()],
        }],
        window: None,
    }
}

pub fn get(at: &str) -> MockBuilder {
    Mock::given(method("GET")).and(path(at))
}

pub fn post(at: &str) -> MockBuilder {
    Mock::given(method("POST")).and(path(at))
}

pub fn get_with_token(at: &str, token: &str) -> MockBuilder {
    get(at).and(bearer_token(token))
}

pub fn ok(body: &Value) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(body)
}

/// An error in the format of Google's APIs.
pub fn refusal(status: u16, reason: &str, message: &str) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_json(json!({"error": {
        "code": status,
        "message": message,
        "errors": [{"message": message, "domain": "global", "reason": reason}],
    }}))
}

pub fn unauthorized() -> ResponseTemplate {
    refusal(401, "authError", "Invalid Credentials")
}
