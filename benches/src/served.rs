//! The service in a temporary folder and on a free port, and a minimal HTTP client.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::Result;

/// The time limit of a read or write, so that a measurement ends even if the service hangs.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Turns the limits on logins off: otherwise they would refuse the logins before the queue for hashes does.
pub fn unlimited_logins() -> Vec<(&'static str, &'static str)> {
    vec![
        ("INVOICES__AUTH__ATTEMPTS_PER_MINUTE", "1000000"),
        ("INVOICES__AUTH__LOGIN_FAILURES", "1000000"),
    ]
}

/// A running service. Dropping it stops the service and removes its folder.
pub struct Served {
    child: Child,
    address: String,
    /// Removed on drop.
    folder: TempDir,
}

impl Served {
    /// Starts `program serve` with these settings; without a database's URL on SQLite.
    pub fn start(program: &Path, settings: &[(&str, &str)]) -> Result<Self> {
        let folder = TempDir::new()?;
        let mut child = Command::new(program)
            .arg("serve")
            .current_dir(folder.path())
            .env_remove("INVOICES_CONFIG")
            .env("INVOICES__SERVER__ADDRESS", "127.0.0.1:0")
            .env("INVOICES__LOG__FORMAT", "json")
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        let log = child.stderr.take().ok_or("the service has no log")?;
        let mut served = Served {
            child,
            address: String::new(),
            folder,
        };
        let mut lines = BufReader::new(log).lines();
        for line in lines.by_ref() {
            let line: Value = serde_json::from_str(&line?)?;
            if let (Some("ready"), Some(address)) =
                (line["fields"]["message"].as_str(), line["fields"]["address"].as_str())
            {
                address.clone_into(&mut served.address);
                break;
            }
        }
        if served.address.is_empty() {
            return Err("the service did not start".into());
        }
        // Further lines are read, so that the pipe does not fill up.
        thread::spawn(move || lines.for_each(drop));
        Ok(served)
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// The folder that it was started in.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A connection for several requests.
    pub fn connect(&self) -> Result<Connection> {
        Connection::to(&self.address)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // Fails if the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The head of a request that uploads a mail.
pub fn upload_head(token: &str, length: usize) -> String {
    head("POST", "/v1/mail/messages", token, "message/rfc822", length)
}

fn head(method: &str, path: &str, token: &str, content_type: &str, length: usize) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
         content-type: {content_type}\r\ncontent-length: {length}\r\n\r\n"
    )
}

/// The part of HTTP/1.1 that the service's answers need. All have a length.
pub struct Connection(BufReader<TcpStream>);

impl Connection {
    /// Connects to an address.
    pub fn to(address: &str) -> Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        stream.set_write_timeout(Some(TIMEOUT))?;
        Ok(Connection(BufReader::new(stream)))
    }

    /// The status and body of an answer.
    pub fn ask(&mut self, method: &str, path: &str, token: &str, body: &str) -> Result<(u16, Vec<u8>)> {
        let answer = self.answer(&head(method, path, token, "application/json", body.len()), body);
        answer.map_err(|error| format!("{method} {path} got no answer: {error}").into())
    }

    /// The status and body of the answer to an uploaded mail.
    pub fn upload(&mut self, token: &str, mail: &str) -> Result<(u16, Vec<u8>)> {
        let answer = self.answer(&upload_head(token, mail.len()), mail);
        answer.map_err(|error| format!("an upload got no answer: {error}").into())
    }

    fn answer(&mut self, head: &str, body: &str) -> Result<(u16, Vec<u8>)> {
        let request = [head, body].concat();
        self.0.get_mut().write_all(request.as_bytes())?;
        let status = self.line()?;
        let status = status.split(' ').nth(1).ok_or("no answer")?.parse()?;
        let mut length = 0;
        loop {
            let line = self.line()?;
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse()?;
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body)?;
        Ok((status, body))
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.0.read_line(&mut line)?;
        Ok(line.trim_end().to_owned())
    }
}
