//! The header `Prefer` (RFC 7240).

use async_trait::async_trait;
use dropshot::{
    ApiEndpointBodyContentType, Body, ExclusiveExtractor, ExtractorMetadata, Header, HttpError, RequestContext,
    ServerContext, SharedExtractor,
};
use http::HeaderMap;
use schemars::JsonSchema;
use serde::Deserialize;

/// The preference for an answer at once, and for looking at the work later (RFC 7240, section 4.1).
pub const RESPOND_ASYNC: &str = "respond-async";
/// The header of an answer that names the preference that it follows.
pub const PREFERENCE_APPLIED: &str = "Preference-Applied";

const PREFER: &str = "Prefer";

/// The rest of a request, and whether its caller prefers an answer at once.
pub struct Preferring<Input> {
    /// Whether the caller prefers an answer at once.
    pub respond_async: bool,
    /// The path, query or body.
    pub input: Input,
}

#[async_trait]
impl<Input: ExclusiveExtractor + 'static> ExclusiveExtractor for Preferring<Input> {
    async fn from_request<C: ServerContext>(
        rqctx: &RequestContext<C>,
        request: hyper::Request<Body>,
    ) -> Result<Self, HttpError> {
        Ok(Preferring {
            respond_async: prefers_async(request.headers()),
            input: Input::from_request(rqctx, request).await?,
        })
    }

    fn metadata(content_type: ApiEndpointBodyContentType) -> ExtractorMetadata {
        let mut metadata = <Header<PreferHeader> as SharedExtractor>::metadata(content_type.clone());
        let input = Input::metadata(content_type);
        metadata.parameters.extend(input.parameters);
        metadata.extension_mode = input.extension_mode;
        metadata
    }
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct PreferHeader {
    /// `respond-async`: respond immediately with 202 and the run. Other preferences are ignored.
    #[serde(rename = "Prefer")]
    prefer: Option<String>,
}

/// Whether one of the preferences is [`RESPOND_ASYNC`]. Its parameters, if any, are ignored.
fn prefers_async(headers: &HeaderMap) -> bool {
    let values = headers.get_all(PREFER).iter().filter_map(|value| value.to_str().ok());
    let mut preferences = values.flat_map(|value| value.split(','));
    preferences.any(|preference| {
        let token = preference.split([';', '=']).next().unwrap_or_default();
        token.trim().eq_ignore_ascii_case(RESPOND_ASYNC)
    })
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn a_preference_is_found_among_others() {
        let asked = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(PREFER, HeaderValue::from_static(value));
            }
            prefers_async(&headers)
        };
        for values in [
            &["respond-async"][..],
            &["Respond-Async"],
            &["respond-async, wait=10"],
            &["wait=10,respond-async; x=\"y\""],
            &["return=minimal", "respond-async"],
        ] {
            assert!(asked(values), "{values:?}");
        }
        for values in [&[][..], &[""], &["respond-asynchronously"], &["wait=10"]] {
            assert!(!asked(values), "{values:?}");
        }
    }
}
