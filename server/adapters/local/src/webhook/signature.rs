//! The signature of Standard Webhooks: HMAC-SHA256 of id, time and body.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;

const PREFIX: &str = "whsec_";

/// The value of `webhook-signature`. `sent_at` is in seconds since 1970.
pub fn sign(secret: &SecretString, id: &str, sent_at: i64, body: &str) -> String {
    let secret = secret.expose_secret();
    let encoded = secret.strip_prefix(PREFIX).unwrap_or(secret);
    // The service makes only secrets in base64.
    let key = BASE64_STANDARD.decode(encoded).unwrap_or_else(|_| encoded.into());
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("HMAC takes keys of any length");
    mac.update(format!("{id}.{sent_at}.{body}").as_bytes());
    format!("v1,{}", BASE64_STANDARD.encode(mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification's reference libraries.
    // Shows: Webhooks | New, changed and deleted…
    #[test]
    fn the_signature_is_that_of_the_reference() {
        let secret = SecretString::from("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        let signed = sign(
            &secret,
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1_614_265_330,
            r#"{"test": 2432232314}"#,
        );
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
