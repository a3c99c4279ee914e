//! One mail that comes in several ways is one invoice.

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{GROCER, ReceiptText, at, grocery, grocery_of};
use rstest::rstest;

use super::{Signed, becomes, totals, trusts};

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// The mail as Google Takeout writes it, with headers of its own.
fn exported(mail: &[u8]) -> Vec<u8> {
    [b"X-GM-THRID: 179\r\nX-Gmail-Labels: Inbox\r\n", mail].concat()
}

/// A receipt that has no order number to be known by, and a text that is another in every mail.
fn receipt(text: &str) -> Vec<u8> {
    let more = format!("<p>{text}</p>");
    grocery_of(
        at(NOVEMBER),
        &ReceiptText {
            total: "99,00",
            more: &more,
            ..ReceiptText::default()
        },
    )
}

// Shows: Submitted mails and trusted senders | A mail that arrives in several ways is ingested once, and does not restore a deleted invoice
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_of_the_mailbox_is_not_taken_again(#[values(Sqlite, Postgres)] database: Database) {
    let signed = Signed::start(database).await;
    let alva = signed.world.connects("Alva").await;
    let mail = signed.by_grocer(&receipt("Hej"));
    let id = signed.world.sandbox.add(&mail);
    alva.fetches_retail().await;
    assert_eq!(totals(&alva.lists_retail().await), [99.0]);
    let (state, reason) = becomes(&alva, &exported(&mail)).await;
    assert_eq!(state, "skipped");
    assert!(
        reason.contains(&format!("the same mail as {id} of alva@example.com")),
        "{reason}"
    );
    assert_eq!(alva.lists_retail().await.len(), 1);
}

// Shows: Submitted mails and trusted senders | A mail that arrives in…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_that_was_handed_over_is_not_taken_from_the_mailbox(#[values(Sqlite, Postgres)] database: Database) {
    let signed = Signed::start(database).await;
    let alva = signed.world.connects("Alva").await;
    let mail = signed.by_grocer(&receipt("Hej"));
    assert_eq!(becomes(&alva, &exported(&mail)).await.0, "fetched");
    signed.world.sandbox.add(&mail);
    let fetched = alva.fetches_retail().await;
    assert_eq!(
        (alva.lists_retail().await.len(), &fetched["totalEmailsFound"]),
        (1, &0.into())
    );
}

// Shows: Submitted mails and trusted senders | A mail that arrives in…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_invoice_does_not_come_back_with_a_file(#[values(Sqlite, Postgres)] database: Database) {
    let signed = Signed::start(database).await;
    let alva = signed.world.connects("Alva").await;
    let mail = signed.by_grocer(&receipt("Hej"));
    signed.world.sandbox.add(&mail);
    alva.fetches_retail().await;
    let invoice = alva.lists_retail().await[0]["invoice_id"].clone();
    alva.deletes_retail(&invoice).await.data(200);
    assert_eq!(becomes(&alva, &exported(&mail)).await.0, "skipped");
    assert!(alva.lists_retail().await.is_empty());
}

// Shows: Submitted mails and trusted senders | A mail that arrives in…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_id_that_another_sender_writes_hides_nothing(#[values(Sqlite, Postgres)] database: Database) {
    let signed = Signed::start(database).await;
    let alva = signed.world.connects("Alva").await;
    let named = |mail: Vec<u8>, id: &str| {
        let text = String::from_utf8(mail).unwrap();
        let (head, rest) = text.split_once("Message-ID:").unwrap();
        let (_, rest) = rest.split_once("\r\n").unwrap();
        format!("{head}Message-ID: <{id}>\r\n{rest}").into_bytes()
    };
    let coop = invoices_tests::support::mails::receipt(
        "kvitto@coop.se",
        "Ditt kvitto",
        at(NOVEMBER),
        &ReceiptText {
            total: "1,00",
            ..ReceiptText::default()
        }
        .html(),
    );
    signed.world.sandbox.add(&named(coop, "one@ica.se"));
    alva.fetches_retail().await;
    let mail = named(grocery(at(NOVEMBER), "A-1", "125,50"), "one@ica.se");
    assert_eq!(becomes(&alva, &signed.by_grocer(&mail)).await.0, "fetched");
    assert_eq!(alva.lists_retail().await.len(), 2);
}

