//! Runs histories: `invoices-histories --seed 1 --count 100`. `cargo xtask histories` calls it.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use invoices_histories::{Plan, run, run_in_other_order, shrink};

/// The value of an option.
fn option(name: &str) -> Option<u64> {
    let mut arguments = std::env::args().skip_while(|argument| argument != name);
    arguments.nth(1)?.parse().ok()
}

fn main() -> ExitCode {
    let (first, count) = (option("--seed").unwrap_or(1), option("--count").unwrap_or(100));
    let threads = option("--threads").unwrap_or(2);
    let (began, next) = (Instant::now(), Arc::new(AtomicU64::new(first)));
    let (steps, done) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let failed = Arc::new(Mutex::new(None::<u64>));
    let workers = (0..threads).map(|_| {
        let (next, steps, done, failed) = (next.clone(), steps.clone(), done.clone(), failed.clone());
        std::thread::spawn(move || {
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                let has_failed = failed.lock().unwrap_or_else(PoisonError::into_inner).is_some();
                if seed >= first + count || has_failed {
                    return;
                }
                let plan = Plan::of_seed(seed);
                let mut report = run(&plan);
                if report.failure.is_none() && seed % 4 == 0 {
                    steps.fetch_add(report.steps, Ordering::Relaxed);
                    report = run_in_other_order(&plan, &report);
                }
                steps.fetch_add(report.steps, Ordering::Relaxed);
                done.fetch_add(1, Ordering::Relaxed);
                if report.failure.is_some() {
                    let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                    *failed = Some(failed.map_or(seed, |known| known.min(seed)));
                }
            }
        })
    });
    let workers: Vec<_> = workers.collect();
    let panicked = workers.into_iter().filter_map(|worker| worker.join().err()).count();
    let steps = steps.load(Ordering::Relaxed);
    let histories = done.load(Ordering::Relaxed);
    let milliseconds = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX).max(1);
    let rate = steps * 60_000 / milliseconds;
    println!(
        "{histories} histories, {steps} steps in {} s: {rate} steps a minute",
        milliseconds / 1000
    );
    let failed = *failed.lock().unwrap_or_else(PoisonError::into_inner);
    match failed {
        Some(seed) => show(seed),
        None if panicked > 0 => ExitCode::FAILURE,
        None => ExitCode::SUCCESS,
    }
}

/// Prints a failing history, as short as it still fails.
fn show(seed: u64) -> ExitCode {
    let plan = Plan::of_seed(seed);
    let report = run(&plan);
    if report.failure.is_none() {
        let other = run_in_other_order(&plan, &report);
        println!(
            "seed {seed} failed in another order: {}",
            other.failure.unwrap_or_default()
        );
        return ExitCode::FAILURE;
    }
    println!("seed {seed} failed: {}", report.failure.unwrap_or_default());
    let same = run(&plan).trace == report.trace;
    println!(
        "trace {:016x}, {}",
        report.trace,
        if same { "replayed exactly" } else { "NOT replayed" }
    );
    let shrunk = shrink(&plan);
    let report = run(&shrunk);
    println!(
        "still fails with faults {} and these steps: {}",
        shrunk.faults,
        report.failure.unwrap_or_default()
    );
    for step in &shrunk.steps {
        println!("  {step:?}");
    }
    for line in report.log.into_iter().flatten() {
        println!("{line}");
    }
    ExitCode::FAILURE
}
