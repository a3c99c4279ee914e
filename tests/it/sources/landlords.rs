//! A user's own landlords, and the operator's.

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, notice, notice_mail, rent_mail};
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const GARAGE: &str = "faktura@garage.example.com";
const LANDLORDS: &str = "/v1/sources/landlords";

fn garage_mail(total: i64) -> Vec<u8> {
    let pdf = notice(total, "2026-11-30");
    notice_mail(GARAGE, "Garagehyra november", at(NOVEMBER), &[("Garage_7.pdf", pdf)])
}

fn path_of(landlord: &Value) -> String {
    format!("{LANDLORDS}/{}", landlord["landlord_id"].as_str().unwrap())
}

// Shows: Sources and discovery | `GET /v1/sources` lists the operator's landlords and vendors and the caller's own, with `active` and `origin`
// Shows: Sources and discovery | A landlord or vendor that a user adds is searched for by the next ingest and applies to no other user; adding it again changes nothing; after it is removed, its invoices stay
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_landlord_of_ones_own_is_searched_for_and_counts_for_nobody_else(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let bo = world.connects("Bo").await;
    world.sandbox.add(&garage_mail(450));
    assert_eq!(alva.ingests_rental().await.data(200), &json!(null));
    let added = alva
        .posts(LANDLORDS, &json!({"sender": GARAGE, "subject": "Garagehyra"}))
        .await;
    let landlord = added.data(201).clone();
    assert_eq!(
        landlord,
        json!({
            "landlord_id": landlord["landlord_id"], "sender": GARAGE, "subject": "Garagehyra", "active": true, "origin": "user",
        })
    );
    for subject in ["Garagehyra", "garageHYRA", " Garagehyra "] {
        let again = alva
            .posts(LANDLORDS, &json!({"sender": GARAGE, "subject": subject}))
            .await;
        assert_eq!(again.data(201), &landlord, "the same again adds nothing: {subject:?}");
    }
    let listed = alva.gets("/v1/sources").await.data(200)["landlords"].clone();
    assert_eq!(listed[0]["origin"], "operator");
    assert_eq!(listed[1], landlord);
    assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 1);
    assert_eq!(bo.ingests_rental().await.data(200), &json!(null));
    assert_eq!(
        bo.gets("/v1/sources").await.data(200)["landlords"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    alva.deletes(&path_of(&landlord)).await.data(200);
    alva.deletes(&path_of(&landlord)).await.fails(404, "INVALID_REQUEST");
    assert_eq!(
        alva.lists_rental().await.data(200)["invoiceCount"],
        1,
        "its invoices stay"
    );
}

/// The month of a landlord that was added later is not processed by another's notice.
// Shows: Sources and discovery | A month is processed for each landlord by itself, the user's own included
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_month_is_processed_for_each_landlord(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_11.pdf", notice(5100, "2026-11-30"))],
    ));
    assert_eq!(alva.ingests_latest().await.status, 201);
    assert_eq!(alva.ingests_latest().await.status, 200);
    world.sandbox.add(&garage_mail(450));
    alva.posts(LANDLORDS, &json!({"sender": "garage.example.com"}))
        .await
        .data(201);
    assert_eq!(alva.ingests_latest().await.status, 201);
    assert_eq!(
        alva.ingests_latest().await.message(),
        "Invoice for 11/2026 has already been processed."
    );
}

/// A mail that was found before anyone wanted it is taken when its sender becomes a landlord.
// Shows: Sources and discovery | After a vendor's senders…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_skipped_notice_is_taken_when_its_subject_counts(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let added = alva
        .posts(LANDLORDS, &json!({"sender": GARAGE, "subject": "Garagehyra"}))
        .await;
    let path = path_of(added.data(201));
    // The provider finds words in any order; the landlord's phrase has one.
    let pdf = notice(450, "2026-11-30");
    world
        .sandbox
        .add(&notice_mail(GARAGE, "Avi", at(NOVEMBER), &[("Garage_7.pdf", pdf)]));
    assert_eq!(alva.ingests_rental().await.data(200), &json!(null));
    let changed = alva.patches(&path, &json!({"subject": ""})).await;
    assert_eq!(changed.data(200)["subject"], "");
    assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 1);
}

// Shows: Sources and discovery | The operator's can be disabled and enabled, for the caller only; other changes are 403 `INVALID_REQUEST`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_operators_landlord_can_be_switched_off(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let bo = world.connects("Bo").await;
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_11.pdf", notice(5100, "2026-11-30"))],
    ));
    let operators = alva.gets("/v1/sources").await.data(200)["landlords"][0].clone();
    let path = path_of(&operators);
    let change = alva.patches(&path, &json!({"subject": "Avi"})).await;
    assert_eq!(
        change.fails(403, "INVALID_REQUEST"),
        "This landlord is the operator's: it can only be enabled or disabled."
    );
    alva.deletes(&path).await.fails(403, "INVALID_REQUEST");
    assert_eq!(
        alva.patches(&path, &json!({"active": false})).await.data(200)["active"],
        false
    );
    let none = alva.ingests_rental().await;
    assert_eq!(
        (none.data(200), none.message()),
        (&json!(null), "No rental invoices found: no landlord is configured.")
    );
    assert_eq!(
        bo.ingests_rental().await.data(200)["invoiceCount"],
        1,
        "it is off for one user only"
    );
    let same = json!({"sender": operators["sender"], "subject": operators["subject"]});
    let on = alva.posts(LANDLORDS, &same).await;
    assert_eq!(on.data(201), &operators, "adding it switches it on");
    assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 1);
}

// Shows: Sources and discovery | A sender must name the domain of one company, and an account has at most 20 landlords and 200 vendors of its own: 400 and 403 `INVALID_REQUEST`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_landlord_must_be_is_said(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let missing = alva.posts(LANDLORDS, &json!({"subject": "Avi"})).await;
    assert_eq!(missing.fails(400, "MISSING_FIELDS"), "Missing required fields: sender.");
    for sender in ["*", "com", "*@*.com", "gmail.com", "not a sender"] {
        let refused = alva.posts(LANDLORDS, &json!({"sender": sender})).await;
        let message = refused.fails(400, "INVALID_REQUEST");
        assert!(message.starts_with("Invalid field 'sender': a sender "), "{message}");
    }
    let subject = alva
        .posts(LANDLORDS, &json!({"sender": GARAGE, "subject": "a\tb"}))
        .await;
    assert!(subject.fails(400, "INVALID_REQUEST").contains("'subject'"));
    for nth in 0..20 {
        let sender = format!("avi@landlord{nth}.example.com");
        alva.posts(LANDLORDS, &json!({"sender": sender})).await.data(201);
    }
    let full = alva.posts(LANDLORDS, &json!({"sender": GARAGE})).await;
    assert_eq!(
        full.fails(403, "INVALID_REQUEST"),
        "An account can have at most 20 landlords of its own."
    );
    alva.patches(&format!("{LANDLORDS}/nonsense"), &json!({}))
        .await
        .fails(404, "INVALID_REQUEST");
}
