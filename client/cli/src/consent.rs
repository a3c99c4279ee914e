//! The browser's answer to a mail provider's consent page, on this machine.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use reqwest::Url;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::failure::Failure;
use crate::output::{line, note};

/// How long a browser may take to send its request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest request line that is read.
const MAX_LINE: u64 = 16 << 10;

/// Shows the page's address and waits for the code that a browser on this machine brings back with this state.
pub async fn code(page: &str, state: &str, wait: Duration) -> Result<String, Failure> {
    let no_address = |_| Failure::Outcome("the service sent no address of a page".into());
    let page = Url::parse(page).map_err(no_address)?;
    let listeners = listen(&page).await?;
    line("Open this address in a browser on this machine and allow access:")?;
    line(page.as_str())?;
    let code = tokio::time::timeout(wait, wait_for_code(listeners, state)).await;
    code.map_err(|_| Failure::Outcome("access was not allowed in time; run the command again".into()))?
}

/// Listens where the page sends the browser back to: `localhost` is either of two addresses.
async fn listen(page: &Url) -> Result<Vec<TcpListener>, Failure> {
    let redirect = page.query_pairs().find(|(name, _)| name == "redirect_uri");
    let redirect = redirect.and_then(|(_, redirect)| Url::parse(&redirect).ok());
    let redirect = redirect.ok_or_else(|| Failure::Outcome("the service sent an address without a redirect".into()))?;
    let port = redirect.port_or_known_default().unwrap_or(80);
    if redirect.host_str() != Some("localhost") || redirect.scheme() != "http" {
        let sentence = format!("the service sends browsers to {redirect}, which is not this machine");
        return Err(Failure::Outcome(sentence));
    }
    let mut listeners = vec![bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await?];
    match bind(SocketAddr::from((Ipv6Addr::LOCALHOST, port))).await {
        Ok(listener) => listeners.push(listener),
        // Another program there would get the browser's answer.
        Err(Failure::File { source, what }) if source.kind() == io::ErrorKind::AddrInUse => {
            return Err(Failure::File { source, what });
        }
        Err(_) => {}
    }
    Ok(listeners)
}

async fn bind(address: SocketAddr) -> Result<TcpListener, Failure> {
    let bound = TcpListener::bind(address).await;
    bound.map_err(Failure::file(format!("listen at {address}")))
}

/// The code of the consent with this state. Other requests, such as for an icon, are answered and ignored.
async fn wait_for_code(listeners: Vec<TcpListener>, state: &str) -> Result<String, Failure> {
    let (found, mut outcome) = mpsc::channel(1);
    let mut accepting = JoinSet::new();
    for listener in listeners {
        let (found, state) = (found.clone(), state.to_owned());
        accepting.spawn(async move {
            // Each connection by itself: a browser opens some that it does not use.
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let (found, state) = (found.clone(), state.clone());
                connections.spawn(async move {
                    if let Some(outcome) = serve(stream, &state).await {
                        // The first outcome counts.
                        let _ = found.try_send(outcome);
                    }
                });
            }
        });
    }
    let outcome = outcome
        .recv()
        .await
        .ok_or_else(|| Failure::Outcome("no browser can answer".into()))?;
    outcome.map_err(|error| Failure::Outcome(format!("access was not allowed: {error}")))
}

/// Answers a request. Returns the code or the refusal that it brings for the consent with this state.
async fn serve(mut stream: TcpStream, state: &str) -> Option<Result<String, String>> {
    let url = request(&mut stream).await?;
    let named = |name: &str| {
        let found = url.query_pairs().find(|(known, _)| known == name);
        found.map(|(_, value)| value.into_owned())
    };
    let outcome = match (named("code"), named("error")) {
        (Some(code), None) => Ok(code),
        (_, Some(error)) => Err(error),
        (None, None) => {
            answer(&mut stream, "404 Not Found", "There is nothing here.").await;
            return None;
        }
    };
    if named("state").as_deref() != Some(state) {
        let sentence = "This is the answer to another request. Open the address again.";
        answer(&mut stream, "400 Bad Request", sentence).await;
        note("invoices-cli: an answer with another state was ignored");
        return None;
    }
    let sentence = match outcome {
        Ok(_) => "Access is allowed. Return to the terminal; you can close this page.",
        Err(_) => "Access was not allowed. You can close this page.",
    };
    answer(&mut stream, "200 OK", sentence).await;
    Some(outcome)
}

/// The address of a GET request. `None` for anything else.
async fn request(stream: &mut TcpStream) -> Option<Url> {
    let mut line = String::new();
    let mut reader = BufReader::new(stream).take(MAX_LINE);
    let read = reader.read_line(&mut line);
    tokio::time::timeout(REQUEST_TIMEOUT, read).await.ok()?.ok()?;
    let path = line.strip_prefix("GET ")?.split(' ').next()?;
    Url::parse("http://localhost").ok()?.join(path).ok()
}

async fn answer(stream: &mut TcpStream, status: &str, sentence: &str) {
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-store\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{sentence}",
        sentence.len()
    );
    // The browser may be gone; what it sent counts anyway.
    let _ = stream.write_all(answer.as_bytes()).await;
    let _ = stream.shutdown().await;
}
