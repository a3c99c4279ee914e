//! The database, its migrations and the queue.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use invoices_db::{DatabaseSettings, Store, StoreError};
use invoices_settings::Config;

use super::files::{CREATE, without_data};
use super::finding::Finding;
use super::limit::limited;
use crate::error_line;
use crate::start::settings;

pub(super) const DATABASE: &str = "database";
pub(super) const MIGRATIONS: &str = "migrations";
pub(super) const QUEUE: &str = "queue";
pub(super) const INTEGRITY: &str = "integrity";

/// The advice for a damaged database.
pub(super) const DAMAGED: &str =
    "stop the service and keep a copy of the file; see \"A damaged database\" in docs/operations.md";
/// Shorter than the time limit of the check: a database that takes longer isn't a fault.
const CHECK: Duration = Duration::from_secs(8);

/// Shorter than the time limit of the check, so that the error is the database's own.
const CONNECT: Duration = Duration::from_secs(5);
/// A job that is due for longer should have been claimed.
const OLD: TimeDelta = TimeDelta::minutes(10);

/// The four checks, and the database if it can be read.
pub(super) async fn check(config: &Config) -> (Vec<Finding>, Option<Store>) {
    let mut opened = None;
    let database = limited(DATABASE, async {
        let (finding, store) = open(config, None).await;
        opened = store;
        finding
    });
    let mut found = database.await;
    let Some(store) = opened else {
        let skipped = |name| Finding::skipped(name, "the database can't be read");
        found.extend([MIGRATIONS, QUEUE, INTEGRITY].map(skipped));
        return (found, None);
    };
    let mut is_current = false;
    let migrations = limited(MIGRATIONS, async {
        let (finding, current) = check_migrations(&store).await;
        is_current = current;
        finding
    });
    found.extend(migrations.await);
    if is_current {
        found.extend(limited(QUEUE, check_queue(&store)).await);
    } else {
        found.push(Finding::skipped(QUEUE, "the database is not migrated"));
    }
    found.extend(limited(INTEGRITY, check_integrity(config)).await);
    (found, Some(store))
}

/// Opens the database to look at it, with another time limit of a statement if one is given.
pub(super) async fn open(config: &Config, statement_timeout: Option<Duration>) -> (Finding, Option<Store>) {
    let settings = settings::database(config);
    let file = settings::sqlite_file(config);
    if let Some(file) = &file {
        if let Some(reason) = without_data(config, file) {
            return (Finding::skipped(DATABASE, reason), None);
        }
        if !file.exists() {
            let message = format!("{} does not exist", file.display());
            return (Finding::fault(DATABASE, message, CREATE), None);
        }
    }
    let settings = DatabaseSettings {
        connect_timeout: settings.connect_timeout.min(CONNECT),
        statement_timeout: statement_timeout.unwrap_or(settings.statement_timeout),
        ..settings
    };
    let opened = Store::open_read_only(&settings).await;
    match opened {
        Ok(store) => {
            let message = match file {
                Some(file) => format!("SQLite reads {}", file.display()),
                None if settings.url.starts_with("sqlite:") => "SQLite reads its file".to_owned(),
                None => "PostgreSQL answers".to_owned(),
            };
            (Finding::ok(DATABASE, message), Some(store))
        }
        Err(error) => {
            let advice = match file {
                Some(file) => format!("check the owner and mode of {}: `ls -l {0}`", file.display()),
                None => "check that the server runs and that [database] names its host, user and password: \
                         `invoices config check`"
                    .to_owned(),
            };
            (Finding::fault(DATABASE, error_line(&error), advice), None)
        }
    }
}

/// On a connection of its own, which it keeps if it is cut off.
async fn check_integrity(config: &Config) -> Vec<Finding> {
    let (_, Some(store)) = open(config, None).await else {
        return Finding::skipped(INTEGRITY, "the database can't be read").into();
    };
    match tokio::time::timeout(CHECK, store.find_damage_quickly()).await {
        Ok(found) => damage(INTEGRITY, found, "the quick check found no damage", DAMAGED),
        Err(_) => {
            let message = format!(
                "the quick check takes more than {} s; `invoices verify` has no limit",
                CHECK.as_secs()
            );
            Finding::skipped(INTEGRITY, message).into()
        }
    }
}

/// A fault for each problem of the database, with this advice. A database that cannot be read has its own.
pub(super) fn damage(
    name: &'static str,
    found: Result<Vec<String>, StoreError>,
    ok: &str,
    advice: &str,
) -> Vec<Finding> {
    match found {
        Ok(problems) if problems.is_empty() => Finding::ok(name, ok).into(),
        Ok(problems) => problems
            .into_iter()
            .map(|problem| Finding::fault(name, problem, advice))
            .collect(),
        Err(error) => Finding::fault(name, error_line(&error), DAMAGED).into(),
    }
}

/// Whether the tables are those of this program, or newer ones.
pub(super) async fn check_migrations(store: &Store) -> (Finding, bool) {
    let migrations = match store.migrations().await {
        Ok(migrations) => migrations,
        Err(error) => {
            let advice = match error {
                StoreError::TooOld => "see \"Upgrade and downgrade\" in docs/operations.md",
                _ => "check that the file is a database of this program, and restore it from the backup if not",
            };
            return (Finding::fault(MIGRATIONS, error_line(&error), advice), false);
        }
    };
    if !migrations.pending.is_empty() {
        let message = format!("not yet run: {}", migrations.pending.join(", "));
        let advice = "run `invoices migrate`, or start the service, which does the same";
        return (Finding::fault(MIGRATIONS, message, advice), false);
    }
    if !migrations.unknown.is_empty() {
        let message = format!("a newer program ran {}", migrations.unknown.join(", "));
        let advice = "use your newest program; see \"Upgrade and downgrade\" in docs/operations.md";
        return (Finding::warning(MIGRATIONS, message, advice), true);
    }
    (Finding::ok(MIGRATIONS, "the database is up to date"), true)
}

async fn check_queue(store: &Store) -> Finding {
    let now = Utc::now();
    let kinds = match store.backlog(now).await {
        Ok(kinds) => kinds,
        Err(error) => {
            let advice = "check the database's log";
            return Finding::fault(QUEUE, error_line(&error), advice);
        }
    };
    let sum = |count: fn(&invoices_db::Backlog) -> i64| kinds.values().map(count).sum::<i64>();
    let (due, running, dead) = (sum(|kind| kind.due), sum(|kind| kind.running), sum(|kind| kind.dead));
    let oldest = kinds.values().filter_map(|kind| kind.oldest_due).min();
    let message = format!("{} due{}, {running} running, {dead} dead", due, age(oldest, now));
    if oldest.is_some_and(|oldest| now - oldest > OLD) {
        let advice = "check that a service with the role worker runs; `invoices jobs --state ready` lists the jobs";
        return Finding::warning(QUEUE, message, advice);
    }
    if dead > 0 {
        let advice =
            "`invoices jobs --state dead` lists them with their last errors; `invoices reparse` parses documents again";
        return Finding::warning(QUEUE, message, advice);
    }
    Finding::ok(QUEUE, message)
}

fn age(oldest: Option<DateTime<Utc>>, now: DateTime<Utc>) -> String {
    oldest.map_or_else(String::new, |oldest| {
        let age = now - oldest;
        match age.num_minutes() {
            0 => format!(" (the oldest for {} s)", age.num_seconds().max(0)),
            minutes => format!(" (the oldest for {minutes} min)"),
        }
    })
}
