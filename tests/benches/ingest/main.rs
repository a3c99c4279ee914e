//! Duration, cost and memory of ingests by the program on SQLite. The sandbox runs on the same machine.
//!
//! `cargo xtask bench ingest` runs it and reads the lines of JSON that it prints.

#![allow(clippy::unwrap_used, reason = "a benchmark that can't go on has no figures")]
#![allow(clippy::print_stdout, reason = "its figures are what it is for")]

mod beside;
mod costs;
mod processor;
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
const QUOTA: (&str, &str) = ("INVOICES__MAIL__QUOTA__USER_UNITS_PER_MINUTE", "1200000");
const UNLIMITED: &[(&str, &str)] = &[QUOTA];
/// How much is measured.
struct Size {
    receipts: u32,
    notices: u32,
    /// Of each round beside the sequential client.
    beside: u32,
    rounds: usize,
    /// Within the provider's quota: they cost a little less than the quota of this many minutes.
    quota: u32,
    /// Mailboxes whose ingest shows how the memory grows.
    mailboxes: &'static [u32],
}

const WHOLE: Size = Size {
    receipts: 10_000,
    notices: 200,
    beside: 1_000,
    rounds: 3,
    quota: 890,
    mailboxes: &[1_000, 100_000],
};
const QUICK: Size = Size {
    receipts: 2_000,
    notices: 100,
    beside: 150,
    rounds: 3,
    quota: 590,
    mailboxes: &[1_000],
};

fn main() {
    // Deleted at the end: see `Subject` in `benches/src/main.rs`.
    let folders = tempfile::tempdir().unwrap();
    service::FOLDERS.set(folders.path().to_owned()).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        // The named benchmarks, or all: `cargo bench -p invoices-tests --bench ingest -- memory`.
        let named: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
        let is_wanted = |name: &str| named.is_empty() || named.iter().any(|wanted| wanted == name);
        let is_quick = std::env::args().any(|word| word == "--quick");
        let size = if is_quick { QUICK } else { WHOLE };
        if is_wanted("beside") {
            beside::beside(size.beside, size.rounds).await;
        }
        if is_wanted("speed") {
            speed(&size).await;
        }
        if is_wanted("cost") {
            cost_of_a_week().await;
        }
        // A subject of its own: docs/capacity.md.
        if named.iter().any(|wanted| wanted == "costs") {
            costs::costs(if is_quick { costs::QUICK } else { costs::WHOLE }).await;
        }
        if is_wanted("quota") {
            quota(size.quota).await;
        }
        if is_wanted("memory") {
            memory(size.mailboxes).await;
        }
    });
}

/// Prints a value as a line of JSON, for `cargo xtask bench ingest`.
fn figure(name: &str, unit: &str, side: &str, value: f64) {
    println!("{}", json!({"name": name, "unit": unit, "side": side, "value": value}));
}

fn rate(count: u32, took: Duration) -> f64 {
    f64::from(count) / took.as_secs_f64()
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
async fn speed(size: &Size) {
    let service = Service::start(UNLIMITED).await;
    fill(&service, size.receipts);
    service.sandbox.fail(Fault::Slow(LATENCY));
    let took = service.ingest("retail", &json!({})).await;
    assert_eq!(service.rows("retail_invoices").await, i64::from(size.receipts));
    let name = format!("{} receipts, 50 ms a call", size.receipts);
    figure(&name, "/s", "service", rate(size.receipts, took));
    service.calls();
    let day = |days| (Utc::now() - TimeDelta::days(days)).date_naive().to_string();
    let took = service
        .ingest("retail", &json!({"start_date": day(29), "end_date": day(0)}))
        .await;
    let (pages, messages) = service.calls();
    assert_eq!(messages, 0, "what is known is not fetched");
    let name = format!("the same once more by their days: {pages} pages");
    figure(&name, "s", "service", took.as_secs_f64());
    for number in 0..size.notices {
        let pdf = notice(5_000 + i64::from(number), "2026-11-30");
        service
            .sandbox
            .add(&rent_mail(received(number), &[("Hyresavi.pdf", pdf)]));
    }
    let took = service.ingest("rental", &json!({})).await;
    assert_eq!(service.rows("rental_invoices").await, i64::from(size.notices));
    let name = format!("{} rent notices (PDF), 50 ms a call", size.notices);
    figure(&name, "/s", "service", rate(size.notices, took));
}

/// The cost of a hundred new mails with one invoice among them, in units of the provider's quota.
async fn cost_of_a_week() {
    for (others, what) in [
        ("nyheter@news.example.com", "others from senders that aren't vendors"),
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
        let units = pages * price.list + messages * price.get;
        let name = format!("100 new mails, 1 invoice, {what}: {pages} pages, {messages} messages");
        figure(&name, "units", "service", f64::from(u32::try_from(units).unwrap()));
    }
}

/// Compares the duration under the provider's quota with the least duration that the quota allows.
async fn quota(mails: u32) {
    let service = Service::start(&[]).await;
    service.sandbox.limit(Some(Quota::default()));
    fill(&service, mails);
    service.sandbox.fail(Fault::Slow(LATENCY));
    let took = service.ingest("retail", &json!({})).await;
    assert_eq!(service.rows("retail_invoices").await, i64::from(mails));
    let (pages, messages) = service.calls();
    let price = Quota::default();
    let units = pages * price.list + messages * price.get;
    // The quota is refilled every minute, for the first time a minute after the start.
    let least = Duration::from_mins(units.div_ceil(price.user) - 1);
    let name = format!("{units} units at {} a minute", price.user);
    figure(&name, "s", "service", took.as_secs_f64());
    figure(&name, "s", "the least that the quota allows", least.as_secs_f64());
    let refused = u32::try_from(service.sandbox.rejected_calls()).unwrap();
    figure(&format!("{name}: calls refused"), "", "service", f64::from(refused));
}

/// The peak memory of the process when every message is from a vendor.
async fn memory(mailboxes: &[u32]) {
    for mails in mailboxes {
        let service = Service::start(UNLIMITED).await;
        fill(&service, *mails);
        let took = service.ingest("retail", &json!({})).await;
        assert_eq!(service.rows("retail_invoices").await, i64::from(*mails));
        let name = format!("{mails} receipts, no latency");
        figure(&name, "/s", "service", rate(*mails, took));
        let peak = u32::try_from(service.memory()).unwrap();
        figure(
            &format!("{name}: the highest memory"),
            "MiB",
            "service",
            f64::from(peak),
        );
    }
}
