//! A report of a test: deaths by place, faults, notifications, times, result.

use std::time::Duration;

use super::{Chaos, USERS};

pub fn of(chaos: &Chaos, killing: Duration, finishing: Duration) -> String {
    let plan = &chaos.plan;
    let mut lines = vec![format!(
        "\n{}: seed {}, {} rounds, {} mails of {USERS} users, {} accounts deleted",
        chaos.name,
        plan.seed,
        plan.rounds,
        chaos.delivered,
        chaos.deletions.len()
    )];
    for (place, (deaths, late)) in &chaos.deaths {
        let note = if *late > 0 {
            format!(" ({late} of them killed before they got there)")
        } else {
            String::new()
        };
        lines.push(format!("  {deaths:>5} deaths  {place}{note}"));
    }
    for (fault, times) in &chaos.faults.seen {
        lines.push(format!("  {times:>5} rounds  with {fault}"));
    }
    let readers = &chaos.readers;
    lines.push(format!(
        "  {:>5} readers killed at work, {} that waited",
        readers.at_work, readers.idle
    ));
    let (arrived, repeated) = chaos.receiver.counts();
    lines.push(format!(
        "  {arrived:>5} notifications arrived, {repeated} of them more than once"
    ));
    let (killing, finishing) = (killing.as_secs_f64(), finishing.as_secs_f64());
    lines.push(format!("  {killing:.0} s of rounds, {finishing:.1} s to finish"));
    let invoices: usize = chaos
        .users
        .iter()
        .map(|user| user.retail().len() + user.rental().len())
        .sum();
    if chaos.problems.is_empty() {
        lines.push(format!("  {invoices} invoices, all stored, none twice, nothing else"));
    } else {
        lines.push(format!("  of {invoices} invoices:"));
        lines.extend(chaos.problems.iter().map(|problem| format!("    {problem}")));
    }
    lines.join("\n")
}
