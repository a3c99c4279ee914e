//! The provider's quota: units in a rolling minute, for each account and for all.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use http::StatusCode;
use tokio::time::Instant;

use crate::answer::Answer;
use crate::calls::Endpoint;

const WINDOW: Duration = Duration::from_mins(1);
/// The cost of a page of the history, for all projects.
const HISTORY: u64 = 2;

/// The mail API's quota units per minute. Rejected calls cost nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quota {
    /// Units of one account.
    pub user: u64,
    /// Units of all accounts together.
    pub project: u64,
    /// The cost of a page of a search.
    pub list: u64,
    /// The cost of fetching a message.
    pub get: u64,
}

impl Default for Quota {
    /// Gmail's quota for projects created since May 2026.
    fn default() -> Self {
        Quota {
            user: 6_000,
            project: 1_200_000,
            list: 5,
            get: 20,
        }
    }
}

/// The used units and the number of rejected calls.
#[derive(Default)]
pub(crate) struct Meter {
    quota: Option<Quota>,
    project: Spent,
    accounts: HashMap<String, Spent>,
    rejected_calls: u64,
}

#[derive(Default)]
struct Spent {
    units: u64,
    calls: VecDeque<(Instant, u64)>,
}

impl Spent {
    fn forget(&mut self, now: Instant) {
        while let Some((_, units)) = self.calls.pop_front_if(|(at, _)| *at + WINDOW <= now) {
            self.units -= units;
        }
    }

    fn add(&mut self, now: Instant, units: u64) {
        self.units += units;
        self.calls.push_back((now, units));
    }
}

impl Meter {
    pub(crate) fn new(quota: Option<Quota>) -> Self {
        Meter {
            quota,
            ..Meter::default()
        }
    }

    /// Sets the quota and forgets the used units.
    pub(crate) fn set(&mut self, quota: Option<Quota>) {
        *self = Meter {
            rejected_calls: self.rejected_calls,
            ..Meter::new(quota)
        };
    }

    pub(crate) fn rejected_calls(&self) -> u64 {
        self.rejected_calls
    }

    /// Counts a call, or rejects it with the provider's error.
    pub(crate) fn spend(&mut self, account: &str, endpoint: Endpoint, now: Instant) -> Result<(), Answer> {
        let Some(quota) = &self.quota else {
            return Ok(());
        };
        let units = match endpoint {
            Endpoint::Search => quota.list,
            Endpoint::Fetch => quota.get,
            Endpoint::History => HISTORY,
            _ => 1,
        };
        let own = self.accounts.entry(account.to_owned()).or_default();
        own.forget(now);
        self.project.forget(now);
        if own.units + units > quota.user {
            self.rejected_calls += 1;
            return Err(too_much(StatusCode::FORBIDDEN, "Queries per minute per user"));
        }
        if self.project.units + units > quota.project {
            self.rejected_calls += 1;
            return Err(too_much(StatusCode::TOO_MANY_REQUESTS, "Queries per minute"));
        }
        own.add(now, units);
        self.project.add(now, units);
        Ok(())
    }
}

fn too_much(status: StatusCode, limit: &str) -> Answer {
    let message = format!(
        "Quota exceeded for quota metric 'Queries' and limit '{limit}' of service 'gmail.googleapis.com' for consumer 'project_number:0'."
    );
    Answer::refusal(status, "rateLimitExceeded", &message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_rolls_and_each_limit_has_its_status() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut meter = Meter::new(Some(Quota {
            user: 40,
            project: 65,
            ..Quota::default()
        }));
        let mut ask = |who: &str, endpoint, seconds| {
            let refused = meter.spend(who, endpoint, after(seconds)).err();
            refused.map(|answer| answer.status.as_u16())
        };
        assert_eq!(ask("alva", Endpoint::Fetch, 0), None);
        assert_eq!(ask("alva", Endpoint::Fetch, 30), None);
        assert_eq!(ask("alva", Endpoint::Search, 59), Some(403));
        assert_eq!(ask("bo", Endpoint::Fetch, 59), None);
        assert_eq!(ask("bo", Endpoint::Fetch, 59), Some(429));
        assert_eq!(ask("alva", Endpoint::Fetch, 60), None);
        assert_eq!(ask("alva", Endpoint::Search, 89), Some(403));
        assert_eq!(meter.rejected_calls(), 3);
    }
}
