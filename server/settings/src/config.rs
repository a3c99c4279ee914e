//! All settings.

use std::path::{Path, PathBuf};

use invoices_domain::ServiceZone;

use crate::error::ConfigError;
use crate::loaded::Loaded;
use crate::read::{Reader, Section};
use crate::sections::{
    AccountsSettings, AuthSettings, AwsSettings, DatabaseSettings, EmailSettings, ExportSettings, GmailSettings,
    ImapSettings, LimitSettings, LogSettings, ObjectEventsSettings, ObjectStoreSettings, OperationsSettings,
    PipelineSettings, PushSettings, ReaderSettings, RentalSettings, RetailSettings, RetentionSettings,
    ScheduleSettings, SecretStoreSettings, ServerSettings, TopicSettings, TracesSettings, WebhookSettings,
};

section! {
    /// All settings.
    Config {
        /// The folder with the data of this machine: database, originals, encrypted mail tokens, keys.
        data: PathBuf = "data".into();
        /// Whether the files' group can read them, for example for backups by another user. If true, folders have mode 0750 and
        /// files 0640, otherwise 0700 and 0600. Only the service's own user can read keys. The modes of existing files are
        /// corrected at start.
        data_group_access: bool = false;
        /// The time zone of days and months (IANA name).
        time_zone: ServiceZone = ServiceZone::default();
        /// The HTTP server.
        server: ServerSettings;
        /// Health checks and metrics.
        operations: OperationsSettings;
        /// The database.
        database: DatabaseSettings;
        /// The object storage of originals.
        objects: ObjectStoreSettings;
        /// The storage of mail tokens.
        secrets: SecretStoreSettings;
        /// The topic of notifications. Each notification also has a row in the database.
        topic: TopicSettings;
        /// E-mail: account mails (forgotten passwords, verification of addresses) to the sign-up address, and, with the
        /// publisher "local", notifications to the address that the mail provider verified.
        email: EmailSettings;
        /// Push: an HTTP POST of JSON (id, kind, user_id, subject, message, amount, currency, due_date, landlord) to an endpoint,
        /// with the publisher "local".
        push: PushSettings;
        /// Webhooks of users.
        webhooks: WebhookSettings;
        /// Events for objects that other programs store in the bucket. Ingests don't need them.
        object_events: ObjectEventsSettings;
        /// The connection to AWS. Bucket, queue and topic must exist before the service starts.
        aws: AwsSettings;
        /// Sign-up, login, tokens.
        auth: AuthSettings;
        /// Accounts of users.
        accounts: AccountsSettings;
        /// The mail provider.
        mail: GmailSettings;
        /// IMAP servers whose mail accounts users can connect, in addition to the provider above. See docs/connect-imap.md.
        imap: ImapSettings;
        /// The landlords whose rent notices are fetched.
        rental: RentalSettings;
        /// The vendors whose receipts are fetched.
        retail: RetailSettings;
        /// Jobs.
        pipeline: PipelineSettings;
        /// Mails and documents are parsed in separate processes that can't open files or connect, so that no input can stop the
        /// service.
        reader: ReaderSettings;
        /// Limits on an account's storage.
        limits: LimitSettings;
        /// Exports of whole accounts.
        export: ExportSettings;
        /// How long rows are kept that no invoice needs. The sweeper removes them, every five minutes.
        retention: RetentionSettings;
        /// Scheduled runs, as cron expressions with seconds, in UTC.
        schedule: ScheduleSettings;
        /// Logs. They go to standard error.
        log: LogSettings;
        /// Traces by OTLP.
        traces: TracesSettings;
    }
}

impl Config {
    /// Reads the settings as [`Loaded::read`] does. Fails with the first of its errors.
    pub fn load(file: Option<&Path>) -> Result<Self, ConfigError> {
        let loaded = Loaded::read(file)?;
        loaded.errors.into_iter().next().map_or(Ok(loaded.config), Err)
    }

    /// The defaults with another data folder. Reads no file and no variables.
    pub fn in_folder(data: &Path) -> Self {
        let data = data.to_owned();
        Config {
            data,
            ..Config::default()
        }
    }

    /// The paths of all settings.
    pub fn names() -> Vec<String> {
        let mut reader = Reader::of_defaults();
        let _ = Config::read(&mut reader);
        reader.names()
    }
}
