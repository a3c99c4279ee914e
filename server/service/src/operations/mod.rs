//! Health checks and metrics, on an address of their own that users can't reach.
//!
//! `/healthz`: whether the workers of this process run. If not, restart it. It also has the states of what only some requests
//! need. `/readyz`: whether the process can answer requests, and what is wrong. `/metrics`: metrics for Prometheus.

mod dependencies;
mod metrics;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use dropshot::{
    ApiDescription, Body, BuildError, ConfigDropshot, HttpError, HttpServer, RequestContext, ServerBuilder, endpoint,
};
use http::{Response, StatusCode, header};
use invoices_app::{App, Check};
use serde_json::{Value, json};
use tokio::task::AbortHandle;
use tokio_util::task::AbortOnDropHandle;

use dependencies::Dependencies;

pub use metrics::Requests;

/// How often the SQLite file is checked. A check reads the whole file.
const FILE_CHECK: Duration = Duration::from_hours(1);

/// The state of the endpoints.
struct State {
    app: App,
    dependencies: Dependencies,
    requests: Requests,
    workers: Vec<AbortHandle>,
    stopping: Arc<AtomicBool>,
    _file_check: AbortOnDropHandle<()>,
}

/// The server of the endpoints.
pub struct Operations {
    server: HttpServer<State>,
    stopping: Arc<AtomicBool>,
}

impl Operations {
    /// Listens on `address`. `workers` are the tasks that run jobs.
    pub fn start(
        address: SocketAddr,
        app: App,
        requests: Requests,
        workers: Vec<AbortHandle>,
    ) -> Result<Self, BuildError> {
        const DISTINCT: &str = "the paths are distinct";
        let mut api = ApiDescription::new();
        api.register(healthz).expect(DISTINCT);
        api.register(readyz).expect(DISTINCT);
        api.register(metrics_text).expect(DISTINCT);
        let stopping = Arc::new(AtomicBool::new(false));
        let state = State {
            dependencies: Dependencies::watch(app.clone()),
            _file_check: check_file(app.clone()),
            app,
            requests,
            workers,
            stopping: Arc::clone(&stopping),
        };
        let config = ConfigDropshot {
            bind_address: address,
            ..ConfigDropshot::default()
        };
        let server = ServerBuilder::new(api, state, invoices_api::logging::logger(Arc::default()))
            .config(config)
            .start()?;
        Ok(Operations { server, stopping })
    }

    /// The address that it listens on.
    pub fn address(&self) -> SocketAddr {
        self.server.local_addr()
    }

    /// Makes `/readyz` answer 503, so that a load balancer sends requests to other processes.
    pub fn stopping(&self) {
        self.stopping.store(true, Ordering::SeqCst);
    }

    /// Stops the server.
    pub async fn stop(self) -> Result<(), String> {
        self.server.close().await
    }
}

/// Checks the SQLite file now and then, so that damage is known before a request meets it. The store remembers it.
fn check_file(app: App) -> AbortOnDropHandle<()> {
    AbortOnDropHandle::new(tokio::spawn(async move {
        loop {
            if let Err(error) = app.store().find_damage_quickly().await {
                tracing::warn!(%error, "failed to check the database");
            }
            tokio::time::sleep(FILE_CHECK).await;
        }
    }))
}

type Answer = Result<Response<Body>, HttpError>;

/// Whether the workers of this process run. The states of the dependencies don't change the status: a restart would not help.
#[endpoint { method = GET, path = "/healthz", unpublished = true }]
async fn healthz(request: RequestContext<State>) -> Answer {
    let workers = &request.context().workers;
    let dead = workers.iter().filter(|worker| worker.is_finished()).count();
    // At shutdown workers finish without having died.
    let healthy = dead == 0 || request.context().stopping.load(Ordering::SeqCst);
    let dependencies = texts(request.context().dependencies.states());
    let workers = json!({ "started": workers.len(), "died": dead });
    let body = json!({ "healthy": healthy, "workers": workers, "dependencies": dependencies });
    answer(healthy, &body)
}

/// Whether the process can answer requests, and what is wrong. An operation whose own dependency fails answers 502.
#[endpoint { method = GET, path = "/readyz", unpublished = true }]
async fn readyz(request: RequestContext<State>) -> Answer {
    let state = request.context();
    // Answered at once: a proxy must know before the port closes.
    if state.stopping.load(Ordering::SeqCst) {
        let message = "the process is stopping; send requests to another one";
        return answer(
            false,
            &json!({ "ready": false, "stopping": true, "message": message, "checks": {} }),
        );
    }
    let checks = state.app.readiness().await;
    let ready = checks.iter().all(|check| check.problem.is_none());
    answer(
        ready,
        &json!({ "ready": ready, "stopping": false, "checks": texts(checks) }),
    )
}

/// What is wrong with each, or `ok`.
fn texts(checks: Vec<Check>) -> serde_json::Map<String, Value> {
    let text = |check: Check| (check.of.to_owned(), check.problem.unwrap_or_else(|| "ok".into()).into());
    checks.into_iter().map(text).collect()
}

/// The metrics as Prometheus reads them.
#[endpoint { method = GET, path = "/metrics", unpublished = true }]
async fn metrics_text(request: RequestContext<State>) -> Answer {
    let state = request.context();
    let text = metrics::text(&state.app, &state.requests, &state.dependencies.states()).await;
    let text = text.map_err(|error| HttpError::for_internal_error(error.to_string()))?;
    respond(StatusCode::OK, metrics::CONTENT_TYPE, text)
}

fn answer(ok: bool, body: &Value) -> Answer {
    let status = if ok {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    respond(status, "application/json", format!("{body}\n"))
}

fn respond(status: StatusCode, content_type: &str, text: String) -> Answer {
    Ok(Response::builder()
        .status(status)
        .header(header::CONTENT_TYPE, content_type)
        .header(header::CACHE_CONTROL, "no-store")
        .body(Body::from(text))?)
}
