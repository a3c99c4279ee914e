//! Mailboxes on disk, in every format.

use std::fs;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE;
use invoices_sandbox::{Sandbox, SandboxHandle, SandboxSettings, StartError};
use reqwest::StatusCode;
use serde_json::Value;
use tempfile::TempDir;

use crate::client::{get, ids, mail, search};

async fn over(path: &Path) -> SandboxHandle {
    let settings = SandboxSettings {
        mailbox: Some(path.to_owned()),
        ..SandboxSettings::default()
    };
    Sandbox::start(settings).await.unwrap()
}

fn write(folder: &Path, place: &str, bytes: &[u8]) {
    let path = folder.join(place);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

async fn all(sandbox: &SandboxHandle) -> Vec<String> {
    let token = sandbox.issue_tokens().access;
    let path = "/gmail/v1/users/me/messages?includeSpamTrash=true";
    ids(&get(sandbox, path, &token).await.json().await.unwrap())
}

async fn raw(sandbox: &SandboxHandle, id: &str) -> Vec<u8> {
    let path = format!("/gmail/v1/users/me/messages/{id}?format=raw");
    let message: Value = get(sandbox, &path, &sandbox.issue_tokens().access)
        .await
        .json()
        .await
        .unwrap();
    URL_SAFE.decode(message["raw"].as_str().unwrap()).unwrap()
}

/// As Google Takeout writes it.
fn takeout(labels: &str, message: &[u8]) -> Vec<u8> {
    let head = format!(
        "From 1790000000000000000@xxx Sat Nov 21 05:07:42 +0000 2026\r\nX-GM-THRID: 1790000000000000000\r\nX-Gmail-Labels: {labels}\r\n"
    );
    [head.as_bytes(), message, b"\r\n"].concat()
}

#[tokio::test]
async fn a_folder_is_read_with_what_lies_below_and_spam_only_when_asked() {
    let folder = TempDir::new().unwrap();
    for (place, subject) in [
        ("a.eml", "one"),
        ("2026/07/b.EML", "two"),
        ("Spam/c.eml", "three"),
        ("readme.txt", "four"),
    ] {
        let path = folder.path().join(place);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, mail(1, "a@example.com", subject)).unwrap();
    }
    let settings = SandboxSettings {
        mailbox: Some(folder.path().to_owned()),
        ..SandboxSettings::default()
    };
    let sandbox = Sandbox::start(settings.clone()).await.unwrap();
    let found = ids(&search(&sandbox, "").await);
    assert_eq!(found.len(), 2);
    let again = Sandbox::start(settings).await.unwrap();
    assert_eq!(ids(&search(&again, "").await), found);
    let token = sandbox.issue_tokens().access;
    let all: Value = get(&sandbox, "/gmail/v1/users/me/messages?includeSpamTrash=true", &token)
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(ids(&all).len(), 3);
}

#[tokio::test]
async fn a_mail_without_a_date_was_received_when_its_file_says() {
    let folder = TempDir::new().unwrap();
    let undated = |subject: &str| format!("From: a@example.com\nSubject: {subject}\n\nHello\n");
    let mbox = format!("From a@example.com Mon Nov  2 10:00:00 2009\n{}", undated("one"));
    write(folder.path(), "a.mbox", mbox.as_bytes());
    write(folder.path(), "cur/1257156000.M1P1.host:2,S", undated("two").as_bytes());
    let properties = "<plist><dict><key>date-received</key><integer>1257156000</integer></dict></plist>";
    let emlx = format!("{}\n{}{properties}", undated("three").len(), undated("three"));
    write(folder.path(), "3.emlx", emlx.as_bytes());
    write(folder.path(), "4.eml", undated("today").as_bytes());
    let sandbox = over(folder.path()).await;
    assert_eq!(
        ids(&search(&sandbox, "after:2009/11/01 before:2009/11/04").await).len(),
        3
    );
    let found = ids(&search(&sandbox, "subject:three").await);
    // The sandbox stamps it as a provider would.
    let mail = raw(&sandbox, &found[0]).await;
    assert!(mail.ends_with(undated("three").as_bytes()), "{mail:?}");
}

#[tokio::test]
async fn a_folder_that_is_not_there_is_an_error() {
    let settings = SandboxSettings {
        mailbox: Some("/nowhere/at/all".into()),
        ..SandboxSettings::default()
    };
    assert!(matches!(
        Sandbox::start(settings).await,
        Err(StartError::Mailbox { .. })
    ));
}

