//! The ledger of a user's mails, and what a user can do about each.

mod actions;
mod explanation;
mod listing;
mod questions;
mod reasons;

use invoices_tests::support::user::User;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const MESSAGES: &str = "/v1/mail/messages";

/// The messages of a page.
async fn listed(user: &User<'_>, query: &str) -> Vec<Value> {
    let page = user.gets(&format!("{MESSAGES}{query}")).await.data(200).clone();
    page["messages"].as_array().unwrap().clone()
}

/// The path of a message.
fn path(message: &Value) -> String {
    let id = message["message_id"].as_str().unwrap();
    format!("{MESSAGES}/{}", utf8_percent_encode(id, NON_ALPHANUMERIC))
}
