//! HTTP responses, with the provider's error formats.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{HeaderValue, Response, StatusCode, header};
use hyper::body::{Body, Frame, SizeHint};
use serde_json::{Value, json};

/// An answer before it is sent.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) retry_after: Option<u64>,
    pub(crate) content_type: &'static str,
    /// Where the browser goes next.
    pub(crate) location: Option<HeaderValue>,
    pub(crate) body: Bytes,
}

impl Answer {
    pub(crate) fn ok(body: &Value) -> Self {
        Answer::json(StatusCode::OK, body)
    }

    pub(crate) fn html(page: impl Into<Bytes>) -> Self {
        Answer {
            status: StatusCode::OK,
            retry_after: None,
            content_type: "text/html; charset=UTF-8",
            location: None,
            body: page.into(),
        }
    }

    /// Sends the browser to another address.
    pub(crate) fn redirect(location: HeaderValue) -> Self {
        Answer {
            status: StatusCode::FOUND,
            location: Some(location),
            ..Answer::html("")
        }
    }

    fn json(status: StatusCode, body: &Value) -> Self {
        Answer {
            status,
            retry_after: None,
            content_type: "application/json; charset=UTF-8",
            location: None,
            body: body.to_string().into(),
        }
    }

    /// An error of an API: a status, a machine-readable reason and a message.
    pub(crate) fn refusal(status: StatusCode, reason: &str, message: &str) -> Self {
        let domain = if reason.ends_with("Exceeded") && status == StatusCode::FORBIDDEN {
            "usageLimits"
        } else {
            "global"
        };
        let mut item = json!({"message": message, "domain": domain, "reason": reason});
        if status == StatusCode::UNAUTHORIZED {
            item["location"] = "Authorization".into();
            item["locationType"] = "header".into();
        }
        let mut error = json!({"code": status.as_u16(), "message": message, "errors": [item]});
        if let Some(canonical) = canonical(status) {
            error["status"] = canonical.into();
        }
        Answer::json(status, &json!({ "error": error }))
    }

    /// An error of an OAuth endpoint: a code and a description.
    pub(crate) fn oauth_error(status: StatusCode, error: &str, description: &str) -> Self {
        Answer::json(status, &json!({"error": error, "error_description": description}))
    }

    /// The error for an invalid, used or revoked code or refresh token.
    pub(crate) fn invalid_grant() -> Self {
        let description = "Token has been expired or revoked.";
        Answer::oauth_error(StatusCode::BAD_REQUEST, "invalid_grant", description)
    }

    /// Converts to an HTTP response. `cut` sends the first half of the body and closes the connection.
    pub(crate) fn into_response(self, cut: bool) -> Response<AnswerBody> {
        let length = self.body.len();
        let body = AnswerBody {
            bytes: Some(if cut { self.body.slice(..length / 2) } else { self.body }),
            length: length as u64,
            cut: if cut { Cut::Due } else { Cut::Never },
        };
        let mut response = Response::new(body);
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        if let Some(location) = self.location {
            headers.insert(header::LOCATION, location);
        }
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// Google's name of a status.
fn canonical(status: StatusCode) -> Option<&'static str> {
    Some(match status.as_u16() {
        400 => "INVALID_ARGUMENT",
        401 => "UNAUTHENTICATED",
        403 => "PERMISSION_DENIED",
        404 => "NOT_FOUND",
        429 => "RESOURCE_EXHAUSTED",
        500 => "INTERNAL",
        _ => return None,
    })
}

/// A body that can be truncated.
pub(crate) struct AnswerBody {
    bytes: Option<Bytes>,
    /// The length in the `Content-Length` header.
    length: u64,
    cut: Cut,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    Never,
    Due,
    /// The first half has been sent.
    Now,
}

impl Body for AnswerBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        match (self.bytes.take(), self.cut) {
            (Some(bytes), _) => Poll::Ready(Some(Ok(Frame::data(bytes)))),
            (None, Cut::Never) => Poll::Ready(None),
            (None, Cut::Due) => {
                // Lets the server send what it has; an error now would drop the response's head too.
                self.cut = Cut::Now;
                context.waker().wake_by_ref();
                Poll::Pending
            }
            (None, Cut::Now) => Poll::Ready(Some(Err(io::Error::other("truncated by a fault")))),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.bytes.is_none() && self.cut == Cut::Never
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.length)
    }
}
