//! Ingests of retail invoices: mail, object, invoice, and mails without an invoice.

use invoices_domain::ids::sha256_hex;
use invoices_sandbox::Endpoint;
use invoices_sandbox::sample::{Shop, shop_mail};
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{
    GROCER, ReceiptText, at, grocery, grocery_of, plain_receipt, receipt, receipt_with_pdfs, unauthenticated,
};
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// The vendors with at least one stored mail, and their counts.
fn stored_by_vendor(data: &Value) -> Value {
    let counts = data["byVendor"]
        .as_object()
        .unwrap()
        .iter()
        .filter(|(_, count)| **count != 0);
    Value::Object(counts.map(|(vendor, count)| (vendor.clone(), count.clone())).collect())
}

// Shows: Retail invoices | `POST /v1/invoices/retail/ingest` searches for every active vendor and stores mails at `invoices/{user_id}/retail/{sub_type}/{vendor}_{date}_{hash}.html`
// Shows: Retail invoices | 200 with `totalEmailsFound`, `byVendor` (every vendor searched, zero included), `dateRange` (`YYYY/MM/DD`) and `errors`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receipt_becomes_an_invoice(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let id = world.sandbox.add(&grocery(at(NOVEMBER), "204118", "1 113,67"));
    let answer = alva.ingests_retail().await;
    assert_eq!(answer.message(), "Retail invoices fetched successfully");
    let data = answer.data(200);
    assert_eq!(data["totalEmailsFound"], 1);
    assert_eq!(stored_by_vendor(data), json!({"ica": 1}));
    let searched: Vec<&str> = data["byVendor"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let active = world.app.catalogue().active_vendors(None);
    assert_eq!(
        searched,
        active
            .iter()
            .map(|vendor| vendor.vendor_id.as_str())
            .collect::<Vec<_>>(),
        "every vendor searched"
    );
    assert_eq!(
        data["dateRange"],
        json!({"start": "2026/10/19", "end": "2026/11/18"}),
        "thirty days"
    );
    assert_eq!(data["errors"], json!([]));
    let hash = &sha256_hex(id.as_bytes())[..16];
    assert_eq!(
        world.objects(),
        [format!(
            "invoices/{}/retail/grocery/ica_2026-11-10_{hash}.html",
            alva.id
        )]
    );

    let list = alva.lists_retail().await;
    let invoice_id = list[0]["invoice_id"].clone();
    assert_eq!(
        list,
        [json!({
            "invoice_id": invoice_id, "vendor_name": "ICA", "sub_type": "grocery", "invoice_date": "2026-11-10",
            "total_amount": 1113.67, "currency": "SEK"
        })]
    );
    let detail = alva.detail_of(&list[0]).await;
    for (key, value) in [
        ("invoice_id", invoice_id),
        ("sub_type", json!("grocery")),
        ("vendor_name", json!("ICA")),
        ("order_id", json!("204118")),
        ("invoice_date", json!("2026-11-10")),
        ("total_amount", json!(1113.67)),
    ] {
        assert_eq!(detail[key], value, "{key} of {detail}");
    }
    assert!(detail.get("invoice_date_source").is_none(), "{detail}");
}

/// The detail states only what the document states.
// Shows: Lists | A currency that is not stated is `SEK` in summaries and in the answer to a deletion, and absent in the detail
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_currency_is_sek_in_lists_only(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let page = "<html><body><h1>Your receipt</h1><p>Order number: 204118</p><p>Order date: 2026-11-10</p><p>Total: 113.67</p></body></html>";
    world.sandbox.add(&receipt(GROCER, "Ditt kvitto", at(NOVEMBER), page));
    alva.fetches_retail().await;
    let list = alva.lists_retail().await;
    assert_eq!(
        (list.len(), &list[0]["currency"], &list[0]["total_amount"]),
        (1, &json!("SEK"), &json!(113.67))
    );
    assert_eq!(alva.detail_of(&list[0]).await.get("currency"), None);
    let deleted = alva.deletes_retail(&list[0]["invoice_id"]).await;
    assert_eq!(deleted.data(200)["deleted_invoice"]["currency"], "SEK");
}

