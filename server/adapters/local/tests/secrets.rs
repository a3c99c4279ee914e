//! Encrypted files, including changed and misplaced ones.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use invoices_domain::UserId;
use invoices_domain::mail::{AccountChange, ConnectedBy, Credentials, MailSecret, MailTokens};
use invoices_domain::ports::{DependencyError, SecretError, Secrets};
use invoices_local::{FolderSecrets, KeyError, OpenError, SecretsSettings};
use secrecy::{ExposeSecret, SecretString};
use tempfile::TempDir;
use tokio::task::JoinSet;

fn settings(home: &TempDir) -> SecretsSettings {
    SecretsSettings::in_folder(home.path().join("secrets"))
}

fn open(home: &TempDir) -> FolderSecrets {
    FolderSecrets::open(&settings(home)).unwrap()
}

fn secret(access_token: &str) -> MailSecret {
    MailSecret {
        address: "alva@example.com".parse().unwrap(),
        credentials: Some(Credentials::OAuth(MailTokens {
            access_token: access_token.into(),
            refresh_token: Some("refresh".into()),
            expires_at: "2026-07-01T12:00:00Z".parse().unwrap(),
            scope: vec!["https://mail.google.com/".into()],
        })),
        connected_by: Some(ConnectedBy::Imap("example".into())),
        name: None,
        paused: false,
    }
}

/// The user's only account.
trait Only: Secrets {
    async fn get(&self, user: UserId) -> Result<Option<MailSecret>, SecretError> {
        let known = self.mail_accounts(user).await?;
        Ok(known.as_slice().first().cloned())
    }

    async fn put(&self, user: UserId, secret: &MailSecret) -> Result<(), DependencyError> {
        let secret = secret.clone();
        let connect = AccountChange::Connect { secret, another: false };
        self.change_mail_accounts(user, connect).await.map(drop)
    }
}

impl<T: Secrets + ?Sized> Only for T {}

fn access_token(secret: Option<MailSecret>) -> Option<String> {
    Some(secret?.credentials?.tokens()?.access_token.expose_secret().to_owned())
}

fn file(home: &TempDir, user: UserId) -> PathBuf {
    home.path().join(format!("secrets/{user}.sealed"))
}

