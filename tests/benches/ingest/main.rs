//! What an ingest takes, from the mailbox to the invoice: the program itself, on SQLite, over a mailbox of the sandbox's
//! that shares the machine with it.
//!
//! `cargo xtask bench ingest` runs it.

#![allow(clippy::unwrap_used, reason = "a benchmark that can't go on has no figures")]
#![allow(clippy::print_stdout, reason = "its figures are what it is for")]

mod bed;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../it/database.rs"]
mod database;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../it/mails.rs"]
mod mails;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../it/program.rs"]
mod program;

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use invoices_sandbox::{Fault, Quota};
use serde_json::json;

use bed::Bed;
use mails::{GROCER, grocery, notice, receipt, rent_mail};

/// What a call to the provider takes at least.
const LATENCY: Duration = Duration::from_millis(50);
/// A budget that nobody spends.
const UNLIMITED: &[(&str, &str)] = &[("INVOICES__MAIL__QUOTA__USER_UNITS_PER_MINUTE", "1200000")];
const MAILS: u32 = 10_000;
const NOTICES: u32 = 200;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        // A second install is refused, and then the first one serves.
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        // Those that are named, or all: `cargo bench -p invoices-tests --bench ingest -- memory`.
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

/// Some time of the last days, a minute apart.
fn received(number: u32) -> DateTime<Utc> {
    Utc::now() - TimeDelta::minutes(i64::from(number % 30_000) + 60)
}

fn fill(bed: &Bed, receipts: u32) {
    for number in 0..receipts {
        bed.sandbox
            .add(&grocery(received(number), &(1_000_000 + number).to_string(), "100,00"));
    }
}

/// A mailbox of receipts, each call with the latency; and the same once more.
async fn speed() {
    let bed = Bed::start(UNLIMITED).await;
    fill(&bed, MAILS);
    bed.sandbox.fail(Fault::Slow(LATENCY));
    let took = bed.ingest("retail", &json!({})).await;
    assert_eq!(bed.rows("retail_invoices").await, i64::from(MAILS));
    row("receipts ingested and read, 50 ms a call", &rate(MAILS, took));
    bed.calls();
    let day = |days| (Utc::now() - TimeDelta::days(days)).date_naive().to_string();
    let took = bed
        .ingest("retail", &json!({"start_date": day(29), "end_date": day(0)}))
        .await;
    let (pages, messages) = bed.calls();
    row(
        &format!("the same {MAILS} once more, asked for by their days"),
        &format!("{pages} pages, {messages} messages, {:.1} s", took.as_secs_f64()),
    );
    for number in 0..NOTICES {
        let pdf = notice(5_000 + i64::from(number), "2026-11-30");
        bed.sandbox.add(&rent_mail(received(number), &[("Hyresavi.pdf", pdf)]));
    }
    let took = bed.ingest("rental", &json!({})).await;
    assert_eq!(bed.rows("rental_invoices").await, i64::from(NOTICES));
    row(
        "rent notices (PDF) ingested and read, 50 ms a call",
        &rate(NOTICES, took),
    );
}

/// What a hundred new mails with one invoice among them cost, in the provider's units.
async fn cost_of_a_week() {
    for (others, what) in [
        ("nyheter@news.example.com", "others from senders that are no vendor's"),
        (GROCER, "others from the same shop, with the same subject"),
    ] {
        let bed = Bed::start(UNLIMITED).await;
        fill(&bed, 1);
        for number in 1..100 {
            let html = "<p>Veckans erbjudanden och recept.</p>";
            bed.sandbox.add(&receipt(others, "Ditt kvitto", received(number), html));
        }
        bed.calls();
        bed.ingest("retail", &json!({})).await;
        let (pages, messages) = bed.calls();
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

/// With the provider's own budget: what the budget alone dictates, and what it took.
async fn quota() {
    const MAILS: u32 = 890;
    let bed = Bed::start(&[]).await;
    bed.sandbox.limit(Some(Quota::default()));
    fill(&bed, MAILS);
    bed.sandbox.fail(Fault::Slow(LATENCY));
    let took = bed.ingest("retail", &json!({})).await;
    assert_eq!(bed.rows("retail_invoices").await, i64::from(MAILS));
    let (pages, messages) = bed.calls();
    let price = Quota::default();
    let units = pages * price.list + messages * price.get;
    // The first budget is there at the start, the next a minute after, and so on.
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
            bed.sandbox.rejected_calls()
        ),
    );
}

/// The most memory of the service, when every message of the mailbox is a shop's.
async fn memory() {
    for mails in [1_000, 100_000] {
        let bed = Bed::start(UNLIMITED).await;
        fill(&bed, mails);
        let took = bed.ingest("retail", &json!({})).await;
        assert_eq!(bed.rows("retail_invoices").await, i64::from(mails));
        row(
            &format!("a mailbox of {mails}, no latency: {}", rate(mails, took)),
            &format!("{} MiB", bed.memory()),
        );
    }
}
