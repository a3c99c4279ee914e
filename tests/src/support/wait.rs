//! Waits with a limit. One that is not over in time fails the test and names what it waited for.

use std::fmt::Display;
use std::panic::Location;
use std::time::Duration;

/// Longer than anything that a test waits for takes on a slow machine.
pub const LIMIT: Duration = Duration::from_mins(1);
/// The pause between two checks of a condition.
const POLL: Duration = Duration::from_millis(20);

/// Waits for a future; fails with `what` after [`LIMIT`].
#[track_caller]
pub fn within<T>(what: impl Display, future: impl Future<Output = T>) -> impl Future<Output = T> {
    within_limit(LIMIT, what, future)
}

/// Waits for a future; fails with `what` after the limit.
#[track_caller]
pub fn within_limit<T>(
    limit: Duration,
    what: impl Display,
    future: impl Future<Output = T>,
) -> impl Future<Output = T> {
    let caller = Location::caller();
    // On the heap: the futures of a test contain each other, and would fill the stack of its thread.
    let future = Box::pin(future);
    async move {
        let Ok(result) = tokio::time::timeout(limit, future).await else {
            panic!("{caller}: waited {} s in vain for {what}", limit.as_secs())
        };
        result
    }
}

/// Checks a condition until it holds; fails with `what` after [`LIMIT`].
#[track_caller]
pub fn until(what: impl Display, condition: impl AsyncFnMut() -> bool) -> impl Future<Output = ()> {
    until_limit(LIMIT, what, condition)
}

/// Checks a condition until it holds; fails with `what` after the limit.
#[track_caller]
pub fn until_limit(
    limit: Duration,
    what: impl Display,
    mut condition: impl AsyncFnMut() -> bool,
) -> impl Future<Output = ()> {
    within_limit(limit, what, async move {
        while !condition().await {
            tokio::time::sleep(POLL).await;
        }
    })
}
