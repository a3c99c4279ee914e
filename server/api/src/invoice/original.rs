//! The original documents of invoices and messages.

use bytes::Bytes;
use dropshot::{ApiEndpointResponse, Body, HttpError, HttpResponse, HttpResponseOk};
use http::{HeaderValue, StatusCode, header};
use serde_json::{Value, json};

use crate::download::{Conditions, Selection, attachment};
use crate::envelope::{Envelope, NoData};
use crate::error::ApiError;
use crate::operation::{Failure, Medium, Operation, Success};

/// A browser that displays the document anyway runs no scripts and loads nothing for it.
const POLICY: &str = "sandbox; default-src 'none'";
/// The owner's browser may keep a copy, and asks each time whether it is current: the invoice may be deleted meanwhile.
const CACHE: &str = "private, no-cache";

/// The original document of an invoice.
#[derive(Clone, Debug)]
pub struct Original {
    /// The name to save it by. It may have any characters.
    pub file_name: String,
    /// The media type.
    pub media_type: &'static str,
    /// The charset that its mail declares. It may be any text.
    pub charset: Option<String>,
    /// The SHA-256 of the bytes in hex.
    pub sha256: String,
    /// The bytes.
    pub bytes: Bytes,
}

/// 200 with the document, 206 with a range of it, or 304.
pub struct OriginalResponse {
    original: Original,
    etag: String,
    selection: Selection,
}

impl OriginalResponse {
    /// What the request asks for. Fails if its range lies outside of the document.
    pub fn new(original: Original, conditions: &Conditions) -> Result<Self, ApiError> {
        let etag = format!("\"{}\"", original.sha256);
        let selection = conditions.select(&etag, original.bytes.len())?;
        Ok(OriginalResponse {
            original,
            etag,
            selection,
        })
    }
}

