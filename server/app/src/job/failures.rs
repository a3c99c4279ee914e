//! Failures that repeat are logged ever less often.

/// How often something failed in a row. A database that fails for hours would fill the log with one line a second.
#[derive(Default)]
pub(crate) struct Failures(u64);

impl Failures {
    /// Counts one. Returns their number if it is to be logged: the first, the second, the fourth, the eighth …
    pub fn count(&mut self) -> Option<u64> {
        self.0 += 1;
        self.0.is_power_of_two().then_some(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outage_of_an_hour_is_logged_a_few_times() {
        let mut failures = Failures::default();
        let logged: Vec<_> = (0..3_600).filter_map(|_| failures.count()).collect();
        assert_eq!(logged[..4], [1, 2, 4, 8]);
        assert_eq!(logged.len(), 12);
    }
}
