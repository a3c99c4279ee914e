//! What the router lends to a request while its handler runs.
//!
//! Dropshot's extractors are generic over every context and so can't ask it for a trait, and its
//! handlers hand errors back in a type that can't be read. Both gaps are closed by one task-local,
//! which the router sets around each handler.

use std::cell::RefCell;

use futures::future::BoxFuture;
use invoices_domain::UserId;

use crate::caller::AccountRule;
use crate::error::ApiError;

/// [`crate::Authenticate`] of this request's context.
pub(crate) type Authenticator =
    Box<dyn Fn(Option<String>, AccountRule) -> BoxFuture<'static, Result<UserId, ApiError>> + Send + Sync>;

struct Scope {
    authenticator: Authenticator,
    error: RefCell<Option<ApiError>>,
}

tokio::task_local! {
    static SCOPE: Scope;
}

/// Runs a handler. It gives `None` where it failed; its error is then what was kept.
pub(crate) async fn run<T>(
    authenticator: Authenticator,
    handler: BoxFuture<'static, Option<T>>,
) -> Result<T, ApiError> {
    let scope = Scope {
        authenticator,
        error: RefCell::new(None),
    };
    SCOPE
        .scope(scope, async {
            let kept = |scope: &Scope| scope.error.take();
            match handler.await {
                Some(response) => Ok(response),
                None => Err(SCOPE.with(kept).unwrap_or_else(ApiError::internal)),
            }
        })
        .await
}

/// Keeps a handler's or extractor's error for [`run`].
pub(crate) fn keep_error(error: &ApiError) {
    // Outside of the router there is nobody to keep it for.
    let _ = SCOPE.try_with(|scope| scope.error.replace(Some(error.clone())));
}

/// Asks the context who calls.
pub(crate) async fn authenticate(bearer: Option<String>, rule: AccountRule) -> Result<UserId, ApiError> {
    let Ok(answer) = SCOPE.try_with(|scope| (scope.authenticator)(bearer, rule)) else {
        tracing::error!("a handler runs outside of the router, which alone can authenticate");
        return Err(ApiError::internal());
    };
    answer.await
}
