//! The default of every setting.

use invoices_app::{AuthSettings, ExportSettings, LimitSettings, PipelineSettings, ScheduleSettings, SignUp};
use invoices_aws::AwsSettings;
use invoices_db::DatabaseSettings;
use invoices_gmail::GmailSettings;
use secrecy::SecretString;
use serde_json::{Value, json};

use super::sections::Role;
use crate::reader::ReaderConfig;

/// By section. Settings without a default are absent.
pub(super) fn defaults() -> Value {
    json!({
        "data": "data",
        "data_group_access": false,
        "time_zone": "Europe/Stockholm",
        "server": server(),
        "operations": {},
        "database": database(),
        "objects": { "store": "" },
        "secrets": { "store": "", "previous_keys": [] },
        "topic": { "publisher": "local" },
        "email": { "timeout_seconds": 30 },
        "push": { "timeout_seconds": 30 },
        "webhooks": { "enabled": true, "allow_private_addresses": false, "timeout_seconds": 15 },
        "object_events": { "queue": "" },
        "aws": aws(),
        "auth": auth(),
        "accounts": { "sign_up": SignUp::default() },
        "mail": mail(),
        "imap": { "servers": [], "timeout_seconds": 60 },
        "rental": { "landlords": [] },
        "retail": { "replace_vendors": false },
        "pipeline": pipeline(),
        "reader": ReaderConfig::default(),
        "limits": limits(),
        "export": export(),
        "schedule": schedule(),
        "log": { "filter": "info", "format": "text" },
        "traces": { "sampled": 1.0 },
    })
}

fn server() -> Value {
    json!({
        "address": "127.0.0.1:8080",
        "request_timeout_seconds": 60,
        "ingest_timeout_seconds": PipelineSettings::default().ingest_wait.as_secs(),
        "shutdown_seconds": 30,
        "replicas": 1,
        "trusted_proxies": [],
        "allowed_origins": [],
        "forwarded_header": "x-forwarded-for",
        "shared_folders": false,
        "roles": Role::ALL,
    })
}

fn database() -> Value {
    let database = DatabaseSettings::new("");
    json!({
        "url": "",
        "verify_tls": database.verify_tls,
        "connections": database.connections,
        "connect_timeout_seconds": database.connect_timeout.as_secs(),
        "statement_timeout_seconds": database.statement_timeout.as_secs(),
        "lock_timeout_seconds": database.lock_timeout.as_secs(),
    })
}

fn aws() -> Value {
    let aws = AwsSettings::default();
    json!({
        "path_style": aws.path_style,
        "connect_timeout_seconds": aws.connect_timeout_seconds,
        "attempt_timeout_seconds": aws.attempt_timeout_seconds,
        "timeout_seconds": aws.timeout_seconds,
        "attempts": aws.attempts,
    })
}

fn auth() -> Value {
    let auth = AuthSettings::with_secret(SecretString::default());
    json!({
        "issuer": auth.issuer,
        "audience": auth.audience,
        "token_lifetime_seconds": auth.token_lifetime.num_seconds(),
        "session_idle_days": auth.session_idle.num_days(),
        "session_max_days": auth.session_max.num_days(),
        "refresh_grace_seconds": auth.refresh_grace.num_seconds(),
        "password_min": auth.password_min,
        "password_max": auth.password_max,
        "hash_concurrency": auth.hash_concurrency,
        "hash_queue": auth.hash_queue,
        "login_failures": auth.login_failures,
        "failure_window_seconds": auth.failure_window.num_seconds(),
        "attempts_per_minute": auth.attempts_per_minute,
        "max_login_delay_seconds": auth.max_login_delay.as_secs(),
        "account_mails_per_hour": auth.account_mails_per_hour,
        "connections_per_minute": auth.connections_per_minute,
    })
}

fn mail() -> Value {
    let mail = GmailSettings::default();
    json!({
        "gmail_url": mail.gmail_url,
        "authorize_url": mail.authorize_url,
        "localhost_callback_url": mail.localhost_callback_url,
        "token_url": mail.token_url,
        "tokeninfo_url": mail.tokeninfo_url,
        "userinfo_url": mail.userinfo_url,
        "revoke_url": mail.revoke_url,
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
    })
}

fn pipeline() -> Value {
    let pipeline = PipelineSettings::default();
    json!({
        "workers": 4,
        "fetch_concurrency": pipeline.fetch_concurrency,
        "bytes_in_flight_mib": pipeline.bytes_in_flight_mib,
        "settle_seconds": pipeline.settle.as_secs(),
        "ingest_batch_size": pipeline.ingest_batch_size,
        "check_sender": pipeline.check_sender,
        "authserv_id": pipeline.authserv_id,
        "parse_attempts": pipeline.parse_attempts,
        "lease_seconds": pipeline.lease.as_secs(),
        "sweep_after_minutes": pipeline.sweep_after.num_minutes(),
        "job_retention_days": pipeline.keep_jobs.num_days(),
    })
}

fn limits() -> Value {
    let limits = LimitSettings::default();
    json!({
        "account_mib": limits.account_mib,
        "account_messages": limits.account_messages,
    })
}

fn export() -> Value {
    let export = ExportSettings::default();
    json!({
        "at_once": export.at_once,
        "stall_seconds": export.stall.as_secs(),
    })
}

fn schedule() -> Value {
    let schedule = ScheduleSettings::default();
    json!({
        "rental_latest": schedule.rental_latest,
        "retail": schedule.retail,
        "sweep": schedule.sweep,
        "spread_minutes": schedule.spread_minutes,
    })
}
