//! The program as users start it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use test_servers::moto::Moto;
use test_servers::postgres::Postgres;

use crate::served::{Served, invoices, run, text};

#[test]
fn the_demo_succeeds() {
    let folder = tempfile::tempdir().unwrap();
    check_demo(folder.path(), invoices(folder.path()).arg("demo"));
}

#[test]
fn the_demo_succeeds_on_the_cloud_engines() {
    let folder = tempfile::tempdir().unwrap();
    let pythons = std::env::var_os("INVOICES_TEST_PYTHON").expect("no moto: run the tests with `cargo xtask test`");
    let moto = Moto::start(&Path::new(&pythons).join("moto/bin/python")).unwrap();
    let postgres = Postgres::start().unwrap();
    let mut demo = invoices(folder.path());
    demo.args([
        "demo",
        "--engine",
        "cloud",
        "--aws",
        moto.url(),
        "--postgres",
        &postgres.url(),
    ]);
    let out = check_demo(folder.path(), &mut demo);
    assert!(out.contains("PostgreSQL keeps the rows"), "{out}");

    let incomplete = run(
        folder.path(),
        &["demo", "--engine", "cloud", "--postgres", &postgres.url()],
    );
    assert!(!incomplete.status.success());
    let error = text(&incomplete.stderr);
    assert!(error.contains("--aws"), "{error}");
}

#[test]
fn a_command_creates_no_database() {
    let folder = tempfile::tempdir().unwrap();
    for command in [
        &["ledger"][..],
        &["jobs"],
        &["notifications"],
        &["corrections"],
        &["users", "list"],
        &["release", "--user", "alva@example.com", "1"],
        &["import", "--user", "alva@example.com", "mail.mbox"],
    ] {
        let output = run(folder.path(), command);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{command:?}: {error}");
        assert!(error.contains("there is no database at data/"), "{command:?}: {error}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "{command:?}");
    }
}

#[test]
fn the_version_states_commit_and_features() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["--version"]);
    let out = text(&output.stdout);
    let lines: Vec<&str> = out.lines().collect();
    let [version, commit, features] = lines[..] else {
        panic!("{out}");
    };
    assert!(version.starts_with("invoices "), "{out}");
    // Without a git checkout, as in a source archive, there is no commit.
    assert!(
        commit.starts_with("commit ") && (commit.contains(" of 20") || commit.ends_with("unknown")),
        "{out}"
    );
    assert_eq!(features, "features: aws, otlp, postgres");
}

/// moto without the corrections of this project's tests, on a free port. It ends when standard input closes.
const PLAIN_MOTO: &str = "
import sys
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer(ip_address='127.0.0.1', port=0, verbose=False)
server.start()
print('http://%s:%d' % server.get_host_and_port(), flush=True)
sys.stdin.read()
";

