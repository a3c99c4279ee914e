//! The export of an account: a zip archive that is made while it is sent.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use dropshot::{ApiEndpointResponse, Body, HttpError, HttpResponse, HttpResponseOk};
use http::{StatusCode, header};
use hyper::body::Frame;
use tokio::sync::mpsc;

use crate::download::attachment;
use crate::envelope::{Envelope, NoData};
use crate::error::ApiError;
use crate::operation::{Failure, Medium, Operation, Success};

/// How many chunks wait for a slow receiver.
const WAITING_CHUNKS: usize = 2;

/// A part of an archive.
#[derive(Debug)]
pub enum Chunk {
    /// The next bytes.
    Bytes(Bytes),
    /// The archive is complete.
    End,
}

/// The body that is made of chunks. Without [`Chunk::End`] the connection is cut, so that no part looks like the whole.
#[derive(Debug)]
pub struct ExportBody {
    chunks: mpsc::Receiver<Chunk>,
    has_ended: bool,
}

/// The archive could not be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutOff;

impl fmt::Display for CutOff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the export could not be completed")
    }
}

impl std::error::Error for CutOff {}

impl ExportBody {
    /// A body, and where its chunks come from. Sending fails once the receiver has hung up.
    pub fn channel() -> (mpsc::Sender<Chunk>, Self) {
        let (sender, chunks) = mpsc::channel(WAITING_CHUNKS);
        let body = ExportBody {
            chunks,
            has_ended: false,
        };
        (sender, body)
    }
}

impl hyper::body::Body for ExportBody {
    type Data = Bytes;
    type Error = CutOff;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, CutOff>>> {
        if self.has_ended {
            return Poll::Ready(None);
        }
        let chunk = ready!(self.chunks.poll_recv(context));
        self.has_ended = !matches!(chunk, Some(Chunk::Bytes(_)));
        Poll::Ready(match chunk {
            Some(Chunk::Bytes(bytes)) => Some(Ok(Frame::data(bytes))),
            Some(Chunk::End) => None,
            None => Some(Err(CutOff)),
        })
    }
}

/// 200 with the archive.
pub struct ExportResponse {
    /// The name to save it by.
    pub file_name: String,
    /// The archive.
    pub body: ExportBody,
}

impl HttpResponse for ExportResponse {
    fn to_result(self) -> Result<http::Response<Body>, HttpError> {
        let response = http::Response::builder()
            .status(StatusCode::OK)
            .header(header::CONTENT_TYPE, "application/zip")
            .header(header::CACHE_CONTROL, "no-store")
            .header(header::CONTENT_DISPOSITION, attachment(&self.file_name));
        Ok(response.body(Body::wrap(self.body))?)
    }

    fn response_metadata() -> ApiEndpointResponse {
        HttpResponseOk::<Envelope<NoData>>::response_metadata()
    }

    fn status_code(&self) -> StatusCode {
        StatusCode::OK
    }
}

pub(crate) fn operations() -> [Operation; 1] {
    let archive = Success::new(200, "The archive, as a download.")
        .medium(Medium::ZipFile)
        .header("Content-Disposition");
    [Operation::new("user_export").success(archive).failures([
        ApiError::too_many_exports(Duration::from_secs(30))
            .when("The caller already has an export in progress, or the service has reached its limit of exports."),
        Failure::dependency(
            "object storage",
            "The database, secret store or object storage failed before anything was sent.",
        ),
    ])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::BodyExt;

    #[tokio::test]
    async fn only_an_archive_with_an_end_is_whole() {
        let (sender, body) = ExportBody::channel();
        sender.send(Chunk::Bytes(Bytes::from_static(b"PK"))).await.unwrap();
        sender.send(Chunk::End).await.unwrap();
        assert_eq!(body.collect().await.unwrap().to_bytes(), "PK");

        let (sender, body) = ExportBody::channel();
        sender.send(Chunk::Bytes(Bytes::from_static(b"PK"))).await.unwrap();
        drop(sender);
        assert_eq!(body.collect().await.unwrap_err(), CutOff);
    }
}
