//! Reminders and corrections of notices. The result is the same whichever comes first.

use invoices_sandbox::sample::with_check_digit;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, notice, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use parser_document::pdf::sample::Sheet;
use rstest::rstest;
use serde_json::{Value, json};

/// A notice of another kind, with its number if it names one.
fn other(heading: &str, number: Option<&str>, due: &str, total: &str) -> Vec<u8> {
    let mut sheet = Sheet::new();
    sheet.text(50.0, 60.0, 18.0, heading);
    sheet.text(350.0, 60.0, 10.0, "Linddungens Bostäder AB");
    let number = number.map(|number| ("Avinummer", number));
    let rows = [("Förfallodatum", due), ("Att betala", total)];
    for (nth, (label, value)) in (0_u8..).zip(number.into_iter().chain(rows)) {
        sheet.row(110.0 + 18.0 * f32::from(nth), &[(50.0, label), (220.0, value)]);
    }
    sheet.finish()
}

/// A PDF with its name and the time of its mail.
type Sent = (&'static str, &'static str, Vec<u8>);

fn september() -> Sent {
    ("Hyresavi_9.pdf", "2026-09-10T08:00:00Z", notice(4900, "2026-09-30"))
}

fn october() -> Sent {
    ("Hyresavi_10.pdf", "2026-10-10T08:00:00Z", notice(5000, "2026-10-31"))
}

const OCTOBERS_NUMBER: &str = "5000261031";

/// A user to whom these come one after the other, each in a run of its own.
async fn receives<'w>(world: &'w World, sent: impl IntoIterator<Item = &Sent>) -> User<'w> {
    let user = world.signs_up("Alva").await;
    user.connects(&user.email).await;
    for (name, received, pdf) in sent {
        world
            .sandbox
            .add_to(&user.email, &rent_mail(at(received), &[(name, pdf.clone())]));
        user.ingests_rental().await.data(200);
    }
    user
}

/// Id, total and successor of the listed notices.
async fn listed(user: &User<'_>) -> Vec<Value> {
    let list = user.lists_rental().await;
    let records = list.data(200)["invoices"]["2026"].as_array().unwrap().clone();
    let shown = records.iter().map(|record| {
        assert!(record["warnings"].is_null(), "{record}");
        json!([record["InvoiceID"], record["Total Amount"], record["replaced_by"]])
    });
    shown.collect()
}

/// The outcome of each file that isn't a record.
async fn duplicates(user: &User<'_>) -> Vec<(String, String)> {
    let rows = user.world.app.store().ledger(user.id, 10).await.unwrap();
    let documents = rows.into_iter().flat_map(|row| row.documents);
    let duplicates = documents.filter(|document| document.state.as_str() == "duplicate");
    let mut duplicates: Vec<_> = duplicates
        .map(|document| (document.file_name.unwrap(), document.reason.unwrap()))
        .collect();
    duplicates.sort();
    duplicates
}

// Shows: Rental invoices | A reminder belongs to its notice, and a correction replaces its notice, whichever comes first; of several reminders without a notice the latest is the record
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reminder_belongs_to_its_notice_whichever_comes_first() {
    let world = World::start(Sqlite).await;
    assert!(with_check_digit(OCTOBERS_NUMBER).starts_with(OCTOBERS_NUMBER));
    for (number, due) in [
        (Some(OCTOBERS_NUMBER), "2026-11-25"),
        (None, "2026-10-31"),
        (None, "2026-11-25"),
    ] {
        let pdf = other("Betalningspåminnelse", number, due, "5 060,00 kr");
        let reminder = ("Paminnelse_11.pdf", "2026-11-12T08:00:00Z", pdf);
        let sent = [september(), october(), reminder];
        for order in [[0, 1, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0]] {
            let user = receives(&world, order.map(|at| &sent[at])).await;
            let expected = [json!(["Invoice_10", 5000, null]), json!(["Invoice_9", 4900, null])];
            assert_eq!(listed(&user).await, expected, "{number:?} {due} {order:?}");
            let reminders = [("Paminnelse_11.pdf".to_owned(), "it reminds of Invoice_10".to_owned())];
            assert_eq!(duplicates(&user).await, reminders, "{number:?} {due} {order:?}");
        }
    }
}

// Shows: Rental invoices | A reminder belongs to…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_latest_of_several_reminders_counts_until_the_notice_comes(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    // A month in which a notice or a reminder came is not searched again.
    let reminder = |name, received, due, total| {
        let pdf = other("Betalningspåminnelse", Some("4900260930"), due, total);
        (name, received, pdf)
    };
    let first = reminder("Paminnelse_1.pdf", "2026-10-12T08:00:00Z", "2026-10-22", "4 960,00 kr");
    let second = reminder("Paminnelse_2.pdf", "2026-11-12T08:00:00Z", "2026-11-22", "5 020,00 kr");
    for order in [[&first, &second], [&second, &first]] {
        let user = receives(&world, order).await;
        assert_eq!(listed(&user).await, [json!(["Invoice_2", 5020, null])]);
        let (name, received, pdf) = september();
        world
            .sandbox
            .add_to(&user.email, &rent_mail(at(received), &[(name, pdf)]));
        user.ingests_rental().await.data(200);
        assert_eq!(listed(&user).await, [json!(["Invoice_9", 4900, null])]);
        let of = "it reminds of Invoice_9".to_owned();
        let reminders = ["Paminnelse_1.pdf", "Paminnelse_2.pdf"].map(|name| (name.to_owned(), of.clone()));
        assert_eq!(duplicates(&user).await, reminders);
    }
}

// Shows: Rental invoices | A reminder belongs to…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_correction_replaces_its_notice_whichever_comes_first(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let pdf = other("Rättad avi", Some(OCTOBERS_NUMBER), "2026-10-31", "4 950,00 kr");
    let correction = ("Rattad_11.pdf", "2026-11-02T08:00:00Z", pdf);
    for order in [[&october(), &correction], [&correction, &october()]] {
        let user = receives(&world, order).await;
        let expected = [
            json!(["Invoice_10", 5000, "Invoice_11"]),
            json!(["Invoice_11", 4950, null]),
        ];
        assert_eq!(listed(&user).await, expected);
    }
}
