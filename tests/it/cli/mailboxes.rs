//! `invoices-cli mailbox`, beside the sandbox's consent page and an IMAP server.

use std::sync::Arc;

use invoices_sandbox::{DeviceDecision, Sandbox, SandboxHandle, SandboxSettings};
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::imap::{ACCOUNT, MailServer, PASSWORD, SERVER};
use invoices_tests::support::mails::{at, grocery};
use invoices_tests::support::user::User;
use invoices_tests::support::wait::within;
use invoices_tests::support::world::World;
use reqwest::Url;
use reqwest::redirect::Policy;
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, ChildStdout};

use super::Machine;

/// A service whose provider sends browsers back to a port of this machine.
async fn world() -> World {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    World::with(Sqlite, |config| {
        config.mail.localhost_callback_url = format!("http://localhost:{port}/callback").parse().unwrap();
    })
    .await
}

/// Starts the command, and returns the address that it prints.
async fn connects(machine: &Machine<'_>) -> (Child, BufReader<ChildStdout>, Url) {
    let mut child = machine.command(&["mailbox", "connect"]).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    let printed = async {
        while !line.starts_with("http") {
            line.clear();
            assert_ne!(out.read_line(&mut line).await.unwrap(), 0, "it prints an address");
        }
    };
    within("an address", printed).await;
    (child, out, line.trim().parse().unwrap())
}

/// Clicks a button of the consent page. Returns the address to which the provider sends the browser.
async fn clicks(page: &Url, decision: &str) -> String {
    let browser = reqwest::Client::builder().redirect(Policy::none()).build().unwrap();
    let mut form: Vec<(String, String)> = page.query_pairs().into_owned().collect();
    form.push(("decision".into(), decision.into()));
    let sent = browser.post(page.as_str()).form(&form).send().await.unwrap();
    sent.headers()["location"].to_str().unwrap().to_owned()
}

async fn opens(address: &str) -> (u16, String) {
    let shown = reqwest::get(address).await.unwrap();
    (shown.status().as_u16(), shown.text().await.unwrap())
}

