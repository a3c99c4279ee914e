//! The adapter against Dovecot.

#![allow(clippy::unwrap_used, reason = "a panic fails the test and says why")]

mod huge;
mod look;
mod memory;
mod oauth;
mod stub;
mod support;

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use invoices_domain::mail::{Credentials, MailAccount, PurchaseSearch};
use invoices_domain::ports::{Dependency, MailError, MailServers, Mailbox};

use support::{ALVA, Cutter, PASSWORD, World, all, alva, client, from, login, mail};

const SHOP: &str = "kvitto@skor.example.com";

#[track_caller]
fn assert_failed<T: std::fmt::Debug>(answer: &Result<T, MailError>) {
    assert!(
        matches!(answer, Err(MailError::Dependency(error)) if error.which == Dependency::MailProvider),
        "{answer:?}"
    );
}

#[tokio::test]
async fn a_login_is_tried_with_its_password_alone() {
    let world = World::start();
    let imap = world.client();
    imap.try_login(&login(PASSWORD)).await.unwrap();
    for wrong in ["another", "", "a\r\nb LOGOUT", "lösenord"] {
        let answer = imap.try_login(&login(wrong)).await;
        assert!(matches!(answer, Err(MailError::Reconnect)), "{wrong}: {answer:?}");
    }
}

#[tokio::test]
async fn a_password_may_have_any_letters() {
    let world = World::start();
    for password in ["lösen ord", "\"quoted\"", "back\\slash", "{5}"] {
        world.dovecot.set_accounts(&[(ALVA, password)]).unwrap();
        world.client().try_login(&login(password)).await.unwrap();
    }
}

#[tokio::test]
async fn only_listed_servers_with_a_trusted_certificate_are_used() {
    let world = World::start();
    let mut elsewhere = login(PASSWORD);
    elsewhere.server = "other".into();
    let answer = world.client().try_login(&elsewhere).await;
    assert!(matches!(answer, Err(MailError::Reconnect)), "{answer:?}");

    let mut settings = world.settings();
    settings.servers[0].ca_file = None;
    assert_failed(&client(&settings).try_login(&login(PASSWORD)).await);

    let mut settings = world.settings();
    settings.servers[0].host = "127.0.0.1".into();
    assert_failed(&client(&settings).try_login(&login(PASSWORD)).await);
}

#[tokio::test]
async fn a_server_that_is_down_is_no_reason_to_connect_again() {
    let world = World::start();
    let imap = world.client();
    drop(world);
    assert_failed(&imap.try_login(&login(PASSWORD)).await);
    assert_failed(&imap.search(&alva(), &from(SHOP, &[]), None).await);
}

#[tokio::test]
async fn ten_thousand_mails_in_several_folders_are_found_once_each() {
    let world = World::start();
    let message = mail(SHOP, "Kvitto");
    for nth in 0..10_000 {
        let folder = ["INBOX", "K&APY-p 2026", "K&APY-p 2026/Skor", "Junk", "Trash"][nth % 5];
        world.deliver(folder, "2026-07-01T12:00:00Z", &message);
    }
    world.deliver("INBOX", "2026-07-01T12:00:00Z", &mail("anna@example.com", "Kvitto"));
    let (imap, account) = (world.client(), alva());
    let ids = all(&imap, &account, &from(SHOP, &[])).await.unwrap();
    let unique: BTreeSet<_> = ids.iter().collect();
    assert_eq!((ids.len(), unique.len()), (6_000, 6_000));
    let fetched = imap.fetch(&account, &ids[5_999], 1 << 20).await.unwrap();
    assert_eq!(fetched.bytes, message);
}

#[tokio::test]
async fn a_mail_is_read_as_it_was_delivered_and_stays_unread() {
    let world = World::start();
    let subject = "=?utf-8?q?Kvitto_f=C3=B6r_k=C3=B6p?=";
    let message = mail(SHOP, subject);
    world.deliver("INBOX", "2026-07-05T23:59:59Z", &message);
    let (imap, account) = (world.client(), alva());
    for words in [&["Kvitto för köp"][..], &["kvitto"], &["Order", "för"], &[]] {
        let ids = all(&imap, &account, &from("skor.example.com", words)).await.unwrap();
        assert_eq!(ids.len(), 1, "{words:?}");
        let headers = imap.headers(&account, &ids[0]).await.unwrap();
        assert_eq!(headers.sender.unwrap().as_str(), SHOP);
        assert_eq!(headers.subject, "Kvitto för köp");
        let fetched = imap.fetch(&account, &ids[0], 1 << 20).await.unwrap();
        assert_eq!(fetched.bytes, message);
        assert_eq!(fetched.received_at.unwrap().to_rfc3339(), "2026-07-05T23:59:59+00:00");
    }
    for words in [&["Order"][..], &["\" OR ALL", "Faktura"]] {
        let ids = all(&imap, &account, &from(SHOP, words)).await.unwrap();
        assert_eq!(ids.len(), 0, "{words:?}");
    }
    let flags = world.dovecot.flags(ALVA, "INBOX").unwrap();
    assert_eq!(flags, [""]);
}

