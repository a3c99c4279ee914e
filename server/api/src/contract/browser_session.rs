//! Sessions of pages in a browser.

use dropshot::{HttpResponseCreated, HttpResponseOk, RequestContext};

use crate::caller::Caller;
use crate::envelope::{Envelope, NoData};
use crate::error::ApiError;
use crate::extract::OptionalJsonBody;
use crate::user::browser_session::{BrowserSession, RefreshCookie, WithCookie};
use crate::user::session::SessionBody;

/// Sessions of pages in a browser.
#[dropshot::api_description]
pub trait BrowserSessionsApi {
    /// The server's state.
    type Context;

    /// Start a session of a page
    ///
    /// Like a session of an app, but the refresh token is in a cookie that scripts can't read (`HttpOnly`, `Secure`,
    /// `SameSite=Strict`), so that a page of this service stays logged in after a reload. Browsers keep such a cookie only over
    /// HTTPS and on localhost.
    #[endpoint { method = POST, path = "/v1/auth/browser-session", operation_id = "browser_session_begin", tags = ["auth"] }]
    async fn browser_session_begin(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<OptionalJsonBody<SessionBody>>,
    ) -> Result<WithCookie<HttpResponseCreated<Envelope<BrowserSession>>>, ApiError>;

    /// Refresh the session of a page
    ///
    /// Exchanges the cookie for an access token and the next cookie. Only pages of the service's own origin can call it.
    /// Attempts are limited per client address.
    #[endpoint { method = POST, path = "/v1/auth/browser-session/refresh", operation_id = "browser_session_refresh", tags = ["auth"] }]
    async fn browser_session_refresh(
        rqctx: RequestContext<Self::Context>,
        cookie: RefreshCookie,
    ) -> Result<WithCookie<HttpResponseOk<Envelope<BrowserSession>>>, ApiError>;

    /// End the session of a page
    ///
    /// Ends the session of the access token, if it has one, and deletes the cookie.
    #[endpoint { method = DELETE, path = "/v1/auth/browser-session", operation_id = "browser_session_end", tags = ["auth"] }]
    async fn browser_session_end(
        rqctx: RequestContext<Self::Context>,
        caller: Caller,
    ) -> Result<WithCookie<HttpResponseOk<Envelope<NoData>>>, ApiError>;
}
