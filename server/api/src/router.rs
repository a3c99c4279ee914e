//! One wildcard endpoint for each method, in front of the API groups.
//!
//! The first group that knows the path answers a request; only an unknown path goes on to the next group. Each handler is
//! completed: a panic is answered with a 500 in the envelope, a time-out is answered while the work continues, a caller who
//! hangs up cancels nothing but a wait ([`crate::Caller::hung_up`]), and a shutdown waits for all handlers. [`RouterHandle`]
//! has the steps of a shutdown. `HEAD` is answered for every `GET`, with the same headers and no content.
//!
//! Two kinds of request never get here, because dropshot's own router answers them in its own form: a path that is not
//! percent-encoded UTF-8 or has dot segments (400), and a method that the HTTP standard does not name (405).

mod group;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use dropshot::{
    ApiDescription, ApiEndpoint, ApiEndpointVersions, Body, BuildError, CompressionConfig, ConfigDropshot, ConfigTls,
    HandlerTaskMode, HttpError, HttpServer, Path, RawRequest, RawTlsConfig, RequestContext, ServerBuilder,
    ServerContext,
};
use http::{HeaderValue, Method, Version, header};
use invoices_domain::TokenScope;
use schemars::JsonSchema;
use serde::Deserialize;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument;

use crate::body::{Progress, remove_content};
use crate::caller::{AccountRule, Authenticate, Authenticator};
use crate::completed::Completed;
use crate::contract::{Contract, INGESTS, described_operations, groups};
use crate::cors;
use crate::error::{ApiError, dropshot_error};
use crate::extract::BODY_LIMIT;
use crate::hooks::{Answered, RouterSettings};
use crate::logging;
use crate::logging::shown_path;
use crate::operation::default_scopes;
use crate::router::group::{ApiGroup, Matched, Mismatch, api_group, in_order};

/// Requests whose last path parameter is absent: the method, the path as it came, and the parameter. Dropshot drops
/// empty segments, so its router would take such a path for another one.
const ABSENT_PARAMETERS: &[(Method, &str, &str)] = &[
    (Method::GET, "/v1/invoices/rental/", "invoice_id"),
    (Method::GET, "/v1/invoices/retail/", "invoice_id"),
    (Method::DELETE, "/v1/invoices/retail/", "invoice_id"),
    (Method::PATCH, "/v1/invoices/rental/", "invoice_id"),
    (Method::PATCH, "/v1/invoices/retail/", "invoice_id"),
];

const METHODS: [Method; 9] = [
    Method::GET,
    Method::HEAD,
    Method::POST,
    Method::PUT,
    Method::PATCH,
    Method::DELETE,
    Method::OPTIONS,
    Method::TRACE,
    Method::CONNECT,
];

/// The `Retry-After` of the answers during a shutdown.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The name of pages for the [`crate::Observer`].
const PAGE: &str = "page";

/// Finds the operation of a request and runs it.
pub struct Router<C: ServerContext> {
    groups: Vec<ApiGroup<C>>,
    /// Those of the operations that name some.
    scopes: BTreeMap<&'static str, &'static [TokenScope]>,
    settings: RouterSettings,
    handle: RouterHandle,
}

/// Stops a router. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct RouterHandle {
    leaving: Arc<AtomicBool>,
    closing: Arc<AtomicBool>,
    hurried: CancellationToken,
    running: TaskTracker,
}

impl RouterHandle {
    /// Closes the connection of every request after its answer, so that callers send the next one elsewhere. Over HTTP/2 the
    /// server does that itself when it closes.
    pub fn close_connections(&self) {
        self.leaving.store(true, Ordering::SeqCst);
    }

    /// Ends the waits of requests for their jobs: they are answered with the progress so far.
    pub fn end_waits(&self) {
        self.hurried.cancel();
    }

    /// Answers requests with 503 from now on, and closes their connections.
    pub fn close(&self) {
        self.close_connections();
        self.closing.store(true, Ordering::SeqCst);
    }

