//! Webhooks are registered, listed, changed and removed.

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

use super::{WEBHOOKS, register};

const URL: &str = "https://hooks.example.com/invoices";

// Shows: Webhooks | `/v1/webhooks` registers, lists, changes and removes the caller's webhooks; an account has at most five
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_webhook_is_registered_changed_and_removed(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, bo) = (world.signs_up("Alva").await, world.signs_up("Bo").await);
    assert_eq!(*alva.gets(WEBHOOKS).await.data(200), json!({"webhooks": []}));
    let answer = alva.posts(WEBHOOKS, &json!({"url": URL, "events": null})).await;
    let registered = answer.data(201)["webhook"].clone();
    assert_eq!(registered["url"], URL);
    assert_eq!(
        registered["events"],
        json!([
            "invoice.created",
            "invoice.changed",
            "invoice.deleted",
            "account.notified"
        ])
    );
    assert_eq!(registered["active"], true);
    let path = format!("{WEBHOOKS}/{}", registered["webhook_id"].as_str().unwrap());
    assert_eq!(*alva.gets(&path).await.data(200), registered);
    assert_eq!(*alva.gets(WEBHOOKS).await.data(200), json!({"webhooks": [registered]}));
    let change =
        json!({"url": "https://other.example.com", "events": ["invoice.deleted", "invoice.created"], "active": false});
    let changed = alva.patches(&path, &change).await.data(200).clone();
    assert_eq!(changed["url"], "https://other.example.com/");
    assert_eq!(changed["events"], json!(["invoice.created", "invoice.deleted"]));
    assert_eq!(changed["active"], false);
    assert_eq!(
        *alva.patches(&path, &json!({})).await.data(200),
        changed,
        "what is absent stays"
    );
    for (method, path) in [
        ("GET", path.clone()),
        ("DELETE", path.clone()),
        ("GET", format!("{path}/deliveries")),
    ] {
        let request = world
            .http
            .request(method.parse().unwrap(), world.url(&path))
            .bearer_auth(&bo.token);
        assert_eq!(
            world.send(request).await.fails(404, "INVALID_REQUEST"),
            "No such webhook."
        );
    }
    assert_eq!(*bo.gets(WEBHOOKS).await.data(200), json!({"webhooks": []}));
    assert_eq!(*alva.deletes(&path).await.data(200), Value::Null);
    alva.deletes(&path).await.fails(404, "INVALID_REQUEST");
    alva.gets(&format!("{WEBHOOKS}/nonsense"))
        .await
        .fails(404, "INVALID_REQUEST");
}

