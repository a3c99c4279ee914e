//! Converts the settings of the database, HTTP and the use cases, and checks all of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::TimeDelta;
use invoices_api::Origins;
use invoices_app::{
    AccountMailSettings, AuthSettings, ExportSettings, LimitSettings, MIN_SECRET_BYTES, PipelineSettings,
    ScheduleSettings,
};
use invoices_db::{DatabaseSettings, Store, StoreError};
use invoices_domain::{Engine, ServiceZone, Vendor};
use invoices_local::Access;
use secrecy::SecretString;

use super::error::{ConfigError, invalid};
use super::sections::Role;
use super::settings::Config;
use crate::certificate::CertificateFiles;
use crate::engines;
use crate::http::Proxies;
use crate::keyfile;

impl Config {
    /// The service's time zone.
    pub fn zone(&self) -> Result<ServiceZone, ConfigError> {
        self.time_zone.parse().map_err(|error| invalid("time_zone", &error))
    }

    /// Who may read the files of this machine.
    pub fn access(&self) -> Access {
        if self.data_group_access {
            Access::Group
        } else {
            Access::Owner
        }
    }

    /// The database's settings.
    pub fn database(&self) -> DatabaseSettings {
        let url = if self.database.url.is_empty() {
            format!("sqlite:{}", self.data.join("invoices.db").display())
        } else {
            self.database.url.clone()
        };
        DatabaseSettings {
            password: self.database.password.clone(),
            ca_file: self.database.ca_file.clone(),
            verify_tls: self.database.verify_tls,
            connections: self.database.connections,
            connect_timeout: Duration::from_secs(self.database.connect_timeout_seconds),
            statement_timeout: Duration::from_secs(self.database.statement_timeout_seconds),
            lock_timeout: Duration::from_secs(self.database.lock_timeout_seconds),
            ..DatabaseSettings::new(url)
        }
    }

    /// The trusted proxies.
    pub fn proxies(&self) -> Proxies {
        Proxies {
            trusted: self.server.trusted_proxies.clone(),
            header: self.server.forwarded_header,
        }
    }

    /// The origins of pages that may call from browsers.
    pub fn origins(&self) -> Result<Origins, ConfigError> {
        Origins::new(&self.server.allowed_origins).map_err(|error| invalid("server.allowed_origins", &error))
    }

    /// The files of the API's certificate. `None` for plain HTTP.
    pub(crate) fn certificate(&self) -> Result<Option<CertificateFiles>, ConfigError> {
        match (&self.server.tls_cert, &self.server.tls_key) {
            (Some(certificate), Some(key)) => Ok(Some(CertificateFiles {
                certificate: certificate.clone(),
                key: key.clone(),
            })),
            (None, None) => Ok(None),
            _ => Err(invalid(
                "server.tls_cert",
                &"set both it and server.tls_key, or neither",
            )),
        }
    }

    fn check_traces(&self) -> Result<(), ConfigError> {
        if self.traces.endpoint.is_some() {
            let key = "traces.endpoint";
            engines::require(Engine::Otlp).map_err(|source| ConfigError::MissingEngine { key, source })?;
        }
        if (0.0..=1.0).contains(&self.traces.sampled) {
            Ok(())
        } else {
            Err(invalid("traces.sampled", &"it must be from 0 to 1"))
        }
    }

    fn check_certificate(&self) -> Result<(), ConfigError> {
        let Some(files) = self.certificate()? else {
            return Ok(());
        };
        let read = files.read().map(drop);
        read.map_err(|error| invalid("server.tls_cert", &error))
    }

    /// The roles of this process.
    pub fn roles(&self) -> Result<BTreeSet<Role>, ConfigError> {
        let roles: BTreeSet<Role> = self.server.roles.iter().copied().collect();
        if roles.is_empty() {
            return Err(invalid("server.roles", &"a process needs a role"));
        }
        Ok(roles)
    }

