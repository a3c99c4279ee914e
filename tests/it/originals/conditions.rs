//! Conditional requests and ranges (RFC 9110, sections 13 and 14).

use futures::TryStreamExt;
use invoices_client::Client;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, notice, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;

use super::{Download, MORNING};

const PATH: &str = "/v1/invoices/rental/Invoice_1/document";

/// A user with a rent notice, and its PDF.
async fn tenant(world: &World) -> (User<'_>, Vec<u8>) {
    let alva = world.connects("Alva").await;
    let pdf = notice(5100, "2026-11-30");
    world
        .sandbox
        .add(&rent_mail(at(MORNING), &[("Hyresavi_1.pdf", pdf.clone())]));
    alva.ingests_rental().await.data(200);
    (alva, pdf)
}

// Shows: Originals | One range of bytes is 206, one outside of the document 416 `INVALID_REQUEST` with `Content-Range: bytes */<length>`; several ranges and those of another entity tag (`If-Range`) are ignored
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_range_is_sent_alone(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, pdf) = tenant(&world).await;
    let length = pdf.len();
    for (range, bytes) in [
        ("bytes=0-3".to_owned(), 0..4),
        (format!("bytes={}-", length - 5), length - 5..length),
        ("bytes=-7".to_owned(), length - 7..length),
        ("bytes=10-999999999".to_owned(), 10..length),
    ] {
        let download = Download::with(&alva, PATH, &[("range", &range)]).await;
        assert_eq!(
            (download.status, &download.bytes[..]),
            (206, &pdf[bytes.clone()]),
            "{range}"
        );
        download.assert_harmless();
        let expected = format!("bytes {}-{}/{length}", bytes.start, bytes.end - 1);
        assert_eq!(download.header("content-range"), Some(expected.as_str()));
        assert_eq!(download.header("content-type"), Some("application/pdf"));
    }
    for range in ["bytes=0-1,4-5", "bytes=5-2", "pages=1-2", "bytes=x"] {
        let download = Download::with(&alva, PATH, &[("range", range)]).await;
        assert_eq!((download.status, &download.bytes), (200, &pdf), "{range}");
        assert_eq!(download.header("content-range"), None, "{range}");
    }
}

// Shows: Originals | One range of bytes is…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_range_outside_of_the_document_is_refused(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, pdf) = tenant(&world).await;
    let length = pdf.len();
    for range in [format!("bytes={length}-"), "bytes=-0".to_owned()] {
        let download = Download::with(&alva, PATH, &[("range", &range)]).await;
        assert_eq!(download.status, 416, "{range}");
        let expected = format!("bytes */{length}");
        assert_eq!(download.header("content-range"), Some(expected.as_str()));
        let body: serde_json::Value = serde_json::from_slice(&download.bytes).unwrap();
        assert_eq!(body["error"]["code"], "INVALID_REQUEST");
        assert_eq!(download.header("cache-control"), Some("no-store"));
    }
}

// Shows: Originals | `ETag` is the SHA-256 of the document; `If-None-Match` with it is 304. `Cache-Control` is `private, no-cache`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_that_is_current_is_not_sent_again(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, pdf) = tenant(&world).await;
    let tag = Download::of(&alva, PATH).await.header("etag").unwrap().to_owned();
    for tags in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()] {
        let download = Download::with(&alva, PATH, &[("if-none-match", &tags), ("range", "bytes=0-1")]).await;
        assert_eq!((download.status, download.bytes.len()), (304, 0), "{tags}");
        assert_eq!(download.header("etag"), Some(tag.as_str()));
        assert_eq!(download.header("cache-control"), Some("private, no-cache"));
    }
    let download = Download::with(&alva, PATH, &[("if-none-match", "\"x\"")]).await;
    assert_eq!((download.status, download.bytes), (200, pdf));
    // The token is checked first.
    let stranger = world.http.get(world.url(PATH)).header("if-none-match", &tag);
    assert_eq!(world.send(stranger).await.status, 401);
}

// Shows: Originals | One range of bytes is…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_range_belongs_to_the_entity_tag_it_names(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, pdf) = tenant(&world).await;
    let tag = Download::of(&alva, PATH).await.header("etag").unwrap().to_owned();
    let range = ("range", "bytes=0-3");
    let download = Download::with(&alva, PATH, &[range, ("if-range", &tag)]).await;
    assert_eq!((download.status, &download.bytes[..]), (206, &pdf[..4]));
    for other in ["\"x\"", &format!("W/{tag}"), "Tue, 10 Nov 2026 08:00:00 GMT"] {
        let download = Download::with(&alva, PATH, &[range, ("if-range", other)]).await;
        assert_eq!((download.status, download.bytes.len()), (200, pdf.len()), "{other}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_client_library_downloads_the_whole_and_ranges() {
    let world = World::start(Sqlite).await;
    let (alva, pdf) = tenant(&world).await;
    let client = Client::connect(&world.url("/")).unwrap();
    let client = client.log_in(&alva.email, &alva.password).await.unwrap();
    for (range, expected) in [(None, &pdf[..]), (Some("bytes=1-3"), &pdf[1..4])] {
        let document = client.rental_document("Invoice_1", None, None, range).await.unwrap();
        let pieces: Vec<_> = document.into_inner().into_inner().try_collect().await.unwrap();
        assert_eq!(pieces.concat(), expected, "{range:?}");
    }
}
