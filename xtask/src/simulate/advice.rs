//! The settings and machines that a tick for a number of users needs.

use std::fmt;

use super::costs::{Assumptions, Costs, MAX_SPREAD, Machines, Settings, Work};
use super::station::{MINUTE, Time};

/// What is planned to be in use, in per cent: the runs of a minute become due at once, and must end before the next.
const PLANNED: u64 = 70;
/// Maximum number of workers of a replica: each may hold a message in memory (`pipeline.bytes_in_flight_mib`).
const MAX_WORKERS: u64 = 128;

/// Settings and machines.
pub struct Advice {
    pub settings: Settings,
    pub machines: Machines,
}

impl Advice {
    /// The fewest machines with which the runs end in about `within` minutes, or as soon as the provider's quota allows.
    pub fn of(users: u64, within: u64, costs: &Costs, assumptions: &Assumptions, machines: &Machines) -> Self {
        let mean = Mean::of(costs, assumptions);
        let quota_minutes = planned(users * mean.milliunits / 1_000, machines.quota);
        let spread = within.max(quota_minutes).clamp(1, MAX_SPREAD);
        // How many of each are in use all the time, if the runs are spread evenly.
        let needed = |of_run: Time| planned(users * of_run, spread * MINUTE);
        let database_cores = needed(mean.work.database).max(machines.database_cores);
        let workers = needed(mean.duration);
        let replicas = (needed(mean.work.service).div_ceil(machines.cores))
            .max(workers.div_ceil(MAX_WORKERS))
            .max(1);
        Advice {
            settings: Settings {
                replicas,
                workers: workers.div_ceil(replicas).max(Settings::DEFAULT_WORKERS),
                connections: needed(mean.work.statements)
                    .div_ceil(replicas)
                    .max(Settings::DEFAULT_CONNECTIONS),
                spread,
            },
            machines: Machines {
                database_cores,
                ..machines.clone()
            },
        }
    }
}

/// `part / whole` at the planned utilisation of `whole`, rounded up.
fn planned(part: u64, whole: u64) -> u64 {
    (part * 100).div_ceil(whole * PLANNED)
}

/// What a run costs on average, with the jobs that follow it.
struct Mean {
    work: Work,
    /// How long workers are busy with it.
    duration: Time,
    /// Thousandths of units of the provider's quota.
    milliunits: u64,
}

impl Mean {
    fn of(costs: &Costs, assumptions: &Assumptions) -> Self {
        let Assumptions { awaiting, notices, .. } = *assumptions;
        let mean = |processed: u64, awaited: u64, notice: u64| {
            (processed * (100 - awaiting) * 100 + awaited * awaiting * 100 + notice * awaiting * notices) / 10_000
        };
        let field =
            |field: fn(&Work) -> Time| mean(field(&costs.processed), field(&costs.awaited), field(&costs.notice));
        let (call, object, secret) = (assumptions.call(), assumptions.object(), assumptions.secret());
        let waits = mean(secret, secret + 2 * call, call + 2 * object);
        let work = Work {
            statements: field(|work| work.statements),
            database: field(|work| work.database),
            service: field(|work| work.service),
        };
        Mean {
            // The processors work while a connection waits for its statement, or the other way round.
            duration: work.statements + work.service + waits,
            work,
            milliunits: mean(0, costs.search_units * 1_000, costs.message_units * 1_000),
        }
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (settings, machines) = (&self.settings, &self.machines);
        write!(
            f,
            "server.replicas = {}, pipeline.workers = {}, database.connections = {}, schedule.spread_minutes = {}; \
             PostgreSQL with {} processors",
            settings.replicas, settings.workers, settings.connections, settings.spread, machines.database_cores
        )
    }
}
