//! Mails that a user forwarded: with the original attached, or with a quotation of it.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{GROCER, LANDLORD, ReceiptText, at, grocery, grocery_of, notice};
use invoices_tests::support::user::User;
use rstest::rstest;
use serde_json::{Value, json};

use super::{Signed, becomes, hands_over, totals, trusts};

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
/// The address of the mail account that [`invoices_tests::support::world::World::connects`] connects.
const ALVA: &str = "alva@example.com";

/// How Gmail, Apple Mail and Outlook quote a receipt.
const QUOTED: [&str; 3] = [
    "---------- Forwarded message ---------\r\nFrån: ICA <kvitto@ica.se>\r\nDate: tis 10 nov. 2026 kl 09:00\r\nSubject: Ditt kvitto\r\nTo: <alva@example.com>\r\n",
    "Begin forwarded message:\r\n\r\n> From: ICA <kvitto@ica.se>\r\n> Subject: Ditt kvitto\r\n> Date: November 10, 2026 at 9:00:00 AM GMT+1\r\n> To: alva@example.com\r\n",
    "________________________________\r\nFrån: ICA <kvitto@ica.se>\r\nSkickat: den 10 november 2026 09:00\r\nTill: alva@example.com\r\nÄmne: Ditt kvitto\r\n",
];

/// A mail of the sender with these parts, written a week after the mail that it forwards.
fn mail_of(sender: &str, subject: &str, parts: &[String]) -> Vec<u8> {
    let parts: Vec<String> = parts.iter().map(|part| format!("--b\r\n{part}\r\n")).collect();
    let parts = parts.concat();
    let id = uuid::Uuid::new_v4().simple();
    format!(
        "From: Alva <{sender}>\r\nTo: kvitton@example.com\r\nSubject: {subject}\r\nDate: Tue, 17 Nov 2026 10:00:00 +0100\r\n\
         Message-ID: <{id}@example.com>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n{parts}--b--\r\n"
    )
    .into_bytes()
}

fn text(text: &str) -> String {
    format!("Content-Type: text/plain; charset=utf-8\r\n\r\n{text}")
}

fn attached(mail: &[u8]) -> String {
    let mail = String::from_utf8(mail.to_vec()).unwrap();
    format!("Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename=a.eml\r\n\r\n{mail}")
}

/// The same as a file of no known type, as some programs attach mails.
fn attached_as_file(mail: &[u8]) -> String {
    let encoded = String::from_utf8(mail_builder::encoders::Base64Encoder::new().encode(mail).unwrap()).unwrap();
    format!(
        "Content-Type: application/octet-stream; name=kvitto.eml\r\nContent-Transfer-Encoding: base64\r\n\
         Content-Disposition: attachment; filename=kvitto.eml\r\n\r\n{encoded}"
    )
}

/// A receipt as it is quoted in text.
fn quoting(headers: &str, lines: &[&str]) -> Vec<u8> {
    let mark = if headers.contains("> From") { "> " } else { "" };
    let lines: Vec<String> = lines.iter().map(|line| format!("{mark}{line}\r\n")).collect();
    let lines = lines.concat();
    mail_of(
        ALVA,
        "VB: Ditt kvitto",
        &[text(&format!("Se nedan.\r\n\r\n{headers}{mark}\r\n{lines}"))],
    )
}

const NUMBERED: [&str; 4] = [
    "Tack för ditt köp!",
    "Ordernummer: A-1",
    "Orderdatum: 2026-11-10",
    "Totalt: 125,50 kr",
];
const UNNUMBERED: [&str; 2] = ["Tack för ditt köp!", "Totalt: 99,00 kr"];

/// State and reason of the messages from a sender in the ledger.
async fn of_sender(user: &User<'_>, sender: &str) -> Vec<(Value, Value)> {
    let listed = user.gets(&format!("/v1/mail/messages?sender={sender}")).await;
    let messages = listed.data(200)["messages"].as_array().unwrap().clone();
    let state = |message: &Value| (message["state"].clone(), message["reason"].clone());
    messages.iter().map(state).collect()
}

