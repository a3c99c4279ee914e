//! The caller: the bearer token is checked before anything else in a request.

use std::marker::PhantomData;
use std::sync::Arc;

use async_trait::async_trait;
use chrono::NaiveDate;
use dropshot::{
    ApiEndpointBodyContentType, Body, ExclusiveExtractor, ExtensionMode, ExtractorMetadata, Header, HttpError,
    RequestContext, ServerContext, SharedExtractor,
};
use http::{HeaderMap, Method};
use invoices_domain::{SessionId, TokenScope, TokenScopes, UserId};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio_util::sync::CancellationToken;

use crate::error::ApiError;

/// What a valid token without a live account means to an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountRule {
    /// 401 `INVALID_CREDENTIALS`.
    MustExist,
    /// 404 `USER_NOT_FOUND`.
    OrNotFound,
    /// An account that is being deleted may still call; a deleted one gets 401 `INVALID_CREDENTIALS`.
    MayBeDeleting,
}

/// What a valid access token says, and the account that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authenticated {
    /// The owner of the token.
    pub user: UserId,
    /// What the account says of them.
    pub person: Person,
    /// The login that the token comes from.
    pub token: TokenLogin,
    /// What the token opens, if it is a script's; else everything.
    pub scopes: Option<TokenScopes>,
}

/// Users with an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The name given at sign-up.
    pub name: String,
    /// The e-mail address.
    pub email: String,
    /// The day of the sign-up, in UTC.
    pub created_on: NaiveDate,
}

/// The login that an access token comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenLogin {
    /// The user's generation of tokens.
    pub generation: i32,
    /// The session; `None` if the token comes from a password.
    pub session: Option<SessionId>,
}

/// Implemented by the server's context.
#[async_trait]
pub trait Authenticate: Send + Sync {
    /// The owner of the token. `bearer` is `None` if the header is absent or has another scheme.
    ///
    /// Fails with [`ApiError::invalid_credentials`], [`ApiError::token_expired`], or as `rule` says.
    async fn authenticate(&self, bearer: Option<&str>, rule: AccountRule) -> Result<Authenticated, ApiError>;

    /// Waits until the user may do this beside the other requests of the user and of others. The wait ends when the caller hangs
    /// up.
    ///
    /// Fails with [`ApiError::too_many_reads`].
    async fn begin(&self, work: Work, user: UserId, hung_up: &CancellationToken) -> Result<Turn, ApiError>;
}

/// What users do in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Read.
    Read,
    /// Upload a mail.
    Upload,
}

/// A place among the requests that do some work. It is free again when this is dropped.
pub type Turn = Box<dyn Send + Sync>;

/// [`Authenticate`] of the server's context, without the context's type: dropshot's extractors are generic over every
/// context, so they cannot ask theirs for a trait. The router puts one into the extensions of each request.
#[derive(Clone)]
pub(crate) struct Authenticator {
    context: Arc<dyn Authenticate>,
    /// The scopes of the request's operation.
    scopes: &'static [TokenScope],
}

/// The context of a server, whose type has no public name.
struct OfServer<S, C> {
    server: Arc<S>,
    context: fn(&S) -> &C,
}

#[async_trait]
impl<S: Send + Sync, C: Authenticate> Authenticate for OfServer<S, C> {
    async fn authenticate(&self, bearer: Option<&str>, rule: AccountRule) -> Result<Authenticated, ApiError> {
        (self.context)(&self.server).authenticate(bearer, rule).await
    }

    async fn begin(&self, work: Work, user: UserId, hung_up: &CancellationToken) -> Result<Turn, ApiError> {
        (self.context)(&self.server).begin(work, user, hung_up).await
    }
}

impl Authenticator {
    /// For an operation that a script's token opens with one of these scopes.
    pub(crate) fn new<C: ServerContext + Authenticate>(
        rqctx: &RequestContext<C>,
        scopes: &'static [TokenScope],
    ) -> Self {
        let context = Arc::new(OfServer {
            server: Arc::clone(&rqctx.server),
            context: |server| &server.private,
        });
        Authenticator { context, scopes }
    }

    pub(crate) async fn authenticate(&self, headers: &HeaderMap, rule: AccountRule) -> Result<Authenticated, ApiError> {
        let caller = self.context.authenticate(bearer(headers), rule).await?;
        match &caller.scopes {
            Some(scopes) if !scopes.open(self.scopes) => Err(ApiError::insufficient_scope(self.scopes)),
            _ => Ok(caller),
        }
    }

    /// Waits for a turn of the caller, whom [`Caller`] has authenticated.
    pub(crate) async fn begin(work: Work, request: &hyper::Request<Body>) -> Result<Turn, ApiError> {
        let extensions = request.extensions();
        let (authenticator, user) = (extensions.get::<Authenticator>(), extensions.get::<UserId>());
        let (Some(authenticator), Some(user)) = (authenticator, user) else {
            tracing::error!("a request that takes a turn was not authenticated");
            return Err(ApiError::internal());
        };
        let hung_up: CancellationToken = extensions.get().cloned().unwrap_or_default();
        authenticator.context.begin(work, *user, &hung_up).await
    }
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
/// Dropshot runs a handler's extractors concurrently and answers with the error that comes first, so a wrong
/// parameter could hide a missing token. This extractor therefore contains the others and runs them after the token
/// and the account are checked.
pub struct Caller<Input = NoInput, A = MustExist> {
    /// The caller.
    pub user: UserId,
    /// What their account says of them.
    pub person: Person,
    /// The login that the access token comes from.
    pub token: TokenLogin,
    /// The path, query or body.
    pub input: Input,
    /// Is cancelled when the caller hangs up. A handler that only waits ends then; all others continue.
    pub hung_up: CancellationToken,
    /// Held while a request is handled that reads.
    _turn: Option<Turn>,
    account: PhantomData<A>,
}

/// The input of an operation that takes the token alone.
pub struct NoInput;

#[async_trait]
impl<Input: ExclusiveExtractor + 'static, A: Account> ExclusiveExtractor for Caller<Input, A> {
    async fn from_request<C: ServerContext>(
        rqctx: &RequestContext<C>,
        mut request: hyper::Request<Body>,
    ) -> Result<Self, HttpError> {
        let Some(authenticator) = request.extensions().get::<Authenticator>().cloned() else {
            tracing::error!("a request did not come through the router, which alone can authenticate");
            return Err(ApiError::internal().into());
        };
        let Authenticated {
            user, person, token, ..
        } = authenticator.authenticate(request.headers(), A::RULE).await?;
        let hung_up: CancellationToken = request.extensions().get().cloned().unwrap_or_default();
        request.extensions_mut().insert(user);
        let turn = match *request.method() {
            Method::GET => Some(Authenticator::begin(Work::Read, &request).await?),
            _ => None,
        };
        Ok(Caller {
            user,
            person,
            token,
            hung_up,
            _turn: turn,
            input: Input::from_request(rqctx, request).await?,
            account: PhantomData,
        })
    }

    /// Lists the token as a header parameter, which the document turns into `security`.
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

/// The token of `Authorization: Bearer <token>`; the scheme may have any letter case.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(http::header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.trim().split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Shows: Sign-up, login and access tokens | Every other operation needs…
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
