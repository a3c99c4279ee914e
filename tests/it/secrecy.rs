//! Secrets stay secret: what a user or the operator entrusts to the service is found in none of its traces.

use std::path::Path;
use std::process::Stdio;

use invoices_sandbox::{Fault, Sandbox, SandboxHandle, SandboxSettings};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::mpsc;

use crate::database::{Database, tables};
use crate::mails::{at, grocery, notice, rent_mail};
use crate::on_both_databases;
use crate::program::program;
use crate::world::World;

const READONLY: &str = "https://www.googleapis.com/auth/gmail.readonly";
const ADDRESS: &str = "https://www.googleapis.com/auth/userinfo.email";

const PASSWORD: &str = "planted-password-4711";
const WRONG: &str = "planted-wrong-password-4712";
const JWT_SECRET: &str = "planted-jwt-secret-of-many-bytes-4713";
/// 32 bytes in base64.
const SEALING_KEY: &str = "cGxhbnRlZC1zZWFsaW5nLWtleS1vZi0zMi1ieXRlcyE=";
const STRAY: &str = "planted-stray-token-4714";

on_both_databases! {
    /// Reading mail is all that is needed: more is taken as well, less is not.
    async fn a_scope_that_reads_is_enough_and_less_is_refused(world: World) {
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
}

/// The program itself, logging all it can.
struct Talkative {
    child: Child,
    said: mpsc::UnboundedReceiver<String>,
    url: String,
    before: Vec<String>,
}

impl Talkative {
    async fn start(data: &Path, database: &str, sandbox: &SandboxHandle) -> Self {
        let base = sandbox.base_url();
        let mut child = Command::new(program())
            .arg("serve")
            .current_dir(data)
            .envs([
                ("INVOICES__DATA", data.to_str().unwrap()),
                ("INVOICES__DATABASE__URL", database),
                ("INVOICES__SERVER__ADDRESS", "127.0.0.1:0"),
                ("INVOICES__LOG__FILTER", "trace"),
                ("INVOICES__AUTH__JWT_SECRET", JWT_SECRET),
                ("INVOICES__SECRETS__KEY", SEALING_KEY),
                ("INVOICES__MAIL__GMAIL_URL", &base),
                ("INVOICES__MAIL__TOKEN_URL", &format!("{base}/token")),
                ("INVOICES__MAIL__TOKENINFO_URL", &format!("{base}/tokeninfo")),
                ("INVOICES__MAIL__USERINFO_URL", &format!("{base}/oauth2/v3/userinfo")),
                ("INVOICES__MAIL__CLIENT_ID", sandbox.client().0),
                ("INVOICES__MAIL__CLIENT_SECRET", sandbox.client().1),
                ("INVOICES__MAIL__RETRY_PAUSE_MILLISECONDS", "1"),
                (
                    "INVOICES__RENTAL__LANDLORDS",
                    r#"[{sender="hyra@landlord.example.com",subject="Hyresavi"}]"#,
                ),
                ("RUST_BACKTRACE", "full"),
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let (tell, mut said) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                let _ = tell.send(line);
            }
        });
        let mut before = vec![];
        let address = loop {
            let line = said
                .recv()
                .await
                .unwrap_or_else(|| panic!("it did not start:\n{}", before.join("\n")));
            let address = line
                .split_once("ready address=")
                .map(|(_, rest)| rest.split(' ').next().unwrap().to_owned());
            before.push(line);
            if let Some(address) = address {
                break address;
            }
        };
        let url = format!("http://{address}");
        Talkative {
            child,
            said,
            url,
            before,
        }
    }

    /// Stops it, and gives all that it logged.
    async fn stop(mut self) -> String {
        let pid = self.child.id().unwrap().to_string();
        assert!(Command::new("kill").arg(pid).status().await.unwrap().success());
        assert!(self.child.wait().await.unwrap().success());
        while let Some(line) = self.said.recv().await {
            self.before.push(line);
        }
        self.before.join("\n")
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_planted_is_found_nowhere() {
    is_found_nowhere(Database::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_planted_is_found_nowhere_with_postgres() {
    is_found_nowhere(Database::Postgres).await;
}

/// A whole life at the most talkative level, outages and bad requests included: log, files, every row of every table
/// and answers hold nothing that was planted.
async fn is_found_nowhere(database: Database) {
    let data = tempfile::tempdir().unwrap();
    let url = database.create(data.path()).await;
    let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
    let now = chrono::Utc::now() - chrono::TimeDelta::days(2);
    sandbox.add(&grocery(now, "204118", "113,67"));
    sandbox.add(&rent_mail(
        at("2026-11-10T08:00:00Z"),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
    let tokens = sandbox.issue_tokens();
    let service = Talkative::start(data.path(), &url, &sandbox).await;
    let http = reqwest::Client::builder().tls_certs_only([]).build().unwrap();
    let mut answers: Vec<String> = vec![];
    let mut ask = async |method: &str, path: &str, token: &str, body: String| {
        let request = http
            .request(method.parse().unwrap(), format!("{}{path}", service.url))
            .bearer_auth(token);
        let answer = request
            .header("content-type", "application/json")
            .body(body)
            .send()
            .await
            .unwrap();
        let (status, headers) = (answer.status(), format!("{:?}", answer.headers()));
        let text = answer.text().await.unwrap();
        let body: Value = serde_json::from_str(&text).unwrap_or_default();
        // Only a session's own answer may hold its token.
        if body["data"]["access_token"].is_null() {
            answers.push(format!("{status} {headers} {text}"));
        }
        (status.as_u16(), body)
    };
    let account = json!({"email": "alva@example.com", "name": "Alva", "password": PASSWORD}).to_string();
    let (status, session) = ask("POST", "/v1/auth/signup", "", account.clone()).await;
    assert_eq!(status, 201, "{session}");
    let token = session["data"]["access_token"].as_str().unwrap().to_owned();
    let mail = json!({"access_token": tokens.access, "refresh_token": tokens.refresh}).to_string();
    let cut = mail.trim_end_matches('}').to_owned();
    let wrong = json!({"email": "alva@example.com", "password": WRONG}).to_string();
    let typed = json!({"email": [PASSWORD], "name": {"x": PASSWORD}, "password": {"x": PASSWORD}}).to_string();
    let stray = json!({"access_token": STRAY, "refresh_token": STRAY}).to_string();
    for (method, path, bearer, body, expected) in [
        ("POST", "/v1/auth/signup", "", account, 409),
        ("POST", "/v1/auth/signup", "", typed, 400),
        (
            "POST",
            "/v1/auth/signup",
            "",
            format!("{{\"password\": \"{PASSWORD}\""),
            400,
        ),
        ("POST", "/v1/auth/login", "", wrong, 401),
        ("GET", "/v1/user/me", STRAY, String::new(), 401),
        ("POST", "/v1/auth/mail/store-tokens", &token, cut, 400),
        ("POST", "/v1/auth/mail/store-tokens", &token, stray, 400),
        ("POST", "/v1/auth/mail/store-tokens", &token, format!("[{mail}]"), 400),
        ("POST", "/v1/auth/mail/store-tokens", &token, mail.clone(), 201),
        ("POST", "/v1/invoices/rental/ingest", &token, String::new(), 200),
        ("POST", "/v1/invoices/retail/ingest", &token, String::new(), 200),
        ("GET", "/v1/invoices/rental", &token, String::new(), 200),
        ("GET", "/v1/invoices/retail", &token, String::new(), 200),
    ] {
        let (status, answer) = ask(method, path, bearer, body).await;
        assert_eq!(status, expected, "{method} {path}: {answer}");
    }
    for fault in [
        Fault::Search500,
        Fault::NotJson,
        Fault::TokenExpired,
        Fault::Userinfo500,
    ] {
        sandbox.fail(fault);
        ask("POST", "/v1/invoices/retail/ingest", &token, String::new()).await;
        ask("POST", "/v1/auth/mail/store-tokens", &token, mail.clone()).await;
        sandbox.clear_faults();
    }
    let files = all_bytes(data.path());
    let rows = all_rows(&url).await;
    assert!(
        rows.iter()
            .any(|(table, row)| table == "users" && row.contains("alva@example.com")),
        "the rows are those of a whole run"
    );
    let (status, _) = ask("DELETE", "/v1/user/me", &token, String::new()).await;
    assert_eq!(status, 200);
    let log = service.stop().await;
    assert!(
        log.contains("TRACE") && log.contains("signed up"),
        "the log is that of a whole run"
    );
    let secrets = [
        PASSWORD,
        WRONG,
        JWT_SECRET,
        SEALING_KEY,
        STRAY,
        &tokens.access,
        &tokens.refresh,
        &token,
        sandbox.client().1,
    ];
    for secret in secrets {
        let answer = answers.iter().find(|answer| answer.contains(secret));
        assert_eq!(answer, None, "an answer holds {secret}");
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "the log holds {secret}");
        let row = rows.iter().find(|(_, row)| row.contains(secret));
        assert_eq!(row, None, "the database holds {secret}");
        for (file, bytes) in &files {
            let holds = bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
            assert!(!holds, "{file} holds {secret}");
        }
    }
}

/// Every file below a folder, by its path.
fn all_bytes(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = vec![];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(all_bytes(&path));
        } else {
            found.push((path.display().to_string(), std::fs::read(&path).unwrap()));
        }
    }
    found
}

/// Every row of every table as text, by the name of its table.
async fn all_rows(url: &str) -> Vec<(String, String)> {
    let mut found = vec![];
    for table in tables(url).await {
        let rows = table.rows(url, "").await;
        found.extend(rows.into_iter().map(|row| (table.name.clone(), row)));
    }
    found
}
