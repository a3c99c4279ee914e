//! The settings file: one TOML file, overlaid by `INVOICES__SECTION__KEY` variables.
//!
//! `invoices.example.toml` documents every key with its default. An unknown key is an error that names
//! it, and so is an engine that is only half configured: nothing falls back in silence.

mod engines;
mod sections;

use std::path::{Path, PathBuf};

use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use invoices_app::{AuthSettings, PipelineSettings, ScheduleSettings};
use invoices_db::DatabaseSettings;
use invoices_gmail::GmailSettings;
use secrecy::SecretString;
use serde::Deserialize;

use crate::reader::ReaderConfig;

pub use sections::{
    AuthConfig, DatabaseConfig, LogConfig, LogFormat, ObjectsConfig, PipelineConfig, RentalConfig, RetailConfig,
    ScheduleConfig, SecretsConfig, ServerConfig,
};

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
        "reader": ReaderConfig::default(),
        "schedule": {
            "enabled": true,
            "rental_latest": schedule.rental_latest,
            "retail": schedule.retail,
            "sweep": schedule.sweep,
        },
        "log": { "filter": "info", "format": "text" },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../invoices.example.toml");

    fn example() -> String {
        std::fs::read_to_string(EXAMPLE).unwrap()
    }

    /// Every key of a document by its path, those that are commented out too.
    fn documented() -> BTreeSet<String> {
        let (mut section, mut keys) = (String::new(), BTreeSet::new());
        for line in example().lines() {
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                section = format!("{name}.");
            } else if let Some((key, _)) = line.trim_start_matches("# ").split_once(" = ")
                && key.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
            {
                keys.insert(format!("{section}{key}"));
            }
        }
        keys
    }

    #[test]
    fn the_example_states_the_defaults() {
        let given: toml::Table = example().parse().unwrap();
        let mut defaults = Figment::from(Serialized::defaults(defaults()));
        defaults = defaults.merge(Serialized::default("mail", toml::Table::new()));
        let config: Config = defaults.extract().unwrap();
        for (section, key, value) in [
            (
                "server",
                "ingest_timeout_seconds",
                i64::try_from(config.server.ingest_timeout_seconds).unwrap(),
            ),
            ("database", "connections", i64::from(config.database.connections)),
            ("auth", "token_lifetime_seconds", config.auth.token_lifetime_seconds),
            (
                "mail",
                "max_message_bytes",
                i64::try_from(config.mail.max_message_bytes).unwrap(),
            ),
            ("mail", "page_size", i64::from(config.mail.page_size)),
            (
                "pipeline",
                "lease_seconds",
                i64::try_from(config.pipeline.lease_seconds).unwrap(),
            ),
        ] {
            assert_eq!(given[section][key].as_integer(), Some(value), "{section}.{key}");
        }
        let Some(serde_json::Value::Object(all)) = Some(super::defaults()) else {
            panic!("defaults are a table")
        };
        for (section, value) in &all {
            for (key, value) in value.as_object().into_iter().flatten() {
                let stated = serde_json::to_value(&given[section][key]).unwrap();
                assert_eq!(&stated, value, "{section}.{key}");
            }
        }
    }

    #[test]
    fn the_example_documents_every_setting_with_its_variable() {
        let text = example();
        for path in documented() {
            let variable = format!("{ENV_PREFIX}{}", path.replace('.', "__").to_uppercase());
            assert!(text.contains(&variable), "{variable}");
        }
        // What the service accepts is what the example documents: an unknown key's error lists the known ones.
        for section in [
            "server", "database", "objects", "secrets", "auth", "mail", "rental", "retail", "pipeline", "reader",
            "schedule", "log",
        ] {
            let error = load(&format!("[{section}]\nnonsense = 1")).unwrap_err();
            let is_key = |word: &&str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
            let known: Vec<&str> = error
                .split('`')
                .filter(is_key)
                .filter(|word| *word != "nonsense")
                .collect();
            assert!(!known.is_empty(), "{error}");
            assert!(error.contains("nonsense"), "{error}");
            for key in known {
                assert!(
                    documented().contains(&format!("{section}.{key}")),
                    "{section}.{key} is not documented"
                );
            }
        }
    }

    fn load(toml: &str) -> Result<Config, String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), toml).unwrap();
        Config::load(Some(file.path())).map_err(|error| error.to_string())
    }

    #[test]
    fn a_setting_that_can_not_be_is_named() {
        assert!(
            load("[server]\naddress = \"nowhere\"")
                .unwrap_err()
                .contains("server.address")
        );
        assert!(load("nonsense = 1").unwrap_err().contains("nonsense"));
        assert!(
            load("[rental]\nlandlords = [{ sender = \"*\" }]")
                .unwrap_err()
                .contains("landlords")
        );
        let replicas = load("[server]\nreplicas = 3").unwrap();
        assert!(
            replicas
                .objects()
                .unwrap_err()
                .to_string()
                .starts_with("objects.store: a folder serves one process")
        );
        let store = load("[objects]\nstore = \"s3:bucket\"").unwrap();
        assert!(
            store
                .objects()
                .unwrap_err()
                .to_string()
                .contains("\"s3:bucket\" is no store")
        );
    }

    #[test]
    fn a_missing_file_is_an_error() {
        assert!(matches!(
            Config::load(Some(Path::new("/no/such/file.toml"))),
            Err(ConfigError::NoFile(_))
        ));
    }
}
