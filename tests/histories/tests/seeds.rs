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

/// Another mail about an invoice was read while the invoice was deleted: its original was kept.
#[test]
fn a_mail_that_is_read_while_its_invoice_is_deleted_leaves_no_original_behind() {
    for seed in [1384, 2174, 2592] {
        assert_eq!(run(&Plan::of_seed(seed)).failure, None, "seed {seed}");
    }
}

/// Two searches found two notices of a month, and the process was killed while the second one was stored. When the first was stored,
/// the month counted as processed, and the rest of the second was never stored.
#[test]
fn a_notice_that_is_stored_in_part_is_not_skipped_after_a_kill() {
    assert_eq!(run(&Plan::of_seed(1691)).failure, None);
}

#[test]
fn a_seed_replays_exactly() {
    for seed in 1..=3 {
        let plan = Plan::of_seed(seed);
        assert_eq!(run(&plan).trace, run(&plan).trace, "seed {seed}");
    }
}
