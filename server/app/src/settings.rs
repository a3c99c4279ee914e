//! The settings of the use cases.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::TimeDelta;
use invoices_domain::mail::Credentials;
use invoices_domain::{Landlord, ServiceZone};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::job::cron;
use crate::limit::in_flight::message_weight;

/// The shortest secret that HS256 may use (RFC 7518, section 3.2).
pub const MIN_SECRET_BYTES: usize = 32;

/// The longest time over which scheduled ingests begin.
const MAX_SPREAD_MINUTES: u16 = 240;
/// The longest life of a session.
const MAX_SESSION_DAYS: i64 = 3_650;
/// The longest time for which a replaced refresh token may be repeated.
const MAX_REFRESH_GRACE: TimeDelta = TimeDelta::minutes(5);

/// The secret is shorter than HS256 allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the token secret must have at least {MIN_SECRET_BYTES} bytes")]
pub struct SecretTooShort;

/// The largest message takes more than half of what may be in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("pipeline.bytes_in_flight_mib: messages of mail.max_message_bytes need at least {least}")]
pub struct TooFewBytesInFlight {
    /// The least MiB for such messages.
    pub least: u64,
}

/// The settings of the use cases. The service reads them from the program's settings file.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The time zone in which days and months are counted.
    pub zone: ServiceZone,
    /// The landlords whose rent notices are searched for.
    pub landlords: Vec<Landlord>,
    /// Sign-up, login and tokens.
    pub auth: AuthSettings,
    /// Who can sign up.
    pub sign_up: SignUp,
    /// Ingests and parsing.
    pub pipeline: PipelineSettings,
    /// Scheduled runs.
    pub schedule: ScheduleSettings,
    /// What an account may store.
    pub limits: LimitSettings,
    /// Mails about accounts.
    pub account_mail: AccountMailSettings,
    /// Exports.
    pub export: ExportSettings,
    /// Whether users can register webhooks, and events are sent to them.
    pub webhooks: bool,
}

/// Mails about accounts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountMailSettings {
    /// The page that sets a new password with a code in its fragment; `None` for no link.
    pub reset_link: Option<String>,
    /// The page that verifies an address with a code in its fragment; `None` for no link.
    pub verify_link: Option<String>,
}

/// Who can sign up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SignUp {
    /// Anyone.
    #[default]
    Open,
    /// Users with an invitation.
    Invite,
    /// Nobody.
    Closed,
}

/// What an account may store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitSettings {
    /// The MiB of its originals; 0 for no limit.
    pub account_mib: u64,
    /// The messages that they come from; 0 for no limit.
    pub account_messages: u64,
}

impl LimitSettings {
    /// The bytes of an account's originals; `None` for no limit.
    pub fn bytes(&self) -> Option<u64> {
        (self.account_mib > 0).then(|| self.account_mib.saturating_mul(1 << 20))
    }

    /// The messages of an account; `None` for no limit.
    pub fn messages(&self) -> Option<u64> {
        (self.account_messages > 0).then_some(self.account_messages)
    }
}

impl Default for LimitSettings {
    fn default() -> Self {
        LimitSettings {
            account_mib: 4_096,
            account_messages: 100_000,
        }
    }
}

/// Exports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportSettings {
    /// How many a process sends at once.
    pub at_once: usize,
    /// How long a part of one may take to be received before it is cut off.
    pub stall: Duration,
}

impl Default for ExportSettings {
    fn default() -> Self {
        ExportSettings {
            at_once: 4,
            stall: Duration::from_secs(30),
        }
    }
}

