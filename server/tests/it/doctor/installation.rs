//! The state of the data, the database and the keys.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use invoices_client::{Client, types};
use invoices_sandbox::SandboxHandle;
use rcgen::{CertificateParams, KeyPair};
use serde_json::Value;
use test_servers::Certificate;
use test_servers::dovecot::Dovecot;

use super::{doctor, sandbox};
use crate::served::{Served, run};

/// The checks in their order.
const CHECKS: [&str; 17] = [
    "settings",
    "variables",
    "data",
    "keys",
    "disk",
    "certificate",
    "database",
    "migrations",
    "queue",
    "integrity",
    "objects",
    "originals",
    "secrets",
    "provider",
    "clock",
    "parsers",
    "reader",
];

/// A user with a mail account, so that there are tokens.
async fn connect_mail(sandbox: &SandboxHandle, served: &Served) {
    let client = Client::connect(&format!("http://{}", served.address)).unwrap();
    let client = client
        .sign_up("alva@example.com", "Alva", "correct horse battery".to_owned())
        .await
        .unwrap();
    let tokens = sandbox.issue_tokens();
    let body = types::StoreTokensBody {
        account_id: None,
        access_token: tokens.access.into(),
        refresh_token: Some(tokens.refresh.into()),
        expires_in: None,
        scope: None,
        email: None,
    };
    client.mail_store_tokens(&body).await.unwrap();
}

/// Every file and folder with its mode, size and time of change.
fn tree(folder: &Path) -> BTreeMap<PathBuf, (u32, u64, i64, i64)> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        let meta = fs::symlink_metadata(&path).unwrap();
        if meta.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
        found.insert(path, (meta.mode(), meta.size(), meta.mtime(), meta.mtime_nsec()));
    }
    found
}

