//! Downloads: what a request's headers ask of one (RFC 9110, sections 13 and 14), and its file name (RFC 6266).

use std::fmt::Write;
use std::ops::Range;

use async_trait::async_trait;
use dropshot::{
    ApiEndpointBodyContentType, Body, ExclusiveExtractor, ExtractorMetadata, Header, HttpError, RequestContext,
    ServerContext, SharedExtractor,
};
use http::{HeaderName, header};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::error::ApiError;

/// The headers of a request for a download. A header that is given wrongly counts as absent.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct Conditions {
    /// The entity tag of the caller's copy. If it is current, the response is 304.
    #[serde(rename = "If-None-Match")]
    pub if_none_match: Option<String>,
    /// The entity tag that `Range` applies to. If it is not current, `Range` is ignored.
    #[serde(rename = "If-Range")]
    pub if_range: Option<String>,
    /// One byte range. Multiple ranges, other units and malformed values are ignored, and the whole document is returned.
    #[serde(rename = "Range")]
    pub range: Option<String>,
}

/// Which part of a document to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Selection {
    /// None: the caller's copy is current.
    NotModified,
    Whole,
    /// Never empty.
    Part(Range<usize>),
}

#[async_trait]
impl ExclusiveExtractor for Conditions {
    async fn from_request<C: ServerContext>(
        _: &RequestContext<C>,
        request: hyper::Request<Body>,
    ) -> Result<Self, HttpError> {
        let headers = request.headers();
        let single = |name: HeaderName| {
            let mut values = headers.get_all(name).iter();
            let value = values.next().filter(|_| values.next().is_none())?;
            Some(value.to_str().ok()?.to_owned())
        };
        let tags = headers.get_all(header::IF_NONE_MATCH).iter();
        let tags: Vec<&str> = tags.filter_map(|value| value.to_str().ok()).collect();
        Ok(Conditions {
            if_none_match: (!tags.is_empty()).then(|| tags.join(",")),
            if_range: single(header::IF_RANGE),
            range: single(header::RANGE),
        })
    }

    fn metadata(content_type: ApiEndpointBodyContentType) -> ExtractorMetadata {
        <Header<Conditions> as SharedExtractor>::metadata(content_type)
    }
}

impl Conditions {
    /// What to send of a document with this entity tag and length.
    pub(crate) fn select(&self, etag: &str, length: usize) -> Result<Selection, ApiError> {
        let is_current = |tag: &str| matches!(tag.trim(), "*") || tag.trim().trim_start_matches("W/") == etag;
        if self
            .if_none_match
            .as_deref()
            .is_some_and(|tags| tags.split(',').any(is_current))
        {
            return Ok(Selection::NotModified);
        }
        // The comparison is strong, and a date never matches: there is no `Last-Modified`.
        if self.if_range.as_deref().is_some_and(|tag| tag.trim() != etag) {
            return Ok(Selection::Whole);
        }
        match self.range.as_deref().and_then(ByteRange::parse) {
            Some(range) if length > 0 => range.of(length).map(Selection::Part),
            _ => Ok(Selection::Whole),
        }
    }
}

/// One range, as it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ByteRange {
    /// From a position to another, both included, or to the end.
    From(u64, Option<u64>),
    /// This many bytes at the end.
    Last(u64),
}

impl ByteRange {
    /// `None` if the header is malformed, has another unit or several ranges.
    fn parse(header: &str) -> Option<Self> {
        let (unit, set) = header.split_once('=')?;
        let mut ranges = set.split(',').map(|range| range.trim_matches([' ', '\t']));
        let mut ranges = ranges.by_ref().filter(|range| !range.is_empty());
        let (first, last) = ranges.next()?.split_once('-')?;
        if !unit.trim().eq_ignore_ascii_case("bytes") || ranges.next().is_some() {
            return None;
        }
        match (first, last) {
            ("", length) => Some(ByteRange::Last(number(length)?)),
            (first, "") => Some(ByteRange::From(number(first)?, None)),
            (first, last) => {
                let (first, last) = (number(first)?, number(last)?);
                (first <= last).then_some(ByteRange::From(first, Some(last)))
            }
        }
    }

    /// The bytes of a document of this length, which is not 0.
    fn of(self, length: usize) -> Result<Range<usize>, ApiError> {
        let position = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let range = match self {
            ByteRange::From(first, last) => {
                let end = last.map_or(length, |last| position(last).saturating_add(1).min(length));
                position(first)..end
            }
            ByteRange::Last(count) => length.saturating_sub(position(count))..length,
        };
        if range.is_empty() {
            return Err(ApiError::range_not_satisfiable(length));
        }
        Ok(range)
    }
}

/// A number of digits alone; one that is too large counts as the largest.
fn number(digits: &str) -> Option<u64> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u64::MAX))
}

/// The value of `Content-Disposition` for a file that is to be saved. Characters that are invisible or turn the direction of the
/// text are left out, because they can hide a name's ending.
pub(crate) fn attachment(file_name: &str) -> String {
    let name: String = file_name
        .chars()
        .filter(|c| !c.is_control() && !is_format(*c))
        .collect();
    let fallback: String = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let mut value = format!("attachment; filename=\"{fallback}\"; filename*=UTF-8''");
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"!#$&+-.^_`|~".contains(&byte) {
            value.push(char::from(byte));
        } else {
            // Writing to a `String` never fails.
            let _ = write!(value, "%{byte:02X}");
        }
    }
    value
}

