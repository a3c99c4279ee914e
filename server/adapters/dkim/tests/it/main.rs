//! The check of a mail's sender, against a name server.

#![allow(clippy::unwrap_used, reason = "a panic fails the test and says why")]

use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::thread;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use invoices_dkim::{Dkim, key_names, verify};
use invoices_domain::MailAddress;
use invoices_domain::ports::{Clock, Dependency, DependencyError, SystemClock};
use invoices_domain::reading::Authentication;
use test_servers::dns::{Dns, Signer};

const MAIL: &[u8] =
    b"From: Skor & Sko <kvitto@sko.example.com>\r\nTo: alva@example.com\r\nSubject: Kvitto\r\n\r\nSumma 499 kr\r\n";
const HEADERS: &[&str] = &["From", "To", "Subject"];

fn sender() -> MailAddress {
    "kvitto@sko.example.com".parse().unwrap()
}

struct World {
    dns: Dns,
    signer: Signer,
}

impl World {
    /// A name server with the key of `example.com`.
    fn new() -> Self {
        let (dns, signer) = (Dns::start().unwrap(), Signer::new("example.com").unwrap());
        signer.publish(&dns).unwrap();
        World { dns, signer }
    }

    fn signed(&self) -> Vec<u8> {
        self.signer.sign(MAIL, HEADERS).unwrap()
    }

    async fn judged(&self, message: &[u8]) -> Authentication {
        let dkim = Dkim::new(Some(self.dns.address()), Arc::<SystemClock>::default()).unwrap();
        check(&dkim, message).await.unwrap()
    }

    fn set_policy(&self, policy: &str) {
        self.dns.set("_dmarc.example.com", &format!("v=DMARC1; p={policy}"));
    }
}

/// As the service does it, in one process.
async fn check(dkim: &Dkim, message: &[u8]) -> Result<Authentication, DependencyError> {
    let message = Bytes::copy_from_slice(message);
    let names = match key_names(&message) {
        Ok(names) => names,
        Err(why) => return Ok(Authentication::Untrusted(why)),
    };
    match verify(&message, &dkim.keys(names).await) {
        Ok(signatures) => dkim.judge(&signatures, &sender()).await,
        Err(why) => Ok(Authentication::Untrusted(why)),
    }
}

#[track_caller]
fn assert_untrusted(judged: &Authentication, because: &str) {
    assert!(
        matches!(judged, Authentication::Untrusted(why) if why.to_string().contains(because)),
        "{judged:?}"
    );
}

#[track_caller]
fn assert_failed(judged: &Authentication) {
    assert!(matches!(judged, Authentication::Failed(_)), "{judged:?}");
}

#[tokio::test]
async fn a_valid_signature_of_the_organisation_is_trusted() {
    let world = World::new();
    let expected = Authentication::Trusted("a DKIM signature of example.com is valid".into());
    assert_eq!(world.judged(&world.signed()).await, expected);
    world.set_policy("reject");
    assert_eq!(world.judged(&world.signed()).await, expected);
}

#[tokio::test]
async fn a_signature_of_another_domain_authenticates_nobody() {
    let world = World::new();
    let other = Signer::new("example.net").unwrap();
    other.publish(&world.dns).unwrap();
    assert_untrusted(
        &world.judged(&other.sign(MAIL, HEADERS).unwrap()).await,
        "no DKIM signature",
    );
    // A domain under which anyone can register does not authenticate its sub-domains.
    let suffix = Signer::new("com").unwrap();
    suffix.publish(&world.dns).unwrap();
    assert_untrusted(
        &world.judged(&suffix.sign(MAIL, HEADERS).unwrap()).await,
        "no DKIM signature",
    );
}

#[tokio::test]
async fn what_was_changed_after_signing_is_not_trusted() {
    let world = World::new();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let dearer = text(world.signed()).replace("499", "999").into_bytes();
    assert_untrusted(&world.judged(&dearer).await, "not valid");
    let retitled = text(world.signed())
        .replace("Subject: Kvitto", "Subject: Faktura")
        .into_bytes();
    assert_untrusted(&world.judged(&retitled).await, "not valid");
    world.set_policy("quarantine");
    assert_failed(&world.judged(&dearer).await);
}

#[tokio::test]
async fn a_signature_must_cover_the_sender_and_the_whole_text() {
    let world = World::new();
    let uncovered = world.signer.sign(MAIL, &["To", "Subject"]).unwrap();
    assert_untrusted(&world.judged(&uncovered).await, "not valid");
    // Text behind the signed part: with `l=` the signature is still right.
    let added = [&world.signed()[..], b"Summa 9999 kr\r\n"].concat();
    assert_untrusted(&world.judged(&added).await, "not valid");
}

