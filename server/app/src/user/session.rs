//! Sessions of apps: a refresh token that gives new access tokens, so that an app need not keep the password.
//!
//! A refresh token is `<selector>.<verifier>`. The selector is random and names the session as long as it lives. The first
//! verifier is random; each refresh replaces it by the hash of itself and a random salt. So a token that is repeated within
//! the grace gives the same next one, and nobody who knows an older token and not the salt knows a later one. Any other
//! verifier ends the session, because then two parties have had its tokens (RFC 9700, section 4.14.2).

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use invoices_db::{NewSession, Refresh, Refreshed, SessionAge};
use invoices_domain::ids::sha256_hex;
use invoices_domain::{SessionId, UserId};
use secrecy::{ExposeSecret, SecretString};
use unicode_normalization::UnicodeNormalization;

use crate::app::App;
use crate::error::Error;
use crate::random::{self, hash};
use crate::user::token::{Login, TokenClaims};

/// Maximum number of sessions of a user.
const MAX_SESSIONS: i64 = 50;
/// The longest name of a session in characters.
const MAX_NAME: usize = 100;
/// The longest text that can be a refresh token, in bytes.
const MAX_TOKEN: usize = 200;
/// The characters of a selector: 130 bits.
const SELECTOR_LENGTH: usize = 26;
/// The characters of a salt: 260 bits.
const SALT_LENGTH: usize = 52;

/// The tokens of a session.
#[derive(Debug)]
pub struct SessionTokens {
    /// The session.
    pub session: SessionId,
    /// An access token, which ends with the session.
    pub access_token: String,
    /// Gives the next tokens, once.
    pub refresh_token: SecretString,
    /// Seconds until the refresh token expires.
    pub refresh_seconds: u64,
}

/// A session, as its user lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedSession {
    /// Its id, name and times.
    pub session: invoices_db::Session,
    /// When it expires unless it is used before.
    pub expires_at: DateTime<Utc>,
}

impl App {
    /// Begins a session. Only a token that comes from a password begins one: what a session opened ends with it.
    pub async fn begin_session(
        &self,
        user: UserId,
        login: Login,
        name: Option<String>,
    ) -> Result<SessionTokens, Error> {
        if login.session.is_some() {
            return Err(Error::NotByPassword);
        }
        let name = name.map(|name| checked_name(&name)).transpose()?;
        let (selector, verifier) = (random::text(SELECTOR_LENGTH)?, random::text(SALT_LENGTH)?);
        let verifier = next_verifier(verifier.expose_secret(), "");
        let new = NewSession {
            session_id: SessionId::random(),
            name,
            selector_hash: hash(selector.expose_secret()),
            verifier_hash: hash(verifier.expose_secret()),
        };
        let (session, now) = (new.session_id, self.now());
        let begun = self
            .store()
            .begin_session(user, login.generation, new, MAX_SESSIONS, now);
        if !begun.await? {
            return Err(Error::Unauthenticated("The token is no longer valid.".into()));
        }
        tracing::info!(%user, %session, "began a session");
        let login = Login {
            session: Some(session),
            ..login
        };
        let lifetime = self.expiry(now, now) - now;
        Ok(SessionTokens {
            session,
            access_token: self.tokens().issue(TokenClaims { user, login }, now)?,
            refresh_token: token(selector.expose_secret(), verifier.expose_secret()),
            refresh_seconds: lifetime.num_seconds().unsigned_abs(),
        })
    }

