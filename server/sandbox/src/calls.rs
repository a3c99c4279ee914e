//! Counting of calls.

use std::collections::HashMap;

/// A part of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Endpoint {
    /// A list of messages.
    Search,
    /// One message.
    Fetch,
    /// One attachment of a message.
    Attachment,
    /// The account at the mail API.
    Profile,
    /// The changes of an account since one of them.
    History,
    /// The page at which a user consents.
    Consent,
    /// Giving tokens for a code, and renewing an access token.
    Token,
    /// What an access token may do.
    Tokeninfo,
    /// Whose account it is.
    Userinfo,
    /// Revoking a grant.
    Revoke,
    /// A code that a user types on another device.
    Device,
    /// Whether an access token is valid, for a mail server.
    Introspection,
    /// Any other path.
    Unknown,
}

impl Endpoint {
    /// The endpoint of a path.
    pub(crate) fn of(path: &str) -> Endpoint {
        match path.trim_matches('/').split('/').collect::<Vec<_>>()[..] {
            ["gmail", "v1", "users", _, "messages"] => Endpoint::Search,
            ["gmail", "v1", "users", _, "messages", _] => Endpoint::Fetch,
            ["gmail", "v1", "users", _, "messages", _, "attachments", _] => Endpoint::Attachment,
            ["gmail", "v1", "users", _, "profile"] => Endpoint::Profile,
            ["gmail", "v1", "users", _, "history"] => Endpoint::History,
            ["o", "oauth2", "v2", "auth"] | [_, "oauth2", "v2.0", "authorize"] => Endpoint::Consent,
            ["token"] | [_, "oauth2", "v2.0", "token"] => Endpoint::Token,
            ["revoke"] => Endpoint::Revoke,
            [_, "oauth2", "v2.0", "devicecode"] => Endpoint::Device,
            ["introspect"] => Endpoint::Introspection,
            ["tokeninfo"] => Endpoint::Tokeninfo,
            ["oauth2", "v2" | "v3", "userinfo"] => Endpoint::Userinfo,
            _ => Endpoint::Unknown,
        }
    }

    /// Whether it belongs to the mail API.
    pub(crate) fn is_mail(self) -> bool {
        matches!(
            self,
            Endpoint::Search | Endpoint::Fetch | Endpoint::Attachment | Endpoint::Profile | Endpoint::History
        )
    }
}

/// The number of calls of each endpoint, and the last search queries.
#[derive(Default)]
pub(crate) struct Calls {
    counts: HashMap<Endpoint, u64>,
    queries: Vec<String>,
}

/// The number of search queries that are kept.
const MAX_QUERIES: usize = 1000;

impl Calls {
    pub(crate) fn count(&mut self, endpoint: Endpoint) {
        *self.counts.entry(endpoint).or_default() += 1;
    }

    pub(crate) fn note_query(&mut self, query: &str) {
        if self.queries.len() >= MAX_QUERIES {
            self.queries.remove(0);
        }
        self.queries.push(query.to_owned());
    }

    pub(crate) fn of(&self, endpoint: Endpoint) -> u64 {
        self.counts.get(&endpoint).copied().unwrap_or_default()
    }

    pub(crate) fn queries(&self) -> Vec<String> {
        self.queries.clone()
    }
}
