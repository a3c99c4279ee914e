//! A connection with TLS: commands, and the responses to them (RFC 3501, section 2.2).

use imap_proto::{Response, Status};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;

use crate::failure::Failure;

/// The maximum size of an answer without a message, and of what an answer has beside its message.
pub(crate) const FRAME: u64 = 64 << 10;

/// Maximum number of lines of a response. Each ends with the announcement of a literal, and the response is parsed again after it;
/// those that the commands ask for have two.
const LINES: usize = 16;

/// A connection. It fails when a server sends more than the command at hand may answer.
pub(crate) struct Connection<S = TlsStream<TcpStream>> {
    stream: BufReader<S>,
    /// How much more may be read.
    left: u64,
    /// The response that was read last.
    response: Vec<u8>,
    commands: u32,
}

/// How a server completes a command, with its sentence.
pub(crate) enum Completion {
    Ok,
    No(String),
    Bad(String),
}

enum Next {
    Completed(Completion),
    Continue,
    Other,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Connection<S> {
    pub fn new(stream: S) -> Self {
        Connection {
            stream: BufReader::new(stream),
            left: FRAME,
            response: Vec::new(),
            commands: 0,
        }
    }

    /// Reads the greeting.
    pub async fn greet(&mut self) -> Result<(), Failure> {
        self.read(|response| match response {
            Response::Data { status: Status::Ok, .. } => Ok(()),
            Response::Data {
                status: Status::Bye,
                outcome,
            } => Err(Failure::refused(outcome.information.as_deref().unwrap_or("BYE"))),
            _ => Err(Failure::Malformed),
        })
        .await?
    }

    /// Runs a command, and passes each response before its completion to `each`. At most `allowed` bytes are read. The line
    /// `continuation` is sent once the server asks for it.
    pub async fn run(
        &mut self,
        command: &str,
        continuation: Option<&str>,
        allowed: u64,
        mut each: impl FnMut(&Response<'_>),
    ) -> Result<Completion, Failure> {
        self.left = allowed;
        self.commands += 1;
        let tag = format!("A{}", self.commands);
        self.write(&format!("{tag} {command}\r\n")).await?;
        let mut continuation = continuation;
        loop {
            let next = self.read(|response| match response {
                Response::Done {
                    tag: found,
                    status,
                    outcome,
                } if found.0 == tag => {
                    let sentence = outcome.information.as_deref().unwrap_or_default().to_owned();
                    Ok(Next::Completed(match status {
                        Status::Ok => Completion::Ok,
                        Status::No => Completion::No(sentence),
                        _ => Completion::Bad(sentence),
                    }))
                }
                Response::Data {
                    status: Status::Bye, ..
                } => Err(Failure::Closed),
                Response::Continue(_) => Ok(Next::Continue),
                other => {
                    each(other);
                    Ok(Next::Other)
                }
            });
            match next.await?? {
                Next::Completed(completion) => return Ok(completion),
                Next::Continue => {
                    if let Some(line) = continuation.take() {
                        self.write(&format!("{line}\r\n")).await?;
                    }
                }
                Next::Other => {}
            }
        }
    }

    async fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.stream.write_all(text.as_bytes()).await?;
        Ok(self.stream.flush().await?)
    }

    /// Reads one response: a line, and further lines after each literal in it.
    async fn read<T>(&mut self, take: impl FnOnce(&Response<'_>) -> T) -> Result<T, Failure> {
        self.response.clear();
        self.response.shrink_to(usize::try_from(FRAME).unwrap_or_default());
        for _ in 0..LINES {
            let start = self.response.len();
            self.read_line().await?;
            match Response::parse(&self.response) {
                Ok((_, response)) => return Ok(take(&response)),
                Err(error) if error.is_incomplete() => {}
                // What the parser says quotes the response.
                Err(_) => return Err(Failure::Malformed),
            }
            if let Some(length) = literal(&self.response[start..]) {
                self.read_literal(length).await?;
            }
        }
        Err(Failure::TooLong)
    }

    async fn read_line(&mut self) -> Result<(), Failure> {
        let mut stream = (&mut self.stream).take(self.left);
        let read = stream.read_until(b'\n', &mut self.response).await?;
        self.left -= read as u64;
        match self.response.ends_with(b"\n") {
            true if read > 0 => Ok(()),
            _ if self.left == 0 => Err(Failure::TooLong),
            _ => Err(Failure::Closed),
        }
    }

    async fn read_literal(&mut self, length: u64) -> Result<(), Failure> {
        if length > self.left {
            return Err(Failure::TooLong);
        }
        self.response.reserve(usize::try_from(length).unwrap_or_default());
        let read = (&mut self.stream).take(length).read_to_end(&mut self.response).await?;
        self.left -= read as u64;
        if read as u64 == length {
            Ok(())
        } else {
            Err(Failure::Closed)
        }
    }
}

/// The length of the literal that a line announces at its end: `{310}`.
fn literal(line: &[u8]) -> Option<u64> {
    let line = line.trim_ascii_end().strip_suffix(b"}")?;
    let digits = line.rsplit(|byte| *byte == b'{').next()?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncWriteExt, duplex};

    use super::*;

    /// What a command makes of an answer of which it reads at most 4 KiB.
    async fn answered(answer: &[u8]) -> Result<usize, Failure> {
        let (client, mut server) = duplex(1 << 20);
        server.write_all(answer).await.unwrap();
        drop(server.shutdown().await);
        let mut responses = 0;
        let mut connection = Connection::new(client);
        let completion = connection.run("NOOP", None, 4096, |_| responses += 1).await?;
        assert!(matches!(completion, Completion::Ok));
        Ok(responses)
    }

    #[tokio::test]
    async fn a_response_is_read_with_its_literals() {
        let fetched = b"* 1 FETCH (UID 7 BODY[] {8}\r\nHej\r\n{9} BODY[HEADER] {0}\r\n)\r\nA1 OK done\r\n";
        assert_eq!(answered(fetched).await.unwrap(), 1);
    }

    #[tokio::test]
    async fn a_server_can_not_make_a_response_endless() {
        let announced = b"* 1 FETCH (BODY[] {1000000}\r\n".to_vec();
        let literals = [b"* 1 FETCH (BODY[] {0}\r\n".to_vec(), b" BODY[] {0}\r\n".repeat(200)].concat();
        let line = [b"* OK ".to_vec(), b"x".repeat(5000)].concat();
        for endless in [announced, literals, line] {
            let answer = answered(&endless).await;
            assert!(matches!(answer, Err(Failure::TooLong)), "{answer:?}");
        }
        assert!(matches!(
            answered(b"* 1 FETCH (BODY[] {9}\r\nHej").await,
            Err(Failure::Closed)
        ));
    }

    #[tokio::test]
    async fn what_is_not_imap_is_not_quoted() {
        let failure = answered(b"* 1 FETCH (BODY[] Dear Alva)\r\n").await.unwrap_err();
        assert_eq!(failure.to_string(), "the answer is not IMAP");
    }

    #[test]
    fn a_literal_is_announced_at_the_end_of_a_line() {
        assert_eq!(literal(b"* 1 FETCH (UID 7 BODY[]<0> {310}\r\n"), Some(310));
        assert_eq!(literal(b"{0}\r\n"), Some(0));
        for none in [
            &b""[..],
            b"* OK\r\n",
            b"{310} x\r\n",
            b"{-1}\r\n",
            b"{}\r\n",
            b"{99999999999999999999}",
        ] {
            assert_eq!(literal(none), None);
        }
    }
}
