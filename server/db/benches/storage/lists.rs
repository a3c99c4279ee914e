//! Listing one user's invoices while other users have more and more.

use invoices_db::{DateOrder, RetailFilter};

use crate::Size;
use crate::bench_db::{BenchDb, print_calls};

/// How many invoices the user who lists has.
const OWN: u32 = 100;
/// How many each other user has.
const EACH: u32 = 1_000;
const CALLS: usize = 200;

pub async fn run(db: &BenchDb, size: &Size) {
    let user = db.user().await;
    add(db, 'a', &format!("'{user}'"), 0, OWN);
    let mut there = 0;
    for total in [1_000, size.invoices] {
        // Those of the fan-out own them.
        let owner = format!(
            "'user_00000000-0000-4000-8000-' || {}",
            db.digits(&format!("1 + n / {EACH}"))
        );
        add(db, 'b', &owner, there, total);
        there = total;
        db.execute("ANALYZE");
        let all = RetailFilter::default();
        let name = format!("a list of {OWN} invoices among {total}");
        print_calls(db, &name, CALLS, async || {
            let page = db.store.retail_page(user, &all, DateOrder::Newest, None, i64::MAX);
            assert_eq!(page.await.unwrap().len(), OWN as usize);
        })
        .await;
        let name = format!("counts by category among {total}");
        print_calls(db, &name, CALLS, async || {
            drop(db.store.retail_counts(user, &all).await.unwrap());
        })
        .await;
    }
}

/// Invoices numbered above `from`, up to `to`; the letter distinguishes the owners.
fn add(db: &BenchDb, letter: char, owner: &str, from: u32, to: u32) {
    db.execute(&format!(
        "INSERT INTO retail_invoices (invoice_id, user_id, vendor_id, vendor_name, sub_type, order_key, direction, \
         invoice_date, total_amount, currency, received_at, created_at, updated_at) {} \
         SELECT '0000000{letter}-0000-5000-8000-' || {}, {owner}, 'ica', 'ICA', 'grocery', '{letter}' || n, 'charge', \
         '2026-11-02', 1000000, 'SEK', '2026-11-02T08:00:00.000000Z', '2026-11-02T08:00:00.000000Z', \
         '2026-11-02T08:00:00.000000Z' FROM series WHERE n > {from}",
        BenchDb::series(to),
        db.digits("n")
    ));
}
