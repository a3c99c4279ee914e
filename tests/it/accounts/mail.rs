//! Codes that are mailed: for a forgotten password, and for the address of sign-up.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use invoices_service::settings::{Config, Seconds};
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::{self, Sqlite};
use invoices_tests::support::mail_server::MailServer;
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use serde_json::{Value, json};

pub const FORGOT: &str = "/v1/auth/password/forgot";
pub const RESET: &str = "/v1/auth/password/reset";
pub const EMAIL: &str = "/v1/user/me/email";
pub const VERIFY: &str = "/v1/user/me/email/verify";
const NEW: &str = "staple of another horse";

fn mails_by(port: u16) -> impl FnOnce(&mut Config) {
    move |config| {
        config.email.server = Some(format!("smtp-plain://127.0.0.1:{port}"));
        config.email.from = Some("Invoices <invoices@example.com>".into());
        config.email.timeout_seconds = Seconds::new(5);
    }
}

pub async fn world(database: Database) -> (World, MailServer) {
    let mails = MailServer::start(0).await;
    (World::with(database, mails_by(mails.port)).await, mails)
}

async fn forgets(world: &World, email: &str) -> Answer {
    world.post(FORGOT, &json!({"email": email})).await
}

async fn resets(world: &World, code: &str, password: &str) -> Answer {
    world
        .post(RESET, &json!({"token": code, "new_password": password}))
        .await
}

async fn logs_in(world: &World, email: &str, password: &str) -> u16 {
    let body = json!({"email": email, "password": password});
    world.post("/v1/auth/login", &body).await.status
}

pub async fn is_verified(user: &User<'_>) -> bool {
    let answer = user.gets(EMAIL).await;
    let data = answer.data(200);
    assert_eq!(data["email"], user.email);
    assert_eq!(data["verified"], data.get("verified_at").is_some());
    data["verified"].as_bool().unwrap()
}

/// Runs the sweeper. The schedule's first look at the time starts nothing.
async fn sweeps(world: &World) {
    world.tick().await;
    world.clock.forward(TimeDelta::minutes(5));
    world.tick().await;
}

/// The text of a mail, with plain line breaks.
fn text_of(mail: &Value) -> String {
    mail["body"].as_str().unwrap().replace("\r\n", "\n")
}

/// The code in a mail: the paragraph after the one that asks to enter it.
pub fn code_of(mail: &Value) -> String {
    let text = text_of(mail);
    let mut paragraphs = text.split("\n\n").map(str::trim);
    paragraphs.find(|line| line.ends_with("enter this code in the app:") || line.starts_with("Enter this code"));
    paragraphs
        .next()
        .unwrap_or_else(|| panic!("no code in {text}"))
        .to_owned()
}

// Shows: Codes by mail | `POST /v1/auth/password/forgot` mails a code to the address of an account, and `POST /v1/auth/password/reset` sets a new password with it, ends every session and makes every older access token invalid; the address counts as verified
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forgotten_password_is_replaced_with_a_mailed_code() {
    let (world, mut mails) = world(Sqlite).await;
    let (mut alva, bo) = (world.signs_up("Alva").await, world.signs_up("Bo").await);
    let session = alva.posts_nothing("/v1/auth/sessions").await.data(201).clone();
    forgets(&world, &format!(" {} ", alva.email.to_uppercase()))
        .await
        .data(200);
    let mail = mails.next_mail().await;
    assert_eq!(
        (&mail["to"], &mail["subject"]),
        (&json!([alva.email]), &json!("Set a new password"))
    );
    let text = text_of(&mail);
    assert!(!text.contains("Alva") && !text.contains("http"), "{text}");
    let code = code_of(&mail);
    assert_eq!(code.len(), 26);

    let weak = resets(&world, &code, "1234567").await;
    assert_eq!(
        weak.fails(400, "INVALID_REQUEST"),
        "new_password must have at least 8 characters."
    );
    assert!(!is_verified(&alva).await);
    assert!(
        resets(&world, &format!(" {} ", code.to_uppercase()), NEW)
            .await
            .data(200)
            .is_null()
    );
    assert_eq!(logs_in(&world, &alva.email, &alva.password).await, 401);
    assert_eq!(logs_in(&world, &alva.email, NEW).await, 200);
    alva.profile().await.fails(401, "INVALID_CREDENTIALS");
    let refresh = json!({"refresh_token": session["refresh_token"]});
    world
        .post("/v1/auth/sessions/refresh", &refresh)
        .await
        .fails(401, "INVALID_CREDENTIALS");
    // It can't be replayed.
    resets(&world, &code, "one more password")
        .await
        .fails(401, "INVALID_CREDENTIALS");
    assert_eq!(logs_in(&world, &alva.email, NEW).await, 200);
    bo.profile().await.data(200);
    NEW.clone_into(&mut alva.password);
    alva.comes_back_after(TimeDelta::zero()).await;
    assert!(is_verified(&alva).await, "the code arrived there");
    assert_eq!(mails.stop().await, Vec::<Value>::new());
}

