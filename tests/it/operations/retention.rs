//! Rows that are removed because of their age.

use chrono::TimeDelta;
use invoices_app::Scope;
use invoices_app::job::{RemovedOriginals, Work};
use invoices_sandbox::Endpoint;
use invoices_service::settings::Days;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{
    GROCER, at, grocery, notice, receipt, receipt_with_pdfs, rent_mail, unauthenticated,
};
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// Adds an invoice, a mail without one, and mails that a user may still want to act on.
fn add_mails(world: &World) {
    let invoice = grocery(at(NOVEMBER), "204118", "113,67");
    let mail = |subject: &str, html: &str| receipt(GROCER, subject, at(NOVEMBER), html);
    let totals = "<h1>Kvitto</h1><p>Ordernummer: 1</p><p>Totalt 10,00 kr</p><p>Totalt 20,00 kr</p>";
    let damaged = [("Kvitto.pdf", b"%PDF-1.4".to_vec())];
    for mail in [
        unauthenticated(&mail("Ditt kvitto (obekräftat)", "<p>Totalt 10,00 kr</p>")),
        mail("Ditt kvitto (nyheter)", "<p>Vi ses snart igen!</p>"),
        mail("Ditt kvitto (osäkert)", totals),
        receipt_with_pdfs(GROCER, "Ditt kvitto (skadat)", at(NOVEMBER), None, &damaged),
        invoice,
    ] {
        world.sandbox.add(&mail);
    }
}

/// A world in which mails without an invoice are kept for this many days.
async fn world(database: Database, days: u64) -> World {
    World::with(database, |config| config.retention.non_invoices_days = Days::new(days)).await
}

// Shows: Ingests | No mail is fetched again after it was removed because of its age and had no invoice, whatever days are asked for
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_mail_without_an_invoice_is_removed_and_never_fetched_again(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let world = world(database, 30).await;
    let mut alva = world.connects("Alva").await;
    add_mails(&world);
    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
    let (ledger, objects) = (alva.ledger().await, world.objects().len());
    assert_eq!(ledger.len(), 5, "{ledger:?}");
    alva.comes_back_after(TimeDelta::days(31)).await;
    world.tick().await;
    let is_kept = |line: &&(String, String)| !line.0.contains("nyheter");
    let kept: Vec<_> = ledger.iter().filter(is_kept).cloned().collect();
    assert_eq!((alva.ledger().await, kept.len()), (kept.clone(), 4));
    assert_eq!(world.objects().len(), objects - 1);
    assert_eq!(world.app.store().usage(alva.id).await.unwrap().messages, 3);

    world.sandbox.reset_calls();
    let again = alva.ingests_days("2026-11-01", "2026-11-18").await;
    assert_eq!(again.data(200)["totalEmailsFound"], json!(0));
    assert_eq!(world.sandbox.calls(Endpoint::Fetch), 0);
    assert_eq!(alva.ledger().await, kept);
    assert_eq!(alva.lists_retail().await.len(), 1);
}

/// Another copy of the mail was handed over before the job ran that deletes its originals.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_original_that_a_document_has_again_is_not_deleted(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
    let objects = world.objects();
    let gone = format!(
        "invoices/{}/retail/grocery/ica_2026-11-09_0123456789abcdef.html",
        alva.id
    );
    let file = world.folder.path().join("objects").join(&gone);
    std::fs::write(&file, "").unwrap();
    let removed = RemovedOriginals {
        user: alva.id,
        keys: [objects.clone(), vec![gone]].concat(),
    };
    let job = Work::RemovedOriginals(removed).job("removed".into(), world.now());
    world.app.store().enqueue(job, world.now()).await.unwrap();
    world.drain().await;
    assert_eq!(world.objects(), objects);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mails_without_an_invoice_are_kept_by_default() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    add_mails(&world);
    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
    let ledger = alva.ledger().await;
    world.clock.forward(TimeDelta::days(4_000));
    world.tick().await;
    assert_eq!(alva.ledger().await, ledger);
}

// Shows: Events and notifications | No notification is sent again after it was removed because of its age
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_notifications_acts_and_invitations_are_removed(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let mut alva = world.connects("Alva").await;
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
    alva.ingests_rental().await.data(200);
    world.tick().await;
    alva.was_invited_and_logged_out().await;
    let rows = async || {
        let mut rows = Vec::new();
        for table in ["notifications", "acts", "invitations"] {
            rows.push(world.rows(table, alva.id).await);
        }
        rows
    };
    world.clock.forward(TimeDelta::days(1_000));
    world.tick().await;
    assert_eq!(rows().await, [1, 1, 1]);
    world.clock.forward(TimeDelta::days(100));
    world.tick().await;
    assert_eq!(rows().await, [0, 0, 0]);
    alva.comes_back_after(TimeDelta::minutes(1)).await;
    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], json!(1));

    // As if the notice were new.
    world.sql("DELETE FROM rental_invoices; DELETE FROM jobs").await;
    let scope = Scope {
        all: true,
        ..Scope::default()
    };
    let stop = CancellationToken::new();
    world.app.reparse(&scope, false, &stop, &mut |_, _| {}).await.unwrap();
    world.drain().await;
    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], json!(1));
    assert_eq!(alva.notifications().await, Vec::<(String, String)>::new());
    let listed = alva.gets("/v1/notifications").await;
    assert_eq!(listed.data(200)["notifications"], Value::Array(Vec::new()));
}
