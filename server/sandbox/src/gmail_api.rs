//! The mail API: searching, fetching, the profile.

use std::collections::HashMap;
use std::io;

use http::StatusCode;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::answer::Answer;
use crate::calls::Endpoint;
use crate::payload::{Format, attachment, message};
use crate::query::Query;
use crate::sandbox::World;
use crate::tokens::Grant;

/// How many ids a page has when nobody says, and at most.
const PAGE: usize = 100;
const MAX_PAGE: usize = 500;
/// A longer query is refused.
const MAX_QUERY: usize = 8192;
/// Any of these opens a mailbox.
const SCOPES: [&str; 3] = [
    "https://www.googleapis.com/auth/gmail.readonly",
    "https://www.googleapis.com/auth/gmail.modify",
    "https://mail.google.com/",
];

/// Answers a call below `/gmail/v1/users/`. `path` is what follows: the user and the resource.
pub(crate) fn answer(
    world: &World,
    endpoint: Endpoint,
    path: &[&str],
    parameters: &HashMap<String, String>,
    bearer: Option<&str>,
) -> Answer {
    let grant = match authorise(world, bearer) {
        Ok(grant) => grant,
        Err(refused) => return refused,
    };
    if let Err(refused) = world.meter().spend(&grant.address, endpoint, Instant::now()) {
        return refused;
    }
    let [user, resource @ ..] = path else {
        return not_found();
    };
    if *user != "me" && !user.eq_ignore_ascii_case(&grant.address) {
        return Answer::refusal(
            StatusCode::FORBIDDEN,
            "forbidden",
            &format!("Delegation denied for {}", grant.address),
        );
    }
    match resource {
        ["messages"] => search(world, &grant, parameters),
        ["messages", id, "attachments", attachment] => fetch_attachment(world, &grant, id, attachment),
        ["messages", id] => fetch(world, &grant, id, parameters.get("format").map(String::as_str)),
        ["profile"] => profile(world, &grant),
        _ => not_found(),
    }
}

/// The refusal of an access token that is unknown or has expired.
pub(crate) fn invalid_credentials() -> Answer {
    Answer::refusal(StatusCode::UNAUTHORIZED, "authError", "Invalid Credentials")
}

fn not_found() -> Answer {
    Answer::refusal(StatusCode::NOT_FOUND, "notFound", "Requested entity was not found.")
}

fn invalid(message: &str) -> Answer {
    Answer::refusal(StatusCode::BAD_REQUEST, "invalidArgument", message)
}

fn authorise(world: &World, bearer: Option<&str>) -> Result<Grant, Answer> {
    let grant = bearer.and_then(|token| world.tokens().grant(token));
    let (grant, _) = grant.ok_or_else(invalid_credentials)?;
    if grant.scopes.iter().any(|scope| SCOPES.contains(&scope.as_str())) {
        Ok(grant)
    } else {
        Err(forbidden())
    }
}

/// The refusal of a token that may not read mail.
pub(crate) fn forbidden() -> Answer {
    Answer::refusal(
        StatusCode::FORBIDDEN,
        "insufficientPermissions",
        "Request had insufficient authentication scopes.",
    )
}

fn search(world: &World, grant: &Grant, parameters: &HashMap<String, String>) -> Answer {
    let query = parameters.get("q").map(String::as_str).unwrap_or_default();
    if query.len() > MAX_QUERY {
        return invalid("The query is too long.");
    }
    world.calls().note_query(query);
    if world.faults().strikes_search(query) {
        return internal_error();
    }
    let Ok(most) = parameters.get("maxResults").map_or(Ok(PAGE), |most| most.parse()) else {
        return invalid("Invalid value for maxResults");
    };
    let hidden_too = parameters.get("includeSpamTrash").is_some_and(|value| value == "true");
    let token = parameters.get("pageToken").filter(|token| !token.is_empty());
    let query = Query::parse(query);
    let page = world.mailbox(&grant.address, |mailbox| {
        mailbox.search(&query, hidden_too, token.map(String::as_str), most.clamp(1, MAX_PAGE))
    });
    let Ok(page) = page else {
        return invalid("Invalid page token.");
    };
    let ids: Vec<Value> = page
        .mails
        .iter()
        .map(|mail| json!({"id": mail.id, "threadId": mail.id}))
        .collect();
    let mut list = json!({"resultSizeEstimate": page.total});
    // An empty list is left out, as the provider does.
    if !ids.is_empty() {
        list["messages"] = ids.into();
    }
    if let Some(next) = page.next {
        list["nextPageToken"] = next.into();
    }
    Answer::ok(&list)
}

fn fetch(world: &World, grant: &Grant, id: &str, format: Option<&str>) -> Answer {
    let Some(format) = Format::named(format) else {
        return invalid("Invalid value for format");
    };
    let Some(mail) = world.mailbox(&grant.address, |mailbox| mailbox.get(id)) else {
        return not_found();
    };
    match mail.read(world.settings.stamp_authentication) {
        Ok(bytes) => Answer::ok(&message(&mail, &bytes, format)),
        Err(error) => unreadable(id, &error),
    }
}

fn fetch_attachment(world: &World, grant: &Grant, id: &str, attachment_id: &str) -> Answer {
    let Some(mail) = world.mailbox(&grant.address, |mailbox| mailbox.get(id)) else {
        return not_found();
    };
    match mail.read(world.settings.stamp_authentication) {
        Ok(bytes) => attachment(&bytes, attachment_id).map_or_else(not_found, |found| Answer::ok(&found)),
        Err(error) => unreadable(id, &error),
    }
}

/// A message that the index has and the disk no longer gives.
fn unreadable(id: &str, error: &io::Error) -> Answer {
    tracing::warn!(id, %error, "a message can't be read any more");
    if error.kind() == io::ErrorKind::NotFound {
        return not_found();
    }
    internal_error()
}

/// The refusal of a call that the provider could not serve.
pub(crate) fn internal_error() -> Answer {
    Answer::refusal(
        StatusCode::INTERNAL_SERVER_ERROR,
        "backendError",
        "Internal error encountered.",
    )
}

fn profile(world: &World, grant: &Grant) -> Answer {
    let total = world.mailbox(&grant.address, |mailbox| mailbox.len());
    Answer::ok(&json!({
        "emailAddress": grant.address,
        "messagesTotal": total,
        "threadsTotal": total,
        "historyId": "1",
    }))
}
