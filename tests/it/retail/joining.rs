//! The user's word on which mails are one invoice.

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{ReceiptText, at, grocery, grocery_of};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

const DAYS: [&str; 3] = ["2026-11-09", "2026-11-10", "2026-11-11"];

/// The ids of two invoices of one order, the later one first.
async fn two_of_one_order(world: &World, alva: &User<'_>) -> [Value; 2] {
    for (day, total) in DAYS.iter().zip(["100,00", "89,00"]) {
        world
            .sandbox
            .add(&grocery(at(&format!("{day}T08:00:00Z")), "204118", total));
    }
    alva.fetches_retail().await;
    let list = alva.lists_retail().await;
    assert_eq!(totals(&list), [89, 100]);
    [list[0]["invoice_id"].clone(), list[1]["invoice_id"].clone()]
}

fn totals(list: &[Value]) -> Vec<i64> {
    list.iter()
        .filter_map(|invoice| invoice["total_amount"].as_i64())
        .collect()
}

fn path(id: &Value, action: &str) -> String {
    format!("/v1/invoices/retail/{}/{action}", id.as_str().unwrap())
}

/// The `message_id` of the mail that states an invoice.
async fn mail_of(alva: &User<'_>, invoice: &Value) -> Value {
    let answer = alva
        .gets(&format!("/v1/mail/messages?invoice={}", invoice.as_str().unwrap()))
        .await;
    answer.data(200)["messages"][0]["message_id"].clone()
}

// Shows: Retail invoices | `POST /v1/invoices/retail/{invoice_id}/join` makes two invoices one with the latest total, under both ids; `/separate` undoes it, and is undone by it; later mails change neither
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn joined_invoices_stay_one_until_they_are_separated(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let [later, earlier] = two_of_one_order(&world, &alva).await;
    let mail = mail_of(&alva, &later).await;
    let answer = alva.posts(&path(&earlier, "join"), &json!({"with": later})).await;
    let joined = answer.data(200).clone();
    assert_eq!(joined["invoice"]["total_amount"], 89, "the latest total counts");
    let before: Vec<i64> = totals(joined["before"].as_array().unwrap());
    assert_eq!(before, [100, 89]);
    // A later mail about the order groups all of them again.
    let third = grocery(at(&format!("{}T08:00:00Z", DAYS[2])), "204118", "75,00");
    world.sandbox.add(&third);
    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
    let list = alva.lists_retail().await;
    assert_eq!(totals(&list), [75, 89]);
    // Both ids are those of the invoice.
    for id in [&earlier, &later] {
        let detail = alva.detail_of(&json!({"invoice_id": id, "sub_type": "grocery"})).await;
        assert_eq!(
            (&detail["invoice_id"], &detail["total_amount"]),
            (&list[1]["invoice_id"], &json!(89))
        );
    }
    let again = alva.posts(&path(&later, "join"), &json!({"with": earlier})).await;
    assert_eq!(again.data(200)["before"].as_array().unwrap().len(), 1);

    let answer = alva
        .posts(&path(&earlier, "separate"), &json!({"message_id": mail}))
        .await;
    let separated = answer.data(200).clone();
    assert_eq!(separated["invoice"]["total_amount"], 100, "{separated}");
    assert_eq!(totals(separated["separated"].as_array().unwrap()), [89]);
    assert_eq!(totals(&alva.lists_retail().await), [75, 89, 100]);
    // The newest word counts.
    let list = alva.lists_retail().await;
    let with = json!({"with": list[1]["invoice_id"]});
    alva.posts(&path(&list[2]["invoice_id"], "join"), &with).await.data(200);
    assert_eq!(totals(&alva.lists_retail().await), [75, 89]);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_joined_invoice_is_deleted_with_all_its_mails(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let [later, earlier] = two_of_one_order(&world, &alva).await;
    alva.posts(&path(&earlier, "join"), &json!({"with": later}))
        .await
        .data(200);
    alva.deletes_retail(&later).await.data(200);
    assert_eq!((alva.lists_retail().await, world.objects()), (vec![], vec![]));
    alva.deletes_retail(&earlier).await.fails(404, "INVALID_REQUEST");
    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
    assert_eq!(alva.lists_retail().await, Vec::<Value>::new());
}

// Shows: Retail invoices | A charge with a refund, or an absent field: 400; an unknown invoice, or a mail that isn't one of several: 404
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_can_not_be_joined_or_separated_is_refused(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let [later, earlier] = two_of_one_order(&world, &alva).await;
    let refund = ReceiptText {
        heading: "Återbetalning",
        order: Some("204118"),
        total: "-20,00",
        ..ReceiptText::default()
    };
    world.sandbox.add(&grocery_of(at("2026-11-12T08:00:00Z"), &refund));
    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
    let list = alva.lists_retail().await;
    let refund = list
        .iter()
        .find(|invoice| invoice["total_amount"].as_f64() < Some(0.0))
        .unwrap();
    let nobody = json!("0b8f0ad6-6c2f-5f0e-8f5c-5f2f4d1f9a11");
    let join = path(&earlier, "join");
    for body in [
        json!({}),
        json!({"with": null}),
        json!({"with": "x"}),
        json!({"with": refund["invoice_id"]}),
    ] {
        let answer = alva.posts(&join, &body).await;
        assert_eq!(answer.status, 400, "{body}");
    }
    for (path, body) in [
        (join, json!({"with": nobody})),
        (path(&nobody, "join"), json!({"with": later})),
        (path(&nobody, "separate"), json!({"message_id": "m"})),
        (path(&earlier, "separate"), json!({"message_id": "m"})),
        // There is no other mail that it could be separated from.
        (
            path(&earlier, "separate"),
            json!({"message_id": mail_of(&alva, &earlier).await}),
        ),
    ] {
        let answer = alva.posts(&path, &body).await;
        assert_eq!(answer.status, 404, "{path} {body}");
    }
    for body in [json!({}), json!({"message_id": 1})] {
        let answer = alva.posts(&path(&earlier, "separate"), &body).await;
        assert_eq!(answer.status, 400, "{body}");
    }
    assert_eq!(alva.lists_retail().await, list, "nothing has changed");
}
