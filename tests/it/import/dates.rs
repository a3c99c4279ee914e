//! When a mail of a file was received.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{ReceiptText, at, grocery_of};
use serde_json::{Value, json};

use super::{Signed, becomes, trusts};

/// A receipt that states no date, with these headers for its own `Date`.
fn receipt(order: &str, headers: &str) -> Vec<u8> {
    let text = ReceiptText {
        order: Some(order),
        ..ReceiptText::default()
    };
    let mail = String::from_utf8(grocery_of(at("2026-11-10T08:00:00Z"), &text)).unwrap();
    let start = mail.find("Date: ").unwrap();
    let end = start + mail[start..].find("\r\n").unwrap() + 2;
    format!("{headers}{}{}", &mail[..start], &mail[end..]).into_bytes()
}

// Shows: Submitted mails and trusted senders | A mail without a plausible…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_without_a_plausible_date_is_not_dated_today() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.signs_up("Alva").await;
    trusts(&alva, "kvitto@ica.se").await;
    for (order, headers) in [
        ("A-1", ""),
        ("A-2", "Date: yesterday\r\n"),
        ("A-3", "Date: Thu, 01 Jan 1970 00:00:00 +0000\r\n"),
        ("A-4", "Date: Mon, 02 Nov 2109 10:00:00 +0100\r\n"),
    ] {
        assert_eq!(becomes(&alva, &receipt(order, headers)).await.0, "fetched", "{order}");
    }
    let invoices = alva.lists_retail().await;
    assert_eq!(invoices.len(), 4);
    for invoice in &invoices {
        let detail = alva.detail_of(invoice).await;
        for shown in [invoice, &detail] {
            assert_eq!(
                (shown.get("invoice_date"), shown.get("invoice_date_source")),
                (None, None),
                "{shown}"
            );
        }
    }
}

// Shows: Submitted mails and trusted senders | A mail without a plausible…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_date_in_an_unusual_form_is_read() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.signs_up("Alva").await;
    trusts(&alva, "kvitto@ica.se").await;
    for (order, headers) in [
        ("A-1", "Date: Mon Nov  2 10:00:00 2009\r\n"),
        ("A-2", "Date: 2 Nov 09 10:00 EST\r\n"),
        ("A-3", "Received: by mx.example.com; Mon, 2 Nov 2009 10:00:00 +0000\r\n"),
        (
            "A-4",
            "Received: by mx.example.com; Mon, 2 Nov 2109 10:00:00 +0000\r\nDate: Mon, 2 Nov 2009 10:00:00 +0000\r\n",
        ),
    ] {
        becomes(&alva, &receipt(order, headers)).await;
    }
    let ahead = (signed.world.now() + chrono::TimeDelta::hours(2)).to_rfc2822();
    becomes(&alva, &receipt("A-5", &format!("Date: {ahead}\r\n"))).await;
    let invoices = alva.lists_retail().await;
    let days: Vec<&Value> = invoices.iter().map(|invoice| &invoice["invoice_date"]).collect();
    let now = json!(signed.world.now().date_naive());
    let then = json!("2009-11-02");
    assert_eq!(days, [&now, &then, &then, &then, &then]);
}

// Shows: Submitted mails and trusted senders | A mail without a plausible…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invoices_without_a_date_are_the_oldest_of_every_list() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.signs_up("Alva").await;
    trusts(&alva, "kvitto@ica.se").await;
    for order in ["A-1", "A-2", "A-3"] {
        becomes(&alva, &receipt(order, "")).await;
    }
    for (order, day) in [("A-4", 1), ("A-5", 2)] {
        becomes(
            &alva,
            &receipt(order, &format!("Date: {day} Nov 2009 10:00:00 +0000\r\n")),
        )
        .await;
    }
    let whole = alva.lists_retail().await;
    assert!(
        whole[1]["invoice_date"] == "2009-11-01" && whole[2].get("invoice_date").is_none(),
        "{whole:?}"
    );
    for (order, words) in [("newest", ""), ("oldest", ""), ("newest", "&q=a"), ("oldest", "&q=a")] {
        let (mut listed, mut cursor) = (Vec::new(), String::new());
        loop {
            let path = format!("/v1/invoices/retail?limit=1&sort={order}{words}{cursor}");
            let answer = alva.gets(&path).await;
            let data = answer.data(200);
            listed.extend(data["invoices"].as_array().unwrap().clone());
            match data["next_cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
            assert!(listed.len() <= whole.len(), "a page comes twice: {path}");
        }
        if order == "oldest" {
            listed.reverse();
        }
        assert_eq!(listed, whole, "{order}{words}");
    }
    let spent = alva.gets("/v1/statistics/spending?by=month").await;
    assert!(!spent.data(200).to_string().contains("1970"), "{}", spent.data(200));
    let none = alva.gets("/v1/invoices/retail?from=2009-11-02&to=2009-11-02").await;
    assert_eq!(none.data(200)["invoiceCount"], 1);
}
