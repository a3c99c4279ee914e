//! The mail API: search, messages, attachments, the profile and the history.

use std::collections::HashMap;
use std::io;

use http::StatusCode;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::answer::Answer;
use crate::calls::Endpoint;
use crate::mailbox::Changes;
use crate::payload::{Format, attachment, message};
use crate::query::Query;
use crate::state::SandboxState;
use crate::tokens::Grant;

/// The default and maximum page size.
const PAGE: usize = 100;
const MAX_PAGE: usize = 500;
/// The maximum length of a query.
const MAX_QUERY: usize = 8192;
/// The scopes that allow reading mail; one is enough.
const SCOPES: [&str; 3] = [
    "https://www.googleapis.com/auth/gmail.readonly",
    "https://www.googleapis.com/auth/gmail.modify",
    "https://mail.google.com/",
];

/// Answers a call under `/gmail/v1/users/`. `path` is the rest: the user and the resource.
pub(crate) fn answer(
    state: &SandboxState,
    endpoint: Endpoint,
    path: &[&str],
    parameters: &HashMap<String, String>,
    bearer: Option<&str>,
) -> Answer {
    let grant = match authorise(state, bearer) {
        Ok(grant) => grant,
        Err(refused) => return refused,
    };
    if let Err(refused) = state.meter.lock().spend(&grant.address, endpoint, Instant::now()) {
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
        ["messages"] => search(state, &grant, parameters),
        ["messages", id, "attachments", attachment] => fetch_attachment(state, &grant, id, attachment),
        ["messages", id] => fetch(state, &grant, id, parameters.get("format").map(String::as_str)),
        ["profile"] => profile(state, &grant),
        ["history"] => history(state, &grant, parameters),
        _ => not_found(),
    }
}

/// The error for an unknown or expired access token.
pub(crate) fn invalid_credentials() -> Answer {
    Answer::refusal(StatusCode::UNAUTHORIZED, "authError", "Invalid Credentials")
}

fn not_found() -> Answer {
    Answer::refusal(StatusCode::NOT_FOUND, "notFound", "Requested entity was not found.")
}

fn invalid(message: &str) -> Answer {
    Answer::refusal(StatusCode::BAD_REQUEST, "invalidArgument", message)
}

fn authorise(state: &SandboxState, bearer: Option<&str>) -> Result<Grant, Answer> {
    let grant = bearer.and_then(|token| state.tokens.lock().grant(token));
    let (grant, _) = grant.ok_or_else(invalid_credentials)?;
    if grant.scopes.iter().any(|scope| SCOPES.contains(&scope.as_str())) {
        Ok(grant)
    } else {
        Err(forbidden())
    }
}

/// The error for a token without a scope for mail.
pub(crate) fn forbidden() -> Answer {
    Answer::refusal(
        StatusCode::FORBIDDEN,
        "insufficientPermissions",
        "Request had insufficient authentication scopes.",
    )
}

fn search(state: &SandboxState, grant: &Grant, parameters: &HashMap<String, String>) -> Answer {
    let query = parameters.get("q").map(String::as_str).unwrap_or_default();
    if query.len() > MAX_QUERY {
        return invalid("The query is too long.");
    }
    state.calls.lock().note_query(query);
    if state.faults.lock().fails_search(query) {
        return internal_error();
    }
    let Ok(most) = parameters.get("maxResults").map_or(Ok(PAGE), |most| most.parse()) else {
        return invalid("Invalid value for maxResults");
    };
    let hidden_too = parameters.get("includeSpamTrash").is_some_and(|value| value == "true");
    let token = parameters.get("pageToken").filter(|token| !token.is_empty());
    let query = Query::parse(query);
    let page = state.mailbox(&grant.address, |mailbox| {
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
    // The provider omits an empty list.
    if !ids.is_empty() {
        list["messages"] = ids.into();
    }
    if let Some(next) = page.next {
        list["nextPageToken"] = next.into();
    }
    Answer::ok(&list)
}

fn fetch(state: &SandboxState, grant: &Grant, id: &str, format: Option<&str>) -> Answer {
    let Some(format) = Format::named(format) else {
        return invalid("Invalid value for format");
    };
    let Some(mail) = state.mailbox(&grant.address, |mailbox| mailbox.get(id)) else {
        return not_found();
    };
    match mail.read(state.settings.stamp_authentication) {
        Ok(bytes) => Answer::ok(&message(&mail, &bytes, format)),
        Err(error) => unreadable(id, &error),
    }
}

fn fetch_attachment(state: &SandboxState, grant: &Grant, id: &str, attachment_id: &str) -> Answer {
    let Some(mail) = state.mailbox(&grant.address, |mailbox| mailbox.get(id)) else {
        return not_found();
    };
    match mail.read(state.settings.stamp_authentication) {
        Ok(bytes) => attachment(&bytes, attachment_id).map_or_else(not_found, |found| Answer::ok(&found)),
        Err(error) => unreadable(id, &error),
    }
}

/// The error for an indexed message that can't be read from disk.
fn unreadable(id: &str, error: &io::Error) -> Answer {
    tracing::warn!(id, %error, "failed to read an indexed message");
    if error.kind() == io::ErrorKind::NotFound {
        return not_found();
    }
    internal_error()
}

/// The provider's internal error.
pub(crate) fn internal_error() -> Answer {
    Answer::refusal(
        StatusCode::INTERNAL_SERVER_ERROR,
        "backendError",
        "Internal error encountered.",
    )
}

fn profile(state: &SandboxState, grant: &Grant) -> Answer {
    let (total, history_id) = state.mailbox(&grant.address, |mailbox| (mailbox.len(), mailbox.history_id()));
    Answer::ok(&json!({
        "emailAddress": grant.address,
        "messagesTotal": total,
        "threadsTotal": total,
        "historyId": history_id.to_string(),
    }))
}

/// Mails are added, and nothing else happens to them.
fn history(state: &SandboxState, grant: &Grant, parameters: &HashMap<String, String>) -> Answer {
    // The token of a page is the last change of the page before.
    let token = parameters.get("pageToken").filter(|token| !token.is_empty());
    let start = token
        .or(parameters.get("startHistoryId"))
        .and_then(|id| id.parse().ok());
    let most = parameters.get("maxResults").map_or(Ok(PAGE), |most| most.parse());
    let (Some(start), Ok(most)) = (start, most) else {
        return invalid("Invalid value for startHistoryId, pageToken or maxResults");
    };
    let (found, history_id) = state.mailbox(&grant.address, |mailbox| {
        (mailbox.changes(start, most.clamp(1, MAX_PAGE)), mailbox.history_id())
    });
    let Some(Changes { added, more }) = found else {
        return not_found();
    };
    let mut list = json!({"historyId": history_id.to_string()});
    let of_additions = parameters.get("historyTypes").is_none_or(|kind| kind == "messageAdded");
    if let Some(last) = added.last().filter(|_| of_additions) {
        let records = added.iter().map(|mail| {
            let named = json!({"id": mail.id, "threadId": mail.id});
            let labelled = json!({"id": mail.id, "threadId": mail.id, "labelIds": mail.labels()});
            json!({
                "id": mail.history_id.to_string(),
                "messages": [named],
                "messagesAdded": [{"message": labelled}],
            })
        });
        // The provider omits an empty list.
        list["history"] = records.collect();
        if more {
            list["nextPageToken"] = last.history_id.to_string().into();
        }
    }
    Answer::ok(&list)
}
