//! One wildcard endpoint a method in front of the API groups.
//!
//! The first group that knows the path settles a request; only an unknown path falls through. Each handler runs as a
//! task of its own: a panic is a 500 in the envelope, a time-out is answered while the work goes on, a caller who hangs
//! up cancels nothing, and a shutdown waits for all of it.
//!
//! Two requests never get here, because dropshot's own router turns them down in its own form: a path that is not
//! percent-encoded UTF-8 or has dot segments (400), and a method that HTTP's standard does not name (405).

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use dropshot::{
    ApiDescription, ApiEndpoint, ApiEndpointVersions, Body, BuildError, CompressionConfig, ConfigDropshot, HttpError,
    HttpServer, Path, RawRequest, RequestContext, ServerBuilder, ServerContext,
};
use futures::FutureExt;
use futures::future::BoxFuture;
use http::{HeaderValue, Method, StatusCode, header};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio_util::task::TaskTracker;
use tracing::Instrument;

use crate::caller::{AccountRule, Authenticate, bearer};
use crate::contract::{ByIdApi, FixedApi, INGESTS, ListApi, by_id_api_mod, fixed_api_mod, list_api_mod};
use crate::error::ApiError;
use crate::extract::BODY_LIMIT;
use crate::{logging, scope};

/// Paths whose last parameter is absent: a method, the path as it came, and the parameter.
/// Dropshot drops empty segments, so its router would take them for something else.
const ABSENT_PARAMETERS: &[(Method, &str, &str)] = &[
    (Method::GET, "/v1/invoices/rental/", "invoice_id"),
    (Method::DELETE, "/v1/invoices/retail/", "invoice_id"),
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

/// How long requests may take.
#[derive(Clone, Copy, Debug)]
pub struct RouterSettings {
    /// The limit of most operations.
    pub timeout: Duration,
    /// The limit of ingests, which answer on their own before it.
    pub ingest_timeout: Duration,
    /// What `Retry-After` says while shutting down.
    pub retry_after: Duration,
}

impl Default for RouterSettings {
    fn default() -> Self {
        RouterSettings {
            timeout: Duration::from_mins(1),
            ingest_timeout: Duration::from_secs(330),
            retry_after: Duration::from_secs(5),
        }
    }
}

/// A request that was answered.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The operation; empty where the request was for none.
    pub operation: String,
    /// The status.
    pub status: StatusCode,
    /// How long the answer took.
    pub elapsed: Duration,
}

/// Who is told of every answer.
pub type Observer = Arc<dyn Fn(Answered) + Send + Sync>;

/// The groups behind one door.
pub struct Router<C: ServerContext> {
    groups: Vec<ApiGroup<C>>,
    settings: RouterSettings,
    observer: Option<Observer>,
    handle: RouterHandle,
}

/// Closes the door. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct RouterHandle {
    closing: Arc<AtomicBool>,
    running: TaskTracker,
}

impl RouterHandle {
    /// From now on requests are answered 503.
    pub fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
        self.running.close();
    }

    /// Waits until every handler has ended, those included whose caller was answered or is gone. Call
    /// [`RouterHandle::close`] first, or it waits for ever.
    pub async fn drained(&self) {
        self.running.wait().await;
    }

    /// How many handlers run now.
    pub fn running(&self) -> usize {
        self.running.len()
    }
}

/// The three groups, implemented by `Api`, behind one door.
pub fn router<Api, C>(settings: RouterSettings) -> Router<C>
where
    Api: FixedApi<Context = C> + ByIdApi<Context = C> + ListApi<Context = C>,
    C: ServerContext + Authenticate,
{
    const SOUND: &str = "dropshot accepts the contract's paths";
    Router {
        groups: vec![
            group(fixed_api_mod::api_description::<Api>().expect(SOUND)),
            group(by_id_api_mod::api_description::<Api>().expect(SOUND)),
            group(list_api_mod::api_description::<Api>().expect(SOUND)),
        ],
        settings,
        observer: None,
        handle: RouterHandle::default(),
    }
}

impl<C: ServerContext + Authenticate> Router<C> {
    /// The same, telling `observer` of every answer.
    #[must_use]
    pub fn observed(self, observer: Observer) -> Self {
        Router {
            observer: Some(observer),
            ..self
        }
    }