impl HttpResponse for OriginalResponse {
    fn to_result(self) -> Result<http::Response<Body>, HttpError> {
        let response = http::Response::builder()
            .status(self.status_code())
            .header(header::ETAG, self.etag)
            .header(header::CACHE_CONTROL, CACHE)
            .header(header::CONTENT_SECURITY_POLICY, POLICY);
        let length = self.original.bytes.len();
        let (response, bytes) = match self.selection {
            Selection::NotModified => return Ok(response.body(Body::empty())?),
            Selection::Whole => (response, self.original.bytes),
            Selection::Part(range) => {
                let content_range = format!("bytes {}-{}/{length}", range.start, range.end - 1);
                let response = response.header(header::CONTENT_RANGE, content_range);
                (response, self.original.bytes.slice(range))
            }
        };
        let response = response
            .header(
                header::CONTENT_TYPE,
                content_type(self.original.media_type, self.original.charset),
            )
            .header(header::CONTENT_DISPOSITION, attachment(&self.original.file_name))
            .header(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
        Ok(response.body(Body::from(bytes))?)
    }

    fn response_metadata() -> ApiEndpointResponse {
        HttpResponseOk::<Envelope<NoData>>::response_metadata()
    }

    fn status_code(&self) -> StatusCode {
        match self.selection {
            Selection::NotModified => StatusCode::NOT_MODIFIED,
            Selection::Whole => StatusCode::OK,
            Selection::Part(_) => StatusCode::PARTIAL_CONTENT,
        }
    }
}

/// The media type with its charset. A charset that isn't a word is left out.
fn content_type(media_type: &str, charset: Option<String>) -> String {
    let is_word = |charset: &String| {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:+".contains(&byte);
        !charset.is_empty() && charset.bytes().all(allowed)
    };
    match charset.filter(is_word) {
        Some(charset) => format!("{media_type}; charset={charset}"),
        None => media_type.to_owned(),
    }
}

/// The headers of its answers, for the document.
pub(crate) fn headers() -> Value {
    json!({
        "Accept-Ranges": {
            "description": "The unit that `Range` accepts.",
            "schema": {"type": "string", "enum": ["bytes"]},
            "example": "bytes",
        },
        "Cache-Control": {
            "description": "Only the caller may cache the response, and must revalidate it each time.",
            "schema": {"type": "string"},
            "example": "private, no-cache",
        },
        "Content-Disposition": {
            "description": "Save the document under this name (RFC 6266).",
            "schema": {"type": "string"},
            "example": "attachment; filename=\"Hyresavi_1297534008.pdf\"; filename*=UTF-8''Hyresavi_1297534008.pdf",
        },
        "Content-Range": {
            "description": "The range in this response and the length of the document. With 416, only the length.",
            "schema": {"type": "string"},
            "example": "bytes 0-1023/48211",
        },
        "Content-Security-Policy": {
            "description": "A browser that displays the document anyway runs no scripts and loads nothing for it.",
            "schema": {"type": "string"},
            "example": "sandbox; default-src 'none'",
        },
        "ETag": {
            "description": "The entity tag of the response, for `If-None-Match`. For an original document it is its SHA-256.",
            "schema": {"type": "string"},
            "example": "\"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"",
        },
    })
}

pub(crate) fn operations() -> [Operation; 4] {
    let rental = Success::new(200, "The PDF.").medium(Medium::PdfFile);
    let invoice = || {
        ApiError::not_found("Invoice not found.")
            .when("The caller has no invoice with this id, or its original no longer exists.")
    };
    let document = ApiError::not_found("Document not found.")
        .when("The caller has no message with this id, or it has no such document, or the original no longer exists.");
    let retail = Success::new(200, "The PDF, or the text of the message as HTML.")
        .medium(Medium::PdfFile)
        .medium(Medium::HtmlFile);
    [
        operation("rental_document", rental, invoice()),
        operation("retail_document", retail.clone(), invoice()),
        operation("message_document", retail, document),
        payment_code(),
    ]
}

fn payment_code() -> Operation {
    let code = Success::new(200, "The picture.").medium(Medium::Svg);
    let none = ApiError::not_found(
        "There is no payment code: the notice does not state all that it needs, with right check digits.",
    )
    .when("The caller has no invoice with this id, or it has no code; the message says why.");
    downloaded("rental_payment_code", code, none).failures([ApiError::payee_changed(
        "The account of this notice is not that of the landlord's notice before. Ask the landlord before you pay.",
    )
    .when("The account is another one than before.")])
}

fn operation(id: &'static str, whole: Success, unknown: Failure) -> Operation {
    let failure = Failure::dependency("object storage", "The database or object storage failed.");
    downloaded(id, whole, unknown).failures([failure])
}

/// An operation that answers with a file, as a whole or in part.
pub(crate) fn downloaded(id: &'static str, whole: Success, unknown: Failure) -> Operation {
    let headers = [
        "Accept-Ranges",
        "Cache-Control",
        "Content-Disposition",
        "Content-Security-Policy",
        "ETag",
    ];
    let whole = headers.into_iter().fold(whole, Success::header);
    let part = Success {
        status: 206,
        description: "The requested range.",
        ..whole.clone()
    };
    let current = Success::new(304, "The caller's copy is current.");
    let current = ["Cache-Control", "ETag"].into_iter().fold(current, Success::header);
    Operation::new(id)
        .rate_limited()
        .success(whole)
        .success(part.header("Content-Range"))
        .success(current)
        .failures([
            unknown,
            ApiError::range_not_satisfiable(48_211)
                .when("The range is outside the document. Its length is in `Content-Range`."),
        ])
}

#[cfg(test)]
mod tests {
    use super::*;

    // Shows: Originals | No browser shows them…
    #[test]
    fn a_charset_can_not_leave_its_header() {
        let html = |charset: &str| content_type("text/html", Some(charset.into()));
        assert_eq!(html("ISO-8859-1"), "text/html; charset=ISO-8859-1");
        for charset in ["", "utf-8; x=y", "utf-8\r\nX: y", "\"utf-8\"", "ü"] {
            assert_eq!(html(charset), "text/html", "{charset:?}");
        }
        assert_eq!(content_type("application/pdf", None), "application/pdf");
    }
}
