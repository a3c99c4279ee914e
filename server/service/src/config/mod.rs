//! The settings file: one TOML file, overlaid by `INVOICES__SECTION__KEY` variables.
//!
//! `invoices.example.toml` documents every key with its default. An unknown key is an error that names
//! it, and so is an engine that is only half configured: nothing falls back in silence.

mod engines;
mod files;
mod report;
mod sections;
mod stores;

use std::path::{Path, PathBuf};

use figment::Figment;
use figment::providers::{Format, Serialized, Toml};
use invoices_app::{AuthSettings, PipelineSettings, ScheduleSettings};
use invoices_aws::AwsSettings;
use invoices_db::DatabaseSettings;
use invoices_gmail::GmailSettings;
use invoices_local::{EmailSettings, PushSettings};
use secrecy::SecretString;
use serde::Deserialize;

use crate::reader::ReaderConfig;

use files::{Variables, WithFiles};

pub use report::Setting;
pub use sections::{
    AuthConfig, DatabaseConfig, InboxConfig, LogConfig, LogFormat, ObjectsConfig, OperationsConfig, PipelineConfig,
    RentalConfig, RetailConfig, Role, ScheduleConfig, SecretsConfig, ServerConfig, TopicConfig,
};
pub use stores::{ObjectsEngine, SecretsEngine, TopicEngine};

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
    /// What operators and their machines ask a process.
    pub operations: OperationsConfig,
    /// Where rows are kept.
    pub database: DatabaseConfig,
    /// Where originals are kept.
    pub objects: ObjectsConfig,
    /// Where mail tokens are kept.
    pub secrets: SecretsConfig,
    /// Where notifications go.
    pub topic: TopicConfig,
    /// Notifications by e-mail.
    pub email: EmailSettings,
    /// Notifications by push.
    pub push: PushSettings,
    /// Who tells of objects that somebody else stored.
    pub inbox: InboxConfig,
    /// How AWS is reached.
    pub aws: AwsSettings,
    /// Sign-up, login, tokens.
    pub auth: AuthConfig,
    /// The mail provider.
    pub mail: GmailSettings,
    /// Whose rent notices are searched for.
    pub rental: RentalConfig,
    /// Whose receipts are searched for.
    pub retail: RetailConfig,
    /// Jobs.
    pub pipeline: PipelineConfig,
    /// The processes that read PDFs.
    pub reader: ReaderConfig,
    /// Scheduled runs.
    pub schedule: ScheduleConfig,
    /// Logs.
    pub log: LogConfig,
}

/// The settings can't be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file or a variable says something that is no setting.
    #[error("{0}")]
    Settings(Box<figment::Error>),
    /// What the use cases refuse.
    #[error("{0}")]
    Refused(invoices_app::Error),
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

fn wrong(key: &'static str, problem: &dyn std::fmt::Display) -> ConfigError {
    ConfigError::Value {
        key,
        problem: problem.to_string(),
    }
}

impl Config {
    /// Reads the named file, or `invoices.toml` where there is one, over the defaults, and the environment over both.
    pub fn load(file: Option<&Path>) -> Result<Self, ConfigError> {
        Config::layers(file)?
            .extract()
            .map_err(|error| ConfigError::Settings(Box::new(error)))
    }

    fn layers(file: Option<&Path>) -> Result<Figment, ConfigError> {
        let mut settings = Figment::from(Serialized::defaults(defaults()));
        let file = file
            .map(Path::to_owned)
            .or_else(|| Some(PathBuf::from(DEFAULT_FILE)).filter(|file| file.exists()));
        if let Some(file) = file {
            if !file.is_file() {
                return Err(ConfigError::NoFile(file));
            }
            settings = settings.merge(WithFiles(Toml::file_exact(file)));
        }
        Ok(settings.merge(WithFiles(Variables)))
    }

    /// The defaults, with everything kept in one folder. For the demo and tests, which read no file and no variables.
    pub fn in_folder(data: &Path) -> Result<Self, ConfigError> {
        let settings = Figment::from(Serialized::defaults(defaults())).merge(Serialized::default("data", data));
        settings
            .extract()
            .map_err(|error| ConfigError::Settings(Box::new(error)))
    }
}

