//! Mail accounts at an IMAP server.

mod moves;
mod oauth;
mod watch;

use std::sync::Arc;

use invoices_sandbox::{Sandbox, SandboxSettings};
use invoices_tests::support::database::Database::{self, Sqlite};
use invoices_tests::support::imap::{ACCOUNT, MailServer, PASSWORD, login};
use invoices_tests::support::mails::{at, grocery, notice, rent_mail};
use invoices_tests::support::traced::{TracedService, all_bytes, all_rows};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use test_servers::dns::{Dns, Signer};
use test_servers::dovecot::INBOX;

const CONNECT: &str = "/v1/auth/mail/imap";
const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const SIGNED: &[&str] = &["From", "To", "Subject", "Date"];

/// A service with an IMAP server, and the keys of the vendor and the landlord.
struct Imap {
    world: World,
    server: Arc<MailServer>,
    _dns: Dns,
    grocer: Signer,
    landlord: Signer,
}

impl Imap {
    async fn start(database: Database) -> Self {
        let (server, dns) = (Arc::new(MailServer::start()), Dns::start().unwrap());
        let of = |domain: &str| {
            let signer = Signer::new(domain).unwrap();
            signer.publish(&dns).unwrap();
            signer
        };
        let (grocer, landlord) = (of("ica.se"), of("landlord.example.com"));
        let world = World::with(database, |config| {
            config.pipeline.dns_server = Some(dns.address());
            server.list(config);
        });
        Imap {
            world: world.await,
            server,
            _dns: dns,
            grocer,
            landlord,
        }
    }

    /// Puts a signed receipt into the inbox. Returns it.
    fn gets_receipt(&self, order: &str, total: &str) -> Vec<u8> {
        let mail = self.grocer.sign(&grocery(at(NOVEMBER), order, total), SIGNED).unwrap();
        self.server.deliver(at(NOVEMBER), &mail);
        mail
    }
}

async fn connects(user: &User<'_>) -> Value {
    user.posts(CONNECT, &login(PASSWORD)).await.data(201).clone()
}

async fn totals(user: &User<'_>) -> Vec<f64> {
    let invoices = user.lists_retail().await;
    invoices
        .iter()
        .map(|invoice| invoice["total_amount"].as_f64().unwrap())
        .collect()
}

// Shows: Connecting a mail account | `GET /v1/mail/accounts` lists the…
// Shows: At an IMAP server | `POST /v1/auth/mail/imap` connects an account at a server that the operator lists, and `GET /v1/auth/mail/imap` names those servers
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_login_connects_an_account_and_its_mails_become_invoices() {
    let imap = Imap::start(Sqlite).await;
    let alva = imap.world.signs_up("Alva").await;
    let listed = alva.gets(CONNECT).await;
    assert_eq!(listed.data(200)["gmail"], true);
    assert_eq!(
        listed.data(200)["servers"],
        json!([{
            "name": "example", "host": "localhost", "domain": "example.com", "sign_in": "password", "device_code": false,
        }])
    );
    let connected = alva
        .posts(
            CONNECT,
            &json!({"server": "example", "user": ACCOUNT, "password": PASSWORD}),
        )
        .await;
    let data = connected.data(201);
    assert_eq!(
        (&data["email"], &data["account_switch"]),
        (&json!(ACCOUNT), &json!(false))
    );
    assert_eq!(alva.profile().await.data(200)["mail_account_connected"], true);
    let account = alva.gets("/v1/mail/accounts").await.data(200)["accounts"][0].clone();
    assert_eq!(
        (&account["address"], &account["provider"], &account["connected_by"]),
        (&json!(ACCOUNT), &json!("example"), &json!("imap"))
    );

    imap.gets_receipt("204118", "113,67");
    let rent = rent_mail(at(NOVEMBER), &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))]);
    imap.server
        .deliver(at(NOVEMBER), &imap.landlord.sign(&rent, SIGNED).unwrap());
    alva.fetches_retail().await;
    alva.ingests_rental().await.data(200);
    assert_eq!(totals(&alva).await, [113.67]);
    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 1);
    // The search of a second ingest finds the same mails.
    alva.fetches_retail().await;
    alva.ingests_rental().await.data(200);
    assert_eq!(totals(&alva).await, [113.67]);
    assert_eq!(imap.server.dovecot.flags(ACCOUNT, INBOX).unwrap(), ["", ""]);
}

