//! Passwords: argon2id with the parameters that OWASP recommends, off the async threads. The number of concurrent and of
//! waiting hashes is bounded; further requests are refused before they cost memory or processor time.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use argon2::password_hash::PasswordHasher;
use argon2::password_hash::phc::{Output, PasswordHash};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep_until};
use unicode_normalization::UnicodeNormalization;

use crate::error::Error;
use crate::settings::Settings;

/// OWASP Password Storage Cheat Sheet: m = 19 MiB, t = 2, p = 1.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// How long the memory of a verified password is kept for the next: to get as much from the system again takes a fifth of the
/// time.
const KEEP_FOR: Duration = Duration::from_secs(10);
/// The `Retry-After` of a refused request.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Checks, hashes and verifies passwords.
pub struct Passwords {
    argon2: Argon2<'static>,
    permits: Arc<Semaphore>,
    /// Running and waiting hashes.
    queue: Arc<Semaphore>,
    memory: Memory,
    /// How many passwords were verified since the start, dummy hashes included.
    verified: AtomicU64,
    min: usize,
    max: usize,
    common: HashSet<String>,
    /// Verified when there is no account, so that both refusals cost the same.
    dummy_hash: &'static str,
}

impl Passwords {
    /// From the settings.
    pub fn new(settings: &Settings) -> Result<Self, Error> {
        let auth = &settings.auth;
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
            permits: Arc::new(Semaphore::new(auth.hash_concurrency.max(1))),
            queue: Arc::new(Semaphore::new(auth.hash_concurrency.max(1) + auth.hash_queue)),
            memory: Memory::default(),
            verified: AtomicU64::new(0),
            min: auth.password_min,
            max: auth.password_max,
            common,
            dummy_hash: dummy_hash(&argon2)?,
            argon2,
        })
    }

    /// Whether a new password follows the rules; the error names `field`, and says which it breaks.
    pub fn check(&self, field: &str, password: &SecretString) -> Result<(), Error> {
        let password = normalized(password);
        let length = password.expose_secret().chars().count();
        if length < self.min {
            return Err(Error::Invalid(format!(
                "{field} must have at least {} characters.",
                self.min
            )));
        }
        if length > self.max {
            return Err(Error::Invalid(format!(
                "{field} must have at most {} characters.",
                self.max
            )));
        }
        if self.common.contains(&password.expose_secret().to_lowercase()) {
            return Err(Error::Invalid(format!("{field} is on the list of common passwords.")));
        }
        Ok(())
    }

    /// A salted hash in the PHC string format.
    pub async fn hash(&self, password: SecretString) -> Result<String, Error> {
        let argon2 = self.argon2.clone();
        self.off_thread(move || hash(&argon2, normalized(&password).expose_secret()))
            .await?
    }

    /// Whether the password is the one that was hashed. `None` does the same work and returns `false`.
    pub async fn verify(&self, password: SecretString, hashed: Option<String>) -> Result<bool, Error> {
        let known = hashed.is_some();
        let hashed = hashed.unwrap_or_else(|| self.dummy_hash.to_owned());
        self.verified.fetch_add(1, Ordering::Relaxed);
        let memory = self.memory.clone();
        let fits = self.off_thread(move || {
            let parsed = PasswordHash::new(&hashed).map_err(|error| Error::internal(error.to_string()))?;
            let mut blocks = memory.take();
            let fits = fits(normalized(&password).expose_secret().as_bytes(), &parsed, &mut blocks);
            memory.give_back(blocks);
            Ok::<_, Error>(fits.unwrap_or(false))
        });
        Ok(fits.await?? && known)
    }

    /// How many passwords were verified since the start, dummy hashes included.
    pub fn verified(&self) -> u64 {
        self.verified.load(Ordering::Relaxed)
    }

    async fn off_thread<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let slot = Arc::clone(&self.queue)
            .try_acquire_owned()
            .map_err(|_| Error::TooMany(RETRY_AFTER))?;
        let permit = Arc::clone(&self.permits)
            .acquire_owned()
            .await
            .map_err(Error::internal)?;
        let done = tokio::task::spawn_blocking(move || {
            let result = work();
            // The work holds them, since the request may be dropped before it ends.
            drop((permit, slot));
            result
        });
        done.await.map_err(|_| Error::internal("hashing a password panicked"))
    }
}

/// The memory of verified passwords.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    blocks: Vec<Vec<Block>>,
    /// When it is freed, unless another password is verified before. `None` while nothing is kept.
    until: Option<Instant>,
}

impl Memory {
    fn take(&self) -> Vec<Block> {
        self.kept().blocks.pop().unwrap_or_default()
    }

    /// Keeps blocks for the next password. Runs in a runtime.
    fn give_back(&self, blocks: Vec<Block>) {
        let mut kept = self.kept();
        kept.blocks.push(blocks);
        if kept.until.replace(Instant::now() + KEEP_FOR).is_none() {
            tokio::spawn(self.clone().free_when_unused());
        }
    }

    async fn free_when_unused(self) {
        while let Some(until) = self.free_at(Instant::now()) {
            sleep_until(until).await;
        }
    }

