//! The floors that the invented documents must reach. They only ever rise.

use super::grade;
use super::report::{Count, Report, Topic};
use crate::known::own_sets;

/// The minimum of a row, in thousandths of the judged values.
struct Floor {
    topic: Topic,
    /// All rows of the table if it is `None`.
    row: Option<&'static str>,
    /// Minimum number of right values.
    right: usize,
    /// Maximum number of wrong values.
    wrong: usize,
}

const fn floor(topic: Topic, row: Option<&'static str>, right: usize, wrong: usize) -> Floor {
    Floor {
        topic,
        row,
        right,
        wrong,
    }
}

const FLOORS: &[Floor] = &[
    floor(Topic::FieldsBySet, Some("invoices 1"), 989, 0),
    floor(Topic::FieldsBySet, Some("invoices 2"), 990, 5),
    floor(Topic::FieldsBySet, Some("invoices 3"), 961, 7),
    floor(Topic::FieldsBySet, Some("invoices 4"), 1_000, 0),
    floor(Topic::FieldsBySet, Some("invoices 5"), 934, 15),
    floor(Topic::FieldsBySet, Some("invoices 7"), 947, 8),
    floor(Topic::FieldsBySet, Some("invoices 8"), 967, 0),
    floor(Topic::FieldsBySet, Some("invoices 9"), 962, 8),
    floor(Topic::FieldsBySet, Some("receipts 1"), 995, 5),
    floor(Topic::FieldsBySet, Some("receipts 2"), 967, 0),
    floor(Topic::FieldsBySet, Some("receipts 3"), 994, 6),
    floor(Topic::FieldsBySet, Some("receipts 4"), 985, 0),
    floor(Topic::FieldsBySet, Some("receipts 5"), 977, 12),
    floor(Topic::FieldsBySet, Some("receipts 6"), 980, 14),
    floor(Topic::FieldsBySet, Some("receipts 7"), 986, 0),
    floor(Topic::FieldsBySet, Some("receipts 8"), 966, 0),
    floor(Topic::FieldsBySet, Some("receipts 9"), 993, 7),
    floor(Topic::Identity, Some("role"), 1_000, 0),
    floor(Topic::Identity, Some("invoice_number"), 1_000, 0),
    floor(Topic::Identity, Some("receipt_number"), 1_000, 0),
    floor(Topic::Identity, Some("order_number"), 1_000, 0),
    floor(Topic::Identity, Some("own_day"), 875, 0),
    floor(Topic::Acceptances, None, 983, 0),
    floor(Topic::Refusals, Some("receipts 1"), 1_000, 0),
    floor(Topic::Refusals, Some("receipts 2"), 1_000, 0),
    floor(Topic::Refusals, Some("receipts 3"), 1_000, 0),
    floor(Topic::Refusals, Some("receipts 4"), 1_000, 0),
    floor(Topic::Refusals, Some("receipts 5"), 1_000, 0),
    floor(Topic::Refusals, Some("invoices 1"), 1_000, 0),
    floor(Topic::Refusals, Some("invoices 2"), 1_000, 0),
    floor(Topic::Refusals, Some("invoices 3"), 1_000, 0),
    floor(Topic::Refusals, Some("invoices 4"), 1_000, 0),
    floor(Topic::Refusals, None, 965, 35),
    floor(Topic::Categories, None, 774, 59),
    floor(Topic::Items, None, 950, 5),
    floor(Topic::Details, None, 902, 18),
    floor(Topic::PrintedItems, None, 810, 35),
];

fn report() -> Report {
    let mut report = Report::default();
    for set in own_sets().unwrap() {
        grade(&set, &mut report).unwrap();
    }
    report
}

fn reaches(count: Count, floor: &Floor) -> bool {
    let all = count.all();
    all > 0 && count.right * 1_000 >= floor.right * all && count.wrong * 1_000 <= floor.wrong * all
}

#[test]
fn the_invented_documents_are_read_as_well_as_ever() {
    let report = report();
    let low: Vec<String> = FLOORS
        .iter()
        .filter(|floor| !reaches(report.count_of(floor.topic, floor.row), floor))
        .map(|floor| {
            format!(
                "{:?} {:?}: {:?}",
                floor.topic,
                floor.row,
                report.count_of(floor.topic, floor.row)
            )
        })
        .collect();
    if !low.is_empty() {
        report.print(true);
    }
    assert!(low.is_empty(), "below the floor:\n{}", low.join("\n"));
}
