//! Rental invoices of earlier months: one notification for all that an ingest or an import finds.

use chrono::TimeDelta;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, notice, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, ResponseTemplate};

const TOLD_AS_EVER: &str = "New invoice available!";

/// A mail with a notice, received on the tenth of a month and due on its last days.
fn mail(month: &str) -> Vec<u8> {
    let file = format!("Hyresavi_{month}.pdf");
    rent_mail(
        at(&format!("{month}-10T08:00:00Z")),
        &[(&file, notice(5100, &format!("{month}-28")))],
    )
}

async fn waits(world: &World, time: TimeDelta) {
    world.clock.forward(time);
    world.drain().await;
}

/// The user's notifications, the newest first.
async fn told(user: &User<'_>) -> Vec<Value> {
    let answer = user.gets("/v1/notifications").await;
    let data = answer.data(200);
    let list = data["notifications"].as_array().unwrap().clone();
    assert_eq!(data["unread_count"], list.len());
    list
}

// Shows: Events and notifications | Rental invoices that were due in earlier months, as an import or a first ingest finds them, get one notification with their number, `invoice_count`; a single one is sent like any other
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ingest_of_earlier_months_is_told_at_once(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let mut alva = world.connects("Alva").await;
    for month in ["2025-12", "2026-08", "2026-09", "2026-10", "2026-11"] {
        world.sandbox.add(&mail(month));
    }
    alva.ingests_rental().await.data(200);
    waits(&world, TimeDelta::seconds(10)).await;
    let list = told(&alva).await;
    let of_kind = |kind: &str| list.iter().filter(|each| each["kind"] == kind).collect::<Vec<_>>();
    let (history, invoices) = (of_kind("history"), of_kind("invoice"));
    assert_eq!((history.len(), invoices.len(), list.len()), (1, 1, 2), "{list:?}");
    assert_eq!(
        (&invoices[0]["due_date"], &invoices[0]["invoice_id"]),
        (&json!("2026-11-28"), &json!("Invoice_2026-11")),
        "the notice of this month"
    );
    let landlord = alva.lists_rental().await.data(200)["invoices"]["2026"][0]["Landlord"].clone();
    assert_eq!(
        (&history[0]["invoice_count"], &history[0]["landlord"]),
        (&json!(4), &landlord)
    );
    assert_eq!(history[0]["subject"], "Earlier invoices available!");
    assert_eq!(
        history[0]["message"],
        json!(format!(
            "4 rental invoices of earlier months from {} are now available!",
            landlord.as_str().unwrap()
        ))
    );
    let marked = alva.patches("/v1/notifications", &json!({"read": true})).await;
    assert_eq!(marked.data(200)["changed"], 2);
    alva.ingests_rental().await.data(200);
    alva.comes_back_after(TimeDelta::hours(1)).await;
    world.drain().await;
    assert_eq!(alva.notifications().await.len(), 2, "nothing is sent twice");
    world.sandbox.add(&mail("2026-07"));
    alva.ingests_rental().await.data(200);
    waits(&world, TimeDelta::seconds(10)).await;
    let latest = told_unread(&alva).await;
    assert_eq!(
        (&latest["subject"], &latest["due_date"]),
        (&json!(TOLD_AS_EVER), &json!("2026-07-28")),
        "a single one is sent like any other"
    );
}

/// The only notification that is not read.
async fn told_unread(user: &User<'_>) -> Value {
    let answer = user.gets("/v1/notifications?unread=true").await;
    let list = answer.data(200)["notifications"].as_array().unwrap().clone();
    assert_eq!(list.len(), 1, "{list:?}");
    list[0].clone()
}

/// As a page submits the mails of a file: one request for each.
// Shows: Events and notifications | Rental invoices that were…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_mails_of_an_import_are_told_at_once(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::with(database, |config| config.pipeline.check_sender = false).await;
    let alva = world.signs_up("Alva").await;
    for month in ["2024-02", "2024-03", "2024-04"] {
        let path = "/v1/mail/messages";
        let taken = alva.posts_raw(path, "message/rfc822", mail(month)).await;
        assert_eq!(taken.data(200)["state"], "fetched");
        waits(&world, TimeDelta::minutes(5)).await;
        assert_eq!(alva.notifications().await, [], "more may come");
    }
    waits(&world, TimeDelta::minutes(5)).await;
    let list = told(&alva).await;
    assert_eq!(list.len(), 1, "{list:?}");
    assert_eq!(
        (&list[0]["kind"], &list[0]["invoice_count"]),
        (&json!("history"), &json!(3))
    );
}

/// A worker may die after it published, and the receiver may fail.
// Shows: Events and notifications | Rental invoices that were…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn earlier_months_are_told_once_over_retries(#[values(Sqlite, Postgres)] database: Database) {
    let push = MockServer::start().await;
    let post = || Mock::given(method("POST"));
    let failing = post().respond_with(ResponseTemplate::new(500)).up_to_n_times(1);
    failing.mount(&push).await;
    post().respond_with(ResponseTemplate::new(204)).mount(&push).await;
    let world = World::with(database, |config| config.push.url = Some(push.uri().parse().unwrap())).await;
    let alva = world.connects("Alva").await;
    for month in ["2026-08", "2026-09"] {
        world.sandbox.add(&mail(month));
    }
    alva.ingests_rental().await.data(200);
    waits(&world, TimeDelta::minutes(1)).await;
    waits(&world, TimeDelta::minutes(1)).await;
    for _ in 0..2 {
        let lost = "UPDATE jobs SET state = 'running', owner = 'gone', lease_until = created_at, finished_at = NULL \
             WHERE kind IN ('rental-changed', 'history-recorded')";
        world.sql(lost).await;
        waits(&world, TimeDelta::minutes(5)).await;
        assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
    }
    assert_eq!(alva.notifications().await.len(), 1);
    let requests = push.received_requests().await.unwrap();
    let keys: Vec<_> = requests
        .iter()
        .map(|request| &request.headers["idempotency-key"])
        .collect();
    assert!(keys.len() == 2 && keys[0] == keys[1], "{keys:?}");
}
