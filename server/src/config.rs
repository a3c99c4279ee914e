//! The settings file: one TOML file, overlaid by `INVOICES__SECTION__KEY` variables.
//!
//! `invoices.example.toml` documents every key with its default. An unknown key is an error that names
//! it, and so is an engine that is only half configured: nothing falls back in silence.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::TimeDelta;
use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use invoices_app::{AuthSettings, PipelineSettings, ScheduleSettings};
use invoices_db::DatabaseSettings;
use invoices_domain::{Landlord, ServiceZone, Vendor};
use invoices_gmail::GmailSettings;
use invoices_local::{FolderSettings, SecretsSettings};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::keyfile;

/// The prefix of variables that overlay the file.
const ENV_PREFIX: &str = "INVOICES__";
/// The file that is read when none is named and it exists.
pub const DEFAULT_FILE: &str = "invoices.toml";

/// Everything that an operator can set.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The folder of everything that this machine keeps: database, objects, secrets, keys.
    pub data: PathBuf,
    /// The time zone in which days and months are counted.
    pub time_zone: String,
    /// The HTTP server.
    pub server: ServerConfig,
    /// Where rows are kept.
    pub database: DatabaseConfig,
    /// Where originals are kept.
    pub objects: ObjectsConfig,
    /// Where mail tokens are kept.
    pub secrets: SecretsConfig,
    /// Sign-up, login, tokens.
    pub auth: AuthConfig,
    /// The mail provider.
    #[serde(default)]
    pub mail: GmailSettings,
    /// Whose rent notices are searched for.
    pub rental: RentalConfig,
    /// Whose receipts are searched for.
    pub retail: RetailConfig,
    /// Jobs.
    pub pipeline: PipelineConfig,
    /// Scheduled runs.
    pub schedule: ScheduleConfig,
    /// Logs.
    pub log: LogConfig,
}

/// The HTTP server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServerConfig {
    /// The address to listen on; port 0 takes a free one.
    pub address: SocketAddr,
    /// Requests other than ingests answer within this many seconds.
    pub request_timeout_seconds: u64,
    /// An ingest answers within this many seconds, and goes on after.
    pub ingest_timeout_seconds: u64,
    /// How long requests in flight may take to finish at shutdown.
    pub shutdown_seconds: u64,
    /// How many processes serve one database. A folder of objects or secrets serves one only; limits on logins are divided by it.
    pub replicas: u32,
}

/// Where rows are kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatabaseConfig {
    /// `sqlite:<path>`, `postgres://…`, or empty for `invoices.db` in the data folder.
    pub url: String,
    /// Connections.
    pub connections: u32,
    /// Seconds to wait for a connection.
    pub connect_timeout_seconds: u64,
    /// Seconds a statement may run (PostgreSQL).
    pub statement_timeout_seconds: u64,
    /// Seconds a statement may wait for a lock.
    pub lock_timeout_seconds: u64,
}

/// Where originals are kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectsConfig {
    /// `folder:<path>`, or empty for `objects` in the data folder.
    pub store: String,
}

/// Where mail tokens are kept.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecretsConfig {
    /// `folder:<path>`, or empty for `secrets` in the data folder.
    pub store: String,
    /// The sealing key, 32 bytes in base64; else the key file's.
    pub key: Option<SecretString>,
    /// A file with the sealing key, made on first use.
    pub key_file: Option<PathBuf>,
    /// Keys that still open what they sealed.
    pub previous_keys: Vec<SecretString>,
}

/// Sign-up, login, tokens.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuthConfig {
    /// Signs tokens, at least 32 bytes; else the secret file's.
    pub jwt_secret: Option<SecretString>,
    /// A file with the secret that signs tokens, made on first use; empty for `jwt.key` in the data folder.
    pub jwt_secret_file: Option<PathBuf>,
    /// Still verifies tokens after a rotation.
    pub jwt_previous_secret: Option<SecretString>,
    /// `iss` of the tokens.
    pub issuer: String,
    /// `aud` of the tokens.
    pub audience: String,
    /// How long a token lives.
    pub token_lifetime_seconds: i64,
    /// The shortest password in characters.
    pub password_min: usize,
    /// The longest password in characters.
    pub password_max: usize,
    /// A file of refused passwords, one a line; else the built-in list.
    pub common_passwords_file: Option<PathBuf>,
    /// How many passwords are hashed at once.
    pub hash_concurrency: usize,
    /// Failed logins within `failure_window_seconds`, a pair of account and client address.
    pub login_failures: u32,
    /// See `login_failures`.
    pub failure_window_seconds: i64,
    /// Login and sign-up attempts a client address and minute.
    pub attempts_per_minute: u32,
}

