//! Finds the part of a deployment that the weekday tick of many users fills first, and the settings that help.
//!
//! A tick ends when its most used part has done its share of the work. `docs/capacity.md` says how the costs were measured.

use std::io::{self, Write};

use clap::Args;

use crate::Result;

/// The numbers of users if none are named.
const USERS: [u32; 4] = [10_000, 100_000, 1_000_000, 10_000_000];
/// The most that `schedule.spread_minutes` may be.
const MAX_SPREAD: u16 = 240;
/// The share of a part that is planned to be in use: the runs of a minute become due at once, and must end before the next.
const PLANNED: f64 = 0.7;
/// A part in use for more of the time than this is what the others wait for.
const SATURATED: f64 = 0.9;
/// The most workers of a replica: each may hold a message in memory (`pipeline.bytes_in_flight_mib`).
const MAX_WORKERS: f64 = 128.0;
/// The seconds in which the tick writes the job of one user.
const ENQUEUE: f64 = 39e-6;

/// Calculate what the weekday tick (08:30, each user's rent notice of the month) needs, with the costs of docs/capacity.md.
///
/// Prints for each number of users how long the tick takes, for how much of the time each part is in use, and which one is
/// saturated; then the same with the settings that it advises.
#[derive(Args)]
pub struct Capacity {
    /// The number of users; may be given several times [default: 10 thousand, 100 thousand, 1 million, 10 million]
    #[arg(long)]
    users: Vec<u32>,

    /// The minutes in which the advised settings end the tick
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_SPREAD)))]
    within: u16,

    #[command(flatten)]
    deployment: Deployment,

    #[command(flatten)]
    assumptions: Assumptions,
}

/// The settings and machines, and the limits of other services.
#[derive(Args, Clone)]
struct Deployment {
    /// Replicas with the role worker (`server.replicas`)
    #[arg(long, default_value_t = 1.0)]
    replicas: f64,

    /// Jobs that a replica runs at the same time (`pipeline.workers`)
    #[arg(long, default_value_t = 4.0)]
    workers: f64,

    /// Connections of a replica to the database (`database.connections`)
    #[arg(long, default_value_t = 8.0)]
    connections: f64,

    /// Minutes over which the runs become due (`schedule.spread_minutes`)
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=i64::from(MAX_SPREAD)))]
    spread: u16,

    /// Processors of a replica
    #[arg(long, default_value_t = 2.0)]
    cores: f64,

    /// Processors of PostgreSQL
    #[arg(long, default_value_t = 4.0)]
    database_cores: f64,

    /// The provider's units a minute for all users (`mail.quota.project_units_per_minute`)
    #[arg(long, default_value_t = 1_200_000.0)]
    quota: f64,

    /// Requests a second that the object storage answers
    #[arg(long, default_value_t = 3_500.0)]
    object_requests: f64,
}

/// What can't be measured here: how long other services take to answer, and how many users have mail.
#[derive(Args)]
struct Assumptions {
    /// Milliseconds until the provider answers a call
    #[arg(long, default_value_t = 100.0)]
    call_ms: f64,

    /// Milliseconds until the object storage answers a request
    #[arg(long, default_value_t = 150.0)]
    object_ms: f64,

    /// Milliseconds until the secret store answers a read
    #[arg(long, default_value_t = 30.0)]
    secret_ms: f64,

    /// Of a hundred users, those whose notice of the month has not been ingested before the tick
    #[arg(long, default_value_t = 100.0)]
    awaiting: f64,

    /// Of a hundred users whose notice is awaited, those who have a new one
    #[arg(long, default_value_t = 5.0)]
    notices: f64,
}

/// A user's run and the jobs that follow it, on average.
struct Run {
    /// Seconds for which a connection executes its statements, with their commits.
    statements: f64,
    /// Seconds of PostgreSQL's processors.
    database: f64,
    /// Seconds of the processors of the service and of its readers.
    service: f64,
    /// Seconds for which a worker is busy.
    worker: f64,
    /// Units of the provider's quota.
    units: f64,
    /// Requests to the object storage.
    objects: f64,
}

impl Run {
    /// The figures of `cargo xtask bench costs` on PostgreSQL, in milliseconds: for a run whose notice was ingested before, for one
    /// whose notice is awaited, and what a notice adds.
    fn of(assumptions: &Assumptions) -> Run {
        let (awaiting, notices) = (assumptions.awaiting / 100.0, assumptions.notices / 100.0);
        let mean = |processed: f64, awaited: f64, notice: f64| {
            processed * (1.0 - awaiting) + (awaited + notice * notices) * awaiting
        };
        let seconds = |processed, awaited, notice| mean(processed, awaited, notice) / 1e3;
        let (call, object, secret) = (assumptions.call_ms, assumptions.object_ms, assumptions.secret_ms);
        let (statements, service) = (seconds(2.55, 5.34, 29.08), seconds(1.47, 2.79, 9.12));
        Run {
            statements,
            database: seconds(3.51, 5.0, 18.59),
            service,
            // It renews the access token and searches; a notice is fetched, stored and loaded.
            worker: statements + service + seconds(secret, secret + 2.0 * call, call + 2.0 * object),
            units: mean(0.0, 5.0, 20.0),
            objects: mean(0.0, 0.0, 2.0),
        }
    }
}

