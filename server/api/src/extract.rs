//! Extractors of bodies and parameters. They fail with the contract's error codes.

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use dropshot::{
    ApiEndpointBodyContentType, Body, ExclusiveExtractor, ExtensionMode, ExtractorMetadata, HttpError, Path,
    RequestContext, ServerContext, SharedExtractor, TypedBody,
};
use schemars::JsonSchema;
use schemars::schema::{InstanceType, ObjectValidation, Schema, SingleOrVec};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::collect::collect;
use crate::error::ApiError;

/// The largest request body in bytes. Dropshot's own default is 1 KiB.
pub const BODY_LIMIT: usize = 64 * 1024;
/// How long a body may take to arrive.
pub const BODY_DEADLINE: Duration = Duration::from_secs(30);

const FORM: &str = "application/x-www-form-urlencoded";

/// A type that a body can be deserialised into.
pub trait Wire: JsonSchema + DeserializeOwned + Send + Sync + 'static {}
impl<T: JsonSchema + DeserializeOwned + Send + Sync + 'static> Wire for T {}

/// A required JSON object, whatever the content type says.
pub struct JsonBody<T>(pub T);

/// A JSON object, or no body.
pub struct OptionalJsonBody<T>(pub Option<T>);

/// A form when the content type says so, else JSON.
pub struct JsonOrFormBody<T>(pub T);

/// No body, or any JSON object, which is ignored.
pub struct IgnoredBody;

/// The path's parameters, then the rest of the request. Dropshot's own extractors would check both at once.
pub struct PathAnd<P, Rest>(pub P, pub Rest);

#[async_trait]
impl<T: Wire> ExclusiveExtractor for JsonBody<T> {
    async fn from_request<C: ServerContext>(
        rqctx: &RequestContext<C>,
        request: hyper::Request<Body>,
    ) -> Result<Self, HttpError> {
        let body = RawBody::read(rqctx, request).await?;
        let object = body.json_object()?.unwrap_or_default();
        Ok(JsonBody(typed(object)?))
    }

    fn metadata(content_type: ApiEndpointBodyContentType) -> ExtractorMetadata {
        <TypedBody<T> as ExclusiveExtractor>::metadata(content_type)
    }
}

#[async_trait]
impl<T: Wire> ExclusiveExtractor for OptionalJsonBody<T> {
    async fn from_request<C: ServerContext>(
        rqctx: &RequestContext<C>,
        request: hyper::Request<Body>,
    ) -> Result<Self, HttpError> {
        let body = RawBody::read(rqctx, request).await?;
        Ok(OptionalJsonBody(body.json_object()?.map(typed).transpose()?))
    }

    fn metadata(content_type: ApiEndpointBodyContentType) -> ExtractorMetadata {
        <TypedBody<T> as ExclusiveExtractor>::metadata(content_type)
    }
}

#[async_trait]
impl<T: Wire> ExclusiveExtractor for JsonOrFormBody<T> {
    async fn from_request<C: ServerContext>(
        rqctx: &RequestContext<C>,
        request: hyper::Request<Body>,
    ) -> Result<Self, HttpError> {
        let body = RawBody::read(rqctx, request).await?;
        let object = if body.content_type == FORM {
            form_object::<T>(&body.bytes)?
        } else {
            body.json_object()?.unwrap_or_default()
        };
        Ok(JsonOrFormBody(typed(object)?))
    }

    fn metadata(content_type: ApiEndpointBodyContentType) -> ExtractorMetadata {
        <TypedBody<T> as ExclusiveExtractor>::metadata(content_type)
    }
}

#[async_trait]
impl ExclusiveExtractor for IgnoredBody {
    async fn from_request<C: ServerContext>(
        rqctx: &RequestContext<C>,
        request: hyper::Request<Body>,
    ) -> Result<Self, HttpError> {
        RawBody::read(rqctx, request).await?.json_object()?;
        Ok(IgnoredBody)
    }

    fn metadata(_: ApiEndpointBodyContentType) -> ExtractorMetadata {
        ExtractorMetadata {
            extension_mode: ExtensionMode::None,
            parameters: vec![],
        }
    }
}

#[async_trait]
impl<P: Wire, Rest: ExclusiveExtractor + 'static> ExclusiveExtractor for PathAnd<P, Rest> {
    async fn from_request<C: ServerContext>(
        rqctx: &RequestContext<C>,
        request: hyper::Request<Body>,
    ) -> Result<Self, HttpError> {
        let path = <Path<P> as SharedExtractor>::from_request(rqctx).await?;
        Ok(PathAnd(path.into_inner(), Rest::from_request(rqctx, request).await?))
    }

    fn metadata(content_type: ApiEndpointBodyContentType) -> ExtractorMetadata {
        let mut metadata = <Path<P> as SharedExtractor>::metadata(content_type.clone());
        metadata.parameters.extend(Rest::metadata(content_type).parameters);
        metadata
    }
}

