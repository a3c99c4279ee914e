//! The API groups of the router, and their order.

use dropshot::Body;
use dropshot::{ApiDescription, RequestContext, ServerContext};
use futures::FutureExt;
use futures::future::BoxFuture;
use http::{Method, StatusCode, header};

type Find<C> = Box<dyn Fn(&Method, &str) -> Result<Matched<C>, Mismatch> + Send + Sync>;

/// One of the contract's traits.
pub(super) struct ApiGroup<C: ServerContext> {
    paths: Vec<String>,
    /// Finds the handler of a method and path.
    pub find: Find<C>,
}

/// Runs a handler. It returns `None` if it failed; see [`crate::error::dropshot_error::catch`].
pub(super) type Run<C> =
    Box<dyn FnOnce(RequestContext<C>, hyper::Request<Body>) -> BoxFuture<'static, Option<http::Response<Body>>> + Send>;

pub(super) struct Matched<C: ServerContext> {
    pub operation: String,
    pub run: Run<C>,
}

/// Why a group does not have a request's operation.
pub(super) enum Mismatch {
    /// It does not have the path.
    Path,
    /// It has the path with other methods: `allow`, as the header lists them.
    Method { allow: String },
}

/// The groups in the order in which they are asked: one that has a literal where another has a variable comes first, as OpenAPI
/// says.
pub(super) fn in_order<C: ServerContext>(mut groups: Vec<ApiGroup<C>>) -> Vec<ApiGroup<C>> {
    let mut ordered = Vec::with_capacity(groups.len());
    while !groups.is_empty() {
        let is_first = |group: &ApiGroup<C>| !groups.iter().any(|other| goes_before(&other.paths, &group.paths));
        let first = groups.iter().position(is_first);
        ordered.push(groups.remove(first.expect("no two groups go before each other")));
    }
    ordered
}

fn goes_before(left: &[String], right: &[String]) -> bool {
    let is_variable = |segment: &str| segment.starts_with('{');
    left.iter().any(|left| {
        right.iter().any(|right| {
            let mut differ = left
                .split('/')
                .zip(right.split('/'))
                .skip_while(|(left, right)| left == right);
            differ
                .next()
                .is_some_and(|(left, right)| !is_variable(left) && is_variable(right))
        })
    })
}

/// Makes a group of a trait's description. The types of dropshot's router are public but have no public name, so they
/// stay inside this closure.
pub(super) fn api_group<C: ServerContext>(api: ApiDescription<C>) -> ApiGroup<C> {
    let router = api.into_router();
    let paths = router.endpoints(None).map(|(path, ..)| path).collect();
    let find = Box::new(
        move |method: &Method, path: &str| match router.lookup_route(method, path.into(), None) {
            Ok(found) => Ok(Matched {
                operation: found.endpoint.operation_id.clone(),
                run: Box::new(move |mut rqctx, request| {
                    rqctx.endpoint = found.endpoint;
                    async move { found.handler.handle_request(rqctx, request).await.ok() }.boxed()
                }),
            }),
            Err(error) if error.status_code.as_status() == StatusCode::METHOD_NOT_ALLOWED => {
                let allowed = error.headers.iter().flat_map(|headers| headers.get_all(header::ALLOW));
                let mut allowed: Vec<&str> = allowed.filter_map(|method| method.to_str().ok()).collect();
                if let Some(get) = allowed.iter().position(|method| *method == Method::GET) {
                    allowed.insert(get + 1, Method::HEAD.as_str());
                }
                Err(Mismatch::Method {
                    allow: allowed.join(", "),
                })
            }
            Err(_) => Err(Mismatch::Path),
        },
    );
    ApiGroup { paths, find }
}
