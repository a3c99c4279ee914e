//! What an access token of a script may do.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an access token of a script opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TokenScope {
    /// Reading everything of the account.
    Read,
    /// Ingests, and their runs.
    Ingest,
    /// Handing over a mail.
    HandOver,
    /// The calendar of due dates, by its address alone.
    Calendar,
    /// Everything that needs no login.
    All,
}

impl TokenScope {
    /// Every scope.
    pub const ALL: [TokenScope; 5] = [
        TokenScope::Read,
        TokenScope::Ingest,
        TokenScope::HandOver,
        TokenScope::Calendar,
        TokenScope::All,
    ];

    /// The word on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            TokenScope::Read => "read",
            TokenScope::Ingest => "ingest",
            TokenScope::HandOver => "hand-over",
            TokenScope::Calendar => "calendar",
            TokenScope::All => "all",
        }
    }
}

impl fmt::Display for TokenScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A text names no scope, or no scope at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such scope")]
pub struct UnknownScope;

impl FromStr for TokenScope {
    type Err = UnknownScope;
    fn from_str(text: &str) -> Result<Self, UnknownScope> {
        let scope = TokenScope::ALL.into_iter().find(|scope| scope.as_str() == text);
        scope.ok_or(UnknownScope)
    }
}

/// The scopes of a token: some, each once, in a fixed order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenScopes(Vec<TokenScope>);

impl TokenScopes {
    /// `None` without any.
    pub fn new(scopes: impl IntoIterator<Item = TokenScope>) -> Option<Self> {
        let mut scopes: Vec<_> = scopes.into_iter().collect();
        scopes.sort_unstable();
        scopes.dedup();
        (!scopes.is_empty()).then_some(TokenScopes(scopes))
    }

    /// The scopes.
    pub fn as_slice(&self) -> &[TokenScope] {
        &self.0
    }

    /// Whether they open what any of these opens.
    pub fn open(&self, needed: &[TokenScope]) -> bool {
        self.0.iter().any(|scope| needed.contains(scope))
    }
}

impl fmt::Display for TokenScopes {
    /// Separated by commas, as the database keeps them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|scope| scope.as_str()).collect();
        f.pad(&names.join(","))
    }
}

impl FromStr for TokenScopes {
    type Err = UnknownScope;
    fn from_str(text: &str) -> Result<Self, UnknownScope> {
        let scopes: Result<Vec<TokenScope>, _> = text.split(',').map(str::parse).collect();
        TokenScopes::new(scopes?).ok_or(UnknownScope)
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
