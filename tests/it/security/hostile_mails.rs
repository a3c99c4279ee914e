//! Small mails that once stopped every worker or took all memory: they are refused with the limit that they pass, at the first
//! attempt, and nothing else suffers.

use std::fmt::Write;

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{GROCER, at, grocery, plain_receipt, receipt};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// Each with its subject and what the ledger says of it.
fn hostile() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let mut attributes = String::from("<p ");
    for number in 0..100_000 {
        let _ = write!(attributes, "a{number} ");
    }
    let plain = |subject, text: &str| plain_receipt(GROCER, subject, at(NOVEMBER), text);
    let headers = [
        "a:\n".repeat(3_000_000).into_bytes(),
        plain("Ditt kvitto headers", "Totalt 10 kr"),
    ];
    vec![
        (
            "Ditt kvitto cells",
            plain("Ditt kvitto cells", &"10 kr   ".repeat(25_000)),
            "too many columns",
        ),
        (
            "Ditt kvitto tabs",
            plain("Ditt kvitto tabs", &("\t".repeat(600_000) + "Totalt 10 kr")),
            "too much text",
        ),
        (
            "Ditt kvitto attributes",
            receipt(GROCER, "Ditt kvitto attributes", at(NOVEMBER), &attributes),
            "too many attributes",
        ),
        ("", headers.concat(), "the mail passes a limit: too many header lines"),
    ]
}

/// The subjects with the reasons of the message and of its documents.
async fn reasons(user: &User<'_>) -> Vec<(String, String)> {
    let rows = user.world.app.store().ledger(user.id, 10).await.unwrap();
    let reasons = rows.into_iter().map(|row| {
        let documents = row.documents.into_iter().filter_map(|document| document.reason);
        let reasons: Vec<String> = row.reason.into_iter().chain(documents).collect();
        (row.facts.subject.unwrap_or_default(), reasons.join("; "))
    });
    let mut reasons: Vec<(String, String)> = reasons.collect();
    reasons.sort();
    reasons
}

// Shows: Threats | A small mail or document…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn small_hostile_mails_are_refused_at_once_with_the_limit_that_they_pass() {
    let world = World::start(Sqlite).await;
    for (_, mail, _) in hostile() {
        world.sandbox.add(&mail);
    }
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "100,00"));
    let alva = world.connects("Alva").await;
    let bo = world.signs_up("Bo").await;
    alva.fetches_retail().await;
    bo.deletes("/v1/user/me").await.data(200);
    world.drain().await;
    let invoices = alva.lists_retail().await;
    assert_eq!(invoices.len(), 1, "{invoices:?}");
    let ledger = reasons(&alva).await;
    for (subject, _, reason) in hostile() {
        let line = ledger.iter().find(|(found, _)| found == subject);
        assert!(
            line.is_some_and(|(_, said)| said.contains(reason)),
            "{subject}: {ledger:?}"
        );
    }
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
    world.tick().await;
    assert_eq!(reasons(&alva).await, ledger, "nothing is tried again");
}
