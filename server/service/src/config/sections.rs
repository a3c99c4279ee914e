//! The sections of the settings file. `invoices.example.toml` says the same for people.

use std::net::SocketAddr;
use std::path::PathBuf;

use invoices_domain::Landlord;
use ipnet::IpNet;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::http::ForwardedHeader;

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
    /// How many processes serve one database; limits on logins are divided by it.
    pub replicas: u32,
    /// Whether all replicas see the same folders, as processes of one machine do.
    pub shared_folders: bool,
    /// What this process does.
    pub roles: Vec<Role>,
    /// The networks of the proxies that are believed about whom they forward for.
    pub trusted_proxies: Vec<IpNet>,
    /// Where they say it.
    pub forwarded_header: ForwardedHeader,
}

/// What a process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// It answers requests. Their work is done by whoever is a worker.
    Api,
    /// It runs jobs.
    Worker,
    /// It looks at the schedule. Several may: each tick fires once.
    Schedule,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 3] = [Role::Api, Role::Worker, Role::Schedule];
}

/// What operators and their machines ask a process.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperationsConfig {
    /// Where `/healthz`, `/readyz` and `/metrics` are answered; `None` for nowhere.
    pub address: Option<SocketAddr>,
}

/// Where rows are kept.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatabaseConfig {
    /// `sqlite:<path>`, `postgres://…`, or empty for `invoices.db` in the data folder.
    pub url: String,
    /// The password, where the address does not hold it (PostgreSQL).
    pub password: Option<SecretString>,
    /// Who may vouch for the server's certificate; else the machine's authorities (PostgreSQL).
    pub ca_file: Option<PathBuf>,
    /// Whether a server on another machine must prove by its certificate who it is (PostgreSQL).
    pub verify_tls: bool,
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
    /// `folder:<path>`, `s3:<bucket>`, or empty for `objects` in the data folder.
    pub store: String,
    /// How a bucket's objects are encrypted: `s3`, `kms:<key>`, or `bucket` for its own default.
    pub encryption: Option<String>,
}

/// Where notifications go, beyond the row that is kept of each.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopicConfig {
    /// `kept` for nowhere else, or `sns:<topic ARN>`.
    pub store: String,
}

/// Who tells of objects that somebody else put into the bucket.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InboxConfig {
    /// `sqs:<queue URL>`, or empty for nobody.
    pub queue: String,
}

/// Where mail tokens are kept.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecretsConfig {
    /// `folder:<path>`, `secrets-manager:<prefix>`, or empty for `secrets` in the data folder.
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
    /// How many more may wait for it.
    pub hash_queue: usize,
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
    /// How many messages an ingest fetches before others have their turn.
    pub pass_messages: usize,
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
