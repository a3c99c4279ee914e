//! The calls to the provider, counted for operators.

use std::sync::{Arc, Mutex, PoisonError};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::{Registry, Unit};

use crate::call_error::CallError;
use invoices_settings::QuotaSettings;

/// The client's metrics. A clone shares them.
#[derive(Clone, Debug, Default)]
pub struct GmailMetrics {
    calls: Family<[(&'static str, String); 1], Counter>,
    quota_units: Counter,
    /// Of this process.
    units_per_minute: u32,
    /// Why the last call got no answer. `None` if it got one.
    problem: Arc<Mutex<Option<String>>>,
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

    /// What was wrong with the provider at the last call. `None` if it answered, even if it refused the call.
    pub fn problem(&self) -> Option<String> {
        self.problem.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn called<T>(&self, answer: &Result<T, CallError>) {
        let problem = match answer {
            Err(CallError::Response(response)) if !response.status.is_server_error() => None,
            Err(error) => Some(format!("the last call failed: {error}")),
            Ok(_) => None,
        };
        *self.problem.lock().unwrap_or_else(PoisonError::into_inner) = problem;
        let status = match answer {
            Ok(_) => "2xx".to_owned(),
            Err(CallError::Response(response)) => response.status.as_u16().to_string(),
            Err(_) => "none".to_owned(),
        };
        self.calls.get_or_create(&[("status", status)]).inc();
    }
}