    /// Finds every invalid setting. Creates no file.
    pub fn check(&self) -> Vec<ConfigError> {
        let database = self.database();
        let one_machine = database.url.starts_with("sqlite:") && self.server.replicas > 1;
        let found = [
            self.roles().map(drop),
            self.check_certificate(),
            self.origins().map(drop),
            check_database(&database),
            if one_machine {
                Err(invalid(
                    "database.url",
                    &"SQLite serves one process; replicas need PostgreSQL",
                ))
            } else {
                Ok(())
            },
            self.objects().map(drop),
            self.secrets().map(drop),
            self.object_events().map(drop),
            self.aws.check().map_err(|error| invalid("aws", &error)),
            self.check_traces(),
        ];
        let found = found.into_iter().filter_map(Result::err);
        let found = found.chain(self.check_topic()).chain(self.check_urls());
        found.chain(self.check_app()).chain(self.check_paths()).collect()
    }

    /// Every invalid setting of the use cases. One that can't be read has a placeholder for the others' sake.
    fn check_app(&self) -> Vec<ConfigError> {
        let mut found = Vec::new();
        let mut usable = self.clone();
        if let Err(error) = self.zone() {
            usable.time_zone = "UTC".into();
            found.push(error);
        }
        if let Err(error) = self.common_passwords() {
            usable.auth.common_passwords_file = None;
            found.push(error);
        }
        let secret = self.jwt_secret(false).unwrap_or_else(|error| {
            found.push(error);
            placeholder_secret()
        });
        match usable.app_with(secret) {
            Ok(settings) => found.extend(settings.problems().into_iter().map(ConfigError::Refused)),
            Err(error) => found.push(error),
        }
        found
    }

    /// The passwords that are refused. `None` for the built-in list.
    fn common_passwords(&self) -> Result<Option<Vec<String>>, ConfigError> {
        let Some(file) = &self.auth.common_passwords_file else {
            return Ok(None);
        };
        let list = std::fs::read_to_string(file).map_err(|error| invalid("auth.common_passwords_file", &error))?;
        let lines = list.lines().map(|line| line.trim().to_lowercase());
        Ok(Some(lines.filter(|line| !line.is_empty()).collect()))
    }

    /// The secret that signs access tokens. Its file must exist.
    pub(crate) fn existing_jwt_secret(&self) -> Result<SecretString, ConfigError> {
        let read = match &self.auth.jwt_secret {
            Some(secret) => return Ok(secret.clone()),
            None => keyfile::read_private(&self.jwt_secret_file()),
        };
        read.map_err(|error| invalid("auth.jwt_secret_file", &error))
    }

    fn jwt_secret_file(&self) -> PathBuf {
        let named = self.auth.jwt_secret_file.clone();
        named.unwrap_or_else(|| self.data.join("jwt.key"))
    }

    /// The secret that signs access tokens. If its file does not exist, `create` creates it; else the secret is a placeholder.
    /// Without `create` the file's mode stays, too.
    fn jwt_secret(&self, create: bool) -> Result<SecretString, ConfigError> {
        if let Some(secret) = &self.auth.jwt_secret {
            return Ok(secret.clone());
        }
        if self.auth.jwt_secret_file.is_none() {
            self.must_be_shared("auth.jwt_secret_file")?;
        }
        let file = self.jwt_secret_file();
        let read = match (create, file.exists()) {
            (true, _) => keyfile::read_or_create(&file),
            (false, true) => keyfile::read(&file),
            (false, false) => return Ok(placeholder_secret()),
        };
        read.map_err(|error| invalid("auth.jwt_secret_file", &error))
    }

    /// The vendors of the vendors file. `None` without a file.
    pub fn vendors(&self) -> Result<Option<Vec<Vendor>>, ConfigError> {
        let Some(file) = &self.retail.vendors_file else {
            return Ok(None);
        };
        read_vendors(file).map(Some)
    }

    /// The settings of the use cases. Creates the file of the token secret on first use.
    pub fn app(&self) -> Result<invoices_app::Settings, ConfigError> {
        self.app_with(self.jwt_secret(true)?)
    }

    fn account_mail(&self) -> AccountMailSettings {
        AccountMailSettings {
            reset_link: self.accounts.reset_link.clone(),
            verify_link: self.accounts.verify_link.clone(),
        }
    }

