//! Lists in pages, filtered and in another order.

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, grocery, notice, notice_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

use super::RETAIL;

const RENTAL: &str = "/v1/invoices/rental";

/// A user with twelve receipts of one shop, two a day, and one of a shop with letters beyond ASCII.
async fn shopper(world: &World) -> User<'_> {
    let alva = world.signs_up("Alva").await;
    let tokens = world.sandbox.issue_tokens();
    alva.stores_tokens(&tokens.access, Some(&tokens.refresh))
        .await
        .data(201);
    let shop = json!({"name": "Ångströms Kök", "sub_type": "grocery", "email_patterns": ["angstroms.example.com"]});
    alva.posts("/v1/sources/vendors", &shop).await.data(201);
    for nth in 0..12 {
        let day = format!("2026-11-{:02}T08:00:00Z", 1 + nth / 2);
        world.sandbox.add(&grocery(at(&day), &format!("{nth}"), "100,00"));
    }
    let other = String::from_utf8(grocery(at("2026-11-09T08:00:00Z"), "77", "50,00")).unwrap();
    world
        .sandbox
        .add(other.replace("ica.se", "angstroms.example.com").as_bytes());
    alva.fetches_retail().await;
    alva
}

async fn lists(user: &User<'_>, path: &str) -> Value {
    user.gets(path).await.data(200).clone()
}

fn ids(list: &Value) -> Vec<String> {
    let invoices = list["invoices"].as_array().unwrap();
    invoices
        .iter()
        .map(|invoice| invoice["invoice_id"].as_str().unwrap().to_owned())
        .collect()
}

/// Every page of a list, by its ids.
async fn pages(user: &User<'_>, query: &str) -> Vec<Vec<String>> {
    let (mut pages, mut cursor) = (Vec::new(), String::new());
    loop {
        let list = lists(user, &format!("{RETAIL}?{query}{cursor}")).await;
        pages.push(ids(&list));
        match list["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return pages,
        }
    }
}

// Shows: Lists | `limit` and `cursor` give pages: every invoice once, in the order of the list, also while the list changes; `invoiceCount` counts all pages
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_have_every_invoice_once_in_the_order_of_the_list(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = shopper(&world).await;
    let all = lists(&alva, RETAIL).await;
    assert_eq!((&all["invoiceCount"], ids(&all).len()), (&json!(13), 13));
    assert_eq!(all["next_cursor"], Value::Null);
    for limit in [1, 5, 12, 13, 500] {
        let paged = pages(&alva, &format!("limit={limit}")).await;
        assert_eq!(paged.concat(), ids(&all), "{limit}");
        assert!(paged.iter().all(|page| !page.is_empty() && page.len() <= limit));
    }
    let first = lists(&alva, &format!("{RETAIL}?limit=5")).await;
    assert_eq!(first["invoiceCount"], 13, "on all pages");
    let oldest = lists(&alva, &format!("{RETAIL}?sort=oldest")).await;
    assert_eq!(pages(&alva, "limit=4&sort=oldest").await.concat(), ids(&oldest));
    let dates = |list: &Value| -> Vec<String> {
        let invoices = list["invoices"].as_array().unwrap();
        invoices
            .iter()
            .map(|invoice| invoice["invoice_date"].to_string())
            .collect()
    };
    let mut reversed = dates(&all);
    reversed.reverse();
    assert_eq!(dates(&oldest), reversed);
    let mut reversed = ids(&all);
    reversed.reverse();
    assert_eq!(ids(&oldest), reversed);
    assert_eq!(pages(&alva, "q=ica&limit=4&sort=oldest").await.concat(), reversed[..12]);
}

/// A page continues where the last one ended, whatever was added or removed meanwhile.
// Shows: Lists | `limit` and `cursor` give…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_stay_in_step_with_a_list_that_changes(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = shopper(&world).await;
    let all = ids(&lists(&alva, RETAIL).await);
    let first = lists(&alva, &format!("{RETAIL}?limit=5")).await;
    alva.deletes_retail(&json!(all[4])).await.data(200);
    world.sandbox.add(&grocery(at("2026-11-18T08:00:00Z"), "900", "1,00"));
    alva.fetches_retail().await;
    let next = first["next_cursor"].as_str().unwrap();
    let second = lists(&alva, &format!("{RETAIL}?limit=5&cursor={next}")).await;
    assert_eq!(ids(&second), all[5..10]);
}

