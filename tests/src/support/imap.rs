//! An IMAP server beside a service.

use std::path::PathBuf;
use std::time::SystemTime;

use chrono::{DateTime, Utc};
use invoices_service::settings::{Config, ImapServer, Seconds};
use rcgen::{CertificateParams, KeyPair};
use serde_json::{Value, json};
use tempfile::TempDir;
use test_servers::Certificate;
use test_servers::dovecot::{Dovecot, INBOX};

/// The name of the server in the settings.
pub const SERVER: &str = "example";
/// Alva's account there, and its password.
pub const ACCOUNT: &str = "alva@example.com";
pub const PASSWORD: &str = "planted-mail-password-4713";

/// A server with one account.
pub struct MailServer {
    pub dovecot: Dovecot,
    folder: TempDir,
}

impl MailServer {
    pub fn start() -> Self {
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new(["localhost".to_owned()]).unwrap();
        let certificate = Certificate {
            certificate: certificate.self_signed(&key).unwrap().pem(),
            key: key.serialize_pem(),
        };
        let dovecot = Dovecot::start(&certificate).unwrap();
        dovecot.set_accounts(&[(ACCOUNT, PASSWORD)]).unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("ca.pem"), certificate.certificate).unwrap();
        MailServer { dovecot, folder }
    }

    /// Lists it in the settings. Nobody's `Authentication-Results` are trusted.
    pub fn list(&self, config: &mut Config) {
        config.imap.timeout_seconds = Seconds::new(10);
        config.imap.servers = vec![ImapServer {
            name: SERVER.into(),
            host: "localhost".into(),
            port: self.dovecot.port(),
            domain: Some("example.com".into()),
            authserv_id: None,
            ca_file: Some(self.authority()),
            oauth: None,
        }];
    }

    pub fn authority(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    /// Puts a mail into Alva's inbox.
    pub fn deliver(&self, received: DateTime<Utc>, message: &[u8]) {
        self.dovecot
            .deliver(ACCOUNT, INBOX, SystemTime::from(received), message)
            .unwrap();
    }
}

/// The body of a login with this password.
pub fn login(password: &str) -> Value {
    json!({"server": SERVER, "user": ACCOUNT, "password": password})
}
