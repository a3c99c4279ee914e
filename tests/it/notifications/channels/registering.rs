//! Adding, changing and removing channels.

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use rstest::rstest;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{CHANNELS, add, add_ntfy, asks_for_a_test, header, received, service, shown, world};

const TOKEN: &str = "tk_secret_1";

// Shows: Notification channels | `/v1/notifications/channels` adds, lists, changes and removes the caller's channels, of which there are at most ten; no response has a secret
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_channel_is_added_changed_and_removed(#[values(Sqlite, Postgres)] database: Database) {
    let world = world(database).await;
    let alva = world.signs_up("Alva").await;
    let bo = world.signs_up("Bo").await;
    let (first, second) = (
        service(ResponseTemplate::new(200)).await,
        service(ResponseTemplate::new(200)).await,
    );
    let path = add_ntfy(
        &alva,
        &first,
        json!({"secret": TOKEN, "kinds": ["due", "due", "invoice"]}),
    )
    .await;
    let channel = shown(&alva, &path).await;
    assert_eq!(channel["kinds"], json!(["invoice", "due"]));
    assert_eq!(
        (&channel["delivery"], &channel["active"]),
        (&json!("at-once"), &json!(true))
    );
    let change = json!({"name": "Phone", "delivery": "weekly"});
    let changed = alva.patches(&path, &change).await.data(200).clone();
    assert_eq!(
        (&changed["name"], &changed["delivery"], &changed["kinds"]),
        (&json!("Phone"), &json!("weekly"), &channel["kinds"])
    );

    // The token of one server is not sent to another.
    let target = json!({"type": "ntfy", "url": format!("{}/other", second.uri())});
    let changed = alva.patches(&path, &json!({"target": target})).await.data(200).clone();
    assert_eq!(changed["has_secret"], false);
    asks_for_a_test(&alva, &path).await;
    world.drain().await;
    assert_eq!(header(&received(&second).await[0], "authorization"), "");
    assert!(received(&first).await.is_empty());

    let secret = alva.patches(&path, &json!({"secret": TOKEN})).await.data(200).clone();
    for answer in [&channel, &changed, &secret, alva.gets(CHANNELS).await.data(200)] {
        assert!(!answer.to_string().contains(TOKEN), "{answer}");
    }
    // A channel is no webhook, and of no one else.
    assert_eq!(alva.gets("/v1/webhooks").await.data(200)["webhooks"], json!([]));
    let as_webhook = path.replace(CHANNELS, "/v1/webhooks");
    alva.gets(&as_webhook).await.fails(404, "INVALID_REQUEST");
    alva.deletes(&as_webhook).await.fails(404, "INVALID_REQUEST");
    assert_eq!(bo.gets(CHANNELS).await.data(200)["channels"], json!([]));
    bo.patches(&path, &json!({"active": false}))
        .await
        .fails(404, "INVALID_REQUEST");
    bo.deletes(&path).await.fails(404, "INVALID_REQUEST");

    alva.deletes(&path).await.data(200);
    alva.deletes(&path).await.fails(404, "INVALID_REQUEST");
    assert_eq!(world.rows("webhook_deliveries", alva.id).await, 0);
    for _ in 0..10 {
        add_ntfy(&alva, &first, json!({})).await;
    }
    let body = json!({"target": {"type": "ntfy", "url": "https://ntfy.example.com/rent"}});
    alva.posts(CHANNELS, &body).await.fails(403, "INVALID_REQUEST");
}

// Shows: Notification channels | A wrong request is refused with a sentence that names the field
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_channel_is_refused() {
    let world = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let ntfy = json!({"type": "ntfy", "url": "https://ntfy.example.com/rent"});
    let gotify = json!({"type": "gotify", "url": "https://gotify.example.com"});
    let room = |room: &str| json!({"type": "matrix", "url": "https://matrix.example.com", "room_id": room});
    let template = |template: &str| json!({"type": "webhook", "url": "https://example.com", "template": template});
    let cases: [(Value, &str); 12] = [
        (json!({"target": {"type": "pigeon"}}), "target.type"),
        (
            json!({"target": {"type": "ntfy", "url": "https://ntfy.example.com/"}}),
            "URL of a topic",
        ),
        (
            json!({"target": {"type": "ntfy", "url": "ftp://ntfy.example.com/a"}}),
            "url",
        ),
        (json!({"target": gotify}), "secret"),
        (
            json!({"target": {"type": "gotify", "url": "https://a.example.com/?b=c"}, "secret": "a"}),
            "query",
        ),
        (json!({"target": room("#rent:example.com"), "secret": "a"}), "room_id"),
        (json!({"target": template("{\"a\": \"{subjekt}\"}")}), "{subjekt}"),
        (json!({"target": template("{subject}")}), "JSON"),
        (json!({"target": template(&"a".repeat(4_001))}), "template"),
        (json!({"target": ntfy, "secret": "å"}), "secret"),
        (json!({"target": ntfy, "kinds": []}), "kinds"),
        (json!({"target": ntfy, "name": " "}), "name"),
    ];
    for (body, reason) in cases {
        let refused = alva.posts(CHANNELS, &body).await;
        let message = refused.fails(400, "INVALID_REQUEST");
        assert!(message.contains(reason), "{body}: {message}");
    }
    alva.posts(CHANNELS, &json!({})).await.fails(400, "MISSING_FIELDS");
    let path = add(&alva, &json!({"target": gotify, "secret": "a"})).await;
    let refused = alva.patches(&path, &json!({"target": gotify})).await;
    assert!(refused.fails(400, "INVALID_REQUEST").contains("secret"));
    for _ in 0..10 {
        asks_for_a_test(&alva, &path).await;
    }
    alva.posts_nothing(&format!("{path}/test"))
        .await
        .fails(429, "RATE_LIMITED");
}
