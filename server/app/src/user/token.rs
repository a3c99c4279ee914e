//! Bearer tokens: JWTs signed with HS256 (RFC 7519, RFC 9068), verified as RFC 8725 asks.

use std::str::FromStr;

use chrono::{DateTime, TimeDelta, Utc};
use invoices_domain::ids::sha256_hex;
use invoices_domain::{SessionId, UserId};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::error::Error;
use crate::random;
use crate::settings::{MIN_SECRET_BYTES, SecretTooShort, Settings};

/// How far the clocks of two processes may differ, in seconds. It never prolongs a token.
const LEEWAY: i64 = 60;

/// The `typ` of an access token (RFC 9068, section 2.1).
const TYPE: &str = "at+jwt";

#[derive(Serialize, Deserialize)]
struct Claims {
    sub: String,
    iss: String,
    aud: String,
    iat: i64,
    nbf: i64,
    exp: i64,
    jti: Uuid,
    /// The user's generation of tokens. Tokens of versions without it count as the first.
    #[serde(default, rename = "gen")]
    generation: i32,
    /// The session that the token comes from.
    #[serde(default, rename = "sid", skip_serializing_if = "Option::is_none")]
    session: Option<SessionId>,
}

/// What an access token says of the login that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Login {
    /// The user's generation of tokens.
    pub generation: i32,
    /// The session that the token comes from; `None` if it comes from a password.
    pub session: Option<SessionId>,
}

/// The claims of a valid token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenClaims {
    /// The user that the token names, whether or not that user still exists.
    pub user: UserId,
    /// The login that the token comes from.
    pub login: Login,
}

/// Issues and verifies tokens.
pub struct Tokens {
    current: Key,
    previous: Option<Key>,
    issuer: String,
    audience: String,
    lifetime: TimeDelta,
}

struct Key {
    id: String,
    encoding: EncodingKey,
    decoding: DecodingKey,
}

impl Key {
    fn new(secret: &SecretString) -> Result<Self, SecretTooShort> {
        let bytes = secret.expose_secret().as_bytes();
        if bytes.len() < MIN_SECRET_BYTES {
            return Err(SecretTooShort);
        }
        // The id names the key and does not reveal it: a hash of a hash of the secret.
        let id = sha256_hex(sha256_hex(bytes).as_bytes())[..16].to_owned();
        Ok(Key {
            id,
            encoding: EncodingKey::from_secret(bytes).map_err(|_| SecretTooShort)?,
            decoding: DecodingKey::from_secret(bytes).map_err(|_| SecretTooShort)?,
        })
    }
}

impl Tokens {
    /// From the settings' secrets.
    pub fn new(settings: &Settings) -> Result<Self, SecretTooShort> {
        Ok(Tokens {
            current: Key::new(&settings.jwt_secret)?,
            previous: settings.auth.jwt_previous_secret.as_deref().map(Key::new).transpose()?,
            issuer: settings.auth.issuer.clone(),
            audience: settings.auth.audience.clone(),
            lifetime: settings.auth.token_lifetime_seconds.delta(),
        })
    }

    /// The same with other secrets. The claims stay what they are.
    pub fn with_secrets(
        &self,
        current: &SecretString,
        previous: Option<&SecretString>,
    ) -> Result<Self, SecretTooShort> {
        Ok(Tokens {
            current: Key::new(current)?,
            previous: previous.map(Key::new).transpose()?,
            issuer: self.issuer.clone(),
            audience: self.audience.clone(),
            lifetime: self.lifetime,
        })
    }

    /// Whether both sign and verify with the same secrets.
    pub fn has_secrets_of(&self, other: &Tokens) -> bool {
        let ids = |tokens: &Tokens| {
            let previous = tokens.previous.as_ref().map(|key| key.id.clone());
            (tokens.current.id.clone(), previous)
        };
        ids(self) == ids(other)
    }

    /// A token that says this, valid from now.
    pub fn issue(&self, token: TokenClaims, now: DateTime<Utc>) -> Result<String, Error> {
        let issued = now.timestamp();
        let claims = Claims {
            sub: token.user.to_string(),
            iss: self.issuer.clone(),
            aud: self.audience.clone(),
            iat: issued,
            nbf: issued,
            exp: issued + self.lifetime.num_seconds(),
            jti: random::uuid(),
            generation: token.login.generation,
            session: token.login.session,
        };
        let mut header = Header::new(Algorithm::HS256);
        header.typ = Some(TYPE.into());
        header.kid = Some(self.current.id.clone());
        encode(&header, &claims, &self.current.encoding).map_err(Error::internal)
    }

