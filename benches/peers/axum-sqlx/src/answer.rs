//! The envelopes of results and errors.

use std::fmt::Display;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;

pub fn ok(message: &'static str, data: impl Serialize) -> Response {
    #[derive(Serialize)]
    struct Envelope<T> {
        message: &'static str,
        code: u16,
        data: T,
    }
    let code = 200;
    Json(Envelope { message, code, data }).into_response()
}

/// Status, code and message.
pub struct ApiError(pub StatusCode, pub &'static str, pub String);

impl ApiError {
    pub fn invalid(message: impl Display) -> Self {
        Self(StatusCode::BAD_REQUEST, "INVALID_REQUEST", message.to_string())
    }

    pub fn unauthenticated(message: &str) -> Self {
        Self(StatusCode::UNAUTHORIZED, "INVALID_CREDENTIALS", message.into())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = json!({"error": {"code": self.1, "message": self.2}});
        (self.0, Json(body)).into_response()
    }
}

/// Whatever is not the client's fault. The cause is logged and not sent.
impl<E: std::error::Error> From<E> for ApiError {
    fn from(cause: E) -> Self {
        eprintln!("error: {cause}");
        let (status, message) = (StatusCode::INTERNAL_SERVER_ERROR, "Internal server error.");
        Self(status, "INTERNAL_SERVER_ERROR", message.into())
    }
}
