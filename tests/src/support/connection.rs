//! A connection of HTTP/1 that is kept, byte by byte.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::wait::within;

/// A connection to a service without TLS.
pub struct Connection(TcpStream);

/// An answer as it came over the wire.
#[derive(Debug)]
pub struct WireAnswer {
    head: String,
    pub body: String,
}

impl Connection {
    /// Connects to `http://` and an address, or to the address.
    pub async fn open(url: &str) -> Self {
        let address = url.trim_start_matches("http://");
        Connection(TcpStream::connect(address).await.unwrap())
    }

    /// Sends bytes and reads one answer. `head` has the lines before the empty one.
    #[track_caller]
    pub fn asks(&mut self, head: &str, body: &str) -> impl Future<Output = WireAnswer> {
        let request = format!("{head}\r\nHost: x\r\n\r\n{body}");
        let read = async move {
            self.0.write_all(request.as_bytes()).await.unwrap();
            self.reads(request.starts_with("HEAD ")).await
        };
        within(format!("the answer to {head}"), read)
    }

    async fn reads(&mut self, is_head: bool) -> WireAnswer {
        let mut read = Vec::new();
        let end = loop {
            if let Some(end) = read.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            assert!(
                self.0.read_buf(&mut read).await.unwrap() > 0,
                "closed without an answer"
            );
        };
        let head = String::from_utf8(read[..end].to_vec()).unwrap();
        let mut answer = WireAnswer {
            head,
            body: String::new(),
        };
        let length = answer.header("content-length").filter(|_| !is_head);
        let length: usize = length.map_or(0, |length| length.parse().unwrap());
        while read.len() < end + length {
            assert!(
                self.0.read_buf(&mut read).await.unwrap() > 0,
                "closed in the middle of an answer"
            );
        }
        assert_eq!(read.len(), end + length, "nothing follows");
        answer.body = String::from_utf8(read[end..].to_vec()).unwrap();
        answer
    }

    /// Sends bytes that the service does not read, and waits until it has closed the connection.
    #[track_caller]
    pub fn is_closed_after(mut self, bytes: &str) -> impl Future<Output = ()> {
        within("the connection to be closed", async move {
            // Each of these fails once the connection is closed.
            let _ = self.0.write_all(bytes.as_bytes()).await;
            let mut left = Vec::new();
            let _ = self.0.read_to_end(&mut left).await;
            assert_eq!(String::from_utf8_lossy(&left), "");
        })
    }
}

impl WireAnswer {
    pub fn status(&self) -> u16 {
        self.head.split(' ').nth(1).unwrap().parse().unwrap()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        let mut values = lines.filter(|(other, _)| other.eq_ignore_ascii_case(name));
        values.next().map(|(_, value)| value)
    }

    /// Asserts that it is an error in the envelope.
    #[track_caller]
    pub fn fails(&self, status: u16, code: &str) {
        assert_eq!(self.status(), status, "{self:?}");
        let body: serde_json::Value = serde_json::from_str(&self.body).unwrap();
        assert_eq!(body["error"]["code"], code, "{self:?}");
        assert_eq!(self.header("cache-control"), Some("no-store"));
    }
}