// Shows: Submitted mails and trusted senders | A mail that arrives in…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_mails_of_a_mailbox_may_repeat_a_message_id(#[values(Sqlite, Postgres)] database: Database) {
    let signed = Signed::start(database).await;
    let alva = signed.world.connects("Alva").await;
    for order in ["A-1", "A-2"] {
        let text = String::from_utf8(grocery(at(NOVEMBER), order, "10,00")).unwrap();
        let start = text.find("Message-ID:").unwrap();
        let end = start + text[start..].find("\r\n").unwrap();
        let mail = format!("{}Message-ID: <same@ica.se>{}", &text[..start], &text[end..]);
        signed.world.sandbox.add(mail.as_bytes());
    }
    alva.fetches_retail().await;
    assert_eq!(alva.lists_retail().await.len(), 2);
}

/// Mails that an earlier version fetched have neither a `Message-ID` nor a digest in the ledger: their documents are compared.
// Shows: Submitted mails and trusted senders | A mail that arrives in…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_that_an_earlier_version_fetched_is_not_doubled(#[values(Sqlite, Postgres)] database: Database) {
    let signed = Signed::start(database).await;
    let alva = signed.world.connects("Alva").await;
    let with_order = signed.by_grocer(&grocery(at(NOVEMBER), "204118", "113,67"));
    let without_order = signed.by_grocer(&receipt("Hej"));
    for mail in [&with_order, &without_order] {
        signed.world.sandbox.add(mail);
    }
    alva.fetches_retail().await;
    signed
        .world
        .sql("UPDATE messages SET header_id = NULL, digest = NULL")
        .await;
    for mail in [&with_order, &without_order] {
        becomes(&alva, &exported(mail)).await;
    }
    let mut found = totals(&alva.lists_retail().await);
    found.sort_by(f64::total_cmp);
    assert_eq!(found, [99.0, 113.67]);
}

/// The mail without its `Message-ID`.
fn without_id(mail: Vec<u8>) -> String {
    let mail = String::from_utf8(mail).unwrap();
    let start = mail.find("Message-ID:").unwrap();
    let end = start + mail[start..].find("\r\n").unwrap() + 2;
    format!("{}{}", &mail[..start], &mail[end..])
}

/// The mail as another server or program keeps it: with headers of its own and other line ends.
fn kept_elsewhere(mail: &str) -> Vec<u8> {
    let (headers, text) = mail.split_once("\r\n\r\n").unwrap();
    let text = text.replace("\r\n", "\n");
    let headers = headers.replace("\r\n", "\n");
    format!(
        "Received: from a.example.com by b.example.com;\n Tue, 10 Nov 2026 09:00:07 +0100\nX-Spam: no\n{headers}\n\n{text}"
    )
    .into_bytes()
}

// Shows: Submitted mails and trusted senders | A mail without a `Message-ID` is recognised by its sender, `Date` and parts, whatever its other headers and line ends
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_without_an_id_is_known_by_its_sender_date_and_parts(
    #[values(Sqlite, Postgres)] database: Database,
    #[values(true, false)] mailbox_first: bool,
) {
    let signed = Signed::start(database).await;
    let alva = signed.world.connects("Alva").await;
    trusts(&alva, GROCER).await;
    let mail = without_id(receipt("Hej"));
    if mailbox_first {
        signed.world.sandbox.add(mail.as_bytes());
        alva.fetches_retail().await;
        let (state, reason) = becomes(&alva, &kept_elsewhere(&mail)).await;
        assert_eq!(state, "skipped");
        assert!(reason.contains("the same mail as"), "{reason}");
    } else {
        assert_eq!(becomes(&alva, &kept_elsewhere(&mail)).await.0, "fetched");
        signed.world.sandbox.add(mail.as_bytes());
        alva.fetches_retail().await;
    }
    assert_eq!(totals(&alva.lists_retail().await), [99.0]);
    // Equal words of another day are another mail.
    let later = mail.replace("10 Nov 2026 08:00:00", "10 Nov 2026 08:00:01");
    assert_ne!(later, mail);
    assert_eq!(becomes(&alva, &kept_elsewhere(&later)).await.0, "fetched");
    assert_eq!(totals(&alva.lists_retail().await), [99.0, 99.0]);
}

// Shows: Submitted mails and trusted senders | A mail without a `Message-ID`…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_without_an_id_in_two_mailboxes_is_one(#[values(Sqlite, Postgres)] database: Database) {
    let signed = Signed::start(database).await;
    let alva = signed.world.connects("Alva").await;
    let mail = without_id(receipt("Hej"));
    signed.world.sandbox.add(mail.as_bytes());
    alva.fetches_retail().await;
    let other = "alva.privat@example.com";
    signed.world.sandbox.add_to(other, &kept_elsewhere(&mail));
    alva.connects(other).await;
    alva.fetches_retail().await;
    assert_eq!(totals(&alva.lists_retail().await), [99.0]);
}