#[test]
fn provisioning_works_on_a_plain_moto_and_says_what_was_made_before_a_failure() {
    let pythons = std::env::var_os("INVOICES_TEST_PYTHON").expect("no moto: run the tests with `cargo xtask test`");
    let mut moto = Command::new(Path::new(&pythons).join("moto/bin/python3"))
        .args(["-c", PLAIN_MOTO])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut url = String::new();
    BufReader::new(moto.stdout.take().unwrap()).read_line(&mut url).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let provision = |bucket: &str, settings: &str| {
        let aws = format!(
            "[aws]\nregion = \"eu-north-1\"\naccess_key_id = \"test\"\nsecret_access_key = \"test\"\n\
             path_style = true\nendpoint_url = \"{}\"\n{settings}",
            url.trim()
        );
        std::fs::write(folder.path().join("invoices.toml"), aws).unwrap();
        let arguments = ["provision", "aws", "--bucket", bucket, "--email", "ops@example.com"];
        let output = run(folder.path(), &arguments);
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    // Nothing listens on port 9.
    let (code, out, error) = provision("invoices-one", "queue_url = \"http://127.0.0.1:9\"\n");
    assert_eq!(code, Some(1));
    assert_eq!(out.lines().count(), 3, "{out}");
    assert!(out.lines().all(|line| line.starts_with("made ")), "{out}");
    assert!(error.contains("failed to provision the queue"), "{error}");
    // It finds what was made.
    let (code, out, error) = provision("invoices-one", "topic_url = \"http://127.0.0.1:9\"\n");
    assert_eq!(code, Some(1), "{out}{error}");
    assert!(out.contains("is there    bucket invoices-one"), "{out}");
    assert!(out.contains("made        queue invoices-objects-dead"), "{out}");
    let (code, out, error) = provision("invoices-two", "");
    assert_eq!(code, Some(0), "{out}{error}");
    assert!(out.contains("made        bucket invoices-two"), "{out}");
    assert!(out.contains("store = \"s3:invoices-two\""), "{out}");
    drop(moto.stdin.take());
    moto.wait().unwrap();
}

fn check_demo(folder: &Path, demo: &mut Command) -> String {
    let shown = demo.output().unwrap();
    assert!(
        shown.status.success(),
        "{}\n{}",
        text(&shown.stdout),
        text(&shown.stderr)
    );
    let out = text(&shown.stdout);
    for words in [
        "Signup successful!",
        "New rental invoice of ",
        "quarantined",
        "Invoice deleted successfully",
        "The result is what the mailbox contains.",
    ] {
        assert!(out.contains(words), "{words} is missing in\n{out}");
    }
    assert_eq!(
        std::fs::read_dir(folder).unwrap().count(),
        0,
        "the demo leaves no file behind"
    );
    out
}

#[test]
fn it_serves_without_settings_and_stops_cleanly() {
    let folder = tempfile::tempdir().unwrap();
    let mut served = Served::start(folder.path());
    let answer = served.ask("GET /v1/user/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 401 Unauthorized\r\n"), "{answer}");
    assert!(answer.contains(r#"{"error":{"code":"INVALID_CREDENTIALS""#), "{answer}");
    assert!(
        !answer.to_lowercase().contains("\r\nserver:"),
        "no server header: {answer}"
    );
    let body = r#"{"email": "alva@example.com", "name": "Alva", "password": "correct horse battery"}"#;
    let signup = format!(
        "POST /v1/auth/signup HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    assert!(served.ask(&signup).starts_with("HTTP/1.1 201 Created\r\n"));
    assert_eq!(served.signal("-TERM"), Some(0));
    // A new process on the same data has the account.
    let mut served = Served::start(folder.path());
    assert!(served.ask(&signup).starts_with("HTTP/1.1 409 Conflict\r\n"));
    assert_eq!(served.signal("-INT"), Some(0));
}

#[test]
fn an_unknown_setting_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("invoices.toml"),
        "[server]\nadress = \"127.0.0.1:0\"\n",
    )
    .unwrap();
    let refused = run(folder.path(), &["serve"]);
    assert_eq!(refused.status.code(), Some(1));
    let error = text(&refused.stderr);
    let meant = "server.adress: there is no such setting; is server.address meant? (in invoices.toml)";
    assert!(error.contains(meant), "{error}");
    std::fs::remove_file(folder.path().join("invoices.toml")).unwrap();
    let refused = invoices(folder.path())
        .arg("serve")
        .env("INVOICES__SERVER__PORT", "1")
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("port"), "{}", text(&refused.stderr));
}

#[test]
fn an_old_variable_is_an_error_that_names_the_new_setting() {
    let folder = tempfile::tempdir().unwrap();
    for (variable, new) in [
        ("INVOICES__INBOX__QUEUE", "object_events.queue"),
        ("INVOICES__TOPIC__STORE", "topic.publisher"),
        (
            "INVOICES__MAIL__PAGE_SIZE",
            "this is a constant now, 500: remove the setting",
        ),
    ] {
        let mut serve = invoices(folder.path());
        let refused = serve.arg("serve").env(variable, "x").output().unwrap();
        assert_eq!(refused.status.code(), Some(1));
        assert!(text(&refused.stderr).contains(new), "{}", text(&refused.stderr));
    }
}

