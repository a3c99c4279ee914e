//! Compares the end state with the state without any crash.

use std::collections::BTreeSet;
use std::path::Path;

use invoices_sandbox::sample::Amount;

use super::users::{Client, TestUser, amount};
use invoices_tests::support::database::{count, texts};
use invoices_tests::support::program::files_below;

/// Rows that must not exist in the end: a description, and the condition.
const NONE: [(&str, &str); 8] = [
    ("live jobs", "jobs WHERE state IN ('ready', 'running')"),
    // Each death of the program may be the eighth in a row that a job sees. The other checks find unfinished work.
    (
        "dead jobs",
        "jobs WHERE state = 'dead' AND last_error NOT LIKE '%workers in a row lost it%'",
    ),
    ("pending messages", "messages WHERE state = 'found'"),
    ("failed messages", "messages WHERE state = 'failed'"),
    (
        "unfinished or failed documents",
        "documents WHERE state IN ('found', 'stored', 'failed')",
    ),
    (
        "unsent notifications",
        "notifications WHERE state = 'pending' OR sent_at IS NULL",
    ),
    (
        "duplicate notifications",
        "(SELECT user_id FROM notifications WHERE state = 'sent' AND invoice_id <> '' \
         GROUP BY user_id, invoice_id HAVING count(*) > 1) AS twice",
    ),
    (
        "rental invoices without a notification",
        "rental_invoices WHERE NOT EXISTS (SELECT 1 FROM notifications WHERE notifications.user_id = rental_invoices.user_id \
         AND notifications.invoice_id = rental_invoices.invoice_id)",
    ),
];

/// Describes each difference.
pub async fn problems(
    client: &Client,
    users: &[TestUser],
    accounts: usize,
    database: &str,
    folder: &Path,
) -> Vec<String> {
    let mut problems = Vec::new();
    for (what, rows) in NONE {
        let found = count(database, &format!("SELECT count(*) AS rows FROM {rows}")).await;
        if found != 0 {
            problems.push(format!("{found} {what}"));
        }
    }
    let rows = count(database, "SELECT count(*) AS rows FROM users").await;
    if rows != i64::try_from(accounts).unwrap() {
        problems.push(format!("{rows} users, not {accounts}"));
    }
    for (number, user) in users.iter().enumerate() {
        problems.extend(invoice_problems(&user.client(client), number, user).await);
    }
    let kept = "SELECT object_key AS text FROM documents WHERE object_key IS NOT NULL AND state <> 'deleted'";
    let kept: BTreeSet<String> = texts(database, kept).await.into_iter().collect();
    let objects = files_below(&folder.join("data/objects"));
    problems.extend(difference("originals", &kept.into_iter().collect::<Vec<_>>(), &objects));
    let secrets = files_below(&folder.join("data/secrets"))
        .into_iter()
        .filter(|file| file.ends_with(".sealed"))
        .count();
    if secrets != accounts {
        problems.push(format!("the tokens of {secrets} users, not {accounts}"));
    }
    problems
}

/// Describes each difference in the invoices of a user.
pub async fn invoice_problems(client: &Client, number: usize, user: &TestUser) -> Vec<String> {
    let mut problems = Vec::new();
    let mut retail: Vec<Amount> = client
        .retail()
        .await
        .unwrap_or_default()
        .iter()
        .map(|invoice| amount(&invoice["total_amount"]))
        .collect();
    retail.sort();
    problems.extend(difference(
        &format!("retail invoices of user {number}"),
        &user.retail(),
        &retail,
    ));
    let rental = client.rental().await.unwrap_or_default();
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
    let expected: Vec<(String, Amount)> = user.rental().into_iter().collect();
    problems.extend(difference(
        &format!("rental invoices of user {number}"),
        &expected,
        &rental,
    ));
    problems
}

/// Describes what is missing and what is unexpected in a sorted list.
fn difference<T: Ord + std::fmt::Debug>(what: &str, expected: &[T], found: &[T]) -> Option<String> {
    if expected == found {
        return None;
    }
    let missing: Vec<&T> = expected.iter().filter(|one| !found.contains(one)).collect();
    let extra: Vec<&T> = found.iter().filter(|one| !expected.contains(one)).collect();
    let (expected, found) = (expected.len(), found.len());
    Some(format!(
        "{what}: {found}, not {expected}; missing {missing:?}; unexpected {extra:?}"
    ))
}
