//! A few histories. `cargo xtask histories` runs more.

use invoices_histories::{Plan, run};

#[test]
fn histories_end_as_the_model_says() {
    for seed in 1..=20 {
        let report = run(&Plan::of_seed(seed));
        assert_eq!(
            report.failure, None,
            "seed {seed}: cargo xtask histories --seed {seed} --count 1"
        );
    }
}

#[test]
fn a_seed_replays_exactly() {
    for seed in 1..=3 {
        let plan = Plan::of_seed(seed);
        assert_eq!(run(&plan).trace, run(&plan).trace, "seed {seed}");
    }
}
