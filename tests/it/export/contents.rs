//! What is in an export.

use std::collections::BTreeSet;

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{
    GROCER, ReceiptText, at, grocery, notice, receipt_with_pdfs, rent_mail, unauthenticated,
};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

use super::{ask, exported, files, json_of, table};
use crate::retail::pdf::invoice;

const MORNING: &str = "2026-11-10T08:00:00Z";

/// A user with rental and retail invoices, PDFs, sources, a quarantined mail and notifications.
async fn with_everything(world: &World) -> User<'_> {
    let notices = [
        ("Hyresavi_1297534008.pdf", notice(5100, "2026-11-30")),
        ("Hyresavi_2.pdf", notice(5200, "2026-12-31")),
    ];
    world.sandbox.add(&rent_mail(at(MORNING), &notices));
    world.sandbox.add(&grocery(at(MORNING), "204118", "113,67"));
    world
        .sandbox
        .add(&unauthenticated(&grocery(at(MORNING), "204119", "10,00")));
    let pdf = [("Faktura.pdf", invoice("88123", "SE-4711", "249,00"))];
    let text = ReceiptText {
        order: Some("SE-4711"),
        total: "249,00",
        ..ReceiptText::default()
    };
    world.sandbox.add(&receipt_with_pdfs(
        GROCER,
        "Ditt kvitto",
        at(MORNING),
        Some(&text.html()),
        &pdf,
    ));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    alva.ingests_rental().await.data(200);
    alva.has_sources().await;
    alva
}

fn sorted(list: &Value, key: &str) -> Vec<Value> {
    let mut list = list.as_array().unwrap().clone();
    list.sort_by_key(|each| each[key].to_string());
    list
}

// Shows: Profile and deletion of the account | `GET /v1/user/me/export` sends everything of the caller as a zip archive with the date in its name, which nobody may keep: the values are those of the lists
// Shows: Profile and deletion of the account | An export leaves out a currency that an invoice does not state, and names an original that is missing
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_contains_what_the_api_shows(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = with_everything(&world).await;
    let files = exported(&alva).await;
    assert!(String::from_utf8_lossy(&files["README.txt"]).contains("invoices.csv"));
    let profile = json_of(&files, "profile.json");
    assert_eq!(profile["user_id"], alva.id.to_string());
    assert_eq!(profile["profile"], *alva.profile().await.data(200));
    let preferences = alva.gets("/v1/user/me/preferences").await;
    assert_eq!(profile["preferences"], *preferences.data(200));
    assert_eq!(profile["usage"], *alva.gets("/v1/user/me/usage").await.data(200));

    let listed = alva.lists_rental().await.data(200)["invoices"].clone();
    let listed: Value = listed
        .as_object()
        .unwrap()
        .values()
        .flat_map(|year| year.as_array().unwrap())
        .cloned()
        .collect();
    let rental = json_of(&files, "rental.json");
    assert_eq!(sorted(&rental["invoices"], "InvoiceID"), sorted(&listed, "InvoiceID"));
    assert_eq!(listed.as_array().unwrap().len(), 2);

    let retail = json_of(&files, "retail.json")["invoices"].as_array().unwrap().clone();
    let listed = alva.lists_retail().await;
    assert_eq!((retail.len(), listed.len()), (2, 2));
    for (exported, mut listed) in retail.iter().zip(listed) {
        assert_eq!(exported["details"], alva.detail_of(&listed).await);
        if listed["currency_assumed"] == true {
            let summary = listed.as_object_mut().unwrap();
            summary.retain(|key, _| !key.starts_with("currency"));
        }
        assert_eq!(exported["summary"], listed);
    }

    let notifications = alva.gets("/v1/notifications").await.data(200)["notifications"].clone();
    assert_eq!(json_of(&files, "notifications.json")["notifications"], notifications);
    let messages = json_of(&files, "messages.json")["messages"].as_array().unwrap().clone();
    let quarantined: Vec<&Value> = messages
        .iter()
        .filter(|message| message["state"] == "quarantined")
        .collect();
    assert_eq!(quarantined.len(), 1, "{messages:?}");
    assert!(quarantined[0]["reason"].is_string());
    assert!(
        messages
            .iter()
            .any(|message| message["documents"].as_array().unwrap().len() == 2)
    );
    let rows = world.rows("messages", alva.id).await;
    assert_eq!(i64::try_from(messages.len()), Ok(rows));

    let sources = json_of(&files, "sources.json");
    let all = alva.gets("/v1/sources").await.data(200).clone();
    let own = |list: &str| -> Value {
        let list = all[list].as_array().unwrap().iter();
        list.filter(|source| source["origin"] == "user").cloned().collect()
    };
    assert_eq!(sources["landlords"], own("landlords"));
    assert_eq!(sources["vendors"], own("vendors"));
    assert_eq!(sources["switched_off"]["vendors"][0]["vendor_id"], "coop");
    let label = json!([{"class": "total_amount", "phrase": "kassan drar"}]);
    assert_eq!(
        sources["labels"],
        json!({"landlords": {}, "vendors": {"kaffebaren": label}})
    );
    assert_eq!(sources["trusted_senders"], json!(["avi@garage.example.com"]));
    let suggestions = alva.gets("/v1/sources/suggestions").await.data(200)["suggestions"].clone();
    assert_eq!(sources["suggestions"], suggestions);

    assert_eq!(
        json_of(&files, "webhooks.json"),
        *alva.gets("/v1/webhooks").await.data(200)
    );

    let prefix = format!("invoices/{}/", alva.id);
    let mut originals = BTreeSet::new();
    for key in world.objects() {
        let name = format!("originals/{}", key.strip_prefix(&prefix).unwrap());
        let stored = std::fs::read(world.folder.path().join("objects").join(&key)).unwrap();
        assert!(files[&name] == stored, "{name}");
        originals.insert(name);
    }
    assert!(
        originals.contains("originals/rental/Hyresavi_1297534008.pdf"),
        "{originals:?}"
    );
    let exported_originals = files.keys().filter(|name| name.starts_with("originals/")).cloned();
    assert_eq!(exported_originals.collect::<BTreeSet<_>>(), originals);
    let handed: Vec<&String> = files.keys().filter(|name| name.starts_with("handed-over/")).collect();
    assert_eq!(handed.len(), 1);
    assert!(String::from_utf8_lossy(&files[handed[0]]).contains("lampan.example.com"));
    assert!(!files.contains_key("missing.txt"));
}

