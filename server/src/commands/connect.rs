//! `invoices connect`: connects a mail account of a user of a running service, by the provider's consent page.

use std::error::Error;
use std::io::{self, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use std::time::Duration;

use invoices_client::{Client, Error as ClientError, types};
use reqwest::Url;
use secrecy::ExposeSecret;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::output::Outcome;
use crate::commands::password::read_password;

/// How long a browser may take to send its request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest request line that is read.
const MAX_LINE: u64 = 16 << 10;

/// Connect a mail account, with a browser
///
/// Logs in to a running service, prints the address of the mail provider's consent page, and waits until you have opened it in a
/// browser on this machine and allowed access. The password is read from the first line of standard input.
///
/// The browser returns to an address on this machine, which the operator must have registered with the provider.
///
/// With --imap it connects an account at one of the configured IMAP servers, without a browser. The mail account's password is
/// then read from the second line.
#[derive(clap::Args)]
pub struct Connect {
    /// The address of the service
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    url: String,

    /// The e-mail address of the account at the service
    #[arg(long)]
    email: String,

    /// The name of a configured IMAP server
    #[arg(long, value_name = "SERVER")]
    imap: Option<String>,

    /// The user name at that server [default: that of --email]
    #[arg(long, value_name = "NAME", requires = "imap")]
    user: Option<String>,
}

impl Connect {
    pub async fn run(self) -> Outcome {
        let password = read_password(&format!("the password of {} at {}", self.email, self.url))?;
        let client = Client::connect(&self.url)?;
        let client = client.log_in(&self.email, password.expose_secret()).await?;
        if let Some(server) = self.imap {
            let user = self.user.unwrap_or(self.email);
            return log_in_to_mail(&client, server, user).await;
        }
        let body = types::ConnectBody {
            redirect: Some(types::ConsentRedirect::Localhost),
        };
        let consent = client
            .mail_connect(&body)
            .await
            .map_err(ClientError::from)?
            .into_inner()
            .data;
        let page = Url::parse(&consent.authorization_url)?;
        let listeners = listen(&page).await?;
        writeln!(
            io::stdout(),
            "Open this address in a browser on this machine and allow access:\n\n{page}\n"
        )?;
        let state = consent.state.expose().to_owned();
        let wait = Duration::from_secs(consent.expires_in);
        let code = tokio::time::timeout(wait, wait_for_code(listeners, &state));
        let code = code
            .await
            .map_err(|_| "access was not allowed in time; run the command again")??;
        let body = types::FinishConnectBody {
            code: code.into(),
            state: state.into(),
        };
        let connected = client
            .mail_connect_finish(&body)
            .await
            .map_err(ClientError::from)?
            .into_inner()
            .data;
        writeln!(io::stdout(), "{}", connected.message)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Connects an account at an IMAP server.
async fn log_in_to_mail(client: &Client, server: String, user: String) -> Outcome {
    let password = read_password(&format!("the password of {user} at the mail server {server}"))?;
    let body = types::ImapLoginBody {
        password: password.expose_secret().to_owned().into(),
        server,
        user,
    };
    let connected = client
        .mail_connect_imap(&body)
        .await
        .map_err(ClientError::from)?
        .into_inner()
        .data;
    writeln!(io::stdout(), "{}", connected.message)?;
    Ok(ExitCode::SUCCESS)
}

/// Listens where the page sends the browser back to: `localhost` is either of two addresses.
async fn listen(page: &Url) -> Result<Vec<TcpListener>, Box<dyn Error>> {
    let redirect = page.query_pairs().find(|(name, _)| name == "redirect_uri");
    let redirect = redirect.ok_or("the service sent an address without a redirect")?.1;
    let redirect = Url::parse(&redirect)?;
    let port = redirect.port_or_known_default().unwrap_or(80);
    if redirect.host_str() != Some("localhost") || redirect.scheme() != "http" {
        return Err(format!("the service sends browsers to {redirect}, which is not this machine").into());
    }
    let mut listeners = vec![bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await?];
    match bind(SocketAddr::from((Ipv6Addr::LOCALHOST, port))).await {
        Ok(listener) => listeners.push(listener),
        // Another program there would get the browser's answer.
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => return Err(error.into()),
        Err(_) => {}
    }
    Ok(listeners)
}

async fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let bound = TcpListener::bind(address).await;
    bound.map_err(|error| io::Error::new(error.kind(), format!("can't listen at {address}: {error}")))
}

/// The code of the consent with this state. Other requests, such as for an icon, are answered and ignored.
async fn wait_for_code(listeners: Vec<TcpListener>, state: &str) -> Result<String, Box<dyn Error>> {
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
    let outcome = outcome.recv().await.ok_or("no address to listen at")?;
    Ok(outcome.map_err(|error| format!("access was not allowed: {error}"))?)
}

/// Answers a request. Returns the code or the refusal that it brings for the consent with this state.
async fn serve(mut stream: TcpStream, state: &str) -> Option<Result<String, String>> {
    let parameters = request(&mut stream).await?;
    let named = |name: &str| {
        let mut parameters = parameters.iter();
        let found = parameters.find(|(known, _)| known == name);
        found.map(|(_, value)| value.clone())
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
        eprintln!("invoices: an answer with another state was ignored");
        return None;
    }
    let sentence = match outcome {
        Ok(_) => "Access is allowed. Return to the terminal; you can close this page.",
        Err(_) => "Access was not allowed. You can close this page.",
    };
    answer(&mut stream, "200 OK", sentence).await;
    Some(outcome)
}

/// The parameters of a GET request's address. `None` for anything else.
async fn request(stream: &mut TcpStream) -> Option<Vec<(String, String)>> {
    let mut line = String::new();
    let mut reader = BufReader::new(stream).take(MAX_LINE);
    let read = reader.read_line(&mut line);
    tokio::time::timeout(REQUEST_TIMEOUT, read).await.ok()?.ok()?;
    let path = line.strip_prefix("GET ")?.split(' ').next()?;
    let url = Url::parse("http://localhost").ok()?.join(path).ok()?;
    let pairs = url.query_pairs();
    Some(
        pairs
            .map(|(name, value)| (name.into_owned(), value.into_owned()))
            .collect(),
    )
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
