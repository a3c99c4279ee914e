//! The OAuth endpoints: renewing a token, what it may do, whose it is.

use std::collections::HashMap;

use chrono::Utc;
use http::StatusCode;
use serde_json::json;

use crate::answer::Answer;
use crate::gmail_api::invalid_credentials;
use crate::mail::hex16;
use crate::sandbox::World;

/// Renews an access token from a form.
pub(crate) fn token(world: &World, form: &HashMap<String, String>) -> Answer {
    let field = |name: &str| form.get(name).map(String::as_str);
    let settings = &world.settings;
    if field("client_id") != Some(settings.client_id.as_str())
        || field("client_secret") != Some(settings.client_secret.as_str())
    {
        return Answer::oauth_error(
            StatusCode::UNAUTHORIZED,
            "invalid_client",
            "The OAuth client was not found.",
        );
    }
    match (field("grant_type"), field("refresh_token")) {
        (Some("refresh_token"), Some(refresh)) => renew(world, refresh),
        (Some("refresh_token"), None) => Answer::oauth_error(
            StatusCode::BAD_REQUEST,
            "invalid_request",
            "Missing required parameter: refresh_token",
        ),
        _ => Answer::oauth_error(StatusCode::BAD_REQUEST, "unsupported_grant_type", "Invalid grant_type"),
    }
}

/// The refusal of a refresh token that is dead.
pub(crate) fn invalid_grant() -> Answer {
    Answer::oauth_error(
        StatusCode::BAD_REQUEST,
        "invalid_grant",
        "Token has been expired or revoked.",
    )
}

fn renew(world: &World, refresh: &str) -> Answer {
    let mut tokens = world.tokens();
    let Some((access, grant)) = tokens.renew(refresh) else {
        return invalid_grant();
    };
    Answer::ok(&json!({
        "access_token": access,
        "expires_in": tokens.lifetime().as_secs(),
        "scope": grant.scopes.join(" "),
        "token_type": "Bearer",
    }))
}

/// What an access token may do, as texts.
pub(crate) fn tokeninfo(world: &World, access: Option<&str>) -> Answer {
    let Some((grant, left)) = access.and_then(|token| world.tokens().grant(token)) else {
        return Answer::oauth_error(StatusCode::BAD_REQUEST, "invalid_token", "Invalid Value");
    };
    let expires_in = i64::try_from(left.as_secs()).unwrap_or(i64::MAX);
    let mut info = json!({
        "azp": world.settings.client_id,
        "aud": world.settings.client_id,
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

/// Whose token it is. Version 2 has other names for two of the fields.
pub(crate) fn userinfo(world: &World, version_2: bool, bearer: Option<&str>) -> Answer {
    let grant = bearer.and_then(|token| world.tokens().grant(token));
    let Some((grant, _)) = grant.filter(|(grant, _)| shows_address(&grant.scopes)) else {
        return invalid_credentials();
    };
    let (id, verified) = if version_2 {
        ("id", "verified_email")
    } else {
        ("sub", "email_verified")
    };
    Answer::ok(&json!({id: subject(&grant.address), "email": grant.address, verified: true}))
}

fn shows_address(scopes: &[String]) -> bool {
    let shows = ["https://www.googleapis.com/auth/userinfo.email", "email"];
    scopes.iter().any(|scope| shows.contains(&scope.as_str()))
}

/// An account's number: stable, and made of digits.
fn subject(address: &str) -> String {
    let number = u64::from_str_radix(&hex16(address.as_bytes()), 16).unwrap_or_default();
    format!("1{number:020}")
}