// Shows: Submitted mails and trusted senders | A mail from an address of the user, the mail account's or the verified one of the sign-up, stands for the mails that are attached to it: each is checked by its own signature and read as itself. The check of the forwarding mail must pass first
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_attached_original_is_read_as_itself() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.connects("Alva").await;
    let one = signed.by_grocer(&grocery(at(NOVEMBER), "A-1", "125,50"));
    let other = signed.by_grocer(&grocery(at(NOVEMBER), "A-2", "10,00"));
    let parts = [text("Två kvitton"), attached(&one), attached_as_file(&other)];
    let mail = signed.by_user(&mail_of(ALVA, "Kvitton", &parts));
    let (state, reason) = becomes(&alva, &mail).await;
    assert_eq!(state, "skipped");
    assert!(reason.starts_with("it forwards "), "{reason}");
    signed.world.drain().await;
    let invoices = alva.lists_retail().await;
    let mut found = totals(&invoices);
    found.sort_by(f64::total_cmp);
    assert_eq!(found, [10.0, 125.5]);
    for invoice in &invoices {
        assert_eq!(invoice.get("forwarded"), None, "an original proves itself");
    }
    assert_eq!(of_sender(&alva, GROCER).await.len(), 2);
    // The same mails in the mailbox.
    signed.world.sandbox.add(&one);
    signed.world.sandbox.add(&other);
    let fetched = alva.fetches_retail().await;
    assert_eq!(
        (alva.lists_retail().await.len(), &fetched["totalEmailsFound"]),
        (2, &0.into())
    );
}

// Shows: Submitted mails and trusted senders | A mail from an address…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_attached_original_that_was_fetched_is_not_read_again() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.connects("Alva").await;
    let text = ReceiptText {
        total: "99,00",
        ..ReceiptText::default()
    };
    let original = signed.by_grocer(&grocery_of(at(NOVEMBER), &text));
    let id = signed.world.sandbox.add(&original);
    alva.fetches_retail().await;
    let mail = signed.by_user(&mail_of(ALVA, "Kvitto", &[attached(&original)]));
    assert_eq!(becomes(&alva, &mail).await.0, "skipped");
    signed.world.drain().await;
    assert_eq!(totals(&alva.lists_retail().await), [99.0]);
    let reason = format!("it is the same mail as {id} of {ALVA}");
    assert!(
        of_sender(&alva, GROCER)
            .await
            .contains(&("skipped".into(), reason.into()))
    );
}

// Shows: Submitted mails and trusted senders | A mail from an address…
// Shows: Threats | Someone sends a mail…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unsigned_original_is_quarantined_whoever_forwards_it() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.connects("Alva").await;
    let original = grocery(at(NOVEMBER), "A-1", "125,50");
    let mail = signed.by_user(&mail_of(ALVA, "Kvitto", &[attached(&original)]));
    assert_eq!(becomes(&alva, &mail).await.0, "skipped");
    signed.world.drain().await;
    assert!(alva.lists_retail().await.is_empty());
    let quarantined = ("quarantined".into(), "no DKIM signature of ica.se".into());
    assert_eq!(of_sender(&alva, GROCER).await, [quarantined]);
    trusts(&alva, GROCER).await;
    signed.world.drain().await;
    assert_eq!(totals(&alva.lists_retail().await), [125.5]);
}

// Shows: Submitted mails and trusted senders | A mail from an address…
// Shows: Threats | Someone sends a mail in the user's name that quotes an invoice, or that has an invoice of someone else attached | a mail is a forwarded one only if its sender, an address of the user, is authenticated; an attached mail must have a valid signature of its own, and what is only quoted is marked `forwarded`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_others_forward_in_the_users_name_is_not_read() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.connects("Alva").await;
    let original = signed.by_grocer(&grocery(at(NOVEMBER), "A-1", "125,50"));
    for mail in [
        mail_of(ALVA, "Kvitto", &[attached(&original)]),
        quoting(QUOTED[0], &UNNUMBERED),
    ] {
        let (state, reason) = becomes(&alva, &mail).await;
        assert_eq!(
            (state.as_str(), reason.as_str()),
            ("quarantined", "no DKIM signature of example.com")
        );
    }
    assert!(alva.lists_retail().await.is_empty());
    assert!(of_sender(&alva, GROCER).await.is_empty());
    // Of a stranger's address nothing is forwarded.
    let stranger = mail_of("bo@example.net", "Fwd: Ditt kvitto", &[text(QUOTED[0])]);
    assert_eq!(becomes(&alva, &stranger).await.0, "unknown-sender");
    trusts(&alva, ALVA).await;
    signed.world.drain().await;
    let mut found = totals(&alva.lists_retail().await);
    found.sort_by(f64::total_cmp);
    assert_eq!(found, [99.0, 125.5]);
}

