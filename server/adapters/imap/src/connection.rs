//! A connection with TLS: commands, and the answers to them (RFC 3501, section 2.2).

use std::panic::resume_unwind;

use imap_proto::{Response, Status};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::task::spawn_blocking;
use tokio_rustls::client::TlsStream;

use crate::failure::Failure;

/// The maximum size of an answer without a message, and of what an answer has beside its message.
pub(crate) const FRAME: u64 = 64 << 10;

/// Maximum number of opening parentheses in a response, outside its literals. The parser calls itself for each nested one, and
/// deep nesting would overflow the stack. The responses that commands ask for have a few.
const MAX_PARENTHESES: usize = 100;

/// The first words of responses that end with a text for people.
const STATUSES: [&[u8]; 5] = [b"OK", b"NO", b"BAD", b"BYE", b"PREAUTH"];

/// A connection. It fails when a server sends more than the command at hand may answer.
pub(crate) struct Connection<S = TlsStream<TcpStream>> {
    stream: BufReader<S>,
    /// How much more may be read.
    left: u64,
    commands: u32,
}

/// How a server completes a command, with its sentence.
pub(crate) enum Completion {
    Ok,
    No(String),
    Bad(String),
}

impl<S: AsyncRead + AsyncWrite + Unpin> Connection<S> {
    pub fn new(stream: S) -> Self {
        Connection {
            stream: BufReader::new(stream),
            left: FRAME,
            commands: 0,
        }
    }

    /// Reads the greeting.
    pub async fn greet(&mut self) -> Result<(), Failure> {
        let mut answer = Vec::new();
        self.read(&mut answer).await?;
        match first(&answer)?.1 {
            Response::Data { status: Status::Ok, .. } => Ok(()),
            Response::Data {
                status: Status::Bye,
                outcome,
            } => Err(Failure::refused(outcome.information.as_deref().unwrap_or("BYE"))),
            _ => Err(Failure::Malformed),
        }
    }

    /// Runs a command, and passes each response to `each`, which adds to what was found. At most `allowed` bytes are read. Each
    /// time the server asks for a line, the next of `continuations` is sent.
    ///
    /// The answer is parsed on a thread for blocking work, because a long one takes a while.
    pub async fn run<T: Default + Send + 'static>(
        &mut self,
        command: &str,
        continuations: &[&str],
        allowed: u64,
        each: impl Fn(&mut T, &Response<'_>) + Send + 'static,
    ) -> Result<(Completion, T), Failure> {
        self.left = allowed;
        self.commands += 1;
        let tag = format!("A{}", self.commands);
        self.write(&format!("{tag} {command}\r\n")).await?;
        let mut answer = Vec::new();
        let mut continuations = continuations.iter();
        let completion = format!("{tag} ");
        loop {
            let response = self.read(&mut answer).await?;
            if response.starts_with(completion.as_bytes()) {
                break;
            }
            if response.starts_with(b"+")
                && let Some(line) = continuations.next()
            {
                self.write(&format!("{line}\r\n")).await?;
            }
        }
        match spawn_blocking(move || parse(&answer, &tag, each)).await {
            Ok(parsed) => parsed,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => resume_unwind(panic),
                // The runtime is shutting down.
                Err(_) => Err(Failure::Closed),
            },
        }
    }

    async fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.stream.write_all(text.as_bytes()).await?;
        Ok(self.stream.flush().await?)
    }

    /// Reads one response: a line, and a further line after each literal in it.
    async fn read<'a>(&mut self, answer: &'a mut Vec<u8>) -> Result<&'a [u8], Failure> {
        let start = answer.len();
        let mut parentheses = 0;
        loop {
            let line = answer.len();
            self.read_line(answer).await?;
            parentheses += answer[line..].split(|byte| *byte == b'(').count() - 1;
            if parentheses > MAX_PARENTHESES {
                return Err(Failure::Malformed);
            }
            match literal(&answer[line..]) {
                Some(length) if line > start || !ends_with_text(&answer[line..]) => {
                    self.read_literal(length, answer).await?;
                }
                _ => return Ok(&answer[start..]),
            }
        }
    }

    async fn read_line(&mut self, answer: &mut Vec<u8>) -> Result<(), Failure> {
        let mut stream = (&mut self.stream).take(self.left);
        let read = stream.read_until(b'\n', answer).await?;
        self.left -= read as u64;
        match answer.ends_with(b"\n") {
            true if read > 0 => Ok(()),
            _ if self.left == 0 => Err(Failure::TooLong),
            _ => Err(Failure::Closed),
        }
    }

    async fn read_literal(&mut self, length: u64, answer: &mut Vec<u8>) -> Result<(), Failure> {
        if length > self.left {
            return Err(Failure::TooLong);
        }
        answer.reserve(usize::try_from(length).unwrap_or_default());
        let read = (&mut self.stream).take(length).read_to_end(answer).await?;
        self.left -= read as u64;
        if read as u64 == length {
            Ok(())
        } else {
            Err(Failure::Closed)
        }
    }
}

