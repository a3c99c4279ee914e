//! Consent, device codes and tokens: the adapter against Dovecot and the sandbox's provider.

use std::collections::HashMap;

use chrono::TimeDelta;
use invoices_domain::mail::{ConnectedBy, Credentials, DeviceAnswer, ImapLogin, ImapSecret, MailAccount, MailAccounts};
use invoices_domain::mail::{MailSecret, Redirect, SignIn};
use invoices_domain::ports::{Dependency, IdentityError, MailError, MailServers};
use invoices_domain::{MessageId, UserId};
use invoices_imap::Imap;
use invoices_sandbox::{DeviceDecision, Endpoint, Fault, Sandbox, SandboxHandle, SandboxSettings};
use invoices_settings::{ImapOAuth, ImapSettings};
use reqwest::Url;
use secrecy::{ExposeSecret, SecretString};
use test_servers::dovecot::Dovecot;

use crate::memory::Memory;
use crate::support::{ALVA, Authority, SERVER, all, client_with, from, mail};

const SHOP: &str = "kvitto@skor.example.com";

/// A server that takes the tokens of a provider, and a client of both.
struct World {
    provider: SandboxHandle,
    dovecot: Dovecot,
    settings: ImapSettings,
    _authority: Authority,
    imap: Imap,
    secrets: Memory,
    owner: UserId,
}

impl World {
    async fn start() -> Self {
        let provider = SandboxSettings {
            address: ALVA.into(),
            ..SandboxSettings::default()
        };
        let provider = Sandbox::start(provider).await.unwrap();
        let authority = Authority::new();
        let introspection = format!("{}/introspect", provider.base_url());
        let dovecot = Dovecot::start_with_tokens(&authority.certificate, &introspection).unwrap();
        let mut settings = authority.settings(dovecot.port());
        settings.servers[0].oauth = Some(client(&provider, "common"));
        let secrets = Memory::default();
        let imap = client_with(&settings, secrets.clone());
        World {
            provider,
            dovecot,
            settings,
            _authority: authority,
            imap,
            secrets,
            owner: UserId::random(),
        }
    }

    /// What the user does on the consent page: the code of the redirect, and the verifier.
    async fn consent(&self, imap: &Imap) -> (SecretString, SecretString) {
        let request = imap.request_consent(SERVER, Redirect::Localhost).unwrap();
        let page = Url::parse(&request.page).unwrap();
        let mut form: HashMap<String, String> = page.query_pairs().into_owned().collect();
        form.insert("decision".into(), "allow".into());
        let browser = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        let answer = browser.build().unwrap().post(page).form(&form).send().await.unwrap();
        let back = Url::parse(answer.headers()["location"].to_str().unwrap()).unwrap();
        let back: HashMap<String, String> = back.query_pairs().into_owned().collect();
        assert_eq!(back["state"], request.state.expose_secret());
        (back["code"].clone().into(), request.verifier)
    }

    async fn connect(&self) -> ImapLogin {
        let (code, verifier) = self.consent(&self.imap).await;
        let login = self.imap.exchange_code(SERVER, &code, &verifier, Redirect::Localhost);
        let login = login.await.unwrap();
        self.keep(&login);
        login
    }

    fn keep(&self, login: &ImapLogin) {
        self.secrets.set(MailAccounts::from(MailSecret {
            address: ALVA.parse().unwrap(),
            credentials: Some(Credentials::Imap(login.clone())),
            connected_by: Some(ConnectedBy::Imap(SERVER.into())),
            name: None,
            paused: false,
        }));
    }

    fn account(&self, login: &ImapLogin) -> MailAccount {
        MailAccount {
            user: self.owner,
            address: ALVA.parse().unwrap(),
            credentials: Credentials::Imap(login.clone()),
        }
    }

    fn stored(&self) -> ImapLogin {
        match self.secrets.accounts().readable(self.owner).remove(0).credentials {
            Credentials::Imap(login) => login,
            other @ Credentials::OAuth(_) => panic!("{other:?}"),
        }
    }

    fn deliver(&self) {
        let at = "2026-07-01T12:00:00Z".parse::<chrono::DateTime<chrono::Utc>>().unwrap();
        let message = mail(SHOP, "Kvitto");
        self.dovecot.deliver(ALVA, "INBOX", at.into(), &message).unwrap();
    }

    async fn found(&self, login: &ImapLogin) -> Result<Vec<MessageId>, MailError> {
        all(&self.imap, &self.account(login), &from(SHOP, &[])).await
    }
}

