//! Connecting a mail account by the provider's consent page.

use chrono::TimeDelta;
use invoices_domain::ids::sha256_hex;
use invoices_sandbox::Fault;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, grocery};
use invoices_tests::support::setup::app;
use invoices_tests::support::user::User;
use invoices_tests::support::wait::within;
use invoices_tests::support::world::{World, start};
use reqwest::Url;
use reqwest::redirect::Policy;
use rstest::rstest;
use serde_json::{Value, json};

const CONNECT: &str = "/v1/auth/mail/connect";
const FINISH: &str = "/v1/auth/mail/connect/finish";

/// What the provider adds to the address to which it sends the browser.
#[derive(Debug)]
struct Returned {
    to: String,
    state: String,
    code: Option<String>,
    error: Option<String>,
}

impl Returned {
    fn finish(&self) -> Value {
        json!({"state": self.state, "code": self.code})
    }
}

async fn begins(user: &User<'_>) -> Value {
    user.posts_nothing(CONNECT).await.data(201).clone()
}

/// Opens the consent page and clicks a button, as a person does in a browser.
async fn decides(consent: &Value, decision: &str) -> Returned {
    let browser = reqwest::Client::builder()
        .redirect(Policy::none())
        .tls_certs_only([])
        .build()
        .unwrap();
    let page = consent["authorization_url"].as_str().unwrap();
    let shown = browser.get(page).send().await.unwrap();
    assert_eq!(shown.status(), 200);
    let shown = shown.text().await.unwrap();
    assert!(shown.contains("Allow</button>"), "{shown}");
    let mut form: Vec<(String, String)> = Url::parse(page).unwrap().query_pairs().into_owned().collect();
    form.push(("decision".into(), decision.into()));
    let sent = browser.post(page).form(&form).send().await.unwrap();
    assert_eq!(sent.status(), 302);
    let back = Url::parse(sent.headers()["location"].to_str().unwrap()).unwrap();
    let named = |name: &str| {
        back.query_pairs()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.into_owned())
    };
    Returned {
        to: back.as_str().split('?').next().unwrap().to_owned(),
        state: named("state").unwrap(),
        code: named("code"),
        error: named("error"),
    }
}

#[track_caller]
fn refused(answer: &Answer) {
    let message = answer.fails(400, "INVALID_CREDENTIALS");
    assert!(
        message.starts_with("This consent is unknown, used or expired"),
        "{message}"
    );
}

// Shows: By the consent page | `POST /v1/auth/mail/connect` answers the provider's consent address (authorization code with PKCE and `state`), and `POST /v1/auth/mail/connect/finish` connects the account
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn consent_connects_the_account() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let consent = begins(&alva).await;
    assert_eq!(consent["expires_in"], 600);
    let page = Url::parse(consent["authorization_url"].as_str().unwrap()).unwrap();
    let asked: std::collections::BTreeMap<String, String> = page.query_pairs().into_owned().collect();
    let expected = [
        ("response_type", "code"),
        ("scope", "openid email https://www.googleapis.com/auth/gmail.readonly"),
        ("access_type", "offline"),
        ("prompt", "consent"),
        ("code_challenge_method", "S256"),
        ("redirect_uri", "https://invoices.example.com/v1/auth/mail/callback"),
        ("state", consent["state"].as_str().unwrap()),
    ];
    for (name, value) in expected {
        assert_eq!(asked.get(name).map(String::as_str), Some(value), "{name}");
    }
    let returned = decides(&consent, "allow").await;
    assert_eq!(returned.to, "https://invoices.example.com/v1/auth/mail/callback");
    let connected = alva.posts(FINISH, &returned.finish()).await;
    assert_eq!(connected.data(201)["google_email"], "alva@example.com");
    let accounts = alva.gets("/v1/mail/accounts").await;
    assert_eq!(accounts.data(200)["accounts"][0]["connected_by"], "consent");
    world.sandbox.add(&grocery(at("2026-11-10T08:00:00Z"), "1", "100,00"));
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 1);
    refused(&alva.posts(FINISH, &returned.finish()).await);
    // Only a hash of the state is stored, and nothing after the finish.
    assert_eq!(world.rows("consents", alva.id).await, 0);
}

