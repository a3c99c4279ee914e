//! The page at which a user consents, and the exchange of its code (RFC 6749, section 4.1, with PKCE, RFC 7636).

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::{HeaderValue, StatusCode};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::answer::Answer;
use crate::fault::Fault;
use crate::settings::CLIENT_ID;
use crate::state::SandboxState;
use crate::tokens::{Code, DEFAULT_SCOPES};

/// The parameters of a request that the page passes on.
const PASSED: [&str; 6] = [
    "client_id",
    "redirect_uri",
    "scope",
    "state",
    "code_challenge",
    "access_type",
];

type Parameters = HashMap<String, String>;

/// The page, with a button to allow and one to deny. A request that the provider would refuse is a 400.
pub(crate) fn page(state: &SandboxState, query: &Parameters) -> Answer {
    let field = |name: &str| query.get(name).map(String::as_str).unwrap_or_default();
    let refused = if field("client_id") != CLIENT_ID {
        Some(("invalid_client", "The OAuth client was not found."))
    } else if field("response_type") != "code" || field("code_challenge_method") != "S256" {
        let description = "The sandbox knows codes with PKCE (S256) only.";
        Some(("unsupported_response_type", description))
    } else if !is_address(field("redirect_uri")) || field("code_challenge").is_empty() {
        Some(("invalid_request", "redirect_uri or code_challenge is missing."))
    } else {
        None
    };
    if let Some((error, description)) = refused {
        return Answer::oauth_error(StatusCode::BAD_REQUEST, error, description);
    }
    let hidden = PASSED.map(|name| {
        let value = escaped(field(name));
        format!("<input type=\"hidden\" name=\"{name}\" value=\"{value}\">")
    });
    let hidden = hidden.concat();
    let (address, scope) = (escaped(&state.settings.address), escaped(field("scope")));
    Answer::html(format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Sandbox: allow access?</title>\
         <h1>Allow access to {address}?</h1><p>This is the sandbox, a simulated mail provider. A program asks for: {scope}</p>\
         <form method=\"post\">{hidden}<button name=\"decision\" value=\"allow\">Allow</button> \
         <button name=\"decision\" value=\"deny\">Deny</button></form>"
    ))
}

/// Sends the browser back with a code, or with the refusal.
pub(crate) fn decide(state: &SandboxState, form: &Parameters, faults: &[Fault]) -> Answer {
    let field = |name: &str| form.get(name).cloned().unwrap_or_default();
    let denied = field("decision") != "allow" || faults.contains(&Fault::ConsentDenied);
    let (name, value) = if denied {
        ("error", "access_denied".to_owned())
    } else {
        let scopes = field("scope");
        // The provider writes the short name of the e-mail scope out.
        let scopes = scopes.split_whitespace().map(|scope| match scope {
            "email" => DEFAULT_SCOPES[1].to_owned(),
            other => other.to_owned(),
        });
        let consent = Code {
            address: state.settings.address.clone(),
            scopes: scopes.collect(),
            redirect_uri: field("redirect_uri"),
            challenge: field("code_challenge"),
        };
        ("code", state.tokens.lock().add_code(consent))
    };
    let given = if faults.contains(&Fault::WrongState) {
        "another-state".to_owned()
    } else {
        field("state")
    };
    let parameters = serde_urlencoded::to_string([("state", given.as_str()), (name, &value)]).unwrap_or_default();
    let separator = if field("redirect_uri").contains('?') { '&' } else { '?' };
    match HeaderValue::from_str(&format!("{}{separator}{parameters}", field("redirect_uri"))) {
        Ok(location) if is_address(&field("redirect_uri")) => Answer::redirect(location),
        _ => Answer::oauth_error(StatusCode::BAD_REQUEST, "invalid_request", "redirect_uri isn't a URL."),
    }
}

/// What a code was given for, once. `None` for a wrong one.
pub(crate) fn redeem(state: &SandboxState, form: &Parameters, faults: &[Fault]) -> Option<Code> {
    let field = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
    let consent = state.tokens.lock().take_code(field("code"))?;
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(field("code_verifier")));
    let is_same = challenge == consent.challenge && field("redirect_uri") == consent.redirect_uri;
    (is_same && !faults.contains(&Fault::CodeExpired)).then_some(consent)
}

/// Tokens for a code.
pub(crate) fn exchange(state: &SandboxState, form: &Parameters, faults: &[Fault]) -> Answer {
    let Some(consent) = redeem(state, form, faults) else {
        return Answer::invalid_grant();
    };
    let mut tokens = state.tokens.lock();
    let scopes: Vec<&str> = consent.scopes.iter().map(String::as_str).collect();
    let issued = tokens.issue(&consent.address, &scopes);
    Answer::ok(&json!({
        "access_token": issued.access,
        "refresh_token": issued.refresh,
        "expires_in": tokens.lifetime().as_secs(),
        "scope": scopes.join(" "),
        "token_type": "Bearer",
    }))
}

fn is_address(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

/// Text in an attribute or element.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
