//! How much work a reading may do, counted and not timed, so that the same bytes always give the same result.
//!
//! A reading runs on one thread, and its loops are spread over many functions, so the budget belongs to the thread:
//! [`within`] sets it, and each loop over what a stranger wrote calls [`spend`]. A step is a few nanoseconds of work, such as
//! one character, one cell or one comparison.
//!
//! After the first request that exceeds the budget every further one is denied. So each loop ends soon, without an error to
//! pass on, and [`Work::is_exceeded`] says at the end that the result is incomplete.

use std::cell::Cell;

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// What [`within`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work<T> {
    /// The result, incomplete if the budget was exceeded.
    pub value: T,
    /// The steps that it took, at most the budget.
    pub steps: u64,
    /// Whether it needed more steps than the budget.
    pub is_exceeded: bool,
}

/// Restores the budget around this one, also after a panic.
struct Outer {
    left: u64,
    budget: u64,
}

impl Drop for Outer {
    fn drop(&mut self) {
        let spent = self.budget - LEFT.get();
        LEFT.set(self.left.saturating_sub(spent));
    }
}

/// Does some work with a budget of steps. They count for a budget around it, too.
pub fn within<T>(steps: u64, work: impl FnOnce() -> T) -> Work<T> {
    let left = LEFT.get();
    let budget = steps.min(left);
    let outer = Outer { left, budget };
    LEFT.set(budget);
    let value = work();
    let left = LEFT.get();
    drop(outer);
    Work {
        value,
        steps: budget - left,
        is_exceeded: left == 0,
    }
}

/// Spends steps of the budget. `false` if too few are left, now or before.
#[inline]
pub fn spend(steps: usize) -> bool {
    let left = LEFT.get().saturating_sub(steps as u64);
    LEFT.set(left);
    left > 0
}

/// Spends a step for each item, and ends when the budget is used up.
pub trait Counted: Iterator + Sized {
    /// The items, as far as the budget allows.
    fn counted(self) -> impl Iterator<Item = Self::Item> {
        self.take_while(|_| spend(1))
    }
}

impl<I: Iterator> Counted for I {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_and_end_the_work() {
        let work = within(10, || (0..5).counted().count());
        assert_eq!((work.value, work.steps, work.is_exceeded), (5, 5, false));
        let work = within(10, || (0..).counted().count());
        assert_eq!((work.value, work.steps, work.is_exceeded), (9, 10, true));
    }

    #[test]
    fn an_inner_budget_counts_for_the_outer_one() {
        let outer = within(10, || {
            let inner = within(6, || spend(100));
            assert_eq!((inner.value, inner.steps), (false, 6));
            assert!(spend(1));
            within(100, || spend(4)).is_exceeded
        });
        assert!(outer.value && outer.is_exceeded);
        assert_eq!(outer.steps, 10);
    }

    #[test]
    fn a_panic_restores_the_outer_budget() {
        let outer = within(10, || {
            let inner = std::panic::catch_unwind(|| within(6, || assert!(!spend(6))));
            assert!(inner.is_ok());
            let inner = std::panic::catch_unwind(|| {
                within(2, || {
                    spend(1);
                    panic!("a fault in a reader");
                })
            });
            assert!(inner.is_err());
            spend(1)
        });
        assert_eq!((outer.value, outer.steps), (true, 8));
    }
}
