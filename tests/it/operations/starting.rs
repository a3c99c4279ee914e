//! What the log says at a start.

use super::process::Process;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_variable_that_is_no_setting_is_told() {
    let process = Process::start(&[("INVOICES_DATABASE_URL", "sqlite:elsewhere.db")]).await;
    let warning =
        "the variable INVOICES_DATABASE_URL is not a setting and is ignored; is INVOICES__DATABASE__URL meant?";
    assert_eq!(process.replica.logged(warning), 1, "{:?}", process.replica.log());
}
