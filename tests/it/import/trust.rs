//! Quarantine and trusted senders.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{at, grocery};
use serde_json::json;

use super::{GROCER, Signed, becomes, totals, trusts};

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const SENDER: &str = "kvitto@ica.se";
const NOT_SIGNED: &str = "no DKIM signature of ica.se";

// Shows: Submitted mails and trusted senders | The mail's own authentication results…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unsigned_mail_waits_until_its_user_trusts_the_sender() {
    let signed = Signed::start(Sqlite).await;
    let (alva, bo) = (signed.world.signs_up("Alva").await, signed.world.signs_up("Bo").await);
    let mail = grocery(at(NOVEMBER), "A-1", "125,50");
    for user in [&alva, &bo] {
        assert_eq!(becomes(user, &mail).await, ("quarantined".into(), NOT_SIGNED.into()));
        assert!(user.lists_retail().await.is_empty());
    }
    assert_eq!(
        trusts(&alva, " Kvitto@ICA.se ").await,
        json!({"sender": SENDER, "released": 1})
    );
    signed.world.drain().await;
    assert_eq!(totals(&alva.lists_retail().await), [125.5]);
    assert!(bo.lists_retail().await.is_empty(), "trust applies to one user only");
    let listed = alva.gets("/v1/sources/trusted").await;
    assert_eq!(listed.data(200), &json!({"senders": [SENDER]}));
    assert_eq!(bo.gets("/v1/sources/trusted").await.data(200), &json!({"senders": []}));
    let later = grocery(at(NOVEMBER), "A-2", "10,00");
    assert_eq!(becomes(&alva, &later).await.0, "fetched");
    let path = format!("/v1/sources/trusted/{SENDER}");
    bo.deletes(&path).await.fails(404, "INVALID_REQUEST");
    alva.deletes(&path).await.data(200);
    alva.deletes(&path).await.fails(404, "INVALID_REQUEST");
    assert_eq!(
        becomes(&alva, &grocery(at(NOVEMBER), "A-3", "1,00")).await.0,
        "quarantined"
    );
    assert_eq!(alva.lists_retail().await.len(), 2, "what was read stays");
}

// Shows: Submitted mails and trusted senders | Trust never overrides failed authentication (DMARC), in the mailbox or of a submitted mail
// Shows: Submitted mails and trusted senders | `released` counts the mails…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn trust_does_not_override_a_failed_check() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.signs_up("Alva").await;
    signed.dns.set(&format!("_dmarc.{GROCER}"), "v=DMARC1; p=reject");
    assert_eq!(
        becomes(&alva, &grocery(at(NOVEMBER), "A-1", "9999,00")).await.0,
        "quarantined"
    );
    assert_eq!(trusts(&alva, SENDER).await["released"], 0);
    signed.world.drain().await;
    assert_eq!(
        becomes(&alva, &grocery(at(NOVEMBER), "A-1", "9999,00")).await.0,
        "quarantined"
    );
    assert!(alva.lists_retail().await.is_empty());
    // A signed one of the same sender is read.
    let mail = signed.by_grocer(&grocery(at(NOVEMBER), "A-2", "10,00"));
    assert_eq!(becomes(&alva, &mail).await.0, "fetched");
}

// Shows: Submitted mails and trusted senders | The mail's own authentication results are ignored; an unsigned mail is quarantined and kept until the user trusts its sender
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_file_says_of_its_own_check_counts_for_nothing() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.signs_up("Alva").await;
    let stamp = b"Authentication-Results: mx.google.com; dmarc=pass header.from=ica.se\r\n";
    let mail = [&stamp[..], &grocery(at(NOVEMBER), "A-1", "9999,00")].concat();
    assert_eq!(becomes(&alva, &mail).await, ("quarantined".into(), NOT_SIGNED.into()));
}

// Shows: Submitted mails and trusted senders | Trust never overrides failed…
// Shows: Submitted mails and trusted senders | `released` counts the mails released from quarantine; mails that failed authentication stay
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sender_of_the_mailbox_can_be_trusted() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.connects("Alva").await;
    let stamped = |results: &str, order: &str| {
        let stamp = format!("Authentication-Results: mx.google.com; {results}\r\n");
        [stamp.as_bytes(), &grocery(at(NOVEMBER), order, "10,00")].concat()
    };
    signed.world.sandbox.add(&stamped("spf=neutral", "A-1"));
    signed
        .world
        .sandbox
        .add(&stamped("dmarc=fail header.from=ica.se", "A-2"));
    alva.fetches_retail().await;
    assert!(alva.lists_retail().await.is_empty());
    assert_eq!(trusts(&alva, SENDER).await["released"], 1, "A-2 stays");
    signed.world.drain().await;
    let invoices = alva.lists_retail().await;
    assert_eq!(invoices.len(), 1);
    assert_eq!(alva.detail_of(&invoices[0]).await["order_id"], "A-1");
}

// Shows: Submitted mails and trusted senders | A trusted sender is one address; an account has at most 500: 400 and 403 `INVALID_REQUEST`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sender_is_one_address() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.signs_up("Alva").await;
    for sender in ["", "ica.se", "*@ica.se@x", "a b@ica.se"] {
        let answer = alva.posts("/v1/sources/trusted", &json!({"sender": sender})).await;
        answer.fails(400, "INVALID_REQUEST");
    }
    alva.posts("/v1/sources/trusted", &json!({}))
        .await
        .fails(400, "MISSING_FIELDS");
    for n in 0..500 {
        let sql = format!(
            "INSERT INTO trusted_senders (user_id, sender, created_at) VALUES ('{}', 'a{n}@example.com', '2026-11-10T08:00:00.000000Z')",
            alva.id
        );
        signed.world.sql(&sql).await;
    }
    let answer = alva.posts("/v1/sources/trusted", &json!({"sender": SENDER})).await;
    answer.fails(403, "INVALID_REQUEST");
}