    /// Waits until every handler has ended, also those whose caller was answered or is gone. Those that begin meanwhile are
    /// waited for, too.
    pub async fn drained(&self) {
        self.running.close();
        self.running.wait().await;
    }

    /// The number of handlers that run now.
    pub fn running(&self) -> usize {
        self.running.len()
    }
}

impl<C: ServerContext + Authenticate> Router<C> {
    /// A router of the contract's operations, as `Api` implements them.
    pub fn new<Api: Contract<C>>(settings: RouterSettings) -> Self {
        Self::of(groups::<C, Api>(), settings)
    }

    /// A router of these API groups alone.
    pub fn of(groups: Vec<ApiDescription<C>>, settings: RouterSettings) -> Self {
        Router {
            groups: in_order(groups.into_iter().map(api_group).collect()),
            scopes: described_operations()
                .filter_map(|operation| Some((operation.id, operation.scopes?)))
                .collect(),
            settings,
            handle: RouterHandle::default(),
        }
    }

    /// Starts a server on `address`; port 0 takes a free one. `None` serves plain HTTP.
    pub fn start(
        self,
        context: C,
        address: SocketAddr,
        tls: Option<RawTlsConfig>,
    ) -> Result<(HttpServer<C>, RouterHandle), BuildError> {
        let handle = self.handle.clone();
        let logger = logging::logger(Arc::clone(&handle.closing));
        let config = ConfigDropshot {
            bind_address: address,
            default_request_body_max_bytes: BODY_LIMIT,
            compression: CompressionConfig::None,
            // Handlers are completed anyway: only the wait for them is cancelled.
            default_handler_task_mode: HandlerTaskMode::CancelOnDisconnect,
            ..ConfigDropshot::default()
        };
        let server = ServerBuilder::new(self.endpoints(), context, logger)
            .config(config)
            .tls(tls.map(ConfigTls::Dynamic))
            .start()?;
        Ok((server, handle))
    }

    fn endpoints(self) -> ApiDescription<C> {
        let router = Arc::new(self);
        let mut api = ApiDescription::new();
        for method in METHODS {
            let router = Arc::clone(&router);
            let handler = move |rqctx: RequestContext<C>, _: Path<AnyPath>, request: RawRequest| {
                let router = Arc::clone(&router);
                async move { Ok::<_, HttpError>(router.answer(rqctx, request.into_inner()).await) }
            };
            let endpoint = ApiEndpoint::new(
                format!("router_{method}"),
                handler,
                method,
                "application/json",
                "/{path:.*}",
                ApiEndpointVersions::All,
            );
            api.register(endpoint.visible(false))
                .expect("each method has one wildcard");
        }
        api
    }

