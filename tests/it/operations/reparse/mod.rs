//! Parsing originals again with newer parsers. Version 0 in the ledger stands for an older parser.

mod changes;
mod runs;
mod upgrade;

use chrono::TimeDelta;
use invoices_app::{Reparsed, Reread, Scope};
use invoices_sandbox::sample::{RentNotice, rent_notice_pdf};
use invoices_tests::support::mails::day;
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

const MORNING: &str = "2026-11-10T08:00:00Z";
const EVENING: &str = "2026-11-10T18:00:00Z";
const OLD: &str = "UPDATE documents SET parser_version = 0;";

/// The lines that the command prints, and its counts.
async fn reparse(world: &World, scope: Scope, dry_run: bool) -> (Vec<String>, Reparsed) {
    // Two runs must not have the same time.
    world.clock.forward(TimeDelta::seconds(1));
    let mut lines = Vec::new();
    let stop = CancellationToken::new();
    let mut report = |key: &_, reread: &Reread| match reread {
        Reread::Unchanged => {}
        Reread::Changed(difference) => lines.push(format!("{key}: {difference}")),
        other => lines.push(format!("{key}: {other:?}")),
    };
    let sum = world.app.reparse(&scope, dry_run, &stop, &mut report).await.unwrap();
    assert_eq!(
        world.app.store().live_jobs().await.unwrap(),
        0,
        "it ran its jobs to their end"
    );
    (lines, sum)
}

async fn dry_run(world: &World) -> (Vec<String>, Reparsed) {
    reparse(world, Scope::default(), true).await
}

async fn run(world: &World) -> (Vec<String>, Reparsed) {
    reparse(world, Scope::default(), false).await
}

fn sum(unchanged: u64, changed: u64) -> Reparsed {
    Reparsed {
        looked_at: unchanged + changed,
        unchanged,
        changed,
        ..Reparsed::default()
    }
}

/// All data of a user that a reparse may change.
async fn data_of(alva: &User<'_>) -> (Vec<Value>, Vec<Value>, Value, Vec<(String, String)>) {
    let list = alva.lists_retail().await;
    let mut details = Vec::new();
    for summary in &list {
        details.push(alva.detail_of(summary).await);
    }
    (list, details, alva.lists_rental().await.body, alva.ledger().await)
}

fn notice() -> Vec<u8> {
    rent_notice_pdf(&RentNotice::issued_on(day("2026-11-05")))
}
