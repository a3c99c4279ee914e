//! What an access token of a script may do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::choices::Choices;
use crate::text_enum;

text_enum! {
    /// What an access token of a script opens.
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    TokenScope: UnknownScope {
        /// Reading everything of the account.
        Read = "read",
        /// Ingests, and their runs.
        Ingest = "ingest",
        /// Handing over a mail.
        HandOver = "hand-over",
        /// The calendar of due dates, by its address alone.
        Calendar = "calendar",
        /// Everything that needs no login.
        All = "all",
    }
}

/// A text names no scope, or no scope at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such scope")]
pub struct UnknownScope;

/// The scopes of a token.
pub type TokenScopes = Choices<TokenScope>;

impl TokenScopes {
    /// Whether they open what any of these opens.
    pub fn open(&self, needed: &[TokenScope]) -> bool {
        self.as_slice().iter().any(|scope| needed.contains(scope))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_read_back_in_their_order_and_once() {
        let scopes: TokenScopes = "hand-over,read,read".parse().unwrap();
        assert_eq!(scopes.to_string(), "read,hand-over");
        assert!(scopes.open(&[TokenScope::HandOver, TokenScope::All]));
        assert!(!scopes.open(&[TokenScope::All]) && !scopes.open(&[]));
        assert!("".parse::<TokenScopes>().is_err() && "read,write".parse::<TokenScopes>().is_err());
        for scope in TokenScope::ALL {
            assert_eq!(serde_json::to_value(scope).unwrap(), scope.as_str());
        }
    }
}
