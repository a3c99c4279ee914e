//! The document as other tools read it.

use invoices_tests::support::database::Database;
use invoices_tests::support::python::{python, run};
use invoices_tests::support::wait::LIMIT;
use invoices_tests::support::world::World;

/// Everything has a description and an example, too.
#[tokio::test]
async fn the_document_is_valid_and_its_examples_match_their_schemas() {
    let mut review = python("openapi");
    review.arg("tests/python/review.py");
    run(LIMIT, review).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_python_client_generated_from_the_document_works() {
    let world = World::start(Database::Sqlite).await;
    let mut client = python("openapi");
    client.arg("tests/python/client.py").env("INVOICES_URL", world.url(""));
    let output = world.while_working(run(LIMIT, client)).await;
    assert!(
        output.contains("three operations answered as the document says"),
        "{output}"
    );
}
