//! A reader that a document has taken over states what it likes. That costs the document, and nothing else.

use std::pin::pin;
use std::time::Duration;

use chrono::TimeDelta;
use invoices_domain::{DocumentState, MessageState};
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{ReceiptText, at, grocery, grocery_of, marked, marked_mail, notice, rent_mail};
use invoices_tests::support::reader::{LyingReader, MARK};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};
use tokio::time::timeout;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const UNREADABLE: &str = "the reader gave no answer that can be read";
const MISTAKEN: &str = "the reader answered something else than asked";

/// A world whose reader lies about what has the mark. A mail or document has one attempt.
async fn world(database: Database) -> (World, LyingReader) {
    let world = World::start(database).await;
    let reader = LyingReader::new(world.folder.path());
    let program = reader.program();
    let world = world.with_settings(|config| {
        config.reader.program = Some(program);
        config.reader.concurrency = 1;
        config.pipeline.parse_attempts = 1;
    });
    (world.await, reader)
}

/// A receipt whose document has the mark.
fn marked_receipt(order: &str) -> Vec<u8> {
    let more = format!("<p>{MARK}</p>");
    let text = ReceiptText {
        order: Some(order),
        date: Some("2026-11-10"),
        more: &more,
        ..ReceiptText::default()
    };
    grocery_of(at(NOVEMBER), &text)
}

async fn ingests(user: &User<'_>) {
    user.ingests_days("2026-11-09", "2026-11-11").await;
}

/// The reasons of the user's messages and documents that failed.
async fn failures(user: &User<'_>) -> Vec<String> {
    let rows = user.world.app.store().ledger(user.id, 100).await.unwrap();
    let mut failures = Vec::new();
    for row in rows {
        failures.extend(row.reason.filter(|_| row.state == MessageState::Failed));
        let failed = row
            .documents
            .into_iter()
            .filter(|document| document.state == DocumentState::Failed);
        failures.extend(failed.filter_map(|document| document.reason));
    }
    failures
}

// Shows: Threats | What a reader answers…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reading_that_is_none_is_not_stored() {
    let (world, reader) = world(Sqlite).await;
    let alva = world.connects("Alva").await;
    let stated = |lie: &str| format!("stated = reading['records'][0]['stated']\n{lie}");
    let lies = [
        (stated("stated['total_amount'] = 10**30"), UNREADABLE),
        (stated("stated['total_amount'] = '100'"), UNREADABLE),
        (stated("stated['currency'] = 'K' * 2**20"), UNREADABLE),
        (stated("stated['invoice_date'] = '2026-13-01'"), UNREADABLE),
        (stated("stated['invoice_date'] = '+999999-01-01'"), UNREADABLE),
        (stated("stated['direction'] = 'both'"), UNREADABLE),
        (
            stated("stated['warning_codes'] = [{'code': 'all-is-well'}]"),
            UNREADABLE,
        ),
        (stated("stated['vendor_name'] = 'x' * 5 * 2**20"), UNREADABLE),
        ("reading['records'][0]['sub_type'] = '../grocery'".into(), UNREADABLE),
        (
            "deep = 1\nfor _ in range(200): deep = [deep]\nreading['records'][0]['detail']['x'] = deep".into(),
            UNREADABLE,
        ),
        ("reading['outcome'] = 'paid'".into(), UNREADABLE),
        ("body = b'more'".into(), UNREADABLE),
        ("answer['mail'] = {}".into(), UNREADABLE),
        (
            "del answer['reading']; answer['not_a_mail'] = {'reason': {'code': 'empty'}}".into(),
            MISTAKEN,
        ),
        ("reading['records'] = []".into(), MISTAKEN),
        (stated("stated['invoice_date'] = '2500-01-01'"), MISTAKEN),
        ("reading['parser']['name'] = 'grocery/' + 'x' * 2**16".into(), MISTAKEN),
        ("reading['records'][0]['detail']['x'] = [[[[[1]]]]]".into(), MISTAKEN),
    ];
    for (nth, (lie, reason)) in lies.iter().enumerate() {
        reader.lies("reading", lie);
        world.sandbox.add(&marked_receipt(&format!("20411{nth}")));
        ingests(&alva).await;
        let failures = failures(&alva).await;
        assert_eq!(failures.len(), nth + 1, "{lie}: {failures:?}");
        let found = failures.iter().filter(|failure| failure.contains(reason)).count();
        let expected = lies[..=nth].iter().filter(|(_, of)| of == reason).count();
        assert_eq!(found, expected, "{lie}: {failures:?}");
    }
    world.sandbox.add(&grocery(at(NOVEMBER), "204117", "90,00"));
    ingests(&alva).await;
    assert_eq!(world.rows("retail_invoices", alva.id).await, 1, "the others are read");
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
}