fn chmod(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_healthy_installation_has_no_faults_with_and_without_the_service() {
    let folder = tempfile::tempdir().unwrap();
    let sandbox = sandbox(folder.path()).await;
    let mut served = Served::start(folder.path());
    connect_mail(&sandbox, &served).await;
    for is_running in [true, false] {
        if !is_running {
            assert_eq!(served.signal("-TERM"), Some(0));
        }
        let before = tree(folder.path());
        let shown = doctor(folder.path());
        assert_eq!(shown.code, Some(0), "{}", shown.out);
        for name in CHECKS {
            // This machine may lack free space or a layer of confinement.
            let (state, _) = shown.of(name);
            let may_warn = ["disk", "reader"].contains(&name);
            assert!(
                state == "ok" || may_warn && state == "warning",
                "{name} in\n{}",
                shown.out
            );
        }
        shown.assert("secrets", "ok", &["the keys decrypt 1 token files"]);
        shown.assert("clock", "ok", &[&sandbox.base_url()]);
        shown.assert("parsers", "ok", &["rental "]);
        shown.assert("queue", "ok", &["0 dead"]);
        if !is_running {
            assert_eq!(tree(folder.path()), before, "nothing is written");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_imap_server_that_does_not_answer_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let _sandbox = sandbox(folder.path()).await;
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(["localhost".to_owned()]).unwrap();
    let certificate = Certificate {
        certificate: certificate.self_signed(&key).unwrap().pem(),
        key: key.serialize_pem(),
    };
    fs::write(folder.path().join("ca.pem"), &certificate.certificate).unwrap();
    let dovecot = Dovecot::start(&certificate).unwrap();
    let settings = fs::read_to_string(folder.path().join("invoices.toml")).unwrap();
    let server = format!(
        "[imap]\nservers = [{{ name = \"example\", host = \"localhost\", port = {}, ca_file = \"ca.pem\" }}]\n",
        dovecot.port()
    );
    fs::write(folder.path().join("invoices.toml"), settings + &server).unwrap();
    let fault = "the IMAP server example does not answer";
    assert!(!doctor(folder.path()).out.contains(fault));
    drop(dovecot);
    assert!(doctor(folder.path()).out.contains(fault));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_json_is_what_the_lines_say() {
    let folder = tempfile::tempdir().unwrap();
    let _sandbox = sandbox(folder.path()).await;
    assert!(run(folder.path(), &["migrate"]).status.success());
    let lines = doctor(folder.path());
    let output = run(folder.path(), &["doctor", "--json"]);
    assert_eq!(output.status.code(), lines.code);
    let findings: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let names: Vec<&str> = findings
        .iter()
        .map(|finding| finding["name"].as_str().unwrap())
        .collect();
    assert!(CHECKS.iter().all(|check| names.contains(check)), "{names:?}");
    for finding in &findings {
        let name = finding["name"].as_str().unwrap();
        let (state, text) = lines.of(name);
        if names.iter().filter(|other| **other == name).count() == 1 {
            assert_eq!(finding["state"], state.as_str());
            assert!(text.contains(finding["advice"].as_str().unwrap_or_default()), "{text}");
        }
        assert!(finding["message"].as_str().is_some_and(|message| !message.is_empty()));
    }
    // Without a service the folder of originals and the keys are not there yet.
    lines.assert("objects", "fault", &["does not exist", "start the service"]);
    lines.assert("keys", "warning", &["jwt.key", "does not exist"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_folder_is_a_fault_and_stays_empty() {
    let folder = tempfile::tempdir().unwrap();
    let _sandbox = sandbox(folder.path()).await;
    let shown = doctor(folder.path());
    assert_eq!(shown.code, Some(1));
    shown.assert("data", "fault", &["data does not exist", "--config"]);
    for name in ["database", "objects", "secrets", "keys", "disk"] {
        shown.assert(name, "skipped", &["the data folder does not exist"]);
    }
    for name in ["migrations", "queue", "integrity", "originals"] {
        shown.assert(name, "skipped", &["the database can't be read"]);
    }
    shown.assert("provider", "ok", &["answer"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only the settings");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_missing_or_not_migrated_is_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let _sandbox = sandbox(folder.path()).await;
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    chmod(&data, 0o700);
    let shown = doctor(folder.path());
    shown.assert(
        "database",
        "fault",
        &["invoices.db does not exist", "start the service"],
    );
    shown.assert("migrations", "skipped", &["the database can't be read"]);
    assert_eq!(fs::read_dir(&data).unwrap().count(), 0);

    // It makes an empty database.
    assert!(run(folder.path(), &["migrate", "--dry-run"]).status.success());
    // Connections that close at the same time may leave an empty journal, whose index the next reader makes.
    for journal in ["invoices.db-wal", "invoices.db-shm"] {
        let _ = fs::remove_file(data.join(journal));
    }
    let before = tree(&data);
    let shown = doctor(folder.path());
    assert_eq!(shown.code, Some(1));
    shown.assert("database", "ok", &["invoices.db"]);
    shown.assert("migrations", "fault", &["not yet run: ", "`invoices migrate`"]);
    shown.assert("queue", "skipped", &["not migrated"]);
    assert_eq!(tree(&data), before);

    assert!(run(folder.path(), &["migrate"]).status.success());
    doctor(folder.path()).assert("migrations", "ok", &[]);
    fs::write(data.join("invoices.db"), "not a database, but a text of some length").unwrap();
    let shown = doctor(folder.path());
    assert_eq!(shown.code, Some(1));
    assert!(shown.out.contains("not a database"), "{}", shown.out);
}

#[tokio::test(flavor = "multi_thread")]
async fn data_that_others_can_access_is_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let _sandbox = sandbox(folder.path()).await;
    let mut served = Served::start(folder.path());
    assert_eq!(served.signal("-TERM"), Some(0));
    let (data, key) = (folder.path().join("data"), folder.path().join("data/jwt.key"));
    chmod(&data, 0o755);
    let shown = doctor(folder.path());
    assert_eq!(shown.code, Some(1));
    shown.assert(
        "data",
        "fault",
        &["other users can access data (mode 755)", "chmod 700 data"],
    );
    chmod(&data, 0o700);
    chmod(&key, 0o644);
    let shown = doctor(folder.path());
    shown.assert("keys", "fault", &["jwt.key", "mode 644", "chmod 600 data/jwt.key"]);
    assert_eq!(
        fs::metadata(&key).unwrap().mode() & 0o777,
        0o644,
        "the doctor changes nothing"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_does_not_open_the_tokens_is_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let sandbox = sandbox(folder.path()).await;
    let mut served = Served::start(folder.path());
    connect_mail(&sandbox, &served).await;
    assert_eq!(served.signal("-TERM"), Some(0));
    let key = folder.path().join("data/secrets.key");
    let right = fs::read_to_string(&key).unwrap();
    let other = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n";
    let write = |text: &str| {
        fs::write(&key, text).unwrap();
        doctor(folder.path())
    };
    let shown = write(other);
    assert_eq!(shown.code, Some(1));
    shown.assert(
        "secrets",
        "fault",
        &["of 1 token files, no key opens 1: user_", "restore the key"],
    );
    assert!(!shown.out.contains(other.trim()), "no secret is shown");
    let shown = write(&format!("{other}{right}"));
    shown.assert(
        "secrets",
        "warning",
        &["a previous key encrypts 1", "`invoices secrets rotate`"],
    );
    assert_eq!(shown.code, Some(0), "{}", shown.out);
    let shown = write("not a key\n");
    shown.assert("settings", "fault", &["32 bytes in base64"]);
    fs::remove_file(&key).unwrap();
    doctor(folder.path()).assert("secrets", "fault", &["secrets.key is missing"]);
    assert!(!key.exists());
}
