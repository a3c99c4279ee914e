//! Reads the settings again while the service runs: the filter of the log, the certificate and the secrets.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use invoices_app::{App, Tokens};
use invoices_settings::{Config, InUse, Loaded};
use rustls::sign::CertifiedKey;
use tracing_subscriber::EnvFilter;

use super::adapters::{Renewable, RenewedSecrets};
use super::app::check;
use super::error::{StartError, failed};
use super::service::Service;
use super::settings;
use crate::certificate::{self, ServedCertificate};
use crate::error_line;
use crate::logging::{self, LogHandle};

/// The settings that take effect without a restart, and sections of which all do.
const RENEWED: [&str; 12] = [
    "auth.jwt_previous_secret",
    "auth.jwt_secret",
    "auth.jwt_secret_file",
    "email",
    "log.filter",
    "mail.client_secret",
    "push",
    "secrets.key",
    "secrets.key_file",
    "secrets.previous_keys",
    TLS_CERT,
    "server.tls_key",
];
const TLS_CERT: &str = "server.tls_cert";

/// The parts of a running service that read their settings again.
pub struct Reload {
    file: Option<PathBuf>,
    /// The settings at start.
    started_with: Vec<InUse>,
    /// The settings that were read last.
    current: Mutex<Vec<InUse>>,
    log: LogHandle,
    app: App,
    renewable: Renewable,
    certificate: Option<Arc<ServedCertificate>>,
}

/// What was read again. All of it is valid, and none of it is in use yet.
struct Renewed {
    config: Config,
    in_use: Vec<InUse>,
    filter: EnvFilter,
    tokens: Tokens,
    secrets: RenewedSecrets,
    certificate: Option<CertifiedKey>,
}

impl Reload {
    /// `file` is the one that the service was started with.
    pub fn new(
        file: Option<PathBuf>,
        log: LogHandle,
        app: App,
        renewable: Renewable,
        service: &Service,
    ) -> Result<Self, StartError> {
        let in_use = Loaded::read(file.as_deref())
            .map_err(failed("read the settings"))?
            .in_use;
        Ok(Reload {
            started_with: in_use.clone(),
            current: Mutex::new(in_use),
            file,
            log,
            app,
            renewable,
            certificate: service.certificate(),
        })
    }

    /// Reads everything again and logs the outcome. If anything is invalid, everything stays as it is.
    pub async fn run(self: &Arc<Self>) {
        let reload = Arc::clone(self);
        // It reads files.
        let done = tokio::task::spawn_blocking(move || reload.reload());
        if done.await.is_err() {
            tracing::error!("failed to reload the settings because of a bug");
        }
    }

    fn reload(&self) {
        match self.read() {
            Ok(renewed) => {
                let restart = self.need_restart(&renewed);
                if !restart.is_empty() {
                    let settings = restart.into_iter().collect::<Vec<_>>().join(", ");
                    tracing::warn!(settings, "these settings changed and need a restart");
                }
                let changed = self.replace(renewed).join(", ");
                tracing::info!(changed, "reloaded log filter, certificate and secrets");
            }
            Err(error) => tracing::error!(
                error = error_line(&error),
                "failed to reload log filter, certificate and secrets; all of them stay as they were"
            ),
        }
    }

    fn read(&self) -> Result<Renewed, StartError> {
        const SETTINGS: &str = "use the settings";
        let loaded = Loaded::read(self.file.as_deref()).map_err(failed("read the settings"))?;
        let Loaded { config, in_use, errors } = loaded;
        if let Some(error) = errors.into_iter().next() {
            return Err(failed("read the settings")(error));
        }
        if let Some(error) = check(&config).into_iter().next() {
            return Err(error);
        }
        let secret = settings::existing_jwt_secret(&config).map_err(failed(SETTINGS))?;
        let previous = config.auth.jwt_previous_secret.as_deref();
        let files = settings::certificate(&config).map_err(failed(SETTINGS))?;
        let files = files.filter(|_| self.certificate.is_some());
        let certificate = files.map(|files| files.read()).transpose();
        Ok(Renewed {
            in_use,
            filter: logging::filter(&config.log).map_err(failed("read log.filter"))?,
            tokens: self
                .app
                .tokens()
                .with_secrets(&secret, previous)
                .map_err(failed(SETTINGS))?,
            secrets: self.renewable.read(&config)?,
            certificate: certificate.map_err(failed("read the certificate"))?,
            config,
        })
    }

    /// Returns the settings that changed.
    fn replace(&self, renewed: Renewed) -> Vec<&'static str> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let mut names = self.renewable.replace(renewed.secrets);
        let differ: Vec<_> = changed(&current, &renewed.in_use).collect();
        names.extend(
            ["email", "push"]
                .into_iter()
                .filter(|name| differ.iter().any(|path| section(path) == *name)),
        );
        if !renewed.tokens.has_secrets_of(&self.app.tokens()) {
            names.push("auth.jwt_secret");
        }
        self.app.replace_tokens(renewed.tokens);
        if let (Some(served), Some(certificate)) = (&self.certificate, renewed.certificate) {
            if let Some(warning) = certificate::warning(&certificate) {
                tracing::warn!("{warning}");
            }
            if served.replace(certificate) {
                names.push(TLS_CERT);
            }
        }
        if differ.contains(&"log.filter") {
            names.push("log.filter");
        }
        self.log.replace(renewed.filter);
        *current = renewed.in_use;
        names
    }

    /// The settings that differ from those at start and are not among the renewed ones.
    fn need_restart(&self, renewed: &Renewed) -> BTreeSet<String> {
        let changed = changed(&self.started_with, &renewed.in_use);
        let mut paths: BTreeSet<String> = changed.filter(|path| !is_renewed(path)).map(str::to_owned).collect();
        // The certificate is renewed, but not whether there is one.
        let had_one = self.started_with.iter().any(|setting| setting.path == TLS_CERT);
        if had_one != renewed.config.server.tls_cert.is_some() {
            paths.insert(TLS_CERT.into());
        }
        paths
    }
}

fn is_renewed(path: &str) -> bool {
    RENEWED.contains(&path) || RENEWED.contains(&section(path))
}

fn section(path: &str) -> &str {
    path.split('.').next().unwrap_or_default()
}

/// The settings that are not the same in both, secrets too.
fn changed<'s>(old: &'s [InUse], new: &'s [InUse]) -> impl Iterator<Item = &'s str> {
    let differs = |one: &&InUse, others: &[InUse]| {
        !others
            .iter()
            .any(|other| other.path == one.path && other.has_value_of(one))
    };
    let gone = old.iter().filter(move |setting| differs(setting, new));
    let came = new.iter().filter(move |setting| differs(setting, old));
    gone.chain(came).map(|setting| setting.path.as_str())
}
