//! `invoices connect` while the service is running and the sandbox's consent page.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use invoices_client::{Client, types};
use invoices_sandbox::{Sandbox, SandboxHandle, SandboxSettings};
use rcgen::{CertificateParams, KeyPair};
use reqwest::Url;
use reqwest::redirect::Policy;
use test_servers::Certificate;
use test_servers::dovecot::Dovecot;

use crate::served::{Served, invoices, run, text};

const EMAIL: &str = "alva@example.com";
const PASSWORD: &str = "correct horse battery";

/// A service that uses the sandbox, with a user.
async fn started(folder: &Path) -> (SandboxHandle, Served, Client) {
    started_with(folder, "").await
}

/// The same with more settings.
async fn started_with(folder: &Path, more: &str) -> (SandboxHandle, Served, Client) {
    let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
    let (base, (id, secret)) = (sandbox.base_url(), sandbox.client());
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let settings = format!(
        "[mail]\nprovider_url = \"{base}\"\nclient_id = \"{id}\"\n\
         client_secret = \"{secret}\"\nlocalhost_callback_url = \"http://localhost:{port}/callback\"\n{more}"
    );
    std::fs::write(folder.join("invoices.toml"), settings).unwrap();
    let served = Served::start(folder);
    let client = Client::connect(&format!("http://{}", served.address)).unwrap();
    let body = types::SignupBody {
        email: EMAIL.into(),
        name: "Alva".into(),
        password: PASSWORD.to_owned().into(),
        invitation: None,
    };
    client.user_signup(&body).await.unwrap();
    let client = client.log_in(EMAIL, PASSWORD.to_owned()).await.unwrap();
    (sandbox, served, client)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_does_not_show_the_passwords() {
    let folder = tempfile::tempdir().unwrap();
    let (_sandbox, served, _client) = started(folder.path()).await;
    let program = env!("CARGO_BIN_EXE_invoices");
    let command = format!(
        "{program} connect --url http://{} --email {EMAIL} --imap nowhere",
        served.address
    );
    // It runs the command in a terminal, and shows what the terminal shows.
    let mut child = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut shown = String::new();
    for (question, password) in [
        ("at http://", PASSWORD),
        ("mail server nowhere:", "a secret of the mail server"),
    ] {
        while !shown.contains(question) {
            let mut bytes = [0; 1000];
            let read = output.read(&mut bytes).unwrap();
            assert!(read > 0, "{shown}");
            shown.push_str(&String::from_utf8_lossy(&bytes[..read]));
        }
        writeln!(input, "{password}").unwrap();
    }
    output.read_to_string(&mut shown).unwrap();
    child.wait().unwrap();
    assert!(shown.contains("No IMAP servers are configured"), "{shown}");
    assert!(!shown.contains("horse") && !shown.contains("secret"), "{shown}");
}

/// Starts the command, and returns the address that it prints.
fn connects(folder: &Path, served: &Served) -> (Child, BufReader<std::process::ChildStdout>, Url) {
    let mut child = invoices(folder)
        .args([
            "connect",
            "--url",
            &format!("http://{}", served.address),
            "--email",
            EMAIL,
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    writeln!(child.stdin.take().unwrap(), "{PASSWORD}").unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("http") {
        line.clear();
        assert_ne!(out.read_line(&mut line).unwrap(), 0, "it prints an address");
    }
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

async fn is_connected(client: &Client) -> bool {
    client
        .user_view()
        .await
        .unwrap()
        .into_inner()
        .data
        .mail_account_connected
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_connects_an_account_in_a_terminal_and_a_browser() {
    let folder = tempfile::tempdir().unwrap();
    let (sandbox, served, client) = started(folder.path()).await;
    let (mut child, mut out, page) = connects(folder.path(), &served);
    let back = clicks(&page, "allow").await;
    // A browser asks for an icon, and another page may send an answer of its own.
    let origin = back.split("/callback").next().unwrap();
    assert_eq!(opens(&format!("{origin}/favicon.ico")).await.0, 404);
    assert_eq!(
        opens(&format!("{origin}/callback?code=4/evil&state=other")).await.0,
        400
    );
    let (status, said) = opens(&back).await;
    assert_eq!((status, said.starts_with("Access is allowed.")), (200, true), "{said}");
    let mut printed = String::new();
    out.read_to_string(&mut printed).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(
        printed.contains(&format!("The mail account {} is connected.", sandbox.address())),
        "{printed}"
    );
    assert!(is_connected(&client).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_is_said_and_connects_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (_sandbox, served, client) = started(folder.path()).await;
    let (mut child, _out, page) = connects(folder.path(), &served);
    let (status, _) = opens(&clicks(&page, "deny").await).await;
    assert_eq!(status, 200);
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(
        said.contains("invoices: access was not allowed: access_denied"),
        "{said}"
    );
    assert!(!is_connected(&client).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_connects_an_imap_account_with_two_passwords() {
    let folder = tempfile::tempdir().unwrap();
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(["localhost".to_owned()]).unwrap();
    let certificate = Certificate {
        certificate: certificate.self_signed(&key).unwrap().pem(),
        key: key.serialize_pem(),
    };
    std::fs::write(folder.path().join("ca.pem"), &certificate.certificate).unwrap();
    let dovecot = Dovecot::start(&certificate).unwrap();
    dovecot
        .set_accounts(&[("alva@mail.example.com", "an app password")])
        .unwrap();
    let settings = format!(
        "[imap]\nservers = [{{ name = \"example\", host = \"localhost\", port = {}, ca_file = \"ca.pem\" }}]\n",
        dovecot.port()
    );
    let (_sandbox, served, client) = started_with(folder.path(), &settings).await;
    let connect = |server: &str, passwords: String| {
        let mut child = invoices(folder.path())
            .args([
                "connect",
                "--url",
                &format!("http://{}", served.address),
                "--email",
                EMAIL,
            ])
            .args(["--imap", server, "--user", "alva@mail.example.com"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(passwords.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    for (server, password, said) in [
        (
            "example",
            "wrong",
            "The mail server refused the user name or the password.",
        ),
        (
            "other",
            "an app password",
            "There is no mail server with this name; there are example.",
        ),
    ] {
        let (code, _, error) = connect(server, format!("{PASSWORD}\n{password}\n"));
        assert_eq!(
            (code, error.ends_with(&format!("invoices: {said}\n"))),
            (Some(1), true),
            "{error}"
        );
        assert!(!is_connected(&client).await);
    }
    let (code, printed, _) = connect("example", format!("{PASSWORD}\nan app password\n"));
    assert_eq!(
        (code, printed.as_str()),
        (Some(0), "The mail account alva@mail.example.com is connected.\n")
    );
    assert!(is_connected(&client).await);

    let says = |what: &str| text(&run(folder.path(), &["doctor"]).stdout).contains(what);
    let fault = "the IMAP server example does not answer";
    assert!(!says(fault));
    drop(dovecot);
    assert!(says(fault));
}