/// Sign-up, login and tokens.
#[derive(Clone, Debug)]
pub struct AuthSettings {
    /// Signs tokens; at least 32 bytes.
    pub jwt_secret: SecretString,
    /// Still verifies tokens after a rotation.
    pub jwt_previous_secret: Option<SecretString>,
    /// `iss` of the tokens.
    pub issuer: String,
    /// `aud` of the tokens.
    pub audience: String,
    /// How long a token lives.
    pub token_lifetime: TimeDelta,
    /// How long a session lives without a refresh.
    pub session_idle: TimeDelta,
    /// How long a session lives with refreshes.
    pub session_max: TimeDelta,
    /// How long a refresh token that was replaced may be repeated, because its answer may have been lost.
    pub refresh_grace: TimeDelta,
    /// The shortest password in characters.
    pub password_min: usize,
    /// The longest password in characters.
    pub password_max: usize,
    /// Passwords that are refused, in small letters; `None` for the built-in list.
    pub common_passwords: Option<Vec<String>>,
    /// How many passwords are hashed at once.
    pub hash_concurrency: usize,
    /// How many more may wait; further requests are refused with `Retry-After`.
    pub hash_queue: usize,
    /// Failed logins for each pair of account and client address within [`AuthSettings::failure_window`].
    pub login_failures: u32,
    /// See [`AuthSettings::login_failures`].
    pub failure_window: TimeDelta,
    /// Login and sign-up attempts for each client address and minute, and refreshes of sessions.
    pub attempts_per_minute: u32,
    /// The longest delay of a login, after [`AuthSettings::login_failures`] failed ones of its account from all addresses
    /// together. Zero for none.
    pub max_login_delay: Duration,
    /// Mails of one kind to one account in an hour. A client address may ask for ten times as many.
    pub account_mails_per_hour: u32,
    /// Attempts at connecting a mail account for each user and minute.
    pub connections_per_minute: u32,
}

/// Ingests and parsing.
#[derive(Clone, Debug)]
pub struct PipelineSettings {
    /// How long a request waits for the documents that its ingest stored to be read.
    pub settle: Duration,
    /// How long a request waits for its ingest before it answers that the ingest continues.
    pub ingest_wait: Duration,
    /// How long a request waits for an account's deletion.
    pub deletion_wait: Duration,
    /// How often a waiting request polls its job, besides being woken.
    pub poll: Duration,
    /// How many messages of one run are fetched at once.
    pub fetch_concurrency: usize,
    /// The MiB of messages and documents that are in memory at once, at least twice the weight of the largest message.
    pub bytes_in_flight_mib: u64,
    /// The size of the largest message that is fetched, in bytes of MIME.
    pub max_message_bytes: u64,
    /// How many messages a pass of an ingest tries to fetch; another pass follows after others had their turn.
    pub ingest_batch_size: usize,
    /// How often a document is given to the parser before it is `failed`.
    pub parse_attempts: i32,
    /// How long a worker holds a job before another may claim it.
    pub lease: Duration,
    /// Number of attempts at a job that fails because of a bug, before it is dead.
    pub job_attempts: i32,
    /// How old interrupted work is before the sweeper enqueues it.
    pub sweep_after: TimeDelta,
    /// How long finished jobs are kept, so that a repeated event is recognised.
    pub keep_jobs: TimeDelta,
    /// Whether a mail must be authenticated by the mail provider.
    pub check_sender: bool,
    /// The authserv-id whose `Authentication-Results` are trusted in accounts that are read with OAuth tokens.
    pub authserv_id: String,
    /// The same in accounts at IMAP servers, by the server's name. A server that is absent authenticates no senders.
    pub imap_authserv_ids: BTreeMap<String, String>,
}

impl PipelineSettings {
    /// The authserv-id that is trusted in an account with these credentials.
    pub(crate) fn authserv_id_of(&self, credentials: &Credentials) -> Option<String> {
        match credentials {
            Credentials::OAuth(_) => Some(self.authserv_id.clone()),
            Credentials::Imap(login) => self.imap_authserv_ids.get(&login.server).cloned(),
        }
    }
}

/// Scheduled runs: cron expressions with seconds, in UTC.
#[derive(Clone, Debug)]
pub struct ScheduleSettings {
    /// The latest rental invoice of every user.
    pub rental_latest: String,
    /// The retail ingest of every user.
    pub retail: String,
    /// The sweeper.
    pub sweep: String,
    /// The minutes over which the ingests of all users begin, at most four hours. With 0 they are all due at once.
    pub spread_minutes: u16,
}

impl Settings {
    /// Fails with the first of [`Settings::problems`].
    pub fn check(&self) -> Result<(), Error> {
        self.problems().into_iter().next().map_or(Ok(()), Err)
    }

