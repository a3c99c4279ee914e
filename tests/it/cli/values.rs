//! Corrected values, sums, exports and webhooks.

use std::io::Cursor;

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::world::World;
use serde_json::json;
use zip::ZipArchive;

use super::{Machine, user_with_fetched_invoices};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_value_is_corrected_and_read_again() {
    let world = World::start(Sqlite).await;
    let alva = user_with_fetched_invoices(&world).await;
    let machine = Machine::of(&alva).await;
    let invoice = alva.lists_retail().await.remove(0);
    let id = &invoice["invoice_id"].as_str().unwrap()[..8];
    let correct = ["correct", id, "--total", "-12.5", "--currency", "EUR"];
    let said = machine.runs(&correct).await.succeeds();
    assert!(
        said.contains("-12.50 EUR") && said.contains("corrected: total_amount, currency"),
        "{said}"
    );
    let listed = alva.lists_retail().await.remove(0);
    assert_eq!(
        (&listed["total_amount"], &listed["currency"]),
        (&json!(-12.5), &json!("EUR"))
    );
    let undo = [
        "correct",
        id,
        "--undo",
        "total",
        "--undo",
        "currency",
        "--vendor",
        "Kaffebaren",
        "--json",
    ];
    let data = machine.runs(&undo).await.json();
    assert_eq!(data["total_amount"], invoice["total_amount"]);
    assert_eq!(data["vendor_name"], "Kaffebaren");
    let said = machine.runs(&["correct", id, "--undo", "vendor"]).await.succeeds();
    assert!(said.contains("as it was read"), "{said}");
    assert_eq!(alva.lists_retail().await.remove(0), invoice);

    let rental = alva.lists_rental().await.data(200)["invoices"]["2026"][0].clone();
    let id = rental["InvoiceID"].as_str().unwrap();
    let said = machine
        .runs(&["correct", id, "--date", "2026-12-01", "--total", "9100"])
        .await
        .succeeds();
    assert!(said.contains("Rent due 2026-12-01: 9100.00 SEK"), "{said}");
    machine
        .runs(&["correct", id, "--undo", "date", "--undo", "total"])
        .await
        .succeeds();
    assert_eq!(alva.lists_rental().await.data(200)["invoices"]["2026"][0], rental);

    let paid = machine.runs(&["correct", id, "--paid", "--json"]).await.json();
    assert_eq!(paid["paid"], true, "{paid}");
    machine.runs(&["correct", id, "--paid", "--unpaid"]).await.fails(2);
    let unpaid = machine.runs(&["correct", id, "--unpaid"]).await.succeeds();
    assert!(!unpaid.contains(", paid"), "{unpaid}");
    machine.runs(&["correct", id, "--undo", "paid"]).await.succeeds();
    assert_eq!(alva.lists_rental().await.data(200)["invoices"]["2026"][0], rental);

    machine.runs(&["correct", id, "--subtype", "grocery"]).await.fails(2);
    for amount in ["12,50", "1e3", "twelve"] {
        let wrong = machine.runs(&["correct", id, "--total", amount]).await;
        assert!(wrong.fails(2).contains("1234.50"), "{}", wrong.err);
    }
    let nothing = machine.runs(&["correct", id]).await;
    assert!(nothing.fails(2).contains("--total"), "{}", nothing.err);
    machine.runs(&["correct", "ffffffff", "--total", "1"]).await.fails(4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_spent_is_a_chart_for_each_currency() {
    let world = World::start(Sqlite).await;
    let alva = user_with_fetched_invoices(&world).await;
    let machine = Machine::of(&alva).await;
    let grocery = machine
        .runs(&["list", "retail", "--subtype", "grocery", "--json"])
        .await
        .json();
    let id = grocery[0]["invoice_id"].as_str().unwrap();
    machine
        .runs(&["correct", id, "--currency", "EUR", "--total", "40"])
        .await
        .succeeds();
    let chart = machine.runs(&["stats", "--kind", "retail", "--by", "category"]).await;
    let chart = chart.succeeds();
    let lines: Vec<&str> = chart.lines().collect();
    for (currency, sums) in [("EUR", &["grocery"][..]), ("SEK", &["food-delivery", "grocery"])] {
        let at = lines.iter().position(|line| *line == currency).unwrap();
        for (nth, sum) in sums.iter().enumerate() {
            let line = lines[at + 1 + nth];
            assert!(line.contains(sum) && line.contains('█'), "{sum} in {chart}");
        }
    }
    let data = machine.runs(&["stats", "--json"]).await.json();
    assert_eq!(data, *alva.gets("/v1/statistics/spending?by=month").await.data(200));
    let csv = machine
        .runs(&[
            "stats",
            "--by",
            "month",
            "--by",
            "vendor",
            "--csv",
            "--from",
            "2026-11-01",
        ])
        .await
        .succeeds();
    assert!(csv.starts_with("month,type,sub_type,vendor_name,currency,"), "{csv}");
    assert_eq!(
        machine.runs(&["stats", "--to", "2020-01-01"]).await.succeeds(),
        "No invoices.\n"
    );
    machine
        .runs(&["stats", "--kind", "rental", "--subtype", "grocery"])
        .await
        .fails(1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_is_exported_to_a_file() {
    let world = World::start(Sqlite).await;
    let alva = user_with_fetched_invoices(&world).await;
    let machine = Machine::of(&alva).await;
    let said = machine.runs(&["export", "all.zip"]).await.succeeds();
    assert_eq!(said, "Exported to all.zip.\n");
    let bytes = std::fs::read(machine.path("all.zip")).unwrap();
    let archive = ZipArchive::new(Cursor::new(&bytes)).unwrap();
    assert!(archive.file_names().any(|name| name.unwrap() == "invoices.csv"));
    let again = machine.runs(&["export", "all.zip"]).await;
    assert!(again.fails(2).contains("--force"), "{}", again.err);
    assert_eq!(std::fs::read(machine.path("all.zip")).unwrap(), bytes);
    machine.runs(&["export", "all.zip", "--force"]).await.succeeds();
    machine.runs(&["export", "no/folder.zip"]).await.fails(1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn webhooks_are_registered_switched_and_removed() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let machine = Machine::of(&alva).await;
    let add = [
        "webhooks",
        "add",
        "https://nobody.example.com/hooks",
        "--event",
        "invoice.created",
    ];
    let added = machine.runs(&add).await;
    // The secret alone is on standard output, for a script.
    assert!(added.succeeds().starts_with("whsec_"), "{}", added.text());
    let listed = machine.runs(&["webhooks", "--json"]).await.json();
    assert_eq!(listed, alva.gets("/v1/webhooks").await.data(200)["webhooks"]);
    let id = listed[0]["webhook_id"].as_str().unwrap();
    assert!(added.err.contains(id), "{}", added.err);
    machine.runs(&["webhooks", "disable", id]).await.succeeds();
    let table = machine.runs(&["webhooks"]).await.succeeds();
    assert!(table.contains("invoice.created") && table.contains(" no "), "{table}");
    machine.runs(&["webhooks", "enable", id]).await.succeeds();
    let secret = machine.runs(&["webhooks", "replace-secret", id]).await.succeeds();
    assert!(secret.starts_with("whsec_") && secret != added.text());
    machine.runs(&["webhooks", "test", id]).await.succeeds();
    let csv = machine.runs(&["webhooks", "deliveries", id, "--csv"]).await.succeeds();
    assert_eq!(csv.lines().count(), 2, "{csv}");
    machine.runs(&["webhooks", "remove", id]).await.succeeds();
    machine.runs(&["webhooks", "remove", id]).await.fails(4);
    assert_eq!(machine.runs(&["webhooks"]).await.succeeds(), "No webhooks.\n");
    let plain = machine.runs(&["webhooks", "add", "http://example.com/"]).await;
    assert!(plain.fails(1).contains("https"), "{}", plain.err);
    machine
        .runs(&["webhooks", "add", "https://example.com/", "--event", "x"])
        .await
        .fails(2);
}
