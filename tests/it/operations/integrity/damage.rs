//! A SQLite file that is damaged while the service runs.

use std::fs;
use std::os::unix::fs::FileExt;

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::database::texts;
use invoices_tests::support::world::World;

use super::Ran;

/// Overwrites bytes of the SQLite file.
async fn damage(world: &World, offset: usize, length: usize) {
    world.sql("PRAGMA wal_checkpoint(TRUNCATE)").await;
    let file = world.folder.path().join("invoices.db");
    let mut bytes = fs::read(&file).unwrap();
    bytes[offset..offset + length].fill(0xa5);
    // In place, since the service has it open.
    let open = fs::File::options().write(true).open(&file).unwrap();
    open.write_all_at(&bytes[offset..offset + length], offset as u64)
        .unwrap();
}

async fn is_damaged(world: &World, result: &str) {
    let (status, body) = world.asks_operations("/readyz").await;
    assert_eq!(status, 503, "{body}");
    assert!(
        body.contains("the database file is damaged") && body.contains(result),
        "{body}"
    );
    let (_, metrics) = world.asks_operations("/metrics").await;
    assert!(metrics.contains("invoices_database_damaged 1"), "{metrics}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_whose_database_file_is_damaged_is_not_ready() {
    let world = World::start(Sqlite).await.with_operations().await;
    let alva = world.signs_up("Alva").await;
    let (status, body) = world.asks_operations("/readyz").await;
    assert_eq!(status, 200, "{body}");
    let url = &world.config.database.url;
    let pages = "SELECT CAST(rootpage AS TEXT) AS text FROM sqlite_schema WHERE tbl_name = 'webhooks' AND rootpage > 0";
    for page in texts(url, pages).await {
        let page: usize = page.parse().unwrap();
        damage(&world, (page - 1) * 4096, 4096).await;
    }
    alva.gets("/v1/webhooks").await.fails(502, "DEPENDENCY_FAILURE");
    is_damaged(&world, "SQLITE_CORRUPT").await;
    let verified = Ran::of(&world, &["verify"]).await;
    assert_eq!(verified.code, Some(1));
    verified.found("fault database", "");
    Ran::of(&world, &["doctor"]).await.found("fault integrity", "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_is_no_database_any_more_is_noticed_without_a_request() {
    let world = World::start(Sqlite).await.with_operations().await;
    damage(&world, 0, 100).await;
    is_damaged(&world, "SQLITE_NOTADB").await;
}
