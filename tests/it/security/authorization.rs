//! Nobody gets in: every operation of the document against every forged token, and against everyone else's resources.
//!
//! The operations come from the document, so one that is added is tried here without being named. What a trespasser
//! would ask of it must be written down in [`trespasses`]: until then its test fails.

use reqwest::Method;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::contract::Operation;
use crate::forgery::{Forger, Refusal};
use crate::mails::{at, grocery, notice, rent_mail};
use crate::on_both_databases;
use crate::user::User;
use crate::world::World;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// Refused as RFC 6750 asks.
#[track_caller]
fn is_unauthorized(answer: &Answer, code: &str, what: &str) {
    assert_eq!(
        (answer.status, answer.body["error"]["code"].as_str()),
        (401, Some(code)),
        "{what}: {:?}",
        answer.body
    );
    answer.fails(401, code);
    assert_eq!(answer.header("www-authenticate"), Some("Bearer"), "{what}");
}

/// Someone with a receipt and a rent notice.
async fn owner(world: &World) -> User<'_> {
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
    let pdf = ("Hyresavi_1297534008.pdf", notice(5100, "2026-11-30"));
    world.sandbox.add(&rent_mail(at(NOVEMBER), &[pdf]));
    let alva = world.connects("Alva").await;
    alva.finds_retail().await;
    alva.ingests_rental().await.data(200);
    alva
}

/// All that a user can see.
async fn seen_by(user: &User<'_>) -> Value {
    let retail = user.lists_retail().await;
    let detail = match retail.first() {
        Some(summary) => user.detail_of(summary).await,
        None => Value::Null,
    };
    json!({
        "profile": *user.profile().await.data(200),
        "rental": *user.lists_rental().await.data(200),
        "retail": retail,
        "detail": detail,
    })
}

/// What someone else would ask to get at an owner's data: path, body, and the status it must come to.
fn trespasses(id: &str, owner: &Value) -> Vec<(String, Option<Value>, u16)> {
    let retail = owner["retail"][0]["invoice_id"].as_str().unwrap();
    let rental = owner["rental"]["invoices"]["2026"][0]["InvoiceID"].as_str().unwrap();
    let plain = |path: &str, status| vec![(path.to_owned(), None, status)];
    match id {
        // Deleting is tried last: the trespasser's own account goes, and nothing else.
        "user_view" | "user_delete" => plain("/v1/user/me", 200),
        "rental_ingest" => plain("/v1/invoices/rental/ingest", 502),
        "rental_ingest_latest" => plain("/v1/invoices/rental/ingest/latest", 502),
        "retail_ingest" => plain("/v1/invoices/retail/ingest", 502),
        "mail_store_tokens" => vec![(
            "/v1/auth/mail/store-tokens".into(),
            Some(json!({"access_token": "stolen", "email": owner["profile"]["email"]})),
            400,
        )],
        "rental_view" => vec![
            (format!("/v1/invoices/rental/{rental}"), None, 204),
            (format!("/v1/invoices/rental/{retail}"), None, 204),
        ],
        "retail_delete" => vec![
            (format!("/v1/invoices/retail/{retail}"), None, 404),
            (format!("/v1/invoices/retail/{rental}"), None, 404),
        ],
        "invoice_list" => vec![
            ("/v1/invoices/rental".into(), None, 200),
            ("/v1/invoices/retail".into(), None, 200),
            ("/v1/invoices/retail?counts=true".into(), None, 200),
            (
                format!("/v1/invoices/retail?subtype=grocery&invoice-id={retail}"),
                None,
                404,
            ),
            (
                format!("/v1/invoices/retail?subtype=grocery&invoice-id={rental}"),
                None,
                404,
            ),
        ],
        new => panic!("{new} is a new operation: what would someone else ask of it, and what must they be answered?"),
    }
}

/// Sign-up and login alone are open.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_operation_but_sign_up_and_login_needs_a_token() {
    let world = World::start(crate::database::Database::Sqlite).await;
    let open: Vec<String> = Operation::all(&world)
        .into_iter()
        .filter(|operation| !operation.guarded)
        .map(|operation| operation.id)
        .collect();
    assert_eq!(open, ["user_login", "user_signup"]);
}

