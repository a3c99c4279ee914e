//! Tokens that are wrong, damaged or dead.

use chrono::TimeDelta;
use invoices_sandbox::{Fault, SandboxHandle};
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::interruption::{Call, Interruptions};
use invoices_tests::support::wait::within;
use invoices_tests::support::world::World;
use rstest::rstest;

// Shows: Connecting a mail account | A refresh token is tried once when it is stored: it must give an access token of the same account, client and scopes, else 400 `INVALID_CREDENTIALS`. Without an OAuth client in the settings it is stored untried
// Shows: Threats | Someone uses tokens of…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refresh_token_must_work_and_fit_the_access_token(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.signs_up("Alva").await;
    let tokens = world.sandbox.issue_tokens();
    let scopes = [SandboxHandle::default_scopes(), &["https://mail.google.com/"]].concat();
    let more_scopes = world.sandbox.issue_tokens_for("alva@example.com", &scopes);
    let other_account = world
        .sandbox
        .issue_tokens_for("bo@example.com", SandboxHandle::default_scopes());
    let revoked = world.sandbox.issue_tokens();
    world.sandbox.revoke(&revoked.refresh);
    for (refresh, word) in [
        ("nonsense", "invalid"),
        (&revoked.refresh, "revoked"),
        (&other_account.refresh, "another account"),
        (&more_scopes.refresh, "other scopes"),
    ] {
        let answer = alva.stores_tokens(&tokens.access, Some(refresh)).await;
        let message = answer.fails(400, "INVALID_CREDENTIALS");
        assert!(message.contains(word), "{message}");
    }
    world.sandbox.fail(Fault::Token500);
    alva.stores_tokens(&tokens.access, Some(&tokens.refresh))
        .await
        .fails(502, "DEPENDENCY_FAILURE");
    world.sandbox.clear_faults();
    assert_eq!(alva.profile().await.data(200)["mail_account_connected"], false);
    alva.stores_tokens(&tokens.access, Some(&tokens.refresh))
        .await
        .data(201);
}

// Shows: Connecting a mail account | A refresh token is tried…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_an_oauth_client_a_refresh_token_is_kept_untried(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = world.with_settings(|config| config.mail.client_secret = None).await;
    let alva = world.signs_up("Alva").await;
    let tokens = world.sandbox.issue_tokens();
    alva.stores_tokens(&tokens.access, Some("nonsense")).await.data(201);
}

// Shows: Connecting a mail account | An expired access token without a refresh token disconnects the account when an ingest finds it; damaged tokens count as none. The user can always connect again
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_expired_access_token_that_nothing_renews_is_dropped(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let mut alva = world.signs_up("Alva").await;
    let tokens = world.sandbox.issue_tokens();
    alva.stores_tokens(&tokens.access, None).await.data(201);
    alva.comes_back_after(TimeDelta::hours(2)).await;
    alva.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
    assert_eq!(alva.profile().await.data(200)["mail_account_connected"], false);
    alva.connects("alva@example.com").await;
    alva.ingests_retail().await.data(200);
}

/// A file that was cut off, and one that another user's tokens were copied to.
// Shows: Connecting a mail account | An expired access token…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_tokens_count_as_none_until_the_user_connects_again(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, bo) = (world.connects("Alva").await, world.connects("Bo").await);
    let file = |user| world.folder.path().join(format!("secrets/{user}.sealed"));
    let whole = std::fs::read(file(alva.id)).unwrap();
    for damaged in [whole[..40].to_vec(), std::fs::read(file(bo.id)).unwrap()] {
        std::fs::write(file(alva.id), damaged).unwrap();
        assert_eq!(alva.profile().await.data(200)["mail_account_connected"], false);
        alva.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
        alva.connects("alva@example.com").await;
        assert_eq!(alva.profile().await.data(200)["mail_account_connected"], true);
        alva.ingests_retail().await.data(200);
    }
    std::fs::write(file(alva.id), "damaged").unwrap();
    alva.deletes("/v1/user/me").await.data(200);
    assert!(!file(alva.id).exists());
}

/// The user connects again between the provider's refusal and the removal of the refused tokens.
// Shows: Connecting a mail account | Dead tokens are dropped without those that the user stored meanwhile
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_tokens_are_not_dropped_with_the_dead_ones(#[values(Sqlite, Postgres)] database: Database) {
    let interruptions = Interruptions::default();
    let world = World::start(database).await;
    let world = world.with_ports(|ports| interruptions.install(ports)).await;
    let alva = world.connects("Alva").await;
    world.sandbox.fail(Fault::TokenRevoked);
    let held = interruptions.hold(Call::PutSecret);
    let ingest = world
        .http
        .post(world.url("/v1/invoices/retail/ingest"))
        .bearer_auth(&alva.token);
    let connects = async {
        held.reached().await;
        world.sandbox.clear_faults();
        let tokens = world.sandbox.issue_tokens();
        let body = serde_json::json!({"access_token": tokens.access, "refresh_token": tokens.refresh});
        let request = world.http.post(world.url("/v1/auth/mail/store-tokens"));
        let answer = Answer::to(request.bearer_auth(&alva.token).json(&body)).await;
        held.release();
        answer
    };
    let both = world.while_working(async { tokio::join!(Answer::to(ingest), connects) });
    let (ingested, connected) = within("both answers", both).await;
    ingested.fails(502, "MAIL_TOKEN_EXPIRED");
    connected.data(201);
    assert_eq!(alva.profile().await.data(200)["mail_account_connected"], true);
    alva.ingests_retail().await.data(200);
}