/// Every setting's default. `None` stands for settings that have no default.
fn defaults() -> serde_json::Value {
    let pipeline = PipelineSettings::default();
    let schedule = ScheduleSettings::default();
    let auth = AuthSettings::with_secret(SecretString::default());
    let database = DatabaseSettings::new("");
    let mail = GmailSettings::default();
    let aws = AwsSettings::default();
    serde_json::json!({
        "data": "data",
        "time_zone": "Europe/Stockholm",
        "server": {
            "address": "127.0.0.1:8080",
            "request_timeout_seconds": 60,
            "ingest_timeout_seconds": pipeline.ingest_wait.as_secs(),
            "shutdown_seconds": 30,
            "replicas": 1,
            "trusted_proxies": [],
            "forwarded_header": "x-forwarded-for",
            "shared_folders": false,
            "roles": Role::ALL,
        },
        "operations": {},
        "database": {
            "url": "",
            "verify_tls": database.verify_tls,
            "connections": database.connections,
            "connect_timeout_seconds": database.connect_timeout.as_secs(),
            "statement_timeout_seconds": database.statement_timeout.as_secs(),
            "lock_timeout_seconds": database.lock_timeout.as_secs(),
        },
        "objects": { "store": "" },
        "secrets": { "store": "", "previous_keys": [] },
        "topic": { "store": "kept" },
        "email": { "timeout_seconds": 30 },
        "push": { "timeout_seconds": 30 },
        "inbox": { "queue": "" },
        "aws": {
            "path_style": aws.path_style,
            "connect_timeout_seconds": aws.connect_timeout_seconds,
            "attempt_timeout_seconds": aws.attempt_timeout_seconds,
            "timeout_seconds": aws.timeout_seconds,
            "attempts": aws.attempts,
        },
        "auth": {
            "issuer": auth.issuer,
            "audience": auth.audience,
            "token_lifetime_seconds": auth.token_lifetime.num_seconds(),
            "password_min": auth.password_min,
            "password_max": auth.password_max,
            "hash_concurrency": auth.hash_concurrency,
            "hash_queue": auth.hash_queue,
            "login_failures": auth.login_failures,
            "failure_window_seconds": auth.failure_window.num_seconds(),
            "attempts_per_minute": auth.attempts_per_minute,
        },
        "mail": {
            "gmail_url": mail.gmail_url,
            "token_url": mail.token_url,
            "tokeninfo_url": mail.tokeninfo_url,
            "userinfo_url": mail.userinfo_url,
            "max_message_bytes": mail.max_message_bytes,
            "timeout_seconds": mail.timeout_seconds,
            "page_size": mail.page_size,
            "max_query_length": mail.max_query_length,
            "retry_pause_milliseconds": mail.retry_pause_milliseconds,
            "quota": {
                "user_units_per_minute": mail.quota.user_units_per_minute,
                "project_units_per_minute": mail.quota.project_units_per_minute,
                "list_units": mail.quota.list_units,
                "get_units": mail.quota.get_units,
            },
        },
        "rental": { "landlords": [] },
        "retail": { "replace_vendors": false },
        "pipeline": {
            "workers": 4,
            "fetch_concurrency": pipeline.fetch_concurrency,
            "pass_messages": pipeline.pass_messages,
            "check_sender": pipeline.check_sender,
            "authserv_id": pipeline.authserv_id,
            "parse_attempts": pipeline.parse_attempts,
            "lease_seconds": pipeline.lease.as_secs(),
            "sweep_after_minutes": pipeline.sweep_after.num_minutes(),
            "keep_jobs_days": pipeline.keep_jobs.num_days(),
        },
        "reader": ReaderConfig::default(),
        "schedule": {
            "rental_latest": schedule.rental_latest,
            "retail": schedule.retail,
            "sweep": schedule.sweep,
        },
        "log": { "filter": "info", "format": "text" },
    })
}

#[cfg(test)]
mod tests;