fn key(byte: u8) -> SecretString {
    STANDARD.encode([byte; 32]).into()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn a_secret_is_kept_replaced_and_forgotten() {
    let home = TempDir::new().unwrap();
    let (secrets, user) = (open(&home), UserId::random());
    assert!(secrets.get(user).await.unwrap().is_none());
    secrets.put(user, &secret("one")).await.unwrap();
    secrets.put(user, &secret("two")).await.unwrap();
    let kept = open(&home).get(user).await.unwrap();
    assert_eq!(access_token(kept).as_deref(), Some("two"));
    secrets.delete_mail_accounts(user).await.unwrap();
    secrets.delete_mail_accounts(user).await.unwrap();
    assert!(secrets.get(user).await.unwrap().is_none());
}

#[tokio::test]
async fn an_account_without_tokens_keeps_its_address() {
    let home = TempDir::new().unwrap();
    let (secrets, user) = (open(&home), UserId::random());
    let dropped = MailSecret {
        credentials: None,
        ..secret("")
    };
    secrets.put(user, &dropped).await.unwrap();
    let kept = secrets.get(user).await.unwrap().unwrap();
    assert_eq!((kept.address, kept.credentials.is_none()), (dropped.address, true));
    assert_eq!(kept.connected_by, dropped.connected_by);
}

// Shows: Connecting a mail account | Tokens are encrypted, each…
// Shows: Threats | Mail tokens are read from a stolen disk or backup | they are encrypted; the key is kept apart
#[tokio::test]
async fn nothing_can_be_read_by_others_or_in_the_file() {
    let home = TempDir::new().unwrap();
    let folder = home.path().join("secrets");
    fs::create_dir(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    let (secrets, user) = (open(&home), UserId::random());
    secrets.put(user, &secret("plain-words")).await.unwrap();
    assert_eq!(mode(&folder), 0o700);
    assert_eq!(mode(&file(&home, user)), 0o600);
    assert_eq!(mode(&home.path().join("secrets.key")), 0o600);
    let bytes = fs::read(file(&home, user)).unwrap();
    for word in ["plain-words", "alva@example.com"] {
        assert!(!bytes.windows(word.len()).any(|part| part == word.as_bytes()));
    }
}

// Shows: Threats | Mail tokens are read…
#[tokio::test]
async fn files_swapped_between_users_open_for_neither() {
    let home = TempDir::new().unwrap();
    let secrets = open(&home);
    let (alva, bo) = (UserId::random(), UserId::random());
    secrets.put(alva, &secret("alva's")).await.unwrap();
    secrets.put(bo, &secret("bo's")).await.unwrap();
    let aside = home.path().join("aside");
    fs::rename(file(&home, alva), &aside).unwrap();
    fs::rename(file(&home, bo), file(&home, alva)).unwrap();
    fs::rename(&aside, file(&home, bo)).unwrap();
    assert!(secrets.get(alva).await.is_err());
    assert!(secrets.get(bo).await.is_err());
    // Connecting again replaces it.
    secrets.put(alva, &secret("new")).await.unwrap();
    assert!(secrets.get(alva).await.is_ok());
}

#[tokio::test]
async fn a_cut_foreign_or_oversized_file_is_an_error() {
    let home = TempDir::new().unwrap();
    let (secrets, user) = (open(&home), UserId::random());
    secrets.put(user, &secret("x")).await.unwrap();
    let whole = fs::read(file(&home, user)).unwrap();
    for bytes in [&whole[..0], &whole[..20], &whole[..whole.len() - 1], &vec![0; 300_000]] {
        fs::write(file(&home, user), bytes).unwrap();
        assert!(secrets.get(user).await.is_err(), "{} bytes", bytes.len());
        // And the store still opens, for the other users.
        open(&home);
    }
}

#[tokio::test]
async fn a_file_that_is_a_link_is_not_followed() {
    let home = TempDir::new().unwrap();
    let (secrets, user) = (open(&home), UserId::random());
    secrets.put(user, &secret("x")).await.unwrap();
    let elsewhere = home.path().join("elsewhere");
    fs::rename(file(&home, user), &elsewhere).unwrap();
    symlink(&elsewhere, file(&home, user)).unwrap();
    assert!(secrets.get(user).await.is_err());
    // A put replaces the link and does not change its target.
    let before = fs::read(&elsewhere).unwrap();
    secrets.put(user, &secret("y")).await.unwrap();
    assert_eq!(access_token(secrets.get(user).await.unwrap()).as_deref(), Some("y"));
    assert_eq!(fs::read(&elsewhere).unwrap(), before);
}

#[test]
fn a_folder_that_is_a_link_is_refused() {
    let home = TempDir::new().unwrap();
    fs::create_dir(home.path().join("elsewhere")).unwrap();
    symlink(home.path().join("elsewhere"), home.path().join("secrets")).unwrap();
    assert!(matches!(
        FolderSecrets::open(&settings(&home)),
        Err(OpenError::NotAFolder(_))
    ));
}

#[tokio::test]
async fn a_lost_key_file_is_not_replaced_while_secrets_need_it() {
    let home = TempDir::new().unwrap();
    open(&home).put(UserId::random(), &secret("x")).await.unwrap();
    fs::remove_file(home.path().join("secrets.key")).unwrap();
    assert!(matches!(
        FolderSecrets::open(&settings(&home)),
        Err(OpenError::Key(KeyError::Gone(_)))
    ));
    assert!(!home.path().join("secrets.key").exists());
}

/// Opens the store with a key and its previous keys.
fn rotated(home: &TempDir, current: SecretString, previous: &[SecretString]) -> FolderSecrets {
    FolderSecrets::open(&SecretsSettings {
        key: Some(current),
        previous_keys: previous.to_vec(),
        ..settings(home)
    })
    .unwrap()
}

#[tokio::test]
async fn a_rotation_needs_the_previous_key_for_one_start() {
    let home = TempDir::new().unwrap();
    let user = UserId::random();
    let with = |current, previous: &[SecretString]| rotated(&home, current, previous);
    with(key(1), &[]).put(user, &secret("x")).await.unwrap();
    assert!(with(key(2), &[]).get(user).await.is_err());
    with(key(2), &[key(1)]);
    let kept = with(key(2), &[]).get(user).await.unwrap();
    assert_eq!(access_token(kept).as_deref(), Some("x"));
    assert!(!home.path().join("secrets.key").exists());
}

/// Cut off anywhere, asked for again, with a file that nothing opens: each run says what it did.
#[tokio::test]
async fn a_rotation_says_what_it_did_and_goes_on_where_it_was_cut_off() {
    let home = TempDir::new().unwrap();
    let with = |current, previous: &[SecretString]| rotated(&home, current, previous);
    let users: Vec<UserId> = (0..5).map(|_| UserId::random()).collect();
    let old = with(key(1), &[]);
    for user in &users {
        old.put(*user, &secret("x")).await.unwrap();
    }
    // Two are done when a first run is cut off.
    for user in &users[..2] {
        with(key(2), &[key(1)]).put(*user, &secret("x")).await.unwrap();
    }
    let half: Vec<_> = users[..2]
        .iter()
        .map(|user| std::fs::read(file(&home, *user)).unwrap())
        .collect();
    for user in &users[2..] {
        old.put(*user, &secret("x")).await.unwrap();
    }
    std::fs::write(file(&home, users[4]), "INVSEAL\x01nobody's").unwrap();
    let done = with(key(2), &[key(1)]).rotation().clone();
    assert_eq!((done.rotated, done.unchanged, done.unreadable), (2, 2, vec![users[4]]));
    let again = with(key(2), &[key(1)]).rotation().clone();
    assert_eq!((again.rotated, again.unchanged), (0, 4));
    let new = with(key(2), &[]);
    for user in &users[..4] {
        assert_eq!(access_token(new.get(*user).await.unwrap()).as_deref(), Some("x"));
    }
    let kept: Vec<_> = users[..2]
        .iter()
        .map(|user| std::fs::read(file(&home, *user)).unwrap())
        .collect();
    assert_eq!(kept, half, "what was done is not done again");
}

#[tokio::test]
async fn what_a_cut_off_write_left_is_removed_at_start() {
    let home = TempDir::new().unwrap();
    open(&home);
    let left = home.path().join("secrets/.unfinished-x");
    fs::write(&left, "half").unwrap();
    open(&home);
    assert!(!left.exists());
}

#[tokio::test]
async fn many_writers_leave_one_whole_secret() {
    let home = TempDir::new().unwrap();
    let (secrets, user) = (open(&home), UserId::random());
    let mut writers = JoinSet::new();
    for n in 0..24 {
        let secrets = secrets.clone();
        writers.spawn(async move {
            secrets.put(user, &secret(&format!("token-{n}"))).await.unwrap();
            secrets.get(user).await.unwrap().unwrap()
        });
    }
    for read in writers.join_all().await {
        assert!(access_token(Some(read)).unwrap().starts_with("token-"));
    }
    assert!(access_token(secrets.get(user).await.unwrap()).is_some());
}