    fn app_with(&self, jwt_secret: SecretString) -> Result<invoices_app::Settings, ConfigError> {
        let share = |limit: u32| (limit / self.server.replicas.max(1)).max(1);
        let ingest_wait = Duration::from_secs(self.server.ingest_timeout_seconds);
        Ok(invoices_app::Settings {
            zone: self.zone()?,
            landlords: self.rental.landlords.clone(),
            auth: AuthSettings {
                jwt_previous_secret: self.auth.jwt_previous_secret.clone(),
                issuer: self.auth.issuer.clone(),
                audience: self.auth.audience.clone(),
                token_lifetime: TimeDelta::seconds(self.auth.token_lifetime_seconds),
                session_idle: TimeDelta::days(self.auth.session_idle_days.into()),
                session_max: TimeDelta::days(self.auth.session_max_days.into()),
                refresh_grace: TimeDelta::seconds(self.auth.refresh_grace_seconds.into()),
                password_min: self.auth.password_min,
                password_max: self.auth.password_max,
                common_passwords: self.common_passwords()?,
                hash_concurrency: self.auth.hash_concurrency,
                hash_queue: self.auth.hash_queue,
                login_failures: share(self.auth.login_failures),
                failure_window: TimeDelta::seconds(self.auth.failure_window_seconds),
                attempts_per_minute: share(self.auth.attempts_per_minute),
                max_login_delay: Duration::from_secs(self.auth.max_login_delay_seconds),
                account_mails_per_hour: share(self.auth.account_mails_per_hour),
                connections_per_minute: share(self.auth.connections_per_minute),
                ..AuthSettings::with_secret(jwt_secret)
            },
            sign_up: self.accounts.sign_up,
            pipeline: PipelineSettings {
                ingest_wait,
                settle: Duration::from_secs(self.pipeline.settle_seconds),
                // Ends before the time limit of the request.
                deletion_wait: Duration::from_secs(self.server.request_timeout_seconds.saturating_sub(5).max(1)),
                fetch_concurrency: self.pipeline.fetch_concurrency,
                bytes_in_flight_mib: self.pipeline.bytes_in_flight_mib,
                max_message_bytes: self.mail.max_message_bytes,
                ingest_batch_size: self.pipeline.ingest_batch_size,
                parse_attempts: self.pipeline.parse_attempts,
                lease: Duration::from_secs(self.pipeline.lease_seconds),
                sweep_after: TimeDelta::minutes(self.pipeline.sweep_after_minutes),
                keep_jobs: TimeDelta::days(self.pipeline.job_retention_days),
                check_sender: self.pipeline.check_sender,
                authserv_id: self.pipeline.authserv_id.clone(),
                imap_authserv_ids: self.imap.authserv_ids(),
                ..PipelineSettings::default()
            },
            schedule: self.schedule(),
            account_mail: self.account_mail(),
            limits: LimitSettings {
                account_mib: self.limits.account_mib,
                account_messages: self.limits.account_messages,
            },
            webhooks: self.webhooks.enabled,
            export: self.export(),
        })
    }

    fn schedule(&self) -> ScheduleSettings {
        ScheduleSettings {
            rental_latest: self.schedule.rental_latest.clone(),
            retail: self.schedule.retail.clone(),
            sweep: self.schedule.sweep.clone(),
            spread_minutes: self.schedule.spread_minutes,
        }
    }

    fn export(&self) -> ExportSettings {
        ExportSettings {
            at_once: self.export.at_once,
            stall: Duration::from_secs(self.export.stall_seconds),
        }
    }
}

fn check_database(settings: &DatabaseSettings) -> Result<(), ConfigError> {
    let key = "database.url";
    Store::check(settings).map_err(|error| match error {
        StoreError::MissingEngine(source) => ConfigError::MissingEngine { key, source },
        error => invalid(key, &error),
    })
}

/// A token secret of valid length that is never used to sign.
fn placeholder_secret() -> SecretString {
    "0".repeat(MIN_SECRET_BYTES).into()
}

/// Reads a JSON list of vendors: `vendor_id`, `vendor_name`, `sub_type`, `active`, `email_patterns`, `subject_keywords`.
fn read_vendors(file: &Path) -> Result<Vec<Vendor>, ConfigError> {
    let problem =
        |error: &dyn std::fmt::Display| invalid("retail.vendors_file", &format!("{}: {error}", file.display()));
    let json = std::fs::read(file).map_err(|error| problem(&error))?;
    serde_json::from_slice(&json).map_err(|error| problem(&error))
}
