//! Scheduled runs. A scheduler only calls [`run_due`]. The database keeps the last tick of each run, so that several
//! schedulers fire each tick once, and a tick that was missed while the service was down is fired later.

use chrono::{DateTime, DurationRound, SecondsFormat, TimeDelta, Utc};
use invoices_db::NewJob;
use invoices_settings::ScheduleSettings;
use tracing::Instrument;

use crate::app::App;
use crate::error::Error;
use crate::job::cron;
use crate::job::{self, Ingest, Work};
use crate::settings::Settings;

/// A scheduled run: its name in the database and what it enqueues.
enum Tick {
    RentalLatest,
    /// The notices that the runs of a month leave: one that came in the month after it was processed, or after its last run.
    Rental,
    Retail,
    Sweep,
    Watch,
    Remind,
}

/// How often due dates are looked at. In every time zone a reminder comes within an hour of its day.
const REMIND: TimeDelta = TimeDelta::hours(1);

impl Tick {
    /// Those that the settings ask for.
    fn all(settings: &Settings) -> impl Iterator<Item = Tick> {
        let watch = (!settings.watch.is_zero()).then_some(Tick::Watch);
        let always = [
            Tick::RentalLatest,
            Tick::Rental,
            Tick::Retail,
            Tick::Sweep,
            Tick::Remind,
        ];
        always.into_iter().chain(watch)
    }

    fn name(&self) -> &'static str {
        match self {
            Tick::RentalLatest => "rental-latest",
            Tick::Rental => "rental",
            Tick::Retail => "retail",
            Tick::Sweep => "sweep",
            Tick::Watch => "watch",
            Tick::Remind => "remind",
        }
    }

    /// The cron expression; `None` for a run that has an interval.
    fn cron<'a>(&self, settings: &'a ScheduleSettings) -> Option<&'a str> {
        match self {
            Tick::RentalLatest => Some(&settings.rental_latest),
            Tick::Rental | Tick::Retail => Some(&settings.retail),
            Tick::Sweep => Some(&settings.sweep),
            Tick::Watch | Tick::Remind => None,
        }
    }

    fn interval(&self, settings: &Settings) -> TimeDelta {
        match self {
            Tick::Remind => REMIND,
            _ => settings.watch,
        }
    }

    /// The last time at which it was due; `None` if it never was.
    fn last_due(&self, settings: &Settings, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, Error> {
        Ok(match self.cron(&settings.schedule) {
            Some(cron) => cron::parse(cron)?.find_previous_occurrence(&now, true).ok(),
            // The multiples of the interval since 1970, so that all replicas mean the same time.
            None => now.duration_trunc(self.interval(settings)).ok(),
        })
    }

    /// The order of every user's job; `None` for a run that is one job for all users.
    fn ingest(&self) -> Option<Ingest> {
        match self {
            Tick::RentalLatest => Some(Ingest::RentalLatest),
            Tick::Rental => Some(Ingest::Rental),
            Tick::Retail => Some(Ingest::retail(None, None)),
            Tick::Sweep | Tick::Watch | Tick::Remind => None,
        }
    }

    /// That job.
    fn job(&self, key: String, now: DateTime<Utc>) -> NewJob {
        match self {
            // A run of looks that takes longer than the interval is joined.
            Tick::Watch => self.joined(&Work::Watch, key, now),
            Tick::Remind => self.joined(&Work::Remind, key, now),
            _ => Work::Sweep.job(key, now),
        }
    }

    fn joined(&self, work: &Work, key: String, now: DateTime<Utc>) -> NewJob {
        NewJob {
            join_key: Some(self.name().to_owned()),
            ..work.job(key, now)
        }
    }

    /// Enqueues what has come due at `at`, once for all schedulers.
    async fn fire(&self, app: &App, at: DateTime<Utc>) -> Result<usize, Error> {
        let (name, store, now) = (self.name(), app.store(), app.now());
        let key = format!("{name}@{}", at.to_rfc3339_opts(SecondsFormat::Secs, true));
        let Some(ingest) = self.ingest() else {
            // A crash after the tick is recorded loses one run; the next follows in minutes.
            if !store.record_tick(name, at, now).await? {
                return Ok(0);
            }
            return Ok(usize::from(store.enqueue(self.job(key, now), now).await?.is_new));
        };
        let jobs = job::fan_out(&ingest, format!("{key}/"), app.settings().schedule.spread_minutes);
        Ok(store.fire_tick(name, at, jobs, now).await?.unwrap_or_default())
    }
}

/// Records the time in a new database: ticks are due from then on. Without it, those before the first [`run_due`] would be lost.
pub async fn start(app: &App) -> Result<(), Error> {
    for tick in Tick::all(app.settings()) {
        last_tick(app, &tick).await?;
    }
    Ok(())
}

/// The last tick that was fired. In a new database that is now.
async fn last_tick(app: &App, tick: &Tick) -> Result<DateTime<Utc>, Error> {
    let (store, name, now) = (app.store(), tick.name(), app.now());
    if let Some(last) = store.last_tick(name).await? {
        return Ok(last);
    }
    store.record_tick(name, now, now).await?;
    Ok(now)
}

/// When the schedule orders an ingest of every user next; `None` if it never does.
pub(crate) fn next_ingest(app: &App) -> Option<DateTime<Utc>> {
    let (settings, now) = (&app.settings().schedule, app.now());
    let ingests = Tick::all(app.settings()).filter(|tick| tick.ingest().is_some());
    let next = ingests.filter_map(|tick| {
        let cron = cron::parse(tick.cron(settings)?).ok()?;
        cron.find_next_occurrence(&now, false).ok()
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
        let name = tick.name();
        let last = last_tick(app, &tick).await?;
        let Some(at) = tick.last_due(app.settings(), now)? else {
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