/// The bytes of a body, limited in size and time.
pub(crate) struct RawBody {
    /// In lower case, without parameters; empty if the header is absent.
    content_type: String,
    pub(crate) bytes: Bytes,
}

impl RawBody {
    pub(crate) async fn read<C: ServerContext>(
        rqctx: &RequestContext<C>,
        request: hyper::Request<Body>,
    ) -> Result<Self, ApiError> {
        let is_taken = |content_type: &str| !content_type.starts_with("multipart/");
        Self::read_of(rqctx, request, is_taken, "JSON", BODY_DEADLINE).await
    }

    /// Reads a body whose content type, in lower case and without parameters, is accepted. It may take `patience`, and a second for
    /// each 128 kB.
    pub(crate) async fn read_of<C: ServerContext>(
        rqctx: &RequestContext<C>,
        request: hyper::Request<Body>,
        is_taken: impl FnOnce(&str) -> bool,
        expected: &str,
        patience: Duration,
    ) -> Result<Self, ApiError> {
        let header = request.headers().get(http::header::CONTENT_TYPE);
        let header = header.and_then(|value| value.to_str().ok()).unwrap_or_default();
        let content_type = header.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if !is_taken(&content_type) {
            return Err(ApiError::unsupported_type(&content_type, expected));
        }
        let coding = request.headers().get(http::header::CONTENT_ENCODING);
        let coding = coding.map(|value| value.to_str().unwrap_or_default().trim());
        if let Some(coding) = coding.filter(|coding| !coding.eq_ignore_ascii_case("identity")) {
            return Err(ApiError::unsupported_coding(coding));
        }
        let bytes = collect(request.into_body(), rqctx.request_body_max_bytes(), patience).await?;
        Ok(RawBody { content_type, bytes })
    }

    /// The JSON object; `None` if the body is empty or blank, which isn't a body.
    fn json_object(&self) -> Result<Option<Map<String, Value>>, ApiError> {
        if self.bytes.iter().all(u8::is_ascii_whitespace) {
            return Ok(None);
        }
        match serde_json::from_slice(&self.bytes) {
            Ok(Value::Object(object)) => Ok(Some(object)),
            Ok(_) => Err(ApiError::invalid_request("The request body must be a JSON object.")),
            Err(error) => Err(ApiError::invalid_json(error)),
        }
    }
}

/// Checks that required fields are present, then that all fields have the right type and form.
fn typed<T: Wire>(object: Map<String, Value>) -> Result<T, ApiError> {
    let schema = object_schema::<T>();
    let absent = |name: &&String| object.get(*name).is_none_or(Value::is_null);
    let missing: Vec<&str> = schema.required.iter().filter(absent).map(String::as_str).collect();
    if !missing.is_empty() {
        return Err(ApiError::missing_fields(missing));
    }
    serde_path_to_error::deserialize(Value::Object(object)).map_err(|error| {
        let path = error.path().to_string();
        let reason = error.into_inner().to_string();
        // Serde repeats the wrong value, which may be a password, so the message says only what was expected.
        match reason.split_once(", expected ") {
            Some((_, expected)) => ApiError::invalid_field(&path, format!("expected {expected}")),
            None => ApiError::invalid_field(&path, reason),
        }
    })
}

/// A form as a JSON object. A form has only texts: an empty one is absent, repeated ones are joined by a blank, and one becomes
/// a number if `T` has a number.
fn form_object<T: Wire>(bytes: &[u8]) -> Result<Map<String, Value>, ApiError> {
    let pairs: Vec<(String, String)> = serde_urlencoded::from_bytes(bytes)
        .map_err(|_| ApiError::invalid_request("The request body is not a well-formed form."))?;
    let schema = object_schema::<T>();
    let mut object = Map::new();
    for (name, text) in pairs.into_iter().filter(|(_, text)| !text.is_empty()) {
        let number = schema.properties.get(&name).is_some_and(is_number);
        let number = number
            .then(|| serde_json::from_str::<serde_json::Number>(&text).ok())
            .flatten();
        let value = match (number, object.get(&name)) {
            (Some(number), _) => Value::Number(number),
            (None, Some(Value::String(earlier))) => Value::String(format!("{earlier} {text}")),
            (None, _) => Value::String(text),
        };
        object.insert(name, value);
    }
    Ok(object)
}

