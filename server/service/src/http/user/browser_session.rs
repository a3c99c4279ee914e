//! Sessions of pages in a browser.

use std::time::Duration;

use dropshot::{HttpResponseCreated, HttpResponseOk};
use invoices_api::envelope::NoData;
use invoices_api::user::TokenType;
use invoices_api::user::browser_session::{BrowserSession, RefreshCookie, WithCookie};
use invoices_api::user::session::SessionBody;
use invoices_api::{ApiError, BrowserSessionsApi, Caller, Envelope, OptionalJsonBody};
use invoices_app::{App, SessionTokens};

use crate::http::error::api_error;
use crate::http::{Api, Context, Request, app, client, login};
use invoices_api::sentence;

impl BrowserSessionsApi for Api {
    type Context = Context;

    async fn browser_session_begin(
        request: Request,
        caller: Caller<OptionalJsonBody<SessionBody>>,
    ) -> Result<WithCookie<HttpResponseCreated<Envelope<BrowserSession>>>, ApiError> {
        let app = app(&request);
        let body = caller.input.0.unwrap_or_default();
        let begun = app.begin_session(caller.user, login(&caller.token), body.name).await;
        let tokens = begun.map_err(api_error)?;
        let answer = Envelope::created(sentence::SESSION_STARTED, wire(app, &tokens));
        Ok(with_cookie(&tokens, answer))
    }

    async fn browser_session_refresh(
        request: Request,
        cookie: RefreshCookie,
    ) -> Result<WithCookie<HttpResponseOk<Envelope<BrowserSession>>>, ApiError> {
        let app = app(&request);
        let refreshed = app.refresh_session(&cookie.0, client(&request)).await;
        let tokens = refreshed.map_err(api_error)?;
        let answer = Envelope::ok(sentence::SESSION_REFRESHED, wire(app, &tokens));
        Ok(with_cookie(&tokens, answer))
    }

    async fn browser_session_end(
        request: Request,
        caller: Caller,
    ) -> Result<WithCookie<HttpResponseOk<Envelope<NoData>>>, ApiError> {
        if let Some(session) = caller.token.session {
            let ended = app(&request).revoke_session(caller.user, &session.to_string()).await;
            ended.map_err(api_error)?;
        }
        Ok(WithCookie::remove(Envelope::ok(sentence::SESSION_ENDED, NoData)))
    }
}

fn wire(app: &App, tokens: &SessionTokens) -> BrowserSession {
    BrowserSession {
        session_id: tokens.session.to_string(),
        access_token: tokens.access_token.clone(),
        token_type: TokenType::Bearer,
        expires_in: app.access_token_seconds(),
        refresh_expires_in: tokens.refresh_seconds,
    }
}

fn with_cookie<R>(tokens: &SessionTokens, answer: R) -> WithCookie<R> {
    WithCookie::set(
        &tokens.refresh_token,
        Duration::from_secs(tokens.refresh_seconds),
        answer,
    )
}
