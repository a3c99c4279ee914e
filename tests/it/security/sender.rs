//! Mails that claim to be from a vendor.

use std::process::Stdio;
use std::time::Duration;

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{ReceiptText, at, receipt};
use invoices_tests::support::python;
use invoices_tests::support::wait::within_limit;
use invoices_tests::support::world::World;
use serde_json::Value;
use tokio::io::AsyncWriteExt;

use super::authres_headers::{Random, compare, unused};

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
/// The number of generated headers.
const HEADERS: usize = 6000;

/// `Authentication-Results` headers on forged mails of the vendor `ica`, and why each mail is quarantined.
const FORGED: &[(&str, &str)] = &[
    (
        "mx.google.com; spf=fail smtp.mailfrom=\"x; dmarc=pass header.from=ica.se; y\"; dmarc=fail header.from=ica.se",
        "DMARC did not pass for ica.se (spf=fail, dmarc=fail)",
    ),
    (
        "mx.google.com; spf=fail smtp.mailfrom=\"x\\\"; dmarc=pass header.from=ica.se; y\"",
        "no check passed for ica.se (spf=fail)",
    ),
    (
        "mx.google.com; spf=fail reason=\"x;\r\n dmarc=pass header.from=ica.se;\r\n y\"",
        "no check passed for ica.se (spf=fail)",
    ),
    (
        "mx.google.com; dmarc=pass header.from=ica.se (; dmarc=fail header.from=ica.se",
        "the authentication results can't be read: a comment is not closed",
    ),
    (
        "mx.google.com; dmarc=fail header.from=ica.se (x) y); dmarc=pass header.from=ica.se",
        "the authentication results can't be read: a full stop is missing at byte 50",
    ),
    (
        "mx.google.com; dmarc=pass header.from=\"ica.se",
        "the authentication results can't be read: a quoted string is not closed",
    ),
    (
        "mx.google.com; dkim=pass header.i=@ica.se; spf=pass smtp.mailfrom=kvitto@ica.se; dmarc=fail header.from=ica.se",
        "DMARC did not pass for ica.se (dkim=pass, spf=pass, dmarc=fail)",
    ),
    (
        "mx.google.com; dmarc=fail header.from=ica.se; dmarc=pass header.from=ica.se",
        "there are several DMARC results",
    ),
    (
        "mx.google.com; dmarc=pass header.from=evil.example.net header.from=ica.se",
        "the authentication results can't be read: dmarc has header.from twice",
    ),
    (
        "mx.google.com; dmarc=pass header.from=evil.example.net; dkim=pass header.i=@ica.se",
        "the DMARC result is for evil.example.net, not for ica.se",
    ),
    (
        "mx.google.com; dkim=pass header.d=evil.example.net header.i=@ica.se",
        "no check passed for ica.se (dkim=pass)",
    ),
    (
        "mx.google.com 2; dmarc=pass header.from=ica.se",
        "the authentication results can't be read: their version 2 is unknown",
    ),
    (
        "mx.google.com.example.net; dmarc=pass header.from=ica.se",
        "the topmost authentication results are not the mail provider's",
    ),
    (
        "mx.example.net; none\r\nAuthentication-Results: mx.google.com; dmarc=pass header.from=ica.se",
        "the topmost authentication results are not the mail provider's",
    ),
];

// Shows: Threats | A forged mail adds an invoice to the records | only the provider's own authentication results count, in the topmost header; a DMARC result decides, without one an aligned DKIM or SPF pass is needed; otherwise the message is quarantined
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_forged_mail_is_quarantined_with_its_reason() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let mut expected = vec![];
    for (number, (header, reason)) in FORGED.iter().enumerate() {
        let subject = format!("Ditt kvitto {number:02}");
        world.sandbox.add(&forged(&subject, header.as_bytes()));
        expected.push((subject, format!("quarantined [] {reason}")));
    }
    let subject = "Ditt kvitto 99".to_owned();
    let not_utf_8 =
        b"mx.google.com; spf=fail (\xff)\r\nAuthentication-Results: mx.google.com; dmarc=pass header.from=ica.se";
    world.sandbox.add(&forged(&subject, not_utf_8));
    expected.push((subject, "quarantined [] no check passed for ica.se (spf=fail)".into()));

    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 0);
    assert_eq!(alva.ledger().await, expected);
    assert_eq!((world.objects(), alva.lists_retail().await), (vec![], vec![]));
}

fn forged(subject: &str, header: &[u8]) -> Vec<u8> {
    let text = ReceiptText {
        order: Some("666"),
        ..ReceiptText::default()
    };
    let mail = receipt("kvitto@ica.se", subject, at(NOVEMBER), &text.html());
    [b"Authentication-Results: ", header, b"\r\n", &mail].concat()
}

/// Each header is read by this service and by authres. If they differ, the difference is in a list with its reason.
// Shows: Threats | A sender's text in the…
#[tokio::test]
async fn authentication_results_are_read_as_authres_reads_them() {
    let mut random = Random(0x5eed);
    let headers: Vec<String> = (0..HEADERS).map(|_| random.header()).collect();
    let read: Vec<Value> = serde_json::from_slice(&authres(&headers).await).unwrap();
    assert_eq!(read.len(), headers.len());
    let (mut equal, mut seen, mut different) = (0, vec![], vec![]);
    for (header, read) in headers.iter().zip(&read) {
        match compare(header, read) {
            Ok(None) => equal += usize::from(read["error"].is_null()),
            Ok(Some(difference)) => seen.push(difference),
            Err(difference) => different.push(difference),
        }
    }
    assert!(different.is_empty(), "{}\n{}", different.len(), different.join("\n"));
    assert!(equal > HEADERS / 4, "only {equal} headers are valid for both");
    assert_eq!(unused(&seen), Vec::<&str>::new(), "differences that no header shows");
}

async fn authres(headers: &[String]) -> Vec<u8> {
    let mut program = python::python("authres");
    program.arg("tests/python/authentication_results.py");
    program.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = program.spawn().unwrap();
    let mut input = process.stdin.take().unwrap();
    input.write_all(&serde_json::to_vec(headers).unwrap()).await.unwrap();
    drop(input);
    let output = within_limit(Duration::from_mins(1), "authres".to_owned(), process.wait_with_output()).await;
    let output = output.unwrap();
    assert!(output.status.success(), "{}", output.status);
    output.stdout
}
