//! Downloads of the documents that invoices were read from.

mod conditions;

use invoices_app::Error;
use invoices_domain::RentalInvoiceId;
use invoices_domain::ids::sha256_hex;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{GROCER, ReceiptText, at, notice, receipt, receipt_with_pdfs, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use reqwest::header::HeaderMap;
use rstest::rstest;
use serde_json::Value;

use crate::retail::pdf::invoice;

const MORNING: &str = "2026-11-10T08:00:00Z";
const EVENING: &str = "2026-11-10T18:00:00Z";
const MIB: u64 = 1024 * 1024;

/// An answer with its bytes.
struct Download {
    status: u16,
    headers: HeaderMap,
    bytes: Vec<u8>,
}

impl Download {
    /// With these headers in the request.
    async fn with(user: &User<'_>, path: &str, headers: &[(&str, &str)]) -> Self {
        let request = user.world.http.get(user.world.url(path)).bearer_auth(&user.token);
        let request = headers
            .iter()
            .fold(request, |request, (name, value)| request.header(*name, *value));
        let response = request.send().await.unwrap();
        Download {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            bytes: response.bytes().await.unwrap().to_vec(),
        }
    }

    async fn of(user: &User<'_>, path: &str) -> Self {
        Self::with(user, path, &[]).await
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// What every answer with bytes has, so that no browser shows them.
    #[track_caller]
    fn assert_harmless(&self) {
        let disposition = self.header("content-disposition").unwrap();
        assert!(disposition.starts_with("attachment; filename=\""), "{disposition}");
        for (name, value) in [
            ("content-security-policy", "sandbox; default-src 'none'"),
            ("x-content-type-options", "nosniff"),
            ("cache-control", "private, no-cache"),
            ("accept-ranges", "bytes"),
        ] {
            assert_eq!(self.header(name), Some(value), "{name}");
        }
    }
}

/// The path of the document of the user's only retail invoice.
async fn only_retail(user: &User<'_>) -> String {
    let list = user.lists_retail().await;
    assert_eq!(list.len(), 1, "{list:?}");
    format!(
        "/v1/invoices/retail/{}/document",
        list[0]["invoice_id"].as_str().unwrap()
    )
}

/// The bytes of a stored original whose key ends so.
fn stored(world: &World, ending: &str) -> Vec<u8> {
    let key = world.objects().into_iter().find(|key| key.ends_with(ending)).unwrap();
    std::fs::read(world.folder.path().join("objects").join(key)).unwrap()
}

// Shows: Originals | `GET /v1/invoices/rental/{invoice_id}/document` and `GET /v1/invoices/retail/{invoice_id}/document` answer the bytes that the invoice was read from, with their type and charset as stored
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rent_notice_is_downloaded_as_it_was_sent() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let pdf = notice(5100, "2026-11-30");
    world
        .sandbox
        .add(&rent_mail(at(MORNING), &[("Hyresavi_1297534008.pdf", pdf.clone())]));
    alva.ingests_rental().await.data(200);
    let download = Download::of(&alva, "/v1/invoices/rental/Invoice_1297534008/document").await;
    assert_eq!((download.status, &download.bytes), (200, &pdf));
    download.assert_harmless();
    assert_eq!(download.header("content-type"), Some("application/pdf"));
    assert_eq!(
        download.header("content-disposition"),
        Some("attachment; filename=\"Hyresavi_1297534008.pdf\"; filename*=UTF-8''Hyresavi_1297534008.pdf")
    );
    let tag = format!("\"{}\"", sha256_hex(&pdf));
    assert_eq!(download.header("etag"), Some(tag.as_str()));
}

// Shows: Originals | `GET /v1/invoices/rental/{invoice_id}/document` and `GET…
// Shows: Originals | No browser shows them: `Content-Disposition: attachment`, `Content-Security-Policy: sandbox; default-src 'none'` and `X-Content-Type-Options: nosniff`. No file name or charset can add a header or a parameter
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_html_is_saved_and_never_shown() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let html = ReceiptText::default().html();
    let html = format!("<script>fetch('/v1/user/me', {{method: 'DELETE'}})</script>{html}");
    world.sandbox.add(&receipt(GROCER, "Ditt kvitto", at(MORNING), &html));
    alva.fetches_retail().await;
    let download = Download::of(&alva, &only_retail(&alva).await).await;
    assert_eq!((download.status, &download.bytes), (200, &stored(&world, ".html")));
    assert!(String::from_utf8_lossy(&download.bytes).contains("<script>"));
    download.assert_harmless();
    assert_eq!(download.header("content-type"), Some("text/html; charset=utf-8"));
    let disposition = download.header("content-disposition").unwrap();
    assert!(disposition.contains("filename=\"ica_2026-11-10_"), "{disposition}");
}