// Shows: Profile and deletion of the account | `GET /v1/user/me/export` sends everything…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn corrected_values_are_exported(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = with_everything(&world).await;
    let retail = alva.lists_retail().await[0].clone();
    let path = format!("/v1/invoices/retail/{}", retail["invoice_id"].as_str().unwrap());
    let of_retail = json!({"total_amount": 1.5, "vendor_name": "Bo", "invoice_date": "2026-11-30"});
    alva.patches(&path, &of_retail).await.data(200);
    let of_rental = json!({"Total Amount": 4321.5, "Due Date": "2027-01-04", "Landlord": "Cy", "Currency": "EUR"});
    let rental = alva
        .patches("/v1/invoices/rental/Invoice_2", &of_rental)
        .await
        .data(200)
        .clone();
    let files = exported(&alva).await;
    let exported = json_of(&files, "rental.json");
    assert_eq!(sorted(&exported["invoices"], "InvoiceID")[1], rental);
    let exported = &json_of(&files, "retail.json")["invoices"][0];
    for (field, value) in of_retail.as_object().unwrap() {
        assert_eq!(
            (&exported["summary"][field], &exported["details"][field]),
            (value, value)
        );
    }
    let rows = table(&files);
    let row = |id: &Value| rows.iter().find(|row| *id == row["invoice_id"]).unwrap();
    let columns =
        |id: &Value, date: &str| ["vendor_name", date, "total_amount", "currency"].map(|name| row(id)[name].clone());
    assert_eq!(
        columns(&json!("Invoice_2"), "due_date"),
        ["Cy", "2027-01-04", "4321.5", "EUR"]
    );
    assert_eq!(
        columns(&retail["invoice_id"], "invoice_date")[..3],
        ["Bo", "2026-11-30", "1.5"]
    );
}

