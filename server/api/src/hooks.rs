//! What a server sets and adds to the router.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use dropshot::Body;
use http::{HeaderMap, Method, StatusCode};

use crate::cors::Origins;
use crate::error::ApiError;
use crate::error::code::ErrorCode;

/// How long requests may take, and what a server adds.
pub struct RouterSettings {
    /// The limit of most operations.
    pub timeout: Duration,
    /// The limit of ingests. They answer before it by themselves.
    pub ingest_timeout: Duration,
    /// The origins whose pages may call.
    pub origins: Origins,
    /// Is called after every answer.
    pub observer: Option<Observer>,
    /// Is called before every answer.
    pub arrival_observer: Option<ArrivalObserver>,
    /// Pages that need no token.
    pub pages: Option<Pages>,
}

impl Default for RouterSettings {
    fn default() -> Self {
        RouterSettings {
            timeout: Duration::from_mins(1),
            ingest_timeout: Duration::from_secs(330),
            origins: Origins::default(),
            observer: None,
            arrival_observer: None,
            pages: None,
        }
    }
}

/// A request that was answered.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The operation; empty if the request matched none.
    pub operation: String,
    /// The status.
    pub status: StatusCode,
    /// The error code; `None` after a success.
    pub code: Option<ErrorCode>,
    /// How long the answer took.
    pub elapsed: Duration,
}

/// Is called after every answer.
pub type Observer = Arc<dyn Fn(Answered) + Send + Sync>;

/// Is called with the peer of the connection before a request is answered.
pub type ArrivalObserver = Arc<dyn Fn(SocketAddr) + Send + Sync>;

/// The answer to a request for something that is not part of the contract; `None` if there is no such thing.
pub type Page = Option<Result<http::Response<Body>, ApiError>>;

/// Is asked for a page before the operations are, for HEAD as for GET. It must answer at once.
pub type Pages = fn(&Method, &str, &HeaderMap) -> Page;