// Shows: Originals | Of several documents the latest mail's is sent, and of one mail the last PDF
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_several_documents_the_one_whose_values_count_is_sent(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let text = ReceiptText {
        order: Some("SE-4711"),
        total: "199,00",
        ..ReceiptText::default()
    };
    let pdf = invoice("88123", "SE-4711", "249,00");
    let mail = |received, html: &str, pdfs: &[(&str, Vec<u8>)]| {
        receipt_with_pdfs(GROCER, "Ditt kvitto", at(received), Some(html), pdfs)
    };
    let pdfs = [("Faktura.pdf", pdf.clone())];
    world.sandbox.add(&mail(MORNING, &text.html(), &pdfs));
    alva.fetches_retail().await;
    let path = only_retail(&alva).await;
    let download = Download::of(&alva, &path).await;
    assert_eq!((download.status, download.bytes), (200, pdf));
    // The later mail has only text.
    let text = ReceiptText {
        total: "249,00",
        ..text
    };
    world.sandbox.add(&mail(EVENING, &text.html(), &[]));
    alva.ingests_days("2026-11-10", "2026-11-10").await.data(200);
    let download = Download::of(&alva, &only_retail(&alva).await).await;
    assert_eq!(download.header("content-type"), Some("text/html; charset=utf-8"));
}

// Shows: Originals | An unknown or deleted invoice, another user's, and one whose original is gone are 404 `INVALID_REQUEST`; a failing object store or database is 502 `DEPENDENCY_FAILURE`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_gets_a_document_that_is_not_theirs_or_gone(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, bo) = (world.connects("Alva").await, world.connects("Bo").await);
    let html = ReceiptText::default().html();
    world.sandbox.add(&receipt(GROCER, "Ditt kvitto", at(MORNING), &html));
    let pdf = ("Hyresavi_1297534008.pdf", notice(5100, "2026-11-30"));
    world.sandbox.add(&rent_mail(at(MORNING), &[pdf]));
    alva.fetches_retail().await;
    alva.ingests_rental().await.data(200);
    let retail = only_retail(&alva).await;
    let rental = "/v1/invoices/rental/Invoice_1297534008/document";
    for path in [&retail, rental] {
        assert_eq!(bo.gets(path).await.fails(404, "INVALID_REQUEST"), "Invoice not found.");
        assert_eq!(Download::of(&alva, path).await.status, 200);
    }
    for path in [
        "/v1/invoices/rental/Invoice_2/document",
        "/v1/invoices/rental/%00/document",
        "/v1/invoices/retail/Invoice_1297534008/document",
        "/v1/invoices/retail/5f0d7a1d-0f5e-5c6b-9b0e-9a5461f2c8d3/document",
    ] {
        assert_eq!(
            alva.gets(path).await.fails(404, "INVALID_REQUEST"),
            "Invoice not found.",
            "{path}"
        );
    }
    let id = Value::from(retail.split('/').nth(4).unwrap());
    alva.deletes_retail(&id).await.data(200);
    assert_eq!(
        alva.gets(&retail).await.fails(404, "INVALID_REQUEST"),
        "Invoice not found."
    );

    for key in world.objects() {
        std::fs::remove_file(world.folder.path().join("objects").join(key)).unwrap();
    }
    let gone = alva.gets(rental).await;
    assert_eq!(gone.fails(404, "INVALID_REQUEST"), "The original no longer exists.");
    assert_eq!(gone.header("cache-control"), Some("no-store"));
}

