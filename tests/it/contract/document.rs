//! The document as others read it: a strict review of it, and a client in another language.

use crate::database::Database;
use crate::python::{python, succeeds};
use crate::world::World;

/// Valid OpenAPI; everything has a description and an example, and each example is of its schema.
#[tokio::test]
async fn a_strict_reviewer_finds_nothing_in_the_document() {
    let mut review = python("openapi");
    review.arg("tests/python/review.py");
    succeeds(review).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_python_client_made_of_the_document_works() {
    let world = World::start(Database::Sqlite).await;
    let mut client = python("openapi");
    client.arg("tests/python/client.py").env("INVOICES_URL", world.url(""));
    let said = world.while_working(succeeds(client)).await;
    assert!(
        said.contains("three operations answered as the document says"),
        "{said}"
    );
}