// Shows: At an IMAP server | `POST /v1/auth/mail/imap` connects an…
// Shows: At an IMAP server | A server that the operator does not list is 404. A refused login is 400 `INVALID_CREDENTIALS`, a server that fails 502 `DEPENDENCY_FAILURE`, and too many attempts 429; nothing is stored then
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_listed_servers_and_right_passwords_connect() {
    let imap = Imap::start(Sqlite).await;
    let world = imap
        .world
        .with_settings(|config| config.auth.connections_per_minute = 100)
        .await;
    let alva = world.signs_up("Alva").await;
    let with = |key: &str, value: Value| {
        let mut body = login(PASSWORD);
        body[key] = value;
        body
    };
    for password in ["wrong", "lösenord", "\\\"", "{5}"] {
        alva.posts(CONNECT, &login(password))
            .await
            .fails(400, "INVALID_CREDENTIALS");
    }
    for (field, value) in [
        ("password", String::new()),
        ("password", "å".repeat(1025)),
        ("user", "a".repeat(321)),
    ] {
        let answer = alva.posts(CONNECT, &with(field, json!(value))).await;
        assert!(answer.fails(400, "INVALID_REQUEST").contains(field));
    }
    for name in ["other", "localhost", ""] {
        alva.posts(CONNECT, &with("server", json!(name)))
            .await
            .fails(404, "INVALID_REQUEST");
    }
    for body in [
        with("user", json!("alva\r\na2 LOGOUT@example.com")),
        with("user", json!("")),
        with("user", json!(["alva"])),
        with("password", json!("a\nb")),
        with("password", json!({"x": PASSWORD})),
    ] {
        alva.posts(CONNECT, &body).await.fails(400, "INVALID_REQUEST");
    }
    alva.posts(CONNECT, &json!({"server": "example"}))
        .await
        .fails(400, "MISSING_FIELDS");
    assert_eq!(alva.profile().await.data(200)["mail_account_connected"], false);
    drop(imap.server);
    alva.posts(CONNECT, &login(PASSWORD))
        .await
        .fails(502, "DEPENDENCY_FAILURE");
    assert_eq!(alva.profile().await.data(200)["mail_account_connected"], false);
}

// Shows: At an IMAP server | A server that the operator…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guesses_at_one_account_are_limited_together() {
    let imap = Imap::start(Sqlite).await;
    let world = imap
        .world
        .with_settings(|config| config.auth.connections_per_minute = 3)
        .await;
    for name in ["Bo", "Cy", "Di"] {
        world
            .signs_up(name)
            .await
            .posts(CONNECT, &login("a guess"))
            .await
            .fails(400, "INVALID_CREDENTIALS");
    }
    let alva = world.signs_up("Alva").await;
    alva.posts(CONNECT, &login(PASSWORD)).await.fails(429, "RATE_LIMITED");
}

// Shows: At an IMAP server | A sender counts as authenticated by the server's `authserv_id`, else by DKIM, else not
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn senders_are_trusted_by_the_configured_server_or_by_signature() {
    let imap = Imap::start(Sqlite).await;
    let checked =
        b"Authentication-Results: mx.google.com; dkim=pass header.i=@ica.se; dmarc=pass header.from=ica.se\r\n";
    let checked = [&checked[..], &grocery(at(NOVEMBER), "1", "10,00")].concat();
    imap.server.deliver(at(NOVEMBER), &checked);
    imap.gets_receipt("2", "20,00");
    let alva = imap.world.signs_up("Alva").await;
    connects(&alva).await;
    alva.fetches_retail().await;
    assert_eq!(totals(&alva).await, [20.0]);

    let world = imap.world;
    let world = world
        .with_settings(|config| config.imap.servers[0].authserv_id = Some("mx.google.com".into()))
        .await;
    let bo = world.signs_up("Bo").await;
    connects(&bo).await;
    bo.fetches_retail().await;
    let mut found = totals(&bo).await;
    found.sort_by(f64::total_cmp);
    assert_eq!(found, [10.0, 20.0]);
}

// Shows: At an IMAP server | OAuth and IMAP accounts replace each other, and one mail that both have is one invoice
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn oauth_and_imap_replace_each_other() {
    let imap = Imap::start(Sqlite).await;
    let mail = imap.gets_receipt("204118", "113,67");
    imap.world.sandbox.add(&mail);
    let alva = imap.world.connects("Alva").await;
    alva.fetches_retail().await;
    // The sandbox has the same address.
    assert_eq!(connects(&alva).await["account_switch"], false);
    alva.fetches_retail().await;
    assert_eq!(totals(&alva).await, [113.67]);

    let other = imap
        .world
        .sandbox
        .issue_tokens_for("bo@example.com", invoices_sandbox::SandboxHandle::default_scopes());
    let switched = alva.stores_tokens(&other.access, Some(&other.refresh)).await;
    assert_eq!(switched.data(201)["account_switch"], true);
    let back = connects(&alva).await;
    assert_eq!(back["account_switch"], true);
    assert_eq!(
        back["message"],
        "Another mail account is now connected: alva@example.com."
    );
    alva.fetches_retail().await;
    assert_eq!(totals(&alva).await, [113.67]);
}