// Shows: Lists | The sub-types are the catalogue's categories, and one record of each is kept
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receipt_of_every_category_becomes_an_invoice(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    for shop in &Shop::ALL {
        world.sandbox.add(&shop_mail(shop, at(NOVEMBER)).eml());
    }
    let data = alva.fetches_retail().await;
    assert_eq!(data["totalEmailsFound"], Shop::ALL.len(), "{data}");
    let list = alva.lists_retail().await;
    for shop in &Shop::ALL {
        let of_shop: Vec<&Value> = list
            .iter()
            .filter(|invoice| invoice["sub_type"] == shop.sub_type)
            .collect();
        assert_eq!(of_shop.len(), 1, "{}", shop.vendor_id);
        let amount = of_shop[0]["total_amount"].to_string();
        assert_eq!(
            (amount.as_str(), of_shop[0]["currency"].as_str()),
            (shop.total.to_string().as_str(), Some(shop.currency)),
            "{}",
            shop.vendor_id
        );
        assert_eq!(alva.detail_of(of_shop[0]).await["sub_type"], shop.sub_type);
    }
}

// Shows: Retail invoices | `totalEmailsFound` and `byVendor` count what this run stored; what is known is not fetched again
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_known_mail_is_never_fetched_again(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(NOVEMBER), "1", "100,00"));
    world.sandbox.add(&receipt(
        GROCER,
        "Ditt kvitto",
        at(NOVEMBER),
        "<p>Vi ses snart igen!</p>",
    ));
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 2);
    let before = world.objects();
    world.sandbox.reset_calls();
    for _ in 0..2 {
        let data = alva.fetches_retail().await;
        assert_eq!(
            (&data["totalEmailsFound"], stored_by_vendor(&data)),
            (&json!(0), json!({}))
        );
    }
    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
    assert_eq!(world.sandbox.calls(Endpoint::Fetch), 0);
    assert_eq!(world.objects(), before);
    assert_eq!(alva.lists_retail().await.len(), 1);
}

// Shows: Retail invoices | `vendor_category` restricts the run to a sub-type; an unknown one is 400 `INVALID_REQUEST`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_category_restricts_the_vendors(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(NOVEMBER), "1", "100,00"));
    let foodora = Shop::named("foodora").unwrap();
    world.sandbox.add(&shop_mail(&foodora, at(NOVEMBER)).eml());
    let answer = alva
        .posts("/v1/invoices/retail/ingest", &json!({"vendor_category": "grocery"}))
        .await;
    let searched: Vec<&str> = answer.data(200)["byVendor"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let category = "grocery".parse().unwrap();
    let active = world.app.catalogue().active_vendors(Some(&category));
    assert_eq!(
        searched,
        active
            .iter()
            .map(|vendor| vendor.vendor_id.as_str())
            .collect::<Vec<_>>()
    );
    assert_eq!(answer.data(200)["totalEmailsFound"], 1);
    assert!(
        alva.lists_retail()
            .await
            .iter()
            .all(|invoice| invoice["sub_type"] == "grocery")
    );
    assert_eq!(stored_by_vendor(&alva.fetches_retail().await), json!({"foodora": 1}));
}

// Shows: Retail invoices | A plain mail is kept as it was written
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_plain_text_mail_is_stored_as_written(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let text = "Tack för ditt köp!\nOrdernummer: 77\nOrderdatum: 2026-11-10\n<script>alert(1)</script> & mer\nTotalt: 249,50 kr\n";
    world
        .sandbox
        .add(&plain_receipt(GROCER, "Ditt kvitto", at(NOVEMBER), text));
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 1);
    let html = std::fs::read_to_string(world.folder.path().join("objects").join(&world.objects()[0])).unwrap();
    assert!(
        html.contains("<pre>") && html.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; mer"),
        "{html}"
    );
    assert_eq!(alva.lists_retail().await[0]["total_amount"], 249.5);
}