#[tokio::test]
async fn a_maildir_is_read_with_its_folders_and_flags() {
    let folder = TempDir::new().unwrap();
    let day = |day| mail(day, "a@example.com", "x");
    write(folder.path(), "cur/1790000001.M1P1.host:2,S", &day(1));
    write(folder.path(), "new/1790000002.M2P2.host", &day(2));
    write(folder.path(), "tmp/1790000003.M3P3.host", &day(3));
    write(folder.path(), "cur/1790000004.M4P4.host:2,ST", &day(4));
    write(folder.path(), ".Receipts/cur/1790000005.M5P5.host:2,", &day(5));
    write(folder.path(), ".Receipts/new/.keep", b"");
    write(folder.path(), ".INBOX.Trash/cur/1790000006.M6P6.host:2,S", &day(6));
    write(folder.path(), ".INBOX.Trash/new/1790000007.M7P7.host", &day(7));
    let sandbox = over(folder.path()).await;
    assert_eq!(ids(&search(&sandbox, "").await).len(), 3);
    assert_eq!(all(&sandbox).await.len(), 6);
}

#[tokio::test]
async fn a_maildirs_message_is_found_where_the_mail_program_has_put_it_since() {
    let folder = TempDir::new().unwrap();
    write(
        folder.path(),
        "new/1790000001.M1P1.host",
        &mail(1, "a@example.com", "x"),
    );
    fs::create_dir(folder.path().join("cur")).unwrap();
    let sandbox = over(folder.path()).await;
    let found = ids(&search(&sandbox, "hello").await);
    let place = |name: &str| folder.path().join(name);
    fs::rename(place("new/1790000001.M1P1.host"), place("cur/1790000001.M1P1.host:2,S")).unwrap();
    assert!(raw(&sandbox, &found[0]).await.ends_with(b"Hello\r\n"));
    fs::remove_file(place("cur/1790000001.M1P1.host:2,S")).unwrap();
    let path = format!("/gmail/v1/users/me/messages/{}", found[0]);
    let gone = get(&sandbox, &path, &sandbox.issue_tokens().access).await;
    assert_eq!(gone.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_takeout_is_read_from_its_one_file() {
    let folder = TempDir::new().unwrap();
    let quoted = [mail(2, "b@example.com", "Kvitto"), b">From here on\r\n".to_vec()].concat();
    let mbox = [
        takeout("Inbox,Unread", &mail(1, "a@example.com", "Hyresavi")),
        takeout("=?UTF-8?Q?Skr=C3=A4ppost?=", &mail(3, "c@example.com", "Vinst")),
        takeout("Archived", &quoted),
    ];
    write(folder.path(), "Takeout/Mail/All mail.mbox", &mbox.concat());
    for path in [
        folder.path().to_owned(),
        folder.path().join("Takeout/Mail/All mail.mbox"),
    ] {
        let sandbox = over(&path).await;
        assert_eq!(ids(&search(&sandbox, "").await).len(), 2);
        assert_eq!(all(&sandbox).await.len(), 3);
        let found = ids(&search(&sandbox, "from:b.example.com OR subject:kvitto hello").await);
        let eml = raw(&sandbox, &found[0]).await;
        assert!(
            eml.ends_with(b"Hello\r\nFrom here on\r\n"),
            "{}",
            String::from_utf8_lossy(&eml)
        );
    }
}

#[tokio::test]
async fn one_message_in_several_places_is_one() {
    let folder = TempDir::new().unwrap();
    let message = mail(1, "a@example.com", "x");
    write(folder.path(), "a.eml", &message);
    write(folder.path(), "b/c.eml", &message);
    // A mail program's folder without an ending.
    let line = b"From a@example.com Wed Jul  1 10:00:00 2026\n";
    write(folder.path(), "Inbox", &[&line[..], &message, b"\r\n"].concat());
    write(folder.path(), "Inbox.msf", b"From an index of the mail program");
    assert_eq!(all(&over(folder.path()).await).await.len(), 1);
}

#[tokio::test]
async fn a_file_that_is_no_mailbox_is_an_error_that_names_it() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "notes.mbox", b"Dear diary\n");
    let settings = SandboxSettings {
        mailbox: Some(folder.path().join("notes.mbox")),
        ..SandboxSettings::default()
    };
    let Err(StartError::Mailbox { source, .. }) = Sandbox::start(settings).await else {
        panic!("it started");
    };
    assert!(source.to_string().contains("notes.mbox") && source.to_string().contains("not an mbox"));
}