    /// Frees it if its time has come. Else returns when that is.
    fn free_at(&self, now: Instant) -> Option<Instant> {
        let mut kept = self.kept();
        if kept.until.is_some_and(|until| until <= now) {
            *kept = Kept::default();
        }
        kept.until
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the password is the one that was hashed, with the parameters of that hash. What the memory holds does not matter.
fn fits(password: &[u8], hashed: &PasswordHash, memory: &mut Vec<Block>) -> Option<bool> {
    let (salt, expected) = (hashed.salt.as_ref()?, hashed.hash.as_ref()?);
    let params = Params::try_from(hashed).ok()?;
    let algorithm = Algorithm::try_from(hashed.algorithm.as_str()).ok()?;
    let version = hashed.version.map_or(Ok(Version::default()), Version::try_from).ok()?;
    memory.resize(params.block_count(), Block::new());
    let mut output = vec![0; expected.len()];
    let argon2 = Argon2::new(algorithm, version, params);
    argon2
        .hash_password_into_with_memory(password, salt, &mut output, memory.as_mut_slice())
        .ok()?;
    // The comparison takes the same time for every output.
    Some(Output::new(&output).ok()? == *expected)
}

/// The hash that is verified when there is no account; computed once a process.
fn dummy_hash(argon2: &Argon2<'_>) -> Result<&'static str, Error> {
    static HASH: OnceLock<String> = OnceLock::new();
    match HASH.get() {
        Some(known) => Ok(known),
        None => {
            let made = hash(argon2, "a password that nobody has")?;
            Ok(HASH.get_or_init(|| made))
        }
    }
}

/// The password in NFC: keyboards write one letter as one character or as several.
fn normalized(password: &SecretString) -> SecretString {
    password.expose_secret().nfc().collect::<String>().into()
}

fn hash(argon2: &Argon2<'_>, password: &str) -> Result<String, Error> {
    // With a random salt.
    let hash = argon2.hash_password(password.as_bytes());
    hash.map(|hash: PasswordHash| hash.to_string())
        .map_err(|error| Error::internal(error.to_string()))
}

#[cfg(test)]
mod tests {
    use invoices_settings::Config;

    use super::*;

    fn passwords() -> Passwords {
        Passwords::new(&settings()).unwrap()
    }

    fn settings() -> Settings {
        Settings::new(&Config::default(), "x".into(), None)
    }

    // Shows: Sign-up, login and access tokens | Passwords are kept as argon2id hashes, and never returned
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

    /// Whatever earlier verifications left in the memory.
    #[tokio::test(start_paused = true)]
    async fn verifications_that_wait_for_each_other_agree() {
        let passwords = Arc::new(passwords());
        let hashed = passwords.hash("correct horse".into()).await.unwrap();
        let verify = |number: usize| {
            let (passwords, hashed) = (Arc::clone(&passwords), hashed.clone());
            tokio::spawn(async move {
                let password = if number.is_multiple_of(2) {
                    "correct horse"
                } else {
                    "wrong horse"
                };
                passwords.verify(password.into(), Some(hashed)).await
            })
        };
        let verifications: Vec<_> = (0..8).map(verify).collect();
        for (number, verification) in verifications.into_iter().enumerate() {
            assert_eq!(
                verification.await.unwrap().unwrap(),
                number.is_multiple_of(2),
                "{number}"
            );
        }
        tokio::time::sleep(2 * KEEP_FOR).await;
        let kept = passwords.memory.kept();
        assert!(kept.blocks.is_empty(), "it is freed when nobody comes");
    }

    #[tokio::test(start_paused = true)]
    async fn memory_is_kept_for_the_next_password_and_then_freed() {
        let passwords = passwords();
        let kept = || passwords.memory.kept().blocks.len();
        for _ in 0..3 {
            assert!(!passwords.verify("a password".into(), None).await.unwrap());
            assert_eq!(kept(), 1);
            tokio::time::sleep(KEEP_FOR / 2).await;
        }
        assert_eq!(kept(), 1, "it was used a moment ago");
        tokio::time::sleep(KEEP_FOR).await;
        assert_eq!(kept(), 0);
        assert!(!passwords.verify("a password".into(), None).await.unwrap());
        tokio::time::sleep(2 * KEEP_FOR).await;
        assert_eq!(kept(), 0, "it is freed again");
    }

    /// Also if the last one hashes a new password.
    #[tokio::test(start_paused = true)]
    async fn no_memory_is_kept_when_nobody_comes() {
        let mut settings = settings();
        settings.auth.hash_concurrency = 1;
        let passwords = Passwords::new(&settings).unwrap();
        let (verified, hashed) = tokio::join!(
            passwords.verify("a password".into(), None),
            passwords.hash("correct horse".into())
        );
        assert!(!verified.unwrap() && hashed.is_ok());
        tokio::time::sleep(2 * KEEP_FOR).await;
        assert!(passwords.memory.kept().blocks.is_empty());
    }

    /// The time of a login does not reveal whether an account exists.
    #[tokio::test]
    async fn nobodys_password_is_verified_at_the_cost_of_anyones() {
        let passwords = passwords();
        let own = passwords.hash("correct horse".into()).await.unwrap();
        let [own, nobody] = [own.as_str(), passwords.dummy_hash].map(|hash| PasswordHash::new(hash).unwrap());
        assert_eq!((own.algorithm, own.version), (nobody.algorithm, nobody.version));
        assert_eq!(own.params, nobody.params);
        assert_eq!(own.hash.unwrap().len(), nobody.hash.unwrap().len());
        assert_eq!(own.salt.unwrap().len(), nobody.salt.unwrap().len());
    }

    #[tokio::test]
    async fn who_finds_the_queue_full_is_turned_away_at_once() {
        let mut settings = settings();
        (settings.auth.hash_concurrency, settings.auth.hash_queue) = (1, 1);
        let passwords = Passwords::new(&settings).unwrap();
        let verify = || passwords.verify("wrong horse".into(), None);
        let (one, two, three) = tokio::join!(verify(), verify(), verify());
        assert!(!one.unwrap() && !two.unwrap());
        assert!(matches!(three, Err(Error::TooMany(_))));
        assert!(!verify().await.unwrap(), "there is room again");
    }

    #[test]
    fn the_refusal_names_the_rule() {
        let check = |password: &str| {
            passwords()
                .check("password", &password.into())
                .map_err(|error| error.to_string())
        };
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
