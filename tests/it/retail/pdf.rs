//! Vendors' mails with PDFs. All of them are invented.

use invoices_domain::{ObjectKey, RetailInvoiceId};
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{GROCER, ReceiptText, at, receipt_with_pdfs, unauthenticated};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use parser_document::pdf::sample::Sheet;
use rstest::rstest;
use serde_json::{Value, json};

const MORNING: &str = "2026-11-10T08:00:00Z";
const EVENING: &str = "2026-11-10T18:00:00Z";
const COVER: &str = "<p>Hej!</p><p>Din faktura finns i den bifogade filen.</p>";

/// An invoice. The order number is left out if it is empty.
pub(crate) fn invoice(number: &str, order: &str, total: &str) -> Vec<u8> {
    let mut sheet = Sheet::new();
    sheet.text(50.0, 60.0, 18.0, "Faktura");
    sheet.row(100.0, &[(50.0, "Fakturanummer"), (200.0, number)]);
    sheet.row(115.0, &[(50.0, "Fakturadatum"), (200.0, "2026-11-09")]);
    if !order.is_empty() {
        sheet.row(130.0, &[(50.0, "Ordernummer"), (200.0, order)]);
    }
    sheet.row(180.0, &[(50.0, "Artikel"), (300.0, "Antal"), (420.0, "Pris")]);
    sheet.row(195.0, &[(50.0, "Knäckebröd råg"), (300.0, "1"), (420.0, total)]);
    sheet.row(240.0, &[(50.0, "Att betala"), (420.0, &format!("{total} kr"))]);
    sheet.row(255.0, &[(50.0, "Förfallodatum"), (420.0, "2026-12-09")]);
    sheet.finish()
}

fn terms() -> Vec<u8> {
    let mut sheet = Sheet::new();
    sheet.text(50.0, 60.0, 18.0, "Allmänna villkor");
    sheet.row(100.0, &[(50.0, "Du kan ångra ditt köp inom 14 dagar.")]);
    sheet.row(115.0, &[(50.0, "Kostnaden för en retur är 49 kr.")]);
    sheet.finish()
}

fn ticket() -> Vec<u8> {
    let mut sheet = Sheet::new();
    sheet.text(50.0, 60.0, 18.0, "Din biljett");
    sheet.row(100.0, &[(50.0, "Bokningsnummer"), (200.0, "QX7ZP2")]);
    sheet.row(115.0, &[(50.0, "Visa biljetten i entrén.")]);
    sheet.finish()
}

fn mail(received: &str, html: Option<&str>, pdfs: &[Vec<u8>]) -> Vec<u8> {
    let pdfs: Vec<_> = pdfs.iter().map(|pdf| ("Faktura.pdf", pdf.clone())).collect();
    receipt_with_pdfs(GROCER, "Ditt kvitto", at(received), html, &pdfs)
}

fn html(order: Option<&str>, total: &str) -> String {
    let text = ReceiptText {
        order,
        total,
        ..ReceiptText::default()
    };
    text.html()
}

async fn totals(user: &User<'_>) -> Vec<String> {
    let list = user.lists_retail().await;
    let mut totals: Vec<String> = list.iter().map(|invoice| invoice["total_amount"].to_string()).collect();
    totals.sort_unstable();
    totals
}

/// What is stored, without the part of the keys that all have.
fn endings(world: &World) -> Vec<String> {
    let objects = world.objects();
    let endings = objects.iter().map(|key| key.rsplit_once("_2026-11-10_").unwrap().1);
    endings.map(|ending| ending[16..].to_owned()).collect()
}

/// The id of the invoice that this object states.
fn id_of(world: &World, ending: &str) -> Value {
    let key = world.objects().into_iter().find(|key| key.ends_with(ending)).unwrap();
    let key: ObjectKey = key.parse().unwrap();
    json!(RetailInvoiceId::derive(key.user(), &key, None))
}

