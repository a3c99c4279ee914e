//! A handler and a job panic while they hold a token: answer, log and database contain the failure and no token.
//! `server/service/tests/panics.rs` tests what the process itself prints.

use std::sync::Arc;

use async_trait::async_trait;
use invoices_app::Ports;
use invoices_domain::MessageId;
use invoices_domain::mail::{
    ConsentRequest, ExchangedTokens, Look, MailAccount, MailHeaders, MailMark, MailSearch, PageToken, PurchaseSearch,
    RawMessage, Redirect, SearchPage, VerifiedAccount,
};
use invoices_domain::ports::{DependencyError, Identity, IdentityError, MailError, Mailbox};
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::{Database, tables};
use invoices_tests::support::log::Log;
use invoices_tests::support::world::World;
use secrecy::{ExposeSecret, SecretString};

/// A mail provider whose calls panic with the token.
struct Panics;

#[async_trait]
impl Identity for Panics {
    fn request_consent(&self, _: Redirect) -> Option<ConsentRequest> {
        panic!("who asks?");
    }

    async fn exchange_code(
        &self,
        code: &SecretString,
        _: &SecretString,
        _: Redirect,
    ) -> Result<ExchangedTokens, IdentityError> {
        panic!("what is {}?", code.expose_secret());
    }

    async fn verify(&self, access_token: &SecretString) -> Result<VerifiedAccount, IdentityError> {
        panic!("who has {}?", access_token.expose_secret());
    }

    async fn try_refresh(&self, refresh_token: &SecretString) -> Result<Option<VerifiedAccount>, IdentityError> {
        panic!("who has {}?", refresh_token.expose_secret());
    }

    async fn revoke(&self, token: &SecretString) -> Result<(), DependencyError> {
        panic!("what is {}?", token.expose_secret());
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
        panic!("nothing for {}", access_token(account));
    }

    async fn search_purchases(
        &self,
        account: &MailAccount,
        _: &PurchaseSearch,
        _: Option<&PageToken>,
    ) -> Result<SearchPage, MailError> {
        panic!("nothing for {}", access_token(account));
    }

    async fn look(&self, account: &MailAccount, _: Option<&MailMark>) -> Result<Look, MailError> {
        panic!("nothing for {}", access_token(account));
    }

    async fn headers(&self, account: &MailAccount, _: &MessageId) -> Result<MailHeaders, MailError> {
        panic!("nothing for {}", access_token(account));
    }

    async fn fetch(&self, account: &MailAccount, _: &MessageId, _: u64) -> Result<RawMessage, MailError> {
        panic!("nothing for {}", access_token(account));
    }
}

fn access_token(account: &MailAccount) -> &str {
    let tokens = account.credentials.tokens();
    tokens.map_or("", |tokens| tokens.access_token.expose_secret())
}

// Shows: Threats | A panic writes a token…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panic_does_not_reveal_the_token_that_it_held() {
    let log = Log::of_this_process();
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
    let alva = invoices_tests::support::user::User {
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
        .bearer_auth(&alva.token);
    let asked = tokio::spawn(Answer::to(ingest));
    world.job_enqueued().await;
    world.drain().await;
    asked.abort();

    let log = log.end();
    for message in ["a handler panicked", "a job failed"] {
        assert!(log.contains(message), "{log}");
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
