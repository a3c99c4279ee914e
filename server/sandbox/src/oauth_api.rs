//! The OAuth endpoints: tokens for codes, token renewal, token info and user info.

use std::collections::HashMap;

use chrono::Utc;
use http::StatusCode;
use serde_json::json;

use crate::answer::Answer;
use crate::consent;
use crate::fault::Fault;
use crate::gmail_api::invalid_credentials;
use crate::mail::hex16;
use crate::settings::{CLIENT_ID, CLIENT_SECRET};
use crate::state::SandboxState;

/// Answers `/token`.
pub(crate) fn token(state: &SandboxState, form: &HashMap<String, String>, faults: &[Fault]) -> Answer {
    let field = |name: &str| form.get(name).map(String::as_str);
    if field("client_id") != Some(CLIENT_ID) || field("client_secret") != Some(CLIENT_SECRET) {
        let description = "The OAuth client was not found.";
        return Answer::oauth_error(StatusCode::UNAUTHORIZED, "invalid_client", description);
    }
    match (field("grant_type"), field("refresh_token")) {
        (Some("authorization_code"), _) => consent::exchange(state, form, faults),
        (Some("refresh_token"), Some(refresh)) => renew(state, refresh),
        (Some("refresh_token"), None) => {
            let description = "Missing required parameter: refresh_token";
            Answer::oauth_error(StatusCode::BAD_REQUEST, "invalid_request", description)
        }
        _ => Answer::oauth_error(StatusCode::BAD_REQUEST, "unsupported_grant_type", "Invalid grant_type"),
    }
}

fn renew(state: &SandboxState, refresh: &str) -> Answer {
    let mut tokens = state.tokens.lock();
    let Some((access, grant)) = tokens.renew(refresh) else {
        return Answer::invalid_grant();
    };
    Answer::ok(&json!({
        "access_token": access,
        "expires_in": tokens.lifetime().as_secs(),
        "scope": grant.scopes.join(" "),
        "token_type": "Bearer",
    }))
}

/// Answers `/tokeninfo`. Numbers and booleans are strings, as at the provider.
pub(crate) fn tokeninfo(state: &SandboxState, access: Option<&str>) -> Answer {
    let Some((grant, left)) = access.and_then(|token| state.tokens.lock().grant(token)) else {
        return Answer::oauth_error(StatusCode::BAD_REQUEST, "invalid_token", "Invalid Value");
    };
    let expires_in = i64::try_from(left.as_secs()).unwrap_or(i64::MAX);
    let mut info = json!({
        "azp": CLIENT_ID,
        "aud": CLIENT_ID,
        "sub": subject(&grant.address),
        "scope": grant.scopes.join(" "),
        "exp": Utc::now().timestamp().saturating_add(expires_in).to_string(),
        "expires_in": expires_in.to_string(),
        "access_type": "offline",
    });
    if shows_address(&grant.scopes) {
        info["email"] = grant.address.into();
        info["email_verified"] = "true".into();
    }
    Answer::ok(&info)
}

/// Answers `/revoke`. An access token revokes its grant too.
pub(crate) fn revoke(state: &SandboxState, token: &str) -> Answer {
    if state.tokens.lock().revoke_grant(token) {
        Answer::ok(&json!({}))
    } else {
        Answer::oauth_error(StatusCode::BAD_REQUEST, "invalid_token", "Token expired or revoked")
    }
}

/// Answers `/userinfo`. Version 2 has other names for two of the fields.
pub(crate) fn userinfo(state: &SandboxState, version_2: bool, bearer: Option<&str>) -> Answer {
    let grant = bearer.and_then(|token| state.tokens.lock().grant(token));
    let Some((grant, _)) = grant.filter(|(grant, _)| shows_address(&grant.scopes)) else {
        return invalid_credentials();
    };
    let [id, verified] = if version_2 {
        ["id", "verified_email"]
    } else {
        ["sub", "email_verified"]
    };
    Answer::ok(&json!({id: subject(&grant.address), "email": grant.address, verified: true}))
}

fn shows_address(scopes: &[String]) -> bool {
    let shows = ["https://www.googleapis.com/auth/userinfo.email", "email"];
    scopes.iter().any(|scope| shows.contains(&scope.as_str()))
}

/// A stable, numeric account id.
fn subject(address: &str) -> String {
    let number = u64::from_str_radix(&hex16(address.as_bytes()), 16).unwrap_or_default();
    format!("1{number:020}")
}
