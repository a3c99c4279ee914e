//! Makes a failing history shorter.

use crate::history::run;
use crate::plan::Plan;

/// Leaves out what the failure does not need: the faults, then steps, in ever smaller pieces. It stays a failure of its kind.
pub fn shrink(plan: &Plan) -> Plan {
    let mut shortest = plan.clone();
    let kind_of_plan = kind(plan);
    let fails = |plan: &Plan| kind(plan) == kind_of_plan;
    let mut quiet = plan.clone();
    quiet.faults = 0;
    if fails(&quiet) {
        shortest = quiet;
    }
    let mut piece = shortest.steps.len() / 2;
    while piece > 0 {
        let mut at = 0;
        while at < shortest.steps.len() {
            let mut shorter = shortest.clone();
            shorter.steps.drain(at..(at + piece).min(shorter.steps.len()));
            if fails(&shorter) {
                shortest = shorter;
            } else {
                at += piece;
            }
        }
        piece /= 2;
    }
    shortest
}

/// The kind of a failure: what it says before the particulars.
fn kind(plan: &Plan) -> Option<String> {
    let failure = run(plan).failure?;
    Some(failure.split(": ").next().unwrap_or_default().to_owned())
}