fn is_number(schema: &Schema) -> bool {
    let Schema::Object(schema) = schema else { return false };
    let numeric = |kind: &InstanceType| matches!(kind, InstanceType::Number | InstanceType::Integer);
    match &schema.instance_type {
        Some(SingleOrVec::Single(kind)) => numeric(kind),
        Some(SingleOrVec::Vec(kinds)) => kinds.iter().any(numeric),
        None => false,
    }
}

/// The fields of a body, taken from the schema that the document shows.
fn object_schema<T: JsonSchema>() -> ObjectValidation {
    let root = schemars::r#gen::SchemaGenerator::default().into_root_schema_for::<T>();
    root.schema.object.map(|object| *object).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::code::ErrorCode;
    use crate::invoice::retail::RetailIngestBody;
    use crate::mail_account::tokens::StoreTokensBody;
    use crate::user::SignupBody;
    use serde_json::json;

    fn read<T: Wire>(value: Value) -> Result<T, (ErrorCode, String)> {
        let Value::Object(object) = value else {
            panic!("not an object")
        };
        typed(object).map_err(|e| (e.code(), e.message().to_owned()))
    }

    // Shows: Envelopes, requests and errors | A required field that is absent or `null` is 400 `MISSING_FIELDS`, and all of them are named
    #[test]
    fn missing_and_null_required_fields_are_named_together() {
        let (code, message) = read::<SignupBody>(json!({"email": null, "name": "Alva"}))
            .err()
            .unwrap();
        assert_eq!(code, ErrorCode::MissingFields);
        assert_eq!(message, "Missing required fields: email, password.");
    }

    // Shows: Envelopes, requests and errors | JSON that is not an object…
    #[test]
    fn a_wrong_type_is_named_without_its_value() {
        let body = json!({"email": "a@example.com", "name": "Alva", "password": 12_345_678});
        let (code, message) = read::<SignupBody>(body).err().unwrap();
        assert_eq!(code, ErrorCode::InvalidRequest);
        assert!(
            message.contains("'password'") && !message.contains("12345678"),
            "{message}"
        );
    }

    #[test]
    fn a_bad_date_is_named() {
        let (code, message) = read::<RetailIngestBody>(json!({"start_date": "1 juli"})).err().unwrap();
        assert_eq!(code, ErrorCode::InvalidRequest);
        assert_eq!(
            message,
            "Invalid field 'start_date': it must be a date from 1900 to 2200, YYYY-MM-DD."
        );
    }

    // Shows: Envelopes, requests and errors | An optional field that is `null` is absent; unknown fields and query parameters are ignored
    #[test]
    fn optional_null_is_absent_and_unknown_fields_are_ignored() {
        let body: RetailIngestBody = read(json!({"start_date": null, "what": 1})).unwrap();
        assert!(body.start_date.is_none() && body.vendor_category.is_none());
    }

    #[test]
    fn scopes_are_a_list_or_a_text() {
        for scope in [json!(["a", "b"]), json!("a b"), json!("a,b"), json!("a, b")] {
            let body: StoreTokensBody = read(json!({"access_token": "t", "scope": scope})).unwrap();
            assert_eq!(body.scope.unwrap(), ["a", "b"]);
        }
        let (code, message) = read::<StoreTokensBody>(json!({"access_token": "t", "scope": [1]}))
            .err()
            .unwrap();
        assert_eq!(code, ErrorCode::InvalidRequest);
        assert!(message.contains("'scope"), "{message}");
    }

    #[test]
    fn a_lifetime_is_any_number_from_zero_up() {
        for (given, seconds) in [(json!(0), 0), (json!(3599.9), 3599), (json!(1e300), u32::MAX)] {
            let body: StoreTokensBody = read(json!({"access_token": "t", "expires_in": given})).unwrap();
            assert_eq!(body.expires_in, Some(seconds));
        }
        for wrong in [json!(-1), json!("3600"), json!(true)] {
            let (_, message) = read::<StoreTokensBody>(json!({"access_token": "t", "expires_in": wrong}))
                .err()
                .unwrap();
            assert!(message.contains("'expires_in'"), "{message}");
        }
    }

    #[test]
    fn a_form_reads_like_json() {
        let form = b"access_token=a%2Bb&expires_in=60&scope=x%2Cy&refresh_token=&scope=z";
        let body: StoreTokensBody = typed(form_object::<StoreTokensBody>(form).unwrap()).ok().unwrap();
        assert_eq!(body.expires_in, Some(60));
        assert_eq!(body.scope.unwrap(), ["x", "y", "z"]);
        assert!(body.refresh_token.is_none());
        let missing = typed::<StoreTokensBody>(form_object::<StoreTokensBody>(b"access_token=").unwrap());
        assert_eq!(missing.err().unwrap().code(), ErrorCode::MissingFields);
    }
}