    /// Starts a server on `address`; port 0 takes a free one. The handle closes the door before the server is.
    pub fn start(self, context: C, address: SocketAddr) -> Result<(HttpServer<C>, RouterHandle), BuildError> {
        let handle = self.handle.clone();
        let config = ConfigDropshot {
            bind_address: address,
            default_request_body_max_bytes: BODY_LIMIT,
            compression: CompressionConfig::None,
            ..ConfigDropshot::default()
        };
        let server = ServerBuilder::new(self.endpoints(), context, logging::logger())
            .config(config)
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
            api.register(endpoint.visible(false)).expect("one wildcard a method");
        }
        api
    }

    /// Any request to its response, with a line in the log.
    async fn answer(&self, rqctx: RequestContext<C>, request: hyper::Request<Body>) -> http::Response<Body> {
        let started = Instant::now();
        let span = tracing::info_span!(
            "request",
            request_id = %rqctx.request_id,
            method = %request.method(),
            path = request.uri().path(),
            operation = tracing::field::Empty,
        );
        async {
            let mut operation = String::new();
            let mut response = match self.dispatch(rqctx, request, &mut operation).await {
                Ok(response) => response,
                Err(refusal) => refusal.into_response(),
            };
            let headers = response.headers_mut();
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
            let (status, elapsed) = (response.status(), started.elapsed());
            tracing::info!(status = status.as_u16(), ?elapsed, "answered");
            if let Some(observer) = &self.observer {
                observer(Answered {
                    operation,
                    status,
                    elapsed,
                });
            }
            response
        }
        .instrument(span)
        .await
    }

    async fn dispatch(
        &self,
        rqctx: RequestContext<C>,
        request: hyper::Request<Body>,
        matched: &mut String,
    ) -> Result<http::Response<Body>, Refusal> {
        // Taken before the flag is read: whoever sets the flag and then waits sees this request.
        let _running = self.handle.running.token();
        if self.handle.closing.load(Ordering::SeqCst) {
            return Err(Refusal::from(ApiError::service_unavailable(self.settings.retry_after)));
        }
        let (method, path) = (request.method(), request.uri().path());
        if let Some((_, _, parameter)) = ABSENT_PARAMETERS.iter().find(|(m, p, _)| m == method && *p == path) {
            let token = bearer(request.headers());
            rqctx.context().authenticate(token, AccountRule::MustExist).await?;
            return Err(Refusal::from(ApiError::missing_path_parameter(parameter)));
        }
        let Matched { operation, run } = self.route(method, path)?;
        tracing::Span::current().record("operation", operation.as_str());
        matched.clone_from(&operation);

        let server = Arc::clone(&rqctx.server);
        let authenticator: scope::Authenticator = Box::new(move |bearer, rule| {
            let server = Arc::clone(&server);
            async move { server.private.authenticate(bearer.as_deref(), rule).await }.boxed()
        });
        let handler = scope::run(authenticator, run(rqctx, request));
        let task = self.handle.running.spawn(handler.in_current_span());
        match tokio::time::timeout(self.limit(&operation), task).await {
            Ok(Ok(answer)) => Ok(answer?),
            // The error itself would repeat the panic's message, which may hold what the caller sent.
            Ok(Err(_)) => {
                tracing::error!("a handler panicked");
                Err(Refusal::from(ApiError::internal()))
            }
            Err(_) => {
                tracing::warn!("answered with a time-out; the work goes on");
                Err(Refusal::from(ApiError::timed_out()))
            }
        }
    }

    /// The first group that knows the path settles it.
    fn route(&self, method: &Method, path: &str) -> Result<Matched<C>, Refusal> {
        // Dropshot drops empty segments; to the contract they are other paths, which don't exist.
        let exists = !path.contains("//") && !path.ends_with('/');
        for group in self.groups.iter().filter(|_| exists) {
            match group(method, path) {
                Ok(matched) => return Ok(matched),
                Err(Miss::Path) => {}
                Err(Miss::Method(allow)) => {
                    return Err(Refusal {
                        error: ApiError::method_not_allowed(method),
                        allow: HeaderValue::from_str(&allow).ok(),
                    });
                }
            }
        }
        Err(Refusal::from(ApiError::not_found("No such resource.")))
    }

    fn limit(&self, operation: &str) -> Duration {
        if INGESTS.contains(&operation) {
            self.settings.ingest_timeout
        } else {
            self.settings.timeout
        }
    }
}

/// An error of the router's own.
struct Refusal {
    error: ApiError,
    /// `Allow`, for a 405.
    allow: Option<HeaderValue>,
}

impl From<ApiError> for Refusal {
    fn from(error: ApiError) -> Self {
        Refusal { error, allow: None }
    }
}

impl Refusal {
    fn into_response(self) -> http::Response<Body> {
        let mut response = self.error.into_response();
        let closing = response.status() == StatusCode::SERVICE_UNAVAILABLE;
        let headers = response.headers_mut();
        if let Some(allow) = self.allow {
            headers.insert(header::ALLOW, allow);
        }
        if closing {
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// Finds the handler of a method and path.
type ApiGroup<C> = Box<dyn Fn(&Method, &str) -> Result<Matched<C>, Miss> + Send + Sync>;

/// Runs a handler. `None` where it failed; see [`scope::run`].
type Run<C> =
    Box<dyn FnOnce(RequestContext<C>, hyper::Request<Body>) -> BoxFuture<'static, Option<http::Response<Body>>> + Send>;

struct Matched<C: ServerContext> {
    operation: String,
    run: Run<C>,
}

enum Miss {
    /// The path is not of this group.
    Path,
    /// The path is, the method is not. Holds those that are, as `Allow` lists them.
    Method(String),
}

/// Makes a group of a description. Its router's types are public but can't be named, so they stay in this closure.
fn group<C: ServerContext>(api: ApiDescription<C>) -> ApiGroup<C> {
    let router = api.into_router();
    Box::new(
        move |method, path| match router.lookup_route(method, path.into(), None) {
            Ok(found) => Ok(Matched {
                operation: found.endpoint.operation_id.clone(),
                run: Box::new(move |mut rqctx, request| {
                    rqctx.endpoint = found.endpoint;
                    async move { found.handler.handle_request(rqctx, request).await.ok() }.boxed()
                }),
            }),
            Err(error) if error.status_code.as_status() == StatusCode::METHOD_NOT_ALLOWED => {
                let allowed = error.headers.iter().flat_map(|headers| headers.get_all(header::ALLOW));
                let allowed: Vec<&str> = allowed.filter_map(|method| method.to_str().ok()).collect();
                Err(Miss::Method(allowed.join(", ")))
            }
            Err(_) => Err(Miss::Path),
        },
    )
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "dropshot wants every variable of a path declared")]
struct AnyPath {
    path: Vec<String>,
}
