//! A mail that comes after its invoice was deleted.

use chrono::TimeDelta;
use invoices_app::Scope;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{at, grocery};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

/// Adds a mail about the order and fetches it.
async fn comes(alva: &User<'_>, received: &str) {
    alva.world.sandbox.add(&grocery(at(received), "204118", "113,67"));
    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
}

async fn latest_message(alva: &User<'_>) -> Value {
    alva.gets("/v1/mail/messages?limit=1").await.data(200)["messages"][0].clone()
}

async fn reparses_all(world: &World) {
    world.clock.forward(TimeDelta::seconds(1));
    let all = Scope {
        all: true,
        ..Scope::default()
    };
    let stop = CancellationToken::new();
    world.app.reparse(&all, false, &stop, &mut |_, _| {}).await.unwrap();
}

// Shows: Messages | A mail that comes after its invoice was deleted is `deleted`; released, it is an invoice of its own and stays one
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_later_mail_of_a_deleted_invoice_is_deleted_until_it_is_released() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    comes(&alva, "2026-11-10T08:00:00Z").await;
    let first = alva.lists_retail().await[0]["invoice_id"].clone();
    let of_deleted = latest_message(&alva).await;
    alva.deletes_retail(&first).await.data(200);
    comes(&alva, "2026-11-10T09:00:00Z").await;
    assert_eq!(alva.lists_retail().await, Vec::<Value>::new());
    let message = latest_message(&alva).await;
    let document = &message["documents"][0];
    assert_eq!(
        (&document["state"], &document["reason_code"]),
        (&json!("deleted"), &json!("invoice-deleted"))
    );
    assert_eq!(message["can_be_released"], true);

    // Nothing is stored of the deleted mail itself.
    let release = |message: &Value| format!("/v1/mail/messages/{}/release", message["message_id"].as_str().unwrap());
    let refused = alva.posts_nothing(&release(&of_deleted)).await;
    assert_eq!(refused.body["message"], "The message is not in quarantine.");
    let bo = world.signs_up("Bo").await;
    let of_another = bo.posts_nothing(&release(&message)).await;
    of_another.fails(404, "INVALID_REQUEST");

    let released = alva.posts_nothing(&release(&message)).await;
    assert_eq!(
        released.body["message"],
        "The deleted documents of the message are released and are parsed now."
    );
    let list = alva.lists_retail().await;
    assert_eq!((list.len(), &list[0]["total_amount"]), (1, &json!(113.67)));
    assert_ne!(list[0]["invoice_id"], first, "it is an invoice of its own");
    let again = latest_message(&alva).await;
    assert_eq!(
        (&again["documents"][0]["state"], &again["can_be_released"]),
        (&json!("parsed"), &json!(false))
    );

    reparses_all(&world).await;
    assert_eq!(alva.lists_retail().await, list);
    // Another mail of the order groups all of them again. One live document decides for live.
    comes(&alva, "2026-11-10T10:00:00Z").await;
    let grouped = alva.lists_retail().await;
    assert_eq!((grouped.len(), &grouped[0]["invoice_id"]), (1, &list[0]["invoice_id"]));
    alva.detail_of(&grouped[0]).await;

    // It can be deleted as any other.
    alva.deletes_retail(&grouped[0]["invoice_id"]).await.data(200);
    assert_eq!((alva.lists_retail().await, world.objects()), (vec![], vec![]));
    comes(&alva, "2026-11-10T11:00:00Z").await;
    assert_eq!(alva.lists_retail().await, Vec::<Value>::new());
}
