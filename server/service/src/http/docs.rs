//! The API reference: the page at `/docs` and the document that it shows. They need no token and are not in the document.

use std::io::{self, Write};
use std::sync::OnceLock;

use dropshot::Body;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use invoices_api::cached::{entity_tag, has_tag};
use invoices_api::{ApiError, Page};

/// What the page may load: files of this service, and the images in its style sheet. It has no inline script or style.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A file in the program.
struct File {
    path: &'static str,
    media_type: &'static str,
    content: &'static [u8],
    prepared: OnceLock<Prepared>,
}

/// What is computed when a file is first asked for.
struct Prepared {
    /// `None` where the content could not be compressed.
    gzip: Option<Vec<u8>>,
    tag: String,
}

/// A file in `server/web/docs`.
macro_rules! file {
    ($path:literal, $media_type:literal, $name:literal) => {
        File {
            path: $path,
            media_type: $media_type,
            content: include_bytes!(concat!("../../../web/docs/", $name)),
            prepared: OnceLock::new(),
        }
    };
}

static FILES: [File; 6] = [
    file!("/docs", "text/html; charset=utf-8", "index.html"),
    file!("/docs/start.js", "text/javascript; charset=utf-8", "start.js"),
    file!("/docs/style.css", "text/css; charset=utf-8", "style.css"),
    file!(
        "/docs/swagger-ui-bundle.js",
        "text/javascript; charset=utf-8",
        "swagger-ui/swagger-ui-bundle.js"
    ),
    file!(
        "/docs/swagger-ui.css",
        "text/css; charset=utf-8",
        "swagger-ui/swagger-ui.css"
    ),
    file!("/openapi.json", "application/json", "../../../openapi.json"),
];

/// Answers a request for a file of the reference. `None` for every other path.
pub fn page(method: &Method, path: &str, headers: &HeaderMap) -> Page {
    let file = FILES.iter().find(|file| file.path == path)?;
    Some(match *method {
        Method::GET => Ok(file.response(headers, true)),
        Method::HEAD => Ok(file.response(headers, false)),
        _ => {
            let allow = HeaderValue::from_static("GET, HEAD");
            Err(ApiError::method_not_allowed(method, Some(allow)))
        }
    })
}

impl File {
    fn response(&'static self, request: &HeaderMap, with_body: bool) -> Response<Body> {
        let Prepared { gzip, tag } = self.prepared.get_or_init(|| Prepared {
            gzip: compressed(self.content).ok(),
            tag: entity_tag(self.content),
        });
        let mut response = Response::new(Body::empty());
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        // Weak, because it is the same for both encodings.
        if let Ok(tag) = HeaderValue::try_from(format!("W/{tag}")) {
            headers.insert(header::ETAG, tag);
        }
        if request
            .get(header::IF_NONE_MATCH)
            .is_some_and(|known| has_tag(known, tag))
        {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media_type));
        let gzip = gzip.as_deref().filter(|_| accepts_gzip(request));
        if gzip.is_some() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        let content: &'static [u8] = gzip.unwrap_or(self.content);
        headers.insert(header::CONTENT_LENGTH, content.len().into());
        if with_body {
            *response.body_mut() = Body::with_content(content);
        }
        response
    }
}

fn compressed(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    encoder.finish()
}

/// Whether a header `Accept-Encoding` names gzip without excluding it.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut codings = values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    codings.any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let excluded = weight
            .split_once('=')
            .is_some_and(|(_, weight)| weight.trim().parse() == Ok(0.0));
        name.trim().eq_ignore_ascii_case("gzip") && !excluded
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_used_where_it_is_accepted() {
        for (value, accepted) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("deflate, gzip ; q=1.0, *;q=0", true),
            ("gzip;q=0", false),
            ("gzip; q=0.000", false),
            ("br", false),
            ("identity", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))]);
            assert_eq!(accepts_gzip(&headers), accepted, "{value}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