// Shows: Threats | A sender's text in an exported table runs as a formula, or a name in the archive leads out of a folder | such text is prefixed with an apostrophe; names are keys of originals, which are made of checked parts
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_table_has_every_invoice_and_no_formula(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = with_everything(&world).await;
    let plain = table(&exported(&alva).await);
    assert_eq!(plain.len(), 4);
    assert!(plain.iter().all(|row| row["total_amount"].parse::<f64>().is_ok()));
    let rental = plain
        .iter()
        .find(|row| row["invoice_id"] == "Invoice_1297534008")
        .unwrap();
    assert_eq!(
        (rental["type"].as_str(), rental["due_date"].as_str()),
        ("rental", "2026-11-30")
    );
    assert_eq!(rental["total_amount"], "5100");
    for (name, expected) in [
        (
            "=HYPERLINK(\"https://example.com\")",
            "'=HYPERLINK(\"https://example.com\")",
        ),
        ("+46 8 123", "'+46 8 123"),
        ("-1+1", "'-1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "' =1"),
        ("Kaffe;=1+1", "Kaffe;'=1+1"),
        ("a, \"b\"\r\nc", "a, \"b\"  c"),
    ] {
        let quoted = name.replace('\'', "''");
        world
            .sql(&format!(
                "UPDATE retail_invoices SET vendor_name = '{quoted}', total_amount = -1250000"
            ))
            .await;
        let files = exported(&alva).await;
        let rows = table(&files);
        let retail: Vec<_> = rows.iter().filter(|row| row["type"] == "retail").collect();
        assert_eq!(retail.len(), 2, "{name:?}");
        for row in retail {
            assert_eq!(
                (row["vendor_name"].as_str(), row["total_amount"].as_str()),
                (expected, "-125"),
                "{name:?}"
            );
        }
        let text = String::from_utf8(files["invoices.csv"].clone()).unwrap();
        assert_eq!(text.lines().count(), 5, "one line a record: {text}");
        assert!(text.ends_with("\r\n"));
    }
}

// Shows: Profile and deletion of the account | `GET /v1/user/me/export` sends everything…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_is_saved_by_its_date_and_kept_by_nobody_else(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.signs_up("Alva").await;
    let answer = ask(&alva).await;
    let header = |name: &str| answer.headers()[name].to_str().unwrap();
    assert_eq!(header("content-type"), "application/zip");
    assert_eq!(
        header("content-disposition"),
        "attachment; filename=\"invoices-2026-11-18.zip\"; filename*=UTF-8''invoices-2026-11-18.zip"
    );
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(header("cache-control"), "no-store");
    // An account without anything has the same files.
    let files = files(&answer.bytes().await.unwrap());
    for (name, list) in [
        ("rental.json", "invoices"),
        ("retail.json", "invoices"),
        ("messages.json", "messages"),
        ("notifications.json", "notifications"),
    ] {
        assert_eq!(json_of(&files, name), json!({list: []}));
    }
    assert!(table(&files).is_empty());
}

// Shows: Profile and deletion of the account | An export has nothing of other users, no password and no token
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_has_nothing_of_others_and_no_secret(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = with_everything(&world).await;
    let bo = world.connects("Bo").await;
    let tokens = world.sandbox.issue_tokens();
    bo.stores_tokens(&tokens.access, Some(&tokens.refresh)).await.data(201);
    let files = exported(&bo).await;
    assert!(
        files
            .keys()
            .all(|name| !name.starts_with("originals/") && !name.starts_with("handed-over/"))
    );
    let everything: String = files.values().map(|bytes| String::from_utf8_lossy(bytes)).collect();
    for other in [
        alva.id.to_string(),
        alva.email.clone(),
        "Invoice_1297534008".into(),
        "Kaffebaren".into(),
    ] {
        assert!(!everything.contains(&other), "{other}");
    }
    for secret in [
        &tokens.access,
        &tokens.refresh,
        &bo.password,
        &bo.token,
        &"$argon2".to_owned(),
    ] {
        assert!(!everything.contains(secret.as_str()));
    }
}

// Shows: Threats | A sender's text in an…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_name_leads_out_of_the_archive(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let names = [
        ("../../../etc/passwd_1.pdf", 5101),
        ("..\\..\\windows_2.pdf", 5102),
        ("C:\\evil_3.pdf", 5103),
        ("/root/.ssh_4.pdf", 5104),
        ("Års\u{e5}vi_5.pdf", 5105),
        ("a\r\nb_6.pdf", 5106),
    ];
    let pdfs = names.map(|(name, total)| (name, notice(total, "2026-11-30")));
    world.sandbox.add(&rent_mail(at(MORNING), &pdfs));
    assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 6);
    // `files` checks every name.
    let files = exported(&alva).await;
    let originals: Vec<&String> = files.keys().filter(|name| name.starts_with("originals/")).collect();
    assert_eq!(originals.len(), 6);
    assert!(
        originals.iter().all(|name| name.matches('/').count() == 2),
        "{originals:?}"
    );
    for (_, pdf) in &pdfs {
        assert!(files.values().any(|file| file == pdf));
    }
}

// Shows: Profile and deletion of the account | An export leaves out…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_original_is_named(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = with_everything(&world).await;
    let key = world
        .objects()
        .into_iter()
        .find(|key| key.ends_with("Hyresavi_2.pdf"))
        .unwrap();
    std::fs::remove_file(world.folder.path().join("objects").join(key)).unwrap();
    let files = exported(&alva).await;
    assert_eq!(files["missing.txt"], b"originals/rental/Hyresavi_2.pdf\r\n");
    assert!(!files.contains_key("originals/rental/Hyresavi_2.pdf"));
    assert!(files.contains_key("originals/rental/Hyresavi_1297534008.pdf"));
    assert_eq!(json_of(&files, "rental.json")["invoices"].as_array().unwrap().len(), 2);
}
