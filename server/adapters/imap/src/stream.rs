//! A connection with a limit on the bytes read per command.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;

/// A connection with TLS. It fails when a server sends more than the limit for the current command.
#[derive(Debug)]
pub(crate) struct Bounded {
    inner: TlsStream<TcpStream>,
    left: u64,
}

impl Bounded {
    pub fn new(inner: TlsStream<TcpStream>) -> Self {
        Bounded { inner, left: 0 }
    }

    /// Sets the number of bytes that may still be read.
    pub fn allow(&mut self, bytes: u64) {
        self.left = bytes;
    }
}

impl AsyncRead for Bounded {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let polled = Pin::new(&mut self.inner).poll_read(cx, into);
        if let Poll::Ready(Ok(())) = &polled {
            let read = (into.filled().len() - before) as u64;
            match self.left.checked_sub(read) {
                Some(left) => self.left = left,
                None => return Poll::Ready(Err(io::ErrorKind::FileTooLarge.into())),
            }
        }
        polled
    }
}

impl AsyncWrite for Bounded {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}