/// Whether a character is safe in `filename`: neither quoted nor decoded by any client.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || " !#$&()+,-.=@_~".contains(c)
}

/// Invisible characters that join text or change its direction.
fn is_format(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn select(conditions: &Conditions) -> Result<Selection, u16> {
        let selected = conditions.select("\"abc\"", 10);
        selected.map_err(|error| error.status().as_u16())
    }

    fn range(range: &str) -> Result<Selection, u16> {
        select(&Conditions {
            range: Some(range.into()),
            ..Conditions::default()
        })
    }

    #[test]
    fn one_range_is_honoured() {
        for (header, expected) in [
            ("bytes=0-0", 0..1),
            ("bytes=2-5", 2..6),
            ("Bytes=7-", 7..10),
            ("bytes=-3", 7..10),
            ("bytes=-99", 0..10),
            ("bytes=9-99999999999999999999999", 9..10),
            ("bytes= 2-5 ,", 2..6),
        ] {
            assert_eq!(range(header), Ok(Selection::Part(expected)), "{header}");
        }
    }

    #[test]
    fn a_range_outside_is_refused() {
        for header in ["bytes=10-", "bytes=10-11", "bytes=-0", "bytes=99999999999999999999-"] {
            assert_eq!(range(header), Err(416), "{header}");
        }
        let empty = Conditions {
            range: Some("bytes=0-".into()),
            ..Conditions::default()
        };
        assert_eq!(empty.select("\"abc\"", 0), Ok(Selection::Whole));
    }

    #[test]
    fn several_malformed_and_unknown_ranges_are_ignored() {
        for header in [
            "",
            "bytes",
            "bytes=",
            "bytes=-",
            "bytes=5-2",
            "bytes=0-1,4-5",
            "bytes=a-b",
            "bytes=+1-2",
            "bytes=1-2-3",
            "bytes=0x1-2",
            "items=0-1",
            "bytes 0-1",
        ] {
            assert_eq!(range(header), Ok(Selection::Whole), "{header}");
        }
    }

    #[test]
    fn a_current_copy_is_not_sent_again() {
        let copy = |tags: &str| Conditions {
            if_none_match: Some(tags.into()),
            range: Some("bytes=99-".into()),
            ..Conditions::default()
        };
        for tags in ["\"abc\"", "W/\"abc\"", "\"x\", \"abc\"", "*"] {
            assert_eq!(select(&copy(tags)), Ok(Selection::NotModified), "{tags}");
        }
        for tags in ["", "abc", "\"x\""] {
            assert_eq!(select(&copy(tags)), Err(416), "{tags}");
        }
    }

    #[test]
    fn a_range_of_another_document_is_ignored() {
        let of = |tag: &str| {
            select(&Conditions {
                if_range: Some(tag.into()),
                range: Some("bytes=2-5".into()),
                ..Conditions::default()
            })
        };
        assert_eq!(of("\"abc\""), Ok(Selection::Part(2..6)));
        for tag in ["\"x\"", "W/\"abc\"", "Tue, 10 Nov 2026 08:00:00 GMT"] {
            assert_eq!(of(tag), Ok(Selection::Whole), "{tag}");
        }
    }

    #[test]
    fn a_file_name_can_not_leave_its_header() {
        for (name, expected) in [
            ("Avi 1.pdf", "filename=\"Avi 1.pdf\"; filename*=UTF-8''Avi%201.pdf"),
            (
                "Års\"avi\\.pdf",
                "filename=\"_rs_avi_.pdf\"; filename*=UTF-8''%C3%85rs%22avi%5C.pdf",
            ),
            (
                "a\r\nX: y;%41.pdf",
                "filename=\"aX_ y__41.pdf\"; filename*=UTF-8''aX%3A%20y%3B%2541.pdf",
            ),
            (
                "a\u{202e}fdp.html",
                "filename=\"afdp.html\"; filename*=UTF-8''afdp.html",
            ),
        ] {
            assert_eq!(attachment(name), format!("attachment; {expected}"), "{name:?}");
        }
    }

    proptest! {
        // Shows: Originals | No browser shows them…
        #[test]
        fn any_file_name_makes_a_header(name in any::<String>()) {
            let value = attachment(&name);
            prop_assert!(http::HeaderValue::from_str(&value).is_ok());
            prop_assert!(value.is_ascii());
            prop_assert_eq!(value.matches('"').count(), 2);
        }

        #[test]
        fn any_header_selects_bytes_of_the_document(header in "(bytes=)?[0-9 ,=-]{0,30}", length in 0_usize..100) {
            let conditions = Conditions { range: Some(header), ..Conditions::default() };
            if let Ok(Selection::Part(range)) = conditions.select("\"abc\"", length) {
                prop_assert!(!range.is_empty() && range.end <= length);
            }
        }
    }
}