/// Whose rent notices are searched for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RentalConfig {
    /// Sender and subject of each landlord.
    pub landlords: Vec<Landlord>,
}

/// Whose receipts are searched for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetailConfig {
    /// A JSON list of vendors that are laid over the built-in ones.
    pub vendors_file: Option<PathBuf>,
    /// Whether the file's vendors take the place of all built-in ones.
    pub replace_vendors: bool,
}

/// Jobs.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PipelineConfig {
    /// How many jobs run at once.
    pub workers: usize,
    /// How many messages of one run are fetched at once.
    pub fetch_concurrency: usize,
    /// Whether a mail must be authenticated by the mail provider.
    pub check_sender: bool,
    /// Whose `Authentication-Results` are believed.
    pub authserv_id: String,
    /// How often a document is given to the parser before it is called failed.
    pub parse_attempts: i32,
    /// Seconds a claimed job is left alone before another worker takes it.
    pub lease_seconds: u64,
    /// Minutes that work may lie before the sweeper picks it up.
    pub sweep_after_minutes: i64,
    /// Days that finished jobs are kept, so that a repeated event is recognised.
    pub keep_jobs_days: i64,
}

/// Scheduled runs: cron expressions with seconds, in UTC.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScheduleConfig {
    /// Whether this process ticks.
    pub enabled: bool,
    /// The latest rental invoice of every user.
    pub rental_latest: String,
    /// The retail ingest of every user.
    pub retail: String,
    /// The sweeper.
    pub sweep: String,
}

/// Logs, to standard error.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogConfig {
    /// What is logged, as `tracing` filters: `info`, `info,invoices_app=debug`.
    pub filter: String,
    /// `text` or `json`.
    pub format: LogFormat,
}

/// The form of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// The settings can't be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file or a variable says something that is no setting.
    #[error("{0}")]
    Settings(Box<figment::Error>),
    /// The named file is not there.
    #[error("there is no settings file {0}")]
    NoFile(PathBuf),
    /// A setting's value can't be.
    #[error("{key}: {problem}")]
    Value {
        /// The setting.
        key: &'static str,
        /// What is wrong with it.
        problem: String,
    },
}

fn wrong(key: &'static str, problem: impl ToString) -> ConfigError {
    ConfigError::Value {
        key,
        problem: problem.to_string(),
    }
}

impl Config {
    /// Reads the named file, or `invoices.toml` where there is one, over the defaults, and the environment over both.
    pub fn load(file: Option<&Path>) -> Result<Self, ConfigError> {
        let mut settings = Figment::from(Serialized::defaults(defaults()));
        let file = file
            .map(Path::to_owned)
            .or_else(|| Some(PathBuf::from(DEFAULT_FILE)).filter(|file| file.exists()));
        if let Some(file) = file {
            if !file.is_file() {
                return Err(ConfigError::NoFile(file));
            }
            settings = settings.merge(Toml::file_exact(file));
        }
        settings = settings.merge(Env::prefixed(ENV_PREFIX).split("__"));
        settings
            .extract()
            .map_err(|error| ConfigError::Settings(Box::new(error)))
    }

    /// The defaults, with everything kept in one folder. For the demo and tests, which read no file and no variables.
    pub fn in_folder(data: &Path) -> Result<Self, ConfigError> {
        let settings = Figment::from(Serialized::defaults(defaults())).merge(Serialized::default("data", data));
        settings
            .extract()
            .map_err(|error| ConfigError::Settings(Box::new(error)))
    }

    /// The service's time zone.
    pub fn zone(&self) -> Result<ServiceZone, ConfigError> {
        self.time_zone.parse().map_err(|error| wrong("time_zone", error))
    }

    /// The database's settings.
    pub fn database(&self) -> DatabaseSettings {
        let url = if self.database.url.is_empty() {
            format!("sqlite:{}", self.data.join("invoices.db").display())
        } else {
            self.database.url.clone()
        };
        DatabaseSettings {
            connections: self.database.connections,
            connect_timeout: Duration::from_secs(self.database.connect_timeout_seconds),
            statement_timeout: Duration::from_secs(self.database.statement_timeout_seconds),
            lock_timeout: Duration::from_secs(self.database.lock_timeout_seconds),
            ..DatabaseSettings::new(url)
        }
    }

    /// The folder of objects.
    pub fn objects(&self) -> Result<FolderSettings, ConfigError> {
        Ok(FolderSettings {
            folder: self.folder("objects.store", &self.objects.store, "objects")?,
        })
    }

