//! The export of an account: a zip archive that is made while it is sent.

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use dropshot::{ApiEndpointResponse, Body, HttpError, HttpResponse, HttpResponseOk};
use futures::{StreamExt, stream};
use http::{StatusCode, header};
use http_body_util::StreamBody;
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

/// The archive could not be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutOff;

impl fmt::Display for CutOff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the export could not be completed")
    }
}

impl std::error::Error for CutOff {}

/// A body that is made of chunks, and where they come from. Without [`Chunk::End`] the connection is cut, so that no part looks like
/// the whole. Sending fails once the receiver has hung up.
pub fn chunked_body() -> (mpsc::Sender<Chunk>, Body) {
    let (sender, chunks) = mpsc::channel(WAITING_CHUNKS);
    let frames = stream::unfold(Some(chunks), async |chunks| {
        let mut chunks = chunks?;
        match chunks.recv().await {
            Some(Chunk::Bytes(bytes)) => Some((Ok(Frame::data(bytes)), Some(chunks))),
            Some(Chunk::End) => None,
            None => Some((Err(CutOff), None)),
        }
    });
    (sender, Body::wrap(StreamBody::new(frames.fuse())))
}

/// 200 with the archive.
pub struct ExportResponse {
    /// The name to save it by.
    pub file_name: String,
    /// The archive.
    pub body: Body,
}

impl HttpResponse for ExportResponse {
    fn to_result(self) -> Result<http::Response<Body>, HttpError> {
        let response = http::Response::builder()
            .status(StatusCode::OK)
            .header(header::CONTENT_TYPE, "application/zip")
            .header(header::CACHE_CONTROL, "no-store")
            .header(header::CONTENT_DISPOSITION, attachment(&self.file_name));
        Ok(response.body(self.body)?)
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
        let (sender, body) = chunked_body();
        sender.send(Chunk::Bytes(Bytes::from_static(b"PK"))).await.unwrap();
        sender.send(Chunk::End).await.unwrap();
        assert_eq!(body.collect().await.unwrap().to_bytes(), "PK");

        let (sender, body) = chunked_body();
        sender.send(Chunk::Bytes(Bytes::from_static(b"PK"))).await.unwrap();
        drop(sender);
        let error = body.collect().await.unwrap_err();
        assert_eq!(error.downcast_ref(), Some(&CutOff));
    }
}