// Shows: At an IMAP server | A login that the server refuses later disconnects the account, and the user is notified once
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_changed_password_disconnects_the_account() {
    let imap = Imap::start(Sqlite).await;
    let alva = imap.world.signs_up("Alva").await;
    connects(&alva).await;
    imap.gets_receipt("204118", "113,67");
    alva.fetches_retail().await;
    imap.server.dovecot.set_accounts(&[(ACCOUNT, "another")]).unwrap();
    imap.server.dovecot.kick(ACCOUNT).unwrap();
    for _ in 0..2 {
        alva.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
    }
    assert_eq!(alva.profile().await.data(200)["mail_account_connected"], false);
    let told = alva.notifications().await;
    let reconnect = told.iter().filter(|(subject, _)| subject.contains("again"));
    assert_eq!(reconnect.count(), 1, "{told:?}");
    alva.posts(CONNECT, &login("another")).await.data(201);
    alva.fetches_retail().await;
    assert_eq!(totals(&alva).await, [113.67]);
}

/// An id has slashes, semicolons and the folder's name in it.
// Shows: Messages | Ids of IMAP mails, which have slashes, are percent-encoded in paths
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_is_named_by_its_encoded_id() {
    let imap = Imap::start(Sqlite).await;
    let alva = imap.world.signs_up("Alva").await;
    connects(&alva).await;
    imap.gets_receipt("204118", "113,67");
    alva.fetches_retail().await;
    let listed = alva.gets("/v1/mail/messages").await.data(200)["messages"].clone();
    let id = listed[0]["message_id"].as_str().unwrap();
    assert!(id.contains('/'), "{id}");
    let path = format!("/v1/mail/messages/{}", utf8_percent_encode(id, NON_ALPHANUMERIC));
    assert_eq!(alva.gets(&path).await.data(200)["messages"], listed);
    alva.gets(&format!("{path}/explain")).await.data(200);
}

// Shows: At an IMAP server | Discovery works in an IMAP account
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shops_are_discovered() {
    let imap = Imap::start(Sqlite).await;
    let shop = "From: Lampan <order@lampan.example.com>\r\nTo: alva@example.com\r\nSubject: =?utf-8?q?Orderbekr=C3=A4ftelse?=\r\nMessage-ID: <1@lampan.example.com>\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<h1>Lampan</h1><p>Ordernummer: 1001</p><p>Orderdatum: 2026-11-10</p><table><tr><td>Totalt</td><td>249,00 kr</td></tr></table>\r\n";
    imap.server.deliver(at(NOVEMBER), shop.as_bytes());
    imap.gets_receipt("1", "10,00");
    let alva = imap.world.signs_up("Alva").await;
    connects(&alva).await;
    let found = alva.posts_nothing("/v1/sources/discover").await;
    let suggestions = found.data(200)["suggestions"].clone();
    assert_eq!(suggestions.as_array().unwrap().len(), 1, "{suggestions}");
    assert_eq!(suggestions[0]["invoice"]["total_amount"], 249.0, "{suggestions}");
    assert_eq!(suggestions[0]["trusted"], false, "{suggestions}");
}

// Shows: At an IMAP server | The password appears in no log, file or table
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_password_appears_nowhere() {
    let (server, data) = (MailServer::start(), tempfile::tempdir().unwrap());
    let url = Sqlite.create(data.path()).await;
    let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
    let listed = format!(
        "[{{name=\"example\",host=\"localhost\",port={},ca_file=\"{}\"}}]",
        server.dovecot.port(),
        server.authority().display()
    );
    let variables = [("INVOICES__IMAP__SERVERS", listed)];
    let service = TracedService::start_with(data.path(), &url, &sandbox, "trace", &variables).await;
    let http = reqwest::Client::builder().tls_certs_only([]).build().unwrap();
    let send = async |path: &str, token: &str, body: Value| {
        let request = http
            .post(format!("{}{path}", service.url))
            .bearer_auth(token)
            .json(&body);
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    let account = json!({"email": "alva@example.com", "name": "Alva", "password": "correct horse battery"});
    let (_, session) = send("/v1/auth/signup", "", account).await;
    let session: Value = serde_json::from_str(&session).unwrap();
    let token = session["data"]["access_token"].as_str().unwrap();
    for (body, expected) in [(login(PASSWORD), 201), (login(&format!("{PASSWORD}x")), 400)] {
        let (status, text) = send(CONNECT, token, body).await;
        assert_eq!(status, expected, "{text}");
        assert!(!text.contains(PASSWORD));
    }
    let (status, text) = send("/v1/invoices/retail/ingest", token, json!({})).await;
    assert_eq!(status, 200, "{text}");
    let log = service.stop().await;
    assert!(log.contains("connected a mail account"), "{log}");
    assert!(!log.contains(PASSWORD));
    for (file, bytes) in all_bytes(data.path()) {
        assert!(
            !bytes.windows(PASSWORD.len()).any(|part| part == PASSWORD.as_bytes()),
            "{file}"
        );
    }
    for (table, row) in all_rows(&url).await {
        assert!(!row.contains(PASSWORD), "{table}");
    }
}
