//! The sections of the settings file. `invoices.example.toml` documents them for operators.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use invoices_app::SignUp;
use invoices_domain::Landlord;
use ipnet::IpNet;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::http::ForwardedHeader;

/// The drain of one of several replicas. Proxies ask for health every second or two.
const DRAIN_SECONDS: u64 = 5;

/// The HTTP server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServerConfig {
    /// The address to listen on. Port 0 is any free port.
    pub address: SocketAddr,
    /// The time limit of a request that is not an ingest, in seconds.
    pub request_timeout_seconds: u64,
    /// The time after which an ingest is answered, in seconds. The ingest continues.
    pub ingest_timeout_seconds: u64,
    /// How long requests are still taken after SIGTERM, in seconds. `None`: see [`ServerConfig::drain`].
    pub drain_seconds: Option<u64>,
    /// How long requests and jobs may take to finish at shutdown, in seconds.
    pub shutdown_seconds: u64,
    /// The number of processes that share the database. Limits on logins are divided by it.
    pub replicas: u32,
    /// Whether all replicas share the same folders, as processes of one machine do.
    pub shared_folders: bool,
    /// The origins of pages that may call from browsers.
    pub allowed_origins: Vec<String>,
    /// What this process does.
    pub roles: Vec<Role>,
    /// The networks of trusted proxies.
    pub trusted_proxies: Vec<IpNet>,
    /// The certificate of the API, in PEM. `None` serves plain HTTP.
    pub tls_cert: Option<PathBuf>,
    /// The key of that certificate, in PEM.
    pub tls_key: Option<PathBuf>,
    /// The header in which trusted proxies name the client.
    pub forwarded_header: ForwardedHeader,
}

impl ServerConfig {
    /// How long requests are still taken after SIGTERM. With several replicas a proxy notices meanwhile that this one stops; a
    /// single process has nothing to wait for.
    pub fn drain(&self) -> Duration {
        let default = if self.replicas > 1 { DRAIN_SECONDS } else { 0 };
        Duration::from_secs(self.drain_seconds.unwrap_or(default))
    }
}

/// What a process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Answers requests. Workers run their jobs.
    Api,
    /// Runs jobs.
    Worker,
    /// Enqueues scheduled runs. If several processes have this role, each run is enqueued once.
    Schedule,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 3] = [Role::Api, Role::Worker, Role::Schedule];
}

/// Health checks and metrics.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperationsConfig {
    /// The address of `/healthz`, `/readyz` and `/metrics`. `None` turns them off.
    pub address: Option<SocketAddr>,
}

/// The database.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatabaseConfig {
    /// `sqlite:<path>`, `postgres://…`, or empty for `invoices.db` in the data folder.
    pub url: String,
    /// The password if the URL has none (PostgreSQL).
    pub password: Option<SecretString>,
    /// The certificate authorities of the server, in PEM. `None` uses the system's (PostgreSQL).
    pub ca_file: Option<PathBuf>,
    /// Whether the certificate of a server on another machine is verified (PostgreSQL).
    pub verify_tls: bool,
    /// The number of connections.
    pub connections: u32,
    /// How long to wait for a connection, in seconds.
    pub connect_timeout_seconds: u64,
    /// The time limit of a statement, in seconds (PostgreSQL).
    pub statement_timeout_seconds: u64,
    /// How long a statement may wait for a lock, in seconds.
    pub lock_timeout_seconds: u64,
}

/// The object storage of originals.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectsConfig {
    /// `folder:<path>`, `s3:<bucket>`, or empty for `objects` in the data folder.
    pub store: String,
    /// The encryption of objects in a bucket: `s3`, `kms:<key>`, or `bucket` for the bucket's default.
    pub encryption: Option<String>,
}

/// The topic of notifications. Each notification also has a row in the database.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopicConfig {
    /// `local`: this process sends e-mail and push itself if they are configured. Or `sns:<topic ARN>`.
    pub publisher: String,
}

/// Events of objects that others stored in the bucket.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectEventsConfig {
    /// `sqs:<queue URL>`, or empty for none.
    pub queue: String,
}

/// The storage of mail tokens.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecretsConfig {
    /// `folder:<path>`, `secrets-manager:<prefix>`, or empty for `secrets` in the data folder.
    pub store: String,
    /// The key that encrypts the folder's files, 32 bytes in base64. `None` uses the key file.
    pub key: Option<SecretString>,
    /// A file with that key, created on first use.
    pub key_file: Option<PathBuf>,
    /// Keys that still decrypt but no longer encrypt.
    pub previous_keys: Vec<SecretString>,
}

