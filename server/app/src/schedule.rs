//! Scheduled runs. Whatever ticks only calls [`run_due`]; the database remembers which tick was the last,
//! so that several schedulers fire each tick once and a tick missed while down is made up for.

use chrono::{DateTime, SecondsFormat, Utc};
use croner::Cron;
use croner::parser::{CronParser, Seconds};
use invoices_db::{FanOut, NewJob};

use serde_json::json;

use crate::App;
use crate::error::Error;
use crate::settings::ScheduleSettings;
use crate::work::{self, Ingest, kind};

/// A scheduled run: its name in the database and what it enqueues.
enum Tick {
    RentalLatest,
    Retail,
    Sweep,
}

impl Tick {
    const ALL: [Tick; 3] = [Tick::RentalLatest, Tick::Retail, Tick::Sweep];

    fn name(&self) -> &'static str {
        match self {
            Tick::RentalLatest => "rental-latest",
            Tick::Retail => "retail",
            Tick::Sweep => "sweep",
        }
    }

    fn cron<'a>(&self, settings: &'a ScheduleSettings) -> &'a str {
        match self {
            Tick::RentalLatest => &settings.rental_latest,
            Tick::Retail => &settings.retail,
            Tick::Sweep => &settings.sweep,
        }
    }

    /// What every user's job is told; `None` for a run that is one job for all.
    fn ingest(&self) -> Option<Ingest> {
        match self {
            Tick::RentalLatest => Some(Ingest::RentalLatest),
            Tick::Retail => Some(Ingest::retail(None, None)),
            Tick::Sweep => None,
        }
    }

    /// Enqueues what has come due at `at`, once for all schedulers.
    async fn fire(&self, app: &App, at: DateTime<Utc>) -> Result<usize, Error> {
        let (name, store, now) = (self.name(), app.store(), app.now());
        let key = format!("{name}@{}", at.to_rfc3339_opts(SecondsFormat::Secs, true));
        let Some(ingest) = self.ingest() else {
            // A tick recorded just before a crash is one sweep missed; the next comes in minutes.
            if !store.record_tick(name, at).await? {
                return Ok(0);
            }
            let sweep = NewJob {
                kind: kind::SWEEP.into(),
                key,
                user: None,
                lane: None,
                join_key: None,
                payload: json!(null),
                run_at: now,
            };
            return Ok(usize::from(store.enqueue(sweep, now).await?.is_new));
        };
        let mut payload = work::payload(&ingest);
        payload["scheduled"] = true.into();
        let jobs = FanOut {
            kind: kind::INGEST.into(),
            key_prefix: format!("{key}/"),
            lane_prefix: work::USER_LANE.into(),
            payload,
        };
        Ok(store.fire_tick(name, at, jobs, now).await?.unwrap_or_default())
    }
}

/// Refuses settings that are no cron expressions.
pub(crate) fn check(settings: &ScheduleSettings) -> Result<(), Error> {
    Tick::ALL
        .iter()
        .try_for_each(|tick| parse(tick.cron(settings)).map(drop))
}

fn parse(expression: &str) -> Result<Cron, Error> {
    let parser = CronParser::builder().seconds(Seconds::Required).build();
    parser.parse(expression).map_err(|error| {
        Error::Invalid(format!(
            "schedule {expression:?} is no cron expression with seconds: {error}"
        ))
    })
}

/// Fires every tick that has come due since the last one recorded: the latest of each, once.
/// The first call ever records where time stands and fires nothing. Returns how many jobs were enqueued.
pub async fn run_due(app: &App) -> Result<usize, Error> {
    let now = app.now();
    let mut enqueued = 0;
    for tick in &Tick::ALL {
        let name = tick.name();
        let Some(last) = app.store().last_tick(name).await? else {
            app.store().record_tick(name, now).await?;
            continue;
        };
        let cron = parse(tick.cron(&app.settings().schedule))?;
        let Ok(at) = cron.find_previous_occurrence(&now, true) else {
            continue;
        };
        if at > last {
            let jobs = tick.fire(app, at).await?;
            tracing::debug!(tick = name, %at, jobs, "a scheduled run was due");
            enqueued += jobs;
        }
    }
    if enqueued > 0 {
        app.wake_workers();
    }
    Ok(enqueued)
}
