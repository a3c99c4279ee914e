//! A server with an account, and the adapter as its client.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};
use invoices_domain::MessageId;
use invoices_domain::UserId;
use invoices_domain::Window;
use invoices_domain::mail::{Credentials, ImapLogin, ImapSecret, MailAccount, MailSearch, SearchPage, Sought};
use invoices_domain::ports::{MailError, Mailbox};
use invoices_imap::{ConsentContext, Imap};
use invoices_settings::{ImapServer, ImapSettings, Seconds};
use rcgen::{CertificateParams, KeyPair};
use tempfile::TempDir;
use test_servers::Certificate;
use test_servers::dovecot::Dovecot;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::memory::Memory;

pub const ALVA: &str = "alva@example.com";
pub const PASSWORD: &str = "an app's \"password\" \\ 1";
/// The name of the server in the settings.
pub const SERVER: &str = "example";

/// The certificate of a server, and the settings that trust it.
pub struct Authority {
    pub certificate: Certificate,
    folder: TempDir,
}

impl Authority {
    pub fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new(["localhost".to_owned()]).unwrap();
        let certificate = Certificate {
            certificate: certificate.self_signed(&key).unwrap().pem(),
            key: key.serialize_pem(),
        };
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("ca.pem"), &certificate.certificate).unwrap();
        Authority { certificate, folder }
    }

    pub fn settings(&self, port: u16) -> ImapSettings {
        let server = ImapServer {
            name: SERVER.into(),
            host: "localhost".into(),
            port,
            domain: None,
            authserv_id: None,
            ca_file: Some(self.folder.path().join("ca.pem")),
            oauth: None,
        };
        ImapSettings {
            servers: vec![server],
            timeout_seconds: Seconds::new(10),
        }
    }
}

/// A server with the account of Alva.
pub struct World {
    pub dovecot: Dovecot,
    authority: Authority,
}

impl World {
    pub fn start() -> Self {
        let authority = Authority::new();
        let dovecot = Dovecot::start(&authority.certificate).unwrap();
        dovecot.set_accounts(&[(ALVA, PASSWORD)]).unwrap();
        World { dovecot, authority }
    }

    pub fn settings(&self) -> ImapSettings {
        self.authority.settings(self.dovecot.port())
    }

    pub fn client(&self) -> Imap {
        client(&self.settings())
    }

    /// A client that connects through a proxy.
    pub fn client_through(&self, proxy: SocketAddr) -> Imap {
        let mut settings = self.settings();
        settings.servers[0].port = proxy.port();
        client(&settings)
    }

    /// Puts a mail into a folder.
    pub fn deliver(&self, folder: &str, received_at: &str, message: &[u8]) {
        let at: DateTime<Utc> = received_at.parse().unwrap();
        self.dovecot
            .deliver(ALVA, folder, SystemTime::from(at), message)
            .unwrap();
    }
}

/// A client whose accounts no secret store has.
pub fn client(settings: &ImapSettings) -> Imap {
    client_with(settings, Memory::default())
}

pub fn client_with(settings: &ImapSettings, secrets: Memory) -> Imap {
    let context = ConsentContext {
        callback_url: None,
        localhost_callback_url: "http://localhost:8399/callback".parse().unwrap(),
        secrets: Arc::new(secrets.clone()),
        clock: Arc::new(secrets),
    };
    Imap::new(settings, context).unwrap()
}

pub fn login(password: &str) -> ImapLogin {
    ImapLogin {
        server: SERVER.into(),
        user: ALVA.into(),
        secret: ImapSecret::Password(password.into()),
    }
}

pub fn alva() -> MailAccount {
    MailAccount {
        user: UserId::random(),
        address: ALVA.parse().unwrap(),
        credentials: Credentials::Imap(login(PASSWORD)),
    }
}

pub fn mail(sender: &str, subject: &str) -> Vec<u8> {
    format!("From: Shop <{sender}>\r\nTo: {ALVA}\r\nSubject: {subject}\r\n\r\nSumma 499 kr\r\n").into_bytes()
}

/// A search for mails of 2026.
pub fn from(sender: &str, subject_words: &[&str]) -> MailSearch {
    MailSearch {
        any_of: vec![Sought {
            senders: vec![sender.parse().unwrap()],
            subject_words: subject_words.iter().map(|words| (*words).to_owned()).collect(),
        }],
        window: Some(Window {
            start: "2026-01-01T00:00:00Z".parse().unwrap(),
            end: "2027-01-01T00:00:00Z".parse().unwrap(),
        }),
    }
}

/// Every message that a search finds, page by page.
pub async fn all(imap: &Imap, account: &MailAccount, search: &MailSearch) -> Result<Vec<MessageId>, MailError> {
    let (mut ids, mut next) = (Vec::new(), None);
    loop {
        let SearchPage {
            ids: found,
            next: token,
        } = imap.search(account, search, next.as_ref()).await?;
        assert!(found.len() <= 500);
        ids.extend(found);
        next = token;
        if next.is_none() {
            return Ok(ids);
        }
    }
}

/// A proxy that cuts its first connections after this many bytes from the server.
pub struct Cutter {
    pub address: SocketAddr,
    pub connections: Arc<AtomicUsize>,
}

impl Cutter {
    pub async fn start(to: u16, cut: usize, after: usize) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let connections = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&connections);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let nth = counted.fetch_add(1, Ordering::SeqCst);
                let limit = if nth < cut { after } else { usize::MAX };
                tokio::spawn(forward(client, to, limit));
            }
        });
        Cutter { address, connections }
    }
}

async fn forward(client: TcpStream, to: u16, mut left: usize) {
    let server = TcpStream::connect((Ipv4Addr::LOCALHOST, to)).await.unwrap();
    let ((mut from_client, mut to_client), (mut from_server, mut to_server)) =
        (client.into_split(), server.into_split());
    let up = tokio::spawn(async move {
        let _ = tokio::io::copy(&mut from_client, &mut to_server).await;
    });
    let mut buffer = vec![0; 4096];
    while left > 0 {
        let Ok(read @ 1..) = from_server.read(&mut buffer).await else {
            break;
        };
        let sent = read.min(left);
        left -= sent;
        if to_client.write_all(&buffer[..sent]).await.is_err() {
            break;
        }
    }
    up.abort();
    let _ = tokio::time::timeout(Duration::from_secs(1), to_client.shutdown()).await;
}
