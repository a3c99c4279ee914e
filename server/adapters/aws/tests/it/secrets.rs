//! The contract of the secrets port, tested on encrypted files and on Secrets Manager.

use std::sync::Arc;

use invoices_aws::{Aws, SecretsManager};
use invoices_domain::mail::{AccountChange, ConnectedBy, Credentials, MailAccount, MailSecret, MailTokens};
use invoices_domain::ports::{DependencyError, SecretError, Secrets};
use invoices_domain::sources::SourceId;
use invoices_domain::{PasswordChange, PdfPassword, UserId};
use invoices_local::{FolderSecrets, SecretsSettings};
use secrecy::ExposeSecret;
use serde_json::json;
use tempfile::TempDir;
use wiremock::matchers::header;
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::test_aws;

fn secret(access_token: &str) -> MailSecret {
    MailSecret {
        address: "alva@example.com".parse().unwrap(),
        credentials: Some(Credentials::OAuth(MailTokens {
            access_token: access_token.into(),
            refresh_token: Some("refresh".into()),
            expires_at: "2026-07-01T12:00:00Z".parse().unwrap(),
            scope: vec!["https://mail.google.com/".into()],
        })),
        connected_by: Some(ConnectedBy::Tokens),
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

    /// Whether it had these credentials, which it drops.
    async fn drop_credentials(&self, user: UserId, dead: &Credentials) -> Result<bool, DependencyError> {
        let dead = MailAccount {
            user,
            address: secret("").address,
            credentials: dead.clone(),
        };
        let before = self
            .change_mail_accounts(user, AccountChange::Drop(dead.clone()))
            .await?;
        Ok(before.holds(&dead))
    }
}

impl<T: Secrets + ?Sized> Only for T {}

fn access_token(secret: Option<MailSecret>) -> Option<String> {
    Some(secret?.credentials?.tokens()?.access_token.expose_secret().to_owned())
}

async fn manager(prefix: &str) -> SecretsManager {
    SecretsManager::new(&test_aws::aws().await, prefix.parse().unwrap())
}

async fn over_both<T: Future<Output = ()>>(promise: impl Fn(Arc<dyn Secrets>) -> T) {
    let folder = TempDir::new().unwrap();
    let settings = SecretsSettings::in_folder(folder.path().join("secrets"));
    promise(Arc::new(FolderSecrets::open(&settings).unwrap())).await;
    promise(Arc::new(manager(&test_aws::name("invoices/mail")).await)).await;
}

#[tokio::test]
async fn a_secret_is_kept_replaced_forgotten_and_kept_again() {
    over_both(|secrets| async move {
        let (alva, bo) = (UserId::random(), UserId::random());
        assert!(secrets.get(alva).await.unwrap().is_none());
        secrets.put(bo, &secret("bo's")).await.unwrap();
        for round in ["one", "two", "three"] {
            secrets.put(alva, &secret(round)).await.unwrap();
            secrets.put(alva, &secret(&format!("{round} again"))).await.unwrap();
            let kept = access_token(secrets.get(alva).await.unwrap());
            assert_eq!(kept, Some(format!("{round} again")));
            secrets.delete_mail_accounts(alva).await.unwrap();
            secrets.delete_mail_accounts(alva).await.unwrap();
            assert!(secrets.get(alva).await.unwrap().is_none());
        }
        assert_eq!(access_token(secrets.get(bo).await.unwrap()).as_deref(), Some("bo's"));
    })
    .await;
}

#[tokio::test]
async fn an_account_without_tokens_keeps_its_address() {
    over_both(|secrets| async move {
        let user = UserId::random();
        let dropped = MailSecret {
            credentials: None,
            ..secret("")
        };
        secrets.put(user, &dropped).await.unwrap();
        let kept = secrets.get(user).await.unwrap().unwrap();
        assert_eq!((kept.address, kept.credentials.is_none()), (dropped.address, true));
        assert_eq!(kept.connected_by, dropped.connected_by);
    })
    .await;
}

#[tokio::test]
async fn tokens_are_dropped_unless_others_were_stored_meanwhile() {
    over_both(|secrets| async move {
        let user = UserId::random();
        let tokens = |access: &str| secret(access).credentials.unwrap();
        assert!(!secrets.drop_credentials(user, &tokens("dead")).await.unwrap());
        secrets.put(user, &secret("dead")).await.unwrap();
        secrets.put(user, &secret("new")).await.unwrap();
        assert!(!secrets.drop_credentials(user, &tokens("dead")).await.unwrap());
        assert_eq!(access_token(secrets.get(user).await.unwrap()).as_deref(), Some("new"));
        assert!(secrets.drop_credentials(user, &tokens("new")).await.unwrap());
        let kept = secrets.get(user).await.unwrap().unwrap();
        assert_eq!((kept.address, kept.credentials.is_none()), (secret("").address, true));
        assert!(!secrets.drop_credentials(user, &tokens("new")).await.unwrap());
        secrets.put(user, &secret("again")).await.unwrap();
        assert_eq!(access_token(secrets.get(user).await.unwrap()).as_deref(), Some("again"));
    })
    .await;
}

// Shows: Sources and discovery | Passwords of PDFs are encrypted, apart from mail tokens; of changes at the same time each counts
#[tokio::test]
async fn passwords_of_pdfs_are_kept_apart_and_no_change_is_lost() {
    over_both(|secrets| async move {
        let (alva, bo) = (UserId::random(), UserId::random());
        let vendor = |id: &str| SourceId::Vendor(id.parse().unwrap());
        let add = |id: &str, password: &str| {
            let password = PdfPassword::try_from(password.to_owned()).unwrap();
            PasswordChange::Add(vendor(id), password)
        };
        let count = async |user| secrets.pdf_passwords(user).await.unwrap().counts().count();
        secrets.put(alva, &secret("token")).await.unwrap();
        assert!(secrets.pdf_passwords(alva).await.unwrap().is_empty());
        secrets.change_pdf_passwords(bo, add("ica", "bo's")).await.unwrap();
        let (one, other) = tokio::join!(
            secrets.change_pdf_passwords(alva, add("ica", "850709")),
            secrets.change_pdf_passwords(alva, add("coop", "850709")),
        );
        one.unwrap();
        other.unwrap();
        assert_eq!(count(alva).await, 2);
        assert_eq!(access_token(secrets.get(alva).await.unwrap()).as_deref(), Some("token"));
        secrets.delete_mail_accounts(alva).await.unwrap();
        assert_eq!(count(alva).await, 2, "they don't depend on a mailbox");

        let none = PasswordChange::Set(vendor("ica"), Vec::new());
        secrets.change_pdf_passwords(alva, none).await.unwrap();
        assert_eq!(count(alva).await, 1);
        for _ in 0..2 {
            secrets
                .change_pdf_passwords(alva, PasswordChange::ForgetAll)
                .await
                .unwrap();
            assert_eq!(count(alva).await, 0);
        }
        secrets.change_pdf_passwords(alva, add("ica", "again")).await.unwrap();
        assert_eq!((count(alva).await, count(bo).await), (1, 1));
    })
    .await;
}

/// Writers and removals in any order leave the last tokens that were written.
// Shows: Connecting a mail account | Dead tokens are dropped…
#[tokio::test]
async fn concurrent_removals_drop_no_newer_tokens() {
    over_both(|secrets| async move {
        for _ in 0..8 {
            let user = UserId::random();
            secrets.put(user, &secret("dead")).await.unwrap();
            let dead = secret("dead").credentials.unwrap();
            let new = secret("new");
            let (dropped, put) = tokio::join!(secrets.drop_credentials(user, &dead), secrets.put(user, &new));
            dropped.unwrap();
            put.unwrap();
            assert_eq!(access_token(secrets.get(user).await.unwrap()).as_deref(), Some("new"));
        }
    })
    .await;
}

/// What encryption promises by its associated data.
#[tokio::test]
async fn a_secret_under_another_users_name_opens_for_neither() {
    let prefix = test_aws::name("invoices/mail");
    let secrets = manager(&prefix).await;
    let sdk = aws_sdk_secretsmanager::Client::new(&test_aws::sdk().await);
    let (alva, bo) = (UserId::random(), UserId::random());
    secrets.put(alva, &secret("alva's")).await.unwrap();
    secrets.put(bo, &secret("bo's")).await.unwrap();
    let of_alva = sdk
        .get_secret_value()
        .secret_id(format!("{prefix}/{alva}"))
        .send()
        .await
        .unwrap();
    for value in [of_alva.secret_string().unwrap(), "{}", "", "alva's plain token"] {
        let value = if value.is_empty() { "null" } else { value };
        sdk.put_secret_value()
            .secret_id(format!("{prefix}/{bo}"))
            .secret_string(value)
            .send()
            .await
            .unwrap();
        let error = secrets.get(bo).await.unwrap_err();
        assert!(!format!("{error:?}").contains("alva's"), "{error:?}");
    }
    // Connecting again replaces it.
    secrets.put(bo, &secret("new")).await.unwrap();
    assert_eq!(access_token(secrets.get(bo).await.unwrap()).as_deref(), Some("new"));
}

#[tokio::test]
async fn a_secret_that_somebody_marked_for_deletion_is_none_and_goes_at_once_when_it_shall() {
    let prefix = test_aws::name("invoices/mail");
    let secrets = manager(&prefix).await;
    let sdk = aws_sdk_secretsmanager::Client::new(&test_aws::sdk().await);
    let user = UserId::random();
    let name = format!("{prefix}/{user}");
    secrets.put(user, &secret("one")).await.unwrap();
    let marked = sdk.delete_secret().secret_id(&name).recovery_window_in_days(7);
    marked.send().await.unwrap();
    assert!(secrets.get(user).await.unwrap().is_none());
    secrets.delete_mail_accounts(user).await.unwrap();
    assert!(sdk.describe_secret().secret_id(&name).send().await.is_err());
    secrets.put(user, &secret("two")).await.unwrap();
    assert_eq!(access_token(secrets.get(user).await.unwrap()).as_deref(), Some("two"));
}

/// moto takes a value for a name that is marked for deletion; AWS refuses it, in these words.
#[tokio::test]
async fn a_name_that_is_marked_for_deletion_is_taken_back_and_written() {
    let server = MockServer::start().await;
    let operation = |name: &str| Mock::given(header("x-amz-target", format!("secretsmanager.{name}")));
    let refuses =
        |code: &str, words: &str| ResponseTemplate::new(400).set_body_json(json!({"__type": code, "Message": words}));
    let words = "You can't create this secret because a secret with this name is already scheduled for deletion.";
    let marked = "You can't perform this operation on the secret because it was marked for deletion.";
    operation("GetSecretValue")
        .respond_with(refuses("InvalidRequestException", marked))
        .mount(&server)
        .await;
    operation("CreateSecret")
        .respond_with(refuses("InvalidRequestException", words))
        .mount(&server)
        .await;
    let done = || ResponseTemplate::new(200).set_body_json(json!({"ARN": "arn", "Name": "name"}));
    operation("RestoreSecret")
        .respond_with(done())
        .expect(1)
        .mount(&server)
        .await;
    operation("PutSecretValue")
        .respond_with(done())
        .expect(1)
        .mount(&server)
        .await;
    let aws = Aws::connect(&test_aws::settings(&server.uri())).await.unwrap();
    let secrets = SecretsManager::new(&aws, "invoices".parse().unwrap());
    secrets.put(UserId::random(), &secret("one")).await.unwrap();
}