async fn is_connected(user: &User<'_>) -> bool {
    user.profile().await.data(200)["mail_account_connected"] == true
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_connects_a_mailbox_in_a_terminal_and_a_browser() {
    let world = world().await;
    let alva = world.signs_up("Alva").await;
    let machine = Machine::of(&alva).await;
    let (mut child, mut out, page) = connects(&machine).await;
    let back = clicks(&page, "allow").await;
    // A browser asks for an icon, and another page may send an answer of its own.
    let origin = back.split("/callback").next().unwrap();
    assert_eq!(opens(&format!("{origin}/favicon.ico")).await.0, 404);
    let foreign = format!("{origin}/callback?code=4/evil&state=other");
    assert_eq!(opens(&foreign).await.0, 400);
    let (status, said) = opens(&back).await;
    assert_eq!((status, said.starts_with("Access is allowed.")), (200, true), "{said}");
    let mut printed = String::new();
    let rest = out.read_to_string(&mut printed);
    within("the end of the output", rest).await.unwrap();
    assert!(child.wait().await.unwrap().success());
    let connected = format!("The mail account {} is connected.", world.sandbox.address());
    assert!(printed.contains(&connected), "{printed}");
    assert!(is_connected(&alva).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refusal_is_said_and_connects_nothing() {
    let world = world().await;
    let alva = world.signs_up("Alva").await;
    let machine = Machine::of(&alva).await;
    let (mut child, _out, page) = connects(&machine).await;
    assert_eq!(opens(&clicks(&page, "deny").await).await.0, 200);
    let mut said = String::new();
    let mut err = child.stderr.take().unwrap();
    within("the end of the output", err.read_to_string(&mut said))
        .await
        .unwrap();
    assert_eq!(child.wait().await.unwrap().code(), Some(1));
    assert!(said.contains("access was not allowed: access_denied"), "{said}");
    assert!(!is_connected(&alva).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mailbox_at_an_imap_server_is_connected_beside_another() {
    let server = Arc::new(MailServer::start());
    let world = World::with(Sqlite, |config| {
        config.pipeline.check_sender = false;
        server.list(config);
    })
    .await;
    let alva = world.signs_up("Alva").await;
    let work = world
        .sandbox
        .issue_tokens_for("work@example.com", SandboxHandle::default_scopes());
    alva.stores_tokens(&work.access, Some(&work.refresh)).await.data(201);
    let machine = Machine::of(&alva).await;
    let connect = async |server: &str, password: &str| {
        let arguments = [
            "mailbox",
            "connect",
            "--imap",
            server,
            "--user",
            ACCOUNT,
            "--password-stdin",
        ];
        machine.runs_with(&arguments, &format!("{password}\n")).await
    };
    let refused = "The mail server refused the user name or the password.";
    assert!(connect(SERVER, "wrong").await.fails(1).contains(refused));
    let unknown = format!("There is no mail server with this name; there are {SERVER}.");
    assert!(connect("other", PASSWORD).await.fails(4).contains(&unknown));
    let connected = connect(SERVER, PASSWORD).await.succeeds();
    assert_eq!(connected, format!("The mail account {ACCOUNT} is connected.\n"));

    let listed = machine.runs(&["mailbox", "--json"]).await.json();
    assert_eq!(
        (&listed[0]["address"], &listed[1]["address"]),
        (&json!("work@example.com"), &json!(ACCOUNT))
    );
    let shared = grocery(at("2026-11-10T08:00:00Z"), "204118", "113,67");
    world.sandbox.add_to("work@example.com", &shared);
    server.deliver(at("2026-11-10T08:00:00Z"), &shared);
    server.deliver(
        at("2026-11-11T08:00:00Z"),
        &grocery(at("2026-11-11T08:00:00Z"), "204119", "20,00"),
    );
    machine.runs(&["ingest", "retail"]).await.succeeds();
    let invoices = machine.runs(&["list", "retail", "--json"]).await.json();
    assert_eq!(invoices.as_array().map(Vec::len), Some(2), "the shared receipt is one");
    let id = listed[0]["account_id"].as_str().unwrap();
    let renamed = machine.runs(&["mailbox", "rename", id, "Work"]).await.succeeds();
    assert_eq!(renamed, "work@example.com (Work): connected.\n");
    let paused = machine.runs(&["mailbox", "pause", id]).await.succeeds();
    assert_eq!(paused, "work@example.com (Work): paused.\n");
    let table = machine.runs(&["mailbox"]).await.succeeds();
    assert!(table.contains("Work") && table.contains("paused"), "{table}");
    machine.runs(&["mailbox", "resume", id]).await.succeeds();
    let gone = machine.runs(&["mailbox", "disconnect", "--yes", id]).await.succeeds();
    assert_eq!(gone, "work@example.com: disconnected.\n");
    machine.runs(&["mailbox", "disconnect", "--yes", id]).await.fails(4);
    assert!(is_connected(&alva).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mailbox_is_connected_with_a_code_on_another_device() {
    let settings = SandboxSettings {
        address: ACCOUNT.into(),
        ..SandboxSettings::default()
    };
    let provider = Arc::new(Sandbox::start(settings).await.unwrap());
    let server = Arc::new(MailServer::start_with_tokens(&provider));
    let world = World::with(Sqlite, |config| {
        config.pipeline.check_sender = false;
        server.list_with(&provider, config);
    })
    .await;
    let alva = world.signs_up("Alva").await;
    let machine = Machine::of(&alva).await;
    let device = ["mailbox", "connect", "--oauth", SERVER, "--device"];
    provider.decide_devices(DeviceDecision::Decline);
    assert!(machine.runs(&device).await.fails(1).contains("declined"));
    provider.decide_devices(DeviceDecision::Allow);
    let connected = machine.runs(&device).await.succeeds();
    assert_eq!(
        connected,
        format!(
            "Open https://login.example.com/device on any device and type the code SANDBOX42\n\
             The mail account {ACCOUNT} is connected.\n"
        )
    );
    server.deliver(
        at("2026-11-10T08:00:00Z"),
        &grocery(at("2026-11-10T08:00:00Z"), "204118", "113,67"),
    );
    machine.runs(&["ingest", "retail"]).await.succeeds();
    let invoices = machine.runs(&["list", "retail", "--json"]).await.json();
    assert_eq!(invoices[0]["total_amount"], 113.67, "{invoices}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_terminal_does_not_show_the_password() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let machine = Machine::of(&alva).await;
    let connect = ["mailbox", "connect", "--imap", "nowhere", "--user", "alva"];
    let (_, shown) = machine
        .runs_on_a_terminal(&connect, &["a secret of the mail server"])
        .await;
    assert!(shown.contains("No IMAP servers are configured"), "{shown}");
    assert!(!shown.contains("secret"), "{shown}");
}
