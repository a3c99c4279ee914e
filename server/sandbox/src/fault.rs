//! Faults that can be switched on.

use std::str::FromStr;
use std::time::Duration;

use crate::calls::Endpoint;

/// A fault of the sandbox while it is switched on. Each has a name (see [`Fault::from_str`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// `search-500`: searching fails with a 500.
    Search500,
    /// `fetch-500`: fetching a message fails with a 500.
    Fetch500,
    /// `token-500`: renewing a token fails with a 500.
    Token500,
    /// `userinfo-500`: the request for the account's address fails with a 500.
    Userinfo500,
    /// `rate-limited` or `rate-limited=30`: the mail API answers 429, with `Retry-After` in seconds if given.
    RateLimited {
        /// The header, whole seconds.
        retry_after: Option<u64>,
    },
    /// `quota-exceeded`: the mail API answers 403 with the reason `rateLimitExceeded`.
    QuotaExceeded,
    /// `forbidden`: the mail API answers 403 for lack of permission.
    Forbidden,
    /// `reset`: the connection is closed without a response.
    Reset,
    /// `slow=2`: every response is delayed by this many seconds.
    Slow(Duration),
    /// `cut-body`: the connection is closed in the middle of a response's body.
    CutBody,
    /// `not-json`: the response is an HTML page with status 200.
    NotJson,
    /// `token-revoked`: refresh tokens and access tokens are refused.
    TokenRevoked,
    /// `consent-denied`: the user refuses the consent, whatever is clicked.
    ConsentDenied,
    /// `wrong-state`: the consent comes back with another `state`.
    WrongState,
    /// `code-expired`: the code of a consent is refused.
    CodeExpired,
    /// `token-expired`: the mail API refuses access tokens; renewing works.
    TokenExpired,
}

/// Not the name of a fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown fault {0}")]
pub struct UnknownFault(String);

impl Fault {
    /// Whether the fault applies to an endpoint.
    pub(crate) fn concerns(self, endpoint: Endpoint) -> bool {
        match self {
            Fault::Search500 => endpoint == Endpoint::Search,
            Fault::Fetch500 => endpoint == Endpoint::Fetch,
            Fault::Token500 | Fault::CodeExpired => endpoint == Endpoint::Token,
            Fault::ConsentDenied | Fault::WrongState => endpoint == Endpoint::Consent,
            Fault::Userinfo500 => endpoint == Endpoint::Userinfo,
            Fault::RateLimited { .. } | Fault::QuotaExceeded | Fault::Forbidden | Fault::TokenExpired => {
                endpoint.is_mail()
            }
            Fault::Reset | Fault::Slow(_) | Fault::CutBody | Fault::NotJson | Fault::TokenRevoked => true,
        }
    }
}

impl FromStr for Fault {
    type Err = UnknownFault;

    /// A name, followed by `=seconds` if the fault has a duration.
    fn from_str(text: &str) -> Result<Self, UnknownFault> {
        let unknown = || UnknownFault(text.to_owned());
        let (name, seconds) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value.parse().map_err(|_| unknown())?)),
            None => (text, None),
        };
        Ok(match (name, seconds) {
            ("search-500", None) => Fault::Search500,
            ("fetch-500", None) => Fault::Fetch500,
            ("token-500", None) => Fault::Token500,
            ("userinfo-500", None) => Fault::Userinfo500,
            ("rate-limited", retry_after) => Fault::RateLimited { retry_after },
            ("quota-exceeded", None) => Fault::QuotaExceeded,
            ("forbidden", None) => Fault::Forbidden,
            ("reset", None) => Fault::Reset,
            ("slow", Some(seconds)) => Fault::Slow(Duration::from_secs(seconds)),
            ("cut-body", None) => Fault::CutBody,
            ("not-json", None) => Fault::NotJson,
            ("token-revoked", None) => Fault::TokenRevoked,
            ("consent-denied", None) => Fault::ConsentDenied,
            ("wrong-state", None) => Fault::WrongState,
            ("code-expired", None) => Fault::CodeExpired,
            ("token-expired", None) => Fault::TokenExpired,
            _ => return Err(unknown()),
        })
    }
}

