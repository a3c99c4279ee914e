//! Reads the settings again while the service runs: the filter of the log, the certificate and the secrets.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use invoices_app::{App, Tokens};
use rustls::sign::CertifiedKey;
use secrecy::{ExposeSecret, SecretString};
use tracing_subscriber::EnvFilter;

use super::adapters::{Renewable, RenewedSecrets};
use super::app::check;
use super::error::{StartError, failed};
use super::service::Service;
use crate::certificate::{self, ServedCertificate};
use crate::config::Config;
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
    /// The settings at start, by path. Secrets are masked.
    shown: BTreeMap<String, String>,
    started_with: Config,
    /// The settings that were read last.
    current: Mutex<Config>,
    log: LogHandle,
    app: App,
    renewable: Renewable,
    certificate: Option<Arc<ServedCertificate>>,
}

/// What was read again. All of it is valid, and none of it is in use yet.
struct Renewed {
    config: Config,
    shown: BTreeMap<String, String>,
    filter: EnvFilter,
    tokens: Tokens,
    secrets: RenewedSecrets,
    certificate: Option<CertifiedKey>,
}

impl Reload {
    /// `file` and `config` are those that the service was started with.
    pub fn new(
        file: Option<PathBuf>,
        config: Config,
        log: LogHandle,
        app: App,
        renewable: Renewable,
        service: &Service,
    ) -> Result<Self, StartError> {
        Ok(Reload {
            shown: shown(file.as_deref())?,
            file,
            started_with: config.clone(),
            current: Mutex::new(config),
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
        let config = Config::load(self.file.as_deref()).map_err(failed("read the settings"))?;
        if let Some(error) = check(&config).into_iter().next() {
            return Err(error);
        }
        let secret = config.existing_jwt_secret().map_err(failed(SETTINGS))?;
        let previous = config.auth.jwt_previous_secret.as_ref();
        let files = config.certificate().map_err(failed(SETTINGS))?;
        let files = files.filter(|_| self.certificate.is_some());
        let certificate = files.map(|files| files.read()).transpose();
        Ok(Renewed {
            shown: shown(self.file.as_deref())?,
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
        let mut changed = self.renewable.replace(renewed.secrets);
        if email(&current) != email(&renewed.config) {
            changed.push("email");
        }
        if push(&current) != push(&renewed.config) {
            changed.push("push");
        }
        if !renewed.tokens.has_secrets_of(&self.app.tokens()) {
            changed.push("auth.jwt_secret");
        }
        self.app.replace_tokens(renewed.tokens);
        if let (Some(served), Some(certificate)) = (&self.certificate, renewed.certificate) {
            if let Some(warning) = certificate::warning(&certificate) {
                tracing::warn!("{warning}");
            }
            if served.replace(certificate) {
                changed.push(TLS_CERT);
            }
        }
        if current.log.filter != renewed.config.log.filter {
            changed.push("log.filter");
        }
        self.log.replace(renewed.filter);
        *current = renewed.config;
        changed
    }

    /// The settings that differ from those at start and are not among the renewed ones.
    fn need_restart(&self, renewed: &Renewed) -> BTreeSet<String> {
        let (old, new) = (&self.shown, &renewed.shown);
        let paths = old
            .keys()
            .chain(new.keys())
            .filter(|path| old.get(*path) != new.get(*path));
        let mut paths: BTreeSet<String> = paths.filter(|path| !is_renewed(path)).cloned().collect();
        let (old, new) = (&self.started_with, &renewed.config);
        for (path, differs) in [
            // Masked above.
            (
                "database.password",
                exposed(old.database.password.as_ref()) != exposed(new.database.password.as_ref()),
            ),
            ("database.url", old.database.url != new.database.url),
            (
                "traces.token",
                exposed(old.traces.token.as_ref()) != exposed(new.traces.token.as_ref()),
            ),
            (
                "aws.secret_access_key",
                exposed(old.aws.secret_access_key.as_ref()) != exposed(new.aws.secret_access_key.as_ref()),
            ),
            (TLS_CERT, old.server.tls_cert.is_some() != new.server.tls_cert.is_some()),
        ] {
            if differs {
                paths.insert(path.into());
            }
        }
        paths
    }
}

fn is_renewed(path: &str) -> bool {
    let section = path.split('.').next().unwrap_or_default();
    RENEWED.contains(&path) || RENEWED.contains(&section)
}

fn shown(file: Option<&Path>) -> Result<BTreeMap<String, String>, StartError> {
    let settings = Config::report(file).map_err(failed("read the settings"))?;
    let settings = settings.into_iter().map(|setting| (setting.path, setting.value));
    Ok(settings.collect())
}

fn exposed(secret: Option<&SecretString>) -> Option<&str> {
    secret.map(ExposeSecret::expose_secret)
}

fn email(config: &Config) -> impl PartialEq {
    let email = &config.email;
    let login = (
        email.username.clone(),
        exposed(email.password.as_ref()).map(str::to_owned),
    );
    (email.server.clone(), email.from.clone(), login, email.timeout_seconds)
}

fn push(config: &Config) -> impl PartialEq {
    let push = &config.push;
    (
        push.url.clone(),
        exposed(push.token.as_ref()).map(str::to_owned),
        push.timeout_seconds,
    )
}
