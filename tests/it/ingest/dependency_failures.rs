//! Dependencies that fail: the error is clear, and afterwards the same request ingests everything once.

use std::time::Duration;

use chrono::TimeDelta;
use invoices_sandbox::{Endpoint, Fault, Quota};
use invoices_service::settings::Seconds;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, grocery, notice, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// Three receipts and a rent notice.
fn add_mails(world: &World) {
    for order in 204_118..204_121 {
        world.sandbox.add(&grocery(at(NOVEMBER), &order.to_string(), "100,00"));
    }
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
}

/// Every ingest fails with 502.
async fn all_ingests_fail(user: &User<'_>, reason: &str) {
    for answer in [
        user.ingests_retail().await,
        user.ingests_rental().await,
        user.ingests_latest().await,
    ] {
        assert_eq!(answer.status, 502, "{reason}: {:?}", answer.body);
        let message = answer.fails(502, "DEPENDENCY_FAILURE");
        assert!(message.ends_with("failed. Try again later."), "{reason}: {message}");
    }
    assert_eq!(user.lists_retail().await, Vec::<Value>::new(), "{reason}");
}

/// Both ingests succeed, and nothing is ingested twice.
async fn all_ingests_succeed(user: &User<'_>, reason: &str) {
    assert_eq!(user.fetches_retail().await["errors"], json!([]), "{reason}");
    user.ingests_rental().await.data(200);
    assert_eq!(user.lists_retail().await.len(), 3, "{reason}");
    assert_eq!(user.lists_rental().await.data(200)["invoiceCount"], 1, "{reason}");
    assert_eq!(user.notifications().await.len(), 1, "{reason}");
    let mine = format!("invoices/{}/", user.id);
    assert_eq!(
        user.world.objects().iter().filter(|key| key.starts_with(&mine)).count(),
        4,
        "{reason}"
    );
    user.world.sandbox.reset_calls();
    assert_eq!(user.fetches_retail().await["totalEmailsFound"], 0, "{reason}");
    assert_eq!(*user.ingests_rental().await.data(200), json!(null), "{reason}");
    assert_eq!(user.world.sandbox.calls(Endpoint::Fetch), 0, "{reason}");
}

// Shows: Ingests | A dependency that fails is 502 `DEPENDENCY_FAILURE`; afterwards the same call stores everything, once
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_failure_of_the_mail_provider_loses_anything() {
    let world = World::start(Sqlite).await;
    add_mails(&world);
    for fault in [
        Fault::Search500,
        Fault::Fetch500,
        Fault::Reset,
        Fault::CutBody,
        Fault::NotJson,
        Fault::RateLimited { retry_after: Some(30) },
        Fault::RateLimited { retry_after: None },
        Fault::QuotaExceeded,
        Fault::Forbidden,
    ] {
        let reason = format!("{fault:?}");
        let user = world.connects("Alva").await;
        world.sandbox.fail(fault);
        all_ingests_fail(&user, &reason).await;
        assert_eq!(
            user.profile().await.data(200)["mail_account_connected"],
            true,
            "{reason}"
        );
        world.sandbox.clear_faults();
        if let Fault::RateLimited {
            retry_after: Some(seconds),
        } = fault
        {
            // Until then the provider is not called.
            world.sandbox.reset_calls();
            all_ingests_fail(&user, &reason).await;
            assert_eq!(world.sandbox.calls(Endpoint::Search), 0, "{reason}");
            world.clock.forward(TimeDelta::seconds(i64::try_from(seconds).unwrap()));
        }
        all_ingests_succeed(&user, &reason).await;
    }
}

/// It is a temporary failure, and the account stays connected.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_used_up_quota_loses_nothing() {
    let world = World::start(Sqlite).await;
    add_mails(&world);
    let alva = world.connects("Alva").await;
    world.sandbox.limit(Some(Quota {
        user: 10,
        ..Quota::default()
    }));
    all_ingests_fail(&alva, "an account's quota").await;
    world.sandbox.limit(Some(Quota {
        project: 10,
        ..Quota::default()
    }));
    all_ingests_fail(&alva, "the project's quota").await;
    assert!(world.sandbox.rejected_calls() > 0);
    assert_eq!(alva.profile().await.data(200)["mail_account_connected"], true);
    world.sandbox.limit(None);
    all_ingests_succeed(&alva, "the next minute").await;
}

