//! The answer to an HTTP request.

use reqwest::header::HeaderMap;
use serde_json::Value;

use super::wait::within;

/// Status, headers, and the body as JSON (`null` when empty).
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Value,
}

impl Answer {
    /// Sends a request and reads the answer. A test in which jobs are to run meanwhile calls `World::send`.
    #[track_caller]
    pub fn to(request: reqwest::RequestBuilder) -> impl Future<Output = Self> {
        let (client, request) = request.build_split();
        let request = request.unwrap();
        let what = format!("the answer to {} {}", request.method(), request.url().path());
        within(
            what,
            async move { Self::of(client.execute(request).await.unwrap()).await },
        )
    }

    pub async fn of(response: reqwest::Response) -> Self {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.text().await.unwrap();
        let body = if text.is_empty() {
            Value::Null
        } else {
            serde_json::from_str(&text).unwrap_or(Value::String(text))
        };
        Answer { status, headers, body }
    }

    /// The data of a success with this status. Checks the envelope.
    #[track_caller]
    pub fn data(&self, status: u16) -> &Value {
        assert_eq!(self.status, status, "{:?}", self.body);
        assert_eq!(self.body["code"], status, "{:?}", self.body);
        assert!(self.body["message"].is_string(), "{:?}", self.body);
        self.body
            .get("data")
            .expect("the envelope has `data`, which may be null")
    }

    #[track_caller]
    pub fn message(&self) -> &str {
        self.body["message"]
            .as_str()
            .or(self.body["error"]["message"].as_str())
            .unwrap_or_else(|| panic!("no message in {:?}", self.body))
    }

    /// Checks status, code and envelope of an error. Returns its message.
    #[track_caller]
    pub fn fails(&self, status: u16, code: &str) -> &str {
        assert_eq!(
            (self.status, self.body["error"]["code"].as_str()),
            (status, Some(code)),
            "{:?}",
            self.body
        );
        let keys: Vec<&String> = self.body.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["error"], "{:?}", self.body);
        assert!(
            self.headers["content-type"]
                .to_str()
                .unwrap()
                .starts_with("application/json")
        );
        self.message()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}
