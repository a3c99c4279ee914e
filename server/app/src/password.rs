//! Passwords: argon2id with the parameters OWASP recommends, off the async threads, a few at a time.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use argon2::password_hash::rand_core::OsRng;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::Semaphore;

use crate::error::Error;
use crate::settings::AuthSettings;

/// OWASP Password Storage Cheat Sheet: m = 19 MiB, t = 2, p = 1.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Checks, hashes and verifies passwords.
pub struct Passwords {
    argon2: Argon2<'static>,
    permits: Arc<Semaphore>,
    min: usize,
    max: usize,
    common: HashSet<String>,
    /// Verified when there is no account, so that both refusals cost the same.
    nobody: &'static str,
}

impl Passwords {
    /// From the settings.
    pub fn new(settings: &AuthSettings) -> Result<Self, Error> {
        let params =
            Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(|error| Error::internal(error.to_string()))?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let built_in = || {
            include_str!("common_passwords.txt")
                .lines()
                .map(str::to_owned)
                .collect()
        };
        let common = settings
            .common_passwords
            .clone()
            .map_or_else(built_in, |list| list.into_iter().collect());
        Ok(Passwords {
            permits: Arc::new(Semaphore::new(settings.hash_concurrency.max(1))),
            min: settings.password_min,
            max: settings.password_max,
            common,
            nobody: nobody(&argon2)?,
            argon2,
        })
    }

    /// Whether a new password follows the rules; the error says which it breaks.
    pub fn check(&self, password: &SecretString) -> Result<(), Error> {
        let length = password.expose_secret().chars().count();
        if length < self.min {
            return Err(Error::Invalid(format!(
                "password must have at least {} characters.",
                self.min
            )));
        }
        if length > self.max {
            return Err(Error::Invalid(format!(
                "password must have at most {} characters.",
                self.max
            )));
        }
        if self.common.contains(&password.expose_secret().to_lowercase()) {
            return Err(Error::Invalid("password is on the list of common passwords.".into()));
        }
        Ok(())
    }

    /// A salted hash in the PHC string format.
    pub async fn hash(&self, password: SecretString) -> Result<String, Error> {
        let argon2 = self.argon2.clone();
        self.off_thread(move || hash(&argon2, password.expose_secret())).await?
    }

    /// Whether the password is the one that was hashed. `None` does the same work and says no.
    pub async fn verify(&self, password: SecretString, hashed: Option<String>) -> Result<bool, Error> {
        let (argon2, known) = (self.argon2.clone(), hashed.is_some());
        let hashed = hashed.unwrap_or_else(|| self.nobody.to_owned());
        let fits = self.off_thread(move || {
            let parsed = PasswordHash::new(&hashed).map_err(|error| Error::internal(error.to_string()))?;
            Ok::<_, Error>(
                argon2
                    .verify_password(password.expose_secret().as_bytes(), &parsed)
                    .is_ok(),
            )
        });
        Ok(fits.await?? && known)
    }

    async fn off_thread<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let permit = Arc::clone(&self.permits)
            .acquire_owned()
            .await
            .map_err(Error::internal)?;
        let done = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(permit);
            result
        });
        done.await.map_err(Error::internal)
    }
}

/// One for the process: its password is nobody's, and its cost is everybody's.
fn nobody(argon2: &Argon2<'_>) -> Result<&'static str, Error> {
    static NOBODY: OnceLock<String> = OnceLock::new();
    match NOBODY.get() {
        Some(known) => Ok(known),
        None => {
            let made = hash(argon2, "a password that nobody has")?;
            Ok(NOBODY.get_or_init(|| made))
        }
    }
}

fn hash(argon2: &Argon2<'_>, password: &str) -> Result<String, Error> {
    let salt = SaltString::generate(&mut OsRng);
    let hash = argon2.hash_password(password.as_bytes(), &salt);
    hash.map(|hash| hash.to_string())
        .map_err(|error| Error::internal(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passwords() -> Passwords {
        Passwords::new(&AuthSettings::with_secret("x".into())).unwrap()
    }

    #[tokio::test]
    async fn a_hash_verifies_its_own_password_only() {
        let passwords = passwords();
        let hashed = passwords.hash("correct horse".into()).await.unwrap();
        assert!(hashed.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(
            passwords
                .verify("correct horse".into(), Some(hashed.clone()))
                .await
                .unwrap()
        );
        assert!(!passwords.verify("wrong horse".into(), Some(hashed)).await.unwrap());
        assert!(
            !passwords
                .verify("a password that nobody has".into(), None)
                .await
                .unwrap()
        );
    }

    #[test]
    fn the_refusal_names_the_rule() {
        let check = |password: &str| passwords().check(&password.into()).map_err(|error| error.to_string());
        assert_eq!(
            check("1234567"),
            Err("password must have at least 8 characters.".into())
        );
        assert_eq!(
            check(&"x".repeat(129)),
            Err("password must have at most 128 characters.".into())
        );
        assert_eq!(
            check("PassWord1"),
            Err("password is on the list of common passwords.".into())
        );
        assert_eq!(check(&"å".repeat(128)), Ok(()));
    }
}
