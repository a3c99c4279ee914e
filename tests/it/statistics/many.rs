//! Many invoices, and large ones.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

use super::spent;

/// An invoice that is written into the database as it is.
struct Row {
    day: String,
    sub_type: &'static str,
    vendor: String,
    units: i64,
    currency: Option<&'static str>,
}

async fn insert(world: &World, user: &User<'_>, rows: &[Row]) {
    let at = "'2026-11-02T08:00:00.000000Z'";
    for (batch, rows) in rows.chunks(500).enumerate() {
        let mut sql = String::from(
            "INSERT INTO retail_invoices (invoice_id, user_id, vendor_id, vendor_name, sub_type, order_key, direction, \
             invoice_date, total_amount, currency, received_at, created_at, updated_at) VALUES ",
        );
        for (nth, row) in rows.iter().enumerate() {
            let currency = row
                .currency
                .map_or("NULL".to_owned(), |currency| format!("'{currency}'"));
            let separator = if nth == 0 { "" } else { ", " };
            write!(
                sql,
                "{separator}('{}', '{}', 'ica', '{}', '{}', '{}', 'charge', '{}', {}, {currency}, {at}, {at}, {at})",
                uuid::Uuid::new_v4(),
                user.id,
                row.vendor,
                row.sub_type,
                batch * 500 + nth,
                row.day,
                row.units,
            )
            .unwrap();
        }
        world.sql(&sql).await;
    }
}

/// The amounts of five thousand invoices of three years, added up one by one.
// Shows: Statistics | Sums are exact, and the caller's alone; one that is out of the range of amounts is left out
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sums_of_five_thousand_invoices_are_exact(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, bo) = (world.signs_up("Alva").await, world.signs_up("Bo").await);
    let rows: Vec<Row> = (0..5_000_i64)
        .map(|n| {
            let (year, month, day) = (2024 + n % 3, 1 + n % 12, 1 + n % 28);
            Row {
                day: format!("{year}-{month:02}-{day:02}"),
                sub_type: ["grocery", "travel", "utility", "clothing"][usize::try_from(n / 7 % 4).unwrap()],
                vendor: format!("Butik {}", n % 11),
                // Amounts with up to four decimals, every ninth a refund.
                units: (n * 7_919 + n % 13) * if n % 9 == 0 { -1 } else { 1 },
                currency: [Some("SEK"), Some("EUR"), None][usize::try_from(n / 5 % 3).unwrap()],
            }
        })
        .collect();
    insert(&world, &alva, &rows).await;
    insert(&world, &bo, &rows[..700]).await;

    let mut expected: BTreeMap<String, (i128, i128, u64)> = BTreeMap::new();
    for row in &rows {
        let key = format!("{} {} {} {:?}", &row.day[..7], row.sub_type, row.vendor, row.currency);
        let sum = expected.entry(key).or_default();
        sum.0 += i128::from(row.units);
        sum.1 += i128::from(row.units.min(0));
        sum.2 += 1;
    }
    // Decimals with up to fifteen digits are exact in the shortest form of a number.
    let units = |value: &Value| -> i128 {
        let text = if value.is_null() {
            "0".to_owned()
        } else {
            value.to_string()
        };
        let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
        let digits: i128 = format!("{whole}{decimals:0<4}").parse().unwrap();
        digits
    };
    let mut found: BTreeMap<String, (i128, i128, u64)> = BTreeMap::new();
    for row in spent(&alva, "?by=month,sub_type,vendor").await {
        let currency = row["currency"]
            .as_str()
            .filter(|_| row.get("currency_assumed").is_none());
        let text = |key: &str| row[key].as_str().unwrap().to_owned();
        let key = format!(
            "{} {} {} {currency:?}",
            text("month"),
            text("sub_type"),
            text("vendor_name")
        );
        let sum = (
            units(&row["total"]),
            units(&row["refunds"]),
            row["count"].as_u64().unwrap(),
        );
        assert_eq!(found.insert(key, sum), None, "a group has one row");
    }
    assert_eq!(found, expected);

    let mut all = (0, 0);
    for row in spent(&alva, "?by=month").await {
        all.0 += units(&row["total"]);
        all.1 += row["count"].as_u64().unwrap();
    }
    let total: i128 = rows.iter().map(|row| i128::from(row.units)).sum();
    assert_eq!(all, (total, 5_000));
    let of_bo: u64 = spent(&bo, "?by=vendor")
        .await
        .iter()
        .map(|row| row["count"].as_u64().unwrap())
        .sum();
    assert_eq!(of_bo, 700);
}

/// Ten thousand of the largest amounts are more than a database's integers hold.
// Shows: Statistics | Sums are exact, and the…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sum_that_is_too_large_is_left_out(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.signs_up("Alva").await;
    let largest = |n: i64, sign: i64| Row {
        day: "2026-11-02".into(),
        sub_type: if sign > 0 { "travel" } else { "utility" },
        vendor: format!("Butik {}", n % 2),
        units: 999_999_999_999_999 * sign,
        currency: Some("SEK"),
    };
    let mut rows: Vec<Row> = (0..10_000).map(|n| largest(n, 1)).collect();
    rows.push(largest(0, -1));
    insert(&world, &alva, &rows).await;
    assert_eq!(
        spent(&alva, "").await,
        [
            json!({"month": "2026-11", "type": "retail", "sub_type": "travel", "currency": "SEK", "count": 10_000}),
            json!({
                "month": "2026-11", "type": "retail", "sub_type": "utility", "currency": "SEK",
                "total": -99_999_999_999.999_9, "refunds": -99_999_999_999.999_9, "count": 1
            }),
        ]
    );
}