// Shows: Webhooks | `/v1/webhooks` registers, lists, changes…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_request_names_the_field(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.signs_up("Alva").await;
    let (path, _) = register(&alva, URL, &[]).await;
    let long = format!("https://example.com/{}", "x".repeat(2_000));
    for (body, code, field) in [
        (json!({}), "MISSING_FIELDS", "url"),
        (json!({"url": null}), "MISSING_FIELDS", "url"),
        (json!({"url": 5}), "INVALID_REQUEST", "url"),
        (json!({"url": ""}), "INVALID_REQUEST", "url"),
        (json!({"url": "hooks.example.com"}), "INVALID_REQUEST", "url"),
        (json!({"url": "http://hooks.example.com"}), "INVALID_REQUEST", "url"),
        (json!({"url": "file:///etc/passwd"}), "INVALID_REQUEST", "url"),
        (
            json!({"url": "https://user:password@example.com"}),
            "INVALID_REQUEST",
            "url",
        ),
        (json!({"url": "https://127.0.0.1/"}), "INVALID_REQUEST", "url"),
        (json!({"url": "https://2130706433/"}), "INVALID_REQUEST", "url"),
        (
            json!({"url": "https://[::ffff:169.254.169.254]/"}),
            "INVALID_REQUEST",
            "url",
        ),
        (json!({"url": "https://example.com:25"}), "INVALID_REQUEST", "url"),
        (json!({"url": long}), "INVALID_REQUEST", "url"),
        (json!({"url": URL, "events": []}), "INVALID_REQUEST", "events"),
        (json!({"url": URL, "events": ["test"]}), "INVALID_REQUEST", "events"),
        (
            json!({"url": URL, "events": "invoice.created"}),
            "INVALID_REQUEST",
            "events",
        ),
    ] {
        let answer = alva.posts(WEBHOOKS, &body).await;
        assert!(answer.fails(400, code).contains(field), "{body}: {:?}", answer.body);
        if code == "INVALID_REQUEST" {
            let answer = alva.patches(&path, &body).await;
            assert!(answer.fails(400, code).contains(field), "{body}: {:?}", answer.body);
        }
    }
    alva.patches(&path, &json!({"active": "yes"}))
        .await
        .fails(400, "INVALID_REQUEST");
    for query in ["limit=0", "limit=101", "cursor=x"] {
        alva.gets(&format!("{path}/deliveries?{query}"))
            .await
            .fails(400, "INVALID_REQUEST");
    }
    assert_eq!(
        alva.gets(WEBHOOKS).await.data(200)["webhooks"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

/// As resolvers and browsers read them.
// Shows: Threats | A webhook leads into…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_that_is_not_public_is_refused_however_it_is_written() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    for host in [
        // Parts left out, octal, hexadecimal, one number.
        "127.1",
        "0177.0.0.1",
        "0x7f.1",
        "0x7f000001",
        "017700000001",
        "2130706433",
        "0",
        // A final dot, encoded and other digits and dots.
        "127.0.0.1.",
        "%31%32%37.0.0.1",
        "127%2e0%2e0%2e1",
        "１２７。０。０。１",
        "①⑥⑨.②⑤④.①⑥⑨.②⑤④",
        // IPv6, with an IPv4 address in it.
        "[::]",
        "[0:0:0:0:0:0:0:1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:a9fe:a9fe]",
        "[::127.0.0.1]",
        "[64:ff9b::10.0.0.1]",
        "[2002:7f00:1::]",
        "[fe80::1]",
        "[fd00:ec2::254]",
        // What precedes the host isn't the host.
        "hooks.example.com@127.0.0.1",
        "127.0.0.1#hooks.example.com",
        "127.0.0.1\\@hooks.example.com",
    ] {
        for url in [
            format!("https://{host}/"),
            format!("https:{host}:8443/hooks"),
            format!("HTTPS:\\\\{host}"),
        ] {
            let answer = alva.posts(WEBHOOKS, &json!({"url": url})).await;
            let message = answer.fails(400, "INVALID_REQUEST");
            assert!(message.starts_with("Invalid field 'url'"), "{url}: {message}");
        }
    }
}

// Shows: Webhooks | `/v1/webhooks` registers, lists, changes…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_user_has_a_few_webhooks_and_tests_them_now_and_then(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, bo) = (world.signs_up("Alva").await, world.signs_up("Bo").await);
    let mut path = String::new();
    for _ in 0..5 {
        path = register(&alva, URL, &[]).await.0;
    }
    let sixth = alva.posts(WEBHOOKS, &json!({"url": URL})).await;
    assert_eq!(
        sixth.fails(403, "INVALID_REQUEST"),
        "An account can have at most 5 webhooks of its own."
    );
    register(&bo, URL, &[]).await;
    for _ in 0..10 {
        alva.posts_nothing(&format!("{path}/test")).await.data(201);
    }
    let one_more = alva.posts_nothing(&format!("{path}/test")).await;
    one_more.fails(429, "RATE_LIMITED");
    assert_eq!(one_more.header("retry-after"), Some("60"));
    // In pages.
    let (mut paged, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = alva
            .gets(&format!("{path}/deliveries?limit=4{cursor}"))
            .await
            .data(200)
            .clone();
        paged.extend(page["deliveries"].as_array().unwrap().clone());
        let Some(next) = page["next_cursor"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(
        *alva.gets(&format!("{path}/deliveries")).await.data(200),
        json!({"deliveries": paged})
    );
    assert_eq!(paged.len(), 10);
}

// Shows: Webhooks | The secret is in the answer of the registration and of its replacement alone
// Shows: Threats | Someone forges or replays…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_secret_is_shown_once(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.signs_up("Alva").await;
    let (path, first) = register(&alva, URL, &[]).await;
    let second = alva.posts_nothing(&format!("{path}/secret")).await;
    let second = second.data(200)["secret"].as_str().unwrap().to_owned();
    assert_ne!(first, second);
    alva.posts_nothing(&format!("{path}/test")).await.data(201);
    let change = json!({"active": true});
    for answer in [
        alva.gets(WEBHOOKS).await,
        alva.gets(&path).await,
        alva.patches(&path, &change).await,
        alva.gets(&format!("{path}/deliveries")).await,
        alva.gets("/v1/notifications").await,
    ] {
        let text = answer.body.to_string();
        assert!(!text.contains("whsec_") && !text.contains("secret"), "{text}");
    }
    let jobs = world.rows_of("jobs").await.concat();
    assert!(!jobs.contains(&first) && !jobs.contains(&second));
}
