//! The outcome of mails, and what can be done.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{GROCER, at, grocery, receipt, unauthenticated};
use invoices_tests::support::world::World;

use super::Machine;
use crate::sources::pdf_passwords::locked;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_invoice_is_found_and_released() {
    let world = World::start(Sqlite).await;
    world
        .sandbox
        .add(&grocery(at("2026-11-10T08:00:00Z"), "204118", "100,00"));
    world.sandbox.add(&unauthenticated(&grocery(
        at("2026-11-12T08:00:00Z"),
        "204119",
        "212,50",
    )));
    let empty = receipt(
        GROCER,
        "Ditt kvitto",
        at("2026-11-11T08:00:00Z"),
        "<p>Hej! Din order är på väg.</p>",
    );
    world.sandbox.add(&empty);
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    let machine = Machine::of(&alva).await;
    let all = machine.runs(&["messages", "--json"]).await.json();
    assert_eq!(all, alva.gets("/v1/mail/messages").await.data(200)["messages"]);
    let table = machine.runs(&["messages"]).await.succeeds();
    for (number, words) in [(1, "quarantined"), (1, "2026-11-12"), (3, GROCER)] {
        assert_eq!(table.matches(words).count(), number, "{words} in {table}");
    }
    let limited = machine.runs(&["messages", "--limit", "2", "--json"]).await.json();
    assert_eq!(limited.as_array().unwrap(), &all.as_array().unwrap()[..2]);
    let csv = machine
        .runs(&["messages", "--state", "quarantined", "--csv"])
        .await
        .succeeds();
    let (header, row) = csv.split_once("\r\n").unwrap();
    assert!(header.starts_with("message_id,type,"), "{csv}");
    let id = row.split(',').next().unwrap();

    let shown = machine.runs(&["messages", "show", id]).await.succeeds();
    assert!(
        shown.contains("quarantined") && shown.contains("sender"),
        "the reason is said: {shown}"
    );
    let said = machine.runs(&["messages", "release", id]).await.succeeds();
    assert!(said.contains("The message is released"), "{said}");
    world.drain().await;
    assert_eq!(alva.lists_retail().await.len(), 2);
    let said = machine.runs(&["messages", "release", id]).await.succeeds();
    assert!(said.contains("not in quarantine"), "{said}");

    let explained = machine.runs(&["messages", "explain", id]).await.succeeds();
    assert!(
        explained.contains("212.5") && explained.contains("total_amount"),
        "{explained}"
    );
    let data = machine.runs(&["messages", "explain", id, "--json"]).await.json();
    assert_eq!(data["documents"][0]["outcome"], "invoice");
    let said = machine.runs(&["messages", "retry", id]).await.succeeds();
    assert!(said.contains("No part of the message has failed."), "{said}");

    machine.runs(&["messages", "show", "nothing"]).await.fails(4);
    machine.runs(&["messages", "release", "nothing"]).await.fails(4);
    machine.runs(&["messages", "release"]).await.fails(2);
    machine.runs(&["messages", "--state", "lost"]).await.fails(2);
    let bo = world.signs_up("Bo").await;
    let other = Machine::of(&bo).await;
    other.runs(&["messages", "explain", id]).await.fails(4);
    assert_eq!(other.runs(&["messages"]).await.succeeds(), "No mails.\n");
}

// Shows: Messages | `invoices-cli answer` lists the questions with their amounts, gives a listed or another amount as the total, says that there is no invoice, and takes it back
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_is_listed_and_answered() {
    let world = World::start(Sqlite).await;
    let html = "<h1>Kvitto</h1><p>Ordernummer: 204118</p><table><tr><td>Totalt</td><td>80,00 kr</td></tr>\
                <tr><td>Totalt</td><td>100,00 kr</td></tr></table>";
    let received = at("2026-11-10T08:00:00Z");
    world.sandbox.add(&receipt(GROCER, "Ditt kvitto", received, html));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    let machine = Machine::of(&alva).await;
    let asked = machine.runs(&["answer", "--json"]).await.json();
    let id = asked[0]["message_id"].as_str().unwrap();
    let listed = machine.runs(&["answer"]).await.succeeds();
    for words in [id, "1: 100.00 SEK, in “Totalt 100,00 kr”", "2: 80.00 SEK"] {
        assert!(listed.contains(words), "{words} in {listed}");
    }
    let totals = async || {
        world.drain().await;
        let invoices = alva.lists_retail().await;
        invoices
            .iter()
            .map(|invoice| invoice["total_amount"].as_f64().unwrap())
            .collect::<Vec<_>>()
    };
    let said = machine.runs(&["answer", id, "--candidate", "2"]).await.succeeds();
    assert!(said.contains("The answer is stored"), "{said}");
    assert_eq!(totals().await, [80.0]);
    assert_eq!(machine.runs(&["answer"]).await.succeeds(), "No questions.\n");
    machine
        .runs(&["answer", id, "--total", "99.50", "--currency", "EUR"])
        .await
        .succeeds();
    assert_eq!(totals().await, [99.5]);
    machine.runs(&["answer", id, "--not-an-invoice"]).await.succeeds();
    assert!(totals().await.is_empty());
    let said = machine.runs(&["answer", id, "--take-back"]).await.succeeds();
    assert!(said.contains("The answer is taken back"), "{said}");
    assert!(totals().await.is_empty());
    assert_eq!(machine.runs(&["answer", "--json"]).await.json()[0]["message_id"], id);
    for (arguments, code) in [
        (&["answer", id][..], 2),
        (&["answer", "--total", "80"], 2),
        (&["answer", id, "--total", "80", "--not-an-invoice"], 2),
        (&["answer", "unknown", "--total", "80"], 4),
    ] {
        machine.runs(arguments).await.fails(code);
    }
    let said = machine.runs(&["answer", id, "--candidate", "3"]).await;
    assert!(said.err.contains("there is no amount 3"), "{said:?}");
}

// Shows: Messages | `invoices-cli answer --pdf-password` opens a locked PDF, and `invoices-cli sources pdf-password` sets and forgets its sender's password
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_locked_pdf_is_opened() {
    let world = World::start(Sqlite).await;
    world.sandbox.add(&locked("204118", 10, "80,00", "850709"));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    let machine = Machine::of(&alva).await;
    let listed = machine.runs(&["answer"]).await.succeeds();
    assert!(listed.contains("pdf-0: the PDF needs a password"), "{listed}");
    let asked = machine.runs(&["answer", "--json"]).await.json();
    let id = asked[0]["message_id"].as_str().unwrap();
    let answer = ["answer", id, "--pdf-password", "--password-stdin"];
    let wrong = machine.runs_with(&answer, "1234\n").await;
    assert!(wrong.err.contains("it doesn't open the PDF"), "{wrong:?}");
    machine.runs_with(&answer, "850709\n").await.succeeds();
    world.drain().await;
    assert_eq!(alva.lists_retail().await[0]["total_amount"], 80);
    assert_eq!(machine.runs(&["answer"]).await.succeeds(), "No questions.\n");

    let kept = async || {
        let counts = alva.gets("/v1/sources/pdf-passwords").await;
        counts.data(200)["sources"].as_array().unwrap().len()
    };
    let of_coop = ["sources", "pdf-password", "coop"];
    let set = [&of_coop[..], &["--password-stdin"]].concat();
    let said = machine.runs_with(&set, "850709\n").await.succeeds();
    assert!(said.starts_with("coop: the password is kept"), "{said}");
    assert_eq!(kept().await, 2);
    machine.runs(&[&of_coop[..], &["--forget"]].concat()).await.succeeds();
    assert_eq!(kept().await, 1);
}
