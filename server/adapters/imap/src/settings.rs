//! The settings of IMAP servers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use rustls::ClientConfig;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls_platform_verifier::Verifier;
use serde::{Deserialize, Serialize};

/// The port of IMAP with TLS from the start (RFC 8314).
const IMAPS: u16 = 993;

/// The servers at which users may have accounts.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImapSettings {
    /// The servers. Users can't name others.
    pub servers: Vec<ImapServer>,
    /// The time limit of one command, in seconds.
    pub timeout_seconds: u64,
}

/// A server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImapServer {
    /// The name by which users choose it. It is stored with their logins.
    pub name: String,
    /// Its host name, which its certificate must state.
    pub host: String,
    /// Its port, with TLS from the start.
    #[serde(default = "imaps")]
    pub port: u16,
    /// The domain of the mail address of user names that have none: that of `alva` is `alva@example.com`.
    #[serde(default)]
    pub domain: Option<String>,
    /// The `authserv-id` (RFC 8601) whose `Authentication-Results` are trusted. `None` verifies DKIM signatures instead.
    #[serde(default)]
    pub authserv_id: Option<String>,
    /// Certificate authorities in PEM, beside the machine's.
    #[serde(default)]
    pub ca_file: Option<PathBuf>,
}

fn imaps() -> u16 {
    IMAPS
}

/// A setting that can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {problem}")]
pub struct SettingsError {
    /// The setting.
    pub key: String,
    /// What is wrong with it.
    pub problem: String,
}

impl ImapSettings {
    /// The `authserv-id` that is trusted in accounts at each server that has one, by the server's name.
    pub fn authserv_ids(&self) -> BTreeMap<String, String> {
        let servers = self.servers.iter();
        let named = servers.filter_map(|server| Some((server.name.clone(), server.authserv_id.clone()?)));
        named.collect()
    }

    /// Every setting that can't be used.
    pub fn problems(&self) -> Vec<SettingsError> {
        let mut problems = Vec::new();
        if !self.servers.is_empty() && self.timeout_seconds == 0 {
            problems.push(error("imap.timeout_seconds", "must be at least 1"));
        }
        let mut names = BTreeSet::new();
        for server in &self.servers {
            if !is_name(&server.name) {
                let problem = format!(
                    "{:?} is not 1 to 40 small letters, digits, dots and dashes",
                    server.name
                );
                problems.push(error("imap.servers.name", problem));
            }
            if !names.insert(server.name.as_str()) {
                problems.push(error(
                    "imap.servers.name",
                    format!("{:?} names two servers", server.name),
                ));
            }
            problems.extend(server.tls().err());
        }
        problems
    }
}

fn is_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || ".-".contains(c);
    (1..=40).contains(&name.len()) && name.chars().all(is_plain)
}

impl ImapServer {
    /// What a connection to it needs: the name that its certificate must state, and the authorities that may say so.
    pub(crate) fn tls(&self) -> Result<(ServerName<'static>, Arc<ClientConfig>), SettingsError> {
        let host = ServerName::try_from(self.host.clone())
            .map_err(|_| error("imap.servers.host", format!("{:?} is not a host", self.host)))?;
        let provider = Arc::new(aws_lc_rs::default_provider());
        let verifier = Verifier::new_with_extra_roots(self.authorities()?, Arc::clone(&provider))
            .map_err(|cause| error("imap.servers.ca_file", cause.to_string()))?;
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|cause| error("imap.servers", cause.to_string()))?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
        Ok((host, Arc::new(config)))
    }

    fn authorities(&self) -> Result<Vec<CertificateDer<'static>>, SettingsError> {
        let Some(file) = &self.ca_file else {
            return Ok(Vec::new());
        };
        let unusable = |cause: rustls::pki_types::pem::Error| {
            let problem = format!("{}: {cause}", file.display());
            error("imap.servers.ca_file", problem)
        };
        let certificates = CertificateDer::pem_file_iter(file).map_err(unusable)?;
        let certificates: Vec<_> = certificates.collect::<Result<_, _>>().map_err(unusable)?;
        if certificates.is_empty() {
            let problem = format!("{} has no certificate", file.display());
            return Err(error("imap.servers.ca_file", problem));
        }
        Ok(certificates)
    }
}

fn error(key: &str, problem: impl Into<String>) -> SettingsError {
    SettingsError {
        key: key.into(),
        problem: problem.into(),
    }
}
