//! Access tokens of scripts: their life, and what each scope opens.

use chrono::TimeDelta;
use invoices_api::document;
use invoices_db::Operator;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::contract::Operation;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

const TOKENS: &str = "/v1/tokens";
const PROFILE: &str = "/v1/user/me";
const NEW: &str = "staple of another horse";

async fn creates(user: &User<'_>, scopes: &[&str]) -> String {
    let body = json!({"name": "nightly script", "scopes": scopes, "expires_in_days": 30});
    let created = user.posts(TOKENS, &body).await;
    created.data(201)["token"].as_str().unwrap().to_owned()
}

async fn gets(world: &World, path: &str, token: &str) -> Answer {
    world.send(world.http.get(world.url(path)).bearer_auth(token)).await
}

async fn listed(user: &User<'_>) -> Vec<Value> {
    let tokens = user.gets(TOKENS).await.data(200)["tokens"].clone();
    tokens.as_array().unwrap().clone()
}

// Shows: Access tokens of scripts | `POST /v1/tokens` makes a token with a name, scopes and an end; it is shown once, begins with `invoices_`, and only its hash is stored
// Shows: Access tokens of scripts | The list shows name, scopes, end and last use, to the minute
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_works_until_its_end(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.signs_up("Alva").await;
    let token = creates(&alva, &["read"]).await;
    assert!(token.starts_with("invoices_") && token.len() == 61, "{token}");
    let [unused] = &listed(&alva).await[..] else {
        panic!("one token")
    };
    assert_eq!(
        (&unused["name"], &unused["scopes"], unused.get("last_used_at")),
        (&json!("nightly script"), &json!(["read"]), None)
    );
    assert!(!unused.to_string().contains(&token));
    gets(&world, PROFILE, &token).await.data(200);
    let first_use = listed(&alva).await[0]["last_used_at"].clone();
    world.clock.forward(TimeDelta::seconds(30));
    gets(&world, PROFILE, &token).await.data(200);
    assert_eq!(listed(&alva).await[0]["last_used_at"], first_use);
    world.clock.forward(TimeDelta::seconds(31));
    gets(&world, PROFILE, &token).await.data(200);
    assert_ne!(listed(&alva).await[0]["last_used_at"], first_use);

    world.clock.forward(TimeDelta::days(29));
    gets(&world, PROFILE, &token).await.data(200);
    world.clock.forward(TimeDelta::days(1));
    gets(&world, PROFILE, &token).await.fails(401, "TOKEN_EXPIRED");
    let mut alva = alva;
    alva.comes_back_after(TimeDelta::zero()).await;
    assert_eq!(listed(&alva).await.len(), 1);
    world.tick().await;
    alva.comes_back_after(TimeDelta::days(31)).await;
    world.tick().await;
    assert_eq!(listed(&alva).await, [] as [Value; 0]);
}

// Shows: Access tokens of scripts | A token ends when it is revoked, and with a change of the password, a logout everywhere (the user's or the operator's) and the deletion of the account
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_ends_with_every_login(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let mut alva = world.signs_up("Alva").await;
    let bo = world.signs_up("Bo").await;
    let other = creates(&bo, &["all"]).await;
    for end in ["revoke", "password", "log out", "operator", "delete"] {
        let token = creates(&alva, &["read", "hand-over"]).await;
        gets(&world, PROFILE, &token).await.data(200);
        match end {
            "revoke" => {
                let id = listed(&alva).await[0]["token_id"].as_str().unwrap().to_owned();
                alva.deletes(&format!("{TOKENS}/{id}")).await.data(200);
                alva.deletes(&format!("{TOKENS}/{id}"))
                    .await
                    .fails(404, "INVALID_REQUEST");
            }
            "password" => {
                let body = json!({"current_password": alva.password, "new_password": NEW});
                alva.posts("/v1/user/me/password", &body).await.data(200);
                alva.password = NEW.into();
            }
            "log out" => {
                alva.posts_nothing("/v1/auth/logout-all").await.data(200);
            }
            "operator" => {
                world.app.log_out(alva.id, Operator("root".into())).await.unwrap();
            }
            _ => {
                alva.deletes(PROFILE).await.data(200);
            }
        }
        gets(&world, PROFILE, &token).await.fails(401, "INVALID_CREDENTIALS");
        if end != "delete" {
            alva.comes_back_after(TimeDelta::zero()).await;
            assert_eq!(listed(&alva).await, [] as [Value; 0], "{end}");
        }
    }
    gets(&world, PROFILE, &other).await.data(200);
    // As a version would that does not know such tokens.
    let ended = "UPDATE users SET token_generation = token_generation + 1";
    world.sql(ended).await;
    gets(&world, PROFILE, &other).await.fails(401, "INVALID_CREDENTIALS");
}