// Shows: Threats | What a reader answers…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_that_is_none_is_not_stored() {
    let (world, reader) = world(Sqlite).await;
    let alva = world.connects("Alva").await;
    let lies = [
        ("mail['lengths'].append(0)", MISTAKEN),
        ("mail['lengths'].pop()", MISTAKEN),
        ("mail['lengths'][0] += 1", MISTAKEN),
        ("mail['lengths'][0] -= 1", MISTAKEN),
        ("mail['lengths'][0] = 2**64 - 1", MISTAKEN),
        ("mail['mail']['pdfs'] = [{'name': 'a.pdf'}]", MISTAKEN),
        ("mail['mail']['pages'] = [{'charset': None}] * 1000", MISTAKEN),
        ("body += b'more'", MISTAKEN),
        ("mail['lengths'][0] = -1", UNREADABLE),
        ("mail['lengths'][0] = 2**64", UNREADABLE),
        ("mail['lengths'][0] += 2**22; body += b'x' * 2**22", UNREADABLE),
        ("mail['mail']['sender'] = 'kvitto@ica.se@example.com'", UNREADABLE),
        ("mail['mail']['sender'] = 'a' * 2**20 + '@ica.se'", UNREADABLE),
        ("mail['mail']['dated'] = 'never'", UNREADABLE),
        ("mail['mail']['authentication'] = 'trusted'", UNREADABLE),
        ("del answer['mail']; answer['reading'] = {}", UNREADABLE),
        (
            "del answer['mail']; answer['reading'] = {'parser': {'name': 'rental', 'version': 1}, 'outcome': 'failed', 'stated': {},\n\
             'reason': '', 'reason_code': 'empty'}",
            MISTAKEN,
        ),
    ];
    for (nth, (lie, reason)) in lies.iter().enumerate() {
        reader.lies("mail", lie);
        world
            .sandbox
            .add(&marked_mail(&grocery(at(NOVEMBER), &format!("20411{nth}"), "90,00")));
        ingests(&alva).await;
        let failures = failures(&alva).await;
        assert_eq!(failures.len(), nth + 1, "{lie}: {failures:?}");
        let found = failures.iter().filter(|failure| failure.contains(reason)).count();
        let expected = lies[..=nth].iter().filter(|(_, of)| of == reason).count();
        assert_eq!(found, expected, "{lie}: {failures:?}");
    }
    world.sandbox.add(&grocery(at(NOVEMBER), "204117", "90,00"));
    ingests(&alva).await;
    assert_eq!(world.rows("retail_invoices", alva.id).await, 1, "the others are read");
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
}

/// Both databases refuse some of it.
// Shows: Threats | What a reader answers…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn overlong_texts_and_nuls_are_cut_or_left_out(#[values(Sqlite, Postgres)] database: Database) {
    let (world, reader) = world(database).await;
    let alva = world.connects("Alva").await;
    reader.lies(
        "reading",
        "long = '\\0' + 'x' * 10**5\n\
         rental = reading['outcome'] == 'rental'\n\
         record = reading['record'] if rental else reading['records'][0]\n\
         for name in ['vendor_name', 'order_id', 'invoice_number', 'ocr', 'bankgiro', 'plusgiro']:\n\
         \x20   record['stated'][name] = long\n\
         for name in ['invoice_number', 'receipt_number', 'order_number', 'booking_reference', 'credits']:\n\
         \x20   record['stated']['identity'][name] = long\n",
    );
    reader.lies(
        "mail",
        "for name in ['subject', 'sender_name']:\n\
         \x20   mail['mail'][name] = 'Hyresavi Ditt kvitto \\0' + 'x' * 10**5\n\
         mail['mail']['authentication'] = {'trusted': '\\0' + 'x' * 10**5}\n",
    );
    world.sandbox.add(&marked_mail(&marked_receipt("204118")));
    let pdf = ("Hyresavi_1.pdf", marked(notice(5100, "2026-11-30")));
    world.sandbox.add(&marked_mail(&rent_mail(at(NOVEMBER), &[pdf])));
    world.sandbox.add(&grocery(at(NOVEMBER), "204117", "90,00"));
    ingests(&alva).await;
    alva.ingests_rental().await.data(200);
    assert_eq!(failures(&alva).await, Vec::<String>::new());
    let listed = alva.lists_retail().await;
    assert_eq!(listed.len(), 2);
    for invoice in &listed {
        let name = invoice["vendor_name"].as_str().unwrap();
        assert!(
            name.chars().count() <= 2_000 && !name.contains('\0'),
            "{} characters",
            name.len()
        );
        alva.detail_of(invoice).await;
    }
    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 1);
    let messages = alva.gets("/v1/mail/messages").await.data(200)["messages"].clone();
    for message in messages.as_array().unwrap() {
        let texts = ["subject", "sender_name"].map(|field| message[field].as_str().unwrap_or_default());
        assert!(
            texts
                .iter()
                .all(|text| text.chars().count() <= 2_000 && !text.contains('\0'))
        );
    }
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
}

