//! OAuth tokens that the sandbox issues.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use crate::mail::hex16;

const ACCESS: &str = "ya29.sandbox-";
const REFRESH: &str = "1//sandbox.";

/// Maximum number of codes that wait for their exchange; beyond it all are forgotten.
const MAX_CODES: usize = 1_000;

/// The default scopes of issued tokens.
pub(crate) const DEFAULT_SCOPES: [&str; 3] = [
    "https://www.googleapis.com/auth/gmail.readonly",
    "https://www.googleapis.com/auth/userinfo.email",
    "openid",
];

/// The tokens of a connected account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssuedTokens {
    /// The access token.
    pub access: String,
    /// The refresh token.
    pub refresh: String,
}

/// The account and scopes of a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Grant {
    /// Distinguishes grants of one account.
    pub(crate) serial: u64,
    pub(crate) address: String,
    pub(crate) scopes: Vec<String>,
}

struct Access {
    grant: Grant,
    expires_at: Instant,
}

/// Access tokens are kept in memory. A refresh token contains its grant, so that one of an earlier run still works.
#[derive(Default)]
pub(crate) struct Tokens {
    lifetime: Duration,
    serial: u64,
    access: HashMap<String, Access>,
    revoked: HashSet<String>,
    /// The codes of consents that are not exchanged yet.
    codes: HashMap<String, Code>,
}

/// What a consent was given for.
pub(crate) struct Code {
    pub(crate) address: String,
    pub(crate) scopes: Vec<String>,
    pub(crate) redirect_uri: String,
    /// The challenge of PKCE.
    pub(crate) challenge: String,
}

impl Tokens {
    pub(crate) fn new(lifetime: Duration) -> Self {
        Tokens {
            lifetime,
            ..Tokens::default()
        }
    }

    pub(crate) fn lifetime(&self) -> Duration {
        self.lifetime
    }

    pub(crate) fn issue(&mut self, address: &str, scopes: &[&str]) -> IssuedTokens {
        self.serial += 1;
        let grant = Grant {
            serial: self.serial,
            address: address.to_lowercase(),
            scopes: scopes.iter().map(|scope| (*scope).to_owned()).collect(),
        };
        IssuedTokens {
            access: self.open(grant.clone()),
            refresh: refresh_token(&grant),
        }
    }

    /// Keeps a consent, and returns its code.
    pub(crate) fn add_code(&mut self, consent: Code) -> String {
        if self.codes.len() >= MAX_CODES {
            self.codes.clear();
        }
        let code = format!("4/sandbox-{}", random());
        self.codes.insert(code.clone(), consent);
        code
    }

    /// The consent of a code, which is used up.
    pub(crate) fn take_code(&mut self, code: &str) -> Option<Code> {
        self.codes.remove(code)
    }

    /// Issues an access token for a refresh token; `None` if that is revoked or invalid.
    pub(crate) fn renew(&mut self, refresh: &str) -> Option<(String, Grant)> {
        let grant = read_refresh_token(refresh).filter(|_| !self.revoked.contains(refresh))?;
        Some((self.open(grant.clone()), grant))
    }

    /// The grant of a valid access token, and its remaining lifetime.
    pub(crate) fn grant(&self, access: &str) -> Option<(Grant, Duration)> {
        let known = self.access.get(access)?;
        let left = known.expires_at.saturating_duration_since(Instant::now());
        (!left.is_zero()).then(|| (known.grant.clone(), left))
    }

    /// Revokes a refresh token and its access tokens.
    pub(crate) fn revoke(&mut self, refresh: &str) {
        self.revoked.insert(refresh.to_owned());
        self.access.retain(|_, access| refresh_token(&access.grant) != refresh);
    }

    /// Revokes the grant of a refresh token or an access token. Returns whether the token was valid.
    pub(crate) fn revoke_grant(&mut self, token: &str) -> bool {
        let refresh = match self.grant(token) {
            Some((grant, _)) => refresh_token(&grant),
            None if read_refresh_token(token).is_some() && !self.revoked.contains(token) => token.to_owned(),
            None => return false,
        };
        self.revoke(&refresh);
        true
    }

    pub(crate) fn expire_all(&mut self) {
        self.access.clear();
    }

    fn open(&mut self, grant: Grant) -> String {
        let now = Instant::now();
        self.access.retain(|_, access| access.expires_at > now);
        let token = format!("{ACCESS}{}", random());
        let expires_at = now + self.lifetime;
        self.access.insert(token.clone(), Access { grant, expires_at });
        token
    }
}

/// The end of a token or code, another one with each call.
pub(crate) fn random() -> String {
    format!("{:016x}", RandomState::new().build_hasher().finish())
}

fn refresh_token(grant: &Grant) -> String {
    let grant = serde_json::to_vec(grant).expect("texts and a number are JSON");
    let grant = URL_SAFE_NO_PAD.encode(grant);
    format!("{REFRESH}{grant}.{}", hex16(grant.as_bytes()))
}

fn read_refresh_token(token: &str) -> Option<Grant> {
    let (grant, check) = token.strip_prefix(REFRESH)?.split_once('.')?;
    if hex16(grant.as_bytes()) != check {
        return None;
    }
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(grant).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refresh_token_of_an_earlier_run_still_works_and_an_access_token_does_not() {
        let issued = Tokens::new(Duration::from_hours(1)).issue("Alva@example.com", &DEFAULT_SCOPES);
        let mut later = Tokens::new(Duration::from_hours(1));
        assert!(later.grant(&issued.access).is_none());
        let (access, grant) = later.renew(&issued.refresh).unwrap();
        assert_eq!(grant.address, "alva@example.com");
        assert_eq!(later.grant(&access).unwrap().0, grant);
    }

    #[test]
    fn a_foreign_or_changed_refresh_token_is_none() {
        let mut tokens = Tokens::new(Duration::from_hours(1));
        let issued = tokens.issue("alva@example.com", &DEFAULT_SCOPES);
        for token in [
            "",
            "x",
            "1//sandbox.e30.0000000000000000",
            &issued.refresh[..issued.refresh.len() - 1],
        ] {
            assert!(tokens.renew(token).is_none(), "{token}");
        }
    }

    #[test]
    fn revoking_kills_the_tokens_of_one_grant_only() {
        let mut tokens = Tokens::new(Duration::from_hours(1));
        let one = tokens.issue("alva@example.com", &DEFAULT_SCOPES);
        let other = tokens.issue("alva@example.com", &DEFAULT_SCOPES);
        tokens.revoke(&one.refresh);
        assert!(tokens.grant(&one.access).is_none() && tokens.renew(&one.refresh).is_none());
        assert!(tokens.grant(&other.access).is_some() && tokens.renew(&other.refresh).is_some());
    }

    #[test]
    fn either_token_revokes_its_grant_once() {
        let mut tokens = Tokens::new(Duration::from_hours(1));
        let issued = [0, 1].map(|_| tokens.issue("alva@example.com", &DEFAULT_SCOPES));
        for (token, grant) in [(&issued[0].refresh, &issued[0]), (&issued[1].access, &issued[1])] {
            assert!(tokens.revoke_grant(token));
            assert!(tokens.grant(&grant.access).is_none() && tokens.renew(&grant.refresh).is_none());
            assert!(!tokens.revoke_grant(token));
        }
        assert!(!tokens.revoke_grant("x"));
    }

    #[test]
    fn an_access_token_ends_with_its_lifetime() {
        let mut tokens = Tokens::new(Duration::ZERO);
        let issued = tokens.issue("alva@example.com", &DEFAULT_SCOPES);
        assert!(tokens.grant(&issued.access).is_none());
    }
}
