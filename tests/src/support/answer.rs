//! An HTTP answer as a test looks at it.

use reqwest::header::HeaderMap;
use serde_json::Value;

/// Status, headers, and the body as JSON (`null` when empty).
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Value,
}

impl Answer {
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

    /// The data of a success with this status; the envelope is checked on the way.
    #[track_caller]
    pub fn data(&self, status: u16) -> &Value {
        assert_eq!(self.status, status, "{:?}", self.body);
        assert_eq!(self.body["code"], status, "{:?}", self.body);
        assert!(self.body["message"].is_string(), "{:?}", self.body);
        self.body.get("data").expect("an envelope has data, if only null")
    }

    #[track_caller]
    pub fn message(&self) -> &str {
        self.body["message"]
            .as_str()
            .or(self.body["error"]["message"].as_str())
            .unwrap_or_else(|| panic!("no message in {:?}", self.body))
    }

    /// A failure: its status, its code, and the error envelope with nothing beside it.
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
