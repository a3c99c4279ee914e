//! The filters of lists and counts.

use invoices_sandbox::sample::{Shop, shop_mail};
use invoices_service::settings::Config;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{LANDLORD, at, grocery, notice, notice_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

use super::RETAIL;

const RENTAL: &str = "/v1/invoices/rental";
const GARAGE: &str = "garage@example.com";

/// A user with two receipts of a grocer, one of a café, and one in US dollars.
async fn shopper(world: &World) -> User<'_> {
    let alva = world.connects("Alva").await;
    let cafe = json!({"name": "Café Äpplet", "sub_type": "grocery", "email_patterns": ["applet.example.com"]});
    alva.posts("/v1/sources/vendors", &cafe).await.data(201);
    let coffee = String::from_utf8(grocery(at("2026-11-04T08:00:00Z"), "77", "50,00")).unwrap();
    let anthropic = shop_mail(&Shop::named("anthropic").unwrap(), at("2026-11-06T08:00:00Z"));
    for mail in [
        grocery(at("2026-11-03T08:00:00Z"), "204118", "1890,00"),
        grocery(at("2026-11-05T08:00:00Z"), "204119", "1890,50"),
        coffee.replace("ica.se", "applet.example.com").into_bytes(),
        anthropic.eml(),
    ] {
        world.sandbox.add(&mail);
    }
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 4);
    alva
}

fn two_landlords(config: &mut Config) {
    config.rental.landlords = serde_json::from_value(json!([
        {"sender": LANDLORD, "subject": "Hyresavi"},
        {"sender": GARAGE, "subject": "Avi"},
    ]))
    .unwrap();
}

/// A user with two notices of a landlord and one of a garage.
async fn tenant(world: &World) -> User<'_> {
    let alva = world.connects("Alva").await;
    for (sender, subject, total, month) in [
        (LANDLORD, "Hyresavi", 5100, 9),
        (LANDLORD, "Hyresavi", 5200, 10),
        (GARAGE, "Avi", 800, 10),
    ] {
        let (file, pdf) = (
            format!("Hyresavi_{total}.pdf"),
            notice(total, &format!("2026-{month:02}-30")),
        );
        let received = at(&format!("2026-{month:02}-10T08:00:00Z"));
        world
            .sandbox
            .add(&notice_mail(sender, subject, received, &[(&file, pdf)]));
    }
    assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 3);
    alva
}

/// How many invoices a list has, on one page and on all.
async fn count(user: &User<'_>, list: &str, query: &str) -> u64 {
    let count = async |limit: &str| {
        let list = user.gets(&format!("{list}?{query}{limit}")).await.data(200).clone();
        list["invoiceCount"].as_u64().unwrap_or_default()
    };
    let whole = count("").await;
    assert_eq!(count("&limit=1").await, whole, "{query}");
    whole
}

async fn counts(user: &User<'_>, query: &str) -> [Value; 2] {
    let answer = user.gets(&format!("{RETAIL}?counts=true&{query}")).await;
    ["grocery", "subscriptions"].map(|sub_type| answer.data(200)["counts"][sub_type].clone())
}

// Shows: Lists | `q` finds the vendor or landlord, the total (`1890`, `1 890,00`), order, invoice, receipt and payment numbers, and items, whatever the case and accents
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_find_vendors_amounts_numbers_and_items(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = shopper(&world).await;
    for (words, found) in [
        ("1890", 2),
        ("1 890,00", 1),
        ("1\u{a0}890,50", 1),
        ("1890.5", 1),
        ("189", 0),
        ("204119", 1),
        ("2041", 2),
        ("Knäckebröd", 3),
        ("knackebrod RAG", 3),
        ("cafe", 1),
        ("CAFÉ ÄPP", 1),
        ("cafe\u{301}", 1),
        ("2031-4478-9051", 1),
        ("kq7hxexm", 1),
        ("pro plan", 1),
        ("%", 0),
        ("visa", 0),
        ("_", 0),
        ("\0", 0),
        ("\u{1}", 0),
        (" ", 4),
    ] {
        let query = form_urlencoded(words);
        assert_eq!(count(&alva, RETAIL, &query).await, found, "{words}");
        let counted: u64 = counts(&alva, &query).await.iter().filter_map(Value::as_u64).sum();
        assert_eq!(counted, found, "{words}");
    }
    let bo = world.signs_up("Bo").await;
    assert_eq!(count(&bo, RETAIL, "q=cafe").await, 0);
    // A corrected value is found, and what it replaced is not.
    let cafe = alva.gets(&format!("{RETAIL}?q=cafe")).await.data(200)["invoices"][0].clone();
    let path = format!("{RETAIL}/{}", cafe["invoice_id"].as_str().unwrap());
    let correction = json!({"vendor_name": "Krogen", "total_amount": 75});
    alva.patches(&path, &correction).await.data(200);
    for (words, found) in [("krogen", 1), ("75", 1), ("50", 0), ("cafe", 0)] {
        assert_eq!(count(&alva, RETAIL, &format!("q={words}")).await, found, "{words}");
    }
}

