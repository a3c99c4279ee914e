//! Work that is completed whether or not anyone still waits for it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

use futures::future::BoxFuture;
use tokio::runtime::Handle;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

/// Runs where it is awaited, which wakes no other thread. Dropped before its end, it goes on as a task of its own. The tracker
/// counts it until it ends. Its error is a panic.
pub(crate) struct Completed<T: Send + 'static> {
    work: Option<BoxFuture<'static, T>>,
    tracker: TaskTracker,
    _counted: TaskTrackerToken,
}

impl<T: Send + 'static> Completed<T> {
    pub fn new(tracker: &TaskTracker, work: impl Future<Output = T> + Send + 'static) -> Self {
        Completed {
            work: Some(Box::pin(work)),
            _counted: tracker.token(),
            tracker: tracker.clone(),
        }
    }
}

impl<T: Send + 'static> Future for Completed<T> {
    type Output = Result<T, Box<dyn Any + Send>>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(work) = &mut self.work else {
            return Poll::Pending;
        };
        // Work that has panicked is dropped and not polled again.
        let polled = catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(cx)));
        let ended = match polled {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(value)) => Ok(value),
            Err(panic) => Err(panic),
        };
        self.work = None;
        Poll::Ready(ended)
    }
}

impl<T: Send + 'static> Drop for Completed<T> {
    fn drop(&mut self) {
        // Without a runtime nothing runs any more.
        if let Some(work) = self.work.take()
            && Handle::try_current().is_ok()
        {
            self.tracker.spawn(work);
        }
    }
}
