//! All settings, and the layers that they are read from.

use std::path::{Path, PathBuf};

use figment::Figment;
use figment::providers::Serialized;
use invoices_aws::AwsSettings;
use invoices_gmail::GmailSettings;
use invoices_imap::ImapSettings;
use invoices_local::{EmailSettings, PushSettings, WebhookSettings};
use serde::Deserialize;

use super::defaults::defaults;
use super::error::{ConfigError, unreadable};
use super::files::{TomlFile, Variables, WithFiles, Without};
use super::renamed;
use super::sections::{
    AccountsConfig, AuthConfig, DatabaseConfig, ExportConfig, LimitsConfig, LogConfig, ObjectEventsConfig,
    ObjectsConfig, OperationsConfig, PipelineConfig, RentalConfig, RetailConfig, ScheduleConfig, SecretsConfig,
    ServerConfig, TopicConfig, TracesConfig,
};
use crate::reader::ReaderConfig;

/// The files of which the first that exists is read when none is named: the current folder's, and the package's.
const DEFAULT_FILES: [&str; 2] = ["invoices.toml", "/etc/invoices/invoices.toml"];

/// All settings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The folder with the data of this machine: database, objects, secrets, keys.
    pub data: PathBuf,
    /// Whether the group of the data's files may read them.
    pub data_group_access: bool,
    /// The time zone of days and months.
    pub time_zone: String,
    /// The HTTP server.
    pub server: ServerConfig,
    /// Health checks and metrics.
    pub operations: OperationsConfig,
    /// The database.
    pub database: DatabaseConfig,
    /// The object storage of originals.
    pub objects: ObjectsConfig,
    /// The storage of mail tokens.
    pub secrets: SecretsConfig,
    /// The topic of notifications.
    pub topic: TopicConfig,
    /// Notifications by e-mail.
    pub email: EmailSettings,
    /// Notifications by push.
    pub push: PushSettings,
    /// Webhooks of users.
    pub webhooks: WebhookSettings,
    /// Events of objects that others stored in the bucket.
    pub object_events: ObjectEventsConfig,
    /// The connection to AWS.
    pub aws: AwsSettings,
    /// Sign-up, login, tokens.
    pub auth: AuthConfig,
    /// Who can have an account.
    pub accounts: AccountsConfig,
    /// The mail provider.
    pub mail: GmailSettings,
    /// The IMAP servers at which users may have accounts.
    pub imap: ImapSettings,
    /// The landlords whose rent notices are fetched.
    pub rental: RentalConfig,
    /// The vendors whose receipts are fetched.
    pub retail: RetailConfig,
    /// Jobs.
    pub pipeline: PipelineConfig,
    /// The processes that read PDFs.
    pub reader: ReaderConfig,
    /// What an account may store.
    pub limits: LimitsConfig,
    /// Exports of whole accounts.
    pub export: ExportConfig,
    /// Scheduled runs.
    pub schedule: ScheduleConfig,
    /// Logs.
    pub log: LogConfig,
    /// Traces.
    pub traces: TracesConfig,
}

impl Config {
    /// Reads the named file, else the first that exists of `invoices.toml` and `/etc/invoices/invoices.toml`. The file overrides
    /// defaults, variables override both.
    pub fn load(file: Option<&Path>) -> Result<Self, ConfigError> {
        Config::layers(file)?.extract().map_err(unreadable)
    }

    /// Reads the same, and finds every error. The settings have the default of each one that is malformed; they are `None` if
    /// the file can't be read at all.
    pub fn load_all(file: Option<&Path>) -> (Option<Self>, Vec<ConfigError>) {
        let (mut errors, mut malformed) = (Vec::new(), Vec::new());
        loop {
            let loaded = Config::layers_without(file, &malformed).and_then(|settings| {
                let config = settings.extract();
                config.map_err(unreadable)
            });
            let error = match loaded {
                Ok(config) => return (Some(config), errors),
                Err(error) => error,
            };
            let setting = error.setting().filter(|setting| !malformed.contains(setting));
            errors.push(error);
            match setting {
                Some(setting) => malformed.push(setting),
                None => return (None, errors),
            }
        }
    }

    pub(super) fn layers(file: Option<&Path>) -> Result<Figment, ConfigError> {
        Config::layers_without(file, &[])
    }

    fn layers_without(file: Option<&Path>, malformed: &[Vec<String>]) -> Result<Figment, ConfigError> {
        let mut settings = Figment::from(Serialized::defaults(defaults()));
        let file = file
            .map(Path::to_owned)
            .or_else(|| DEFAULT_FILES.map(PathBuf::from).into_iter().find(|file| file.exists()));
        if let Some(file) = file {
            if !file.is_file() {
                return Err(ConfigError::NoFile(file));
            }
            settings = settings.merge(WithFiles(Without(TomlFile(file), malformed)));
        }
        let settings = settings.merge(WithFiles(Without(Variables, malformed)));
        renamed::check(&settings)?;
        Ok(settings)
    }

    /// The defaults with another data folder. Reads no file and no variables.
    pub fn in_folder(data: &Path) -> Result<Self, ConfigError> {
        let settings = Figment::from(Serialized::defaults(defaults())).merge(Serialized::default("data", data));
        settings.extract().map_err(unreadable)
    }
}