// Shows: Codes by mail | The answer, and the job that is made, are the same for an address without an account
// Shows: Threats | Someone finds out who has an account by asking for a new password | the same answer, and the same work until it is given: a job does the rest
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_without_an_account_is_answered_alike() {
    let (world, mut mails) = world(Sqlite).await;
    let (alva, gone) = (world.signs_up("Alva").await, world.signs_up("Gone").await);
    gone.deletes("/v1/user/me").await.data(200);
    let known = forgets(&world, &alva.email).await;
    known.data(200);
    let jobs = async || world.rows_of("jobs").await.len();
    let before = jobs().await;
    for unknown in ["nobody@example.com", gone.email.as_str()] {
        let unknown = forgets(&world, unknown).await;
        assert_eq!((unknown.status, &unknown.body), (known.status, &known.body));
        let names = |answer: &Answer| answer.headers.keys().map(ToString::to_string).collect::<BTreeSet<_>>();
        assert_eq!(names(&unknown), names(&known));
    }
    assert_eq!(jobs().await - before, 2, "each request adds a job, as for an account");
    assert_eq!(mails.next_mail().await["to"], json!([alva.email]));
    assert_eq!(mails.stop().await, Vec::<Value>::new());
    for (body, code) in [
        (json!({}), "MISSING_FIELDS"),
        (json!({"email": "nobody"}), "INVALID_REQUEST"),
        (json!({"email": 5}), "INVALID_REQUEST"),
        (json!({"email": format!("a@{}", "x".repeat(300))}), "INVALID_REQUEST"),
    ] {
        world.post(FORGOT, &body).await.fails(400, code);
    }
}

// Shows: Codes by mail | A code is valid for an hour, once, until the next is mailed or the password is changed; else 401 `INVALID_CREDENTIALS`
// Shows: Threats | A code for a new password is guessed, replayed, or read from the database | 130 random bits, of which only a hash is stored; valid for an hour, once, and only the newest; attempts are limited
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_newest_code_counts_and_for_an_hour() {
    let (world, mut mails) = world(Sqlite).await;
    let mut alva = world.signs_up("Alva").await;
    let mut ask = async || {
        forgets(&world, &alva.email).await.data(200);
        code_of(&mails.next_mail().await)
    };
    let (older, newer) = (ask().await, ask().await);
    let stored = world.rows_of("password_resets").await.join("\n");
    assert!(!stored.contains(&newer), "only a hash is stored");
    let refused = resets(&world, &older, NEW).await;
    assert_eq!(
        refused.fails(401, "INVALID_CREDENTIALS"),
        "The code is unknown, used or expired. Request a new one."
    );
    world.clock.forward(TimeDelta::hours(1));
    resets(&world, &newer, NEW).await.fails(401, "INVALID_CREDENTIALS");
    sweeps(&world).await;
    assert_eq!(world.rows("password_resets", alva.id).await, 0);

    // After a password change, all codes are invalid.
    let third = ask().await;
    alva.comes_back_after(TimeDelta::zero()).await;
    let body = json!({"current_password": alva.password, "new_password": NEW});
    alva.posts("/v1/user/me/password", &body).await.data(200);
    resets(&world, &third, "a password of theirs")
        .await
        .fails(401, "INVALID_CREDENTIALS");
}

