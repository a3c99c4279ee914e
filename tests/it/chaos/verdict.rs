//! Whether everything is as if nothing had ever died.

use std::collections::BTreeSet;
use std::path::Path;

use invoices_sandbox::sample::Amount;

use super::people::{Person, Phone, amount};
use crate::database::{count, texts};
use crate::program::files_below;

/// Nothing of this may be in the tables in the end: what it would be, and the rows that would be it.
const NONE: [(&str, &str); 8] = [
    ("jobs that are live", "jobs WHERE state IN ('ready', 'running')"),
    ("jobs that were given up", "jobs WHERE state = 'dead'"),
    ("messages that are owed", "messages WHERE state = 'found'"),
    ("messages that failed", "messages WHERE state = 'failed'"),
    (
        "documents that are stuck",
        "documents WHERE state IN ('found', 'stored', 'failed')",
    ),
    (
        "notifications that were not sent",
        "notifications WHERE state <> 'sent' OR sent_at IS NULL",
    ),
    (
        "notifications of one invoice too many",
        "(SELECT user_id FROM notifications GROUP BY user_id, invoice_id HAVING count(*) > 1) AS twice",
    ),
    (
        "rental invoices that nobody was told of",
        "rental_invoices WHERE NOT EXISTS (SELECT 1 FROM notifications WHERE notifications.user_id = rental_invoices.user_id \
         AND notifications.invoice_id = rental_invoices.invoice_id)",
    ),
];

/// What differs.
pub async fn problems(phone: &Phone, people: &[Person], staying: usize, database: &str, folder: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    for (what, rows) in NONE {
        let found = count(database, &format!("SELECT count(*) AS rows FROM {rows}")).await;
        if found != 0 {
            problems.push(format!("{found} {what}"));
        }
    }
    let users = count(database, "SELECT count(*) AS rows FROM users").await;
    if users != i64::try_from(staying).unwrap() {
        problems.push(format!("{users} users, not {staying}"));
    }
    for (number, person) in people.iter().enumerate() {
        let phone = person.phone(phone);
        let mut retail: Vec<Amount> = phone
            .retail()
            .await
            .unwrap_or_default()
            .iter()
            .map(|invoice| amount(&invoice["total_amount"]))
            .collect();
        retail.sort();
        problems.extend(difference(
            &format!("retail invoices of user {number}"),
            &person.retail(),
            &retail,
        ));
        let rental = phone.rental().await.unwrap_or_default();
        let mut rental: Vec<(String, Amount)> = rental
            .iter()
            .map(|invoice| {
                (
                    invoice["InvoiceID"].as_str().unwrap_or_default().to_owned(),
                    amount(&invoice["Total Amount"]),
                )
            })
            .collect();
        rental.sort();
        let expected: Vec<(String, Amount)> = person.rental().into_iter().collect();
        problems.extend(difference(
            &format!("rental invoices of user {number}"),
            &expected,
            &rental,
        ));
    }
    let kept = "SELECT object_key AS text FROM documents WHERE object_key IS NOT NULL AND state <> 'deleted'";
    let kept: BTreeSet<String> = texts(database, kept).await.into_iter().collect();
    let objects = files_below(&folder.join("data/objects"));
    problems.extend(difference("originals", &kept.into_iter().collect::<Vec<_>>(), &objects));
    let sealed = files_below(&folder.join("data/secrets"))
        .into_iter()
        .filter(|file| file.ends_with(".sealed"))
        .count();
    if sealed != staying {
        problems.push(format!("the tokens of {sealed} users, not {staying}"));
    }
    problems
}

/// What is missing and what is too many of two sorted lists.
fn difference<T: Ord + std::fmt::Debug>(what: &str, expected: &[T], found: &[T]) -> Option<String> {
    if expected == found {
        return None;
    }
    let missing: Vec<&T> = expected.iter().filter(|one| !found.contains(one)).collect();
    let extra: Vec<&T> = found.iter().filter(|one| !expected.contains(one)).collect();
    let (expected, found) = (expected.len(), found.len());
    Some(format!(
        "{what}: {found}, not {expected}; missing {missing:?}; too many {extra:?}"
    ))
}
