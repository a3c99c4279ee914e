//! Who calls: the bearer token is looked at before anything else of a request.

use std::marker::PhantomData;

use async_trait::async_trait;
use dropshot::{
    ApiEndpointBodyContentType, Body, ExclusiveExtractor, ExtensionMode, ExtractorMetadata, Header, HttpError,
    RequestContext, ServerContext, SharedExtractor,
};
use http::HeaderMap;
use invoices_domain::UserId;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::error::ApiError;
use crate::scope;

/// What a valid token without a live account means to an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountRule {
    /// 401 `INVALID_CREDENTIALS`.
    MustExist,
    /// 404 `USER_NOT_FOUND`.
    OrNotFound,
    /// An account that is being deleted may still call; one that is gone gets 401 `INVALID_CREDENTIALS`.
    MayBeDeleting,
}

/// Implemented by the server's context.
#[async_trait]
pub trait Authenticate: Send + Sync {
    /// Who the token belongs to. `bearer` is `None` where the header is absent or of another scheme.
    ///
    /// Fails with [`ApiError::invalid_credentials`], [`ApiError::token_expired`], or as `rule` says.
    async fn authenticate(&self, bearer: Option<&str>, rule: AccountRule) -> Result<UserId, ApiError>;
}

/// A type that stands for an [`AccountRule`].
pub trait Account: Send + Sync + 'static {
    /// The rule.
    const RULE: AccountRule;
}

/// [`AccountRule::MustExist`].
pub enum MustExist {}
/// [`AccountRule::OrNotFound`].
pub enum OrNotFound {}
/// [`AccountRule::MayBeDeleting`].
pub enum MayBeDeleting {}

impl Account for MustExist {
    const RULE: AccountRule = AccountRule::MustExist;
}
impl Account for OrNotFound {
    const RULE: AccountRule = AccountRule::OrNotFound;
}
impl Account for MayBeDeleting {
    const RULE: AccountRule = AccountRule::MayBeDeleting;
}

/// The authenticated user, and the rest of the request.
///
/// Dropshot runs a handler's extractors concurrently and answers with the error that comes first, so a bad
/// parameter could hide a missing token. Hence the rest is extracted in here, after the token and the account.
pub struct Caller<Input = NoInput, A = MustExist> {
    /// Who calls.
    pub user: UserId,
    /// The path, query or body.
    pub input: Input,
    account: PhantomData<A>,
}

/// The operation takes nothing but the token.
pub struct NoInput;

#[async_trait]
impl<Input: ExclusiveExtractor + 'static, A: Account> ExclusiveExtractor for Caller<Input, A> {
    async fn from_request<C: ServerContext>(
        rqctx: &RequestContext<C>,
        request: hyper::Request<Body>,
    ) -> Result<Self, HttpError> {
        let token = bearer(request.headers()).map(str::to_owned);
        let user = scope::authenticate(token, A::RULE)
            .await
            .map_err(ApiError::into_http_error)?;
        Ok(Caller {
            user,
            input: Input::from_request(rqctx, request).await?,
            account: PhantomData,
        })
    }

    /// In the description the token shows as a header parameter; the document turns that into `security`.
    fn metadata(content_type: ApiEndpointBodyContentType) -> ExtractorMetadata {
        let mut metadata = <Header<AuthorizationHeader> as SharedExtractor>::metadata(content_type.clone());
        metadata.parameters.extend(Input::metadata(content_type).parameters);
        metadata
    }
}

#[async_trait]
impl SharedExtractor for NoInput {
    async fn from_request<C: ServerContext>(_: &RequestContext<C>) -> Result<Self, HttpError> {
        Ok(NoInput)
    }

    fn metadata(_: ApiEndpointBodyContentType) -> ExtractorMetadata {
        ExtractorMetadata {
            extension_mode: ExtensionMode::None,
            parameters: vec![],
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct AuthorizationHeader {
    authorization: String,
}

/// The token of `Authorization: Bearer <token>`, whatever the scheme's letter case.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(http::header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.trim().split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bearer_is_read_in_any_letter_case() {
        let token = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(http::header::AUTHORIZATION, value.parse().unwrap());
            bearer(&headers).map(str::to_owned)
        };
        assert_eq!(token("Bearer abc").as_deref(), Some("abc"));
        assert_eq!(token("bEARER  abc ").as_deref(), Some("abc"));
        for value in ["Basic abc", "Bearer", "Bearer ", "abc", ""] {
            assert_eq!(token(value), None, "{value}");
        }
    }
}
