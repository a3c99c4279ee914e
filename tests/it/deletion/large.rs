//! Deleting a large account while others use the service.

use std::time::{Duration, Instant};

use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::database::tables;
use invoices_tests::support::mails::{at, grocery};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::json;

const MAILS: u32 = 100_000;
const PASSWORD: &str = "a password of some length";
const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// Copies a row of each table that a mail leads to. The copies differ in their keys.
async fn copy_mails(user: &User<'_>) {
    let world = user.world;
    let known = tables(&world.config.database.url).await;
    for (table, keys) in [
        ("messages", &["message_id", "header_id", "digest"][..]),
        ("documents", &["part", "object_key"]),
        ("retail_invoices", &["invoice_id", "order_key"]),
        ("retail_details", &["invoice_id"]),
        ("retail_sources", &["invoice_id"]),
        ("retail_texts", &["invoice_id"]),
        ("statements", &["statement_id"]),
        ("statement_keys", &["key"]),
        ("jobs", &["key", "join_key"]),
    ] {
        let columns = known.iter().find(|known| known.name == table).unwrap().columns.iter();
        let columns: Vec<&str> = columns.map(String::as_str).filter(|column| *column != "id").collect();
        let values = columns.iter().map(|column| match *column {
            column if keys.contains(&column) => "'copy-' || n".to_owned(),
            column => format!("one.{column}"),
        });
        let values: Vec<String> = values.collect();
        world
            .sql(&format!(
                "INSERT INTO {table} ({}) WITH RECURSIVE numbers(n) AS \
                 (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {MAILS}) \
                 SELECT {} FROM numbers, (SELECT * FROM {table} WHERE user_id = '{}' LIMIT 1) AS one",
                columns.join(", "),
                values.join(", "),
                user.id
            ))
            .await;
    }
}

/// A request may take thirty seconds. Whatever the deletion needs, a sign-up waits for one of its transactions.
#[ignore = "a walk: an account of 100,000 mails"]
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn others_write_while_a_large_account_is_deleted(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::with(database, |config| config.auth.attempts_per_minute = 100_000).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 1);
    copy_mails(&alva).await;
    let begun = Instant::now();
    let (mut longest, mut answered) = (Duration::ZERO, 0);
    let deletion = async {
        let request = world.http.delete(world.url("/v1/user/me")).bearer_auth(&alva.token);
        let answer = world
            .while_working_within(Duration::from_mins(5), Answer::to(request))
            .await;
        println!("{database:?}: answered {} after {:.1?}", answer.status, begun.elapsed());
        world.drain().await;
    };
    let others = async {
        loop {
            let asked = Instant::now();
            let body = json!({"email": format!("bo-{answered}@example.com"), "name": "Bo", "password": PASSWORD});
            // Without workers of its own, which could take the deletion.
            let answer = Answer::to(world.http.post(world.url("/v1/auth/signup")).json(&body)).await;
            assert_eq!(answer.status, 201, "{:?}", answer.body);
            longest = longest.max(asked.elapsed());
            answered += 1;
        }
    };
    tokio::select! {
        () = deletion => {}
        () = others => {}
    }
    println!(
        "{database:?}: deleted after {:.1?}; of {answered} sign-ups meanwhile the slowest took {longest:.1?}",
        begun.elapsed()
    );
    assert!(answered > 10, "{answered}");
    assert_eq!(world.rows("messages", alva.id).await, 0);
    assert!(longest < Duration::from_secs(5), "{longest:?}");
}
