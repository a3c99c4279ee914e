//! Whole lists: long ones, and large ones.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::user::User;
use invoices_tests::support::wait::within;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::Value;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::RETAIL;

/// More than two pages, as the database reads them.
const LONG: usize = 2_500;

/// Writes invoices of a user into the database, each on a day of its own.
async fn insert(user: &User<'_>, count: usize) {
    let first = "2010-01-01".parse::<chrono::NaiveDate>().unwrap();
    let days: Vec<_> = first.iter_days().take(count).collect();
    let at = "'2026-11-02T08:00:00.000000Z'";
    for days in days.chunks(500) {
        let mut sql = String::from(
            "INSERT INTO retail_invoices (invoice_id, user_id, vendor_id, vendor_name, sub_type, order_key, direction, \
             invoice_date, total_amount, currency, received_at, created_at, updated_at) VALUES ",
        );
        for (nth, day) in days.iter().enumerate() {
            let separator = if nth == 0 { "" } else { ", " };
            write!(
                sql,
                "{separator}('{}', '{}', 'ica', 'ICA', 'grocery', '{day}', 'charge', '{day}', 1000000, 'SEK', {at}, {at}, {at})",
                Uuid::new_v4(),
                user.id,
            )
            .unwrap();
        }
        user.world.sql(&sql).await;
    }
}

fn ids(list: &Value) -> Vec<&str> {
    let invoices = list["invoices"].as_array().unwrap().iter();
    invoices
        .map(|invoice| invoice["invoice_id"].as_str().unwrap())
        .collect()
}

/// A list of a user, whom it does not borrow.
fn asks(user: &User<'_>, path: &str) -> reqwest::RequestBuilder {
    let request = user.world.http.get(user.world.url(path));
    request.bearer_auth(&user.token)
}

// Shows: Lists | Without `limit` a list is whole, however long, and of one moment: its count and its `ETag` are those of its invoices
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_list_is_whole_in_its_order(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.signs_up("Alva").await;
    insert(&alva, LONG).await;
    for order in ["newest", "oldest"] {
        let answer = Answer::to(asks(&alva, &format!("{RETAIL}?sort={order}"))).await;
        let list = answer.data(200);
        assert_eq!((&list["invoiceCount"], ids(list).len()), (&LONG.into(), LONG));
        let mut paged: Vec<String> = Vec::new();
        let mut cursor = String::new();
        while paged.len() < LONG {
            let path = format!("{RETAIL}?sort={order}&limit=500{cursor}");
            let page = Answer::to(asks(&alva, &path)).await.data(200).clone();
            paged.extend(ids(&page).into_iter().map(str::to_owned));
            cursor = format!("&cursor={}", page["next_cursor"].as_str().unwrap_or_default());
        }
        assert_eq!(ids(list), paged);
        let same = asks(&alva, &format!("{RETAIL}?sort={order}"));
        let same = same.header("if-none-match", answer.header("etag").unwrap());
        assert_eq!(Answer::to(same).await.status, 304);
    }
}

/// Invoices go from one end to the other while the list is read.
// Shows: Lists | Without `limit` a list…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_list_is_of_one_moment(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.signs_up("Alva").await;
    insert(&alva, LONG).await;
    let read = CancellationToken::new();
    let moves = async {
        let mut moved = 0;
        while !read.is_cancelled() {
            for (from, to) in [("MIN", "2100-01-01"), ("MAX", "2000-01-01")] {
                let ends = format!("SELECT {from}(invoice_date) FROM retail_invoices");
                world
                    .sql(&format!(
                        "UPDATE retail_invoices SET invoice_date = '{to}' WHERE invoice_date = ({ends})"
                    ))
                    .await;
                moved += 1;
            }
        }
        moved
    };
    let reads = async {
        for _ in 0..20 {
            let answer = Answer::to(asks(&alva, RETAIL)).await;
            let ids: BTreeSet<&str> = ids(answer.data(200)).into_iter().collect();
            assert_eq!((&answer.data(200)["invoiceCount"], ids.len()), (&LONG.into(), LONG));
        }
        read.cancel();
    };
    let (moved, ()) = within("the lists", async { tokio::join!(moves, reads) }).await;
    assert!(moved > 20, "{moved}");
}

/// A client that does not read its lists keeps a few in memory and not many.
// Shows: Limits | lists without `limit` that are being sent to a user | 64 MiB, or one that is larger; the next waits, likewise
// Shows: Threats | One user asks for large…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_waits_for_the_large_ones_that_are_being_sent_to_its_user() {
    let world = World::start(Sqlite).await;
    let (alva, bo) = (world.signs_up("Alva").await, world.signs_up("Bo").await);
    insert(&alva, 16).await;
    insert(&bo, 16).await;
    // Sixteen of these are 64 MiB.
    let name = "x".repeat(4 << 20);
    world
        .sql(&format!("UPDATE retail_invoices SET vendor_name = '{name}'"))
        .await;
    // Nobody reads it on.
    let first = within("the first list", asks(&alva, RETAIL).send()).await.unwrap();
    assert_eq!(first.status(), 200);
    let last = format!("{RETAIL}?from=2010-01-16");
    let second = tokio::spawn(Answer::to(asks(&alva, &last)));
    for request in [asks(&bo, &last), asks(&alva, &format!("{last}&limit=1"))] {
        assert_eq!(Answer::to(request).await.data(200)["invoiceCount"], 1);
    }
    assert!(!second.is_finished(), "it waits for the first");
    drop(first);
    let second = within("the second list", second).await.unwrap();
    assert_eq!(second.data(200)["invoiceCount"], 1);
}