#[test]
fn config_check_shows_every_value_with_its_source() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("db-password"), "hunter2\n").unwrap();
    std::fs::write(
        folder.path().join("invoices.toml"),
        "[pipeline]\nworkers = 7\n[database]\npassword = \"from the file\"\n",
    )
    .unwrap();
    let checked = |variables: &[(&str, &str)]| {
        let mut command = invoices(folder.path());
        let output = command
            .args(["config", "check"])
            .envs(variables.iter().copied())
            .output()
            .unwrap();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, shown, _) = checked(&[
        ("INVOICES__DATABASE__PASSWORD", "0123"),
        ("INVOICES__SERVER__ROLES", "[\"worker\"]"),
        ("INVOICES__MAIL__CLIENT_ID", "a client id"),
        ("INVOICES__MAIL__CLIENT_SECRET_FILE", "db-password"),
    ]);
    assert_eq!(code, Some(0), "{shown}");
    let line = |path: &str| {
        let line = shown
            .lines()
            .find(|line| line.trim_start().starts_with(path))
            .unwrap_or_else(|| panic!("{path} in {shown}"));
        line.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(line("pipeline.workers"), "pipeline.workers 7 invoices.toml");
    assert_eq!(line("time_zone"), "time_zone \"Europe/Stockholm\" default");
    assert_eq!(
        line("server.roles"),
        "server.roles [\"worker\"] INVOICES__SERVER__ROLES"
    );
    assert_eq!(
        line("database.password"),
        "database.password ******** INVOICES__DATABASE__PASSWORD"
    );
    assert_eq!(
        line("mail.client_secret"),
        "mail.client_secret ******** INVOICES__MAIL__CLIENT_SECRET_FILE"
    );
    let (code, shown, errors) = checked(&[
        ("INVOICES__SERVER__REPLICAS", "3"),
        ("INVOICES__TIME_ZONE", "Nowhere/Land"),
    ]);
    assert_eq!(code, Some(1));
    assert!(
        errors.contains("time_zone: ") && errors.contains("objects.store: "),
        "{errors}"
    );
    assert!(shown.contains("server.replicas"), "{shown}");
    let (code, _, errors) = checked(&[("INVOICES__SERVER__ADRESS", "x")]);
    assert_eq!(code, Some(1));
    assert!(errors.contains("adress") && errors.contains("INVOICES__"), "{errors}");
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        2,
        "it creates no file"
    );
}

#[test]
fn it_migrates_and_lists_notifications() {
    let folder = tempfile::tempdir().unwrap();
    let pending = text(&run(folder.path(), &["migrate", "--dry-run"]).stdout);
    assert!(pending.contains("tables"), "{pending}");
    assert_eq!(text(&run(folder.path(), &["migrate"]).stdout), pending);
    assert_eq!(
        text(&run(folder.path(), &["migrate"]).stdout),
        "the database is up to date\n"
    );
    assert!(run(folder.path(), &["notifications"]).status.success());
}

#[test]
fn help_lists_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let help = text(&run(folder.path(), &["--help"]).stdout);
    for command in [
        "serve",
        "demo",
        "parse",
        "sandbox",
        "config",
        "doctor",
        "migrate",
        "notifications",
        "corrections",
        "users",
    ] {
        assert!(help.contains(command), "{help}");
        let own = run(folder.path(), &[command, "--help"]);
        assert!(own.status.success() && text(&own.stdout).len() > 200, "{command}");
    }
}

#[test]
fn a_command_ends_quietly_when_nobody_reads_its_output_on() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mail.html"), "<p>Kvitto</p><p>Totalt: 125,00 kr</p>").unwrap();
    // The first runs create the database and the keys, and log that.
    for arguments in [["migrate"], ["reparse"]] {
        assert!(run(folder.path(), &arguments).status.success());
    }
    for (arguments, code) in [
        (&["migrate"][..], 141),
        // What was wanted of a list was printed.
        (&["ledger"], 0),
        (&["jobs", "--json"], 0),
        (&["notifications", "--csv"], 0),
        (&["corrections", "--json"], 0),
        (&["users", "list"], 0),
        (&["users", "list", "--json"], 0),
        (&["users", "invitations", "--csv"], 0),
        (&["users", "log"], 0),
        (&["reparse"], 141),
        (&["config", "check"], 141),
        (&["parse", "--explain", "mail.html"], 141),
        (&["demo"], 141),
    ] {
        let mut command = invoices(folder.path());
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut running = command.spawn().unwrap();
        drop(running.stdout.take());
        let ended = running.wait_with_output().unwrap();
        assert_eq!(text(&ended.stderr), "", "{arguments:?}");
        assert_eq!(ended.status.code(), Some(code), "{arguments:?}");
    }
}
