//! TLS of the service itself.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use futures::future::join_all;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::certificate::Certificate;
use invoices_tests::support::wait::within;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::process::Process;

const RELOADED: &str = "reloaded log filter, certificate and secrets";
const REFUSED: &str = "failed to reload log filter, certificate and secrets; all of them stay as they were";
/// The first bytes of a handshake: a record of 512 bytes that the client does not finish.
const HANDSHAKE: &[u8] = &[0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc];

impl Process {
    /// Whether a client that trusts only this certificate gets an answer over a new connection.
    async fn serves(&self, certificate: &Certificate) -> bool {
        let request = certificate.client().get(self.replica.url("/v1/user/me"));
        match within("an answer", request.send()).await {
            Ok(answer) => {
                assert_eq!(answer.status(), 401);
                true
            }
            Err(error) => {
                assert!(format!("{error:?}").contains("InvalidCertificate"), "{error:?}");
                false
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sighup_serves_the_new_certificate_and_refuses_a_broken_one() {
    let (first, second) = (Certificate::generate(), Certificate::generate());
    let process = Process::start_with_tls(&first, &[]).await;
    let replica = &process.replica;
    // Over TLS as over plain HTTP.
    let token = replica.connects(&process.sandbox).await;
    Answer::to(replica.post("/v1/invoices/retail/ingest", &token, &json!({})))
        .await
        .data(200);
    assert!(process.serves(&first).await && !process.serves(&second).await);

    second.write(process.folder.path());
    assert!(process.serves(&first).await, "only the signal replaces it");
    let line = replica.reload(RELOADED).await;
    assert_eq!(line["changed"], "server.tls_cert");
    assert!(process.serves(&second).await && !process.serves(&first).await);
    // This connection was opened under the first certificate, and `client` trusts no other.
    Answer::to(replica.get("/v1/user/me", &token)).await.data(200);

    let (certificate, key) = (
        process.folder.path().join("certificate.pem"),
        process.folder.path().join("key.pem"),
    );
    let read = |file| fs::read_to_string(file).unwrap();
    let (good, good_key) = (read(&certificate), read(&key));
    first.write(process.folder.path());
    let other_key = read(&key);
    let cases = [
        (
            &good[..good.len() / 2],
            &good_key[..],
            0o600,
            "contains no certificate in PEM",
        ),
        ("", &good_key, 0o600, "contains no certificate in PEM"),
        (&good, "", 0o600, "contains no private key in PEM"),
        (&good, &other_key, 0o600, "is not the key of the certificate"),
        (&good, &good_key, 0o644, "every user can read"),
    ];
    for (pem, key_pem, mode, problem) in cases {
        fs::write(&certificate, pem).unwrap();
        fs::write(&key, key_pem).unwrap();
        fs::set_permissions(&key, fs::Permissions::from_mode(mode)).unwrap();
        let line = replica.reload(REFUSED).await;
        let error = line["error"].as_str().unwrap();
        assert!(error.contains(problem), "{error}");
        assert!(!error.contains("PRIVATE KEY-"), "{error}");
        assert!(process.serves(&second).await, "the old one stays: {problem}");
    }
    second.write(process.folder.path());
    assert_eq!(replica.reload(RELOADED).await["changed"], "");
    assert!(process.serves(&second).await);
}

// Shows: Threats | Someone connects and sends nothing, or does not finish the handshake of TLS | it does not block others, and is disconnected after ten seconds
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_without_a_handshake_hinder_nobody_and_are_disconnected() {
    let certificate = Certificate::generate();
    let process = Process::start_with_tls(&certificate, &[]).await;
    let token = process.replica.connects(&process.sandbox).await;
    let connect = async |sent: &[u8]| {
        let mut connection = TcpStream::connect(process.replica.address()).await.unwrap();
        connection.write_all(sent).await.unwrap();
        connection
    };
    let mut silent = Vec::new();
    for sent in [b"".as_slice(), HANDSHAKE].repeat(50) {
        silent.push(connect(sent).await);
    }
    // Plain HTTP is refused at once, with an alert.
    let mut plain = connect(b"GET /v1/user/me HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").await;
    let mut answer = Vec::new();
    // The rest of the request may be unread, which resets the connection.
    let _ = within("the end of plain HTTP", plain.read_to_end(&mut answer)).await;
    assert!(!answer.starts_with(b"HTTP"), "{answer:?}");
    let view = || Answer::to(process.replica.get("/v1/user/me", &token));
    tokio::time::timeout(Duration::from_secs(5), view())
        .await
        .expect("nobody waits for them")
        .data(200);
    let ends = silent.iter_mut().map(async |connection| {
        let mut answer = Vec::new();
        let _ = connection.read_to_end(&mut answer).await;
    });
    within("the silent connections to end", join_all(ends)).await;
    view().await.data(200);
    assert!(process.serves(&certificate).await);
}