impl Deployment {
    /// The seconds that each part works on the runs of this number of users, if it is always in use.
    fn demand(&self, users: f64, run: &Run) -> [(&'static str, f64); 6] {
        [
            ("workers", run.worker / (self.replicas * self.workers)),
            ("quota", run.units / self.quota * 60.0),
            ("connections", run.statements / (self.replicas * self.connections)),
            ("database", run.database / self.database_cores),
            ("service", run.service / (self.replicas * self.cores)),
            ("objects", run.objects / self.object_requests),
        ]
        .map(|(part, seconds)| (part, seconds * users))
    }

    /// A line of the table.
    fn line(&self, users: f64, run: &Run) -> String {
        let demand = self.demand(users, run);
        let (busiest, longest) = demand
            .iter()
            .fold(("", 0.0), |most, part| if part.1 > most.1 { *part } else { most });
        // Runs are due while the jobs are written; those that waited are made up for.
        let end = (longest + users * ENQUEUE).max(f64::from(self.spread) * 60.0);
        let saturated = if longest > SATURATED * end { busiest } else { "nothing" };
        let shares = demand.map(|(part, seconds)| {
            let share = format!("{:.0} %", seconds / end * 100.0);
            format!("{share:>width$}", width = part.len().max(5))
        });
        let (minutes, shares) = (end / 60.0, shares.join("  "));
        format!("{users:>10} {minutes:>8.1} min  {shares}  {saturated}")
    }

    /// The fewest machines with which the runs end in about `within` minutes, or as soon as the provider's quota allows.
    fn advised(&self, users: f64, run: &Run, within: u16) -> Deployment {
        let whole = |number: f64| number.ceil().max(1.0);
        let minutes = (1..=MAX_SPREAD).find(|minutes| users * run.units <= PLANNED * self.quota * f64::from(*minutes));
        let spread = within.max(minutes.unwrap_or(MAX_SPREAD));
        // How many of each are in use all the time, if the runs are spread evenly.
        let needed = |of_run: f64| users * of_run / (f64::from(spread) * 60.0 * PLANNED);
        let workers = whole(needed(run.worker));
        let replicas = whole(needed(run.service) / self.cores).max((workers / MAX_WORKERS).ceil());
        Deployment {
            replicas,
            workers: whole(workers / replicas).max(4.0),
            connections: whole(needed(run.statements) / replicas).max(8.0),
            spread,
            database_cores: whole(needed(run.database)).max(self.database_cores),
            ..self.clone()
        }
    }
}

/// Prints a table with the given settings, then one with the advised settings.
pub fn run(arguments: &Capacity) -> Result<()> {
    let (run, given) = (Run::of(&arguments.assumptions), &arguments.deployment);
    let users = if arguments.users.is_empty() {
        &USERS[..]
    } else {
        &arguments.users
    };
    let head = "     users   done after  workers  quota  connections  database  service  objects  saturated";
    let mut out = io::stdout().lock();
    writeln!(out, "With these settings:\n{head}")?;
    let users = users.iter().map(|users| f64::from(*users));
    for users in users.clone() {
        writeln!(out, "{}", given.line(users, &run))?;
    }
    writeln!(out, "\nWith the advised settings:\n{head}")?;
    for users in users {
        let advised = given.advised(users, &run, arguments.within);
        writeln!(
            out,
            "{}\n           server.replicas = {}, pipeline.workers = {}, database.connections = {}, \
             schedule.spread_minutes = {}; PostgreSQL with {} processors",
            advised.line(users, &run),
            advised.replicas,
            advised.workers,
            advised.connections,
            advised.spread,
            advised.database_cores
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        capacity: Capacity,
    }

    #[test]
    fn the_advised_settings_end_the_tick_in_time() {
        let Capacity {
            deployment,
            assumptions,
            within,
            ..
        } = Line::parse_from(["xtask"]).capacity;
        let run = Run::of(&assumptions);
        assert!(deployment.line(1e6, &run).ends_with("workers"));
        for users in USERS.map(f64::from) {
            let advised = deployment.advised(users, &run, within);
            let longest = advised
                .demand(users, &run)
                .map(|(_, seconds)| seconds)
                .into_iter()
                .fold(0.0, f64::max);
            assert!(
                longest < SATURATED * 60.0 * f64::from(advised.spread),
                "{users}: {longest}"
            );
            assert!(advised.spread == within || users > 1e6);
        }
    }
}
