//! An IMAP server beside a service.

use std::path::PathBuf;
use std::time::SystemTime;

use chrono::{DateTime, Utc};
use invoices_sandbox::SandboxHandle;
use invoices_service::settings::{Config, ImapOAuth, ImapServer, Seconds};
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
        let server = Self::start_by(Dovecot::start);
        server.dovecot.set_accounts(&[(ACCOUNT, PASSWORD)]).unwrap();
        server
    }

    /// A server that takes tokens alone, and asks this provider about them.
    pub fn start_with_tokens(provider: &SandboxHandle) -> Self {
        let introspection = format!("{}/introspect", provider.base_url());
        Self::start_by(|certificate| Dovecot::start_with_tokens(certificate, &introspection))
    }

    fn start_by(start: impl FnOnce(&Certificate) -> test_servers::Result<Dovecot>) -> Self {
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new(["localhost".to_owned()]).unwrap();
        let certificate = Certificate {
            certificate: certificate.self_signed(&key).unwrap().pem(),
            key: key.serialize_pem(),
        };
        let dovecot = start(&certificate).unwrap();
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

    /// The same, with the OAuth client of this provider.
    pub fn list_with(&self, provider: &SandboxHandle, config: &mut Config) {
        self.list(config);
        let (id, _) = provider.client();
        let url = |name| {
            let url = format!("{}/common/oauth2/v2.0/{name}", provider.base_url());
            Some(url.parse().unwrap())
        };
        config.imap.servers[0].oauth = Some(ImapOAuth {
            client_id: id.into(),
            client_secret: None,
            tenant: None,
            authorize_url: url("authorize"),
            token_url: url("token"),
            device_url: url("devicecode"),
            scopes: ["openid", "email", "offline_access", "mail"].map(Into::into).into(),
        });
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
