//! Forged access tokens.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, EncodingKey};
use serde_json::{Value, json};
use uuid::Uuid;

use super::user::User;

/// The error that a token must be answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenError {
    Invalid,
    Expired,
}

/// Makes tokens with a known signing secret.
pub struct Forger<'s> {
    pub secret: &'s str,
    /// The header and claims of a genuine token.
    header: Value,
    claims: Value,
}

impl<'s> Forger<'s> {
    /// Takes header and claims from the token of a user.
    pub fn of(user: &User<'_>, secret: &'s str) -> Self {
        let part = |at: usize| -> Value {
            let part = user.token.split('.').nth(at).unwrap();
            serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap()
        };
        Forger {
            secret,
            header: part(0),
            claims: part(1),
        }
    }

    /// A signed token with these changes to header and claims. `null` removes a member.
    pub fn token(&self, header: &Value, claims: &Value) -> String {
        self.signed(header, claims, self.secret, Algorithm::HS256)
    }

    fn signed(&self, header: &Value, claims: &Value, secret: &str, algorithm: Algorithm) -> String {
        let text = self.unsigned(header, claims);
        let key = EncodingKey::from_secret(secret.as_bytes()).unwrap();
        let signature = jsonwebtoken::crypto::sign(text.as_bytes(), &key, algorithm).unwrap();
        format!("{text}.{signature}")
    }

    fn unsigned(&self, header: &Value, claims: &Value) -> String {
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let claims = changed(&self.claims, claims);
        format!("{}.{}", part(&changed(&self.header, header)), part(&claims))
    }

    /// Invalid tokens: what is wrong with each, the token, and the error that it must be answered with.
    pub fn attempts(&self, now: i64) -> Vec<(String, String, TokenError)> {
        let same = &json!({});
        let named = |what: &str, token| (what.to_owned(), token, TokenError::Invalid);
        let genuine = self.token(same, same);
        let (text, signature) = genuine.rsplit_once('.').unwrap();
        let other_secret = "another secret of thirty-two bytes";
        let other_claims = self.unsigned(same, &json!({"sub": format!("user_{}", Uuid::new_v4())}));
        let mut attempts = vec![
            named("malformed: no parts", "x".into()),
            named("malformed: empty parts", "..".into()),
            named("malformed: parts that aren't JSON", "x.y.z".into()),
            named("malformed: four parts", format!("{genuine}.x")),
            named("no signature", format!("{text}.")),
            named("a signature cut short", format!("{text}.{}", &signature[..20])),
            named("the claims of someone else", format!("{other_claims}.{signature}")),
            named("wrong key", self.signed(same, same, other_secret, Algorithm::HS256)),
            named("wrong key id", self.token(&json!({"kid": "0"}), same)),
            named("no key id", self.token(&json!({"kid": null}), same)),
            named("wrong issuer", self.token(same, &json!({"iss": "evil"}))),
            named("no issuer", self.token(same, &json!({"iss": null}))),
            named("wrong audience", self.token(same, &json!({"aud": "other"}))),
            named("no audience", self.token(same, &json!({"aud": null}))),
            named("wrong type", self.token(&json!({"typ": "JWT"}), same)),
            named("no type", self.token(&json!({"typ": null}), same)),
            named("no expiry", self.token(same, &json!({"exp": null}))),
            named(
                "an expiry that isn't a number",
                self.token(same, &json!({"exp": "never"})),
            ),
            named("not yet valid", self.token(same, &json!({"nbf": now + 120}))),
            named("issued in the future", self.token(same, &json!({"iat": now + 120}))),
            named(
                "a subject that isn't a user id",
                self.token(same, &json!({"sub": "admin"})),
            ),
            named("no subject", self.token(same, &json!({"sub": null}))),
        ];
        for none in ["none", "None", "NONE", "nOnE"] {
            let text = self.unsigned(&json!({"alg": none}), same);
            attempts.push(named(&format!("alg: {none}"), format!("{text}.")));
            attempts.push(named(
                &format!("alg: {none} with a signature"),
                format!("{text}.{signature}"),
            ));
        }
        // Algorithm confusion: RFC 8725, section 2.1.
        for confused in [
            "RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA", "HS384", "HS512",
        ] {
            let token = self.token(&json!({"alg": confused}), same);
            attempts.push(named(&format!("alg: {confused} with the secret as its key"), token));
        }
        for algorithm in [Algorithm::HS384, Algorithm::HS512] {
            let token = self.signed(&json!({"alg": format!("{algorithm:?}")}), same, self.secret, algorithm);
            attempts.push(named(&format!("a valid {algorithm:?}"), token));
        }
        let expired = self.token(same, &json!({"iat": now - 3600, "nbf": now - 3600, "exp": now}));
        attempts.push(("expired".into(), expired, TokenError::Expired));
        attempts
    }
}

/// An object with some members changed or removed.
fn changed(genuine: &Value, changes: &Value) -> Value {
    let mut changed = genuine.clone();
    let members = changed.as_object_mut().unwrap();
    for (key, value) in changes.as_object().unwrap().clone() {
        if value.is_null() {
            members.remove(&key);
        } else {
            members.insert(key, value);
        }
    }
    changed
}
