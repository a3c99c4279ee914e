//! The attacks: requests of abusive accounts on many connections.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::mail::Template;
use crate::Result;
use crate::served::{Connection, upload_head};

/// The wait after a connection failed.
const PAUSE: Duration = Duration::from_millis(100);
/// The wait of a slow client between two bytes of an upload, or two reads of an export.
const SLOWNESS: Duration = Duration::from_secs(2);
/// The bytes of an export in one read. For fewer, Linux doesn't open the connection's window again.
const READ: usize = 64 << 10;
/// The length of an upload that never ends.
const UPLOAD: usize = 30 << 20;
const LISTS: [&str; 3] = [
    "/v1/invoices/retail",
    "/v1/statistics/spending?by=month",
    "/v1/user/me/usage",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// Whole lists of many invoices, spending by month, and usage
    Lists,
    /// Uploads that send one byte every two seconds
    Uploads,
    /// Exports of four accounts, read slowly
    Exports,
    /// Uploads of mails whose signatures are expensive to check
    Signatures,
    /// Uploads of mails whose PDFs are expensive to read, each followed by a retry and an explanation
    Documents,
}

/// The abusive accounts of a service.
pub struct Attacker {
    pub address: String,
    pub tokens: Vec<String>,
    pub mails: Vec<Template>,
    number: AtomicU32,
    is_over: AtomicBool,
    /// The number of answers by request and status.
    answers: Mutex<BTreeMap<String, u32>>,
}

impl Attack {
    pub const ALL: [Attack; 5] = [
        Attack::Lists,
        Attack::Uploads,
        Attack::Exports,
        Attack::Signatures,
        Attack::Documents,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Attack::Lists => "lists",
            Attack::Uploads => "uploads",
            Attack::Exports => "exports",
            Attack::Signatures => "signatures",
            Attack::Documents => "documents",
        }
    }

    /// The number of abusive accounts.
    pub fn accounts(self) -> usize {
        if self == Attack::Exports { 4 } else { 1 }
    }

    fn connections(self) -> usize {
        match self {
            Attack::Lists => 24,
            Attack::Uploads => 40,
            Attack::Exports => self.accounts(),
            Attack::Signatures | Attack::Documents => 8,
        }
    }
}

impl Attacker {
    pub fn new(address: &str, tokens: Vec<String>, mails: Vec<Template>) -> Self {
        Attacker {
            address: address.to_owned(),
            tokens,
            mails,
            number: AtomicU32::new(0),
            is_over: AtomicBool::new(false),
            answers: Mutex::default(),
        }
    }

    /// Attacks while `measure` runs. Returns also the number of answers to the attack.
    pub fn during<T>(&self, attack: Attack, measure: impl FnOnce() -> Result<T>) -> Result<(T, BTreeMap<String, u32>)> {
        self.is_over.store(false, Ordering::Relaxed);
        let measured = thread::scope(|scope| {
            for client in 0..attack.connections() {
                scope.spawn(move || {
                    while !self.is_over() {
                        if self.attack(attack, client).is_err() {
                            self.count("no answer");
                            thread::sleep(PAUSE);
                        }
                    }
                });
            }
            // Lets all connect.
            thread::sleep(SLOWNESS);
            let measured = measure();
            self.is_over.store(true, Ordering::Relaxed);
            measured
        })?;
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        Ok((measured, std::mem::take(&mut answers)))
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    fn count(&self, answer: &str) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        *answers.entry(answer.to_owned()).or_insert(0) += 1;
    }

    /// Uses one connection until it fails or the attack is over.
    fn attack(&self, attack: Attack, client: usize) -> Result<()> {
        let token = &self.tokens[client % self.tokens.len()];
        match attack {
            Attack::Lists => self.list(token),
            Attack::Uploads => self.upload_slowly(token),
            Attack::Exports => self.export_slowly(token),
            Attack::Signatures | Attack::Documents => self.upload(token),
        }
    }

    fn list(&self, token: &str) -> Result<()> {
        let mut connection = Connection::to(&self.address)?;
        for path in LISTS.iter().cycle() {
            if self.is_over() {
                break;
            }
            let (status, _) = connection.ask("GET", path, token, "")?;
            let name = path.rsplit('/').next().unwrap_or_default();
            self.count(&format!("{name} {status}"));
        }
        Ok(())
    }

    fn upload_slowly(&self, token: &str) -> Result<()> {
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(SLOWNESS))?;
        stream.write_all(upload_head(token, UPLOAD).as_bytes())?;
        while !self.is_over() {
            stream.write_all(b"x")?;
            if let Some(status) = status(&mut stream)? {
                self.count(&format!("upload {status}"));
                break;
            }
        }
        Ok(())
    }

    fn export_slowly(&self, token: &str) -> Result<()> {
        let mut stream = begin_export(&self.address, token)?;
        let status = status(&mut stream)?.ok_or("no answer")?;
        self.count(&format!("export {status}"));
        let mut read = vec![0; READ];
        while !self.is_over() && stream.read(&mut read)? > 0 {
            thread::sleep(SLOWNESS);
        }
        Ok(())
    }

    /// Uploads the mails in turn. For each, requests a retry and an explanation, which read its documents again.
    fn upload(&self, token: &str) -> Result<()> {
        let mut connection = Connection::to(&self.address)?;
        while !self.is_over() {
            let number = self.number.fetch_add(1, Ordering::Relaxed);
            let kind = number as usize % self.mails.len();
            let (status, answer) = connection.upload(token, &self.mails[kind].numbered(number))?;
            let answer: Value = serde_json::from_slice(&answer).unwrap_or_default();
            let state = answer["data"]["state"].as_str().unwrap_or_default();
            self.count(&format!("mail {kind} {status} {state}"));
            let Some(id) = answer["data"]["message_id"].as_str() else {
                continue;
            };
            for (method, what) in [("POST", "retry"), ("GET", "explain")] {
                let path = format!("/v1/mail/messages/{id}/{what}");
                let (status, _) = connection.ask(method, &path, token, "")?;
                self.count(&format!("{what} {status}"));
            }
        }
        Ok(())
    }
}

/// Requests an export.
pub fn begin_export(address: &str, token: &str) -> Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let request = format!(
        "GET /v1/user/me/export HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes())?;
    Ok(stream)
}

/// The status of the answer. `None` if there is none within the connection's time limit.
fn status(stream: &mut TcpStream) -> Result<Option<u16>> {
    let mut begin = [0; 12];
    match stream.read_exact(&mut begin) {
        Ok(()) => Ok(Some(std::str::from_utf8(&begin[9..])?.parse()?)),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
