//! The endpoints of a provider like Microsoft's, for the tenant `common`: tokens for codes, for device codes (RFC 8628) and for refresh
//! tokens, and the introspection (RFC 7662) by which a mail server checks them.

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::StatusCode;
use serde_json::json;

use crate::answer::Answer;
use crate::consent;
use crate::fault::Fault;
use crate::settings::{CLIENT_ID, CLIENT_SECRET};
use crate::state::SandboxState;
use crate::tenancy::{DeviceDecision, MailGrant};

/// What a user types on another device.
const USER_CODE: &str = "SANDBOX42";
/// How long a device code is good for, and the pause between two questions, in seconds.
const DEVICE_LIFETIME: u64 = 900;
const INTERVAL: u64 = 5;

type Parameters = HashMap<String, String>;

/// Answers `/common/oauth2/v2.0/token`.
pub(crate) fn token(state: &SandboxState, path: &str, form: &Parameters, faults: &[Fault]) -> Answer {
    if let Some(refused) = refused(path, form) {
        return refused;
    }
    let field = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
    let grant = match field("grant_type") {
        "authorization_code" => consent::redeem(state, form, faults).map(|code| MailGrant {
            address: state.settings.address.clone(),
            scope: code.scopes.join(" "),
        }),
        "refresh_token" => state.tenant.lock().take_refresh(field("refresh_token")),
        "urn:ietf:params:oauth:grant-type:device_code" => match device_grant(state, field("device_code")) {
            Ok(grant) => Some(grant),
            Err(error) => return refusal(error, "AADSTS70016: The sandbox's user has not agreed."),
        },
        _ => return refusal("unsupported_grant_type", "AADSTS70003: Invalid grant_type."),
    };
    match grant {
        Some(grant) => issue(state, &grant),
        None => refusal("invalid_grant", "AADSTS70008: The code or refresh token has expired."),
    }
}

/// Answers `/common/oauth2/v2.0/devicecode`.
pub(crate) fn device(state: &SandboxState, path: &str, form: &Parameters) -> Answer {
    if let Some(refused) = refused(path, form) {
        return refused;
    }
    let scope = form.get("scope").map(String::as_str).unwrap_or_default();
    Answer::ok(&json!({
        "user_code": USER_CODE,
        "device_code": state.tenant.lock().add_device(scope),
        "verification_uri": "https://login.example.com/device",
        "expires_in": DEVICE_LIFETIME,
        "interval": INTERVAL,
        "message": "To sign in, open the page and type the code.",
    }))
}

/// Answers `/introspect`.
pub(crate) fn introspect(state: &SandboxState, form: &Parameters) -> Answer {
    let token = form.get("token").map(String::as_str).unwrap_or_default();
    Answer::ok(&match state.tenant.lock().address_of(token) {
        Some(address) => json!({"active": true, "email": address}),
        None => json!({"active": false}),
    })
}

/// Why a request is refused for whomever it asks.
fn refused(path: &str, form: &Parameters) -> Option<Answer> {
    let field = |name: &str| form.get(name).map(String::as_str);
    if !path.starts_with("/common/") {
        return Some(refusal("invalid_request", "AADSTS90002: Tenant not found."));
    }
    let is_client =
        field("client_id") == Some(CLIENT_ID) && field("client_secret").is_none_or(|given| given == CLIENT_SECRET);
    (!is_client).then(|| {
        let description = "AADSTS7000215: Invalid client secret provided.";
        Answer::oauth_error(StatusCode::UNAUTHORIZED, "invalid_client", description)
    })
}

fn device_grant(state: &SandboxState, code: &str) -> Result<MailGrant, &'static str> {
    let address = state.settings.address.clone();
    let mut tenant = state.tenant.lock();
    let scope = tenant.device(code).cloned().ok_or("bad_verification_code")?;
    let decision = match tenant.decision.unwrap_or(DeviceDecision::Pending) {
        DeviceDecision::Pending => return Err("authorization_pending"),
        DeviceDecision::SlowDown => return Err("slow_down"),
        DeviceDecision::Allow => Ok(MailGrant { address, scope }),
        DeviceDecision::Decline => Err("authorization_declined"),
        DeviceDecision::Expire => Err("expired_token"),
    };
    tenant.end_device(code);
    decision
}

fn issue(state: &SandboxState, grant: &MailGrant) -> Answer {
    let lifetime = state.settings.access_lifetime;
    let (access, refresh) = state.tenant.lock().issue(grant, lifetime);
    let claims = json!({
        "aud": CLIENT_ID,
        "email": grant.address,
        "preferred_username": grant.address,
    });
    let payload = URL_SAFE_NO_PAD.encode(claims.to_string());
    Answer::ok(&json!({
        "access_token": access,
        "refresh_token": refresh,
        "id_token": format!("e30.{payload}.sandbox"),
        "expires_in": lifetime.as_secs(),
        "scope": grant.scope,
        "token_type": "Bearer",
    }))
}

fn refusal(error: &str, description: &str) -> Answer {
    Answer::oauth_error(StatusCode::BAD_REQUEST, error, description)
}