on_both_databases! {
    async fn without_a_token_no_operation_answers(world: World) {
        for operation in Operation::guarded(&world) {
            for header in [None, Some("Bearer"), Some("Bearer "), Some("Basic YWx2YTpwYXNz"), Some("Token x"), Some("")] {
                let request = header.iter().fold(operation.request(&world), |request, value| request.header("authorization", *value));
                let answer = world.ask(request).await;
                is_unauthorized(&answer, "INVALID_CREDENTIALS", &format!("{} with {header:?}", operation.id));
            }
            // Before anything else of the request is looked at.
            let answer = world.ask(operation.request(&world).body("{ not json")).await;
            is_unauthorized(&answer, "INVALID_CREDENTIALS", &operation.id);
        }
        let answer = world.get("/v1/invoices/nonsense?subtype=nonsense").await;
        is_unauthorized(&answer, "INVALID_CREDENTIALS", "a path and query that are wrong");
    }

    async fn a_forged_or_expired_token_opens_no_operation(world: World) {
        let world = world.with_settings(|config| config.auth.jwt_secret = Some(SECRET.to_owned().into())).await;
        let alva = world.signs_up("Alva").await;
        let forger = Forger::of(&alva, SECRET);
        let sound = forger.token(&json!({}), &json!({}));
        assert_eq!(world.ask(world.http.get(world.url("/v1/user/me")).bearer_auth(sound)).await.status, 200, "the forger knows how");
        for operation in Operation::guarded(&world) {
            for (what, token, refusal) in forger.attempts(world.now().timestamp()) {
                let answer = operation.asked_with(&world, &token).await;
                let what = format!("{}: {what}", operation.id);
                match refusal {
                    Refusal::Invalid => is_unauthorized(&answer, "INVALID_CREDENTIALS", &what),
                    Refusal::Expired => {
                        is_unauthorized(&answer, "TOKEN_EXPIRED", &what);
                        assert_eq!(answer.message(), "Expired token.", "{what}");
                    }
                }
            }
        }
        alva.profile().await.data(200);
    }

    async fn the_token_of_a_deleted_account_opens_no_operation(world: World) {
        let alva = world.connects("Alva").await;
        alva.deletes("/v1/user/me").await.data(200);
        for operation in Operation::guarded(&world) {
            let answer = operation.asked_with(&world, &alva.token).await;
            if operation.user_not_found {
                answer.fails(404, "USER_NOT_FOUND");
            } else {
                is_unauthorized(&answer, "INVALID_CREDENTIALS", &operation.id);
            }
        }
        for table in ["users", "messages", "documents", "notifications"] {
            assert_eq!(world.rows(table, alva.id).await, 0, "{table}");
        }
    }

    async fn nobody_gets_at_what_is_someone_elses(world: World) {
        let alva = owner(&world).await;
        let (before, files) = (seen_by(&alva).await, world.objects());
        let bo = world.signs_up("Bo").await;
        let marks = [alva.id.to_string(), alva.email.clone(), before["retail"][0]["invoice_id"].as_str().unwrap().to_owned()];
        let mut operations = Operation::guarded(&world);
        // Once Bo is gone Bo can try nothing more.
        operations.sort_by_key(|operation| operation.id == "user_delete");
        for operation in operations {
            for (path, body, status) in trespasses(&operation.id, &before) {
                let request = world.http.request(operation.method.clone(), world.url(&path)).bearer_auth(&bo.token);
                let answer = world.ask(body.iter().fold(request, reqwest::RequestBuilder::json)).await;
                assert_eq!(answer.status, status, "{} {path}: {:?}", operation.id, answer.body);
                let text = format!("{:?} {}", answer.headers, answer.body);
                for mark in &marks {
                    assert!(!text.contains(mark), "{} {path} tells of {mark}: {text}", operation.id);
                }
            }
        }
        assert_eq!((seen_by(&alva).await, world.objects()), (before, files));
        let answer = world.ask(world.http.request(Method::GET, world.url("/v1/user/me")).bearer_auth(&bo.token)).await;
        answer.fails(404, "USER_NOT_FOUND");
    }
}
