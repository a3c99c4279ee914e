//! Access tokens of scripts.

use dropshot::Path;
use invoices_api::envelope::{Answer, Created, NoData};
use invoices_api::user::access_token::{NewToken, NewTokenBody, ScriptToken, ScriptTokens, TokenPath};
use invoices_api::{ApiError, Caller, Envelope, JsonBody, TokensApi, sentence};
use invoices_app::NewAccessToken;
use invoices_domain::{TokenScope, TokenScopes};
use secrecy::ExposeSecret;

use crate::http::error::api_error;
use crate::http::{Api, Context, Request, app, login};

/// The life of a token that states none, in days.
const DEFAULT_DAYS: u32 = 90;

impl TokensApi for Api {
    type Context = Context;

    async fn token_create(request: Request, caller: Caller<JsonBody<NewTokenBody>>) -> Created<NewToken> {
        let body = caller.input.0;
        let given = Some(body.scopes).filter(|scopes| scopes.len() <= TokenScope::ALL.len());
        let scopes = given
            .and_then(TokenScopes::new)
            .ok_or_else(|| ApiError::invalid_field("scopes", "expected one to five scopes"))?;
        let new = NewAccessToken {
            name: body.name,
            scopes,
            days: body.expires_in_days.unwrap_or(DEFAULT_DAYS),
        };
        let created = app(&request).add_access_token(caller.user, login(&caller.token), new);
        let (secret, token) = created.await.map_err(api_error)?;
        let data = NewToken {
            token: secret.expose_secret().to_owned(),
            token_id: token.token_id.to_string(),
            expires_at: token.expires_at,
        };
        Ok(Envelope::created(sentence::TOKEN_CREATED, data))
    }

    async fn token_list(request: Request, caller: Caller) -> Answer<ScriptTokens> {
        let listed = app(&request).access_tokens(caller.user).await.map_err(api_error)?;
        let tokens = listed.into_iter().map(|token| ScriptToken {
            token_id: token.token_id.to_string(),
            name: token.name,
            scopes: token.scopes.as_slice().to_vec(),
            created_at: token.created_at,
            expires_at: token.expires_at,
            last_used_at: token.last_used_at,
        });
        let data = ScriptTokens {
            tokens: tokens.collect(),
        };
        Ok(Envelope::ok(sentence::TOKENS_RETRIEVED, data))
    }

    async fn token_revoke(request: Request, caller: Caller<Path<TokenPath>>) -> Answer<NoData> {
        let id = caller.input.into_inner().token_id;
        let revoked = app(&request).revoke_access_token(caller.user, &id);
        revoked.await.map_err(api_error)?;
        Ok(Envelope::ok(sentence::TOKEN_REVOKED, NoData))
    }
}