fn client(provider: &SandboxHandle, tenant: &str) -> ImapOAuth {
    let (id, _) = provider.client();
    let url = |name| {
        let url = format!("{}/{tenant}/oauth2/v2.0/{name}", provider.base_url());
        Some(url.parse().unwrap())
    };
    ImapOAuth {
        client_id: id.into(),
        client_secret: None,
        tenant: None,
        authorize_url: url("authorize"),
        token_url: url("token"),
        device_url: url("devicecode"),
        scopes: ["openid", "email", "offline_access", "mail"].map(Into::into).into(),
    }
}

fn token(login: &ImapLogin) -> String {
    login.tokens().unwrap().access_token.expose_secret().into()
}

fn refresh_token(login: &ImapLogin) -> String {
    let token = login.tokens().unwrap().refresh_token.as_ref().unwrap();
    token.expose_secret().into()
}

#[track_caller]
fn assert_rejected<T: std::fmt::Debug>(answer: &Result<T, IdentityError>, why: &str) {
    assert!(
        matches!(answer, Err(IdentityError::Rejected(sentence)) if sentence.contains(why)),
        "{answer:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_consent_is_a_login_that_reads_mail() {
    let world = World::start().await;
    let sign_in = world.imap.listed()[0].sign_in;
    assert_eq!(sign_in, SignIn::Consent { device: true });
    let (code, verifier) = world.consent(&world.imap).await;
    let exchange = |verifier: SecretString| {
        let (imap, code) = (&world.imap, code.clone());
        async move { imap.exchange_code(SERVER, &code, &verifier, Redirect::Localhost).await }
    };
    assert_rejected(&exchange("another verifier".into()).await, "invalid or has expired");
    assert_rejected(&exchange(verifier).await, "invalid or has expired");

    let login = world.connect().await;
    assert_eq!((login.user.as_str(), login.server.as_str()), (ALVA, SERVER));
    assert!(!format!("{login:?}").contains("sandbox-"));
    world.imap.try_login(&login).await.unwrap();
    world.deliver();
    assert_eq!(world.found(&login).await.unwrap().len(), 1);
    assert!(!world.dovecot.log().contains(&token(&login)));

    // A server with tokens takes no password, and none of another user.
    let with_password = crate::support::login("password");
    let answer = world.imap.try_login(&with_password).await;
    assert!(answer.is_err(), "{answer:?}");
    let other = ImapLogin {
        user: "bo@example.com".into(),
        ..login.clone()
    };
    let answer = world.imap.try_login(&other).await;
    assert!(matches!(answer, Err(MailError::Reconnect)), "{answer:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_code_waits_for_the_users_answer() {
    let world = World::start().await;
    let begin = || async { world.imap.request_device(SERVER).await.unwrap().unwrap() };
    let request = begin().await;
    assert_eq!((request.user_code.as_str(), request.interval), ("SANDBOX42", 5));
    assert!(!format!("{request:?}").contains("sandbox-device"));
    let ask = |decision| {
        world.provider.decide_devices(decision);
        world.imap.ask_device(SERVER, &request.device_code)
    };
    assert!(matches!(ask(DeviceDecision::Pending).await, Ok(DeviceAnswer::Pending)));
    assert!(matches!(
        ask(DeviceDecision::SlowDown).await,
        Ok(DeviceAnswer::SlowDown)
    ));
    let Ok(DeviceAnswer::Granted(login)) = ask(DeviceDecision::Allow).await else {
        panic!("no login");
    };
    world.imap.try_login(&login).await.unwrap();
    assert_rejected(&ask(DeviceDecision::Allow).await, "expired");

    for (decision, why) in [
        (DeviceDecision::Decline, "declined"),
        (DeviceDecision::Expire, "expired"),
    ] {
        let request = begin().await;
        world.provider.decide_devices(decision);
        let answer = world.imap.ask_device(SERVER, &request.device_code).await;
        assert_rejected(&answer, why);
    }
    world.provider.fail_times(Fault::Token500, 1);
    let answer = world.imap.ask_device(SERVER, &begin().await.device_code).await;
    assert!(
        matches!(&answer, Err(IdentityError::Dependency(error)) if error.which == Dependency::MailProvider),
        "{answer:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn another_tenant_is_a_failure_of_the_settings() {
    let world = World::start().await;
    let mut settings = world.settings.clone();
    settings.servers[0].oauth = Some(client(&world.provider, "elsewhere"));
    settings.servers[0].ca_file = None;
    let imap = client_with(&settings, Memory::default());
    let answer = imap.request_device(SERVER).await;
    assert!(matches!(answer, Err(IdentityError::Dependency(_))), "{answer:?}");
    settings.servers[0].oauth.as_mut().unwrap().device_url = None;
    let imap = client_with(&settings, Memory::default());
    assert!(imap.request_device(SERVER).await.unwrap().is_none());
    assert!(
        imap.request_consent(SERVER, Redirect::Service).is_none(),
        "no address to return to"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_token_is_renewed_once_and_the_next_refresh_token_is_stored() {
    let world = World::start().await;
    world.deliver();
    let login = world.connect().await;
    assert_eq!(world.found(&login).await.unwrap().len(), 1);
    world.secrets.advance(TimeDelta::minutes(61));
    world.provider.reset_calls();
    // The connection that is open is used further.
    let searches = [(); 4].map(|()| world.found(&login));
    for found in futures::future::join_all(searches).await {
        assert_eq!(found.unwrap().len(), 1);
    }
    assert_eq!(world.provider.calls(Endpoint::Token), 1);
    assert_eq!(world.provider.calls(Endpoint::Introspection), 0);
    let stored = world.stored();
    assert_ne!(token(&stored), token(&login));
    assert_ne!(refresh_token(&stored), refresh_token(&login));

    // Another process goes on from what is stored, also with an account that it read before.
    world.secrets.advance(TimeDelta::minutes(61));
    let other = client_with(&world.settings, world.secrets.clone());
    all(&other, &world.account(&login), &from(SHOP, &[])).await.unwrap();
    let newest = world.stored();
    assert_ne!(refresh_token(&newest), refresh_token(&stored));
    world.found(&login).await.unwrap();
    assert_eq!(refresh_token(&world.stored()), refresh_token(&newest));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_ends_before_its_time_is_renewed() {
    let world = World::start().await;
    world.deliver();
    let login = world.connect().await;
    world.provider.expire_imap_tokens();
    assert_eq!(world.found(&login).await.unwrap().len(), 1);
    assert_ne!(token(&world.stored()), token(&login));
}

#[tokio::test(flavor = "multi_thread")]
async fn revoked_tokens_mean_that_the_account_must_be_connected_again() {
    let world = World::start().await;
    let login = world.connect().await;
    world.provider.revoke_imap_tokens();
    let answer = world.found(&login).await;
    assert!(matches!(answer, Err(MailError::Reconnect)), "{answer:?}");

    let login = world.connect().await;
    world.secrets.advance(TimeDelta::minutes(61));
    world.provider.fail_times(Fault::Token500, 1);
    let answer = world.found(&login).await;
    assert!(
        matches!(&answer, Err(MailError::Dependency(error)) if error.which == Dependency::MailProvider),
        "{answer:?}"
    );
    world.found(&login).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn renewed_tokens_that_the_server_refuses_are_dropped() {
    let world = World::start().await;
    let elsewhere = ImapLogin {
        user: "bo@example.com".into(),
        ..world.connect().await
    };
    world.keep(&elsewhere);
    let answer = world.found(&elsewhere).await;
    assert!(matches!(answer, Err(MailError::Reconnect)), "{answer:?}");
    assert!(world.secrets.accounts().as_slice()[0].needs_reconnect());
}

#[tokio::test(flavor = "multi_thread")]
async fn renewed_tokens_that_could_not_be_stored_are_stored_later() {
    let world = World::start().await;
    let login = world.connect().await;
    world.secrets.advance(TimeDelta::minutes(61));
    world.secrets.set_broken(true);
    let answer = world.found(&login).await;
    assert!(
        matches!(&answer, Err(MailError::Dependency(error)) if error.which == Dependency::SecretStore),
        "{answer:?}"
    );
    assert_eq!(refresh_token(&world.stored()), refresh_token(&login));
    world.secrets.set_broken(false);
    world.found(&login).await.unwrap();
    assert_ne!(refresh_token(&world.stored()), refresh_token(&login));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_was_disconnected_or_has_a_password_since_is_not_renewed() {
    let world = World::start().await;
    let old = world.connect().await;
    world.secrets.advance(TimeDelta::minutes(61));
    world.provider.reset_calls();
    let with_password = ImapLogin {
        secret: ImapSecret::Password("password".into()),
        ..old.clone()
    };
    world.keep(&with_password);
    for accounts in [world.secrets.accounts(), MailAccounts::default()] {
        world.secrets.set(accounts);
        let answer = world.found(&old).await;
        assert!(matches!(answer, Err(MailError::Reconnect)), "{answer:?}");
    }
    assert_eq!(world.provider.calls(Endpoint::Token), 0);
}
