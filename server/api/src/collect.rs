//! Reading the body of a request, within bounds of size and time.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use dropshot::Body;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::Body as _;
use tokio::time::{Instant, timeout_at};

use crate::error::ApiError;

/// The least bytes of a large body that must arrive in a millisecond.
const BYTES_PER_MILLI: usize = 128;

/// All bytes of a body, or why it could not be read to its end. One that is announced as too large is not read. It may take
/// `patience`, and a second for each 128 kB.
pub(crate) async fn collect(body: Body, limit: usize, patience: Duration) -> Result<Bytes, ApiError> {
    if body.size_hint().lower() > limit as u64 {
        return Err(ApiError::body_too_large(limit));
    }
    let (mut body, mut bytes, began) = (Limited::new(body, limit), BytesMut::new(), Instant::now());
    loop {
        let for_bytes = Duration::from_millis((bytes.len() / BYTES_PER_MILLI) as u64);
        match timeout_at(began + patience + for_bytes, body.frame()).await {
            Err(_) => return Err(ApiError::body_too_slow()),
            Ok(None) => return Ok(bytes.freeze()),
            Ok(Some(Ok(frame))) => bytes.extend_from_slice(frame.data_ref().map_or(&[], |data| data)),
            Ok(Some(Err(error))) if error.is::<LengthLimitError>() => return Err(ApiError::body_too_large(limit)),
            Ok(Some(Err(error))) => {
                tracing::debug!(%error, "a request body ended early");
                return Err(ApiError::invalid_request("The request body could not be read."));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::StreamExt;
    use http_body_util::StreamBody;
    use hyper::body::Frame;

    // Shows: Envelopes, requests and errors | A body that is too large…
    // Shows: Threats | A request is too large…
    #[tokio::test(start_paused = true)]
    async fn a_body_is_bounded_in_size_and_time() {
        let read = async |body, deadline| collect(body, 4, deadline).await.map_err(|e| e.status().as_u16());
        let soon = Duration::from_mins(1);
        assert_eq!(read(Body::from("1234"), soon).await, Ok(Bytes::from("1234")));
        assert_eq!(read(Body::from("12345"), soon).await, Err(413));
        let parts = ["123", "45"].map(|part| Ok::<_, std::io::Error>(Frame::data(Bytes::from(part))));
        let parts = StreamBody::new(futures::stream::iter(parts));
        assert_eq!(read(Body::wrap(parts), soon).await, Err(413), "not announced");
        let stalled = StreamBody::new(futures::stream::pending::<Result<Frame<Bytes>, std::io::Error>>());
        assert_eq!(read(Body::wrap(stalled), Duration::ZERO).await, Err(408));
        let slow = |bytes: usize| {
            let first = futures::stream::iter([Ok::<_, std::io::Error>(Frame::data(Bytes::from(vec![0; bytes])))]);
            Body::wrap(StreamBody::new(first.chain(futures::stream::pending())))
        };
        let began = Instant::now();
        assert!(collect(slow(256 * 1024), usize::MAX, Duration::ZERO).await.is_err());
        assert_eq!(
            began.elapsed().as_secs(),
            2,
            "a large one has time for what has arrived"
        );
        let broken = futures::stream::iter([Err::<Frame<Bytes>, _>(std::io::Error::other("gone"))]);
        assert_eq!(read(Body::wrap(StreamBody::new(broken)), soon).await, Err(400));
    }
}