// Shows: Retail invoices | A mail whose invoice is a PDF is kept at `invoices/{user_id}/retail/{sub_type}/{vendor}_{date}_{hash}.pdf` and read; a second PDF ends in `_2.pdf`, an attached page in `_1.html`, an e-invoice in `.xml`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_that_is_only_a_pdf_becomes_an_invoice() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    world
        .sandbox
        .add(&mail(MORNING, None, &[invoice("88123", "SE-4711", "199,00")]));
    let data = alva.fetches_retail().await;
    assert_eq!((&data["totalEmailsFound"], &data["errors"]), (&json!(1), &json!([])));
    assert_eq!(endings(&world), [".pdf"]);
    assert!(world.objects()[0].starts_with(&format!("invoices/{}/retail/grocery/ica_2026-11-10_", alva.id)));
    assert_eq!(alva.ledger().await[0].1, "fetched [pdf-0 parsed]");
    let list = alva.lists_retail().await;
    assert_eq!(
        (list.len(), &list[0]["total_amount"], &list[0]["invoice_date"]),
        (1, &json!(199), &json!("2026-11-09"))
    );
    assert_eq!(list[0]["invoice_id"], id_of(&world, ".pdf"));
    let detail = alva.detail_of(&list[0]).await;
    assert_eq!(
        (&detail["order_id"], &detail["invoice_number"], &detail["due_date"]),
        (&json!("SE-4711"), &json!("88123"), &json!("2026-12-09")),
        "{detail}"
    );
    assert!(
        alva.lists_rental().await.data(200).is_null(),
        "it isn't a rental invoice"
    );
}

/// The text belongs to the only PDF, whose total counts.
// Shows: Retail invoices | The text and the PDF of one order are one invoice, whichever is read first: by the order number, else, of one mail, by the total
#[rstest]
#[case::by_the_order(Some("SE-4711"), "SE4711", "199,00")]
#[case::by_the_mail(None, "", "89,00")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_text_and_the_pdf_of_a_mail_are_one_invoice(
    #[case] order: Option<&str>,
    #[case] of_pdf: &str,
    #[case] total: &str,
) {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let html = html(order, "199,00");
    world
        .sandbox
        .add(&mail(MORNING, Some(&html), &[invoice("88123", of_pdf, total)]));
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 1, "mails are counted");
    assert_eq!(endings(&world), [".html", ".pdf"]);
    assert_eq!(alva.ledger().await[0].1, "fetched [html parsed, pdf-0 parsed]");
    let list = alva.lists_retail().await;
    assert_eq!(list.len(), 1, "{list:?}");
    assert_eq!(list[0]["invoice_id"], id_of(&world, ".html"));
    assert_eq!(list[0]["total_amount"].to_string(), total.trim_end_matches(",00"));
    let detail = alva.detail_of(&list[0]).await;
    assert_eq!(detail["invoice_number"], "88123", "{detail}");
}

/// Two order numbers are two purchases.
// Shows: Retail invoices | The text and the PDF…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn parts_that_state_different_purchases_stay_apart() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let html = html(Some("SE-4711"), "199,00");
    world
        .sandbox
        .add(&mail(MORNING, Some(&html), &[invoice("88123", "SE-4712", "199,00")]));
    alva.fetches_retail().await;
    assert_eq!(alva.lists_retail().await.len(), 2);
    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
    assert_eq!(alva.lists_retail().await.len(), 2);
}

/// With and without the order's number.
// Shows: Retail invoices | A text without an amount next to a PDF, and a PDF that isn't an invoice, are `rejected` documents; the mail's invoice is kept
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_text_without_an_amount_is_no_failure(
    #[values("", "<h1>Orderbekräftelse</h1><p>Ordernummer: SE-4711</p>")] more: &str,
) {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let html = format!("{more}{COVER}");
    world
        .sandbox
        .add(&mail(MORNING, Some(&html), &[invoice("88123", "SE-4711", "199,00")]));
    alva.fetches_retail().await;
    assert_eq!(alva.ledger().await[0].1, "fetched [html rejected, pdf-0 parsed]");
    assert_eq!(totals(&alva).await, ["199"]);
}

