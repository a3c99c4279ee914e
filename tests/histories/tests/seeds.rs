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

/// A mail was planned, the process killed, and the same mail under another id stored first: the planned documents waited for ever.
#[test]
fn a_mail_that_is_skipped_after_a_kill_leaves_no_document_behind() {
    assert_eq!(run(&Plan::of_seed(84)).failure, None);
}

/// The clock was set back between the search that found two notices of a month and the storing of the first: the second was skipped.
#[test]
fn a_notice_of_an_interrupted_search_is_read_although_the_clock_was_set_back() {
    assert_eq!(run(&Plan::of_seed(162)).failure, None);
}

#[test]
fn a_seed_replays_exactly() {
    for seed in 1..=3 {
        let plan = Plan::of_seed(seed);
        assert_eq!(run(&plan).trace, run(&plan).trace, "seed {seed}");
    }
}
