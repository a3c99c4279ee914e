//! An export of many invoices.

use std::fs;
use std::time::Duration;

use invoices_tests::support::database::execute;
use invoices_tests::support::wait::within_limit;
use serde_json::Value;

use super::{EXPORT, files, json_of, table};
use crate::operations::process::Process;

const INVOICES: usize = 5_000;
const MIB: u64 = 1 << 20;
/// Programs that are not optimised compress slowly.
const LIMIT: Duration = Duration::from_mins(5);

/// The most memory that a process has had, in bytes.
fn peak_memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() * 1024
}

/// Invoices whose detail records have 8 KB each.
fn insert() -> String {
    let time = "2026-11-10T08:00:00.000000Z";
    let rows = format!("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {INVOICES})");
    let id = "printf('00000000-0000-5000-8000-%012d', i)";
    format!(
        "INSERT INTO retail_invoices (invoice_id, user_id, vendor_id, vendor_name, sub_type, direction, invoice_date, \
             total_amount, received_at, created_at, updated_at) \
         {rows} SELECT {id}, user_id, 'ica', 'ICA', 'grocery', 'charge', date('2020-01-01', (i / 3) || ' days'), \
             i * 10000, '{time}', '{time}', '{time}' FROM n, users; \
         INSERT INTO retail_details (sub_type, invoice_id, user_id, detail) \
         {rows} SELECT 'grocery', {id}, user_id, json_object('sub_type', 'grocery', 'notes', hex(randomblob(4000))) \
             FROM n, users"
    )
}

// Shows: Profile and deletion of the account | An export takes bounded memory, whatever the account has and however slow its receiver is
// Shows: Threats | Exports fill the memory or never end | rows are read in pages, originals one at a time within the memory limit; a slow receiver is cut off
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thousands_of_invoices_take_no_more_memory_than_a_few() {
    let process = Process::start(&[]).await;
    let token = process.replica.connects(&process.sandbox).await;
    let export = async || {
        let answer = process.replica.get(EXPORT, &token).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        within_limit(LIMIT, "an export", answer.bytes()).await.unwrap()
    };
    export().await;
    let before = peak_memory(process.replica.id());
    let database = process.folder.path().join("data/invoices.db");
    execute(&format!("sqlite:{}", database.display()), &insert()).await;
    let archive = export().await;
    let grown = peak_memory(process.replica.id()) - before;
    let files = files(&archive);
    assert!(
        files["retail.json"].len() > 8_000 * INVOICES,
        "{}",
        files["retail.json"].len()
    );
    assert!(grown < 24 * MIB, "{} MiB", grown / MIB);
    let invoices = json_of(&files, "retail.json")["invoices"].as_array().unwrap().clone();
    assert_eq!((invoices.len(), table(&files).len()), (INVOICES, INVOICES));
    let dates: Vec<&Value> = invoices
        .iter()
        .map(|invoice| &invoice["summary"]["invoice_date"])
        .collect();
    assert!(dates.is_sorted_by_key(|date| std::cmp::Reverse(date.as_str().unwrap())));
}
