//! Sessions of apps.

use dropshot::Path;
use invoices_api::envelope::{Answer, Created, NoData};
use invoices_api::user::TokenType;
use invoices_api::user::session::{AppSession, AppSessions, SessionBody, SessionPath, SessionTokens};
use invoices_api::{Caller, Envelope, OptionalJsonBody, SessionsApi};
use invoices_app::App;
use secrecy::ExposeSecret;

use crate::http::error::api_error;
use crate::http::{Api, Context, Request, app, login};
use invoices_api::sentence;

impl SessionsApi for Api {
    type Context = Context;

    async fn session_begin(request: Request, caller: Caller<OptionalJsonBody<SessionBody>>) -> Created<SessionTokens> {
        let app = app(&request);
        let body = caller.input.0.unwrap_or_default();
        let begun = app.begin_session(caller.user, login(&caller.token), body.name).await;
        let tokens = wire(app, begun.map_err(api_error)?);
        Ok(Envelope::created(sentence::SESSION_STARTED, tokens))
    }

    async fn session_list(request: Request, caller: Caller) -> Answer<AppSessions> {
        let listed = app(&request).sessions(caller.user).await.map_err(api_error)?;
        let sessions = listed.into_iter().map(|listed| AppSession {
            current: caller.token.session == Some(listed.session.session_id),
            session_id: listed.session.session_id.to_string(),
            name: listed.session.name,
            created_at: listed.session.created_at,
            last_used_at: listed.session.last_used_at,
            expires_at: listed.expires_at,
        });
        let data = AppSessions {
            sessions: sessions.collect(),
        };
        Ok(Envelope::ok(sentence::SESSIONS_RETRIEVED, data))
    }

    async fn session_revoke(request: Request, caller: Caller<Path<SessionPath>>) -> Answer<NoData> {
        let id = caller.input.into_inner().session_id;
        let revoked = app(&request).revoke_session(caller.user, &id).await;
        revoked.map_err(api_error)?;
        Ok(Envelope::ok(sentence::SESSION_REVOKED, NoData))
    }
}

pub fn wire(app: &App, tokens: invoices_app::SessionTokens) -> SessionTokens {
    SessionTokens {
        session_id: tokens.session.to_string(),
        access_token: tokens.access_token,
        token_type: TokenType::Bearer,
        expires_in: app.access_token_seconds(),
        refresh_token: tokens.refresh_token.expose_secret().to_owned(),
        refresh_expires_in: tokens.refresh_seconds,
    }
}
