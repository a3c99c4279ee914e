//! Callers who take their time with what comes before a body. The clock is moved, never waited for.

use std::io::ErrorKind;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::Instant;

use crate::support::World;

/// The server's own limit is half of it.
const PATIENCE: Duration = Duration::from_mins(1);

/// Whether the server has hung up. Data before that is read and discarded.
fn has_hung_up(connection: &TcpStream) -> bool {
    let mut part = [0; 1024];
    loop {
        match connection.try_read(&mut part) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => return error.kind() != ErrorKind::WouldBlock,
        }
    }
}

/// Sends one byte per second, again from the beginning after the last, until the server hangs up; how long that took.
async fn trickles(connection: &mut TcpStream, bytes: &[u8]) -> Option<Duration> {
    let began = Instant::now();
    for byte in bytes.iter().cycle() {
        tokio::time::sleep(Duration::from_secs(1)).await;
        if has_hung_up(connection) || connection.write_all(&[*byte]).await.is_err() {
            return Some(began.elapsed());
        }
        if began.elapsed() > PATIENCE {
            return None;
        }
    }
    None
}

// Shows: Threats | Someone sends a header byte by byte, or keeps an idle connection open | a request's head must be complete within half a minute
#[tokio::test(start_paused = true)]
async fn a_header_that_comes_byte_by_byte_is_cut_off() {
    let world = World::start();
    for (what, begin, rest) in [
        ("a request line", "", &b"GET /v1/invoices/rental/none/and/so/on"[..]),
        ("a header", "GET /v1/user/me HTTP/1.1\r\nhost: x\r\n", b"x-a: b"),
        ("headers", "POST /v1/auth/login HTTP/1.1\r\nhost: x\r\n", b"x-a: b\r\n"),
    ] {
        let mut connection = TcpStream::connect(world.server.local_addr()).await.unwrap();
        connection.write_all(begin.as_bytes()).await.unwrap();
        let lasted = trickles(&mut connection, rest).await;
        assert!(lasted.is_some_and(|lasted| lasted <= PATIENCE), "{what}: {lasted:?}");
    }
    assert_eq!(world.call("GET", "/v1/invoices/rental/none").await.status, 204);
}

/// A connection that was answered and asks no more is not kept either.
// Shows: Threats | Someone sends a header…
#[tokio::test(start_paused = true)]
async fn a_connection_that_asks_no_more_is_closed() {
    let world = World::start();
    let mut connection = TcpStream::connect(world.server.local_addr()).await.unwrap();
    let request = b"GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n";
    connection.write_all(request).await.unwrap();
    let mut first = [0; 1];
    connection.read_exact(&mut first).await.unwrap();
    tokio::time::sleep(PATIENCE).await;
    assert!(has_hung_up(&connection));
}
