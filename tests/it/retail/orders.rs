//! Which mails become one invoice, and which never do.

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{GROCER, ReceiptText, at, grocery, grocery_of, receipt};
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

const MORNING: &str = "2026-11-10T08:00:00Z";
const EVENING: &str = "2026-11-10T18:00:00Z";
const COOP: &str = "order@coop.se";
const TEHUSET: &str = "order@tehuset.example.com";

/// The confirmation of an order. [`delivered`], its receipt, has another total and no date.
fn placed() -> Vec<u8> {
    let text = ReceiptText {
        heading: "Orderbekräftelse",
        order: Some("SE-4711"),
        date: Some("2026-11-09"),
        total: "239,00",
        ..ReceiptText::default()
    };
    receipt(COOP, "Orderbekräftelse", at(MORNING), &text.html())
}

fn delivered() -> Vec<u8> {
    let text = ReceiptText {
        heading: "Kvitto",
        order: Some("se4711"),
        total: "249,50",
        more: "<p>Betalat 249,50 kr</p>",
        ..ReceiptText::default()
    };
    receipt(COOP, "Kvitto", at(EVENING), &text.html())
}

async fn assert_one_invoice(world: &World, first: &[u8], second: &[u8]) {
    let alva = world.connects("Alva").await;
    world.sandbox.add(first);
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 1);
    let id = alva.lists_retail().await[0]["invoice_id"].clone();
    world.sandbox.add(second);
    assert_eq!(
        alva.ingests_days("2026-11-01", "2026-11-18").await.data(200)["totalEmailsFound"],
        1
    );
    let list = alva.lists_retail().await;
    assert_eq!(list.len(), 1, "{list:?}");
    assert_eq!(list[0]["invoice_id"], id, "the invoice keeps its id");
    assert_eq!(list[0]["total_amount"], 249.5, "the later mail wins");
    assert_eq!(
        list[0]["invoice_date"], "2026-11-09",
        "what the later mail leaves out is kept"
    );
    let detail = alva.detail_of(&list[0]).await;
    assert_eq!(
        (&detail["total_amount"], &detail["invoice_date"]),
        (&json!(249.5), &json!("2026-11-09")),
        "{detail}"
    );
    assert_eq!(detail["invoice_id"], id);
    assert!(detail.get("invoice_date_source").is_none(), "{detail}");
    assert_eq!(world.objects().len(), 2, "both mails are kept");
}

// Shows: Retail invoices | Two mails about one order are one invoice, whichever comes first; the later one's values win
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_mails_about_one_order_are_one_invoice(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    assert_one_invoice(&world, &placed(), &delivered()).await;
}

// Shows: Retail invoices | Two mails about one order…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_mails_about_one_order_are_one_invoice_in_reverse_order(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    assert_one_invoice(&world, &delivered(), &placed()).await;
}

// Shows: Retail invoices | Two mails about one order…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_mails_about_one_order_are_one_invoice_in_one_run(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&placed());
    world.sandbox.add(&delivered());
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 2);
    let list = alva.lists_retail().await;
    assert_eq!(
        (list.len(), &list[0]["total_amount"], &list[0]["invoice_date"]),
        (1, &json!(249.5), &json!("2026-11-09"))
    );
}

/// They stay apart when the mail is ingested again.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_orders_in_one_mail_are_two_invoices(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let order = |number: &str, total: &str| {
        format!(
            "<table><tr><td>Ordernummer</td><td>{number}</td></tr><tr><td>Totalt</td><td>{total} kr</td></tr></table>"
        )
    };
    let body = format!(
        "<h1>Ditt kvitto</h1><p>Orderdatum: 2026-11-09</p>{}{}",
        order("A-10017", "299,00"),
        order("A-10018", "848,00")
    );
    world.sandbox.add(&receipt(GROCER, "Ditt kvitto", at(MORNING), &body));
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 1);
    let list = alva.lists_retail().await;
    let mut totals: Vec<String> = list.iter().map(|invoice| invoice["total_amount"].to_string()).collect();
    totals.sort_unstable();
    assert_eq!(totals, ["299", "848"], "{list:?}");
    let mut orders = Vec::new();
    for invoice in &list {
        orders.push(alva.detail_of(invoice).await["order_id"].clone());
    }
    orders.sort_by_key(ToString::to_string);
    assert_eq!(orders, ["A-10017", "A-10018"]);
    assert_ne!(list[0]["invoice_id"], list[1]["invoice_id"]);

    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
    assert_eq!(alva.lists_retail().await, list, "the same mail adds none");
}