    /// The folder of sealed secrets.
    pub fn secrets(&self) -> Result<SecretsSettings, ConfigError> {
        Ok(SecretsSettings {
            key: self.secrets.key.clone(),
            key_file: self.secrets.key_file.clone(),
            previous_keys: self.secrets.previous_keys.clone(),
            ..SecretsSettings::in_folder(self.folder("secrets.store", &self.secrets.store, "secrets")?)
        })
    }

    fn folder(&self, key: &'static str, store: &str, default: &str) -> Result<PathBuf, ConfigError> {
        let folder = match store.split_once(':') {
            None if store.is_empty() => self.data.join(default),
            Some(("folder", path)) if !path.is_empty() => PathBuf::from(path),
            _ => {
                return Err(wrong(
                    key,
                    format!("{store:?} is no store; this build knows folder:<path>"),
                ));
            }
        };
        if self.server.replicas > 1 {
            return Err(wrong(
                key,
                "a folder serves one process; with server.replicas above 1 it would hide what the others store",
            ));
        }
        Ok(folder)
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
        let share = |limit: u32| (limit / self.server.replicas.max(1)).max(1);
        let jwt_secret = match &self.auth.jwt_secret {
            Some(secret) => secret.clone(),
            None => {
                let file = self
                    .auth
                    .jwt_secret_file
                    .clone()
                    .unwrap_or_else(|| self.data.join("jwt.key"));
                keyfile::read_or_make(&file).map_err(|error| wrong("auth.jwt_secret_file", error))?
            }
        };
        let common_passwords = self.auth.common_passwords_file.as_ref().map(|file| {
            let list = std::fs::read_to_string(file).map_err(|error| wrong("auth.common_passwords_file", error))?;
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

/// A JSON list of vendors: `vendor_id`, `vendor_name`, `sub_type`, `active`, `email_patterns`, `subject_keywords`.
pub fn read_vendors(file: &Path) -> Result<Vec<Vendor>, ConfigError> {
    let problem = |error: &dyn std::fmt::Display| wrong("retail.vendors_file", format!("{}: {error}", file.display()));
    let json = std::fs::read(file).map_err(|error| problem(&error))?;
    serde_json::from_slice(&json).map_err(|error| problem(&error))
}

/// Every setting's default. `None` stands for settings that have no default.
fn defaults() -> serde_json::Value {
    let pipeline = PipelineSettings::default();
    let schedule = ScheduleSettings::default();
    let auth = AuthSettings::with_secret(SecretString::default());
    let database = DatabaseSettings::new("");
    serde_json::json!({
        "data": "data",
        "time_zone": "Europe/Stockholm",
        "server": {
            "address": "127.0.0.1:8080",
            "request_timeout_seconds": 60,
            "ingest_timeout_seconds": pipeline.ingest_wait.as_secs(),
            "shutdown_seconds": 30,
            "replicas": 1,
        },
        "database": {
            "url": "",
            "connections": database.connections,
            "connect_timeout_seconds": database.connect_timeout.as_secs(),
            "statement_timeout_seconds": database.statement_timeout.as_secs(),
            "lock_timeout_seconds": database.lock_timeout.as_secs(),
        },
        "objects": { "store": "" },
        "secrets": { "store": "", "previous_keys": [] },
        "auth": {
            "issuer": auth.issuer,
            "audience": auth.audience,
            "token_lifetime_seconds": auth.token_lifetime.num_seconds(),
            "password_min": auth.password_min,
            "password_max": auth.password_max,
            "hash_concurrency": auth.hash_concurrency,
            "login_failures": auth.login_failures,
            "failure_window_seconds": auth.failure_window.num_seconds(),
            "attempts_per_minute": auth.attempts_per_minute,
        },
        "rental": { "landlords": [] },
        "retail": { "replace_vendors": false },
        "pipeline": {
            "workers": 4,
            "fetch_concurrency": pipeline.fetch_concurrency,
            "check_sender": pipeline.check_sender,
            "authserv_id": pipeline.authserv_id,
            "parse_attempts": pipeline.parse_attempts,
            "lease_seconds": pipeline.lease.as_secs(),
            "sweep_after_minutes": pipeline.sweep_after.num_minutes(),
            "keep_jobs_days": pipeline.keep_jobs.num_days(),
        },
        "schedule": {
            "enabled": true,
            "rental_latest": schedule.rental_latest,
            "retail": schedule.retail,
            "sweep": schedule.sweep,
        },
        "log": { "filter": "info", "format": "text" },
    })
}
