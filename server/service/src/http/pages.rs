//! Pages: the page for people at `/`, and the API reference at `/docs` with the document that it shows. Their files need no
//! token and are not in the document.

use std::io::{self, Write};
use std::sync::OnceLock;

use dropshot::Body;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use invoices_api::cached::{entity_tag, has_tag};
use invoices_api::{ApiError, Page};

/// What a page may load: files of this service, and the images in its style sheet. No inline script or style.
macro_rules! policy {
    ($scripts:literal, $others:literal) => {
        concat!(
            "default-src 'none'; script-src 'self'",
            $scripts,
            "; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; ",
            $others,
            "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
    };
}

const POLICY: &str = policy!("", "frame-src 'none'");
/// The import map of the page at `/` can't be a file of its own: this is its hash. Its frames show original documents.
/// Trusted types are only the addresses of its workers: the service worker, and the one that reads PDFs.
const PAGE_POLICY: &str = policy!(
    " 'sha256-xNqEfH2s3sKdy0ngrSBWE8hgUKYAuMr355iVa2dXc2I='",
    "frame-src 'self'; manifest-src 'self'; worker-src 'self'; require-trusted-types-for 'script'; trusted-types pdf worker"
);
/// The frame with the text of a mail: the mail's own styles, no script but the frame's, and nothing from anywhere.
const ORIGINAL_POLICY: &str = "default-src 'none'; script-src 'sha256-jv9sP+31Bj00A6om/Q44xEuzWTPM5vNPxJtCWvDHUFM='; \
    style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts";

/// A file in the program.
struct File {
    path: &'static str,
    media_type: &'static str,
    content: &'static [u8],
    prepared: OnceLock<Prepared>,
}

/// Computed when a file is first requested.
struct Prepared {
    /// `None` for a font, and if the content could not be compressed.
    gzip: Option<Vec<u8>>,
    tag: String,
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const JSON: &str = "application/json";
const IMAGE: &str = "image/svg+xml";
/// Compressed already.
const FONT: &str = "font/woff2";

/// A file in `server/web`, which has the path as its name if no other is given.
macro_rules! file {
    ($path:literal, $media_type:expr) => {
        file!($path, $media_type, $path)
    };
    ($path:literal, $media_type:expr, $name:literal) => {
        File {
            path: $path,
            media_type: $media_type,
            content: include_bytes!(concat!("../../../web", $name)),
            prepared: OnceLock::new(),
        }
    };
}

static FILES: [File; 68] = [
    file!("/", HTML, "/page/index.html"),
    file!("/page/original.html", HTML),
    file!("/page/style.css", STYLE),
    file!("/page/icon.svg", IMAGE),
    file!("/page/icon-maskable.svg", IMAGE),
    file!("/page/manifest.webmanifest", "application/manifest+json"),
    file!("/page/app.js", SCRIPT),
    file!("/page/api.js", SCRIPT),
    file!("/page/category.js", SCRIPT),
    file!("/page/chart.js", SCRIPT),
    file!("/page/coded.js", SCRIPT),
    file!("/page/format.js", SCRIPT),
    file!("/page/imports.js", SCRIPT),
    file!("/page/language.js", SCRIPT),
    file!("/page/search.js", SCRIPT),
    file!("/page/share.js", SCRIPT),
    file!("/page/status.js", SCRIPT),
    file!("/page/toasts.js", SCRIPT),
    file!("/page/ui.js", SCRIPT),
    file!("/page/worker.js", SCRIPT),
    file!("/page/languages/de.json", JSON),
    file!("/page/languages/sv.json", JSON),
    file!("/page/lib/htm/htm.mjs", SCRIPT),
    file!("/page/lib/inter/inter-latin-ext-wght-normal.woff2", FONT),
    file!("/page/lib/inter/inter-latin-wght-normal.woff2", FONT),
    file!("/page/lib/pdfjs/pdf.min.mjs", SCRIPT),
    file!("/page/lib/pdfjs/pdf.worker.min.mjs", SCRIPT),
    file!("/page/lib/preact/hooks.mjs", SCRIPT),
    file!("/page/lib/preact/preact.mjs", SCRIPT),
    file!("/page/views/account.js", SCRIPT),
    file!("/page/views/answers.js", SCRIPT),
    file!("/page/views/channels.js", SCRIPT),
    file!("/page/views/correction.js", SCRIPT),
    file!("/page/views/currency.js", SCRIPT),
    file!("/page/views/discovery.js", SCRIPT),
    file!("/page/views/explanation.js", SCRIPT),
    file!("/page/views/first-steps.js", SCRIPT),
    file!("/page/views/import.js", SCRIPT),
    file!("/page/views/import-files.js", SCRIPT),
    file!("/page/views/invoice.js", SCRIPT),
    file!("/page/views/invoice-rows.js", SCRIPT),
    file!("/page/views/invoices.js", SCRIPT),
    file!("/page/views/labels.js", SCRIPT),
    file!("/page/views/mail.js", SCRIPT),
    file!("/page/views/mailbox.js", SCRIPT),
    file!("/page/views/mails.js", SCRIPT),
    file!("/page/views/marks.js", SCRIPT),
    file!("/page/views/mbox.js", SCRIPT),
    file!("/page/views/notifications.js", SCRIPT),
    file!("/page/views/original.js", SCRIPT),
    file!("/page/views/overview.js", SCRIPT),
    file!("/page/views/payment.js", SCRIPT),
    file!("/page/views/pdf.js", SCRIPT),
    file!("/page/views/pdf-password.js", SCRIPT),
    file!("/page/views/preferences.js", SCRIPT),
    file!("/page/views/questions.js", SCRIPT),
    file!("/page/views/record.js", SCRIPT),
    file!("/page/views/sign-in.js", SCRIPT),
    file!("/page/views/sources.js", SCRIPT),
    file!("/page/views/spending.js", SCRIPT),
    file!("/page/views/tokens.js", SCRIPT),
    file!("/page/views/unknown.js", SCRIPT),
    file!("/docs", HTML, "/docs/index.html"),
    file!("/docs/start.js", SCRIPT),
    file!("/docs/style.css", STYLE),
    file!(
        "/docs/swagger-ui-bundle.js",
        SCRIPT,
        "/docs/swagger-ui/swagger-ui-bundle.js"
    ),
    file!("/docs/swagger-ui.css", STYLE, "/docs/swagger-ui/swagger-ui.css"),
    file!("/openapi.json", JSON, "/../../openapi.json"),
];

/// Answers a request for a file of a page. `None` for every other path.
pub fn page(method: &Method, path: &str, headers: &HeaderMap) -> Page {
    let file = FILES.iter().find(|file| file.path == path)?;
    Some(match *method {
        Method::GET => Ok(file.response(headers)),
        _ => {
            let allow = HeaderValue::from_static("GET, HEAD");
            Err(ApiError::method_not_allowed(method, Some(allow)))
        }
    })
}

impl File {
    fn response(&'static self, request: &HeaderMap) -> Response<Body> {
        let Prepared { gzip, tag } = self.prepared.get_or_init(|| Prepared {
            gzip: (self.media_type != FONT)
                .then(|| compressed(self.content).ok())
                .flatten(),
            tag: entity_tag(self.content),
        });
        let mut response = Response::new(Body::empty());
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        let policy = match self.path {
            "/" => PAGE_POLICY,
            "/page/original.html" => ORIGINAL_POLICY,
            _ => POLICY,
        };
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
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
        *response.body_mut() = Body::with_content(content);
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
