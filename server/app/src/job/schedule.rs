//! Scheduled runs. A scheduler only calls [`run_due`]. The database keeps the last tick of each run, so that several
//! schedulers fire each tick once, and a tick that was missed while the service was down is fired later.

use chrono::{DateTime, DurationRound, SecondsFormat, TimeDelta, Utc};
use invoices_db::NewJob;
use tracing::Instrument;

use crate::app::App;
use crate::error::Error;
use crate::job::{self, Ingest, Work};
use crate::settings::{Settings, parse_cron};

/// How often due dates are looked at. In every time zone a reminder comes within an hour of its day.
const REMIND: TimeDelta = TimeDelta::hours(1);

/// A scheduled run.
struct Tick<'a> {
    /// Its name in the database.
    name: &'static str,
    due: Due<'a>,
    order: Order,
}

/// When a run is due.
enum Due<'a> {
    /// By a cron expression.
    Cron(&'a str),
    /// At the multiples of an interval since 1970, so that all replicas mean the same time.
    Every(TimeDelta),
}

/// What a run enqueues.
enum Order {
    /// A job of every user.
    Ingest(Ingest),
    /// One job for all users.
    Once(Work),
    /// One job for all users, which joins one that is still running.
    Joined(Work),
}

impl<'a> Tick<'a> {
    /// Those that the settings ask for.
    fn all(settings: &'a Settings) -> impl Iterator<Item = Tick<'a>> {
        let schedule = &settings.schedule;
        let (latest, retail, sweep) = (&schedule.rental_latest, &schedule.retail, &schedule.sweep);
        let watch = Due::Every(settings.watch);
        let ticks = [
            ("rental-latest", Due::Cron(latest), Order::Ingest(Ingest::RentalLatest)),
            // The notices that the runs of a month leave: one that came in the month after it was processed, or after its last run.
            ("rental", Due::Cron(retail), Order::Ingest(Ingest::Rental)),
            ("retail", Due::Cron(retail), Order::Ingest(Ingest::retail(None, None))),
            ("sweep", Due::Cron(sweep), Order::Once(Work::Sweep)),
            ("remind", Due::Every(REMIND), Order::Joined(Work::Remind)),
            ("watch", watch, Order::Joined(Work::Watch)),
        ];
        let ticks = ticks.into_iter().map(|(name, due, order)| Tick { name, due, order });
        ticks.filter(|tick| !matches!(tick.due, Due::Every(interval) if interval.is_zero()))
    }

    /// The last time at which it was due; `None` if it never was.
    fn last_due(&self, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, Error> {
        Ok(match self.due {
            Due::Cron(cron) => parse_cron(cron)?.find_previous_occurrence(&now, true).ok(),
            Due::Every(interval) => now.duration_trunc(interval).ok(),
        })
    }

    /// Enqueues what has come due at `at`, once for all schedulers.
    async fn fire(&self, app: &App, at: DateTime<Utc>) -> Result<usize, Error> {
        let (name, store, now) = (self.name, app.store(), app.now());
        let key = format!("{name}@{}", at.to_rfc3339_opts(SecondsFormat::Secs, true));
        let (work, join_key) = match &self.order {
            Order::Ingest(ingest) => {
                let jobs = job::fan_out(ingest, format!("{key}/"), app.settings().schedule.spread_minutes);
                return Ok(store.fire_tick(name, at, jobs, now).await?.unwrap_or_default());
            }
            Order::Once(work) => (work, None),
            Order::Joined(work) => (work, Some(name.to_owned())),
        };
        // A crash after the tick is recorded loses one run; the next follows in minutes.
        if !store.record_tick(name, at, now).await? {
            return Ok(0);
        }
        let job = NewJob {
            join_key,
            ..work.job(key, now)
        };
        Ok(usize::from(store.enqueue(job, now).await?.is_new))
    }
}

/// Records the time in a new database: ticks are due from then on. Without it, those before the first [`run_due`] would be lost.
pub async fn start(app: &App) -> Result<(), Error> {
    for tick in Tick::all(app.settings()) {
        last_tick(app, tick.name).await?;
    }
    Ok(())
}

/// The last tick that was fired. In a new database that is now.
async fn last_tick(app: &App, name: &str) -> Result<DateTime<Utc>, Error> {
    let (store, now) = (app.store(), app.now());
    if let Some(last) = store.last_tick(name).await? {
        return Ok(last);
    }
    store.record_tick(name, now, now).await?;
    Ok(now)
}

/// When the schedule orders an ingest of every user next; `None` if it never does.
pub(crate) fn next_ingest(app: &App) -> Option<DateTime<Utc>> {
    let now = app.now();
    let next = Tick::all(app.settings()).filter_map(|tick| match (tick.due, tick.order) {
        (Due::Cron(cron), Order::Ingest(_)) => parse_cron(cron).ok()?.find_next_occurrence(&now, false).ok(),
        _ => None,
    });
    next.min()
}

/// Fires the latest due tick of each run, unless it was fired before. Returns how many jobs were enqueued.
pub async fn run_due(app: &App) -> Result<usize, Error> {
    // A tick by a wrong clock would be recorded for all processes.
    app.correct_clock().await?;
    let now = app.now();
    let mut enqueued = 0;
    for tick in Tick::all(app.settings()) {
        let name = tick.name;
        let last = last_tick(app, name).await?;
        let Some(at) = tick.last_due(now)? else {
            continue;
        };
        let is_future = invoices_db::is_future(last, now);
        if is_future {
            tracing::warn!(tick = name, %last, "a clock was ahead when the schedule ran last; the latest due run is started");
            // Before the tick is recorded: afterwards nothing shows that jobs wait for that time, too.
            let lease = *app.settings().pipeline.lease_seconds;
            let jobs = app.store().bring_back_jobs(lease, now).await?;
            tracing::info!(jobs, "jobs that waited for that time are due now");
        }
        if at > last || is_future {
            let span = tracing::info_span!("tick", name, %at);
            let jobs = tick.fire(app, at).instrument(span).await?;
            tracing::debug!(tick = name, %at, jobs, "a scheduled run was due");
            enqueued += jobs;
        }
    }
    if enqueued > 0 {
        app.wake_workers();
    }
    Ok(enqueued)
}