fn form_urlencoded(words: &str) -> String {
    let encoded = percent_encoding::utf8_percent_encode(words, percent_encoding::NON_ALPHANUMERIC);
    format!("q={encoded}")
}

// Shows: Lists | The same filters hold for `counts`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn counts_are_filtered_as_lists_are(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = shopper(&world).await;
    for (query, expected) in [
        ("", [3, 1]),
        ("from=2026-11-05", [1, 1]),
        ("to=2026-11-04", [2, 0]),
        ("from=2026-11-04&to=2026-11-05", [2, 0]),
        ("vendor=ica", [2, 0]),
        ("vendor=Caf%C3%A9%20%C3%84pplet", [1, 0]),
        ("vendor=nobody", [0, 0]),
        ("vendor=%00", [0, 0]),
        ("currency=USD", [0, 1]),
        ("currency=sek", [3, 0]),
        ("currency=EUR", [0, 0]),
        ("vendor=ica&q=1890&from=2026-11-04", [1, 0]),
    ] {
        assert_eq!(
            counts(&alva, query).await,
            expected.map(|count| json!(count)),
            "{query}"
        );
        let listed = count(&alva, RETAIL, query).await;
        assert_eq!(listed, expected.iter().sum::<u64>(), "{query}");
    }
    let of_one = alva
        .gets(&format!("{RETAIL}?counts=true&subtype=grocery&vendor=ica"))
        .await;
    assert_eq!(of_one.data(200)["counts"], json!({"grocery": 2}));
    // An invoice that states no currency is in SEK.
    world
        .sql("UPDATE retail_invoices SET currency = NULL WHERE currency = 'SEK'")
        .await;
    assert_eq!(count(&alva, RETAIL, "currency=SEK").await, 3);
    for wrong in ["from=2026-11-05&to=2026-11-04", "currency=kronor", "to=2201-01-01"] {
        let (name, _) = wrong.split_once('=').unwrap();
        for query in ["counts=true&", ""] {
            let answer = alva.gets(&format!("{RETAIL}?{query}{wrong}")).await;
            assert!(answer.fails(400, "INVALID_REQUEST").contains(name), "{wrong}");
        }
    }
}

// Shows: Lists | `from`, `to`, `vendor`, `currency`…
// Shows: Lists | `q` finds the vendor…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rent_is_filtered_as_retail_invoices_are(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await.with_settings(two_landlords).await;
    let alva = tenant(&world).await;
    alva.patches(&format!("{RENTAL}/Invoice_5200"), &json!({"Currency": "EUR"}))
        .await
        .data(200);
    let landlord = "vendor=Exempelbost%C3%A4der%20AB";
    let number = "q=5100260930";
    for (query, expected) in [
        ("vendor=garage%40example.com", 1),
        ("vendor=hyra%40landlord.example.com", 2),
        (landlord, 3),
        ("vendor=ica", 0),
        ("currency=EUR", 1),
        ("currency=SEK", 2),
        ("q=5%20100,00", 1),
        ("q=510", 1),
        ("q=exempelbostader", 3),
        ("q=garage", 1),
        ("q=HYRA", 3),
        (number, 1),
        ("q=cafe", 0),
        ("from=2026-10-01&vendor=hyra%40landlord.example.com", 1),
        ("to=2026-10-01&currency=EUR", 0),
    ] {
        assert_eq!(count(&alva, RENTAL, query).await, expected, "{query}");
    }
    let correction = json!({"Landlord": "Bo Hyresvärd"});
    let path = format!("{RENTAL}/Invoice_800");
    alva.patches(&path, &correction).await.data(200);
    assert_eq!(count(&alva, RENTAL, "vendor=Bo%20Hyresv%C3%A4rd").await, 1);
    assert_eq!(count(&alva, RENTAL, landlord).await, 2);
    for wrong in ["currency=kronor", "from=1899-12-31"] {
        let (name, _) = wrong.split_once('=').unwrap();
        let answer = alva.gets(&format!("{RENTAL}?{wrong}")).await;
        assert!(answer.fails(400, "INVALID_REQUEST").contains(name), "{wrong}");
    }
}
