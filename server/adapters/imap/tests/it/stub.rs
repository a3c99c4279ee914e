//! A server that answers searches from a list of numbers, for mailboxes that are too large to deliver.

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, PoisonError};

use invoices_imap::Imap;
use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use test_servers::Certificate;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use crate::support::{Authority, client};

/// A server whose account has one folder.
pub struct Stub {
    authority: Authority,
    port: u16,
    answers: Arc<Mutex<Vec<usize>>>,
}

impl Stub {
    /// A server that finds the messages with these numbers, which ascend. One that does not heed ranges always finds all.
    pub async fn start(uids: Vec<u32>, heeds_ranges: bool) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let authority = Authority::new();
        let acceptor = acceptor(&authority.certificate);
        let answers: Arc<Mutex<Vec<usize>>> = Arc::default();
        let counted = Arc::clone(&answers);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let stream = acceptor.accept(stream).await.unwrap();
                serve(stream, &uids, heeds_ranges, &counted).await;
            }
        });
        Stub {
            authority,
            port,
            answers,
        }
    }

    pub fn client(&self) -> Imap {
        client(&self.authority.settings(self.port))
    }

    /// How many messages each search found.
    pub fn answers(&self) -> Vec<usize> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn acceptor(certificate: &Certificate) -> TlsAcceptor {
    let chain = CertificateDer::from_pem_slice(certificate.certificate.as_bytes()).unwrap();
    let key = PrivateKeyDer::from_pem_slice(certificate.key.as_bytes()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![chain], key);
    TlsAcceptor::from(Arc::new(config.unwrap()))
}

async fn serve(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    uids: &[u32],
    heeds_ranges: bool,
    answers: &Mutex<Vec<usize>>,
) {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"* OK ready\r\n").await.unwrap();
    let mut command = String::new();
    while stream.read_line(&mut command).await.is_ok_and(|read| read > 0) {
        let (tag, rest) = command.split_once(' ').unwrap();
        let mut answer = String::new();
        if rest.starts_with("LIST") {
            answer = "* LIST () \"/\" INBOX\r\n".into();
        } else if rest.starts_with("EXAMINE") {
            answer = "* OK [UIDVALIDITY 1] valid\r\n".into();
        } else if let Some(query) = rest.strip_prefix("UID SEARCH ") {
            let range = query.strip_prefix("UID ").filter(|_| heeds_ranges);
            let (low, high) = range.map_or((1, u32::MAX), |range| {
                let (low, high) = range.split_once(' ').unwrap().0.split_once(':').unwrap();
                (low.parse().unwrap(), high.parse().unwrap())
            });
            let found = &uids[uids.partition_point(|uid| *uid < low)..uids.partition_point(|uid| *uid <= high)];
            answers.lock().unwrap_or_else(PoisonError::into_inner).push(found.len());
            let numbers = found.iter().map(|uid| format!(" {uid}"));
            answer = format!("* SEARCH{}\r\n", numbers.collect::<String>());
        }
        let answer = format!("{answer}{tag} OK done\r\n");
        stream.write_all(answer.as_bytes()).await.unwrap();
        stream.flush().await.unwrap();
        command.clear();
    }
}
