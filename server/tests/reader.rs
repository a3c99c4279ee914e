//! A PDF can't stop the service: each is read by a process of its own.

#![allow(clippy::unwrap_used, reason = "a test ends where something is not as it must be")]

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
async fn a_child_reads_what_this_process_would() {
    let context = MailContext {
        file_name: Some("Hyresavi_1.pdf".into()),
        ..MailContext::default()
    };
    let bytes = Bytes::from(notice());
    let here = invoices_parsers::read(DocumentKind::Rental, &bytes, &context);
    let there = reader(|_| {}).read(DocumentKind::Rental, bytes, context).await.unwrap();
    assert!(matches!(here.outcome, Outcome::Rental { .. }), "{here:?}");
    assert_eq!(here, there);
}

#[tokio::test]
async fn a_file_that_needs_more_memory_than_it_may_have_is_refused() {
    // More than a process that has just begun has at hand.
    let mut large = notice();
    large.resize(16 << 20, b'\n');
    let reading = read(&reader(|_| {}), &large).await;
    assert!(matches!(reading.outcome, Outcome::Rental { .. }), "{reading:?}");
    let reading = read(&reader(|config| config.memory_mib = 16), &large).await;
    assert!(
        reason(&reading).contains("more time or memory than a file may have"),
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
async fn a_child_that_never_stops_talking_is_cut_off() {
    let yes = reader(|config| config.program = Some("/usr/bin/yes".into()));
    assert_eq!(
        reason(&read(&yes, &notice()).await),
        "the reader of this file said more than a reading can be"
    );
}

#[tokio::test]
async fn a_child_that_says_nonsense_is_not_believed() {
    let echo = reader(|config| config.program = Some("/bin/echo".into()));
    assert_eq!(
        reason(&read(&echo, &notice()).await),
        "the reader of this file gave no reading"
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
async fn a_reader_that_is_not_there_is_a_failed_dependency() {
    let nowhere = reader(|config| config.program = Some("/no/such/program".into()));
    assert!(
        nowhere
            .read(DocumentKind::Rental, Bytes::new(), MailContext::default())
            .await
            .is_err()
    );
}
