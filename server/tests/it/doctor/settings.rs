//! Settings that can't be used, and servers that they name.

use std::fs;
use std::process::{Command, Stdio};

use super::{Shown, doctor};
use crate::served::{invoices, run, text};

/// One file with faults of every kind.
const MALFORMED: &str = r#"
time_zone = "Nowhere/Land"
[server]
address = "nowhere"
replicas = "many"
adress = "127.0.0.1:0"
[pipeline]
workers = -1
[database]
password = 815
password_file = "/nowhere/at-all"
[secrets]
key = "hunter2"
[mail]
provider_url = "gmail"
page_size = 0
[aws]
endpoint_url = "localhost:5000"
[log]
filter = "info,=="
[schedule]
retail = "now and then"
rental_latest = "never"
[reader]
program = "/nowhere/reader"
"#;

#[test]
fn every_malformed_value_is_named_at_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("invoices.toml"), MALFORMED).unwrap();
    let checked = run(folder.path(), &["config", "check"]);
    let errors = text(&checked.stderr);
    let shown = doctor(folder.path());
    assert_eq!((checked.status.code(), shown.code), (Some(1), Some(1)));
    for word in [
        "time_zone: ",
        "server.address",
        "server.replicas",
        "server.adress: there is no such setting; is server.address meant?",
        "pipeline.workers",
        "database.password",
        "secrets.key: ",
        "mail.provider_url: is not",
        "mail.page_size: this is a constant now, 500",
        "aws.endpoint_url: ",
        "log.filter",
        "\"now and then\"",
        "\"never\"",
        "reader.program: ",
    ] {
        assert!(errors.contains(word), "{word} in\n{errors}");
        assert!(shown.out.contains(word), "{word} in\n{}", shown.out);
    }
    for secret in ["hunter2", "815"] {
        assert!(!errors.contains(secret) && !shown.out.contains(secret), "{secret}");
    }
    shown.assert("settings", "fault", &["invoices config check"]);
    shown.assert("database", "skipped", &["the settings can't be read"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_file_that_is_no_toml_is_named_without_its_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("invoices.toml"), "[database]\npassword = hunter2\n").unwrap();
    let shown = doctor(folder.path());
    shown.assert("settings", "fault", &["line 2: ", "invoices.toml"]);
    assert!(!shown.out.contains("hunter2"), "{}", shown.out);
    let missing = run(folder.path(), &["doctor", "--config", "nowhere.toml"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(text(&missing.stdout).contains("there is no settings file nowhere.toml"));
}

#[test]
fn a_variable_that_is_no_setting_is_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let with_variable = |command: &[&str]| {
        let mut invoices = invoices(folder.path());
        invoices
            .args(command)
            .env("INVOICES_DATABASE_PASSWORD", "hunter2")
            .output()
            .unwrap()
    };
    let checked = with_variable(&["config", "check"]);
    assert_eq!(checked.status.code(), Some(0));
    let warned = text(&checked.stderr);
    assert!(
        warned.contains("warning: the variable INVOICES_DATABASE_PASSWORD is not a setting")
            && warned.contains("INVOICES__DATABASE__PASSWORD"),
        "{warned}"
    );
    fs::write(folder.path().join("invoices.toml"), "nonsense = 1").unwrap();
    let output = with_variable(&["doctor"]);
    let shown = Shown {
        code: output.status.code(),
        out: text(&output.stdout),
    };
    shown.assert(
        "variables",
        "warning",
        &["INVOICES_DATABASE_PASSWORD", "INVOICES__DATABASE__PASSWORD"],
    );
    assert!(!shown.out.contains("hunter2") && !warned.contains("hunter2"));
}

#[test]
fn servers_that_do_not_answer_are_faults() {
    let folder = tempfile::tempdir().unwrap();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = listener.local_addr().unwrap();
    // It accepts and says nothing.
    let settings = format!(
        "[database]\nurl = \"postgres://alva:hunter2@{silent}/invoices\"\n[mail]\nprovider_url = \"http://{silent}\"\n"
    );
    fs::write(folder.path().join("invoices.toml"), settings).unwrap();
    let started = std::time::Instant::now();
    let shown = doctor(folder.path());
    assert!(started.elapsed().as_secs() < 30, "{:?}", started.elapsed());
    assert_eq!(shown.code, Some(1));
    // Its own time limit or that of the check, on a slow machine.
    assert_eq!(shown.of("database").0, "fault", "{}", shown.out);
    shown.assert("provider", "fault", &["does not answer", "curl"]);
    shown.assert("clock", "skipped", &["no server returned its time"]);
    assert!(
        shown.out.contains(&format!("http://{silent} does not answer")),
        "{}",
        shown.out
    );
    assert!(!shown.out.contains("hunter2"));
    // Nothing listens on port 9.
    let closed = "http://127.0.0.1:9";
    fs::write(
        folder.path().join("invoices.toml"),
        format!("[mail]\nprovider_url = \"{closed}\"\n"),
    )
    .unwrap();
    let shown = doctor(folder.path());
    assert!(
        shown.out.contains(&format!("{closed} does not answer")),
        "{}",
        shown.out
    );
}

#[test]
fn the_doctor_ends_quietly_when_nobody_reads_its_output_on() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("invoices.toml"), "nonsense = 1").unwrap();
    let mut command: Command = invoices(folder.path());
    command.arg("doctor").stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().unwrap();
    drop(running.stdout.take());
    let ended = running.wait_with_output().unwrap();
    assert_eq!((text(&ended.stderr).as_str(), ended.status.code()), ("", Some(141)));
}