/// A stranger's callback with the victim's code must not put the victim's mailbox into the stranger's account, nor the other way
/// round.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_blank_state_or_code_is_named() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    for field in ["state", "code"] {
        for blank in ["", " \t"] {
            let mut body = json!({"state": "a", "code": "b"});
            body[field] = json!(blank);
            let answer = alva.posts(FINISH, &body).await;
            assert!(answer.fails(400, "INVALID_REQUEST").contains(field));
        }
    }
}

// Shows: By the consent page | A consent can be finished once, within ten minutes, by the user who began it: else 400 `INVALID_CREDENTIALS`
// Shows: By the consent page | `GET /v1/auth/mail/callback` is always…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_who_began_can_finish() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let mallory = world.signs_up("Mallory").await;
    let (of_alva, of_mallory) = (begins(&alva).await, begins(&mallory).await);
    let returned = decides(&of_alva, "allow").await;
    refused(&mallory.posts(FINISH, &returned.finish()).await);
    // The attacker's own state with the victim's code: the proof of PKCE is another.
    let mixed = json!({"state": of_mallory["state"], "code": returned.code});
    let answer = mallory.posts(FINISH, &mixed).await;
    assert!(answer.fails(400, "INVALID_CREDENTIALS").contains("code is invalid"));
    assert_eq!(mallory.profile().await.data(200)["mail_account_connected"], false);
    // The browser's way back connects nothing by itself, for any logged-in user.
    let path = format!(
        "/v1/auth/mail/callback?state={}&code={}",
        returned.state,
        returned.code.unwrap()
    );
    let page = world.get(&path).await;
    assert_eq!(page.status, 200);
    assert_eq!(alva.profile().await.data(200)["mail_account_connected"], false);
}

// Shows: By the consent page | `GET /v1/auth/mail/callback` is always the same page, which runs no script but its own; it connects nothing
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_callback_is_one_page_that_runs_only_its_own_script(#[values(Sqlite)] database: Database) {
    let world = World::start(database).await;
    let plain = world.get("/v1/auth/mail/callback").await;
    let attack = "/v1/auth/mail/callback?state=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&code=%3Cimg%20src=x%3E&error=x";
    let attacked = world.get(attack).await;
    assert_eq!(attacked.body, plain.body, "nothing of the address is in the page");
    let policy = plain.header("content-security-policy").unwrap();
    assert!(
        policy.starts_with("default-src 'none'; script-src 'sha256-") && !policy.contains("unsafe"),
        "{policy}"
    );
    assert_eq!(plain.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(plain.header("cache-control"), Some("no-store"));
    assert_eq!(plain.header("content-type"), Some("text/html; charset=utf-8"));
    let twice = world.get("/v1/auth/mail/callback?code=1&code=2").await;
    twice.fails(400, "INVALID_REQUEST");
}

// Shows: By the consent page | A consent can be finished…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refusals_and_expiry_connect_nothing() {
    let world = World::start(Sqlite).await;
    let mut alva = world.signs_up("Alva").await;
    let denied = decides(&begins(&alva).await, "deny").await;
    assert_eq!((denied.error.as_deref(), &denied.code), (Some("access_denied"), &None));
    world.sandbox.fail(Fault::WrongState);
    let other = decides(&begins(&alva).await, "allow").await;
    refused(&alva.posts(FINISH, &other.finish()).await);
    world.sandbox.clear_faults();
    let late = decides(&begins(&alva).await, "allow").await;
    alva.comes_back_after(TimeDelta::minutes(10)).await;
    refused(&alva.posts(FINISH, &late.finish()).await);
    let returned = decides(&begins(&alva).await, "allow").await;
    world.sandbox.fail(Fault::CodeExpired);
    let answer = alva.posts(FINISH, &returned.finish()).await;
    assert!(answer.fails(400, "INVALID_CREDENTIALS").contains("code is invalid"));
    assert_eq!(alva.profile().await.data(200)["mail_account_connected"], false);
    let missing = alva.posts(FINISH, &json!({"state": "x"})).await;
    assert_eq!(missing.fails(400, "MISSING_FIELDS"), "Missing required fields: code.");
}