// Shows: Codes by mail | A code is valid for an…
// Shows: Threats | A code for a new password…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_resets_with_one_code_one_succeeds() {
    let (world, mut mails) = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    forgets(&world, &alva.email).await.data(200);
    let code = code_of(&mails.next_mail().await);
    let reset = async |password: &str| {
        let body = json!({"token": code, "new_password": password});
        Answer::to(world.http.post(world.url(RESET)).json(&body)).await
    };
    let (one, two) = tokio::join!(reset("one new password"), reset("two new passwords"));
    let (won, lost, password) = match one.status {
        200 => (one, two, "one new password"),
        _ => (two, one, "two new passwords"),
    };
    won.data(200);
    lost.fails(401, "INVALID_CREDENTIALS");
    assert_eq!(logs_in(&world, &alva.email, password).await, 200);
}

// Shows: Codes by mail | Five mails of a kind to an account in an hour, 50 for a client address; attempts at codes are limited for a client address: 429 `RATE_LIMITED` with `Retry-After`
// Shows: Threats | The service is made to send much mail, or a stranger's words | mails to an account and requests of a client address are limited; a mail contains nothing that a user chose, and an address can't add headers or recipients
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mails_are_limited_per_address_and_client() {
    let (world, _mails) = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    for email in [alva.email.as_str(), "nobody@example.com"] {
        for _ in 0..5 {
            forgets(&world, email).await.data(200);
        }
        let limited = forgets(&world, &email.to_uppercase()).await;
        limited.fails(429, "RATE_LIMITED");
        assert!(limited.header("retry-after").is_some());
    }
    // The two refused ones counted, too.
    for number in 0..38 {
        forgets(&world, &format!("{number}@example.com")).await.data(200);
    }
    forgets(&world, "another@example.com").await.fails(429, "RATE_LIMITED");
    for _ in 0..5 {
        alva.posts_nothing(VERIFY).await.data(200);
    }
    alva.posts_nothing(VERIFY).await.fails(429, "RATE_LIMITED");
    world.clock.forward(TimeDelta::hours(1));
    forgets(&world, &alva.email).await.data(200);
}

// Shows: Codes by mail | Five mails of a kind…
// Shows: Threats | A code for a new password…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guesses_at_codes_are_limited_per_client() {
    let world = World::with(Sqlite, |config| config.auth.attempts_per_minute = 6).await;
    world.signs_up("Alva").await;
    for guess in 0..5 {
        resets(&world, &format!("guess {guess}"), NEW)
            .await
            .fails(401, "INVALID_CREDENTIALS");
    }
    resets(&world, "guess", NEW).await.fails(429, "RATE_LIMITED");
}

// Shows: Codes by mail | Without a mail server 403 `INVALID_REQUEST`. While it fails, the verification is 502 `DEPENDENCY_FAILURE`, and a mail for a forgotten password is tried again for an hour
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_mail_server_nothing_is_mailed() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let refused = "This service sends no mail: no mail server is configured.";
    for email in [alva.email.as_str(), "nobody@example.com"] {
        assert_eq!(forgets(&world, email).await.fails(403, "INVALID_REQUEST"), refused);
    }
    let answer = alva.posts_nothing(VERIFY).await;
    assert_eq!(answer.fails(403, "INVALID_REQUEST"), refused);
    assert!(!is_verified(&alva).await);
}

