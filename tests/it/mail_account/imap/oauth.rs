//! Mail accounts at an IMAP server that takes tokens, as Microsoft's does.

use std::sync::Arc;

use chrono::TimeDelta;
use invoices_sandbox::{DeviceDecision, Fault, Sandbox, SandboxHandle, SandboxSettings};
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::imap::{ACCOUNT, MailServer, PASSWORD, SERVER};
use invoices_tests::support::mails::{at, grocery};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use reqwest::Url;
use rstest::rstest;
use serde_json::{Value, json};
use test_servers::dns::{Dns, Signer};

use super::{NOVEMBER, SIGNED, totals};

const CONNECT: &str = "/v1/auth/mail/connect";
const FINISH: &str = "/v1/auth/mail/connect/finish";
const DEVICE: &str = "/v1/auth/mail/connect/device";
const FINISH_DEVICE: &str = "/v1/auth/mail/connect/device/finish";

/// A service with an IMAP server, and the provider of its tokens.
struct Imap {
    world: World,
    provider: Arc<SandboxHandle>,
    server: Arc<MailServer>,
    _dns: Dns,
    grocer: Signer,
}

impl Imap {
    async fn start(database: Database) -> Self {
        let settings = SandboxSettings {
            address: ACCOUNT.into(),
            ..SandboxSettings::default()
        };
        let provider = Arc::new(Sandbox::start(settings).await.unwrap());
        let server = Arc::new(MailServer::start_with_tokens(&provider));
        let dns = Dns::start().unwrap();
        let grocer = Signer::new("ica.se").unwrap();
        grocer.publish(&dns).unwrap();
        let world = World::with(database, |config| {
            config.pipeline.dns_server = Some(dns.address());
            server.list_with(&provider, config);
        });
        Imap {
            world: world.await,
            provider,
            server,
            _dns: dns,
            grocer,
        }
    }

    fn gets_receipt(&self, order: &str, total: &str) {
        let mail = self.grocer.sign(&grocery(at(NOVEMBER), order, total), SIGNED).unwrap();
        self.server.deliver(at(NOVEMBER), &mail);
    }
}

/// Asks for a consent, gives it as a person does in a browser, and returns what the finish states.
async fn consents(user: &User<'_>) -> Value {
    let begun = user.posts(CONNECT, &json!({"server": SERVER})).await.data(201).clone();
    let page = Url::parse(begun["authorization_url"].as_str().unwrap()).unwrap();
    let mut form: Vec<(String, String)> = page.query_pairs().into_owned().collect();
    form.push(("decision".into(), "allow".into()));
    let browser = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
    let browser = browser.tls_certs_only([]).build().unwrap();
    let sent = browser.post(page).form(&form).send().await.unwrap();
    let back = Url::parse(sent.headers()["location"].to_str().unwrap()).unwrap();
    let code = back
        .query_pairs()
        .find(|(name, _)| name == "code")
        .unwrap()
        .1
        .into_owned();
    json!({"state": begun["state"], "code": code})
}