    /// Checks the cron expressions, the memory limit for messages and the lengths of the token secrets.
    pub fn problems(&self) -> Vec<Error> {
        let schedule = &self.schedule;
        let expressions = [&schedule.rental_latest, &schedule.retail, &schedule.sweep].into_iter();
        let mut problems: Vec<_> = expressions
            .filter_map(|expression| cron::parse(expression).err())
            .collect();
        if let Err(error) = self.pipeline.check_bytes_in_flight() {
            problems.push(Error::Invalid(error.to_string()));
        }
        if schedule.spread_minutes > MAX_SPREAD_MINUTES {
            problems.push(Error::Invalid(format!(
                "schedule.spread_minutes is at most {MAX_SPREAD_MINUTES}"
            )));
        }
        problems.extend(self.auth.session_problems());
        let secrets = [Some(&self.auth.jwt_secret), self.auth.jwt_previous_secret.as_ref()];
        let too_short = |secret: &SecretString| secret.expose_secret().len() < MIN_SECRET_BYTES;
        if secrets.into_iter().flatten().any(too_short) {
            problems.push(Error::Invalid(SecretTooShort.to_string()));
        }
        problems
    }
}

impl PipelineSettings {
    /// The bytes of messages and documents that are in memory at once.
    pub(crate) fn bytes_in_flight(&self) -> u64 {
        self.bytes_in_flight_mib.saturating_mul(1 << 20)
    }

    fn check_bytes_in_flight(&self) -> Result<(), TooFewBytesInFlight> {
        let least = message_weight(self.max_message_bytes)
            .saturating_mul(2)
            .div_ceil(1 << 20);
        if self.bytes_in_flight_mib < least {
            return Err(TooFewBytesInFlight { least });
        }
        Ok(())
    }
}

impl Default for PipelineSettings {
    fn default() -> Self {
        PipelineSettings {
            settle: Duration::from_secs(15),
            ingest_wait: Duration::from_mins(5),
            deletion_wait: Duration::from_secs(50),
            poll: Duration::from_millis(500),
            fetch_concurrency: 16,
            bytes_in_flight_mib: 256,
            max_message_bytes: 36 << 20,
            ingest_batch_size: 2_000,
            parse_attempts: 3,
            lease: Duration::from_mins(2),
            job_attempts: 8,
            sweep_after: TimeDelta::minutes(10),
            keep_jobs: TimeDelta::days(7),
            check_sender: true,
            authserv_id: "mx.google.com".into(),
            imap_authserv_ids: BTreeMap::new(),
        }
    }
}

impl Default for ScheduleSettings {
    fn default() -> Self {
        ScheduleSettings {
            rental_latest: "0 30 8 * * Mon-Fri".into(),
            retail: "0 0 6 * * Mon".into(),
            sweep: "0 */5 * * * *".into(),
            spread_minutes: 0,
        }
    }
}

impl AuthSettings {
    fn session_problems(&self) -> Vec<Error> {
        let days = TimeDelta::days(1)..=TimeDelta::days(MAX_SESSION_DAYS);
        let grace = TimeDelta::zero()..=MAX_REFRESH_GRACE;
        let checks = [
            (
                days.contains(&self.session_idle),
                "auth.session_idle_days: it must be from 1 to 3650",
            ),
            (
                days.contains(&self.session_max),
                "auth.session_max_days: it must be from 1 to 3650",
            ),
            (
                grace.contains(&self.refresh_grace),
                "auth.refresh_grace_seconds: it must be from 0 to 300",
            ),
        ];
        let broken = checks.into_iter().filter(|(holds, _)| !holds);
        broken.map(|(_, problem)| Error::Invalid(problem.into())).collect()
    }

    /// The defaults around a secret.
    pub fn with_secret(jwt_secret: SecretString) -> Self {
        AuthSettings {
            jwt_secret,
            jwt_previous_secret: None,
            issuer: "invoices".into(),
            audience: "invoices-api".into(),
            token_lifetime: TimeDelta::seconds(3600),
            session_idle: TimeDelta::days(30),
            session_max: TimeDelta::days(180),
            refresh_grace: TimeDelta::seconds(30),
            password_min: 8,
            password_max: 128,
            common_passwords: None,
            hash_concurrency: 2,
            hash_queue: 32,
            login_failures: 10,
            failure_window: TimeDelta::minutes(5),
            attempts_per_minute: 120,
            max_login_delay: Duration::from_secs(5),
            account_mails_per_hour: 5,
            connections_per_minute: 10,
        }
    }
}