/// A mail that states no amount, or only attaches a PDF.
// Shows: Retail invoices | A mail without an amount is `rejected` with the reason
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_without_an_invoice_is_rejected_with_the_reason(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&receipt(
        GROCER,
        "Ditt kvitto 1",
        at(NOVEMBER),
        "<p>Vi ses snart igen!</p>",
    ));
    let damaged = [("Kvitto.pdf", b"%PDF-1.4".to_vec())];
    world.sandbox.add(&receipt_with_pdfs(
        GROCER,
        "Ditt kvitto 2",
        at(NOVEMBER),
        None,
        &damaged,
    ));
    alva.fetches_retail().await;
    assert_eq!(alva.lists_retail().await, Vec::<Value>::new());
    let ledger = alva.ledger().await;
    let (subjects, lines): (Vec<_>, Vec<_>) = ledger
        .iter()
        .map(|(subject, line)| (subject.as_str(), line.as_str()))
        .unzip();
    assert_eq!(subjects, ["Ditt kvitto 1", "Ditt kvitto 2"]);
    assert_eq!(lines[0], "fetched [html rejected]");
    assert_eq!(lines[1], "fetched [pdf-0 failed]");
    let rows = world.app.store().ledger(alva.id, 10).await.unwrap();
    let reasons: Vec<Option<&str>> = rows
        .iter()
        .flat_map(|row| &row.documents)
        .map(|document| document.reason.as_deref())
        .collect();
    assert!(reasons.iter().all(Option::is_some), "{reasons:?}");
}

/// A mail whose sender is not authenticated. An operator releases it.
// Shows: Retail invoices | A mail whose sender is not authenticated is quarantined: not stored, not parsed, and released by an operator
// Shows: Threats | A forged mail adds an…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forged_sender_is_quarantined_until_released(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, bo) = (world.connects("Alva").await, world.signs_up("Bo").await);
    let id = world
        .sandbox
        .add(&unauthenticated(&grocery(at(NOVEMBER), "666", "66,60")))
        .parse()
        .unwrap();
    let data = alva.fetches_retail().await;
    assert_eq!(
        (&data["totalEmailsFound"], stored_by_vendor(&data)),
        (&json!(0), json!({})),
        "a quarantined mail does not count"
    );
    assert_eq!((world.objects(), alva.lists_retail().await), (vec![], vec![]));
    assert!(
        alva.ledger().await[0].1.starts_with("quarantined []"),
        "{:?}",
        alva.ledger().await
    );
    world.sandbox.reset_calls();
    alva.fetches_retail().await;
    assert_eq!(
        world.sandbox.calls(Endpoint::Fetch),
        0,
        "it is not fetched again by itself"
    );

    let store = world.app.store();
    assert!(
        !store.release(bo.id, &id, None, world.now()).await.unwrap(),
        "it is not Bo's"
    );
    assert!(store.release(alva.id, &id, None, world.now()).await.unwrap());
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 1);
    assert_eq!(alva.lists_retail().await[0]["total_amount"], 66.6);
    assert!(
        !store.release(alva.id, &id, None, world.now()).await.unwrap(),
        "it is released once"
    );
}

// Shows: Ingests | A message that is too large is rejected, with the reason
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_is_too_large_is_rejected(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = world
        .with_settings(|config| config.mail.max_message_bytes = 8 * 1024)
        .await;
    let alva = world.connects("Alva").await;
    let padding = format!("<p>{}</p>", "x".repeat(200_000));
    world.sandbox.add(&grocery_of(
        at(NOVEMBER),
        &ReceiptText {
            more: &padding,
            ..ReceiptText::default()
        },
    ));
    world.sandbox.add(&grocery(at(NOVEMBER), "1", "100,00"));
    let data = alva.fetches_retail().await;
    assert_eq!((&data["totalEmailsFound"], &data["errors"]), (&json!(1), &json!([])));
    let ledger = alva.ledger().await;
    assert!(
        ledger.iter().any(|(_, line)| line.starts_with("rejected [] too large")),
        "{ledger:?}"
    );
    world.sandbox.reset_calls();
    alva.fetches_retail().await;
    assert_eq!(world.sandbox.calls(Endpoint::Fetch), 0, "it is not tried again");
}

// Shows: Ingests | Two users of one mailbox share nothing
// Shows: Threats | A user reads, changes…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_users_of_one_mailbox_share_nothing(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, bo) = (world.connects("Alva").await, world.connects("Bo").await);
    world.sandbox.add(&grocery(at(NOVEMBER), "1", "100,00"));
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 1);
    assert_eq!(bo.lists_retail().await, Vec::<Value>::new());
    assert_eq!(bo.fetches_retail().await["totalEmailsFound"], 1);
    assert_ne!(
        alva.lists_retail().await[0]["invoice_id"],
        bo.lists_retail().await[0]["invoice_id"]
    );
    assert_eq!(world.objects().len(), 2);
}