/// It ends within the retries of one call.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_short_burst_of_rate_limits_is_waited_out() {
    let world = World::start(Sqlite).await;
    let world = world
        .with_settings(|config| config.pipeline.fetch_concurrency = 1)
        .await;
    add_mails(&world);
    for fault in [Fault::QuotaExceeded, Fault::RateLimited { retry_after: None }] {
        let user = world.connects("Alva").await;
        world.sandbox.fail_times(fault, 4);
        all_ingests_succeed(&user, &format!("{fault:?}")).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_provider_that_never_answers_times_out() {
    let world = World::start(Sqlite).await;
    let world = world
        .with_settings(|config| config.mail.timeout_seconds = Seconds::new(1))
        .await;
    add_mails(&world);
    let alva = world.connects("Alva").await;
    world.sandbox.fail(Fault::Slow(Duration::from_mins(10)));
    alva.ingests_rental().await.fails(502, "DEPENDENCY_FAILURE");
    world.sandbox.clear_faults();
    all_ingests_succeed(&alva, "slow").await;
}

/// The retry is immediate.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_fails_once_is_retried() {
    let world = World::start(Sqlite).await;
    add_mails(&world);
    for fault in [
        Fault::Search500,
        Fault::Fetch500,
        Fault::CutBody,
        Fault::Reset,
        Fault::RateLimited { retry_after: Some(0) },
    ] {
        let user = world.connects("Alva").await;
        world.sandbox.fail_times(fault, 1);
        all_ingests_succeed(&user, &format!("{fault:?}")).await;
        world.sandbox.clear_faults();
    }
}

/// It is named in the answer, and the next run fetches it.
// Shows: Retail invoices | At most 20 `errors`…
// Shows: Ingests | What failed to be fetched is fetched by the next run, or without one
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_message_that_fails_does_not_affect_the_others() {
    let world = World::start(Sqlite).await;
    let world = world
        .with_settings(|config| config.pipeline.fetch_concurrency = 1)
        .await;
    add_mails(&world);
    let alva = world.connects("Alva").await;
    world.sandbox.fail_times(Fault::Fetch500, 2);
    let data = alva.fetches_retail().await;
    assert_eq!(data["totalEmailsFound"], 2);
    let errors = data["errors"].as_array().unwrap();
    assert_eq!(
        (errors.len(), &errors[0]["error"]),
        (1, &json!("the message could not be fetched; the next run tries again"))
    );
    assert!(errors[0]["message_id"].is_string(), "{errors:?}");
    all_ingests_succeed(&alva, "the next run").await;
}

// Shows: Retail invoices | At most 20 `errors`, safe to show
// Shows: Limits | entries of `errors` | at most 20
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_most_twenty_errors_are_reported() {
    let world = World::start(Sqlite).await;
    let world = world
        .with_settings(|config| config.pipeline.fetch_concurrency = 4)
        .await;
    let alva = world.connects("Alva").await;
    for order in 204_118..204_150 {
        world.sandbox.add(&grocery(at(NOVEMBER), &order.to_string(), "100,00"));
    }
    // Each call is tried twice.
    world.sandbox.fail(Fault::Fetch500);
    alva.ingests_retail().await.fails(502, "DEPENDENCY_FAILURE");
    assert!(
        world.sandbox.calls(Endpoint::Fetch) < 40,
        "a provider that is down is not asked for every message"
    );
    world.sandbox.clear_faults();
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 32);
}

/// The access token can not be renewed for now.
// Shows: Connecting a mail account | Rate limits or failures…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_identity_provider_that_is_down_does_not_disconnect_the_account() {
    let world = World::start(Sqlite).await;
    add_mails(&world);
    let alva = world.connects("Alva").await;
    world.sandbox.fail(Fault::TokenExpired);
    world.sandbox.fail(Fault::Token500);
    all_ingests_fail(&alva, "token").await;
    assert_eq!(alva.profile().await.data(200)["mail_account_connected"], true);
    world.sandbox.clear_faults();
    all_ingests_succeed(&alva, "token").await;
}