// Shows: Retail invoices | A refund is a record of its own, and negative
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refund_is_a_separate_negative_invoice(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let refund = |total| ReceiptText {
        heading: "Återbetalning",
        order: Some("SE-4711"),
        date: Some("2026-11-10"),
        total,
        ..ReceiptText::default()
    };
    world.sandbox.add(&grocery(at(MORNING), "SE-4711", "199,00"));
    world.sandbox.add(&grocery_of(at(EVENING), &refund("49,00")));
    alva.fetches_retail().await;
    let mut amounts: Vec<f64> = alva
        .lists_retail()
        .await
        .iter()
        .map(|invoice| invoice["total_amount"].as_f64().unwrap())
        .collect();
    amounts.sort_by(f64::total_cmp);
    assert_eq!(amounts, [-49.0, 199.0]);
    // Another amount is another refund.
    world
        .sandbox
        .add(&grocery_of(at("2026-11-11T08:00:00Z"), &refund("59,00")));
    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
    let list = alva.lists_retail().await;
    assert_eq!(list.len(), 3);
    assert!(list.iter().any(|invoice| invoice["total_amount"] == -59), "{list:?}");
}

/// Neither receipts of one day and amount, nor orders of two shops with one number.
// Shows: Retail invoices | Nothing is merged on date or amount alone
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mails_without_a_common_order_are_never_merged(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    for hour in 8..11 {
        let text = ReceiptText {
            date: Some("2026-11-10"),
            ..ReceiptText::default()
        };
        world
            .sandbox
            .add(&grocery_of(at(&format!("2026-11-10T{hour:02}:00:00Z")), &text));
    }
    world.sandbox.add(&grocery(at(MORNING), "4711", "100,00"));
    let other = ReceiptText {
        order: Some("4711"),
        date: Some("2026-11-10"),
        ..ReceiptText::default()
    };
    world.sandbox.add(&receipt(
        "order@coop.se",
        "Orderbekräftelse",
        at(MORNING),
        &other.html(),
    ));
    alva.fetches_retail().await;
    // Also those with the same words.
    assert_eq!(alva.lists_retail().await.len(), 5);
}

// Shows: Retail invoices | A date that only the mail gives is marked `invoice_date_source: "mail"`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_date_taken_from_the_mail_is_marked(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    // 23:30 UTC is the next day in Stockholm.
    world.sandbox.add(&grocery_of(
        at("2026-11-10T23:30:00Z"),
        &ReceiptText {
            order: Some("7"),
            ..ReceiptText::default()
        },
    ));
    alva.fetches_retail().await;
    let list = alva.lists_retail().await;
    assert_eq!(list[0]["invoice_date"], "2026-11-11");
    let detail: Value = alva.detail_of(&list[0]).await;
    assert_eq!(
        (&detail["invoice_date"], &detail["invoice_date_source"]),
        (&json!("2026-11-11"), &json!("mail"))
    );
}

/// The user's word is kept when a mail comes later, and is undone by its opposite.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_user_joins_invoices_and_separates_mails(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(MORNING), "SE-4711", "199,00"));
    world.sandbox.add(&grocery(at(EVENING), "SE-4712", "40,00"));
    alva.fetches_retail().await;
    let list = alva.lists_retail().await;
    let [late, early] = list.as_slice() else {
        panic!("{list:?}")
    };
    let id = |invoice: &Value| invoice["invoice_id"].as_str().unwrap().to_owned();
    let path = |invoice: &Value, verb: &str| format!("/v1/invoices/retail/{}/{verb}", id(invoice));
    let joined = alva.posts(&path(early, "join"), &json!({"with": id(late)})).await;
    let joined = joined.data(200);
    assert_eq!(joined["invoice"]["total_amount"], 40, "the latest document's");
    assert_eq!(joined["before"].as_array().unwrap().len(), 2);
    assert_eq!(alva.lists_retail().await.len(), 1);
    // Both ids stand for the invoice.
    for invoice in [early, late] {
        assert_eq!(
            alva.detail_of(invoice).await["invoice_id"],
            joined["invoice"]["invoice_id"]
        );
    }
    world
        .sandbox
        .add(&grocery(at("2026-11-12T08:00:00Z"), "SE-4713", "7,00"));
    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
    assert_eq!(alva.lists_retail().await.len(), 2);
    let ledger = world.app.store().ledger(alva.id, 10).await.unwrap();
    let reason = |row: &invoices_db::LedgerRow| row.documents[0].reason.clone();
    let with_reason: Vec<_> = ledger.iter().filter_map(reason).collect();
    assert!(
        matches!(with_reason.as_slice(), [reason] if reason.ends_with(": user")),
        "{with_reason:?}"
    );
    let row = ledger.iter().find(|row| reason(row).is_some()).unwrap();
    let mail = json!({"message_id": row.message_id.to_string()});
    let separated = alva.posts(&path(early, "separate"), &mail).await;
    let separated = separated.data(200);
    assert_eq!(separated["separated"][0]["total_amount"], 40);
    assert_eq!(separated["invoice"]["total_amount"], 199);
    assert_eq!(alva.lists_retail().await.len(), 3);
    // There is nothing to separate any more.
    let again = alva.posts(&path(early, "separate"), &mail).await;
    again.fails(404, "INVALID_REQUEST");
}

