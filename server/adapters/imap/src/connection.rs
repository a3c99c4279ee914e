//! A connection with TLS: commands, and the responses to them (RFC 3501, section 2.2).

use imap_proto::{Response, Status};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;

use crate::failure::Failure;

/// The maximum size of an answer without a message, and of what an answer has beside its message.
pub(crate) const FRAME: u64 = 64 << 10;

/// A connection. It fails when a server sends more than the command at hand may answer.
pub(crate) struct Connection {
    stream: BufReader<TlsStream<TcpStream>>,
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

impl Connection {
    pub fn new(stream: TlsStream<TcpStream>) -> Self {
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
        loop {
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
    use super::literal;

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