// Shows: Lists | `from`, `to`, `vendor`, `currency` and `q` filter the lists of both types, and `sort=oldest` turns the order round; a wrong one is 400. `vendor` of rent is the landlord's name or address; an invoice that states no currency is in SEK
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_are_filtered_by_day_vendor_and_words(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = shopper(&world).await;
    for (query, count) in [
        ("from=2026-11-03", 9),
        ("to=2026-11-03", 6),
        ("from=2026-11-02&to=2026-11-03", 4),
        ("from=2026-11-20", 0),
        ("vendor=ica", 12),
        ("vendor=nobody", 0),
        ("q=%C3%A5ngstr%C3%B6ms", 1),
        ("q=%C3%85NGSTR", 1),
        ("q=k%C3%B6k&from=2026-11-10", 0),
        ("q=%25", 0),
        ("q=", 13),
        ("subtype=grocery&vendor=ica&limit=3", 12),
    ] {
        let list = lists(&alva, &format!("{RETAIL}?{query}")).await;
        assert_eq!(list["invoiceCount"], count, "{query}");
    }
    let searched = lists(&alva, &format!("{RETAIL}?q=ICA")).await;
    assert_eq!(ids(&searched).len(), 12);
    assert_eq!(pages(&alva, "q=ica&limit=5").await.concat(), ids(&searched));
    for query in [
        "limit=0",
        "limit=501",
        "limit=x",
        "cursor=x",
        "cursor=%3F",
        "from=2026-7-1",
        "to=yesterday",
        "sort=amount",
        &format!("q={}", "x".repeat(201)),
    ] {
        alva.gets(&format!("{RETAIL}?{query}"))
            .await
            .fails(400, "INVALID_REQUEST");
    }
    let bo = world.connects("Bo").await;
    let cursor = lists(&alva, &format!("{RETAIL}?limit=1")).await["next_cursor"].clone();
    let foreign = lists(&bo, &format!("{RETAIL}?cursor={}", cursor.as_str().unwrap())).await;
    assert_eq!(foreign["invoiceCount"], 0);
}

// Shows: Lists | `limit` and `cursor` give…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rental_invoices_come_in_pages_too(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    for month in 1..=9 {
        let name = format!("Hyresavi_{month}.pdf");
        let notice = notice(5000 + month, &format!("2026-{month:02}-28"));
        let received = at(&format!("2026-{month:02}-10T08:00:00Z"));
        let mail = notice_mail("hyra@landlord.example.com", "Hyresavi", received, &[(&name, notice)]);
        world.sandbox.add(&mail);
    }
    alva.ingests_rental().await.data(200);
    let (mut found, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = lists(&alva, &format!("{RENTAL}?limit=4{cursor}")).await;
        assert_eq!(page["invoiceCount"], 9);
        let invoices = page["invoices"]["2026"].as_array().unwrap().clone();
        found.extend(
            invoices
                .iter()
                .map(|invoice| invoice["due_date_month"].as_str().unwrap().to_owned()),
        );
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(found, ["9", "8", "7", "6", "5", "4", "3", "2", "1"]);
    let first = lists(&alva, &format!("{RENTAL}?limit=2")).await;
    world.sql("DELETE FROM rental_invoices WHERE due_month = 8").await;
    let next = first["next_cursor"].as_str().unwrap();
    let second = lists(&alva, &format!("{RENTAL}?limit=2&cursor={next}")).await;
    assert_eq!(
        second["invoices"]["2026"][0]["due_date_month"], "7",
        "the one before it is gone"
    );
    let some = lists(&alva, &format!("{RENTAL}?from=2026-03-01&to=2026-05-28&sort=oldest")).await;
    let months: Vec<_> = some["invoices"]["2026"]
        .as_array()
        .unwrap()
        .iter()
        .map(|i| i["due_date_month"].clone())
        .collect();
    assert_eq!(
        (&some["invoiceCount"], months),
        (&json!(3), vec![json!("3"), json!("4"), json!("5")])
    );
    assert_eq!(lists(&alva, &format!("{RENTAL}?q=avi_7")).await["invoiceCount"], 1);
    let none = alva.gets(&format!("{RENTAL}?from=2027-01-01")).await;
    assert_eq!(none.data(200), &json!(null));
}

// Shows: Lists | Lists and details have an `ETag`; with it in `If-None-Match` the answer is 304 without a body while nothing has changed
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_that_has_not_changed_is_not_sent_again(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = shopper(&world).await;
    let detail = {
        let first = lists(&alva, &format!("{RETAIL}?limit=1")).await["invoices"][0].clone();
        let (sub_type, id) = (
            first["sub_type"].as_str().unwrap(),
            first["invoice_id"].as_str().unwrap(),
        );
        format!("{RETAIL}?subtype={sub_type}&invoice-id={id}")
    };
    let asks = async |path: &str, tag: &str| {
        let request = world.http.get(world.url(path)).bearer_auth(&alva.token);
        world.send(request.header("If-None-Match", tag)).await
    };
    for path in [RETAIL, &detail, "/v1/invoices/retail?counts=true", RENTAL] {
        let first = alva.gets(path).await;
        let tag = first.headers["ETag"].to_str().unwrap();
        assert_eq!(first.headers["Cache-Control"], "private, no-cache");
        for known in [
            tag.to_owned(),
            format!("W/{tag}"),
            format!("\"x\", {tag}"),
            "*".to_owned(),
        ] {
            let again = asks(path, &known).await;
            assert_eq!((again.status, &again.body), (304, &Value::Null), "{path} {known}");
            assert_eq!(again.headers["ETag"], tag);
        }
        assert_eq!(asks(path, "\"x\"").await.body, first.body);
    }
    let before = alva.gets(RETAIL).await.headers["ETag"].clone();
    world.sandbox.add(&grocery(at("2026-11-18T08:00:00Z"), "900", "1,00"));
    alva.fetches_retail().await;
    let after = asks(RETAIL, before.to_str().unwrap()).await;
    assert_eq!(after.data(200)["invoiceCount"], 14);
}
