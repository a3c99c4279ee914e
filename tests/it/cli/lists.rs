//! Lists as tables, JSON and CSV.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::world::World;
use serde_json::{Value, json};

use super::{Machine, user_with_fetched_invoices};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invoices_are_listed_in_every_form() {
    let world = World::start(Sqlite).await;
    let alva = user_with_fetched_invoices(&world).await;
    let machine = Machine::of(&alva).await;
    let retail = json!(alva.lists_retail().await);
    let listed = machine.runs(&["list", "retail", "--json"]).await.json();
    assert_eq!(listed, retail);
    let rental = alva.gets("/v1/invoices/rental").await.data(200).clone();
    let listed = machine.runs(&["list", "rental", "--json"]).await.json();
    assert_eq!(listed, rental["invoices"]["2026"]);
    let both = machine.runs(&["list", "--json"]).await.json();
    assert_eq!(both, json!({"rental": rental["invoices"]["2026"], "retail": retail}));

    let table = machine.runs(&["list"]).await.succeeds();
    let lines: Vec<&str> = table.lines().collect();
    assert!(
        lines[0].contains("due") && lines[1].contains("2026-11-30") && lines[1].contains("9011.00 SEK"),
        "{table}"
    );
    assert!(
        table.contains("2026-11-12") && table.contains("212.50 SEK") && table.contains("grocery"),
        "{table}"
    );
    // The amounts end in one column.
    let ends: Vec<usize> = lines[5..]
        .iter()
        .filter_map(|line| Some(line.find(" SEK")? + 4))
        .collect();
    assert!(
        ends.len() == 3 && ends.windows(2).all(|pair| pair[0] == pair[1]),
        "{table}"
    );

    let csv = machine
        .runs(&["list", "retail", "--csv", "--subtype", "grocery"])
        .await
        .succeeds();
    let lines: Vec<&str> = csv.split("\r\n").collect();
    assert_eq!(
        lines[0],
        "invoice_id,invoice_date,vendor_name,sub_type,total_amount,currency"
    );
    assert!(
        lines[1].contains(",2026-11-12,") && lines[1].ends_with(",grocery,212.5,SEK"),
        "{csv}"
    );
    assert_eq!(lines.len(), 4, "{csv}");
    let csv = machine.runs(&["list", "rental", "--csv"]).await.succeeds();
    assert!(csv.starts_with("InvoiceID,Due Date,"), "{csv}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_are_filtered_as_the_service_filters() {
    let world = World::start(Sqlite).await;
    let alva = user_with_fetched_invoices(&world).await;
    let machine = Machine::of(&alva).await;
    let listed = async |options: &[&str]| {
        let arguments = [&["list", "retail", "--json"], options].concat();
        let listed = machine.runs(&arguments).await.json();
        listed
            .as_array()
            .unwrap()
            .iter()
            .map(|each| each["invoice_date"].clone())
            .collect::<Vec<Value>>()
    };
    assert_eq!(
        listed(&["--from", "2026-11-11", "--to", "2026-11-11"]).await,
        ["2026-11-11"]
    );
    assert_eq!(listed(&["--vendor", "ica", "--limit", "1"]).await, ["2026-11-12"]);
    assert_eq!(
        listed(&["--query", "ica", "--sort", "oldest"]).await,
        ["2026-11-10", "2026-11-12"]
    );
    assert!(listed(&["--limit", "0"]).await.is_empty());
    assert!(listed(&["--currency", "USD"]).await.is_empty());
    for wrong in [
        &["list", "retail", "--subtype", "space-travel"][..],
        &["list", "rental", "--subtype", "grocery"],
        &["list", "--csv"],
        &["list", "--from", "yesterday"],
        &["list", "elsewhere"],
    ] {
        machine.runs(wrong).await.fails(2);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invoice_is_shown_by_a_part_of_its_id() {
    let world = World::start(Sqlite).await;
    let alva = user_with_fetched_invoices(&world).await;
    let machine = Machine::of(&alva).await;
    let table = machine
        .runs(&["list", "retail", "--subtype", "grocery", "--limit", "1"])
        .await
        .succeeds();
    let id = table.lines().nth(1).unwrap().split_whitespace().last().unwrap();
    let shown = machine.runs(&["show", id]).await.succeeds();
    assert!(
        shown.contains(", 2026-11-12: 212.50 SEK") && shown.contains("204119"),
        "{shown}"
    );
    let details = machine.runs(&["show", id, "--json"]).await.json();
    let whole = details["invoice_id"].as_str().unwrap();
    let expected = alva
        .gets(&format!("/v1/invoices/retail?subtype=grocery&invoice-id={whole}"))
        .await;
    assert_eq!(details, expected.data(200)["invoiceDetails"]);

    let rental = machine.runs(&["list", "rental", "--json"]).await.json();
    let shown = machine
        .runs(&["show", rental[0]["InvoiceID"].as_str().unwrap()])
        .await
        .succeeds();
    assert!(shown.contains("Rent due 2026-11-30: 9011.00 SEK"), "{shown}");

    assert!(
        machine
            .runs(&["show", "Invoice_404"])
            .await
            .fails(4)
            .contains("no invoice")
    );
    machine.runs(&["show", "ffffffff"]).await.fails(4);
    machine.runs(&["show", "ff"]).await.fails(2);
    let bo = world.signs_up("Bo").await;
    Machine::of(&bo).await.runs(&["show", id]).await.fails(4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_whose_output_nobody_reads_ends_quietly() {
    let world = World::start(Sqlite).await;
    let alva = user_with_fetched_invoices(&world).await;
    let machine = Machine::of(&alva).await;
    let mut child = machine.command(&["list", "--json"]).spawn().unwrap();
    drop(child.stdout.take());
    let output = world.while_working(child.wait_with_output()).await.unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(141), 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn landlords_and_vendors_are_listed_added_and_switched() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let machine = Machine::of(&alva).await;
    let listed = machine.runs(&["sources", "--json"]).await.json();
    assert_eq!(listed, *alva.gets("/v1/sources").await.data(200));
    let add = [
        "sources",
        "add-vendor",
        "Kaffebaren",
        "--sender",
        "kaffebaren.example.com",
        "--subtype",
        "grocery",
    ];
    let said = machine.runs(&add).await.succeeds();
    let id = said
        .rsplit('(')
        .next()
        .unwrap()
        .trim_end()
        .trim_end_matches(')')
        .to_owned();
    machine
        .runs(&["sources", "add-landlord", "avi@garage.example.com", "--subject", "Avi"])
        .await
        .succeeds();
    let table = machine.runs(&["sources"]).await.succeeds();
    let line = |name: &str| table.lines().find(|line| line.contains(name)).unwrap().to_owned();
    assert!(
        line("Kaffebaren").contains("user") && line("avi@garage.example.com").contains("rental"),
        "{table}"
    );

    machine.runs(&["sources", "disable", "coop"]).await.succeeds();
    let csv = machine.runs(&["sources", "list", "--csv"]).await.succeeds();
    let coop = csv.lines().find(|line| line.starts_with("coop,")).unwrap();
    assert!(coop.ends_with("operator,false"), "{coop}");
    machine.runs(&["sources", "enable", "coop"]).await.succeeds();
    machine.runs(&["sources", "remove", &id]).await.succeeds();
    machine.runs(&["sources", "remove", &id]).await.fails(4);
    machine.runs(&["sources", "remove", "coop"]).await.fails(1);

    machine
        .runs(&["sources", "trust", "avi@garage.example.com"])
        .await
        .succeeds();
    assert_eq!(
        machine.runs(&["sources", "trusted"]).await.succeeds(),
        "avi@garage.example.com\n"
    );
    machine
        .runs(&["sources", "distrust", "avi@garage.example.com"])
        .await
        .succeeds();
    assert_eq!(machine.runs(&["sources", "trusted"]).await.succeeds(), "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn notifications_are_listed_and_marked_as_read() {
    let world = World::start(Sqlite).await;
    let alva = user_with_fetched_invoices(&world).await;
    let machine = Machine::of(&alva).await;
    let listed = machine.runs(&["notifications", "--json"]).await.json();
    assert_eq!(listed, alva.gets("/v1/notifications").await.data(200)["notifications"]);
    let id = listed[0]["notification_id"].as_str().unwrap();
    machine.runs(&["notifications", "read", id]).await.succeeds();
    let unread = machine.runs(&["notifications", "--unread", "--json"]).await.json();
    assert_eq!(unread.as_array().unwrap().len(), 1);
    assert!(
        machine
            .runs(&["notifications", "read", "--all"])
            .await
            .succeeds()
            .contains("1 notification")
    );
    assert_eq!(
        machine.runs(&["notifications", "--unread"]).await.succeeds(),
        "No notifications.\n"
    );
    machine.runs(&["notifications", "read"]).await.fails(2);
    machine.runs(&["notifications", "read", "nothing"]).await.fails(4);
}
