//! What the service depends on is down: a clear failure, and after it the same call brings home everything once.

use std::time::Duration;

use chrono::TimeDelta;
use invoices_sandbox::{Endpoint, Fault, Quota};
use serde_json::{Value, json};

use crate::mails::{at, grocery, notice, rent_mail};
use crate::on_both_databases;
use crate::user::User;
use crate::world::World;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// Three receipts and a rent notice.
fn fill(world: &World) {
    for order in 204_118..204_121 {
        world.sandbox.add(&grocery(at(NOVEMBER), &order.to_string(), "100,00"));
    }
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
}

/// Every ingest fails with the code.
async fn nothing_comes_home(user: &User<'_>, why: &str) {
    for answer in [
        user.ingests_retail().await,
        user.ingests_rental().await,
        user.ingests_latest().await,
    ] {
        assert_eq!(answer.status, 502, "{why}: {:?}", answer.body);
        let message = answer.fails(502, "DEPENDENCY_FAILURE");
        assert!(message.ends_with("failed. Try again later."), "{why}: {message}");
    }
    assert_eq!(user.lists_retail().await, Vec::<Value>::new(), "{why}");
}

/// Both ingests bring home everything, and nothing twice.
async fn everything_comes_home(user: &User<'_>, why: &str) {
    assert_eq!(user.finds_retail().await["errors"], json!([]), "{why}");
    user.ingests_rental().await.data(200);
    assert_eq!(user.lists_retail().await.len(), 3, "{why}");
    assert_eq!(user.lists_rental().await.data(200)["invoiceCount"], 1, "{why}");
    assert_eq!(user.notifications().await.len(), 1, "{why}");
    let mine = format!("invoices/{}/", user.id);
    assert_eq!(
        user.world.objects().iter().filter(|key| key.starts_with(&mine)).count(),
        4,
        "{why}"
    );
    user.world.sandbox.reset_calls();
    assert_eq!(user.finds_retail().await["totalEmailsFound"], 0, "{why}");
    assert_eq!(*user.ingests_rental().await.data(200), json!(null), "{why}");
    assert_eq!(user.world.sandbox.calls(Endpoint::Fetch), 0, "{why}");
}