// Shows: Retail invoices | A text without an amount…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pdfs_that_are_no_invoices_are_rejected() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let html = html(Some("SE-4711"), "199,00");
    world.sandbox.add(&mail(MORNING, Some(&html), &[terms(), ticket()]));
    alva.fetches_retail().await;
    let list = alva.lists_retail().await;
    assert_eq!((list.len(), &list[0]["total_amount"]), (1, &json!(199)));
    assert_eq!(
        alva.ledger().await[0].1,
        "fetched [html parsed, pdf-0 rejected, pdf-1 rejected]"
    );
    let rows = world.app.store().ledger(alva.id, 10).await.unwrap();
    let rejected = rows[0].documents.iter().filter(|document| document.part != "html");
    assert!(rejected.clone().all(|document| document.reason.is_some()));
    assert_eq!(rejected.count(), 2);
}

/// They are of one amount, and so are not merged by it.
// Shows: Retail invoices | A mail whose invoice…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_invoices_of_one_mail_are_two() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let pdfs = [invoice("88123", "", "99,00"), invoice("88124", "", "99,00"), terms()];
    world.sandbox.add(&mail(MORNING, Some(COVER), &pdfs));
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 1);
    assert_eq!(endings(&world), [".html", ".pdf", "_2.pdf", "_3.pdf"]);
    assert_eq!(totals(&alva).await, ["99", "99"]);
    let first = alva.lists_retail().await;
    alva.deletes_retail(&first[0]["invoice_id"]).await.data(200);
    assert_eq!(alva.lists_retail().await, first[1..]);
    assert!(
        world
            .objects()
            .iter()
            .any(|key| id_of(&world, &key[key.len() - 6..]) == first[1]["invoice_id"]),
        "the other invoice keeps its file"
    );
}

/// An invoice and the receipt of its payment have one number.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_pdfs_of_one_number_and_total_are_one_invoice() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let mut copy = invoice("88123", "", "99,00");
    copy.extend_from_slice(b"\n% a copy\n");
    world
        .sandbox
        .add(&mail(MORNING, Some(COVER), &[invoice("88123", "", "99,00"), copy]));
    alva.fetches_retail().await;
    assert_eq!(totals(&alva).await, ["99"]);
    assert_eq!(alva.lists_retail().await[0]["invoice_id"], id_of(&world, ".pdf"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_later_mail_with_the_pdf_of_an_order_is_the_same_invoice() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let order = html(Some("SE-4711"), "199,00");
    world.sandbox.add(&mail(MORNING, Some(&order), &[]));
    alva.fetches_retail().await;
    let id = alva.lists_retail().await[0]["invoice_id"].clone();
    let pdf = invoice("88123", "SE-4711", "199,00");
    // The second mail's text names no order, but the total of its PDF.
    world.clock.forward(chrono::TimeDelta::minutes(1));
    world.sandbox.add(&mail(EVENING, Some(&html(None, "199,00")), &[pdf]));
    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
    let list = alva.lists_retail().await;
    assert_eq!((list.len(), &list[0]["invoice_id"]), (1, &id), "{list:?}");
    assert_eq!(list[0]["total_amount"], 199);
    alva.deletes_retail(&id).await.data(200);
    assert_eq!((alva.lists_retail().await, world.objects()), (vec![], vec![]));
}

/// Its text, its invoice and its terms; and nothing brings the invoice back, not even a part that is read later.
// Shows: Retail invoices | `DELETE /v1/invoices/retail/{invoice_id}` removes summary…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_invoice_is_removed_with_all_parts_of_its_mail(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let pdfs = [invoice("88123", "SE-4711", "199,00"), terms()];
    world.sandbox.add(&mail(MORNING, Some(COVER), &pdfs));
    alva.fetches_retail().await;
    let first: ObjectKey = world.objects()[0].parse().unwrap();
    let list = alva.lists_retail().await;
    alva.deletes_retail(&list[0]["invoice_id"]).await.data(200);
    assert_eq!((alva.lists_retail().await, world.objects()), (vec![], vec![]));
    assert_eq!(
        alva.ledger().await[0].1,
        "fetched [html deleted, pdf-0 deleted, pdf-1 deleted]"
    );
    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
    for (key, pdf) in first.of_same_mail()[1..5].iter().zip(pdfs.iter().cycle()) {
        put(&world, key, pdf);
        world.app.object_created(key.clone()).await.unwrap();
        world.drain().await;
    }
    assert_eq!(alva.lists_retail().await, Vec::<Value>::new());
}

