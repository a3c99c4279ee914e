//! From settings to what each engine is told.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use chrono::TimeDelta;
use invoices_app::{AuthSettings, MIN_SECRET_BYTES, PipelineSettings, ScheduleSettings};
use invoices_db::{DatabaseSettings, Store};
use invoices_domain::{ServiceZone, Vendor};
use secrecy::SecretString;

use super::{Config, ConfigError, Role, wrong};
use crate::http::Proxies;
use crate::keyfile;

impl Config {
    /// The service's time zone.
    pub fn zone(&self) -> Result<ServiceZone, ConfigError> {
        self.time_zone.parse().map_err(|error| wrong("time_zone", &error))
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

    /// The proxies whose word is taken.
    pub fn proxies(&self) -> Proxies {
        Proxies {
            trusted: self.server.trusted_proxies.clone(),
            header: self.server.forwarded_header,
        }
    }

    /// Refuses what lies on this machine alone where other replicas need it too.
    pub(super) fn must_be_shared(&self, key: &'static str) -> Result<(), ConfigError> {
        if self.server.replicas > 1 && !self.server.shared_folders {
            return Err(wrong(
                key,
                &"it lies on this machine alone; with server.replicas above 1 the others would miss it",
            ));
        }
        Ok(())
    }

    /// What this process does, each once.
    pub fn roles(&self) -> Result<BTreeSet<Role>, ConfigError> {
        let roles: BTreeSet<Role> = self.server.roles.iter().copied().collect();
        if roles.is_empty() {
            return Err(wrong("server.roles", &"a process without a role does nothing"));
        }
        Ok(roles)
    }

    /// Finds what can't be used, and makes nothing that is made on first use.
    pub fn check(&self) -> Vec<ConfigError> {
        let database = self.database();
        let one_machine = database.url.starts_with("sqlite:") && self.server.replicas > 1;
        let secret = self.jwt_secret(false);
        let (secret, no_secret) = match secret {
            Ok(secret) => (secret, Ok(())),
            Err(error) => (stand_in(), Err(error)),
        };
        let app = self.app_with(secret);
        let found = [
            self.roles().map(drop),
            Store::check(&database).map_err(|error| wrong("database.url", &error)),
            if one_machine {
                Err(wrong(
                    "database.url",
                    &"SQLite serves one process; replicas need PostgreSQL",
                ))
            } else {
                Ok(())
            },
            self.objects().map(drop),
            self.secrets().map(drop),
            self.topic().map(drop),
            self.inbox().map(drop),
            self.aws.check().map_err(|error| wrong("aws", &error)),
            no_secret,
            app.and_then(|settings| settings.check().map_err(ConfigError::Refused)),
        ];
        found.into_iter().filter_map(Result::err).collect()
    }

    /// What signs tokens. Where it lies in a file that is made on first use: a stand-in, unless `make` asks for the file.
    fn jwt_secret(&self, make: bool) -> Result<SecretString, ConfigError> {
        if let Some(secret) = &self.auth.jwt_secret {
            return Ok(secret.clone());
        }
        let named = self.auth.jwt_secret_file.clone();
        if named.is_none() {
            self.must_be_shared("auth.jwt_secret_file")?;
        }
        let file = named.unwrap_or_else(|| self.data.join("jwt.key"));
        if !make && !file.exists() {
            return Ok(stand_in());
        }
        keyfile::read_or_make(&file).map_err(|error| wrong("auth.jwt_secret_file", &error))
    }

    /// The operator's vendors; `None` without a file.
    pub fn vendors(&self) -> Result<Option<Vec<Vendor>>, ConfigError> {
        let Some(file) = &self.retail.vendors_file else {
            return Ok(None);
        };
        read_vendors(file).map(Some)
    }

    /// The settings of the use cases. Makes the token secret's file on first use.
    pub fn app(&self) -> Result<invoices_app::Settings, ConfigError> {
        self.app_with(self.jwt_secret(true)?)
    }

    fn app_with(&self, jwt_secret: SecretString) -> Result<invoices_app::Settings, ConfigError> {
        let share = |limit: u32| (limit / self.server.replicas.max(1)).max(1);
        let common_passwords = self.auth.common_passwords_file.as_ref().map(|file| {
            let list = std::fs::read_to_string(file).map_err(|error| wrong("auth.common_passwords_file", &error))?;
            Ok(list
                .lines()
                .map(|line| line.trim().to_lowercase())
                .filter(|line| !line.is_empty())
                .collect())
        });
        let ingest_wait = Duration::from_secs(self.server.ingest_timeout_seconds);
        Ok(invoices_app::Settings {
            zone: self.zone()?,
            landlords: self.rental.landlords.clone(),
            auth: AuthSettings {
                jwt_previous_secret: self.auth.jwt_previous_secret.clone(),
                issuer: self.auth.issuer.clone(),
                audience: self.auth.audience.clone(),
                token_lifetime: TimeDelta::seconds(self.auth.token_lifetime_seconds),
                password_min: self.auth.password_min,
                password_max: self.auth.password_max,
                common_passwords: common_passwords.transpose()?,
                hash_concurrency: self.auth.hash_concurrency,
                hash_queue: self.auth.hash_queue,
                login_failures: share(self.auth.login_failures),
                failure_window: TimeDelta::seconds(self.auth.failure_window_seconds),
                attempts_per_minute: share(self.auth.attempts_per_minute),
                ..AuthSettings::with_secret(jwt_secret)
            },
            pipeline: PipelineSettings {
                ingest_wait,
                // The request's own time-out comes after.
                deletion_wait: Duration::from_secs(self.server.request_timeout_seconds.saturating_sub(5).max(1)),
                fetch_concurrency: self.pipeline.fetch_concurrency,
                pass_messages: self.pipeline.pass_messages,
                parse_attempts: self.pipeline.parse_attempts,
                lease: Duration::from_secs(self.pipeline.lease_seconds),
                sweep_after: TimeDelta::minutes(self.pipeline.sweep_after_minutes),
                keep_jobs: TimeDelta::days(self.pipeline.keep_jobs_days),
                check_sender: self.pipeline.check_sender,
                authserv_id: self.pipeline.authserv_id.clone(),
                ..PipelineSettings::default()
            },
            schedule: ScheduleSettings {
                rental_latest: self.schedule.rental_latest.clone(),
                retail: self.schedule.retail.clone(),
                sweep: self.schedule.sweep.clone(),
            },
        })
    }
}

/// A token secret that signs nothing, where only the other settings are in question.
fn stand_in() -> SecretString {
    "0".repeat(MIN_SECRET_BYTES).into()
}

/// A JSON list of vendors: `vendor_id`, `vendor_name`, `sub_type`, `active`, `email_patterns`, `subject_keywords`.
pub fn read_vendors(file: &Path) -> Result<Vec<Vendor>, ConfigError> {
    let problem = |error: &dyn std::fmt::Display| wrong("retail.vendors_file", &format!("{}: {error}", file.display()));
    let json = std::fs::read(file).map_err(|error| problem(&error))?;
    serde_json::from_slice(&json).map_err(|error| problem(&error))
}
