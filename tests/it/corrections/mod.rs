//! Corrections of invoices: values that a user sets over what was read.

mod bad_input;
mod paid;
mod rental;
mod retail;
mod retail_readings;

use invoices_tests::support::answer::Answer;
use invoices_tests::support::user::User;
use serde_json::Value;

const RETAIL: &str = "/v1/invoices/retail";
const RENTAL: &str = "/v1/invoices/rental";
const MORNING: &str = "2026-11-10T08:00:00Z";
const EVENING: &str = "2026-11-10T18:00:00Z";

/// Corrects a retail invoice.
async fn corrects(user: &User<'_>, invoice: &Value, body: &Value) -> Answer {
    let id = invoice["invoice_id"].as_str().unwrap();
    user.patches(&format!("{RETAIL}/{id}"), body).await
}

/// What a list gives, by a field of its invoices.
async fn listed(user: &User<'_>, query: &str, field: &str) -> Vec<Value> {
    let list = user.gets(&format!("{RETAIL}{query}")).await.data(200).clone();
    let invoices = list["invoices"].as_array().unwrap().iter();
    let found: Vec<Value> = invoices.map(|invoice| invoice[field].clone()).collect();
    assert_eq!(list["invoiceCount"], found.len(), "{query}");
    found
}