    /// Answers any request and logs it.
    async fn answer(&self, rqctx: RequestContext<C>, request: hyper::Request<Body>) -> http::Response<Body> {
        let started = Instant::now();
        if let Some(observer) = &self.settings.arrival_observer {
            observer(rqctx.request.remote_addr());
        }
        // In HTTP/2 there is no such header.
        let has_connection_header = request.version() <= Version::HTTP_11;
        let is_head = request.method() == Method::HEAD;
        let (request, body) = Progress::watch(request);
        let origin = self.settings.origins.listed(request.headers());
        let span = tracing::info_span!(
            "request",
            request_id = %rqctx.request_id,
            method = %request.method(),
            path = shown_path(request.uri().path()),
            operation = tracing::field::Empty,
        );
        async {
            let mut operation = String::new();
            let answer = self.dispatch(rqctx, request, &mut operation).await;
            let code = answer.as_ref().err().map(ApiError::code);
            let mut response = answer.unwrap_or_else(ApiError::into_response);
            if is_head {
                remove_content(&mut response);
            }
            let headers = response.headers_mut();
            let no_store = HeaderValue::from_static("no-store");
            headers.entry(header::CACHE_CONTROL).or_insert(no_store);
            headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
            self.settings.origins.complete(headers, origin);
            // What a client still sends of an unread body must not be taken for its next request.
            if has_connection_header && (body.is_unread() || self.handle.leaving.load(Ordering::SeqCst)) {
                headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            let (status, elapsed) = (response.status(), started.elapsed());
            let elapsed_ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
            tracing::info!(status = status.as_u16(), elapsed_ms, "answered");
            if let Some(observer) = &self.settings.observer {
                observer(Answered {
                    operation,
                    status,
                    code,
                    elapsed,
                });
            }
            response
        }
        .instrument(span)
        .await
    }

    /// Finds the operation, writes its name to `matched`, and runs it.
    async fn dispatch(
        &self,
        rqctx: RequestContext<C>,
        mut request: hyper::Request<Body>,
        matched: &mut String,
    ) -> Result<http::Response<Body>, ApiError> {
        // Taken before the flag is read, so that a task that sets the flag and then waits sees this request.
        let _running = self.handle.running.token();
        if self.handle.closing.load(Ordering::SeqCst) {
            return Err(ApiError::service_unavailable(RETRY_AFTER));
        }
        if request.method() == Method::HEAD {
            *request.method_mut() = Method::GET;
            // It is defined for GET alone (RFC 9110, section 14.2).
            request.headers_mut().remove(header::RANGE);
        }
        let (method, path, headers) = (request.method(), request.uri().path(), request.headers());
        if let Some(page) = self.settings.pages.and_then(|pages| pages(method, path, headers)) {
            PAGE.clone_into(matched);
            return page;
        }
        if let Some((_, _, parameter)) = ABSENT_PARAMETERS.iter().find(|(m, p, _)| m == method && *p == path) {
            let authenticator = Authenticator::new(&rqctx, default_scopes(method));
            authenticator.authenticate(headers, AccountRule::MustExist).await?;
            return Err(ApiError::missing_path_parameter(parameter));
        }
        if self.settings.origins.is_preflight(method, headers) {
            // No operation has this method.
            return cors::preflight(self.route(&Method::OPTIONS, path).err());
        }
        let Matched { operation, run } = self.route(method, path)?;
        tracing::Span::current().record("operation", operation.as_str());
        matched.clone_from(&operation);
        let scopes = self.scopes.get(operation.as_str()).copied();
        let scopes = scopes.unwrap_or_else(|| default_scopes(method));
        let authenticator = Authenticator::new(&rqctx, scopes);
        request.extensions_mut().insert(authenticator);
        // Dropshot drops this future when the caller hangs up.
        let hung_up = self.handle.hurried.child_token();
        request.extensions_mut().insert(hung_up.clone());
        let _hung_up = hung_up.drop_guard();
        let handler = dropshot_error::catch(run(rqctx, request));
        let handler = Completed::new(&self.handle.running, handler.in_current_span());
        match tokio::time::timeout(self.limit(&operation), handler).await {
            Ok(Ok(answer)) => answer,
            // The error itself is not logged: it repeats the panic's message, which may hold what the caller sent.
            Ok(Err(_)) => {
                tracing::error!("a handler panicked");
                Err(ApiError::internal())
            }
            Err(_) => {
                tracing::warn!("answered with a time-out; the work continues");
                Err(ApiError::timed_out())
            }
        }
    }

    /// Asks the groups in order; the first that knows the path decides.
    fn route(&self, method: &Method, path: &str) -> Result<Matched<C>, ApiError> {
        // Dropshot drops empty segments; in the contract a path with one does not exist.
        let exists = !path.contains("//") && !path.ends_with('/');
        for group in self.groups.iter().filter(|_| exists) {
            match (group.find)(method, path) {
                Ok(matched) => return Ok(matched),
                Err(Mismatch::Path) => {}
                Err(Mismatch::Method { allow }) => {
                    let allow = HeaderValue::from_str(&allow).ok();
                    return Err(ApiError::method_not_allowed(method, allow));
                }
            }
        }
        Err(ApiError::not_found("No such resource."))
    }

    fn limit(&self, operation: &str) -> Duration {
        if INGESTS.contains(&operation) {
            self.settings.ingest_timeout
        } else {
            self.settings.timeout
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "dropshot requires a field for every variable of a path")]
struct AnyPath {
    path: Vec<String>,
}