// Shows: Codes by mail | Without a mail server…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_waits_for_the_mail_server_and_a_caller_does_not() {
    let (world, mails) = world(Sqlite).await;
    let port = mails.port;
    mails.stop().await;
    let (alva, bo) = (world.signs_up("Alva").await, world.signs_up("Bo").await);
    let failed = alva.posts_nothing(VERIFY).await;
    assert_eq!(
        failed.fails(502, "DEPENDENCY_FAILURE"),
        "The mail server failed. Try again later."
    );
    forgets(&world, &alva.email).await.data(200);
    world.clock.forward(TimeDelta::minutes(2));
    world.drain().await;
    forgets(&world, &bo.email).await.data(200);
    let mut mails = MailServer::start(port).await;
    world.clock.forward(TimeDelta::minutes(30));
    world.drain().await;
    let mut codes = Vec::new();
    for _ in 0..2 {
        codes.push(code_of(&mails.next_mail().await));
    }
    for code in codes {
        resets(&world, &code, NEW).await.data(200);
    }
    assert_eq!(mails.stop().await, Vec::<Value>::new());

    // After an hour nobody waits for a mail any more.
    forgets(&world, &alva.email).await.data(200);
    let mails = MailServer::start(port).await;
    world.clock.forward(TimeDelta::hours(2));
    world.drain().await;
    assert_eq!(mails.stop().await, Vec::<Value>::new());
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
}

// Shows: Threats | The service is made to…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_or_a_name_adds_nothing_to_a_mail() {
    let (world, mut mails) = world(Sqlite).await;
    for email in [
        "alva@example.com\r\nBcc: all@example.com",
        "alva@example.com\nSubject: Buy",
        "alva@example.com,all@example.com",
        "alva@example.com>\r\n.\r\nMAIL FROM:<bo@example.com",
    ] {
        let body = json!({"email": email, "name": "Alva", "password": NEW});
        world.post("/v1/auth/signup", &body).await.fails(400, "INVALID_REQUEST");
        forgets(&world, email).await.fails(400, "INVALID_REQUEST");
    }
    let email = "victim@example.com";
    let body = json!({"email": email, "name": "Win a prize at https://evil.example", "password": NEW});
    let signed_up = world.post("/v1/auth/signup", &body).await;
    let token = signed_up.body["data"]["access_token"].as_str().unwrap().to_owned();
    let alva = User {
        world: &world,
        id: world.app.verify_token(&token).unwrap(),
        email: email.into(),
        password: NEW.into(),
        token,
    };
    alva.posts_nothing(VERIFY).await.data(200);
    let mail = mails.next_mail().await;
    assert_eq!(
        (&mail["to"], &mail["from"]),
        (&json!([email]), &json!("invoices@example.com"))
    );
    assert!(!mail.to_string().contains("prize"), "{mail}");
    // No mail is sent even to one that got past sign-up.
    let injected = "victim@example.com\nBcc: all@example.com";
    world
        .sql(&format!(
            "UPDATE users SET email = '{injected}' WHERE user_id = '{}'",
            alva.id
        ))
        .await;
    alva.posts_nothing(VERIFY).await.fails(400, "INVALID_REQUEST");
    assert_eq!(mails.stop().await, Vec::<Value>::new());
}

// Shows: Codes by mail | A mail has a link if the operator sets one, with the code as its fragment
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_links_to_the_page_that_the_operator_sets() {
    let mut mails = MailServer::start(0).await;
    let port = mails.port;
    let world = World::with(Sqlite, |config| {
        mails_by(port)(config);
        config.accounts.reset_link = Some("https://app.example.com/reset".parse().unwrap());
        config.accounts.verify_link = Some("https://app.example.com/verify?from=mail".parse().unwrap());
    })
    .await;
    let alva = world.signs_up("Alva").await;
    forgets(&world, &alva.email).await.data(200);
    let mail = mails.next_mail().await;
    // The code is in the fragment, which no browser sends to a server.
    let link = format!("https://app.example.com/reset#code={}\n", code_of(&mail));
    assert!(text_of(&mail).contains(&link), "{mail}");
    alva.posts_nothing(VERIFY).await.data(200);
    let mail = mails.next_mail().await;
    let link = format!("https://app.example.com/verify?from=mail#code={}\n", code_of(&mail));
    assert!(text_of(&mail).contains(&link), "{mail}");
}
