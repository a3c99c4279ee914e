//! A handler and a job that panic with a token at hand: the caller, the log and the database learn that they did, and
//! no more. What the process says of a panic by itself is held to that in `server/tests/panics.rs`.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use invoices_app::Ports;
use invoices_domain::MessageId;
use invoices_domain::mail::{MailAccount, MailSearch, PageToken, RawMessage, SearchPage, VerifiedAccount};
use invoices_domain::ports::{Identity, IdentityError, MailError, Mailbox};
use secrecy::{ExposeSecret, SecretString};

use crate::answer::Answer;
use crate::database::{Database, tables};
use crate::world::World;

/// A mail provider whose every call panics with the token it was handed.
struct Panics;

#[async_trait]
impl Identity for Panics {
    async fn verify(&self, access_token: &SecretString) -> Result<VerifiedAccount, IdentityError> {
        panic!("who has {}?", access_token.expose_secret());
    }
}

#[async_trait]
impl Mailbox for Panics {
    async fn search(
        &self,
        account: &MailAccount,
        _: &MailSearch,
        _: Option<&PageToken>,
    ) -> Result<SearchPage, MailError> {
        panic!("nothing for {}", account.tokens.access_token.expose_secret());
    }

    async fn fetch(&self, account: &MailAccount, _: &MessageId) -> Result<RawMessage, MailError> {
        panic!("nothing for {}", account.tokens.access_token.expose_secret());
    }
}

/// Keeps what is logged while a test looks.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Option<Vec<u8>>>>);

impl Log {
    /// The whole process has one: what runs beside the test is in it, too, and does no harm.
    fn listen() -> Self {
        let log = Log(Arc::new(Mutex::new(Some(vec![]))));
        let writer = log.clone();
        tracing_subscriber::fmt()
            .with_max_level(tracing::Level::WARN)
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .init();
        log
    }

    /// What was logged. From now on nothing is kept.
    fn end(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().take().unwrap()).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(kept) = &mut *self.0.lock().unwrap() {
            kept.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panic_tells_nobody_the_token_that_it_held() {
    let log = Log::listen();
    let world = World::start(Database::Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let tokens = world.sandbox.issue_tokens();
    alva.stores_tokens(&tokens.access, Some(&tokens.refresh))
        .await
        .data(201);
    let (id, token, email, password) = (alva.id, alva.token.clone(), alva.email.clone(), alva.password.clone());
    let world = world
        .with_ports(|ports: &mut Ports| {
            ports.identity = Arc::new(Panics);
            ports.mailbox = Arc::new(Panics);
        })
        .await;
    let alva = crate::user::User {
        world: &world,
        id,
        email,
        password,
        token,
    };

    let answer = alva.stores_tokens(&tokens.access, None).await;
    answer.fails(500, "INTERNAL_SERVER_ERROR");
    let ingest = world
        .http
        .post(world.url("/v1/invoices/retail/ingest"))
        .bearer_auth(&alva.token)
        .send();
    let asked = tokio::spawn(async { Answer::of(ingest.await.unwrap()).await });
    while world.app.store().live_jobs().await.unwrap() == 0 {
        tokio::task::yield_now().await;
    }
    world.drain().await;
    asked.abort();

    let log = log.end();
    for told in ["a handler panicked", "a job failed"] {
        assert!(log.contains(told), "{log}");
    }
    let mut rows = vec![];
    for table in tables(&world.config.database.url).await {
        rows.extend(table.rows(&world.config.database.url, "").await);
    }
    assert!(
        rows.iter().any(|row| row.contains("Internal server error.")),
        "{rows:?}"
    );
    for secret in [&tokens.access, &tokens.refresh, &alva.token] {
        assert!(!answer.body.to_string().contains(secret));
        assert!(!log.contains(secret), "{log}");
        assert_eq!(rows.iter().find(|row| row.contains(secret)), None);
    }
}
