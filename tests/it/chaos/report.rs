//! What was done to the program, and what came of it.

use std::time::Duration;

use super::{Chaos, PEOPLE};

/// A short table: deaths by place, faults, time, result.
pub fn of(chaos: &Chaos, died: Duration, settled: Duration) -> String {
    let plan = &chaos.plan;
    let mut lines = vec![format!(
        "\n{}: seed {}, {} rounds, {} mails of {PEOPLE} people, {} more left",
        chaos.name,
        plan.seed,
        plan.rounds,
        chaos.delivered,
        chaos.leaving.len()
    )];
    for (place, (deaths, late)) in &chaos.deaths {
        let note = if *late > 0 {
            format!(" ({late} of them killed before they came there)")
        } else {
            String::new()
        };
        lines.push(format!("  {deaths:>5} deaths  {place}{note}"));
    }
    for (fault, times) in &chaos.weather.seen {
        lines.push(format!("  {times:>5} rounds  with {fault}"));
    }
    let (died, settled) = (died.as_secs_f64(), settled.as_secs_f64());
    lines.push(format!("  {died:.0} s of dying, {settled:.1} s to settle"));
    let invoices: usize = chaos
        .people
        .iter()
        .map(|person| person.retail().len() + person.rental().len())
        .sum();
    if chaos.problems.is_empty() {
        lines.push(format!(
            "  {invoices} invoices, all there, none twice, nothing left over"
        ));
    } else {
        lines.push(format!("  of {invoices} invoices:"));
        lines.extend(chaos.problems.iter().map(|problem| format!("    {problem}")));
    }
    lines.join("\n")
}