/// The scopes that open an operation.
fn opened_by(operation: &Operation) -> &'static [&'static str] {
    match operation.id.as_str() {
        "token_create"
        | "token_revoke"
        | "session_begin"
        | "session_revoke"
        | "browser_session_begin"
        | "browser_session_end"
        | "password_change"
        | "user_log_out_everywhere"
        | "user_delete" => &[],
        "rental_ingest" | "rental_ingest_latest" | "retail_ingest" => &["ingest", "all"],
        "ingest_run_list" | "ingest_run_view" => &["read", "ingest", "all"],
        "mail_hand_over" => &["hand-over", "all"],
        _ if operation.method == Method::GET => &["read", "all"],
        _ => &["all"],
    }
}

// Shows: Access tokens of scripts | A scope opens what the document says of each operation: `read` all that reads, `ingest` the ingests and their runs, `hand-over` handing over a mail, `all` everything but tokens, sessions, the password, logout and deletion; all else is 403 with `WWW-Authenticate`
// Shows: Threats | A script's token does more than it was made for | the scopes of an operation are checked with its token, before anything else is read
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_scope_opens_what_the_document_says() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let document = document(world.app.catalogue());
    for scope in ["read", "ingest", "hand-over", "all"] {
        let token = creates(&alva, &[scope]).await;
        for operation in Operation::guarded(&world) {
            let opens = opened_by(&operation);
            let method = operation.method.as_str().to_lowercase();
            assert_eq!(
                document["paths"][&operation.path][&method]["x-token-scopes"],
                json!(opens),
                "{}",
                operation.id
            );
            let answer = operation.send(&world, &token).await;
            let challenge = answer.header("www-authenticate").unwrap_or_default();
            let is_refused = answer.status == 403 && answer.message().to_lowercase().contains("access token");
            assert_eq!(!is_refused, opens.contains(&scope), "{scope}: {}", operation.id);
            if is_refused && !opens.is_empty() {
                let expected = format!("Bearer error=\"insufficient_scope\", scope=\"{}\"", opens.join(" "));
                assert_eq!(challenge, expected, "{}", operation.id);
            }
        }
    }
    let both = creates(&alva, &["hand-over", "ingest"]).await;
    gets(&world, "/v1/ingest/runs", &both).await.data(200);
    gets(&world, PROFILE, &both).await.fails(403, "INVALID_REQUEST");
}

// Shows: Access tokens of scripts | A user has at most 50 tokens
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_needs_a_name_a_scope_and_an_end() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    for (wrong, named) in [
        (json!({"name": " ", "scopes": ["read"]}), "name"),
        (json!({"name": "a\nb", "scopes": ["read"]}), "name"),
        (json!({"name": "x", "scopes": []}), "scopes"),
        (json!({"name": "x", "scopes": ["write"]}), "scopes"),
        (json!({"name": "x", "scopes": vec!["read"; 6]}), "scopes"),
        (json!({"name": "x", "scopes": "read"}), "scopes"),
        (
            json!({"name": "x", "scopes": ["read"], "expires_in_days": 0}),
            "expires_in_days",
        ),
        (
            json!({"name": "x", "scopes": ["read"], "expires_in_days": 1827}),
            "expires_in_days",
        ),
        (
            json!({"name": "x", "scopes": ["read"], "expires_in_days": -1}),
            "expires_in_days",
        ),
    ] {
        let answer = alva.posts(TOKENS, &wrong).await;
        assert!(
            answer.fails(400, "INVALID_REQUEST").contains(named),
            "{wrong}: {:?}",
            answer.body
        );
    }
    alva.posts(TOKENS, &json!({"name": "x"}))
        .await
        .fails(400, "MISSING_FIELDS");
    for _ in 0..50 {
        creates(&alva, &["read"]).await;
    }
    let one_more = json!({"name": "x", "scopes": ["read"]});
    let refused = alva.posts(TOKENS, &one_more).await;
    assert!(refused.fails(400, "INVALID_REQUEST").contains("Revoke one"));
    for unknown in ["invoices_", "invoices_aaaa", "Invoices_x"] {
        gets(&world, PROFILE, unknown).await.fails(401, "INVALID_CREDENTIALS");
    }
}
