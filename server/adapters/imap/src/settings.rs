//! What is wrong with the settings of IMAP servers, and what their connections need.

use std::collections::BTreeSet;
use std::sync::Arc;

use invoices_settings::{ImapServer, ImapSettings};
use rustls::ClientConfig;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls_platform_verifier::Verifier;

use crate::endpoints::Endpoints;

/// A setting that can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {problem}")]
pub struct SettingsError {
    /// The setting.
    pub key: String,
    /// What is wrong with it.
    pub problem: String,
}

/// Every setting that can't be used.
pub fn problems(settings: &ImapSettings) -> Vec<SettingsError> {
    let mut problems = Vec::new();
    let mut names = BTreeSet::new();
    for server in &settings.servers {
        if !is_name(&server.name) {
            let problem = format!(
                "{:?} is not 1 to 40 small letters, digits, dots and dashes",
                server.name
            );
            problems.push(error("imap.servers.name", problem));
        }
        if !names.insert(server.name.as_str()) {
            let problem = format!("{:?} names two servers", server.name);
            problems.push(error("imap.servers.name", problem));
        }
        problems.extend(tls(server).err());
        let endpoints = server.oauth.as_ref().map(Endpoints::of);
        problems.extend(
            endpoints
                .and_then(Result::err)
                .map(|problem| error("imap.servers.oauth", problem)),
        );
    }
    problems
}

fn is_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || ".-".contains(c);
    (1..=40).contains(&name.len()) && name.chars().all(is_plain)
}

/// What a connection to a server needs: the name that its certificate must state, and the authorities that may say so.
pub(crate) fn tls(server: &ImapServer) -> Result<(ServerName<'static>, Arc<ClientConfig>), SettingsError> {
    let host = ServerName::try_from(server.host.clone())
        .map_err(|_| error("imap.servers.host", format!("{:?} is not a host", server.host)))?;
    let provider = Arc::new(aws_lc_rs::default_provider());
    let verifier = Verifier::new_with_extra_roots(authorities(server)?, Arc::clone(&provider))
        .map_err(|cause| error("imap.servers.ca_file", cause.to_string()))?;
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|cause| error("imap.servers", cause.to_string()))?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    Ok((host, Arc::new(config)))
}

fn authorities(server: &ImapServer) -> Result<Vec<CertificateDer<'static>>, SettingsError> {
    let Some(file) = &server.ca_file else {
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

pub(crate) fn error(key: &str, problem: impl Into<String>) -> SettingsError {
    SettingsError {
        key: key.into(),
        problem: problem.into(),
    }
}
