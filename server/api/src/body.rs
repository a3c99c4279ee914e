//! Whether the body of a request was read to its end, and how the rest is handled.

use std::future::poll_fn;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use dropshot::Body;
use http::header::{CONTENT_LENGTH, EXPECT};
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use tokio::runtime::Handle;
use tokio::time::timeout;

/// How long the rest of a body is read.
const LINGER: Duration = Duration::from_secs(10);
/// How long its client may pause.
const PAUSE: Duration = Duration::from_millis(500);

/// Leaves the headers of an answer, with the length of its content.
pub(crate) fn remove_content(response: &mut http::Response<Body>) {
    let content = mem::take(response.body_mut());
    if let Some(length @ 1..) = content.size_hint().exact() {
        response.headers_mut().insert(CONTENT_LENGTH, length.into());
    }
}

/// Knows whether a body was read to its end.
pub(crate) struct Progress(Option<Arc<AtomicBool>>);

impl Progress {
    /// Replaces the body of a request by one that reports here.
    pub(crate) fn watch(request: hyper::Request<Body>) -> (hyper::Request<Body>, Progress) {
        if request.body().is_end_stream() {
            return (request, Progress(None));
        }
        let ended = Arc::new(AtomicBool::new(false));
        // A client that waits to be asked for the body is not asked by reading it.
        let lingers = !request.headers().contains_key(EXPECT);
        let watched = |body| {
            Body::wrap(Watched {
                body,
                ended: Arc::clone(&ended),
                lingers,
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
    lingers: bool,
}

impl Drop for Watched {
    /// Reads what the client still sends for a while. A connection that is closed with unread data is reset, and the client loses
    /// the answer (RFC 9112, section 9.6).
    fn drop(&mut self) {
        if !self.lingers || self.ended.load(Ordering::Relaxed) {
            return;
        }
        let mut body = mem::replace(&mut self.body, Body::empty());
        let rest = async move {
            while let Ok(Some(Ok(_))) = timeout(PAUSE, poll_fn(|context| Pin::new(&mut body).poll_frame(context))).await
            {
            }
        };
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(timeout(LINGER, rest));
        }
    }
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
