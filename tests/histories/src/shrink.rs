//! Makes a failing history shorter.

use crate::history::run;
use crate::plan::Plan;

/// Leaves out what the failure does not need: the faults, then steps, in ever smaller pieces.
pub fn shrink(plan: &Plan) -> Plan {
    let mut shortest = plan.clone();
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

fn fails(plan: &Plan) -> bool {
    run(plan).failure.is_some()
}