#[tokio::test]
async fn a_policy_refuses_what_is_not_signed_and_not_what_has_outlived_its_key() {
    let world = World::new();
    world.set_policy("none");
    assert_untrusted(&world.judged(MAIL).await, "no DKIM signature");
    world.set_policy("reject");
    assert_failed(&world.judged(MAIL).await);
    let old = world.signed();
    world.dns.remove(&world.signer.key_name());
    assert_untrusted(&world.judged(&old).await, "not valid");
}

#[tokio::test]
async fn a_key_that_is_for_tests_proves_nothing_beside_another_signature() {
    let world = World::new();
    let other = Signer::new("example.net").unwrap();
    other.publish(&world.dns).unwrap();
    let both = other.sign(&world.signed(), HEADERS).unwrap();
    assert!(matches!(world.judged(&both).await, Authentication::Trusted(_)));
    let key = world.dns.text(&world.signer.key_name()).unwrap();
    world.dns.set(&world.signer.key_name(), &format!("{key}; t=y"));
    assert_untrusted(&world.judged(&both).await, "its key is for tests");
}

#[tokio::test]
async fn many_signatures_are_not_looked_at() {
    let world = World::new();
    let mut message = world.signed();
    for _ in 0..6 {
        message = [
            b"DKIM-Signature: v=1; a=rsa-sha256; d=example.com; l=1\r\n",
            &message[..],
        ]
        .concat();
    }
    assert_untrusted(&world.judged(&message).await, "more than 5");
}

#[tokio::test]
async fn anything_is_judged() {
    let world = World::new();
    for message in [
        &b""[..],
        b"\r\n\r\n",
        b"DKIM-Signature:",
        b"DKIM-Signature: v=1; a=\xff\xfe\r\n\r\n",
    ] {
        let judged = world.judged(message).await;
        assert!(!matches!(judged, Authentication::Trusted(_)), "{judged:?}");
    }
}

#[tokio::test]
async fn a_name_server_that_is_down_is_no_verdict() {
    let world = World::new();
    let closed = UdpSocket::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let dkim = Dkim::new(Some(closed), Arc::<SystemClock>::default()).unwrap();
    let error = check(&dkim, &world.signed()).await.unwrap_err();
    assert_eq!(error.which, Dependency::NameServer);
}

/// Seconds since 1970, which a test sets.
#[derive(Default)]
struct Seconds(AtomicI64);

impl Clock for Seconds {
    fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(self.0.load(Ordering::Relaxed), 0).unwrap()
    }
}

/// Starts a name server that answers each question with a failure, and counts the questions.
fn failing_server() -> (SocketAddr, Arc<AtomicUsize>) {
    let (socket, asked) = (UdpSocket::bind("127.0.0.1:0").unwrap(), Arc::new(AtomicUsize::new(0)));
    let (address, count) = (socket.local_addr().unwrap(), Arc::clone(&asked));
    // It ends with the process.
    thread::spawn(move || {
        let mut message = [0; 4096];
        while let Ok((length, from)) = socket.recv_from(&mut message) {
            count.fetch_add(1, Ordering::Relaxed);
            // An answer, with the code SERVFAIL (RFC 1035, section 4.1.1).
            message[2] |= 0x80;
            message[3] = (message[3] & 0xf0) | 2;
            socket.send_to(&message[..length], from).unwrap();
        }
    });
    (address, asked)
}

#[tokio::test]
async fn a_question_that_failed_is_asked_again_a_minute_later() {
    let signed = World::new().signed();
    for message in [MAIL, &signed] {
        let (address, asked) = failing_server();
        let clock = Arc::new(Seconds::default());
        let dkim = Dkim::new(Some(address), clock.clone()).unwrap();
        let questions = async |dkim: &Dkim| {
            let before = asked.load(Ordering::Relaxed);
            let error = check(dkim, message).await.unwrap_err();
            assert_eq!(error.which, Dependency::NameServer);
            asked.load(Ordering::Relaxed) - before
        };
        assert!(questions(&dkim).await > 0);
        clock.0.store(59, Ordering::Relaxed);
        assert_eq!(questions(&dkim).await, 0);
        clock.0.store(60, Ordering::Relaxed);
        assert!(questions(&dkim).await > 0);
    }
}