// Shows: By the consent page | After a 502 of the exchange the same finish may be repeated
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finish_can_be_repeated_after_a_failure_of_the_provider() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let returned = decides(&begins(&alva).await, "allow").await;
    world.sandbox.fail(Fault::Token500);
    alva.posts(FINISH, &returned.finish())
        .await
        .fails(502, "DEPENDENCY_FAILURE");
    world.sandbox.clear_faults();
    alva.posts(FINISH, &returned.finish()).await.data(201);
}

// Shows: By the consent page | A consent can be finished…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_changed_state_connects_nothing_and_leaves_the_consent() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let returned = decides(&begins(&alva).await, "allow").await;
    let state = &returned.state;
    let swapped: String = state.chars().rev().collect();
    for changed in [
        swapped,
        state.to_lowercase() + "A",
        format!(" {state}"),
        format!("{state}="),
        state[..state.len() - 1].to_owned(),
        // What the database keeps of it.
        sha256_hex(state.as_bytes()),
        "%".into(),
        "' OR 1=1 --".into(),
        "x".repeat(10_000),
    ] {
        let body = json!({"state": changed, "code": returned.code});
        let answer = alva.posts(FINISH, &body).await;
        assert_eq!(answer.status, 400, "{changed}: {:?}", answer.body);
    }
    alva.posts(FINISH, &returned.finish()).await.data(201);
}

// Shows: By the consent page | A consent can be finished…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_finishes_one_connects(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.signs_up("Alva").await;
    let app = app(&world.config, &world.clock).await;
    let second = start(&world.config, &app).await;
    // One instance gets both, or each gets one.
    for address in [
        world.url(FINISH),
        format!("http://{}{FINISH}", second.address().unwrap()),
    ] {
        let returned = decides(&begins(&alva).await, "allow").await;
        let finishes = [world.url(FINISH), address].map(|url| {
            let request = world.http.post(url).bearer_auth(&alva.token);
            Answer::to(request.json(&returned.finish()))
        });
        let [one, other] = finishes;
        let (one, other) = tokio::join!(one, other);
        let mut statuses = [one.status, other.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 400]);
    }
    within("the second instance to stop", second.stop()).await;
}

/// A user has at most five; the oldest go.
// Shows: By the consent page | A user has at most five unfinished consents; the oldest go, and expired ones are removed
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn begun_consents_are_few_and_end() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let first = decides(&begins(&alva).await, "allow").await;
    for _ in 0..5 {
        world.clock.forward(TimeDelta::seconds(1));
        begins(&alva).await;
    }
    assert_eq!(world.rows("consents", alva.id).await, 5);
    refused(&alva.posts(FINISH, &first.finish()).await);
    world.tick().await;
    world.clock.forward(TimeDelta::minutes(11));
    world.tick().await;
    assert_eq!(world.rows("consents", alva.id).await, 0);
}

// Shows: By the consent page | Without the OAuth client or the address to return to, it is 403 `INVALID_REQUEST`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_client_or_an_address_there_is_no_consent(#[values(Sqlite)] database: Database) {
    let world = World::start(database).await;
    let world = world.with_settings(|config| config.mail.callback_url = None).await;
    let alva = world.signs_up("Alva").await;
    let message = alva.posts_nothing(CONNECT).await;
    assert!(message.fails(403, "INVALID_REQUEST").contains("mail.callback_url"));
    assert_eq!(alva.gets("/v1/auth/mail/imap").await.data(200)["gmail"], false);
    let local = alva.posts(CONNECT, &json!({"redirect": "localhost"})).await;
    assert!(
        local.data(201)["authorization_url"]
            .as_str()
            .unwrap()
            .contains("localhost%3A8399")
    );
    alva.posts(CONNECT, &json!({"redirect": "elsewhere"}))
        .await
        .fails(400, "INVALID_REQUEST");
    let world = world.with_settings(|config| config.mail.client_secret = None).await;
    let bo = world.signs_up("Bo").await;
    bo.posts(CONNECT, &json!({"redirect": "localhost"}))
        .await
        .fails(403, "INVALID_REQUEST");
}
