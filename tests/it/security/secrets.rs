//! Secrets of users and of the operator appear in no log, file, table or answer.

use invoices_sandbox::{Fault, Sandbox, SandboxSettings};
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{at, grocery, notice, rent_mail};
use invoices_tests::support::traced::{ENCRYPTION_KEY, JWT_SECRET, TracedService, all_bytes, all_rows};
use invoices_tests::support::wait::{until, within};
use serde_json::{Value, json};

const PASSWORD: &str = "planted-password-4711";
const WRONG: &str = "planted-wrong-password-4712";
const STRAY: &str = "planted-stray-token-4714";
const WEBHOOK_KEY: &str = "planted-webhook-key-4715";
const CHANNELS: &str = "/v1/notifications/channels";
const CHANNEL_TOKEN: &str = "planted-channel-token-4716";

/// Makes every kind of request, also invalid ones and ones during outages. Then looks for the secrets in the log, the
/// files, the tables and the answers.
// Shows: Threats | Secrets show in logs, settings or messages | types that don't print; settings are shown without them
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn secrets_appear_in_no_log_file_table_or_answer() {
    let data = tempfile::tempdir().unwrap();
    let url = Sqlite.create(data.path()).await;
    let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
    let now = chrono::Utc::now() - chrono::TimeDelta::days(2);
    sandbox.add(&grocery(now, "204118", "113,67"));
    sandbox.add(&rent_mail(
        at("2026-11-10T08:00:00Z"),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
    let tokens = sandbox.issue_tokens();
    let service = TracedService::start(data.path(), &url, &sandbox, "trace").await;
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
        // Only the answer to sign-up or login may contain its token, and that to a registration the webhook's secret.
        if body["data"]["access_token"].is_null() && body["data"]["secret"].is_null() {
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
    let calendar = format!("/v1/calendar/{STRAY}.ics");
    let callback = format!("/v1/auth/mail/callback?code={STRAY}&state={STRAY}");
    for (method, path, bearer, body, expected) in [
        ("GET", callback.as_str(), "", String::new(), 200),
        ("GET", calendar.as_str(), "", String::new(), 404),
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
    let webhook = json!({"url": format!("https://nobody.invalid/?key={WEBHOOK_KEY}")}).to_string();
    let (status, registered) = send("POST", "/v1/webhooks", &token, webhook).await;
    assert_eq!(status, 201, "{registered}");
    let webhook = registered["data"]["webhook"]["webhook_id"].as_str().unwrap().to_owned();
    let webhook_secret = registered["data"]["secret"].as_str().unwrap().to_owned();
    let test = format!("/v1/webhooks/{webhook}/test");
    assert_eq!(send("POST", &test, &token, String::new()).await.0, 201);
    let deliveries = format!("/v1/webhooks/{webhook}/deliveries");
    until("the test event to be sent", async || {
        let (_, listed) = send("GET", &deliveries, &token, String::new()).await;
        listed["data"]["deliveries"][0]["state"] == "failed"
    })
    .await;
    let channel = json!({"target": {"type": "gotify", "url": "https://nobody.invalid"}, "secret": CHANNEL_TOKEN});
    let (status, added) = send("POST", CHANNELS, &token, channel.to_string()).await;
    assert_eq!(status, 201, "{added}");
    let test = format!("{CHANNELS}/{}/test", added["data"]["channel_id"].as_str().unwrap());
    assert_eq!(send("POST", &test, &token, String::new()).await.0, 201);
    until("the test message to be sent", async || {
        let (_, listed) = send("GET", CHANNELS, &token, String::new()).await;
        listed["data"]["channels"][0]["last_delivery"]["state"] == "failed"
    })
    .await;
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
    // The database has these as they are, to sign and send with them.
    for secret in [WEBHOOK_KEY, &webhook_secret, CHANNEL_TOKEN] {
        let answer = answers.iter().find(|answer| answer.contains(secret));
        assert_eq!(answer, None, "an answer holds {secret}");
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "the log holds {secret}");
    }
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
