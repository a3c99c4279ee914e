//! Passwords, access tokens, and the user of a request.

use std::sync::{Arc, LazyLock};

use argon2::password_hash::phc;
use argon2::{Argon2, PasswordHash, PasswordHasher, PasswordVerifier};
use axum::RequestPartsExt;
use axum::extract::FromRequestParts;
use axum::http::{StatusCode, request::Parts};
use axum_extra::TypedHeader;
use axum_extra::headers::{Authorization, authorization::Bearer};
use chrono::Utc;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, errors::ErrorKind};
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization;
use uuid::Uuid;

use crate::App;
use crate::answer::ApiError;
use crate::database::User;

const ISSUER: &str = "invoices";
const AUDIENCE: &str = "invoices-api";
const TOKEN_TYPE: &str = "at+jwt";
const LIFETIME_SECONDS: i64 = 3600;
/// At most as many hashes at once as in the service by default.
static HASHES: Semaphore = Semaphore::const_new(2);
/// Verified for an unknown address, so that the time of a login does not reveal whether it has an account.
static DUMMY_HASH: LazyLock<String> = LazyLock::new(|| {
    // The defaults are those of the service: argon2id with 19 MiB, two passes and one lane.
    let hash = Argon2::default().hash_password(b"a password that nobody has");
    hash.expect("the parameters are valid").to_string()
});

/// Whether the password is the one that was hashed. Without a hash it is not.
pub async fn verify_password(password: &str, hash: Option<&str>) -> Result<bool, ApiError> {
    let password: String = password.nfc().collect();
    let hash = hash.map(str::to_owned);
    let permit = HASHES.acquire().await?;
    let verified = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        let parsed = PasswordHash::new(hash.as_ref().unwrap_or(&DUMMY_HASH))?;
        let verified = Argon2::default().verify_password(password.as_bytes(), &parsed);
        Ok::<_, phc::Error>(verified.is_ok() && hash.is_some())
    });
    Ok(verified.await??)
}

#[derive(Deserialize)]
struct Claims {
    sub: String,
    #[serde(rename = "gen", default)]
    generation: i32,
    sid: Option<String>,
}

pub struct Tokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    header: Header,
    validation: Validation,
}

impl Tokens {
    pub fn new(secret: &str) -> Self {
        // The service names the key by a hash of a hash.
        let hash = |text: &str| hex::encode(Sha256::digest(text));
        let mut header = Header::new(Algorithm::HS256);
        header.typ = Some(TOKEN_TYPE.into());
        header.kid = Some(hash(&hash(secret))[..16].into());
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[AUDIENCE]);
        validation.set_required_spec_claims(&["exp", "nbf", "iss", "aud", "sub"]);
        validation.validate_nbf = true;
        // As in the service, a token is expired from the second that it names.
        validation.leeway = 0;
        validation.reject_tokens_expiring_in_less_than = 1;
        Tokens {
            encoding: EncodingKey::from_secret(secret.as_bytes()),
            decoding: DecodingKey::from_secret(secret.as_bytes()),
            header,
            validation,
        }
    }

    pub fn issue(&self, user: &User) -> Result<String, ApiError> {
        let now = Utc::now().timestamp();
        let claims = json!({
            "sub": user.user_id,
            "iss": ISSUER,
            "aud": AUDIENCE,
            "iat": now,
            "nbf": now,
            "exp": now + LIFETIME_SECONDS,
            "jti": Uuid::new_v4(),
            "gen": user.token_generation,
        });
        Ok(jsonwebtoken::encode(&self.header, &claims, &self.encoding)?)
    }

    fn verify(&self, token: &str) -> Result<Claims, ApiError> {
        let invalid = || ApiError::unauthenticated("Invalid token.");
        let token = jsonwebtoken::decode::<Claims>(token, &self.decoding, &self.validation);
        let token = token.map_err(|error| match error.kind() {
            ErrorKind::ExpiredSignature => ApiError(StatusCode::UNAUTHORIZED, "TOKEN_EXPIRED", "Expired token.".into()),
            _ => invalid(),
        })?;
        let same_header = token.header.typ == self.header.typ && token.header.kid == self.header.kid;
        let valid = same_header && token.claims.sid.is_none();
        valid.then_some(token.claims).ok_or_else(invalid)
    }
}

/// The user of the access token. Fails if the token is invalid, expired or revoked, or if the account is gone.
impl FromRequestParts<Arc<App>> for User {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let bearer = parts.extract::<TypedHeader<Authorization<Bearer>>>().await;
        let bearer = bearer.map_err(|_| ApiError::unauthenticated("A bearer token is required."))?;
        let claims = app.tokens.verify(bearer.token())?;
        match app.database.user(&claims.sub).await? {
            Some(user) if user.token_generation == claims.generation => Ok(user),
            Some(_) => Err(ApiError::unauthenticated("The token is no longer valid.")),
            None => {
                let message = "No account exists for this token.";
                Err(ApiError(StatusCode::NOT_FOUND, "USER_NOT_FOUND", message.into()))
            }
        }
    }
}
