//! Reasons, warnings and notifications have codes with parameters beside their sentences.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{GROCER, at, grocery, notice, receipt, rent_mail, unauthenticated};
use invoices_tests::support::world::World;
use serde_json::{Value, json};

use super::{NOVEMBER, listed};

fn reason(of: &Value) -> [&Value; 3] {
    ["reason", "reason_code", "reason_parameters"].map(|key| &of[key])
}

// Shows: Messages | A reason of the ledger and a warning have a code and values in addition to their sentence; older rows have only the sentence
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ledger_line_has_its_reason_as_code_and_sentence() {
    let world = World::start(Sqlite).await;
    let forged = unauthenticated(&grocery(at(NOVEMBER), "204119", "9999,00"));
    world.sandbox.add(&forged);
    let parcel = "<p>Hej! Din order är på väg.</p>";
    world.sandbox.add(&receipt(GROCER, "Ditt kvitto", at(NOVEMBER), parcel));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    let quarantined = listed(&alva, "?state=quarantined").await;
    let domain = GROCER.split('@').nth(1).unwrap();
    let parameters = json!({"domain": domain, "results": "spf=fail, dmarc=fail"});
    let sentence = format!("DMARC did not pass for {domain} (spf=fail, dmarc=fail)");
    assert_eq!(
        reason(&quarantined[0]),
        [&json!(sentence), &json!("dmarc-not-passed"), &parameters]
    );
    let rejected = listed(&alva, "?state=rejected").await;
    let no_total = [&json!("it states no total"), &json!("no-total"), &Value::Null];
    assert_eq!(reason(&rejected[0]["documents"][0]), no_total);
    let explained = alva.gets(&format!("{}/explain", super::path(&rejected[0]))).await;
    assert_eq!(reason(&explained.data(200)["documents"][0]), no_total);

    // As rows are that were stored before reasons had codes.
    world.sql("UPDATE messages SET reason_code = NULL").await;
    let before = listed(&alva, "?state=quarantined").await;
    assert_eq!(reason(&before[0]), [&json!(sentence), &Value::Null, &Value::Null]);
    // What an older process wrote has no code, and neither has what has no reason.
    world.sql("UPDATE documents SET reason = NULL").await;
    let without = listed(&alva, "?state=rejected").await;
    assert_eq!(reason(&without[0]["documents"][0]), [&Value::Null; 3]);
}

// Shows: Messages | A reason of the ledger…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_warning_has_its_code_and_sentence() {
    let world = World::start(Sqlite).await;
    let html = "<h1>Kvitto</h1><p>Ordernummer: 204118</p><table><tr><td>Totalt</td><td>113,67</td></tr></table>";
    world.sandbox.add(&receipt(GROCER, "Ditt kvitto", at(NOVEMBER), html));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    let detail = alva.detail_of(&alva.lists_retail().await[0]).await;
    assert_eq!(detail["warnings"], json!(["the total is stated without a currency"]));
    assert_eq!(detail["warning_codes"], json!([{"code": "no-currency"}]));
}

// Shows: Messages | A notification of a new invoice has its amount, currency, due date and landlord as values; one that was stored before has its sentence alone
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_notification_has_the_values_of_its_sentence() {
    let world = World::start(Sqlite).await;
    let pdf = ("Hyresavi_1297534008.pdf", notice(5100, "2026-11-30"));
    world.sandbox.add(&rent_mail(at(NOVEMBER), &[pdf]));
    let alva = world.connects("Alva").await;
    alva.ingests_rental().await.data(200);
    let told = async || alva.gets("/v1/notifications").await.data(200)["notifications"][0].clone();
    let facts = |of: &Value| ["amount", "currency", "due_date"].map(|key| of[key].clone());
    let new = told().await;
    assert_eq!(facts(&new), [json!(5100), json!("SEK"), json!("2026-11-30")]);
    let invoices = alva.lists_rental().await.data(200).clone();
    assert_eq!(new["landlord"], invoices["invoices"]["2026"][0]["Landlord"]);
    assert!(new["landlord"].is_string());
    let sentence = "New rental invoice of 5100 SEK with due date of 2026-11-30 is now available!";
    assert_eq!(new["message"], sentence);
    // As rows are that were stored before.
    world.sql("UPDATE notifications SET facts = NULL").await;
    let before = told().await;
    assert_eq!(facts(&before), [Value::Null, Value::Null, Value::Null]);
    assert_eq!(before["message"], sentence);
}