// Shows: Profile and deletion of the account | A database or secret store that fails is 502 `DEPENDENCY_FAILURE`
// Shows: Lists | A failing database is 502 `DEPENDENCY_FAILURE`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failing_database_is_reported_and_loses_nothing(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    add_mails(&world);
    let alva = world.connects("Alva").await;
    for table in ["messages", "documents", "cursors"] {
        world.sql(&format!("ALTER TABLE {table} RENAME TO renamed")).await;
        for answer in [alva.ingests_retail().await, alva.ingests_rental().await] {
            if table != "cursors" || answer.status == 502 {
                assert_eq!(
                    answer.fails(502, "DEPENDENCY_FAILURE"),
                    "The database failed. Try again later.",
                    "{table}"
                );
            }
        }
        world.sql(&format!("ALTER TABLE renamed RENAME TO {table}")).await;
    }
    all_ingests_succeed(&alva, "database").await;
    for (table, path) in [
        ("users", "/v1/user/me"),
        ("users", "/v1/invoices/retail"),
        ("retail_invoices", "/v1/invoices/retail"),
        ("retail_sums", "/v1/invoices/retail?counts=true"),
        ("usage_sums", "/v1/user/me/usage"),
        ("rental_invoices", "/v1/invoices/rental"),
        ("rental_invoices", "/v1/invoices/rental/Invoice_1"),
    ] {
        world.sql(&format!("ALTER TABLE {table} RENAME TO renamed")).await;
        let answer = alva.gets(path).await;
        assert_eq!(
            answer.fails(502, "DEPENDENCY_FAILURE"),
            "The database failed. Try again later.",
            "{table} {path}"
        );
        world.sql(&format!("ALTER TABLE renamed RENAME TO {table}")).await;
        assert_eq!(alva.gets(path).await.status, 200);
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sign_up_and_login_without_a_database_fail_clearly(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.signs_up("Alva").await;
    world.sql("ALTER TABLE users RENAME TO renamed").await;
    let body = json!({"email": "new@example.com", "name": "New", "password": alva.password});
    world
        .post("/v1/auth/signup", &body)
        .await
        .fails(502, "DEPENDENCY_FAILURE");
    let body = json!({"email": alva.email, "password": alva.password});
    world
        .post("/v1/auth/login", &body)
        .await
        .fails(502, "DEPENDENCY_FAILURE");
    alva.deletes("/v1/user/me").await.fails(502, "DEPENDENCY_FAILURE");
    world.sql("ALTER TABLE renamed RENAME TO users").await;
    assert_eq!(world.post("/v1/auth/login", &body).await.status, 200);
}

// Shows: Ingests | A dependency that fails…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_object_store_that_is_down_loses_nothing() {
    let world = World::start(Sqlite).await;
    add_mails(&world);
    let alva = world.connects("Alva").await;
    let down = world.without("objects");
    // More often than the reader may fail at a mail: each time it reads them well.
    for _ in 0..=world.config.pipeline.parse_attempts {
        all_ingests_fail(&alva, "objects").await;
    }
    drop(down);
    all_ingests_succeed(&alva, "objects").await;
}

// Shows: Profile and deletion of the account | A database or secret…
// Shows: Connecting a mail account | An identity provider or…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_secret_store_that_is_down_is_reported() {
    let world = World::start(Sqlite).await;
    add_mails(&world);
    let alva = world.connects("Alva").await;
    let tokens = world.sandbox.issue_tokens();
    let down = world.without("secrets");
    assert_eq!(
        alva.profile().await.fails(502, "DEPENDENCY_FAILURE"),
        "The secret store failed. Try again later."
    );
    alva.stores_tokens(&tokens.access, None)
        .await
        .fails(502, "DEPENDENCY_FAILURE");
    all_ingests_fail(&alva, "secrets").await;
    drop(down);
    all_ingests_succeed(&alva, "secrets").await;
}
