//! A channel to a homeserver of Matrix as its authors built it.

use std::fs;
use std::net::TcpListener;
use std::process::Stdio;
use std::time::Duration;

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::python::programs;
use invoices_tests::support::wait::until_limit;
use serde_json::{Value, json};
use tokio::process::{Child, Command};

use super::{add, asks_for_a_test, gets_notice, shown, world};

/// Synapse with an account that has a room. Dropping it stops the server.
struct Homeserver {
    url: String,
    token: String,
    room: String,
    _process: Child,
    _folder: tempfile::TempDir,
}

impl Homeserver {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let config = json!({
            "server_name": "matrix.example.com",
            "listeners": [{
                "port": port, "bind_addresses": ["127.0.0.1"], "type": "http", "tls": false,
                "resources": [{"names": ["client"]}],
            }],
            "database": {"name": "sqlite3", "args": {"database": folder.path().join("homeserver.db")}},
            "signing_key_path": folder.path().join("signing.key"),
            "media_store_path": folder.path().join("media"),
            "enable_registration": true,
            "enable_registration_without_verification": true,
            "report_stats": false,
            "trusted_key_servers": [],
        });
        // JSON is YAML.
        let path = folder.path().join("homeserver.yaml");
        fs::write(&path, config.to_string()).unwrap();
        let mut process = Command::new(programs("synapse").join("python"));
        let process = process
            .args(["-m", "synapse.app.homeserver", "--generate-keys", "--config-path"])
            .arg(&path)
            .current_dir(folder.path());
        assert!(process.status().await.unwrap().success(), "it has no key");
        let process = Command::new(programs("synapse").join("python"))
            .args(["-m", "synapse.app.homeserver", "--config-path"])
            .arg(&path)
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut server = Homeserver {
            url: format!("http://127.0.0.1:{port}"),
            token: String::new(),
            room: String::new(),
            _process: process,
            _folder: folder,
        };
        until_limit(Duration::from_mins(1), "the homeserver to start", async || {
            reqwest::get(format!("{}/health", server.url)).await.is_ok()
        })
        .await;
        let account = json!({"username": "alva", "password": "a long password", "auth": {"type": "m.login.dummy"}});
        server.token = text(&server.posts("register", &account).await["access_token"]);
        server.room = text(&server.posts("createRoom", &json!({})).await["room_id"]);
        server
    }

    async fn posts(&self, path: &str, body: &Value) -> Value {
        let url = format!("{}/_matrix/client/v3/{path}", self.url);
        let mut request = reqwest::Client::new().post(url).json(body);
        // Whoever registers has no token yet, and an empty one is refused.
        if !self.token.is_empty() {
            request = request.bearer_auth(&self.token);
        }
        request.send().await.unwrap().json().await.unwrap()
    }

    /// The messages in the room, the newest first.
    async fn messages(&self) -> Vec<String> {
        let url = format!(
            "{}/_matrix/client/v3/rooms/{}/messages?dir=b&limit=50",
            self.url, self.room
        );
        let request = reqwest::Client::new().get(url).bearer_auth(&self.token);
        let page: Value = request.send().await.unwrap().json().await.unwrap();
        let events = page["chunk"].as_array().unwrap().iter();
        let messages = events.filter(|event| event["type"] == "m.room.message");
        messages.map(|event| text(&event["content"]["body"])).collect()
    }
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no text"))
        .to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a walk: a homeserver of Matrix"]
async fn a_room_of_matrix_shows_what_is_sent() {
    let server = Homeserver::start().await;
    let world = world(Sqlite).await;
    let alva = world.connects("Alva").await;
    let target = json!({"type": "matrix", "url": server.url, "room_id": server.room});
    let path = add(&alva, &json!({"target": target, "secret": server.token})).await;
    asks_for_a_test(&alva, &path).await;
    world.drain().await;
    assert_eq!(server.messages().await, ["Test\nYour notifications arrive here."]);
    gets_notice(&world, 0, "2026-11-30");
    alva.ingests_rental().await.data(200);
    let told = alva.notifications().await;
    assert_eq!(server.messages().await[0], format!("{}\n{}", told[0].0, told[0].1));
    let target = json!({"type": "matrix", "url": server.url, "room_id": "!none:matrix.example.com"});
    let wrong = add(&alva, &json!({"target": target, "secret": server.token})).await;
    asks_for_a_test(&alva, &wrong).await;
    world.drain().await;
    let last = shown(&alva, &wrong).await["last_delivery"].clone();
    assert_eq!(last["state"], "failed", "{last}");
    let why = "the receiver responded with 403: the secret does not allow messages there";
    assert_eq!(last["last_error"], why, "{last}");
}
