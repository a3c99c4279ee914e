//! The settings of the use cases.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::TimeDelta;
use croner::Cron;
use croner::parser::{CronParser, Seconds};
use invoices_domain::mail::Credentials;
use invoices_domain::{Landlord, ServiceZone};
use invoices_settings::{
    AccountsSettings, AuthSettings, Config, ExportSettings, LimitSettings, PipelineSettings, RetentionSettings,
    ScheduleSettings,
};
use secrecy::{ExposeSecret, SecretString};

use crate::error::Error;

/// The shortest secret that HS256 may use (RFC 7518, section 3.2).
pub const MIN_SECRET_BYTES: usize = 32;
/// Number of attempts at a job that fails because of a bug, before it is dead.
pub const JOB_ATTEMPTS: i32 = 8;

/// How often a waiting request looks at its job, besides being woken.
pub(crate) const POLL: Duration = Duration::from_millis(500);
/// A request ends this long before its time limit, so that its answer is its own.
const MARGIN: Duration = Duration::from_secs(5);

/// The secret is shorter than HS256 allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the token secret must have at least {MIN_SECRET_BYTES} bytes")]
pub struct SecretTooShort;

/// The settings of the use cases.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The time zone in which days and months are counted.
    pub zone: ServiceZone,
    /// The landlords whose rent notices are searched for.
    pub landlords: Vec<Landlord>,
    /// Sign-up, login and tokens. Limits are this process's part of those of all replicas.
    pub auth: AuthSettings,
    /// Signs tokens; at least 32 bytes.
    pub jwt_secret: SecretString,
    /// Passwords that are refused, in small letters; `None` for the built-in list.
    pub common_passwords: Option<Vec<String>>,
    /// Who can sign up, and the links of mails about accounts.
    pub accounts: AccountsSettings,
    /// Ingests and parsing.
    pub pipeline: PipelineSettings,
    /// How long rows are kept.
    pub retention: RetentionSettings,
    /// Scheduled runs.
    pub schedule: ScheduleSettings,
    /// How often mailboxes are looked into for new mail; zero means never.
    pub watch: TimeDelta,
    /// Limits on an account's storage.
    pub limits: LimitSettings,
    /// Exports.
    pub export: ExportSettings,
    /// Whether users can register webhooks, and whether events are sent.
    pub webhooks: bool,
    /// How long a request waits for its ingest before it answers that the ingest continues.
    pub ingest_wait: Duration,
    /// How long a request waits for an account's deletion.
    pub deletion_wait: Duration,
    /// The size of the largest message that is fetched, in bytes of MIME.
    pub max_message_bytes: u64,
    /// The authserv-id that is trusted in accounts at IMAP servers, by the server's name. A server that is absent
    /// authenticates no senders.
    pub imap_authserv_ids: BTreeMap<String, String>,
}

impl Settings {
    /// Those of the settings file, with the secret that signs tokens and the passwords that are refused.
    pub fn new(config: &Config, jwt_secret: SecretString, common_passwords: Option<Vec<String>>) -> Self {
        let (server, auth) = (&config.server, config.auth.clone());
        let servers = config.imap.servers.iter();
        let trusted = servers.filter_map(|server| Some((server.name.clone(), server.authserv_id.clone()?)));
        Settings {
            zone: config.time_zone,
            landlords: config.rental.landlords.clone(),
            auth: AuthSettings {
                login_failures: server.share(auth.login_failures),
                attempts_per_minute: server.share(auth.attempts_per_minute),
                account_mails_per_hour: server.share(auth.account_mails_per_hour),
                connections_per_minute: server.share(auth.connections_per_minute),
                ..auth
            },
            jwt_secret,
            common_passwords,
            accounts: config.accounts.clone(),
            pipeline: config.pipeline.clone(),
            retention: config.retention.clone(),
            schedule: config.schedule.clone(),
            limits: config.limits.clone(),
            export: config.export.clone(),
            webhooks: config.webhooks.enabled,
            ingest_wait: *server.ingest_timeout_seconds,
            deletion_wait: server
                .request_timeout_seconds
                .saturating_sub(MARGIN)
                .max(Duration::from_secs(1)),
            watch: config.mail.watch_minutes.delta(),
            max_message_bytes: config.mail.max_message_bytes,
            imap_authserv_ids: trusted.collect(),
        }
    }

    /// The authserv-id that is trusted in an account with these credentials.
    pub(crate) fn authserv_id_of(&self, credentials: &Credentials) -> Option<String> {
        match credentials {
            Credentials::OAuth(_) => Some(self.pipeline.authserv_id.clone()),
            Credentials::Imap(login) => self.imap_authserv_ids.get(&login.server).cloned(),
        }
    }

    /// The bytes of messages and documents that are in memory at once.
    pub(crate) fn bytes_in_flight(&self) -> u64 {
        self.pipeline.bytes_in_flight_mib.saturating_mul(1 << 20)
    }

    /// Fails with the first of [`Settings::problems`].
    pub fn check(&self) -> Result<(), Error> {
        self.problems().into_iter().next().map_or(Ok(()), Err)
    }

    /// Checks the cron expressions and the lengths of the token secrets.
    pub fn problems(&self) -> Vec<Error> {
        let schedule = &self.schedule;
        let expressions = [&schedule.rental_latest, &schedule.retail, &schedule.sweep].into_iter();
        let mut problems: Vec<_> = expressions
            .filter_map(|expression| parse_cron(expression).err())
            .collect();
        let secrets = [Some(&self.jwt_secret), self.auth.jwt_previous_secret.as_deref()];
        let too_short = |secret: &SecretString| secret.expose_secret().len() < MIN_SECRET_BYTES;
        if secrets.into_iter().flatten().any(too_short) {
            problems.push(Error::Invalid(SecretTooShort.to_string()));
        }
        problems
    }
}

/// Parses a cron expression of six fields, the first for seconds.
pub(crate) fn parse_cron(expression: &str) -> Result<Cron, Error> {
    let parser = CronParser::builder().seconds(Seconds::Required).build();
    parser.parse(expression).map_err(|error| {
        Error::Invalid(format!(
            "schedule {expression:?} isn't a cron expression with seconds: {error}"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit::in_flight::message_weight;

    /// The range of the setting begins there, and the constant beside it is the largest message.
    #[test]
    fn the_least_bytes_in_flight_hold_two_of_the_largest_messages() {
        let largest = Config::default().mail.max_message_bytes;
        assert_eq!((2 * message_weight(largest)).div_ceil(1 << 20), 170);
    }
}
