//! What the log says at a start, and of a request.

use invoices_tests::support::answer::Answer;
use invoices_tests::support::wait::until;
use serde_json::{Value, json};

use super::process::Process;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_variable_that_is_no_setting_is_told() {
    let process = Process::start(&[("INVOICES_DATABASE_URL", "sqlite:elsewhere.db")]).await;
    let warning =
        "the variable INVOICES_DATABASE_URL is not a setting and is ignored; is INVOICES__DATABASE__URL meant?";
    assert_eq!(process.replica.logged(warning), 1, "{:?}", process.replica.log());
}

/// A line of the log says each thing once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_has_one_line_of_json_with_its_span_once() {
    let process = Process::start(&[]).await;
    let answer = Answer::to(process.replica.get("/v1/invoices/retail", "no token")).await;
    assert_eq!(answer.status, 401);
    let is_of_request = |line: &&Value| line["spans"][0]["path"] == "/v1/invoices/retail";
    let lines = || -> Vec<Value> { process.replica.log().iter().filter(is_of_request).cloned().collect() };
    until("the line of the request", async || !lines().is_empty()).await;
    let lines = lines();
    let [line] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!(
        (&line["fields"]["message"], &line["fields"]["status"]),
        (&json!("answered"), &json!(401))
    );
    assert_eq!(
        (&line["span"], line["spans"].as_array().unwrap().len()),
        (&Value::Null, 1)
    );
    let mut fields: Vec<&String> = line["spans"][0].as_object().unwrap().keys().collect();
    fields.sort();
    assert_eq!(fields, ["method", "name", "operation", "path", "request_id"]);
}
