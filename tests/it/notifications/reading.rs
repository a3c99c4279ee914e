//! Notifications are listed, and marked as read.

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, notice, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

const NOTIFICATIONS: &str = "/v1/notifications";

/// A user with five notices of different months.
async fn told(world: &World) -> User<'_> {
    for month in 5..10 {
        let name = format!("Hyresavi_{month}.pdf");
        let mail = rent_mail(
            at(&format!("2026-0{month}-10T08:00:00Z")),
            &[(name.as_str(), notice(5100, &format!("2026-12-0{month}")))],
        );
        world.sandbox.add(&mail);
    }
    let alva = world.connects("Alva").await;
    alva.ingests_rental().await.data(200);
    alva
}

async fn listed(user: &User<'_>, query: &str) -> Value {
    user.gets(&format!("{NOTIFICATIONS}{query}")).await.data(200).clone()
}

fn ids(list: &Value) -> Vec<String> {
    let list = list["notifications"].as_array().unwrap().iter();
    list.map(|each| each["notification_id"].as_str().unwrap().to_owned())
        .collect()
}

// Shows: Events and notifications | `GET /v1/notifications` lists the caller's notifications in pages, and how many are not read
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn notifications_are_listed_in_pages(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = told(&world).await;
    let all = listed(&alva, "").await;
    assert_eq!((ids(&all).len(), &all["unread_count"]), (5, &json!(5)));
    assert!(all.get("next_cursor").is_none());
    for each in all["notifications"].as_array().unwrap() {
        assert_eq!(
            (&each["kind"], &each["subject"]),
            (&json!("invoice"), &json!("New invoice available!"))
        );
        assert!(each["invoice_id"].as_str().unwrap().starts_with("Invoice_"));
        assert!(each.get("read_at").is_none());
    }
    let (mut paged, mut cursor) = (vec![], String::new());
    loop {
        let page = listed(&alva, &format!("?limit=2{cursor}")).await;
        paged.extend(ids(&page));
        let Some(next) = page["next_cursor"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(paged, ids(&all));
    for wrong in ["limit=0", "limit=101", "unread=maybe", "cursor=x"] {
        let answer = alva.gets(&format!("{NOTIFICATIONS}?{wrong}")).await;
        answer.fails(400, "INVALID_REQUEST");
    }
}

// Shows: Events and notifications | `PATCH /v1/notifications/{notification_id}` marks one as read or not, `PATCH /v1/notifications` all; one that was read keeps its time
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn notifications_are_marked_as_read(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = told(&world).await;
    let bo = world.signs_up("Bo").await;
    let all = ids(&listed(&alva, "").await);
    let one = format!("{NOTIFICATIONS}/{}", all[0]);
    let read = alva.patches(&one, &json!({"read": true})).await.data(200).clone();
    assert!(read["read_at"].is_string());
    world.clock.forward(chrono::TimeDelta::minutes(1));
    let again = alva.patches(&one, &json!({"read": true})).await;
    assert_eq!(*again.data(200), read, "it keeps the time at which it was read");
    let unread = listed(&alva, "?unread=true").await;
    assert_eq!((ids(&unread), &unread["unread_count"]), (all[1..].to_vec(), &json!(4)));
    let everything = |read: bool| json!({ "read": read });
    assert_eq!(
        bo.patches(NOTIFICATIONS, &everything(true)).await.data(200)["changed"],
        0
    );
    assert_eq!(
        alva.patches(NOTIFICATIONS, &everything(true)).await.data(200)["changed"],
        4
    );
    assert_eq!(listed(&alva, "?unread=true").await["unread_count"], 0);
    assert_eq!(
        alva.patches(NOTIFICATIONS, &everything(false)).await.data(200)["changed"],
        5
    );
    assert_eq!(listed(&alva, "?unread=true").await["unread_count"], 5);
    bo.patches(&one, &json!({"read": true}))
        .await
        .fails(404, "INVALID_REQUEST");
    for (body, code) in [
        (json!({}), "MISSING_FIELDS"),
        (json!({"read": "yes"}), "INVALID_REQUEST"),
    ] {
        alva.patches(&one, &body).await.fails(400, code);
    }
}
