//! Why each value of a mail is what it is.

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, grocery, notice, rent_mail, unauthenticated};
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

use super::{NOVEMBER, listed, path};

fn field<'a>(document: &'a Value, name: &str) -> &'a Value {
    let fields = document["fields"].as_array().unwrap();
    fields.iter().find(|field| field["field"] == name).unwrap()
}

// Shows: Messages | `GET /v1/mail/messages/{message_id}/explain` states the reason for each value, stores nothing, and names an original that is gone
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_value_has_its_reason(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
    let pdf = ("Hyresavi_1297534008.pdf", notice(5100, "2026-11-30"));
    world.sandbox.add(&rent_mail(at(NOVEMBER), &[pdf]));
    world
        .sandbox
        .add(&unauthenticated(&grocery(at(NOVEMBER), "204119", "1,00")));
    let (alva, bo) = (world.connects("Alva").await, world.signs_up("Bo").await);
    alva.fetches_retail().await;
    alva.ingests_rental().await.data(200);
    let before = listed(&alva, "").await;
    for message in &before {
        let explain = format!("{}/explain", path(message));
        bo.gets(&explain).await.fails(404, "INVALID_REQUEST");
        let explained = alva.gets(&explain).await.data(200).clone();
        assert_eq!(explained["explanation"], message["explanation"]);
        let documents = explained["documents"].as_array().unwrap();
        if message["state"] == "quarantined" {
            assert!(documents.is_empty(), "nothing of it is stored");
            continue;
        }
        let document = &documents[0];
        assert_eq!((documents.len(), &document["outcome"]), (1, &json!("invoice")));
        let (name, value) = match message["type"].as_str() {
            Some("rental") => ("total_amount", "5100"),
            _ => ("total_amount", "113.67"),
        };
        let total = field(document, name);
        assert_eq!(total["value"], value);
        let words = total["words"].as_str().unwrap();
        assert!(
            total["because"].as_str().is_some_and(|because| because.contains(words)),
            "{total}"
        );
        let text = document["text"].as_str().unwrap();
        assert!(
            text.contains(&format!("\ntotal_amount: {value}\n    because of ")),
            "{text}"
        );
    }
    assert_eq!(listed(&alva, "").await, before, "explaining changes nothing");
}

// Shows: Messages | `GET /v1/mail/messages/{message_id}/explain` states the…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_original_that_is_gone_is_named(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    let message = listed(&alva, "").await.remove(0);
    let folder = world.without("objects");
    let answer = alva.gets(&format!("{}/explain", path(&message))).await;
    drop(folder);
    assert!([200, 502].contains(&answer.status), "{:?}", answer.body);
    let invoice = alva.lists_retail().await.remove(0);
    alva.deletes_retail(&invoice["invoice_id"]).await.data(200);
    let explained = alva
        .gets(&format!("{}/explain", path(&message)))
        .await
        .data(200)
        .clone();
    let document = &explained["documents"][0];
    assert_eq!(
        (&document["outcome"], &document["reason"]),
        (&json!("failed"), &json!("its original is not stored"))
    );
    assert_eq!(explained["explanation"], "Its invoice was deleted.");
}
