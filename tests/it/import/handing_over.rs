//! One mail at a time.

use invoices_sandbox::Endpoint;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{at, grocery, notice, receipt, rent_mail};

use super::{Signed, becomes, hands_over, totals};

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

// Shows: Submitted mails and trusted senders | `POST /v1/mail/messages` ingests one mail of a landlord or vendor that the sender's domain has signed; no mail account is needed
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_signed_receipt_is_read_without_a_mail_account() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.signs_up("Alva").await;
    let mail = signed.by_grocer(&grocery(at("2023-05-02T08:00:00Z"), "A-1", "125,50"));
    let answer = hands_over(&alva, &mail).await;
    let data = answer.data(200);
    assert_eq!(
        (&data["state"], &data["sender"]),
        (&"fetched".into(), &"kvitto@ica.se".into())
    );
    let invoices = alva.lists_retail().await;
    assert_eq!(totals(&invoices), [125.5]);
    assert_eq!(invoices[0]["invoice_date"], "2023-05-02");
    let (state, _) = becomes(&alva, &mail).await;
    assert_eq!((state.as_str(), alva.lists_retail().await.len()), ("fetched", 1));
    assert_eq!(
        signed.world.rows("handed_mails", alva.id).await,
        0,
        "nothing is kept that is fetched"
    );
    let bo = signed.world.signs_up("Bo").await;
    assert!(bo.lists_retail().await.is_empty());
}

// Shows: Submitted mails and trusted senders | `POST /v1/mail/messages` ingests one…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_notice_of_a_month_is_taken() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.signs_up("Alva").await;
    for (total, due) in [(9000, "2025-03-31"), (200, "2025-03-31"), (9100, "2025-02-28")] {
        let pdf = notice(total, due);
        let mail = rent_mail(at("2025-03-05T08:00:00Z"), &[(&format!("Hyresavi_{total}.pdf"), pdf)]);
        assert_eq!(becomes(&alva, &signed.by_landlord(&mail)).await.0, "fetched");
    }
    let rental = alva.lists_rental().await;
    assert_eq!(rental.data(200)["invoices"]["2025"].as_array().unwrap().len(), 3);
}

// Shows: Submitted mails and trusted senders | Nothing is kept of a body that isn't a mail, or of a mail from an unknown sender: 400 `INVALID_REQUEST`, or `unknown-sender`; 413 beyond 36 MiB, 415 for another content type
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_invoice_of_a_known_sender_leaves_nothing() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.signs_up("Alva").await;
    let stranger = receipt("hej@stranger.example.net", "Kvitto", at(NOVEMBER), "<p>Summa 10 kr</p>");
    let (state, reason) = becomes(&alva, &stranger).await;
    assert_eq!(state, "unknown-sender");
    assert!(reason.contains("no active vendor"), "{reason}");
    for (body, why) in [
        (&b""[..], "must be a mail"),
        (
            b"From: a@example.com\r\nFrom: b@example.com\r\n\r\nx",
            "exactly one sender",
        ),
        (b"\0\0\0\0", "The mail can't be read"),
    ] {
        let answer = hands_over(&alva, body).await;
        let message = answer.fails(400, "INVALID_REQUEST");
        assert!(message.contains(why), "{message}");
    }
    for media_type in [
        "multipart/form-data; boundary=x",
        "application/json",
        "text/html",
        "image/png",
    ] {
        let other = alva.posts_raw("/v1/mail/messages", media_type, stranger.clone()).await;
        assert!(other.fails(415, "INVALID_REQUEST").contains("send message/rfc822"));
    }
    for media_type in ["Message/RFC822; charset=utf-8", "application/octet-stream"] {
        let taken = alva.posts_raw("/v1/mail/messages", media_type, stranger.clone()).await;
        taken.data(200);
    }
    let large = hands_over(&alva, &vec![b'a'; (36 << 20) + 1]).await;
    large.fails(413, "INVALID_REQUEST");
    assert_eq!(signed.world.rows("messages", alva.id).await, 0);
    assert_eq!(signed.world.rows("handed_mails", alva.id).await, 0);
}

// Shows: Submitted mails and trusted senders | A mail that was accepted before a failure is fetched later
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_that_was_taken_before_a_failure_is_fetched_later() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.signs_up("Alva").await;
    let mail = signed.by_grocer(&grocery(at(NOVEMBER), "A-1", "125,50"));
    signed.world.tick().await;
    let away = signed.world.without("objects");
    hands_over(&alva, &mail).await.fails(502, "DEPENDENCY_FAILURE");
    drop(away);
    assert_eq!(becomes(&alva, &mail).await.0, "found");
    assert!(alva.lists_retail().await.is_empty());
    signed.world.clock.forward(chrono::TimeDelta::minutes(30));
    signed.world.tick().await;
    signed.world.drain().await;
    assert_eq!(becomes(&alva, &mail).await.0, "fetched");
    assert_eq!(
        signed.world.sandbox.calls(Endpoint::Search),
        0,
        "no mailbox is searched for it"
    );
}

// Shows: Submitted mails and trusted senders | A mail that was accepted…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_server_that_is_down_decides_nothing() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.signs_up("Alva").await;
    let mail = signed.by_grocer(&grocery(at(NOVEMBER), "A-1", "125,50"));
    signed.world.tick().await;
    signed.dns.be_silent(true);
    let refused = hands_over(&alva, &mail).await;
    assert_eq!(
        refused.fails(502, "DEPENDENCY_FAILURE"),
        "The name server failed. Try again later."
    );
    signed.dns.be_silent(false);
    signed.world.clock.forward(chrono::TimeDelta::minutes(30));
    signed.world.tick().await;
    signed.world.drain().await;
    assert_eq!(becomes(&alva, &mail).await.0, "fetched");
}
