//! Whether the body of a request was read to its end.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use dropshot::Body;
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};

/// Knows whether a body was read to its end.
pub(crate) struct Progress(Option<Arc<AtomicBool>>);

impl Progress {
    /// Replaces the body of a request by one that reports here.
    pub(crate) fn watch(request: hyper::Request<Body>) -> (hyper::Request<Body>, Progress) {
        if request.body().is_end_stream() {
            return (request, Progress(None));
        }
        let ended = Arc::new(AtomicBool::new(false));
        let watched = |body| {
            Body::wrap(Watched {
                body,
                ended: Arc::clone(&ended),
            })
        };
        (request.map(watched), Progress(Some(ended)))
    }

    /// Whether the client may still be sending the body.
    pub(crate) fn is_unread(&self) -> bool {
        self.0.as_ref().is_some_and(|ended| !ended.load(Ordering::Relaxed))
    }
}

struct Watched {
    body: Body,
    ended: Arc<AtomicBool>,
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = <Body as HttpBody>::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if frame.is_none() || self.body.is_end_stream() {
            self.ended.store(true, Ordering::Relaxed);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