fn put(world: &World, key: &ObjectKey, bytes: &[u8]) {
    let path = world.folder.path().join("objects").join(key.to_string());
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}

/// Objects that another program stored. By their path they aren't rent notices, and their order changes nothing.
// Shows: Retail invoices | The text and the PDF…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_of_a_mails_parts_make_one_invoice_in_any_order(
    #[values(Sqlite, Postgres)] database: Database,
    #[values([".html", ".pdf", "_2.pdf"], ["_2.pdf", ".pdf", ".html"], [".pdf", ".html", "_2.pdf"])] order: [&str; 3],
) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let stem = format!("invoices/{}/retail/grocery/ica_2026-11-10_0123456789abcdef", alva.id);
    for ending in order {
        let key: ObjectKey = format!("{stem}{ending}").parse().unwrap();
        let bytes = match ending {
            ".html" => html(Some("SE-4711"), "199,00").into_bytes(),
            ".pdf" => invoice("88123", "", "199,00"),
            _ => invoice("88123", "", "89,00"),
        };
        put(&world, &key, &bytes);
        for _ in 0..2 {
            world.app.object_created(key.clone()).await.unwrap();
            world.drain().await;
        }
    }
    assert_eq!(totals(&alva).await, ["199", "89"]);
    assert!(alva.lists_rental().await.data(200).is_null());
    let list = alva.lists_retail().await;
    let merged = list.iter().find(|invoice| invoice["total_amount"] == 199).unwrap();
    let first = order.into_iter().find(|ending| *ending != "_2.pdf").unwrap();
    let stem = if first == ".pdf" { "abcdef.pdf" } else { first };
    assert_eq!(merged["invoice_id"], id_of(&world, stem), "it keeps its id");
    let detail = alva.detail_of(merged).await;
    assert_eq!(
        (&detail["order_id"], &detail["invoice_number"]),
        (&json!("SE-4711"), &json!("88123")),
        "{detail}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_quarantined_mail_with_a_pdf_is_read_when_it_is_released() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let mail = mail(MORNING, None, &[invoice("88123", "SE-4711", "199,00")]);
    let id = world.sandbox.add(&unauthenticated(&mail)).parse().unwrap();
    alva.fetches_retail().await;
    assert_eq!((world.objects(), alva.lists_retail().await), (vec![], vec![]));
    assert!(
        world
            .app
            .store()
            .release(alva.id, &id, None, world.now())
            .await
            .unwrap()
    );
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 1);
    assert_eq!(totals(&alva).await, ["199"]);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_is_deleted_with_its_pdfs(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let pdf = invoice("88123", "SE-4711", "199,00");
    world
        .sandbox
        .add(&mail(MORNING, Some(COVER), std::slice::from_ref(&pdf)));
    alva.fetches_retail().await;
    let key: ObjectKey = world.objects()[1].parse().unwrap();
    alva.deletes("/v1/user/me").await.data(200);
    assert_eq!(world.objects(), Vec::<String>::new());
    put(&world, &key, &pdf);
    world.app.object_created(key).await.unwrap();
    world.drain().await;
    assert_eq!(world.rows("retail_invoices", alva.id).await, 0);
}
