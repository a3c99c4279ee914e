//! The HTTP server: connections, faults and routes.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use http::{Method, Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::answer::{Answer, AnswerBody};
use crate::calls::Endpoint;
use crate::consent;
use crate::fault::Fault;
use crate::gmail_api;
use crate::oauth_api;
use crate::state::SandboxState;
use crate::tenant;

/// The maximum number of open connections; others wait.
const MAX_CONNECTIONS: usize = 512;
const MAX_FORM: usize = 64 * 1024;
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);
/// How long open calls may continue after the sandbox was stopped.
const GRACE: Duration = Duration::from_secs(1);

/// Serves until the sender of `stop` is dropped.
pub(crate) async fn serve(listener: TcpListener, state: Arc<SandboxState>, mut stop: watch::Receiver<()>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            _ = stop.changed() => break,
            Some(_) = connections.join_next(), if !connections.is_empty() => {}
            accepted = listener.accept(), if connections.len() < MAX_CONNECTIONS => match accepted {
                Ok((stream, _)) => {
                    connections.spawn(connection(stream, state.clone(), stop.clone()));
                }
                Err(error) => tracing::warn!(%error, "failed to accept a connection"),
            },
        }
    }
    drop(listener);
    let ended = async { while connections.join_next().await.is_some() {} };
    // Dropping the set closes the connections that are still open.
    let _ = tokio::time::timeout(GRACE, ended).await;
}

async fn connection(stream: TcpStream, state: Arc<SandboxState>, mut stop: watch::Receiver<()>) {
    let service = service_fn(|request| answer(state.clone(), request));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        _ = stop.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}

/// Answers a request. An error closes the connection without a response.
async fn answer(state: Arc<SandboxState>, request: Request<Incoming>) -> io::Result<Response<AnswerBody>> {
    let endpoint = Endpoint::of(request.uri().path());
    state.record_call(endpoint).await;
    let faults = state.faults.lock().take_active(endpoint);
    let mut instead = None;
    for fault in &faults {
        match fault {
            Fault::Slow(delay) => tokio::time::sleep(*delay).await,
            Fault::Reset => return Err(io::Error::other("closed by a fault")),
            fault => instead = instead.or_else(|| fault_answer(*fault, endpoint)),
        }
    }
    let answer = match instead {
        Some(answer) => answer,
        None => route(Arc::clone(&state), endpoint, request, &faults).await,
    };
    Ok(answer.into_response(faults.contains(&Fault::CutBody)))
}

/// The response of a fault.
fn fault_answer(fault: Fault, endpoint: Endpoint) -> Option<Answer> {
    Some(match fault {
        Fault::Search500 | Fault::Fetch500 | Fault::Token500 | Fault::Userinfo500 => gmail_api::internal_error(),
        Fault::RateLimited { retry_after } => Answer {
            retry_after,
            ..Answer::refusal(
                StatusCode::TOO_MANY_REQUESTS,
                "rateLimitExceeded",
                "Too many requests in the sandbox.",
            )
        },
        Fault::QuotaExceeded => Answer::refusal(
            StatusCode::FORBIDDEN,
            "rateLimitExceeded",
            "Quota exceeded for the sandbox's limit of calls a minute.",
        ),
        Fault::Forbidden => gmail_api::forbidden(),
        Fault::NotJson => Answer::html("<!doctype html><title>Sandbox</title><p>Sign in to the network."),
        Fault::TokenRevoked if endpoint == Endpoint::Token => Answer::invalid_grant(),
        Fault::TokenRevoked if endpoint == Endpoint::Tokeninfo => {
            Answer::oauth_error(StatusCode::BAD_REQUEST, "invalid_token", "Invalid Value")
        }
        Fault::TokenExpired | Fault::TokenRevoked => gmail_api::invalid_credentials(),
        // They change a response instead of being one.
        Fault::Reset
        | Fault::Slow(_)
        | Fault::CutBody
        | Fault::ConsentDenied
        | Fault::WrongState
        | Fault::CodeExpired => return None,
    })
}

async fn route(state: Arc<SandboxState>, endpoint: Endpoint, request: Request<Incoming>, faults: &[Fault]) -> Answer {
    let (head, body) = request.into_parts();
    let query = parameters(head.uri.query().unwrap_or_default().as_bytes());
    let bearer = head
        .headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
        .map(str::to_owned);
    let form = if head.method == Method::POST {
        match Limited::new(body, MAX_FORM).collect().await {
            Ok(body) => parameters(&body.to_bytes()),
            Err(_) => return Answer::refusal(StatusCode::PAYLOAD_TOO_LARGE, "uploadTooLarge", "Request too large."),
        }
    } else {
        HashMap::new()
    };
    let (reads, posts) = (head.method == Method::GET, head.method == Method::POST);
    let access = query.get("access_token").or(form.get("access_token")).cloned();
    match endpoint {
        endpoint if endpoint.is_mail() && reads => {
            let path = head.uri.path().trim_matches('/').split('/');
            let path: Vec<String> = path.skip(3).map(unescape).collect();
            // A search can read a mailbox of gigabytes from disk.
            let answer = tokio::task::spawn_blocking(move || {
                let path: Vec<&str> = path.iter().map(String::as_str).collect();
                gmail_api::answer(&state, endpoint, &path, &query, bearer.or(access).as_deref())
            });
            answer.await.unwrap_or_else(|_| gmail_api::internal_error())
        }
        Endpoint::Consent if reads => consent::page(&state, &query),
        Endpoint::Consent if posts => consent::decide(&state, &form, faults),
        Endpoint::Device if posts => tenant::device(&state, head.uri.path(), &form),
        Endpoint::Introspection if posts => tenant::introspect(&state, &form),
        Endpoint::Token if posts && head.uri.path() == "/token" => oauth_api::token(&state, &form, faults),
        Endpoint::Token if posts => tenant::token(&state, head.uri.path(), &form, faults),
        Endpoint::Revoke if posts => {
            let token = form.get("token").map(String::as_str).unwrap_or_default();
            oauth_api::revoke(&state, token)
        }
        Endpoint::Tokeninfo => oauth_api::tokeninfo(&state, access.as_deref()),
        Endpoint::Userinfo if reads => {
            let version_2 = head.uri.path().contains("/v2/");
            oauth_api::userinfo(&state, version_2, bearer.or(access).as_deref())
        }
        Endpoint::Unknown => Answer::refusal(StatusCode::NOT_FOUND, "notFound", "The sandbox has no such path."),
        _ => Answer::refusal(
            StatusCode::METHOD_NOT_ALLOWED,
            "httpMethodNotAllowed",
            "Method not allowed.",
        ),
    }
}

/// The parameters of a query or form. The last value of a name counts.
fn parameters(encoded: &[u8]) -> HashMap<String, String> {
    serde_urlencoded::from_bytes::<Vec<(String, String)>>(encoded)
        .unwrap_or_default()
        .into_iter()
        .collect()
}

/// Percent-decodes a path segment. The decoder is for forms, where `+` means a space, so `+` is escaped first.
fn unescape(part: &str) -> String {
    let pair = format!("v={}", part.replace('+', "%2B").replace('&', "%26"));
    parameters(pair.as_bytes()).remove("v").unwrap_or_default()
}