// Shows: Submitted mails and trusted senders | Without an attached mail it stands for the mail that its text quotes: sender, subject and date are the quoted ones, and mail and invoice are marked `forwarded: true`, unless an original states the invoice as well
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_quotation_is_read_as_the_quoted_senders() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.connects("Alva").await;
    for headers in QUOTED {
        let mail = signed.by_user(&quoting(headers, &UNNUMBERED));
        let answer = hands_over(&alva, &mail).await;
        let data = answer.data(200);
        assert_eq!(
            (&data["state"], &data["sender"]),
            (&json!("fetched"), &json!(GROCER)),
            "{headers}"
        );
        let id = data["message_id"].as_str().unwrap().to_owned();
        let message = alva.gets(&format!("/v1/mail/messages/{id}")).await;
        let message = &message.data(200)["messages"][0];
        assert_eq!(
            (&message["forwarded"], &message["authenticated"]),
            (&json!(true), &json!(true))
        );
        assert_eq!(message["subject"], "Ditt kvitto");
        let authentication = message["authentication"].as_str().unwrap();
        assert!(
            authentication.starts_with("forwarded by alva@example.com: a DKIM signature"),
            "{authentication}"
        );
    }
    let invoices = alva.lists_retail().await;
    assert_eq!(totals(&invoices), [99.0; 3], "without a number two mails are two");
    for invoice in &invoices {
        let detail = alva.detail_of(invoice).await;
        for shown in [invoice, &detail] {
            assert_eq!(shown["forwarded"], true, "{shown}");
            assert_eq!(shown["invoice_date"], "2026-11-10", "{shown}");
        }
        assert_eq!(detail["invoice_date_source"], "mail");
    }
}

// Shows: Submitted mails and trusted senders | Without an attached mail…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_quotation_joins_the_original_by_its_number(#[values(true, false)] original_first: bool) {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.connects("Alva").await;
    let quotation = signed.by_user(&quoting(QUOTED[0], &NUMBERED));
    signed.world.sandbox.add(&grocery(at(NOVEMBER), "A-1", "125,50"));
    if original_first {
        alva.fetches_retail().await;
    }
    assert_eq!(becomes(&alva, &quotation).await.0, "fetched");
    let forwarded = alva.lists_retail().await[0].get("forwarded").cloned();
    assert_eq!(forwarded, (!original_first).then_some(json!(true)));
    if !original_first {
        alva.fetches_retail().await;
    }
    let invoices = alva.lists_retail().await;
    assert_eq!(totals(&invoices), [125.5]);
    assert_eq!(invoices[0].get("forwarded"), None, "the original states it as well");
    assert_eq!(alva.detail_of(&invoices[0]).await.get("forwarded"), None);
}

// Shows: Submitted mails and trusted senders | Without an attached mail…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_notice_with_a_quoted_mail_is_the_landlords() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.connects("Alva").await;
    let pdf = mail_builder::encoders::Base64Encoder::new()
        .encode(&notice(9876, "2026-11-30"))
        .unwrap();
    let pdf = format!(
        "Content-Type: application/pdf; name=Hyresavi_1.pdf\r\nContent-Transfer-Encoding: base64\r\n\
         Content-Disposition: attachment; filename=Hyresavi_1.pdf\r\n\r\n{}",
        String::from_utf8(pdf).unwrap()
    );
    let quoted = format!(
        "Från: Hyresvärden <{LANDLORD}>\r\nSkickat: den 10 november 2026 09:00\r\nTill: {ALVA}\r\nÄmne: Hyresavi\r\n\r\nSe bilaga.\r\n"
    );
    let mail = signed.by_user(&mail_of(ALVA, "VB: Hyresavi", &[text(&quoted), pdf]));
    assert_eq!(becomes(&alva, &mail).await.0, "fetched");
    let rental = alva.lists_rental().await;
    let notice = &rental.data(200)["invoices"]["2026"][0];
    assert_eq!(
        (&notice["Total Amount"], &notice["forwarded"]),
        (&json!(9876), &json!(true))
    );
}

// Shows: Submitted mails and trusted senders | A mailbox is searched for mails that the user forwards to it from another address, if the subject has the vendor's or landlord's words
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mailbox_is_searched_for_what_the_user_forwards_to_it() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.connects("Alva").await;
    let from_work = |mail: Vec<u8>| {
        let mail = String::from_utf8(mail).unwrap();
        mail.replace("Alva <alva@example.com>", "Alva <alva@work.example.com>")
            .into_bytes()
    };
    let original = signed.by_grocer(&grocery(at(NOVEMBER), "A-2", "10,00"));
    let with_original = mail_of(ALVA, "Fwd: Ditt kvitto", &[attached(&original)]);
    signed.world.sandbox.add(&from_work(quoting(QUOTED[0], &UNNUMBERED)));
    signed.world.sandbox.add(&from_work(with_original));
    signed.world.sandbox.add(&quoting(QUOTED[0], &UNNUMBERED));
    alva.fetches_retail().await;
    assert!(alva.lists_retail().await.is_empty(), "the address is not verified");
    let verified = "email = 'alva@work.example.com', email_verified_at = created_at";
    signed
        .world
        .sql(&format!("UPDATE users SET {verified} WHERE user_id = '{}'", alva.id))
        .await;
    alva.fetches_retail().await;
    signed.world.drain().await;
    let mut found = totals(&alva.lists_retail().await);
    found.sort_by(f64::total_cmp);
    assert_eq!(
        found,
        [10.0, 99.0],
        "what was forwarded from the mailbox itself is not searched for"
    );
}
