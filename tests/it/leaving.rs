//! Deleting an account: everything goes, whatever is under way, and nothing comes back.

use chrono::TimeDelta;
use invoices_app::work::object_created_again;
use invoices_sandbox::Endpoint;
use serde_json::{Value, json};

use crate::mails::{at, grocery};
use crate::on_both_databases;
use crate::user::User;
use crate::world::World;

const ME: &str = "/v1/user/me";
const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// Someone with an invoice.
async fn shopper(world: &World) -> User<'_> {
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
    assert_eq!(alva.finds_retail().await["totalEmailsFound"], 1);
    alva
}

/// Nothing is left of a user, anywhere.
async fn is_gone(user: &User<'_>) {
    let world = user.world;
    for table in [
        "users",
        "messages",
        "documents",
        "retail_invoices",
        "retail_details",
        "retail_sources",
        "rental_invoices",
        "cursors",
        "notifications",
    ] {
        assert_eq!(world.rows(table, user.id).await, 0, "{table}");
    }
    let id = user.id.to_string();
    let left: Vec<String> = world.files().into_iter().filter(|file| file.contains(&id)).collect();
    assert_eq!(left, Vec::<String>::new());
}

/// A user who is being deleted counts as deleted.
async fn counts_as_deleted(user: &User<'_>) {
    user.gets(ME).await.fails(404, "USER_NOT_FOUND");
    user.ingests_retail().await.fails(404, "USER_NOT_FOUND");
    user.ingests_rental().await.fails(401, "INVALID_CREDENTIALS");
    user.gets("/v1/invoices/retail").await.fails(401, "INVALID_CREDENTIALS");
    let login = json!({"email": user.email, "password": user.password});
    user.world
        .post("/v1/auth/login", &login)
        .await
        .fails(401, "INVALID_CREDENTIALS");
    let tokens = user.world.sandbox.issue_tokens();
    user.stores_tokens(&tokens.access, None)
        .await
        .fails(401, "INVALID_CREDENTIALS");
}

on_both_databases! {
    async fn everything_of_a_user_goes(world: World) {
        let alva = shopper(&world).await;
        let bo = world.connects("Bo").await;
        bo.finds_retail().await;
        let answer = alva.deletes(ME).await;
        assert_eq!((answer.data(200), answer.message()), (&json!(null), format!("User {} deleted successfully!", alva.id).as_str()));
        is_gone(&alva).await;
        counts_as_deleted(&alva).await;
        alva.deletes(ME).await.fails(401, "INVALID_CREDENTIALS");
        assert_eq!((bo.lists_retail().await.len(), world.objects().len()), (1, 1), "Bo keeps what is Bo's");
        assert_eq!(bo.profile().await.data(200)["mail_account_connected"], true);
    }

    async fn the_same_email_can_sign_up_again(world: World) {
        let alva = shopper(&world).await;
        alva.deletes(ME).await.data(200);
        let body = json!({"email": alva.email, "name": "Alva", "password": "another password"});
        let answer = world.post("/v1/auth/signup", &body).await;
        assert_eq!(answer.status, 201);
        let token = answer.body["data"]["access_token"].as_str().unwrap().to_owned();
        let again = User { id: world.app.verify_token(&token).unwrap(), token, ..alva };
        assert_eq!(again.lists_retail().await, Vec::<Value>::new());
        assert_eq!(again.profile().await.data(200)["mail_account_connected"], false);
        again.connects("alva@example.com").await;
        assert_eq!(again.finds_retail().await["totalEmailsFound"], 1, "it starts anew");
    }

    async fn an_object_store_that_is_down_only_delays_it(world: World) {
        let alva = shopper(&world).await;
        let down = world.without("objects");
        alva.deletes(ME).await.fails(502, "DEPENDENCY_FAILURE");
        counts_as_deleted(&alva).await;
        alva.deletes(ME).await.fails(502, "DEPENDENCY_FAILURE");
        drop(down);
        alva.deletes(ME).await.data(200);
        is_gone(&alva).await;
    }

    /// Nobody needs to ask again: the work goes on by itself.
    async fn what_was_cut_off_finishes_by_itself(world: World) {
        let alva = shopper(&world).await;
        let down = world.without("secrets");
        alva.deletes(ME).await.fails(502, "DEPENDENCY_FAILURE");
        drop(down);
        world.clock.forward(TimeDelta::hours(2));
        world.drain().await;
        is_gone(&alva).await;
    }

    /// A deletion that was given up is taken up by the next one.
    async fn a_deletion_that_was_given_up_can_be_asked_for_again(world: World) {
        let alva = shopper(&world).await;
        let down = world.without("objects");
        alva.deletes(ME).await.fails(502, "DEPENDENCY_FAILURE");
        drop(down);
        world.sql("UPDATE jobs SET state = 'dead', finished_at = created_at").await;
        alva.deletes(ME).await.data(200);
        is_gone(&alva).await;
    }

    /// An ingest under way stops at its next message, and the deletion comes after it.
    async fn a_running_ingest_stops(world: World) {
        let world = world.with_settings(|config| config.pipeline.fetch_concurrency = 1).await;
        let alva = world.connects("Alva").await;
        for order in 204_110..204_120 {
            world.sandbox.add(&grocery(at(NOVEMBER), &order.to_string(), "100,00"));
        }
        let request = |method, path: &str| world.http.request(method, world.url(path)).bearer_auth(&alva.token).send();
        let held = world.sandbox.hold_messages();
        let ingest = request(reqwest::Method::POST, "/v1/invoices/retail/ingest");
        let deletion = async {
            world.sandbox.wait_for_calls(Endpoint::Fetch, 1).await;
            let release = async {
                while world.app.live_user(alva.id).await.unwrap().is_some() {
                    tokio::task::yield_now().await;
                }
                drop(held);
            };
            tokio::join!(request(reqwest::Method::DELETE, ME), release).0
        };
        let (ingest, deletion) = world.while_working(async { tokio::join!(ingest, deletion) }).await;
        assert_eq!(deletion.unwrap().status(), 200);
        crate::answer::Answer::of(ingest.unwrap()).await.fails(404, "USER_NOT_FOUND");
        assert_eq!(world.sandbox.calls(Endpoint::Fetch), 1);
        is_gone(&alva).await;
    }

    /// Events that come after the user went write nothing.
    async fn late_events_write_nothing(world: World) {
        let alva = shopper(&world).await;
        let key = world.objects().remove(0);
        let file = world.folder.path().join("objects").join(&key);
        let html = std::fs::read(&file).unwrap();
        alva.deletes(ME).await.data(200);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, html).unwrap();
        for again in ["", "#1"] {
            let job = object_created_again(&key.parse().unwrap(), again, world.now());
            world.app.store().enqueue(job, world.now()).await.unwrap();
            world.drain().await;
        }
        std::fs::remove_file(&file).unwrap();
        for table in ["users", "messages", "documents", "retail_invoices"] {
            assert_eq!(world.rows(table, alva.id).await, 0, "{table}");
        }
    }

    async fn two_who_delete_at_once_are_both_told(world: World) {
        let alva = shopper(&world).await;
        let delete = || world.http.delete(world.url(ME)).bearer_auth(&alva.token).send();
        let (one, two) = world.while_working(async { tokio::join!(delete(), delete()) }).await;
        let statuses = [one.unwrap().status().as_u16(), two.unwrap().status().as_u16()];
        // The second may come when the account is gone already.
        assert!(statuses.contains(&200) && statuses.iter().all(|status| [200, 401].contains(status)), "{statuses:?}");
        is_gone(&alva).await;
    }
}
