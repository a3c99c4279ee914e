//! Push notifications, posted to an HTTP endpoint.

use std::time::Duration;

use invoices_domain::ports::{Dependency, DependencyError, Notification};
use invoices_settings::{PushSettings, Secret};
use reqwest::header::RETRY_AFTER;
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use secrecy::ExposeSecret;
use serde_json::{Value, json};

use crate::setting::{InvalidSetting, invalid_setting};

/// Posts `{"id", "kind", "user_id", "subject", "message"}` as JSON. A retry has the same `Idempotency-Key`.
#[derive(Clone, Debug)]
pub struct Push {
    client: Client,
    url: Url,
    token: Option<Secret>,
}

impl Push {
    /// `None` if no endpoint is set. Does not connect.
    pub fn new(settings: &PushSettings) -> Result<Option<Self>, InvalidSetting> {
        let Some(url) = &settings.url else {
            return match settings.token {
                Some(_) => Err(invalid_setting("push.url", "is not set, but push.token is")),
                None => Ok(None),
            };
        };
        let parsed = Url::parse(url).map_err(|error| invalid_setting("push.url", error.to_string()))?;
        let client = Client::builder()
            .timeout(*settings.timeout_seconds)
            // A redirect would send the token and the notification to another host.
            .redirect(Policy::none())
            .build()
            .map_err(|error| invalid_setting("push.url", error.to_string()))?;
        Ok(Some(Push {
            client,
            url: parsed,
            token: settings.token.clone(),
        }))
    }

    /// Posts without retries. Any status other than 2xx is an error.
    pub(crate) async fn send(&self, notification: &Notification) -> Result<(), DependencyError> {
        let mut body = json!({
            "id": notification.id,
            "kind": notification.kind,
            "user_id": notification.user.to_string(),
            "subject": notification.subject,
            "message": notification.message,
        });
        if let (Some(body), Value::Object(facts)) = (body.as_object_mut(), json!(notification.facts)) {
            body.extend(facts);
        }
        let mut request = self.client.post(self.url.clone()).json(&body);
        request = request.header("Idempotency-Key", &notification.id);
        if let Some(token) = &self.token {
            request = request.bearer_auth(token.expose_secret());
        }
        // The URL may contain a token.
        let failed = |error: reqwest::Error| DependencyError::new(Dependency::Topic, error.without_url());
        let answer = request.send().await.map_err(failed)?;
        if answer.status().is_success() {
            return Ok(());
        }
        let advice = answer
            .headers()
            .get(RETRY_AFTER)
            .and_then(|value| value.to_str().ok()?.parse().ok());
        Err(DependencyError {
            which: Dependency::Topic,
            retry_after: advice.map(Duration::from_secs),
            source: format!("the push endpoint answered {}", answer.status()).into(),
        })
    }
}
