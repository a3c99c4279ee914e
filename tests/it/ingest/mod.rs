//! Ingests of either kind: runs, schedule, failures.

mod account_limits;
mod concurrent;
mod crashes;
mod database_crash;
mod dependency_failures;
mod memory;
mod outcomes;
mod passes;
mod readers;
mod runs;
mod schedule;
mod settling;
mod watch;
mod workers;