#[tokio::test]
async fn purchases_are_found_by_words_of_any_language() {
    let world = World::start();
    let bodies = [
        "Tack för din beställning",
        "Your rent is due",
        "Je bon",
        "Hej, ses vi i morgon?",
    ];
    for (nth, body) in bodies.iter().enumerate() {
        let message = format!(
            "From: x{nth}@example.com\r\nSubject: {nth}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{body}\r\n"
        );
        world.deliver("INBOX", "2026-07-05T12:00:00Z", message.as_bytes());
    }
    world.deliver("INBOX", "2026-07-05T12:00:00Z", &mail("x4@example.com", "Bon nr 4"));
    world.deliver("INBOX", "2026-07-05T12:00:00Z", &mail("known@example.org", "Bon nr 5"));
    let search = PurchaseSearch {
        words: vec!["beställning", "bon", "kvitto", "nájem"],
        except: vec!["example.org".parse().unwrap()],
        window: from(SHOP, &[]).window.unwrap(),
    };
    let (imap, account) = (world.client(), alva());
    let page = imap.search_purchases(&account, &search, None).await.unwrap();
    let mut senders = Vec::new();
    for id in &page.ids {
        senders.push(imap.headers(&account, id).await.unwrap().sender.unwrap().to_string());
    }
    senders.sort();
    assert_eq!(senders, ["x0@example.com", "x4@example.com"]);
}

#[tokio::test]
async fn a_mail_that_is_too_large_is_not_read() {
    let world = World::start();
    let mut large = mail(SHOP, "Kvitto");
    large.resize(3 << 20, b'x');
    world.deliver("INBOX", "2026-07-05T12:00:00Z", &large);
    let (imap, account) = (world.client(), alva());
    let ids = all(&imap, &account, &from(SHOP, &[])).await.unwrap();
    let answer = imap.fetch(&account, &ids[0], 1 << 20).await;
    assert!(
        matches!(answer, Err(MailError::TooLarge { limit }) if limit == 1 << 20),
        "{answer:?}"
    );
    let fetched = imap.fetch(&account, &ids[0], 4 << 20).await.unwrap();
    assert_eq!(fetched.bytes, large);
}

#[tokio::test]
async fn renumbered_moved_and_deleted_mails_are_gone_and_found_anew() {
    let world = World::start();
    world.deliver("INBOX", "2026-07-05T12:00:00Z", &mail(SHOP, "Kvitto"));
    let (imap, account, search) = (world.client(), alva(), from(SHOP, &[]));
    let gone = async |account: &MailAccount, id| {
        let answer = imap.fetch(account, id, 1 << 20).await;
        assert!(matches!(answer, Err(MailError::Gone)), "{answer:?}");
    };

    let first = all(&imap, &account, &search).await.unwrap();
    world.dovecot.renumber(ALVA, "INBOX").unwrap();
    // Another user's connection: the server ends one whose numbers it has lost.
    let later = alva();
    let second = all(&imap, &later, &search).await.unwrap();
    assert_eq!((first.len(), second.len()), (1, 1));
    assert_ne!(first, second);
    gone(&later, &first[0]).await;

    world.dovecot.move_all(ALVA, "INBOX", "Skor").unwrap();
    let third = all(&imap, &later, &search).await.unwrap();
    assert_eq!(third.len(), 1);
    assert_ne!(second, third);
    gone(&later, &second[0]).await;
    imap.fetch(&later, &third[0], 1 << 20).await.unwrap();

    world.dovecot.delete_all(ALVA, "Skor").unwrap();
    assert_eq!(all(&imap, &later, &search).await.unwrap().len(), 0);
    gone(&later, &third[0]).await;
    gone(&later, &"18c2f0a1b2c3d4e5".parse().unwrap()).await;
}

#[tokio::test]
async fn a_connection_that_is_cut_is_replaced() {
    let world = World::start();
    let message = mail(SHOP, "Kvitto").repeat(2_000);
    for _ in 0..20 {
        world.deliver("INBOX", "2026-07-05T12:00:00Z", &message);
    }
    // Within the greeting, the login, the search and a message.
    for after in [10, 2_000, 4_000, 30_000, 150_000] {
        let cutter = Cutter::start(world.dovecot.port(), 2, after).await;
        let (imap, account) = (world.client_through(cutter.address), alva());
        let ids = all(&imap, &account, &from(SHOP, &[])).await.unwrap();
        assert_eq!(ids.len(), 20);
        for id in &ids {
            let fetched = imap.fetch(&account, id, 1 << 20).await.unwrap();
            assert_eq!(fetched.bytes, message);
        }
        assert_eq!(cutter.connections.load(Ordering::SeqCst), 3, "{after}");
    }
}

#[tokio::test]
async fn an_account_has_one_connection_and_shares_it_with_no_other_password() {
    let world = World::start();
    for _ in 0..50 {
        world.deliver("INBOX", "2026-07-05T12:00:00Z", &mail(SHOP, "Kvitto"));
    }
    let cutter = Cutter::start(world.dovecot.port(), 0, 0).await;
    let (imap, account) = (world.client_through(cutter.address), alva());
    let ids = all(&imap, &account, &from(SHOP, &[])).await.unwrap();
    let fetched = ids.iter().map(|id| imap.fetch(&account, id, 1 << 20));
    for message in futures::future::join_all(fetched).await {
        message.unwrap();
    }
    assert_eq!(cutter.connections.load(Ordering::SeqCst), 1);
    let intruder = MailAccount {
        credentials: Credentials::Imap(login("a guess")),
        ..account
    };
    let answer = imap.fetch(&intruder, &ids[0], 1 << 20).await;
    assert!(matches!(answer, Err(MailError::Reconnect)), "{answer:?}");
}