// Shows: At an IMAP server | A server with `oauth` takes no passwords. `POST /v1/auth/mail/connect` with its name asks for consent at its provider, and `POST /v1/auth/mail/connect/device` for a code that the user types on another device
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_consent_connects_an_account_and_its_mails_become_invoices(#[values(Sqlite, Postgres)] database: Database) {
    let imap = Imap::start(database).await;
    let (alva, mallory) = (imap.world.signs_up("Alva").await, imap.world.signs_up("Mallory").await);
    let listed = alva.gets("/v1/auth/mail/imap").await.data(200)["servers"][0].clone();
    assert_eq!(
        (&listed["sign_in"], &listed["device_code"]),
        (&json!("consent"), &json!(true))
    );
    let password = json!({"server": SERVER, "user": ACCOUNT, "password": PASSWORD});
    let refused = alva.posts("/v1/auth/mail/imap", &password).await;
    assert!(refused.fails(400, "INVALID_CREDENTIALS").contains("takes no passwords"));
    alva.posts(CONNECT, &json!({"server": "other"}))
        .await
        .fails(404, "INVALID_REQUEST");

    let consent = consents(&alva).await;
    mallory.posts(FINISH, &consent).await.fails(400, "INVALID_CREDENTIALS");
    imap.provider.fail_times(Fault::Token500, 1);
    alva.posts(FINISH, &consent).await.fails(502, "DEPENDENCY_FAILURE");
    let connected = alva.posts(FINISH, &consent).await;
    assert_eq!(connected.data(201)["google_email"], ACCOUNT);
    alva.posts(FINISH, &consent).await.fails(400, "INVALID_CREDENTIALS");
    let account = alva.gets("/v1/mail/accounts").await.data(200)["accounts"][0].clone();
    assert_eq!(
        (&account["address"], &account["provider"]),
        (&json!(ACCOUNT), &json!(SERVER))
    );

    imap.gets_receipt("1", "113,67");
    alva.fetches_retail().await;
    assert_eq!(totals(&alva).await, [113.67]);
    // An hour later the access token has expired.
    imap.provider.expire_imap_tokens();
    imap.server.dovecot.kick(ACCOUNT).unwrap();
    imap.world
        .clock
        .forward(TimeDelta::minutes(59) + TimeDelta::seconds(30));
    imap.gets_receipt("2", "20,00");
    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
    assert_eq!(totals(&alva).await.len(), 2);
    imap.provider.revoke_imap_tokens();
    imap.server.dovecot.kick(ACCOUNT).unwrap();
    alva.ingests_days("2026-11-01", "2026-11-18")
        .await
        .fails(502, "MAIL_TOKEN_EXPIRED");
    let account = alva.gets("/v1/mail/accounts").await.data(200)["accounts"][0].clone();
    assert_eq!(account["state"], "reconnect");
}

// Shows: At an IMAP server | A server with `oauth` takes no passwords…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_device_code_connects_an_account(#[values(Sqlite, Postgres)] database: Database) {
    let imap = Imap::start(database).await;
    let (alva, mallory) = (imap.world.signs_up("Alva").await, imap.world.signs_up("Mallory").await);
    alva.posts(DEVICE, &json!({"server": "other"}))
        .await
        .fails(404, "INVALID_REQUEST");
    let begun = alva.posts(DEVICE, &json!({"server": SERVER})).await.data(201).clone();
    assert_eq!(
        (&begun["user_code"], &begun["interval"]),
        (&json!("SANDBOX42"), &json!(5))
    );
    assert!(!begun.to_string().contains("sandbox-device"));
    let finish = json!({"state": begun["state"]});
    mallory
        .posts(FINISH_DEVICE, &finish)
        .await
        .fails(400, "INVALID_CREDENTIALS");
    // It is no consent of a page.
    let as_page = json!({"state": begun["state"], "code": "x"});
    alva.posts(FINISH, &as_page).await.fails(400, "INVALID_CREDENTIALS");
    let asks = async |decision| {
        imap.provider.decide_devices(decision);
        alva.posts(FINISH_DEVICE, &finish).await.data(200).clone()
    };
    let pending = |interval: u64| json!({"state": "pending", "interval": interval});
    assert_eq!(asks(DeviceDecision::Pending).await, pending(5));
    assert_eq!(asks(DeviceDecision::SlowDown).await, pending(10));
    assert_eq!(asks(DeviceDecision::Pending).await, pending(10));
    imap.provider.fail_times(Fault::Token500, 1);
    alva.posts(FINISH_DEVICE, &finish)
        .await
        .fails(502, "DEPENDENCY_FAILURE");
    let connected = json!({"state": "connected", "server": SERVER, "email": ACCOUNT, "account_switch": false});
    assert_eq!(asks(DeviceDecision::Allow).await, connected);
    assert_eq!(imap.world.rows("consents", alva.id).await, 0);
    imap.gets_receipt("1", "113,67");
    alva.fetches_retail().await;
    assert_eq!(totals(&alva).await, [113.67]);

    for (decision, why) in [
        (DeviceDecision::Decline, "declined"),
        (DeviceDecision::Expire, "expired"),
    ] {
        let begun = mallory
            .posts(DEVICE, &json!({"server": SERVER}))
            .await
            .data(201)
            .clone();
        imap.provider.decide_devices(decision);
        let answer = mallory.posts(FINISH_DEVICE, &json!({"state": begun["state"]})).await;
        let message = answer.fails(400, "INVALID_CREDENTIALS");
        assert!(message.contains(why), "{message}");
    }
}