// Shows: Originals | An unknown or deleted…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failing_object_store_or_database_is_reported(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let pdf = ("Hyresavi_1.pdf", notice(5100, "2026-11-30"));
    world.sandbox.add(&rent_mail(at(MORNING), &[pdf]));
    alva.ingests_rental().await.data(200);
    let path = "/v1/invoices/rental/Invoice_1/document";
    let down = world.without("objects");
    let answer = alva.gets(path).await;
    assert_eq!(
        answer.fails(502, "DEPENDENCY_FAILURE"),
        "The object storage failed. Try again later."
    );
    drop(down);
    world.sql("ALTER TABLE rental_invoices RENAME TO renamed").await;
    alva.gets(path).await.fails(502, "DEPENDENCY_FAILURE");
    world.sql("ALTER TABLE renamed RENAME TO rental_invoices").await;
    assert_eq!(Download::of(&alva, path).await.status, 200);
}

// Shows: Originals | No browser shows them…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hostile_file_name_stays_in_its_header() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let names = [
        ("a\"; filename=evil.html; x=\"_1.pdf", 5101),
        ("Års\u{e5}vi_2.pdf", 5102),
        ("a\r\nSet-Cookie: x=y_3.pdf", 5103),
        ("\u{202e}fdp.lmth_4.pdf", 5104),
    ];
    let pdfs = names.map(|(name, total)| (name, notice(total, "2026-11-30")));
    world.sandbox.add(&rent_mail(at(MORNING), &pdfs));
    assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 4);
    for (nth, (_, pdf)) in pdfs.iter().enumerate() {
        let path = format!("/v1/invoices/rental/Invoice_{}/document", nth + 1);
        let download = Download::of(&alva, &path).await;
        assert_eq!((download.status, &download.bytes), (200, pdf), "{path}");
        download.assert_harmless();
        assert_eq!(download.headers.get_all("content-disposition").iter().count(), 1);
        assert_eq!(download.header("set-cookie"), None);
        let disposition = download.header("content-disposition").unwrap();
        assert!(
            disposition.is_ascii() && disposition.matches('"').count() == 2,
            "{disposition}"
        );
        assert!(!disposition.contains("%E2%80%AE"), "{disposition}");
        assert!(disposition.ends_with(&format!("_{}.pdf", nth + 1)), "{disposition}");
    }
}

/// Originals that are being sent take at most half of the memory limit, and those of one user a quarter.
// Shows: Originals | Documents that are being sent take at most half of `pipeline.bytes_in_flight_mib`, those of one user a quarter; beyond that 429 `RATE_LIMITED`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_readers_leave_room_for_ingests() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let pdf = ("Hyresavi_1.pdf", notice(5100, "2026-11-30"));
    world.sandbox.add(&rent_mail(at(MORNING), &[pdf]));
    alva.ingests_rental().await.data(200);
    let key = world.objects().remove(0);
    let size = 30 * MIB;
    std::fs::write(
        world.folder.path().join("objects").join(key),
        vec![b'x'; usize::try_from(size).unwrap()],
    )
    .unwrap();
    world.sql(&format!("UPDATE documents SET bytes = {size}")).await;

    let id = RentalInvoiceId::given("Invoice_1");
    let quarter = world.app.settings().pipeline.bytes_in_flight_mib * MIB / 4;
    let mut read = Vec::new();
    for _ in 0..quarter / size {
        read.push(world.app.rental_original(alva.id, &id).await.unwrap());
    }
    let one_more = world.app.rental_original(alva.id, &id).await;
    assert!(matches!(one_more, Err(Error::TooMany { .. })), "{one_more:?}");
    let path = "/v1/invoices/rental/Invoice_1/document";
    alva.gets(path).await.fails(429, "RATE_LIMITED");
    assert_eq!(world.app.bytes_in_flight().held, size * read.len() as u64);

    // A slice of it also keeps its share until it is dropped.
    let part = read[0].bytes.slice(0..1);
    read.clear();
    assert_eq!(world.app.bytes_in_flight().held, size);
    drop(part);
    assert_eq!(world.app.bytes_in_flight().held, 0);
    assert_eq!(Download::of(&alva, path).await.bytes.len() as u64, size);
}
