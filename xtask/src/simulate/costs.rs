//! The cost of a tick and the available resources. `docs/capacity.md` says how the costs were measured.

use clap::Args;

use super::station::{MILLISECOND, Time};

/// The cost of a step. The database executes its statements on one connection.
#[derive(Clone, Copy)]
pub struct Work {
    /// How long the statements take, with their commits: a connection is in use.
    pub statements: Time,
    /// The processor time of PostgreSQL.
    pub database: Time,
    /// The processor time of the service and of its readers.
    pub service: Time,
}

/// The measured costs: `cargo xtask bench costs`, on PostgreSQL.
pub struct Costs {
    /// The time in which the tick's statements write the job of one user.
    pub enqueue: Time,
    /// A run of a user whose notice of the month was ingested before: it calls nobody.
    pub processed: Work,
    /// A run of a user whose notice is awaited, from the claim to the outcome. It renews the access token and searches.
    pub awaited: Work,
    /// What a notice adds to such a run and to the jobs that read it and notify of it. Half of it is part of the run.
    pub notice: Work,
    /// Units of the provider's quota for a search and for a message.
    pub search_units: u64,
    pub message_units: u64,
}

impl Costs {
    pub const MEASURED: Costs = Costs {
        enqueue: 39,
        processed: Work {
            statements: 2_550,
            database: 3_510,
            service: 1_470,
        },
        awaited: Work {
            statements: 5_340,
            database: 5_000,
            service: 2_790,
        },
        notice: Work {
            statements: 29_080,
            database: 18_590,
            // 7.21 ms of the service and 1.91 ms of its readers.
            service: 9_120,
        },
        search_units: 5,
        message_units: 20,
    };
}

/// Assumptions that can't be measured here: the latency of other services, and the number of users with mail.
#[derive(Args, Clone)]
pub struct Assumptions {
    /// Milliseconds until the provider answers a call
    #[arg(long, default_value_t = 100)]
    pub call_ms: u64,

    /// Milliseconds until the object storage answers a request
    #[arg(long, default_value_t = 150)]
    pub object_ms: u64,

    /// Milliseconds until the secret store answers a read
    #[arg(long, default_value_t = 30)]
    pub secret_ms: u64,

    /// Percentage of users whose notice of the month has not been ingested before the tick
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(0..=100))]
    pub awaiting: u64,

    /// Percentage of those users who have a new notice
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(0..=100))]
    pub notices: u64,
}

impl Assumptions {
    /// How long a call to the provider takes.
    pub fn call(&self) -> Time {
        self.call_ms * MILLISECOND
    }

    /// How long a request to the object storage takes.
    pub fn object(&self) -> Time {
        self.object_ms * MILLISECOND
    }

    /// How long reading a user's mail tokens takes.
    pub fn secret(&self) -> Time {
        self.secret_ms * MILLISECOND
    }
}

/// The machines, and the limits of other services.
#[derive(Args, Clone)]
pub struct Machines {
    /// Processors of a replica
    #[arg(long, default_value_t = 2, value_parser = at_least_one())]
    pub cores: u64,

    /// Processors of PostgreSQL
    #[arg(long, default_value_t = 4, value_parser = at_least_one())]
    pub database_cores: u64,

    /// The provider's units per minute for all users (`mail.quota.project_units_per_minute`)
    #[arg(long, default_value_t = 1_200_000, value_parser = at_least_one())]
    pub quota: u64,

    /// Requests per second that the object storage answers
    #[arg(long, default_value_t = 3_500, value_parser = at_least_one())]
    pub object_requests: u64,
}

/// The settings of the simulation.
#[derive(Args, Clone)]
pub struct Settings {
    /// Replicas with the role worker (`server.replicas`)
    #[arg(long, default_value_t = 1, value_parser = at_least_one())]
    pub replicas: u64,

    /// Jobs that a replica runs at the same time (`pipeline.workers`)
    #[arg(long, default_value_t = Settings::DEFAULT_WORKERS, value_parser = at_least_one())]
    pub workers: u64,

    /// Connections of a replica to the database (`database.connections`)
    #[arg(long, default_value_t = Settings::DEFAULT_CONNECTIONS, value_parser = at_least_one())]
    pub connections: u64,

    /// Minutes over which the runs are spread (`schedule.spread_minutes`)
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=MAX_SPREAD))]
    pub spread: u64,
}

impl Settings {
    pub const DEFAULT_WORKERS: u64 = 4;
    pub const DEFAULT_CONNECTIONS: u64 = 8;
}

/// The most that `schedule.spread_minutes` may be.
pub const MAX_SPREAD: u64 = 240;

fn at_least_one() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(1..)
}