/// Each is stored for another use, and would be listed, compared and corrected as what it isn't.
// Shows: Threats | What a reader answers…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_of_the_other_kind_is_not_stored() {
    let (world, reader) = world(Sqlite).await;
    let alva = world.connects("Alva").await;
    reader.lies(
        "reading",
        "if reading['outcome'] == 'rental':\n\
         \x20   reading['outcome'] = 'retail'\n\
         \x20   stated = reading.pop('record')['stated']\n\
         \x20   reading['records'] = [{'sub_type': 'grocery', 'stated': stated, 'detail': {}}]\n\
         else:\n\
         \x20   reading['outcome'] = 'rental'\n\
         \x20   reading['record'] = {'stated': reading.pop('records')[0]['stated']}\n",
    );
    world.sandbox.add(&marked_receipt("204118"));
    let pdfs = [
        ("Hyresavi_1.pdf", marked(notice(5100, "2026-11-30"))),
        ("Hyresavi_2.pdf", notice(5200, "2026-12-31")),
    ];
    world.sandbox.add(&rent_mail(at(NOVEMBER), &pdfs));
    world.sandbox.add(&grocery(at(NOVEMBER), "204117", "90,00"));
    ingests(&alva).await;
    // The request waits while another attempt is to come.
    let mut ingest = pin!(alva.ingests_rental());
    let answer = loop {
        match timeout(Duration::from_secs(1), &mut ingest).await {
            Ok(answer) => break answer,
            Err(_) => world.clock.forward(TimeDelta::minutes(11)),
        }
        world.tick().await;
    };
    answer.data(200);
    assert_eq!(failures(&alva).await.len(), 2, "{:?}", failures(&alva).await);
    assert_eq!(world.rows("retail_invoices", alva.id).await, 1);
    assert_eq!(world.rows("rental_invoices", alva.id).await, 1);
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
}

/// Ids of invoices and users come from the service alone.
// Shows: Threats | What a reader answers…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reading_can_not_name_an_invoice_or_a_user() {
    let (world, reader) = world(Sqlite).await;
    let bo = world.connects("Bo").await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204117", "90,00"));
    let pdf = ("Hyresavi_1.pdf", notice(5100, "2026-11-30"));
    world.sandbox.add(&rent_mail(at(NOVEMBER), &[pdf]));
    let of_user = async |user: &User<'_>| {
        let retail = user.lists_retail().await;
        let mut details = Vec::new();
        for invoice in &retail {
            details.push(user.detail_of(invoice).await);
        }
        let rental = user.lists_rental().await.data(200)["invoices"].clone();
        (retail, details, rental)
    };
    ingests(&bo).await;
    bo.ingests_rental().await.data(200);
    let before = of_user(&bo).await;
    let foreign = before.0[0]["invoice_id"].as_str().unwrap();
    reader.lies(
        "reading",
        &format!(
            "if reading['outcome'] == 'rental':\n\
             \x20   reading['record']['labelled'].update({{'InvoiceID': 'Invoice_1', 'UserID': '{bo}', 'Filename': 'Hyresavi_1.pdf',\n\
             \x20       'Total Amount': 1, 'due_date_year': '1', 'replaced_by': 'Invoice_1', 'corrected': ['OCR']}})\n\
             else:\n\
             \x20   reading['records'][0]['detail'].update({{'invoice_id': '{foreign}', 'user_id': '{bo}'}})\n",
            bo = bo.id
        ),
    );
    let alva = world.connects("Alva").await;
    world.sandbox.add(&marked_receipt("204118"));
    let pdf = ("Hyresavi_2.pdf", marked(notice(5200, "2026-12-31")));
    world.sandbox.add(&rent_mail(at(NOVEMBER), &[pdf]));
    ingests(&alva).await;
    alva.ingests_rental().await.data(200);
    assert_eq!(of_user(&bo).await, before);
    let (retail, details, rental) = of_user(&alva).await;
    assert_eq!(retail.len(), 2);
    for (listed, detail) in retail.iter().zip(&details) {
        assert_eq!(listed["invoice_id"], detail["invoice_id"]);
        assert_ne!(listed["invoice_id"], foreign);
    }
    let lied_about = &rental["2026"][0];
    assert_eq!(
        ["InvoiceID", "UserID", "Total Amount", "due_date_year"].map(|key| lied_about[key].clone()),
        [
            json!("Invoice_2"),
            json!(alva.id.to_string()),
            json!(5200),
            json!("2026")
        ]
    );
    assert_eq!(
        (lied_about.get("replaced_by"), lied_about.get("corrected")),
        (None::<&Value>, None)
    );
}
