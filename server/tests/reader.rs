//! A PDF can't stop the service: a process of its own reads each.

#![allow(clippy::unwrap_used, reason = "a test panics where a result is wrong")]

use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use bytes::Bytes;
use invoices_domain::ports::Reader;
use invoices_domain::reading::{DocumentKind, MailContext, Outcome, Reading};
use invoices_sandbox::sample::{RentNotice, rent_notice_pdf};
use invoices_service::reader::{IsolatingReader, ReaderConfig};

fn reader(change: impl FnOnce(&mut ReaderConfig)) -> IsolatingReader {
    let mut config = ReaderConfig {
        program: Some(env!("CARGO_BIN_EXE_invoices").into()),
        ..ReaderConfig::default()
    };
    change(&mut config);
    IsolatingReader::new(config).unwrap()
}

async fn read(reader: &IsolatingReader, bytes: &[u8]) -> Reading {
    reader
        .read(
            DocumentKind::Rental,
            Bytes::copy_from_slice(bytes),
            MailContext::default(),
        )
        .await
        .unwrap()
}

fn notice() -> Vec<u8> {
    rent_notice_pdf(&RentNotice::issued_on("2026-11-02".parse().unwrap()))
}

fn reason(reading: &Reading) -> &str {
    match &reading.outcome {
        Outcome::Failed { reason, .. } => reason,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_child_reads_the_same_as_this_process() {
    let context = MailContext {
        file_name: Some("Hyresavi_1.pdf".into()),
        ..MailContext::default()
    };
    let bytes = Bytes::from(notice());
    let in_process = invoices_parsers::read(DocumentKind::Rental, &bytes, &context);
    let in_child = reader(|_| {}).read(DocumentKind::Rental, bytes, context).await.unwrap();
    assert!(matches!(in_process.outcome, Outcome::Rental { .. }), "{in_process:?}");
    assert_eq!(in_process, in_child);
}

#[tokio::test]
async fn a_file_that_needs_more_memory_than_it_may_have_is_refused() {
    // More than the free memory of a process that has just started.
    let mut large = notice();
    large.resize(16 << 20, b'\n');
    let reading = read(&reader(|_| {}), &large).await;
    assert!(matches!(reading.outcome, Outcome::Rental { .. }), "{reading:?}");
    let reading = read(&reader(|config| config.memory_mib = 16), &large).await;
    assert!(
        reason(&reading).contains("more time or memory than the limit"),
        "{reading:?}"
    );
}

#[tokio::test]
async fn a_file_that_takes_too_long_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("never-answers");
    std::fs::write(&program, "#!/bin/sh\nexec sleep 600\n").unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700)).unwrap();
    let slow = reader(|config| {
        config.program = Some(program);
        config.timeout_seconds = 1;
    });
    let started = Instant::now();
    assert_eq!(
        reason(&read(&slow, &notice()).await),
        "reading this file took more than 1 seconds"
    );
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn a_child_that_never_stops_writing_is_killed() {
    let yes = reader(|config| config.program = Some("/usr/bin/yes".into()));
    assert_eq!(
        reason(&read(&yes, &notice()).await),
        "the reader of this file wrote more than a reading can contain"
    );
}

#[tokio::test]
async fn output_that_is_no_reading_is_refused() {
    let echo = reader(|config| config.program = Some("/bin/echo".into()));
    assert_eq!(
        reason(&read(&echo, &notice()).await),
        "the reader of this file wrote no reading"
    );
}

#[tokio::test]
async fn hostile_files_end_in_a_reading() {
    let reader = reader(|_| {});
    let good = notice();
    for bytes in [
        &b""[..],
        b"%PDF-1.7",
        &good[..good.len() / 2],
        &[b"%PDF-1.4\n".as_slice(), &vec![0xff; 100_000]].concat(),
    ] {
        let reading = read(&reader, bytes).await;
        assert!(!reason(&reading).is_empty());
    }
}

#[tokio::test]
async fn a_missing_reader_is_a_failed_dependency() {
    let nowhere = reader(|config| config.program = Some("/no/such/program".into()));
    assert!(
        nowhere
            .read(DocumentKind::Rental, Bytes::new(), MailContext::default())
            .await
            .is_err()
    );
}
