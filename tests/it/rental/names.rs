//! Names of files, and the ids that they become.

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, notice, rent_mail};
use invoices_tests::support::world::World;
use rstest::rstest;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// Whatever order the mailbox lists them in, and however many are fetched at once.
// Shows: Rental invoices | Of equal file names in one run the oldest mail keeps the plain id: notices are stored by time of receipt, message id and place in the mail
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_equal_file_names_the_oldest_keeps_the_plain_id(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    for (month, day) in [(9, 10), (3, 10), (6, 10), (1, 10), (10, 10), (1, 9), (8, 10), (5, 10)] {
        let received = format!("2026-{month:02}-{day}T08:00:00Z");
        let [one, two] = [0, 1].map(|nth| notice(5000 + 100 * month + day + 10 * nth, "2026-12-31"));
        world
            .sandbox
            .add(&rent_mail(at(&received), &[("avi.pdf", one), ("avi.pdf", two)]));
    }
    assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 16);
    let oldest = alva.gets("/v1/invoices/rental/Invoice_avi").await;
    assert_eq!(oldest.data(200)["Total Amount"], 5109, "the first PDF of 9 January");
    // Mails of one second are in the order of their ids.
    let mails = [5001, 5002, 5003].map(|total| {
        let mail = rent_mail(at(NOVEMBER), &[("same.pdf", notice(total, "2026-11-30"))]);
        (world.sandbox.add(&mail), total)
    });
    let (_, first) = mails.iter().min().unwrap();
    assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 3);
    let plain = alva.gets("/v1/invoices/rental/Invoice_same").await;
    assert_eq!(plain.data(200)["Total Amount"], *first);
}

// Shows: Rental invoices | Names of attachments become…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_id_may_be_composed_or_decomposed(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyra_A\u{30a}r.pdf", notice(5000, "2026-11-30"))],
    ));
    alva.ingests_rental().await.data(200);
    for id in ["Invoice_%C3%85r", "Invoice_A%CC%8Ar"] {
        let answer = alva.gets(&format!("/v1/invoices/rental/{id}")).await;
        assert_eq!(answer.data(200)["InvoiceID"], "Invoice_År", "{id}");
    }
}
