//! What a user's invoices add up to.

mod many;
mod spending;

use invoices_tests::support::user::User;
use serde_json::Value;

const SPENDING: &str = "/v1/statistics/spending";

/// The rows of an answer.
async fn spent(user: &User<'_>, query: &str) -> Vec<Value> {
    let answer = user.gets(&format!("{SPENDING}{query}")).await;
    let data = answer.data(200);
    assert_eq!(data.as_object().unwrap().len(), 1);
    data["rows"].as_array().unwrap().clone()
}