/// Sign-up, login, tokens.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuthConfig {
    /// The secret that signs access tokens, at least 32 bytes. `None` uses the secret file.
    pub jwt_secret: Option<SecretString>,
    /// A file with that secret, created on first use. `None` is `jwt.key` in the data folder.
    pub jwt_secret_file: Option<PathBuf>,
    /// The secret before a rotation. It still verifies tokens.
    pub jwt_previous_secret: Option<SecretString>,
    /// The claim `iss` of access tokens.
    pub issuer: String,
    /// The claim `aud` of access tokens.
    pub audience: String,
    /// The lifetime of an access token, in seconds.
    pub token_lifetime_seconds: i64,
    /// How long a session lives without a refresh, in days.
    pub session_idle_days: u32,
    /// How long a session lives with refreshes, in days.
    pub session_max_days: u32,
    /// How long a refresh token that was replaced may be repeated, in seconds.
    pub refresh_grace_seconds: u32,
    /// The minimum length of a password, in characters.
    pub password_min: usize,
    /// The maximum length of a password, in characters.
    pub password_max: usize,
    /// A file of refused passwords, one a line. `None` uses the built-in list.
    pub common_passwords_file: Option<PathBuf>,
    /// The number of passwords that are hashed at the same time.
    pub hash_concurrency: usize,
    /// The number of further passwords that may wait.
    pub hash_queue: usize,
    /// The limit on failed logins of one account from one client address within `failure_window_seconds`.
    pub login_failures: u32,
    /// See `login_failures`.
    pub failure_window_seconds: i64,
    /// The limit on login and sign-up attempts of one client address in a minute, and on its refreshes of sessions.
    pub attempts_per_minute: u32,
    /// The maximum delay of a login after many failed ones of its account, in seconds. 0 for none.
    pub max_login_delay_seconds: u64,
    /// The limit on mails of one kind about one account in an hour. A client address may ask for ten times as many.
    pub account_mails_per_hour: u32,
    /// The limit on attempts of one user at connecting a mail account in a minute.
    pub connections_per_minute: u32,
}

/// Who can have an account.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountsConfig {
    /// Who can sign up.
    pub sign_up: SignUp,
    /// The page to which a mail for a forgotten password links. The code is added as the fragment. `None` for no link.
    pub reset_link: Option<String>,
    /// The page to which a mail that verifies an address links, likewise.
    pub verify_link: Option<String>,
}

/// The landlords whose rent notices are fetched.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RentalConfig {
    /// The sender and subject of each landlord.
    pub landlords: Vec<Landlord>,
}

/// The vendors whose receipts are fetched.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetailConfig {
    /// A JSON list of vendors that override and extend the built-in ones.
    pub vendors_file: Option<PathBuf>,
    /// Whether the file's vendors replace all built-in ones.
    pub replace_vendors: bool,
}

/// Jobs.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PipelineConfig {
    /// The number of jobs that run at the same time.
    pub workers: usize,
    /// The number of messages of one ingest that are fetched at the same time.
    pub fetch_concurrency: usize,
    /// The MiB of messages and documents that are in memory at the same time.
    pub bytes_in_flight_mib: u64,
    /// How long an ingest's answer waits until what it stored is read, in seconds.
    pub settle_seconds: u64,
    /// The number of messages that an ingest fetches before its job goes back to the queue.
    pub ingest_batch_size: usize,
    /// Whether the mail provider must have authenticated the sender of a message.
    pub check_sender: bool,
    /// The `authserv-id` (RFC 8601) whose `Authentication-Results` are trusted.
    pub authserv_id: String,
    /// The name server that is asked for the keys of DKIM signatures. Default: those of the machine.
    #[serde(default)]
    pub dns_server: Option<SocketAddr>,
    /// The number of attempts to parse a document before it is `failed`.
    pub parse_attempts: i32,
    /// The lease of a claimed job, in seconds. After it another worker may claim the job.
    pub lease_seconds: u64,
    /// The age of unfinished work that the sweeper enqueues again, in minutes.
    pub sweep_after_minutes: i64,
    /// How long finished jobs are kept, in days. They make a repeated event recognisable.
    pub job_retention_days: i64,
}

/// What an account may store.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsConfig {
    /// The MiB of an account's originals. 0 for no limit.
    pub account_mib: u64,
    /// The messages of an account that are fetched. 0 for no limit.
    pub account_messages: u64,
}

/// Exports of whole accounts.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportConfig {
    /// How many this process sends at the same time.
    pub at_once: usize,
    /// How long 64 KiB of one may take to be received before it is cut off, in seconds.
    pub stall_seconds: u64,
}

/// Scheduled runs, as cron expressions with seconds, in UTC.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScheduleConfig {
    /// The ingest of the latest rental invoice of every user.
    pub rental_latest: String,
    /// The retail ingest of every user.
    pub retail: String,
    /// The sweeper.
    pub sweep: String,
    /// The minutes over which the ingests of all users begin, at most 240.
    pub spread_minutes: u16,
}

/// Logs. They go to standard error.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogConfig {
    /// The filter of `tracing`: `info`, or `info,invoices_app=debug`.
    pub filter: String,
    /// `text` or `json`.
    pub format: LogFormat,
}

/// Traces by OTLP.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TracesConfig {
    /// The collector, to which `/v1/traces` is added. `None` exports none.
    pub endpoint: Option<String>,
    /// The bearer token that the collector asks for.
    pub token: Option<SecretString>,
    /// The part of the traces that is exported, from 0 to 1.
    pub sampled: f64,
}

/// The format of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}
