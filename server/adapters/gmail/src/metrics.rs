//! The calls to the provider, counted for operators.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::{Registry, Unit};

use crate::call_error::CallError;
use invoices_settings::QuotaSettings;

/// A failure is news for this long: a process may not call the provider again before the next weekday.
const RECENT: Duration = Duration::from_mins(5);

/// The client's metrics. A clone shares them.
#[derive(Clone, Debug, Default)]
pub struct GmailMetrics {
    calls: Family<[(&'static str, String); 1], Counter>,
    quota_units: Counter,
    /// Of this process.
    units_per_minute: u32,
    /// Why the last call failed, and when. `None` if the provider answered.
    problem: Arc<Mutex<Option<(String, Instant)>>>,
}

impl GmailMetrics {
    pub(crate) fn new(quota: &QuotaSettings) -> Self {
        GmailMetrics {
            units_per_minute: quota.project_units_per_minute,
            ..GmailMetrics::default()
        }
    }

    /// Adds the metrics to a registry, once.
    pub fn register(&self, registry: &mut Registry) {
        registry.register(
            "provider_calls",
            "Calls to the mail provider, by status; `2xx` for success, `none` where there was no complete response",
            self.calls.clone(),
        );
        registry.register_with_unit(
            "provider_quota",
            "Quota units of the mail provider that this process used",
            Unit::Other("units".to_owned()),
            self.quota_units.clone(),
        );
        registry.register(
            "provider_quota_units_per_minute",
            "Quota units of the mail provider that this process may use, for all accounts",
            ConstGauge::new(i64::from(self.units_per_minute)),
        );
    }

    pub(crate) fn charged(&self, units: u32) {
        self.quota_units.inc_by(u64::from(units));
    }

    /// What was wrong with the provider at the last call. `None` if it answered, even if it refused the call, or if the call was more
    /// than five minutes ago.
    pub fn problem(&self) -> Option<String> {
        self.problem_at(Instant::now())
    }

    fn problem_at(&self, now: Instant) -> Option<String> {
        let last = self.problem.lock().unwrap_or_else(PoisonError::into_inner);
        let recent = last
            .as_ref()
            .filter(|(_, failed)| now.duration_since(*failed) < RECENT)?;
        Some(recent.0.clone())
    }

    pub(crate) fn called<T>(&self, answer: &Result<T, CallError>) {
        // A mail that is too large, or a user's grant that has ended, is no failure of the provider.
        let problem = match answer {
            Err(CallError::Response(response)) if response.status.is_server_error() => {
                Some(format!("status {}", response.status.as_u16()))
            }
            Err(error @ (CallError::Transport(_) | CallError::Malformed(_))) => Some(error.to_string()),
            _ => None,
        };
        let problem = problem.map(|problem| (format!("the last call failed: {problem}"), Instant::now()));
        *self.problem.lock().unwrap_or_else(PoisonError::into_inner) = problem;
        let status = match answer {
            Ok(_) => "2xx".to_owned(),
            Err(CallError::Response(response)) => response.status.as_u16().to_string(),
            Err(_) => "none".to_owned(),
        };
        self.calls.get_or_create(&[("status", status)]).inc();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_of_the_provider_is_named_until_a_call_is_answered_or_minutes_have_passed() {
        let metrics = GmailMetrics::default();
        metrics.called::<()>(&Err(CallError::Malformed("JSON")));
        let problem = "the last call failed: the response contains no valid JSON";
        assert_eq!(metrics.problem().as_deref(), Some(problem));
        assert_eq!(metrics.problem_at(Instant::now() + RECENT), None);
        metrics.called::<()>(&Err(CallError::TooLarge));
        assert_eq!(metrics.problem(), None, "of one mail");
        metrics.called::<()>(&Err(CallError::Malformed("JSON")));
        metrics.called(&Ok(()));
        assert_eq!(metrics.problem(), None);
    }
}
