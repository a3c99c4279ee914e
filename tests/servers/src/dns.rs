//! A name server of text records, in this process, and a domain that signs its mails.

use std::collections::HashMap;
use std::net::{SocketAddr, UdpSocket};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use mail_auth::common::crypto::Ed25519Key;
use mail_auth::common::headers::HeaderWriter;
use mail_auth::dkim::DkimSigner;
use mail_auth::hickory_resolver::proto::op::{Message, ResponseCode};
use mail_auth::hickory_resolver::proto::rr::rdata::TXT;
use mail_auth::hickory_resolver::proto::rr::{RData, Record, RecordType};

use crate::Result;

const SELECTOR: &str = "mail2026";
/// How often the server looks whether it is to end.
const PATIENCE: Duration = Duration::from_millis(100);
/// The longest question (RFC 6891).
const MAX_QUESTION: usize = 4096;

type Records = Arc<Mutex<HashMap<String, String>>>;

/// A running server on loopback. Dropping it stops it.
pub struct Dns {
    address: SocketAddr,
    records: Records,
    is_silent: Arc<AtomicBool>,
    stopped: Arc<AtomicBool>,
}

impl Dns {
    /// Starts a server without records on a free port.
    pub fn start() -> Result<Self> {
        let socket = UdpSocket::bind("127.0.0.1:0")?;
        socket.set_read_timeout(Some(PATIENCE))?;
        let server = Dns {
            address: socket.local_addr()?,
            records: Records::default(),
            is_silent: Arc::default(),
            stopped: Arc::default(),
        };
        let (records, is_silent) = (Arc::clone(&server.records), Arc::clone(&server.is_silent));
        let stopped = Arc::clone(&server.stopped);
        thread::spawn(move || {
            let mut question = [0; MAX_QUESTION];
            while !stopped.load(Ordering::Relaxed) {
                let Ok((length, from)) = socket.recv_from(&mut question) else {
                    continue;
                };
                let answer = answer(&question[..length], &records);
                if let Some(answer) = answer.filter(|_| !is_silent.load(Ordering::Relaxed)) {
                    // The client has ended: nobody misses the answer.
                    let _ = socket.send_to(&answer, from);
                }
            }
        });
        Ok(server)
    }

    /// The address on which it listens, over UDP.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Sets the text of a name.
    pub fn set(&self, name: &str, text: &str) {
        let mut records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        records.insert(format!("{name}."), text.to_owned());
    }

    /// The text of a name.
    pub fn text(&self, name: &str) -> Option<String> {
        let records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        records.get(&format!("{name}.")).cloned()
    }

    /// Removes the text of a name.
    pub fn remove(&self, name: &str) {
        let mut records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        records.remove(&format!("{name}."));
    }

    /// Answers nothing from now on, or answers again.
    pub fn be_silent(&self, silent: bool) {
        self.is_silent.store(silent, Ordering::Relaxed);
    }
}

impl Drop for Dns {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

fn answer(question: &[u8], records: &Records) -> Option<Vec<u8>> {
    let question = Message::from_vec(question).ok()?;
    let query = question.queries.first()?.clone();
    let name = query.name().to_string().to_lowercase();
    let records = records.lock().unwrap_or_else(PoisonError::into_inner);
    let text = records.get(&name).filter(|_| query.query_type() == RecordType::TXT);
    let mut answer = question.into_response();
    match text {
        Some(text) => {
            let parts = text
                .as_bytes()
                .chunks(255)
                .map(|part| String::from_utf8_lossy(part).into_owned());
            let data = RData::TXT(TXT::new(parts.collect()));
            answer.add_answer(Record::from_rdata(query.name().clone(), 60, data));
        }
        None => answer.metadata.response_code = ResponseCode::NXDomain,
    }
    answer.to_vec().ok()
}

/// A domain with a key.
pub struct Signer {
    domain: String,
    key: Vec<u8>,
}

impl Signer {
    /// A domain with a new key, which nobody knows yet.
    pub fn new(domain: &str) -> Result<Self> {
        Ok(Signer {
            domain: domain.to_owned(),
            key: Ed25519Key::generate_pkcs8().map_err(|error| error.to_string())?,
        })
    }

    /// The name under which its key is published.
    pub fn key_name(&self) -> String {
        format!("{SELECTOR}._domainkey.{}", self.domain)
    }

    /// Publishes its key.
    pub fn publish(&self, dns: &Dns) -> Result<()> {
        let key = self.key()?.public_key();
        dns.set(
            &self.key_name(),
            &format!("v=DKIM1; k=ed25519; p={}", BASE64.encode(key)),
        );
        Ok(())
    }

    /// The message with a signature of these headers and the text on top of it.
    pub fn sign(&self, message: &[u8], headers: &[&str]) -> Result<Vec<u8>> {
        let signer = DkimSigner::from_key(self.key()?)
            .domain(&self.domain)
            .selector(SELECTOR)
            .headers(headers.iter().copied());
        let signature = signer.sign(message).map_err(|error| error.to_string())?;
        Ok([signature.to_header().as_bytes(), message].concat())
    }

    fn key(&self) -> Result<Ed25519Key> {
        Ok(Ed25519Key::from_pkcs8_maybe_unchecked_der(&self.key).map_err(|error| error.to_string())?)
    }
}
