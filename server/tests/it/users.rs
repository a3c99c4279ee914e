//! `invoices users` while the service is running, and who may sign up.

use std::path::Path;
use std::process::Stdio;

use invoices_client::{Client, Error};

use crate::served::{Served, invoices, run, text};

const PASSWORD: &str = "correct horse battery";

/// Exit code, standard output and standard error of `invoices users`.
fn users(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = run(folder, &[&["users"], arguments].concat());
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn sign_up_is(mode: &str, folder: &Path) {
    std::fs::write(
        folder.join("invoices.toml"),
        format!("[accounts]\nsign_up = \"{mode}\"\n"),
    )
    .unwrap();
}

fn client(served: &Served) -> Client {
    Client::connect(&format!("http://{}", served.address)).unwrap()
}

/// Status and message of a refused sign-up.
fn refusal(result: Result<Client, Error>) -> String {
    match result {
        Ok(_) => panic!("it was not refused"),
        Err(error) => error.to_string(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_invited_signs_up_with_the_code() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    sign_up_is("invite", folder);
    let served = Served::start(folder);
    let (code, invitation, said) = users(folder, &["invite", "Alva@example.com", "--expires", "12h"]);
    assert_eq!(code, Some(0), "{said}");
    let invitation = invitation.trim();
    assert_eq!(invitation.len(), 26);
    assert!(
        !said.contains(invitation) && said.contains("alva@example.com"),
        "{said}"
    );
    let alva = client(&served);
    let refused = alva.sign_up("alva@example.com", "Alva", PASSWORD.to_owned());
    assert!(refusal(refused.await).contains("needs a valid invitation"));
    let alva = alva.sign_up_invited("alva@example.com", "Alva", PASSWORD.to_owned(), invitation.to_owned());
    alva.await.unwrap().user_view().await.unwrap();

    let (_, used, _) = users(folder, &["invitations", "--state", "used", "--csv"]);
    assert_eq!(used.lines().count(), 2, "{used}");
    let (code, _, said) = users(folder, &["invite", "alva@example.com"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("exists already"), "{said}");
    users(folder, &["invite", "bo@example.com"]);
    let (code, _, said) = users(folder, &["uninvite", "bo@example.com"]);
    assert_eq!(code, Some(0), "{said}");
    let (_, open, _) = users(folder, &["invitations", "--state", "open", "--json"]);
    assert_eq!(open.trim(), "[]");
    let (_, log, _) = users(folder, &["log", "--csv"]);
    let acts: Vec<&str> = log
        .lines()
        .skip(1)
        .map(|line| line.split(',').nth(2).unwrap())
        .collect();
    assert_eq!(acts, ["uninvite", "invite", "invite"]);
    assert!(!log.contains(invitation));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_service_keeps_its_users() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut served = Served::start(folder);
    let alva = client(&served);
    alva.sign_up("alva@example.com", "Alva", PASSWORD.to_owned())
        .await
        .unwrap();
    assert_eq!(served.signal("-TERM"), Some(0));
    sign_up_is("closed", folder);
    let served = Served::start(folder);
    let bo = client(&served);
    let refused = bo.sign_up("bo@example.com", "Bo", PASSWORD.to_owned());
    assert!(refusal(refused.await).contains("Sign-up is closed."));
    let alva = client(&served)
        .log_in("alva@example.com", PASSWORD.to_owned())
        .await
        .unwrap();
    alva.user_view().await.unwrap();

    let (code, _, said) = users(folder, &["delete", "--yes", "alva@example.com"]);
    assert_eq!(code, Some(0), "{said}");
    let gone = client(&served).log_in("alva@example.com", PASSWORD.to_owned()).await;
    assert!(gone.is_err());
}

#[test]
fn an_unknown_way_to_sign_up_is_an_error_that_names_the_setting() {
    let folder = tempfile::tempdir().unwrap();
    sign_up_is("nobody", folder.path());
    let checked = run(folder.path(), &["config", "check"]);
    assert_eq!(checked.status.code(), Some(1));
    let errors = text(&checked.stderr);
    assert!(errors.contains("accounts.sign_up"), "{errors}");
    sign_up_is("closed", folder.path());
    let checked = run(folder.path(), &["config", "check"]);
    assert_eq!(checked.status.code(), Some(0));
    assert!(text(&checked.stdout).contains("accounts.sign_up"));
}

#[test]
fn wrong_arguments_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (code, _, said) = users(folder, &["list"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("there is no database"), "{said}");
    assert!(run(folder, &["migrate"]).status.success());
    for arguments in [
        &["delete", "--yes", "nobody@example.com"][..],
        &["log-out", "user_67e55044-10b1-426f-9247-bb680e5fe0c8"],
        &["reset-password", "nobody@example.com"],
        &["show", "nobody@example.com"],
        &["uninvite", "nobody@example.com"],
    ] {
        let (code, out, said) = users(folder, arguments);
        assert_eq!((code, out.as_str()), (Some(1), ""), "{said}");
    }
    for arguments in [
        &["invite", "no address"][..],
        &["invite", "alva@example.com", "--expires", "0d"],
        &["list", "--json", "--csv"],
        // A password isn't an argument, because other users of the machine can see arguments.
        &["reset-password", "alva@example.com", PASSWORD],
    ] {
        assert_eq!(users(folder, arguments).0, Some(2), "{arguments:?}");
    }
    let (_, log, _) = users(folder, &["log", "--json"]);
    assert_eq!(log.trim(), "[]");
}

/// `head` reads one line and ends.
#[test]
fn a_list_whose_reader_ends_succeeds_quietly() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert!(run(folder, &["migrate"]).status.success());
    for number in 0..3 {
        users(folder, &["invite", &format!("alva-{number}@example.com")]);
    }
    for form in [&["invitations"][..], &["log", "--json"], &["log", "--csv"]] {
        let mut command = invoices(folder);
        command
            .arg("users")
            .args(form)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut running = command.spawn().unwrap();
        drop(running.stdout.take());
        let ended = running.wait_with_output().unwrap();
        assert_eq!(
            (text(&ended.stderr).as_str(), ended.status.code()),
            ("", Some(0)),
            "{form:?}"
        );
    }
}
