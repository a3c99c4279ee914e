//! Channels of notifications.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::world::World;
use wiremock::matchers::{any, header};
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::Machine;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_channel_is_added_tested_and_removed() {
    let world = World::with(Sqlite, |config| config.webhooks.allow_private_addresses = true).await;
    let alva = world.signs_up("Alva").await;
    let machine = Machine::of(&alva).await;
    let server = MockServer::start().await;
    Mock::given(header("x-gotify-key", "AppToken1"))
        .respond_with(ResponseTemplate::new(200))
        .mount(&server)
        .await;
    Mock::given(any())
        .respond_with(ResponseTemplate::new(401))
        .mount(&server)
        .await;
    assert_eq!(machine.runs(&["channel"]).await.succeeds(), "No channels.\n");
    let url = server.uri();
    let add = async |secret: &str| {
        let arguments = [
            "channel",
            "add",
            "gotify",
            &url,
            "--secret-stdin",
            "--kind",
            "due",
            "--name",
            "Phone",
        ];
        machine.runs_with(&arguments, secret).await.succeeds().trim().to_owned()
    };
    let (right, wrong) = (add("AppToken1\n").await, add("other\n").await);
    let test = async |id: &str| machine.runs(&["channel", "test", id]).await.succeeds();
    assert_eq!(test(&right).await, format!("{right}: delivered.\n"));
    assert!(test(&wrong).await.contains("failed: the receiver responded with 401"));
    let listed = machine.runs(&["channel", "--json"]).await.json();
    assert_eq!(
        (&listed[0]["target"]["type"], &listed[0]["kinds"][0]),
        (&"gotify".into(), &"due".into())
    );
    machine.runs(&["channel", "enable", &right]).await.succeeds();
    machine.runs(&["channel", "remove", &right]).await.succeeds();
    machine.runs(&["channel", "remove", &right]).await.fails(4);
    machine.runs(&["channel", "add", "matrix", &url]).await.fails(2);
}