    /// The claims of a token, if it is signed and valid now. The caller must check its generation and session.
    pub fn verify(&self, token: &str, now: DateTime<Utc>) -> Result<TokenClaims, Error> {
        let refused = || Error::Unauthenticated("Invalid token.".into());
        let header = decode_header(token).map_err(|_| refused())?;
        if header.alg != Algorithm::HS256 || header.typ.as_deref() != Some(TYPE) {
            return Err(refused());
        }
        let keys = [Some(&self.current), self.previous.as_ref()];
        let key = keys
            .into_iter()
            .flatten()
            .find(|key| header.kid.as_deref() == Some(&key.id))
            .ok_or_else(refused)?;
        let mut rules = Validation::new(Algorithm::HS256);
        rules.set_issuer(&[&self.issuer]);
        rules.set_audience(&[&self.audience]);
        rules.set_required_spec_claims(&["exp", "nbf", "iss", "aud", "sub"]);
        // Times are compared below, by the service's own clock.
        rules.validate_exp = false;
        rules.validate_nbf = false;
        let claims = decode::<Claims>(token, &key.decoding, &rules)
            .map_err(|_| refused())?
            .claims;
        let now = now.timestamp();
        if claims.nbf.max(claims.iat) > now + LEEWAY {
            return Err(refused());
        }
        if claims.exp <= now {
            return Err(Error::TokenExpired);
        }
        Ok(TokenClaims {
            user: UserId::from_str(&claims.sub).map_err(|_| refused())?,
            login: Login {
                generation: claims.generation,
                session: claims.session,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use invoices_settings::Config;

    use super::*;

    fn settings(secret: &str) -> Settings {
        Settings::new(&Config::default(), secret.into(), None)
    }

    fn tokens(secret: &str, previous: Option<&str>) -> Tokens {
        let mut settings = settings(secret);
        settings.auth.jwt_previous_secret = previous.map(Into::into);
        Tokens::new(&settings).unwrap()
    }

    fn claims(user: UserId, generation: i32, session: Option<SessionId>) -> TokenClaims {
        let login = Login { generation, session };
        TokenClaims { user, login }
    }

    const OLD: &str = "0123456789abcdef0123456789abcdef";
    const NEW: &str = "fedcba9876543210fedcba9876543210";

    // Shows: Sign-up, login and access tokens | An access token is valid until the second of its end, and up to 60 seconds before it was issued: the clocks of processes differ
    // Shows: Sign-up, login and access tokens | A token lives 3600 seconds…
    // Shows: Limits | lifetime of an access token of the service | 3600 seconds
    #[test]
    fn a_token_lives_exactly_its_lifetime() {
        let (tokens, user, now) = (tokens(OLD, None), UserId::random(), Utc::now());
        let verified = claims(user, 3, Some(SessionId::random()));
        let token = tokens.issue(verified, now).unwrap();
        assert_eq!(tokens.verify(&token, now).unwrap(), verified);
        assert_eq!(tokens.verify(&token, now + TimeDelta::seconds(3599)).unwrap(), verified);
        assert!(matches!(
            tokens.verify(&token, now + TimeDelta::seconds(3600)),
            Err(Error::TokenExpired)
        ));
        assert!(matches!(
            tokens.verify(&token, now - TimeDelta::seconds(61)),
            Err(Error::Unauthenticated(_))
        ));
        // The clock of the process that issued it may be ahead.
        assert_eq!(tokens.verify(&token, now - TimeDelta::seconds(60)).unwrap(), verified);
    }

    // Shows: Sign-up, login and access tokens | After the signing key is changed, tokens of the previous key are still accepted
    #[test]
    fn the_previous_key_still_verifies_after_a_rotation() {
        let (user, now) = (UserId::random(), Utc::now());
        let token = tokens(OLD, None).issue(claims(user, 0, None), now).unwrap();
        assert_eq!(tokens(NEW, Some(OLD)).verify(&token, now).unwrap().user, user);
        assert!(tokens(NEW, None).verify(&token, now).is_err());
    }

    /// As versions before the generations issued them.
    // Shows: Sign-up, login and access tokens | The operator can make…
    #[test]
    fn a_token_without_a_generation_is_of_the_first() {
        let (tokens, user, now) = (tokens(OLD, None), UserId::random(), Utc::now());
        let of_old_version = serde_json::json!({
            "sub": user.to_string(), "iss": "invoices", "aud": "invoices-api", "iat": now.timestamp(),
            "nbf": now.timestamp(), "exp": now.timestamp() + 60, "jti": random::uuid(),
        });
        let mut header = Header::new(Algorithm::HS256);
        header.typ = Some(TYPE.into());
        header.kid = Some(tokens.current.id.clone());
        let token = encode(&header, &of_old_version, &tokens.current.encoding).unwrap();
        assert_eq!(tokens.verify(&token, now).unwrap(), claims(user, 0, None));
    }

    #[test]
    fn a_short_secret_is_refused() {
        assert!(Tokens::new(&settings("short")).is_err());
    }
}
