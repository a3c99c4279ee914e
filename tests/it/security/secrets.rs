//! Secrets of users and of the operator appear in no log, file, table or answer.

use std::path::Path;
use std::process::Stdio;

use invoices_sandbox::{Fault, Sandbox, SandboxHandle, SandboxSettings};
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::database::tables;
use invoices_tests::support::mails::{at, grocery, notice, rent_mail};
use invoices_tests::support::program::program;
use invoices_tests::support::wait::within;
use rstest::rstest;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::mpsc;

const PASSWORD: &str = "planted-password-4711";
const WRONG: &str = "planted-wrong-password-4712";
const JWT_SECRET: &str = "planted-jwt-secret-of-many-bytes-4713";
/// 32 bytes in base64.
const ENCRYPTION_KEY: &str = "cGxhbnRlZC1zZWFsaW5nLWtleS1vZi0zMi1ieXRlcyE=";
const STRAY: &str = "planted-stray-token-4714";

/// The program, which logs at the level `trace`.
struct TracedService {
    child: Child,
    lines: mpsc::UnboundedReceiver<String>,
    url: String,
    log: Vec<String>,
}

impl TracedService {
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
                ("INVOICES__SECRETS__KEY", ENCRYPTION_KEY),
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
        let mut output = BufReader::new(child.stderr.take().unwrap()).lines();
        let (sender, mut lines) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok(Some(line)) = output.next_line().await {
                let _ = sender.send(line);
            }
        });
        let mut log = vec![];
        let address = loop {
            let line = within("the service to be ready", lines.recv())
                .await
                .unwrap_or_else(|| panic!("it did not start:\n{}", log.join("\n")));
            let address = line
                .split_once("ready address=")
                .map(|(_, rest)| rest.split(' ').next().unwrap().to_owned());
            log.push(line);
            if let Some(address) = address {
                break address;
            }
        };
        let url = format!("http://{address}");
        TracedService { child, lines, url, log }
    }

    /// Stops the program and returns its whole log.
    async fn stop(mut self) -> String {
        let pid = self.child.id().unwrap().to_string();
        assert!(Command::new("kill").arg(pid).status().await.unwrap().success());
        let ended = within("the service to stop", self.child.wait()).await;
        assert!(ended.unwrap().success());
        let rest = async {
            while let Some(line) = self.lines.recv().await {
                self.log.push(line);
            }
        };
        within("the end of the log", rest).await;
        self.log.join("\n")
    }
}

/// Makes every kind of request, also invalid ones and ones during outages. Then looks for the secrets in the log, the
/// files, the tables and the answers.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn secrets_appear_in_no_log_file_table_or_answer(#[values(Sqlite, Postgres)] database: Database) {
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
    let service = TracedService::start(data.path(), &url, &sandbox).await;
    let http = reqwest::Client::builder().tls_certs_only([]).build().unwrap();
    let mut answers: Vec<String> = vec![];
    let mut send = async |method: &str, path: &str, token: &str, body: String| {
        let request = http
            .request(method.parse().unwrap(), format!("{}{path}", service.url))
            .bearer_auth(token);
        let request = request.header("content-type", "application/json").body(body);
        let answer = within(format!("the answer to {method} {path}"), request.send())
            .await
            .unwrap();
        let (status, headers) = (answer.status(), format!("{:?}", answer.headers()));
        let text = answer.text().await.unwrap();
        let body: Value = serde_json::from_str(&text).unwrap_or_default();
        // Only the answer to sign-up or login may contain its token.
        if body["data"]["access_token"].is_null() {
            answers.push(format!("{status} {headers} {text}"));
        }
        (status.as_u16(), body)
    };
    let account = json!({"email": "alva@example.com", "name": "Alva", "password": PASSWORD}).to_string();
    let (status, session) = send("POST", "/v1/auth/signup", "", account.clone()).await;
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
        let (status, answer) = send(method, path, bearer, body).await;
        assert_eq!(status, expected, "{method} {path}: {answer}");
    }
    for fault in [
        Fault::Search500,
        Fault::NotJson,
        Fault::TokenExpired,
        Fault::Userinfo500,
    ] {
        sandbox.fail(fault);
        send("POST", "/v1/invoices/retail/ingest", &token, String::new()).await;
        send("POST", "/v1/auth/mail/store-tokens", &token, mail.clone()).await;
        sandbox.clear_faults();
    }
    let files = all_bytes(data.path());
    let rows = all_rows(&url).await;
    assert!(
        rows.iter()
            .any(|(table, row)| table == "users" && row.contains("alva@example.com")),
        "the rows are those of a whole run"
    );
    let (status, _) = send("DELETE", "/v1/user/me", &token, String::new()).await;
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
        ENCRYPTION_KEY,
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

/// The content of every file below a folder, by path.
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

/// The rows of all tables as text, by table.
async fn all_rows(url: &str) -> Vec<(String, String)> {
    let mut found = vec![];
    for table in tables(url).await {
        let rows = table.rows(url, "").await;
        found.extend(rows.into_iter().map(|row| (table.name.clone(), row)));
    }
    found
}
