//! One mail through a pipe, as a mail server runs the command.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{at, grocery, receipt};
use invoices_tests::support::user::User;
use serde_json::json;

use super::{Ended, Machine};
use crate::import::Signed;

const SEPARATOR: &str = "From kvitto@ica.se Tue Nov 10 09:00:00 2026\n";

/// Runs the command with a token for it alone, as in the script of a mail server.
async fn hands_over(user: &User<'_>, arguments: &[&str], mail: &str) -> Ended {
    let token = json!({"name": "mail server", "scopes": ["hand-over"]});
    let token = user.posts("/v1/tokens", &token).await.data(201)["token"].clone();
    let machine = Machine::new(user.world);
    let mut command = machine.command(&[&["hand-over"], arguments].concat());
    command
        .env("INVOICES_URL", user.world.url(""))
        .env("INVOICES_TOKEN", token.as_str().unwrap());
    machine.ends(command, mail).await
}

fn mail(total: &str) -> String {
    let mail = grocery(at("2026-11-10T08:00:00Z"), "204118", total);
    String::from_utf8(mail).unwrap()
}

fn signed_mail(signed: &Signed) -> String {
    String::from_utf8(signed.by_grocer(mail("125,50").as_bytes())).unwrap()
}

// Shows: Submitted mails and trusted senders | `invoices-cli hand-over` submits the mail of its standard input, without the separator of an mbox file before it, and prints the outcome in one line
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_through_a_pipe_is_stored_once() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.signs_up("Alva").await;
    let mail = signed_mail(&signed);
    let first = hands_over(&alva, &[], &mail).await.succeeds();
    let id = alva.gets("/v1/mail/messages").await.data(200)["messages"][0]["message_id"].clone();
    let id = id.as_str().unwrap();
    assert_eq!(first, format!("fetched (invoices-cli messages show {id})\n"));
    // A mail server delivers a mail again if it can't know that it was delivered.
    let again = hands_over(&alva, &[], &format!("{SEPARATOR}{mail}")).await;
    assert_eq!(again.succeeds(), first);
    let data = hands_over(&alva, &["--json"], &mail).await.json();
    assert_eq!((&data["state"], &data["message_id"]), (&"fetched".into(), &id.into()));
    assert_eq!(alva.lists_retail().await[0]["total_amount"], 125.5);
    assert_eq!(signed.world.rows("messages", alva.id).await, 1);

    // Most mail servers write lines that end with LF, which the signature does not cover.
    let bo = signed.world.signs_up("Bo").await;
    let with_lf = format!(
        "{SEPARATOR}Return-Path: <kvitto@ica.se>\n{}",
        mail.replace("\r\n", "\n")
    );
    let machine = Machine::of(&bo).await;
    let said = machine.runs_with(&["hand-over"], &with_lf).await.succeeds();
    assert!(said.starts_with("fetched ("), "{said}");
    assert_eq!(bo.lists_retail().await.len(), 1);
}

// Shows: Submitted mails and trusted senders | `invoices-cli hand-over` exits 0 for every mail that the service took or needs nothing of, 65 for one that it can't read or that is too large, and 75 for what may succeed later (no connection, an invalid token, no address), so that a mail server keeps the mail
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_server_tries_again_only_what_may_succeed() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.signs_up("Alva").await;
    let stranger = receipt(
        "hej@stranger.example.net",
        "Kvitto",
        at("2026-11-10T08:00:00Z"),
        "<p>10 kr</p>",
    );
    for (mail, state) in [
        (mail("125,50"), "quarantined: no DKIM signature of ica.se ("),
        (String::from_utf8(stranger).unwrap(), "unknown-sender: "),
    ] {
        let said = hands_over(&alva, &[], &mail).await.succeeds();
        assert!(said.starts_with(state) && said.lines().count() == 1, "{said}");
    }
    let large = "a".repeat((36 << 20) + 1);
    for (input, code, words) in [
        ("", 2, "standard input has no mail"),
        (SEPARATOR, 2, "standard input has no mail"),
        ("Hello.\n", 65, "The mail can't be read"),
        (
            "From: a@example.com\nFrom: b@example.com\n\nx",
            65,
            "exactly one sender",
        ),
        (&large, 65, "larger than 36 MiB"),
    ] {
        let ended = hands_over(&alva, &[], input).await;
        assert!(ended.fails(code).contains(words), "{}", ended.err);
    }
    assert_eq!(signed.world.rows("messages", alva.id).await, 1);

    let mail = signed_mail(&signed);
    let machine = Machine::new(&signed.world);
    let url = signed.world.url("");
    for (variables, words) in [
        (
            &[("INVOICES_URL", "http://127.0.0.1:1"), ("INVOICES_TOKEN", "a")][..],
            "could not be reached",
        ),
        (
            &[("INVOICES_URL", &url), ("INVOICES_TOKEN", "wrong")],
            "INVOICES_TOKEN is no longer valid",
        ),
        (&[("INVOICES_TOKEN", "a")], "set INVOICES_URL"),
        (&[], "not logged in"),
    ] {
        let mut command = machine.command(&["hand-over"]);
        command.envs(variables.iter().copied());
        let ended = machine.ends(command, &mail).await;
        assert!(ended.fails(75).contains(words), "{}", ended.err);
    }
    assert_eq!(signed.world.rows("messages", alva.id).await, 1);
}
