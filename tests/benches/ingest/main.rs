//! Duration, cost and memory of ingests by the program on SQLite. The sandbox runs on the same machine.
//!
//! `cargo xtask bench ingest` runs it.

#![allow(clippy::unwrap_used, reason = "a benchmark that can't go on has no figures")]
#![allow(clippy::print_stdout, reason = "its figures are what it is for")]

mod service;

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use invoices_sandbox::{Fault, Quota};
use serde_json::json;

use invoices_tests::support::mails::{GROCER, grocery, notice, receipt, rent_mail};
use service::Service;

/// The least duration of a request to the provider.
const LATENCY: Duration = Duration::from_millis(50);
/// A quota that is never used up.
const UNLIMITED: &[(&str, &str)] = &[("INVOICES__MAIL__QUOTA__USER_UNITS_PER_MINUTE", "1200000")];
const MAILS: u32 = 10_000;
const NOTICES: u32 = 200;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        // The named benchmarks, or all: `cargo bench -p invoices-tests --bench ingest -- memory`.
        let named: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
        let is_wanted = |name: &str| named.is_empty() || named.iter().any(|wanted| wanted == name);
        if is_wanted("speed") {
            speed().await;
        }
        if is_wanted("cost") {
            cost_of_a_week().await;
        }
        if is_wanted("quota") {
            quota().await;
        }
        if is_wanted("memory") {
            memory().await;
        }
    });
}

fn row(what: &str, figure: &str) {
    println!("{what:<64}{figure:>24}");
}

fn rate(count: u32, took: Duration) -> String {
    format!(
        "{:.0}/s in {:.1} s",
        f64::from(count) / took.as_secs_f64(),
        took.as_secs_f64()
    )
}

/// A time of the last days, a minute apart for each number.
fn received(number: u32) -> DateTime<Utc> {
    Utc::now() - TimeDelta::minutes(i64::from(number % 30_000) + 60)
}

fn fill(service: &Service, receipts: u32) {
    for number in 0..receipts {
        service
            .sandbox
            .add(&grocery(received(number), &(1_000_000 + number).to_string(), "100,00"));
    }
}

/// A mailbox of receipts with latency, then the same mailbox again, then rent notices.
async fn speed() {
    let service = Service::start(UNLIMITED).await;
    fill(&service, MAILS);
    service.sandbox.fail(Fault::Slow(LATENCY));
    let took = service.ingest("retail", &json!({})).await;
    assert_eq!(service.rows("retail_invoices").await, i64::from(MAILS));
    row("receipts ingested and read, 50 ms a call", &rate(MAILS, took));
    service.calls();
    let day = |days| (Utc::now() - TimeDelta::days(days)).date_naive().to_string();
    let took = service
        .ingest("retail", &json!({"start_date": day(29), "end_date": day(0)}))
        .await;
    let (pages, messages) = service.calls();
    row(
        &format!("the same {MAILS} once more, asked for by their days"),
        &format!("{pages} pages, {messages} messages, {:.1} s", took.as_secs_f64()),
    );
    for number in 0..NOTICES {
        let pdf = notice(5_000 + i64::from(number), "2026-11-30");
        service
            .sandbox
            .add(&rent_mail(received(number), &[("Hyresavi.pdf", pdf)]));
    }
    let took = service.ingest("rental", &json!({})).await;
    assert_eq!(service.rows("rental_invoices").await, i64::from(NOTICES));
    row(
        "rent notices (PDF) ingested and read, 50 ms a call",
        &rate(NOTICES, took),
    );
}

/// The cost of a hundred new mails with one invoice among them, in units of the provider's quota.
async fn cost_of_a_week() {
    for (others, what) in [
        ("nyheter@news.example.com", "others from senders that are no vendor's"),
        (GROCER, "others from the same shop, with the same subject"),
    ] {
        let service = Service::start(UNLIMITED).await;
        fill(&service, 1);
        for number in 1..100 {
            let html = "<p>Veckans erbjudanden och recept.</p>";
            service
                .sandbox
                .add(&receipt(others, "Ditt kvitto", received(number), html));
        }
        service.calls();
        service.ingest("retail", &json!({})).await;
        let (pages, messages) = service.calls();
        let price = Quota::default();
        row(
            &format!("100 new mails, 1 invoice, {what}"),
            &format!(
                "{} units ({pages} pages, {messages} messages)",
                pages * price.list + messages * price.get
            ),
        );
    }
}

/// Compares the duration under the provider's quota with the least duration that the quota allows.
async fn quota() {
    const MAILS: u32 = 890;
    let service = Service::start(&[]).await;
    service.sandbox.limit(Some(Quota::default()));
    fill(&service, MAILS);
    service.sandbox.fail(Fault::Slow(LATENCY));
    let took = service.ingest("retail", &json!({})).await;
    assert_eq!(service.rows("retail_invoices").await, i64::from(MAILS));
    let (pages, messages) = service.calls();
    let price = Quota::default();
    let units = pages * price.list + messages * price.get;
    // The quota is refilled every minute, for the first time a minute after the start.
    let least = Duration::from_mins(units.div_ceil(price.user) - 1);
    row(
        &format!(
            "{units} units at {} a minute: at least {} s",
            price.user,
            least.as_secs()
        ),
        &format!(
            "{:.1} s ({:+.1} %), {} turned away",
            took.as_secs_f64(),
            100.0 * (took.as_secs_f64() / least.as_secs_f64() - 1.0),
            service.sandbox.rejected_calls()
        ),
    );
}

/// The peak memory of the process when every message is from a vendor.
async fn memory() {
    for mails in [1_000, 100_000] {
        let service = Service::start(UNLIMITED).await;
        fill(&service, mails);
        let took = service.ingest("retail", &json!({})).await;
        assert_eq!(service.rows("retail_invoices").await, i64::from(mails));
        row(
            &format!("a mailbox of {mails}, no latency: {}", rate(mails, took)),
            &format!("{} MiB", service.memory()),
        );
    }
}