    /// Exchanges a refresh token for an access token and the next refresh token.
    pub async fn refresh_session(&self, given: &SecretString, client: IpAddr) -> Result<SessionTokens, Error> {
        let now = self.now();
        self.0.throttle.refresh(client, now)?;
        let given = given.expose_secret();
        let (selector, verifier) = given
            .split_once('.')
            .filter(|_| given.len() <= MAX_TOKEN)
            .ok_or_else(invalid_token)?;
        let salt = random::text(SALT_LENGTH)?;
        let next = next_verifier(salt.expose_secret(), verifier);
        let refresh = Refresh {
            selector_hash: hash(selector),
            verifier_hash: hash(verifier),
            salt: salt.expose_secret().to_owned(),
            next_hash: hash(next.expose_secret()),
            replaced_after: now - self.settings().auth.refresh_grace_seconds.delta(),
        };
        let refreshed = self
            .store()
            .refresh_session(refresh, self.session_age(now), now)
            .await?;
        let (session, generation, next) = match refreshed {
            Refreshed::Rotated(session, generation) => (session, generation, next),
            Refreshed::Repeated(session, generation, salt) => (session, generation, next_verifier(&salt, verifier)),
            Refreshed::Reused(session) => {
                tracing::warn!(
                    user = %session.user_id, session = %session.session_id, %client,
                    "a refresh token was used again; its session is revoked"
                );
                return Err(invalid_token());
            }
            Refreshed::Unknown => return Err(invalid_token()),
        };
        let claims = TokenClaims {
            user: session.user_id,
            login: Login {
                generation,
                session: Some(session.session_id),
            },
        };
        let lifetime = self.expiry(session.created_at, session.last_used_at) - now;
        Ok(SessionTokens {
            session: session.session_id,
            access_token: self.tokens().issue(claims, now)?,
            refresh_token: token(selector, next.expose_secret()),
            refresh_seconds: lifetime.num_seconds().unsigned_abs(),
        })
    }

    /// The sessions of a user, the last used first.
    pub async fn sessions(&self, user: UserId) -> Result<Vec<ListedSession>, Error> {
        let rows = self.store().sessions(user, self.session_age(self.now())).await?;
        let listed = rows.into_iter().map(|session| ListedSession {
            expires_at: self.expiry(session.created_at, session.last_used_at),
            session,
        });
        Ok(listed.collect())
    }

    /// Ends a session of a user with its access tokens.
    pub async fn revoke_session(&self, user: UserId, session: &str) -> Result<(), Error> {
        let unknown = || Error::NotFound("No such session.".into());
        let session = session.parse().map_err(|_| unknown())?;
        if !self.store().revoke_session(user, session).await? {
            return Err(unknown());
        }
        tracing::info!(%user, %session, "revoked a session");
        Ok(())
    }

    /// The sessions that have not expired.
    pub(crate) fn session_age(&self, now: DateTime<Utc>) -> SessionAge {
        let auth = &self.settings().auth;
        SessionAge {
            used_after: now - auth.session_idle_days.delta(),
            created_after: now - auth.session_max_days.delta(),
        }
    }

    fn expiry(&self, created_at: DateTime<Utc>, last_used_at: DateTime<Utc>) -> DateTime<Utc> {
        let auth = &self.settings().auth;
        (last_used_at + auth.session_idle_days.delta()).min(created_at + auth.session_max_days.delta())
    }
}

/// In NFC, without surrounding blanks.
pub(crate) fn checked_name(name: &str) -> Result<String, Error> {
    let name: String = name.trim().nfc().collect();
    if name.is_empty() || name.chars().count() > MAX_NAME || name.chars().any(char::is_control) {
        return Err(Error::Invalid(format!(
            "name must have 1 to {MAX_NAME} characters, none of them control characters."
        )));
    }
    Ok(name)
}

/// One answer to an unknown, expired, revoked or repeated token.
fn invalid_token() -> Error {
    Error::Unauthenticated("The refresh token is no longer valid. Log in again.".into())
}

fn token(selector: &str, verifier: &str) -> SecretString {
    format!("{selector}.{verifier}").into()
}

/// The salt has a fixed length, so that no other pair gives the same text.
fn next_verifier(salt: &str, verifier: &str) -> SecretString {
    sha256_hex(format!("{salt}.{verifier}").as_bytes()).into()
}