/// Parses the responses of an answer, each once: the work grows with the answer's length alone.
fn parse<T: Default>(
    mut answer: &[u8],
    tag: &str,
    each: impl Fn(&mut T, &Response<'_>),
) -> Result<(Completion, T), Failure> {
    let mut found = T::default();
    loop {
        let (rest, response) = first(answer)?;
        answer = rest;
        match response {
            Response::Done {
                tag: completed,
                status,
                outcome,
            } if completed.0 == tag => {
                let sentence = outcome.information.as_deref().unwrap_or_default().to_owned();
                let completion = match status {
                    Status::Ok => Completion::Ok,
                    Status::No => Completion::No(sentence),
                    _ => Completion::Bad(sentence),
                };
                return Ok((completion, found));
            }
            Response::Data {
                status: Status::Bye, ..
            } => return Err(Failure::Closed),
            response => each(&mut found, &response),
        }
    }
}

/// Parses the first response of an answer, and returns the rest with it.
fn first(answer: &[u8]) -> Result<(&[u8], Response<'_>), Failure> {
    #[cfg(test)]
    tests::PARSED.set(tests::PARSED.get() + 1);
    // What the parser says quotes the response.
    Response::parse(answer).map_err(|_| Failure::Malformed)
}

/// The length of the literal that a line announces at its end: `{310}`.
fn literal(line: &[u8]) -> Option<u64> {
    let line = line.trim_ascii_end().strip_suffix(b"}")?;
    let digits = line.rsplit(|byte| *byte == b'{').next()?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Whether the first line of a response ends with a text for people, which may look as if it announced a literal.
fn ends_with_text(line: &[u8]) -> bool {
    let mut words = line.split(|byte| *byte == b' ');
    words.next() != Some(b"*")
        || words
            .next()
            .is_some_and(|word| STATUSES.iter().any(|status| word.eq_ignore_ascii_case(status)))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use tokio::io::{AsyncWriteExt, duplex};

    use super::*;

    thread_local! {
        /// How often this thread has called the parser.
        pub(super) static PARSED: Cell<usize> = const { Cell::new(0) };
    }

    /// How many responses a command gets from an answer of which it reads at most 4 KiB.
    async fn answered(answer: &[u8]) -> Result<usize, Failure> {
        let (client, mut server) = duplex(1 << 20);
        server.write_all(answer).await.unwrap();
        drop(server.shutdown().await);
        let mut connection = Connection::new(client);
        let count = |responses: &mut usize, _: &Response<'_>| *responses += 1;
        let (completion, responses) = connection.run("NOOP", &[], 4096, count).await?;
        assert!(matches!(completion, Completion::Ok));
        Ok(responses)
    }

    #[tokio::test]
    async fn a_response_is_read_with_its_literals() {
        let fetched = b"* 1 FETCH (UID 7 BODY[] {8}\r\nHej\r\n{9} BODY[HEADER] {0}\r\n)\r\nA1 OK done\r\n";
        assert_eq!(answered(fetched).await.unwrap(), 1);
    }

    #[tokio::test]
    async fn each_response_is_parsed_once_however_it_arrives() {
        let literals = format!("* 1 FETCH (UID 7{})\r\n", " BODY[] {3}\r\nA1 ".repeat(90));
        let search = format!("* SEARCH{}\r\n", " 4294967295".repeat(5_000));
        let text = "* OK seven {7}\r\n";
        let answer = format!("{literals}{search}{text}A1 OK {{9}}\r\n");
        // The client has room for a few bytes at a time.
        let (client, mut server) = duplex(7);
        tokio::spawn(async move { server.write_all(answer.as_bytes()).await });
        let mut connection = Connection::new(client);
        let count = |parsed: &mut Vec<usize>, _: &Response<'_>| parsed.push(PARSED.get());
        let (_, parsed) = connection.run("N", &[], FRAME, count).await.unwrap();
        assert_eq!(parsed, [1, 2, 3]);
    }

    #[tokio::test]
    async fn a_server_can_not_make_a_response_endless() {
        let announced = b"* 1 FETCH (BODY[] {1000000}\r\n".to_vec();
        let literals = [b"* 1 FETCH (BODY[] {0}\r\n".to_vec(), b" BODY[] {0}\r\n".repeat(400)].concat();
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
    async fn a_server_can_not_nest_a_response_deeply() {
        let nested = [b"* 1 FETCH (BODY ".to_vec(), b"(".repeat(1_000), b"\r\n".to_vec()].concat();
        let answer = answered(&nested).await;
        assert!(matches!(answer, Err(Failure::Malformed)), "{answer:?}");
    }

    #[tokio::test]
    async fn what_is_not_imap_is_not_quoted() {
        let answer = b"* 1 FETCH (BODY[] Dear Alva)\r\nA1 OK done\r\n";
        let failure = answered(answer).await.unwrap_err();
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