on_both_databases! {
    async fn a_mail_provider_that_fails_in_whatever_way_loses_nothing(world: World) {
        fill(&world);
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
            let why = format!("{fault:?}");
            let user = world.connects("Alva").await;
            world.sandbox.fail(fault);
            nothing_comes_home(&user, &why).await;
            assert_eq!(user.profile().await.data(200)["mail_account_connected"], true, "{why}");
            world.sandbox.clear_faults();
            if let Fault::RateLimited { retry_after: Some(seconds) } = fault {
                // Until then the provider is not even asked.
                world.sandbox.reset_calls();
                nothing_comes_home(&user, &why).await;
                assert_eq!(world.sandbox.calls(Endpoint::Search), 0, "{why}");
                world.clock.forward(TimeDelta::seconds(i64::try_from(seconds).unwrap()));
            }
            everything_comes_home(&user, &why).await;
        }
    }

    /// The provider grants less than the settings say, or others spend it: a failure for now, and no reason to connect again.
    async fn a_quota_that_is_used_up_loses_nothing(world: World) {
        fill(&world);
        let alva = world.connects("Alva").await;
        world.sandbox.limit(Some(Quota { user: 10, ..Quota::default() }));
        nothing_comes_home(&alva, "an account's quota").await;
        world.sandbox.limit(Some(Quota { project: 10, ..Quota::default() }));
        nothing_comes_home(&alva, "the project's quota").await;
        assert!(world.sandbox.rejected_calls() > 0);
        assert_eq!(alva.profile().await.data(200)["mail_account_connected"], true);
        world.sandbox.limit(None);
        everything_comes_home(&alva, "the next minute").await;
    }

    /// A storm that ends within the call's own tries is noticed by nobody.
    async fn a_short_storm_of_refusals_is_waited_out(world: World) {
        let world = world.with_settings(|config| config.pipeline.fetch_concurrency = 1).await;
        fill(&world);
        for fault in [Fault::QuotaExceeded, Fault::RateLimited { retry_after: None }] {
            let user = world.connects("Alva").await;
            world.sandbox.fail_times(fault, 4);
            everything_comes_home(&user, &format!("{fault:?}")).await;
        }
    }

    async fn a_mail_provider_that_never_answers_is_given_up(world: World) {
        let world = world.with_settings(|config| config.mail.timeout_seconds = 1).await;
        fill(&world);
        let alva = world.connects("Alva").await;
        world.sandbox.fail(Fault::Slow(Duration::from_mins(10)));
        alva.ingests_rental().await.fails(502, "DEPENDENCY_FAILURE");
        world.sandbox.clear_faults();
        everything_comes_home(&alva, "slow").await;
    }

    /// A passing failure is tried again at once, and nobody hears of it.
    async fn a_call_that_fails_once_is_repeated(world: World) {
        fill(&world);
        for fault in [Fault::Search500, Fault::Fetch500, Fault::CutBody, Fault::Reset, Fault::RateLimited { retry_after: Some(0) }] {
            let user = world.connects("Alva").await;
            world.sandbox.fail_times(fault, 1);
            everything_comes_home(&user, &format!("{fault:?}")).await;
            world.sandbox.clear_faults();
        }
    }

    /// A message that can't be fetched is named, the others come home, and it comes with the next run.
    async fn one_message_that_fails_costs_itself_alone(world: World) {
        let world = world.with_settings(|config| config.pipeline.fetch_concurrency = 1).await;
        fill(&world);
        let alva = world.connects("Alva").await;
        world.sandbox.fail_times(Fault::Fetch500, 2);
        let data = alva.finds_retail().await;
        assert_eq!(data["totalEmailsFound"], 2);
        let errors = data["errors"].as_array().unwrap();
        assert_eq!((errors.len(), &errors[0]["error"]), (1, &json!("the message could not be fetched; the next run tries again")));
        assert!(errors[0]["message_id"].is_string(), "{errors:?}");
        everything_comes_home(&alva, "the next run").await;
    }

    /// At most twenty errors are told, however many there are.
    async fn errors_are_bounded(world: World) {
        let world = world.with_settings(|config| config.pipeline.fetch_concurrency = 4).await;
        let alva = world.connects("Alva").await;
        for order in 204_118..204_150 {
            world.sandbox.add(&grocery(at(NOVEMBER), &order.to_string(), "100,00"));
        }
        // Each call is tried twice; every other message fails.
        world.sandbox.fail(Fault::Fetch500);
        alva.ingests_retail().await.fails(502, "DEPENDENCY_FAILURE");
        assert!(world.sandbox.calls(Endpoint::Fetch) < 40, "a provider that is down is not asked for every message");
        world.sandbox.clear_faults();
        assert_eq!(alva.finds_retail().await["totalEmailsFound"], 32);
    }

    /// An access token that can't be renewed for now does not disconnect the account.
    async fn an_identity_provider_that_is_down_does_not_disconnect(world: World) {
        fill(&world);
        let alva = world.connects("Alva").await;
        world.sandbox.fail(Fault::TokenExpired);
        world.sandbox.fail(Fault::Token500);
        nothing_comes_home(&alva, "token").await;
        assert_eq!(alva.profile().await.data(200)["mail_account_connected"], true);
        world.sandbox.clear_faults();
        everything_comes_home(&alva, "token").await;
    }

    async fn a_database_that_fails_says_so_and_loses_nothing(world: World) {
        fill(&world);
        let alva = world.connects("Alva").await;
        for table in ["messages", "documents", "cursors"] {
            world.sql(&format!("ALTER TABLE {table} RENAME TO away")).await;
            for answer in [alva.ingests_retail().await, alva.ingests_rental().await] {
                // The rental ingest needs no cursors.
                if table != "cursors" || answer.status == 502 {
                    assert_eq!(answer.fails(502, "DEPENDENCY_FAILURE"), "The database failed. Try again later.", "{table}");
                }
            }
            world.sql(&format!("ALTER TABLE away RENAME TO {table}")).await;
        }
        everything_comes_home(&alva, "database").await;
        for (table, path) in [
            ("users", "/v1/user/me"),
            ("users", "/v1/invoices/retail"),
            ("retail_invoices", "/v1/invoices/retail"),
            ("retail_invoices", "/v1/invoices/retail?counts=true"),
            ("rental_invoices", "/v1/invoices/rental"),
            ("rental_invoices", "/v1/invoices/rental/Invoice_1"),
        ] {
            world.sql(&format!("ALTER TABLE {table} RENAME TO away")).await;
            let answer = alva.gets(path).await;
            assert_eq!(answer.fails(502, "DEPENDENCY_FAILURE"), "The database failed. Try again later.", "{table} {path}");
            world.sql(&format!("ALTER TABLE away RENAME TO {table}")).await;
            assert_eq!(alva.gets(path).await.status, 200);
        }
    }

    async fn sign_up_and_login_without_a_database_fail_clearly(world: World) {
        let alva = world.signs_up("Alva").await;
        world.sql("ALTER TABLE users RENAME TO away").await;
        let body = json!({"email": "new@example.com", "name": "New", "password": alva.password});
        world.post("/v1/auth/signup", &body).await.fails(502, "DEPENDENCY_FAILURE");
        let body = json!({"email": alva.email, "password": alva.password});
        world.post("/v1/auth/login", &body).await.fails(502, "DEPENDENCY_FAILURE");
        alva.deletes("/v1/user/me").await.fails(502, "DEPENDENCY_FAILURE");
        world.sql("ALTER TABLE away RENAME TO users").await;
        assert_eq!(world.post("/v1/auth/login", &body).await.status, 200);
    }

    async fn an_object_store_that_is_down_loses_nothing(world: World) {
        fill(&world);
        let alva = world.connects("Alva").await;
        let down = world.without("objects");
        nothing_comes_home(&alva, "objects").await;
        drop(down);
        everything_comes_home(&alva, "objects").await;
    }

    async fn a_secret_store_that_is_down_says_so(world: World) {
        fill(&world);
        let alva = world.connects("Alva").await;
        let tokens = world.sandbox.issue_tokens();
        let down = world.without("secrets");
        assert_eq!(alva.profile().await.fails(502, "DEPENDENCY_FAILURE"), "The secret store failed. Try again later.");
        alva.stores_tokens(&tokens.access, None).await.fails(502, "DEPENDENCY_FAILURE");
        nothing_comes_home(&alva, "secrets").await;
        drop(down);
        everything_comes_home(&alva, "secrets").await;
    }
}
