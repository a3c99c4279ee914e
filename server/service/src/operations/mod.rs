//! What operators and their machines ask a process, on an address of its own that no user reaches.
//!
//! `/healthz`: whether the process does what it is for, else a restart would help. `/readyz`: whether what it depends
//! on does, and what is wrong. `/metrics`: figures for Prometheus.

mod metrics;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use dropshot::{
    ApiDescription, Body, BuildError, ConfigDropshot, HttpError, HttpServer, RequestContext, ServerBuilder, endpoint,
};
use http::{Response, StatusCode, header};
use invoices_app::App;
use serde_json::{Value, json};
use tokio::task::AbortHandle;

pub use metrics::Requests;

/// What the answers rest on.
struct State {
    app: App,
    requests: Requests,
    workers: Vec<AbortHandle>,
    stopping: Arc<AtomicBool>,
}

/// The answers' server.
pub struct Operations {
    server: HttpServer<State>,
    stopping: Arc<AtomicBool>,
}

impl Operations {
    /// Answers on `address`. `workers` are the tasks that run jobs.
    pub fn start(
        address: SocketAddr,
        app: App,
        requests: Requests,
        workers: Vec<AbortHandle>,
    ) -> Result<Self, BuildError> {
        const SOUND: &str = "three paths that differ";
        let mut api = ApiDescription::new();
        api.register(healthz).expect(SOUND);
        api.register(readyz).expect(SOUND);
        api.register(metrics_text).expect(SOUND);
        let stopping = Arc::new(AtomicBool::new(false));
        let state = State {
            app,
            requests,
            workers,
            stopping: Arc::clone(&stopping),
        };
        let config = ConfigDropshot {
            bind_address: address,
            ..ConfigDropshot::default()
        };
        let server = ServerBuilder::new(api, state, invoices_api::logging::logger())
            .config(config)
            .start()?;
        Ok(Operations { server, stopping })
    }

    /// Where it answers.
    pub fn address(&self) -> SocketAddr {
        self.server.local_addr()
    }

    /// From now on the process is not ready: whoever sends requests shall send them elsewhere.
    pub fn stopping(&self) {
        self.stopping.store(true, Ordering::SeqCst);
    }

    /// Answers nobody any more.
    pub async fn stop(self) -> Result<(), String> {
        self.server.close().await
    }
}

type Answer = Result<Response<Body>, HttpError>;

/// Whether the process does what it is for.
#[endpoint { method = GET, path = "/healthz", unpublished = true }]
async fn healthz(request: RequestContext<State>) -> Answer {
    let workers = &request.context().workers;
    let dead = workers.iter().filter(|worker| worker.is_finished()).count();
    // At shutdown they end in order.
    let healthy = dead == 0 || request.context().stopping.load(Ordering::SeqCst);
    let said = json!({ "healthy": healthy, "workers": { "started": workers.len(), "died": dead } });
    answer(healthy, &said)
}

/// Whether the process can serve, and why not.
#[endpoint { method = GET, path = "/readyz", unpublished = true }]
async fn readyz(request: RequestContext<State>) -> Answer {
    let state = request.context();
    let stopping = state.stopping.load(Ordering::SeqCst);
    let checks = state.app.readiness().await;
    let ready = !stopping && checks.iter().all(|check| check.problem.is_none());
    let checks: serde_json::Map<String, Value> = checks
        .into_iter()
        .map(|check| (check.of.to_owned(), check.problem.unwrap_or_else(|| "ok".into()).into()))
        .collect();
    answer(
        ready,
        &json!({ "ready": ready, "stopping": stopping, "checks": checks }),
    )
}

/// Figures as Prometheus reads them.
#[endpoint { method = GET, path = "/metrics", unpublished = true }]
async fn metrics_text(request: RequestContext<State>) -> Answer {
    let state = request.context();
    let text = metrics::text(&state.app, &state.requests).await;
    let text = text.map_err(|error| HttpError::for_internal_error(error.to_string()))?;
    respond(StatusCode::OK, metrics::CONTENT_TYPE, text)
}

fn answer(well: bool, said: &Value) -> Answer {
    let status = if well {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    respond(status, "application/json", format!("{said}\n"))
}

fn respond(status: StatusCode, content_type: &str, text: String) -> Answer {
    Ok(Response::builder()
        .status(status)
        .header(header::CONTENT_TYPE, content_type)
        .header(header::CACHE_CONTROL, "no-store")
        .body(Body::from(text))?)
}
