//! Notifications besides new invoices: once per problem, until it is resolved.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use chrono::TimeDelta;
use invoices_domain::mail::{AccountChange, MailAccounts};
use invoices_domain::ports::{DependencyError, SecretError, Secrets};
use invoices_domain::{PasswordChange, PdfPasswords, UserId};
use invoices_sandbox::Fault;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{ReceiptText, at, grocery, notice, receipt, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::json;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// Subjects of the notifications, the oldest first.
async fn subjects(user: &User<'_>) -> Vec<String> {
    user.world.drain().await;
    let mut told: Vec<String> = user
        .notifications()
        .await
        .into_iter()
        .map(|(subject, _)| subject)
        .collect();
    told.reverse();
    told
}

const RECONNECT: &str = "Connect your mail account again";
const FULL: &str = "Your account is full";
const FAILED: &str = "Invoices could not be fetched";

// Shows: Events and notifications | A user is notified once that the mail account must be reconnected, until it is
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dead_tokens_are_told_once_until_the_account_is_connected_again(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let bo = world.signs_up("Bo").await;
    world.sandbox.fail(Fault::TokenRevoked);
    for _ in 0..2 {
        alva.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
        bo.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
    }
    assert_eq!(subjects(&alva).await, [RECONNECT]);
    assert!(
        subjects(&bo).await.is_empty(),
        "a user without an account has nothing to reconnect"
    );
    // The schedule finds the tokens missing, and sends no new notification.
    world.tick().await;
    world.clock.forward(TimeDelta::days(8));
    world.tick().await;
    assert_eq!(subjects(&alva).await, [RECONNECT]);
    world.sandbox.clear_faults();
    let mut alva = alva;
    alva.comes_back_after(TimeDelta::zero()).await;
    alva.connects("alva@example.com").await;
    alva.fetches_retail().await;
    world.sandbox.fail(Fault::TokenRevoked);
    alva.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
    assert_eq!(subjects(&alva).await, [RECONNECT, RECONNECT]);
}

/// Mail accounts that are connected right after the first look for one.
struct ConnectedMeanwhile {
    secrets: Arc<dyn Secrets>,
    looked: AtomicBool,
}

#[async_trait]
impl Secrets for ConnectedMeanwhile {
    async fn mail_accounts(&self, user: UserId) -> Result<MailAccounts, SecretError> {
        if self.looked.swap(true, Ordering::SeqCst) {
            self.secrets.mail_accounts(user).await
        } else {
            Ok(MailAccounts::default())
        }
    }

    async fn change_mail_accounts(&self, user: UserId, change: AccountChange) -> Result<MailAccounts, DependencyError> {
        self.secrets.change_mail_accounts(user, change).await
    }

    async fn delete_mail_accounts(&self, user: UserId) -> Result<(), DependencyError> {
        self.secrets.delete_mail_accounts(user).await
    }

    async fn pdf_passwords(&self, user: UserId) -> Result<PdfPasswords, SecretError> {
        self.secrets.pdf_passwords(user).await
    }

    async fn change_pdf_passwords(&self, user: UserId, change: PasswordChange) -> Result<(), DependencyError> {
        self.secrets.change_pdf_passwords(user, change).await
    }

    async fn check(&self) -> Result<(), DependencyError> {
        self.secrets.check().await
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_told_to_connect_an_account_that_was_connected_during_the_ingest() {
    let world = World::start(Sqlite).await;
    let token = world.connects("Alva").await.token;
    let world = world
        .with_ports(|ports| {
            ports.secrets = Arc::new(ConnectedMeanwhile {
                secrets: Arc::clone(&ports.secrets),
                looked: AtomicBool::new(false),
            });
        })
        .await;
    let ingest = world
        .http
        .post(world.url("/v1/invoices/rental/ingest"))
        .bearer_auth(token);
    let ingest = world.while_working(ingest.send()).await.unwrap();
    assert_eq!(ingest.status(), 502);
    world.drain().await;
    assert!(world.rows_of("notifications").await.is_empty());
}

// Shows: Events and notifications | A user is notified once that the account is full, until there is space
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_account_is_told_once_until_there_is_room(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = world.with_settings(|config| config.limits.account_messages = 2).await;
    let alva = world.connects("Alva").await;
    for order in 1..=3 {
        world.sandbox.add(&grocery(at(NOVEMBER), &order.to_string(), "100,00"));
    }
    for _ in 0..2 {
        alva.fetches_retail().await;
    }
    assert_eq!(subjects(&alva).await, [FULL]);
    let list = alva.lists_retail().await;
    alva.deletes_retail(&list[0]["invoice_id"]).await.data(200);
    let fetched = alva.fetches_retail().await;
    assert_eq!(
        (&fetched["totalEmailsFound"], &fetched["errors"]),
        (&json!(1), &json!([]))
    );
    assert_eq!(subjects(&alva).await, [FULL], "there was room for the third");
    world.sandbox.add(&grocery(world.now(), "4", "100,00"));
    assert_ne!(alva.fetches_retail().await["errors"], json!([]));
    assert_eq!(subjects(&alva).await, [FULL, FULL]);
}

/// An answer lists twenty errors at most.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_account_is_told_though_twenty_errors_came_first() {
    let world = World::start(Sqlite).await;
    let world = world.with_settings(|config| config.limits.account_messages = 1).await;
    let shop = |id: &str| json!({"vendor_id": id, "vendor_name": id, "sub_type": "grocery", "email_patterns": [format!("{id}@example.com")]});
    let shops = (10..31).map(|nth| shop(&format!("failing-{nth}")));
    let shops: Vec<_> = std::iter::once(shop("apples")).chain(shops).collect();
    let world = world.with_only_vendors(&json!(shops)).await;
    let alva = world.connects("Alva").await;
    let mail = |sender: &str| receipt(sender, "Ditt kvitto", at(NOVEMBER), &ReceiptText::default().html());
    world.sandbox.add(&mail("failing-10@example.com"));
    world.sandbox.fail(Fault::Fetch500);
    alva.ingests_retail().await.fails(502, "DEPENDENCY_FAILURE");
    world.sandbox.clear_faults();
    world.sandbox.add(&mail("apples@example.com"));
    world.sandbox.fail_searches_for("failing");
    let errors = alva.fetches_retail().await["errors"].clone();
    let failed_searches = errors
        .as_array()
        .unwrap()
        .iter()
        .filter(|error| error["vendor_id"].is_string());
    assert_eq!(failed_searches.count(), 20, "{errors}");
    assert_eq!(subjects(&alva).await, [FULL]);
}

/// A bug ends an ingest after its attempts.
// Shows: Events and notifications | A user is notified once of an ingest that failed permanently, until one succeeds
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ingest_that_failed_for_good_is_told_once_until_one_succeeds(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let broken = "UPDATE jobs SET payload = '{\"ingest\": \"nonsense\"}' WHERE kind = 'ingest' AND state = 'ready'";
    for _ in 0..2 {
        world.clock.forward(TimeDelta::days(7));
        invoices_app::job::schedule::run_due(&world.app).await.unwrap();
        world.sql(broken).await;
        for _ in 0..invoices_app::JOB_ATTEMPTS + 2 {
            world.drain().await;
            world.clock.forward(TimeDelta::hours(1));
        }
    }
    assert_eq!(subjects(&alva).await, [FAILED]);
}

/// The kind is stored and is in what is published.
// Shows: Events and notifications | The kind of a notification is kept, and published with it
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_kind_is_kept(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
    alva.ingests_rental().await.data(200);
    world.sandbox.fail(Fault::TokenRevoked);
    alva.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
    world.drain().await;
    let rows = world.app.store().notifications(Some(alva.id), 10).await.unwrap();
    let kinds: Vec<_> = rows
        .iter()
        .map(|row| (row.kind().to_string(), row.invoice_id.clone()))
        .collect();
    assert_eq!(json!(kinds), json!([["reconnect", ""], ["invoice", "Invoice_1"]]));
}
