//! The tick of every weekday for many users, simulated: which part saturates first, and which settings help.

mod advice;
mod costs;
mod outcome;
mod station;
mod tick;

#[cfg(test)]
mod tests;

use std::io::{self, Write};

use clap::Args;

use crate::Result;
use advice::Advice;
use costs::{Assumptions, Costs, Machines, Settings};
use outcome::Outcome;
use tick::simulate;

/// The numbers of users if none are named.
const USERS: [u64; 4] = [10_000, 100_000, 1_000_000, 10_000_000];

/// Simulate the weekday tick (08:30, each user's rent notice of the month) for many users, with the costs of docs/capacity.md.
///
/// Prints for each number of users how long the tick takes, the utilisation of each part, and the saturated one; then the same
/// with the recommended settings. Ten million users take about a minute.
#[derive(Args)]
pub struct Simulate {
    /// The number of users; may be given several times [default: 10 thousand, 100 thousand, 1 million, 10 million]
    #[arg(long)]
    users: Vec<u64>,

    /// The minutes in which the advised settings end the tick
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=costs::MAX_SPREAD))]
    within: u64,

    #[command(flatten)]
    settings: Settings,

    #[command(flatten)]
    machines: Machines,

    #[command(flatten)]
    assumptions: Assumptions,
}

/// Prints a table of the outcomes with the given settings, then one with the advised settings.
pub fn run(arguments: &Simulate) -> Result<()> {
    let Simulate {
        within,
        settings,
        machines,
        assumptions,
        ..
    } = arguments;
    let users = if arguments.users.is_empty() {
        &USERS[..]
    } else {
        &arguments.users
    };
    let costs = &Costs::MEASURED;
    let mut out = io::stdout().lock();
    writeln!(out, "With these settings:\n{}", Outcome::HEAD)?;
    for users in users {
        writeln!(out, "{}", simulate(*users, costs, assumptions, machines, settings))?;
    }
    writeln!(out, "\nWith the advised settings:\n{}", Outcome::HEAD)?;
    for users in users {
        let advice = Advice::of(*users, *within, costs, assumptions, machines);
        let outcome = simulate(*users, costs, assumptions, &advice.machines, &advice.settings);
        writeln!(out, "{outcome}\n           {advice}")?;
    }
    Ok(())
}
