//! The OpenAPI document: dropshot's documents of the API groups, merged and completed.

mod failures;
mod operations;
mod schemas;
#[cfg(test)]
mod tests;

use dropshot::{ApiDescription, StubContext};
use invoices_domain::Catalogue;
use semver::Version;
use serde_json::{Map, Value, json};

use crate::contract::described_groups;
use crate::ingest;
use crate::invoice::original;
use crate::user::browser_session;

/// The version of the contract. The program has its own.
pub const VERSION: Version = Version::new(1, 0, 0);

const TITLE: &str = "Invoice aggregation service";

const INTRODUCTION: &str = "\
Collects rental and retail invoices from a user's connected mail account, parses them, and notifies the user.

**Conventions.** A success is `{message, code, data}` (sign-up and login: `{message, data}`), a failure `{error: {code, \
message}}`; decide by `code`, show `message`. Checks run in this order: access token, account, scope of a script's token, \
path and query, body, mail account. A body is parsed as JSON whatever its content type, except `multipart/*` and a body with a `Content-Encoding` (415). \
An empty or blank body is the same as no body. An optional field that is `null` counts as absent. Unknown fields and query \
parameters are ignored. A body has at most 65536 bytes (413) and 30 seconds to arrive (408). An unknown path is 404, a wrong \
method 405 with `Allow`; both are `INVALID_REQUEST` and need no token. Requests time out after 60 seconds, ingests after five \
and a half minutes, with 500; the work continues. While the service shuts down it returns 503 with `Retry-After`. Browser \
pages can call it (CORS) from the origins that the operator allows, with access tokens and without cookies. Every response has \
an `X-Request-Id`, and must not be cached unless its `Cache-Control` allows it.

**Money** is an exact decimal: at most eleven integer digits and four decimals. Parse it as a decimal, not as a binary float.

**Growth.** New sub-types, fields and error codes may be added without a new version. Clients must treat unknown \
ones as absent or as text.";

/// The document of the operations, with the catalogue's categories.
///
/// The same catalogue always gives the same text. A panic here is a bug of the contract, found by its tests.
pub fn document(catalogue: &Catalogue) -> Value {
    let mut document = contract();
    schemas::complete(&mut document, catalogue);
    operations::complete(&mut document);
    schemas::nullable_references(&mut document["components"]["schemas"]);
    document["components"]["headers"] = headers();
    document["components"]["securitySchemes"] = json!({
        "bearerAuth": {
            "type": "http",
            "scheme": "bearer",
            "description": "The `access_token` of sign-up, login or a session (a JWT). After a 401 `TOKEN_EXPIRED`, refresh the session or log in again. A script uses a token of `POST /v1/tokens`, which opens the operations that name one of its scopes in `x-token-scopes`.",
        },
        "sessionCookie": browser_session::security_scheme(),
    });
    document["security"] = json!([{"bearerAuth": []}]);
    document["servers"] = json!([{"url": "/", "description": "The service. The operator provides its address."}]);
    document["tags"] = json!([
        {"name": "auth", "description": "Sign-up, login, sessions, access tokens, and connecting a mail account."},
        {"name": "user", "description": "The caller's own account."},
        {"name": "invoices", "description": "Invoices of both types."},
        {"name": "rental", "description": "A landlord's rent notices."},
        {"name": "retail", "description": "A shop's receipts and invoices."},
        {"name": "messages", "description": "The messages that were found, and their outcomes."},
        {"name": "statistics", "description": "Totals of invoices."},
        {"name": "notifications", "description": "The caller's notifications."},
        {"name": "ingests", "description": "The runs of ingests."},
        {"name": "sources", "description": "The landlords and vendors whose messages are collected."},
        {"name": "webhooks", "description": "The caller's webhooks."},
    ]);
    sorted(document)
}

/// What dropshot writes of the API groups.
fn contract() -> Value {
    let groups = described_groups().into_iter().map(|group| description(&group));
    groups.reduce(merged).unwrap_or_default()
}

fn description(api: &ApiDescription<StubContext>) -> Value {
    let mut definition = api.openapi(TITLE, VERSION);
    definition.description(INTRODUCTION);
    definition.json().expect("dropshot's document is JSON")
}

/// Both documents in one. What is in both must be the same.
fn merged(mut left: Value, right: Value) -> Value {
    fn put(left: &mut Value, right: Value, at: &str) {
        match (left, right) {
            (Value::Object(left), Value::Object(right)) => {
                for (key, value) in right {
                    match left.get_mut(&key) {
                        Some(known) => put(known, value, &format!("{at}/{key}")),
                        None => drop(left.insert(key, value)),
                    }
                }
            }
            (Value::Array(left), Value::Array(right)) => {
                for value in right {
                    if !left.contains(&value) {
                        left.push(value);
                    }
                }
            }
            (left, right) => assert_eq!(*left, right, "two API groups differ at {at}"),
        }
    }
    put(&mut left, right, "");
    left
}

fn headers() -> Value {
    let own = json!({
        "X-Request-Id": {
            "description": "Identifies the request in the service's log.",
            "schema": {"type": "string", "format": "uuid"},
            "example": "0b51ab10-0000-4000-8000-5d1d8d2c7b11",
        },
        "WWW-Authenticate": {
            "description": "The authentication scheme.",
            "schema": {"type": "string"},
            "example": "Bearer",
        },
        "Retry-After": {
            "description": "Seconds to wait before the next attempt.",
            "schema": {"type": "integer", "minimum": 1},
            "example": 60,
        },
        crate::invoice::rental::INVOICE_MESSAGE: {
            "description": "The message, because a 204 has no body.",
            "schema": {"type": "string"},
            "example": "Rental invoice for 7/2026 has not been dispatched yet.",
        },
    });
    [original::headers(), ingest::headers(), browser_session::headers()]
        .into_iter()
        .fold(own, merged)
}

/// Sorts every object by its keys: whether `serde_json` does depends on the features that other crates enable.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(object) => {
            let mut entries: Vec<(String, Value)> = object.into_iter().map(|(k, v)| (k, sorted(v))).collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            Value::Object(entries.into_iter().collect::<Map<_, _>>())
        }
        Value::Array(list) => Value::Array(list.into_iter().map(sorted).collect()),
        other => other,
    }
}