/// The faults that are switched on, each until it is switched off or its number of calls is used up.
#[derive(Default)]
pub(crate) struct Faults {
    switched: Vec<Switched>,
    /// Searches for any of these words fail.
    searches_for: Vec<String>,
}

/// A fault that is switched on.
struct Switched {
    fault: Fault,
    /// How many calls still pass before the fault applies.
    spared: u32,
    /// To how many calls it then applies; `None` for all.
    left: Option<u32>,
}

impl Faults {
    /// Switches a fault on after `spared` further calls, for `left` calls or until it is switched off.
    pub(crate) fn switch_on(&mut self, fault: Fault, spared: u32, left: Option<u32>) {
        self.switch_off(fault);
        if left != Some(0) {
            self.switched.push(Switched { fault, spared, left });
        }
    }

    pub(crate) fn switch_off(&mut self, fault: Fault) {
        self.switched.retain(|on| on.fault != fault);
    }

    pub(crate) fn clear(&mut self) {
        *self = Faults::default();
    }

    pub(crate) fn fail_searches_for(&mut self, words: &str) {
        self.searches_for.push(words.to_lowercase());
    }

    /// Whether a search with this query fails.
    pub(crate) fn fails_search(&self, query: &str) -> bool {
        let query = query.to_lowercase();
        self.searches_for.iter().any(|words| query.contains(words))
    }

    /// The faults that apply to this call. The call counts for faults with a limited number of calls.
    pub(crate) fn take_active(&mut self, endpoint: Endpoint) -> Vec<Fault> {
        let mut struck = Vec::new();
        self.switched.retain_mut(|on| {
            if !on.fault.concerns(endpoint) {
                return true;
            }
            if on.spared > 0 {
                on.spared -= 1;
                return true;
            }
            struck.push(on.fault);
            on.left = on.left.map(|left| left - 1);
            on.left != Some(0)
        });
        struck
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_has_a_name() {
        assert_eq!(
            "rate-limited=30".parse(),
            Ok(Fault::RateLimited { retry_after: Some(30) })
        );
        assert_eq!("slow=2".parse(), Ok(Fault::Slow(Duration::from_secs(2))));
        for text in ["", "slow", "reset=1", "search-500=", "weather"] {
            assert!(text.parse::<Fault>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_fault_with_a_number_strikes_that_often_and_only_what_it_concerns() {
        let mut faults = Faults::default();
        faults.switch_on(Fault::Search500, 0, Some(2));
        assert!(faults.take_active(Endpoint::Fetch).is_empty());
        assert_eq!(faults.take_active(Endpoint::Search), [Fault::Search500]);
        assert_eq!(faults.take_active(Endpoint::Search), [Fault::Search500]);
        assert!(faults.take_active(Endpoint::Search).is_empty());
    }

    #[test]
    fn searches_for_some_words_alone_fail() {
        let mut faults = Faults::default();
        faults.fail_searches_for("Beans@example.com");
        assert!(faults.fails_search("{from:(apples@example.com) from:(beans@example.com)} after:1"));
        assert!(!faults.fails_search("from:(apples@example.com)"));
        faults.clear();
        assert!(!faults.fails_search("from:(beans@example.com)"));
    }

    #[test]
    fn a_fault_can_let_calls_pass_first() {
        let mut faults = Faults::default();
        faults.switch_on(Fault::Fetch500, 2, None);
        assert!(faults.take_active(Endpoint::Fetch).is_empty() && faults.take_active(Endpoint::Search).is_empty());
        assert!(faults.take_active(Endpoint::Fetch).is_empty());
        assert_eq!(faults.take_active(Endpoint::Fetch), [Fault::Fetch500]);
        assert_eq!(faults.take_active(Endpoint::Fetch), [Fault::Fetch500]);
    }
}
