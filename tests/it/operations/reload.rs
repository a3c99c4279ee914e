//! SIGHUP: the log's filter and the secrets are read again.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::replica::Replica;
use invoices_tests::support::wait::until;
use serde_json::json;

use super::process::Process;

const RELOADED: &str = "reloaded log filter, certificate and secrets";
const REFUSED: &str = "failed to reload log filter, certificate and secrets; all of them stay as they were";
const RESTART: &str = "these settings changed and need a restart";

fn write_secret(file: &Path, secret: &str) {
    fs::write(file, secret).unwrap();
    fs::set_permissions(file, fs::Permissions::from_mode(0o600)).unwrap();
}

/// Whether a request makes the service write lines of the level DEBUG.
async fn writes_debug(replica: &Replica) -> bool {
    let lines = |level| replica.log().iter().filter(|line| line["level"] == level).count();
    let (debug, info) = (lines("DEBUG"), lines("INFO"));
    view(replica, "").await.fails(401, "INVALID_CREDENTIALS");
    // The request's own line is of the level INFO.
    until("the line of the request", async || lines("INFO") > info).await;
    lines("DEBUG") > debug
}

async fn view(replica: &Replica, token: &str) -> Answer {
    Answer::to(replica.get("/v1/user/me", token)).await
}

async fn log_in(replica: &Replica) -> String {
    let login = json!({"email": "alva@example.com", "password": "a password of some length"});
    let answer = Answer::to(replica.post("/v1/auth/login", "", &login)).await;
    answer.body["data"]["access_token"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_filter_of_the_log_changes_and_a_malformed_one_is_refused() {
    let process = Process::start(&[]).await;
    let replica = &process.replica;
    let settings = process.folder.path().join("invoices.toml");
    assert_eq!(replica.reload(RELOADED).await["changed"], "");
    assert!(!writes_debug(replica).await);
    fs::write(&settings, "[log]\nfilter = \"debug\"").unwrap();
    assert_eq!(replica.reload(RELOADED).await["changed"], "log.filter");
    until("lines of the level DEBUG", async || writes_debug(replica).await).await;
    for malformed in ["[log]\nfilter = \"invoices=loud\"", "[log]\nfilter = 1", "[log"] {
        fs::write(&settings, malformed).unwrap();
        replica.reload(REFUSED).await;
        until("lines of the level DEBUG", async || writes_debug(replica).await).await;
    }
    // Anything else stays until the next start.
    let workers = "[pipeline]\nworkers = 3\n[database]\npassword = \"a new password\"";
    fs::write(&settings, workers).unwrap();
    assert_eq!(
        replica.reload(RESTART).await["settings"],
        "database.password, pipeline.workers"
    );
    assert!(!format!("{:?}", replica.log()).contains("a new password"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tokens_are_signed_with_the_new_secret_and_the_previous_one_counts_while_it_is_named() {
    let process = Process::start(&[]).await;
    let (replica, folder) = (&process.replica, process.folder.path());
    let old = replica.connects(&process.sandbox).await;
    let (current, previous) = (folder.join("data/jwt.key"), folder.join("previous"));
    write_secret(&previous, &fs::read_to_string(&current).unwrap());
    write_secret(&current, "a new secret for tokens, which is long enough");
    let settings = folder.join("invoices.toml");
    fs::write(&settings, "[auth]\njwt_previous_secret_file = \"previous\"").unwrap();
    view(replica, &old).await.data(200);
    assert_eq!(replica.reload(RELOADED).await["changed"], "auth.jwt_secret");
    let new = log_in(replica).await;
    view(replica, &old).await.data(200);
    view(replica, &new).await.data(200);
    fs::write(&settings, "").unwrap();
    assert_eq!(replica.reload(RELOADED).await["changed"], "auth.jwt_secret");
    view(replica, &old).await.fails(401, "INVALID_CREDENTIALS");
    view(replica, &new).await.data(200);
    write_secret(&current, "short");
    replica.reload(REFUSED).await;
    fs::remove_file(&current).unwrap();
    replica.reload(REFUSED).await;
    assert!(!current.exists(), "no secret is invented");
    view(replica, &new).await.data(200);
    let log = format!("{:?}", replica.log());
    assert!(!log.contains("a new secret for tokens"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mail_tokens_are_encrypted_with_the_new_key_if_it_comes_with_the_previous_one() {
    let process = Process::start(&[]).await;
    let (replica, folder) = (&process.replica, process.folder.path());
    let token = replica.connects(&process.sandbox).await;
    let ingest = async || {
        let request = replica.post("/v1/invoices/retail/ingest", &token, &json!({}));
        Answer::to(request).await.data(200).clone()
    };
    let (current, previous) = (folder.join("data/secrets.key"), folder.join("previous"));
    write_secret(&previous, &fs::read_to_string(&current).unwrap());
    write_secret(&current, &STANDARD.encode([7; 32]));
    let line = replica.reload(REFUSED).await;
    let error = line["error"].as_str().unwrap();
    assert!(error.contains("must be among the new keys"), "{error}");
    ingest().await;
    let settings = "[secrets]\nprevious_keys_file = \"previous\"";
    fs::write(folder.join("invoices.toml"), settings).unwrap();
    assert_eq!(replica.reload(RELOADED).await["changed"], "secrets.key");
    // With the old key, and after another mail account is connected, with the new one.
    ingest().await;
    let tokens = process.sandbox.issue_tokens();
    let tokens = json!({"access_token": tokens.access, "refresh_token": tokens.refresh});
    let stored = replica.post("/v1/auth/mail/store-tokens", &token, &tokens);
    Answer::to(stored).await.data(201);
    fs::write(folder.join("invoices.toml"), "").unwrap();
    assert_eq!(replica.reload(RELOADED).await["changed"], "secrets.key");
    ingest().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_secret_of_the_oauth_client_is_read_anew() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("client");
    write_secret(&file, "an outdated secret");
    let settings = [("INVOICES__MAIL__CLIENT_SECRET_FILE", file.to_str().unwrap())];
    let process = Process::start_in(folder, &settings).await;
    let replica = &process.replica;
    let account = json!({"name": "Alva", "email": "alva@example.com", "password": "a password of some length"});
    let answer = Answer::to(replica.post("/v1/auth/signup", "", &account)).await;
    let token = answer.body["data"]["access_token"].as_str().unwrap().to_owned();
    let connect = async || {
        let tokens = process.sandbox.issue_tokens();
        let tokens = json!({"access_token": tokens.access, "refresh_token": tokens.refresh});
        Answer::to(replica.post("/v1/auth/mail/store-tokens", &token, &tokens)).await
    };
    assert_ne!(connect().await.status, 201);
    write_secret(&file, process.sandbox.client().1);
    assert_eq!(replica.reload(RELOADED).await["changed"], "mail.client_secret");
    connect().await.data(201);
}