/// A cancellation often says no more than the order's number.
// Shows: Retail invoices | A cancelled invoice has `cancelled: true`, stays in lists, and counts for no sum
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancelled_order_is_marked_and_counts_for_no_sum(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let vendor = json!({"name": "Tehuset", "sub_type": "grocery", "email_patterns": [TEHUSET]});
    alva.posts("/v1/sources/vendors", &vendor).await.data(201);
    for (order, total) in [("SE-4711", "239,00"), ("SE-4712", "100,00")] {
        let text = ReceiptText {
            order: Some(order),
            total,
            ..ReceiptText::default()
        };
        world
            .sandbox
            .add(&receipt(TEHUSET, "Orderbekräftelse", at(MORNING), &text.html()));
    }
    let cancelled = "<h1>Tehuset</h1><p>Din beställning är avbokad</p><p>Ordernummer: SE-4711</p>";
    world
        .sandbox
        .add(&receipt(TEHUSET, "Din beställning är avbokad", at(EVENING), cancelled));
    alva.fetches_retail().await;
    let list = alva.lists_retail().await;
    let shown = |invoice: &Value| (invoice["total_amount"].clone(), invoice["cancelled"].clone());
    let mut shown: Vec<_> = list.iter().map(shown).collect();
    shown.sort_by_key(|(total, _)| total.to_string());
    assert_eq!(shown, [(json!(100), Value::Null), (json!(239), json!(true))]);
    let is_cancelled = |invoice: &&Value| invoice["cancelled"] == true;
    let detail = alva.detail_of(list.iter().find(is_cancelled).unwrap()).await;
    assert_eq!(detail["cancelled"], true, "{detail}");
    let answer = alva.gets("/v1/statistics/spending?by=month").await;
    let rows = &answer.data(200)["rows"];
    assert_eq!(
        (&rows[0]["total"], &rows[0]["count"]),
        (&json!(100), &json!(1)),
        "{rows}"
    );
}

/// A payment often says no more than the invoice's number. What was paid is not cancelled without a refund.
// Shows: Retail invoices | An invoice whose payment is known, also by a mail without an amount, is not cancelled
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_payment_without_an_amount_keeps_its_invoice_from_being_cancelled() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let vendor = json!({"name": "Tehuset", "sub_type": "grocery", "email_patterns": [TEHUSET]});
    alva.posts("/v1/sources/vendors", &vendor).await.data(201);
    let bill = |number: &str, total: &'static str| {
        let text = ReceiptText {
            heading: "Faktura",
            total,
            more: &format!("<p>Fakturanummer: {number}</p>"),
            ..ReceiptText::default()
        };
        receipt(TEHUSET, "Faktura", at(MORNING), &text.html())
    };
    let says = |what: &str, time: &str, number: &str| {
        let text = format!("<h1>Tehuset</h1><p>{what}.</p><p>Fakturanummer: {number}</p>");
        receipt(TEHUSET, what, at(time), &text)
    };
    for (number, total) in [("10004712", "100,00"), ("10004713", "200,00")] {
        world.sandbox.add(&bill(number, total));
        let night = "2026-11-10T20:00:00Z";
        let voided = says("Din faktura är makulerad", night, number);
        world.sandbox.add(&voided);
    }
    let paid = says("Vi har mottagit din betalning av fakturan", EVENING, "10004712");
    world.sandbox.add(&paid);
    alva.fetches_retail().await;
    let list = alva.lists_retail().await;
    let mut shown: Vec<_> = list
        .iter()
        .map(|invoice| (invoice["total_amount"].as_u64(), invoice["cancelled"] == true))
        .collect();
    shown.sort_unstable();
    assert_eq!(shown, [(Some(100), false), (Some(200), true)], "{list:?}");
}
