//! Which scopes a mail account must grant.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::world::World;

const READONLY: &str = "https://www.googleapis.com/auth/gmail.readonly";
const ADDRESS: &str = "https://www.googleapis.com/auth/userinfo.email";

/// Broader scopes are accepted, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_scope_for_reading_is_enough_and_less_is_refused() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let given = async |scopes: &[&str]| {
        let tokens = world.sandbox.issue_tokens_for("alva@example.com", scopes);
        alva.stores_tokens(&tokens.access, Some(&tokens.refresh)).await
    };
    for too_little in [
        &[ADDRESS][..],
        &[ADDRESS, "https://www.googleapis.com/auth/gmail.metadata"],
        &[ADDRESS, "https://www.googleapis.com/auth/gmail.send"],
        &[ADDRESS, "https://www.googleapis.com/auth/gmail.readonly.evil"],
    ] {
        let refused = given(too_little).await;
        assert!(refused.fails(400, "INVALID_CREDENTIALS").contains(READONLY));
        assert_eq!(alva.profile().await.data(200)["mail_account_connected"], false);
    }
    for enough in [
        &[ADDRESS, READONLY][..],
        &[ADDRESS, "https://www.googleapis.com/auth/gmail.modify"],
        &[ADDRESS, "https://mail.google.com/"],
        &[ADDRESS, READONLY, "https://www.googleapis.com/auth/gmail.send"],
    ] {
        given(enough).await.data(201);
        alva.ingests_retail().await.data(200);
    }
}
