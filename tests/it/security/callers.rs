//! Limits per caller: counts of logins, queued ingests, waiting requests, connected mail accounts, reads.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use futures::future::join_all;
use invoices_app::job::schedule;
use invoices_service::settings::Seconds;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::interruption::{Call, Held, Interruptions};
use invoices_tests::support::mails::{at, grocery};
use invoices_tests::support::user::User;
use invoices_tests::support::wait::{until, within};
use invoices_tests::support::world::World;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

const LOGIN: &str = "/v1/auth/login";
const MESSAGES: &str = "/v1/mail/messages";
const ME: &str = "/v1/user/me";
const SIGNUP: &str = "/v1/auth/signup";
const RETAIL: &str = "/v1/invoices/retail/ingest";
const TOKENS: &str = "/v1/auth/mail/store-tokens";

async fn metric(world: &World, name: &str) -> u64 {
    let (_, metrics) = world.asks_operations("/metrics").await;
    let value = metrics
        .lines()
        .find_map(|line| line.strip_prefix(&format!("invoices_{name} ")));
    value.unwrap().parse().unwrap()
}

/// A login through a trusted proxy.
async fn log_in(world: &World, client: &str, email: &str, password: &str) -> Answer {
    let body = json!({"email": email, "password": password});
    let request = world.http.post(world.url(LOGIN)).json(&body);
    Answer::to(request.header("x-forwarded-for", client)).await
}

/// A retail ingest of November's first days, which no job runs.
async fn orders(user: &User<'_>, end: u32) -> Answer {
    let days = json!({"start_date": "2026-11-01", "end_date": format!("2026-11-{end:02}")});
    let request = user.world.http.post(user.world.url(RETAIL));
    Answer::to(request.bearer_auth(&user.token).json(&days)).await
}

#[track_caller]
fn is_limited(answer: &Answer, most: u64) {
    answer.fails(429, "RATE_LIMITED");
    let wait: u64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=most).contains(&wait), "{wait}");
}

// Shows: Sign-up, login and access tokens | An address is one `@`…
// Shows: Limits | characters of an e-mail address | 254
// Shows: Threats | Failed logins fill the…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_email_or_name_is_refused_before_it_is_counted() {
    let world = World::start(Sqlite).await.with_operations().await;
    let email = |length: usize| format!("{}@example.com", "x".repeat(length - 12));
    let password = "a password of some length";
    for (path, body, message) in [
        (
            LOGIN,
            json!({"email": email(255), "password": password}),
            "email must have at most 254 characters.",
        ),
        (
            LOGIN,
            json!({"email": email(60_000), "password": password}),
            "email must have at most 254 characters.",
        ),
        (
            SIGNUP,
            json!({"email": email(255), "name": "Alva", "password": password}),
            "email must have at most 254 characters.",
        ),
        (
            SIGNUP,
            json!({"email": email(254), "name": "x".repeat(201), "password": password}),
            "name must have 1 to 200 characters, none of them control characters.",
        ),
    ] {
        assert_eq!(world.post(path, &body).await.fails(400, "INVALID_REQUEST"), message);
    }
    assert_eq!(metric(&world, "throttle_entries").await, 0);
    assert_eq!(metric(&world, "passwords_verified_total").await, 0);
    let longest = json!({"email": email(254), "name": "x".repeat(200), "password": password});
    assert_eq!(world.post(SIGNUP, &longest).await.status, 201);
    assert_eq!(world.post(LOGIN, &longest).await.status, 200);
}

// Shows: Threats | Failed logins fill the…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn counts_of_logins_are_given_back_when_their_window_ends() {
    let world = World::start(Sqlite).await;
    let world = world
        .with_settings(|config| config.server.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()])
        .await
        .with_operations()
        .await;
    let empty = metric(&world, "throttle_bytes").await;
    for number in 0..60 {
        let client = format!("203.0.113.{number}");
        let email = format!("{number}{}@example.com", "x".repeat(200));
        let answer = log_in(&world, &client, &email, "a wrong password").await;
        answer.fails(401, "INVALID_CREDENTIALS");
    }
    // Of each login: its address, its account, and the pair of both.
    assert_eq!(metric(&world, "throttle_entries").await, 180);
    let full = metric(&world, "throttle_bytes").await;
    assert!((180 * 24..180 * 200).contains(&full), "{full}");
    world.clock.forward(TimeDelta::minutes(5));
    assert_eq!(metric(&world, "throttle_entries").await, 0);
    let left = metric(&world, "throttle_bytes").await;
    assert!(left <= empty + full / 2, "{empty}, {full}, {left}");
}

// Shows: Sign-up, login and access tokens | After ten failed logins of an account from all addresses together in five minutes its logins are delayed, at most 5 seconds; the right password still works, and an account that does not exist is delayed alike
// Shows: Threats | Passwords are guessed | failed…
// Shows: Threats | Failed logins fill the…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failed_logins_from_many_addresses_delay_an_account_and_do_not_lock_it() {
    let world = World::start(Sqlite).await;
    let world = world
        .with_settings(|config| {
            config.server.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
            config.auth.login_failures = 3;
            config.auth.max_login_delay_seconds = Seconds::new(1);
        })
        .await
        .with_operations()
        .await;
    let alva = world.signs_up("Alva").await;
    let mut messages = vec![];
    for email in [alva.email.as_str(), "nobody@example.com"] {
        for client in 1..=3 {
            let answer = log_in(&world, &format!("203.0.113.{client}"), email, "a wrong password").await;
            answer.fails(401, "INVALID_CREDENTIALS");
        }
        for (client, least) in [(4, 250), (5, 500), (6, 1000), (7, 1000)] {
            let asked = Instant::now();
            let answer = log_in(&world, &format!("203.0.113.{client}"), email, "a wrong password").await;
            assert!(asked.elapsed() >= Duration::from_millis(least), "{email} {client}");
            messages.push(answer.fails(401, "INVALID_CREDENTIALS").to_owned());
        }
    }
    messages.dedup();
    assert_eq!(messages.len(), 1, "{messages:?}");
    // The waiting logins hold no place for a hash, and one address waits once.
    let verified = metric(&world, "passwords_verified_total").await;
    let owner = log_in(&world, "198.51.100.1", &alva.email, &alva.password);
    let attack = join_all((0..30).map(|_| log_in(&world, "203.0.113.8", &alva.email, "a wrong password")));
    let (owner, attack) = tokio::join!(owner, attack);
    assert_eq!(owner.status, 200, "the right password still works");
    let refused = attack.iter().filter(|answer| answer.status == 429);
    refused.clone().for_each(|answer| is_limited(answer, 1));
    // On a slow machine some arrive after the first has waited.
    let refused = refused.count() as u64;
    assert!(refused > 0);
    assert_eq!(
        metric(&world, "passwords_verified_total").await - verified,
        31 - refused
    );
    assert_eq!(metric(&world, "delayed_logins").await, 0);
    let bo = world.signs_up("Bo").await;
    assert_eq!(log_in(&world, "203.0.113.9", &bo.email, &bo.password).await.status, 200);
}

// Shows: Ingests | A user has at most three ingests that have not ended, and 20 requests that wait for them; beyond that 429 `RATE_LIMITED` with `Retry-After`. The same order joins, scheduled runs don't count
// Shows: Limits | ingests of a user that have not ended | 3
// Shows: Threats | One user orders thousands of ingests, or keeps thousands of requests waiting | three unfinished ingests and 20 waiting requests a user; a wait ends when the caller hangs up
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_user_has_at_most_three_ingests_that_have_not_ended() {
    let world = World::start(Sqlite).await;
    let world = world
        .with_settings(|config| config.server.ingest_timeout_seconds = Seconds::new(0))
        .await;
    let mut alva = world.connects("Alva").await;
    world.tick().await;
    alva.comes_back_after(TimeDelta::days(7)).await;
    let bo = world.connects("Bo").await;
    // Scheduled runs don't count.
    assert!(schedule::run_due(&world.app).await.unwrap() > 0);
    let before = world.app.store().live_jobs().await.unwrap();
    let answers = join_all((1..=6).map(|end| orders(&alva, end))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 3);
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        is_limited(answer, 30);
        assert_eq!(
            answer.message(),
            "You have too many unfinished ingests. Try again later."
        );
    }
    for path in [
        RETAIL,
        "/v1/invoices/rental/ingest",
        "/v1/invoices/rental/ingest/latest",
    ] {
        let request = world.http.post(world.url(path)).bearer_auth(&alva.token);
        is_limited(&Answer::to(request).await, 30);
    }
    // The same order joins.
    let joined = (1..).zip(&answers).find(|(_, answer)| answer.status == 200).unwrap().0;
    assert_eq!(orders(&alva, joined).await.status, 200);
    assert_eq!(world.app.store().live_jobs().await.unwrap(), before + 3);
    assert_eq!(orders(&bo, 1).await.status, 200, "another user is not concerned");
    world.drain().await;
    assert_eq!(orders(&alva, 7).await.status, 200, "they have ended");
}

/// Sends an ingest, and keeps the connection.
async fn waits_for_an_ingest(user: &User<'_>) -> TcpStream {
    waits_for(user, &format!("POST {RETAIL}")).await
}

/// Sends a request without a body, and keeps the connection.
async fn waits_for(user: &User<'_>, operation: &str) -> TcpStream {
    let address = user.world.url("").replace("http://", "");
    let mut connection = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "{operation} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ncontent-length: 0\r\n\r\n",
        user.token
    );
    connection.write_all(request.as_bytes()).await.unwrap();
    connection
}

// Shows: Ingests | A user has at most three…
// Shows: Ingests | A request stops waiting when its caller hangs up; the ingest continues
// Shows: Threats | One user orders thousands…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_stops_waiting_for_its_ingest_when_the_caller_hangs_up() {
    let world = World::start(Sqlite).await.with_operations().await;
    let alva = world.connects("Alva").await;
    let waiting = async |count| {
        until(format!("{count} requests to wait"), async || {
            metric(&world, "waiting_requests").await == count
        })
        .await;
    };
    let mut connections = vec![];
    for _ in 0..20 {
        connections.push(waits_for_an_ingest(&alva).await);
    }
    waiting(20).await;
    // Each of them polls the database, so their number is limited.
    let request = world.http.post(world.url(RETAIL)).bearer_auth(&alva.token);
    is_limited(&Answer::to(request).await, 30);
    connections.truncate(1);
    waiting(1).await;
    drop(connections);
    waiting(0).await;
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 1, "the ingest goes on");
    within("the ingest", world.drain()).await;
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
}

// Shows: Profile and deletion of the account | A request whose caller hangs up stops waiting; the deletion continues
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_stops_waiting_for_its_deletion_when_the_caller_hangs_up() {
    let mut world = World::with(Sqlite, |config| {
        (config.server.request_timeout_seconds, config.server.shutdown_seconds) =
            (Seconds::new(600), Seconds::new(600));
    })
    .await;
    let alva = world.connects("Alva").await;
    let id = alva.id;
    let connection = waits_for(&alva, "DELETE /v1/user/me").await;
    world.deletion_started(id).await;
    drop(alva);
    drop(connection);
    // Stopping waits for requests.
    world.restart().await;
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 1, "the deletion goes on");
    world.drain().await;
    assert!(world.app.user(id).await.unwrap().is_none());
}

// Shows: Connecting a mail account | Beyond 10 attempts of a user in a minute: 429 `RATE_LIMITED` with `Retry-After`
// Shows: Limits | attempts of a user at connecting a mail account | 10 a minute
// Shows: Threats | One user makes the service call the identity provider again and again | ten attempts a minute and user
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_user_connects_a_mail_account_a_few_times_a_minute() {
    let world = World::start(Sqlite).await;
    let world = world
        .with_settings(|config| config.auth.connections_per_minute = 3)
        .await;
    let (alva, bo) = (world.signs_up("Alva").await, world.signs_up("Bo").await);
    let tokens = world.sandbox.issue_tokens();
    alva.stores_tokens(&tokens.access, None).await.data(201);
    for _ in 0..2 {
        alva.stores_tokens("no token", None)
            .await
            .fails(400, "INVALID_CREDENTIALS");
    }
    let refused = alva.stores_tokens(&tokens.access, None).await;
    is_limited(&refused, 60);
    let form = alva
        .posts_raw(TOKENS, "application/x-www-form-urlencoded", "access_token=x")
        .await;
    is_limited(&form, 60);
    bo.stores_tokens(&tokens.access, None).await.data(201);
    world.clock.forward(TimeDelta::minutes(1));
    alva.stores_tokens(&tokens.access, None).await.data(201);
}

/// A request for the original of an invoice, whose object the store does not give yet.
async fn waits_for_an_original(
    user: &User<'_>,
    interruptions: &Interruptions,
    path: &str,
) -> (JoinHandle<Answer>, Arc<Held>) {
    let held = interruptions.hold(Call::GetObject);
    let answer = tokio::spawn(reads(user, path));
    held.reached().await;
    (answer, held)
}

fn reads(user: &User<'_>, path: &str) -> impl Future<Output = Answer> + use<> {
    Answer::to(user.world.http.get(user.world.url(path)).bearer_auth(&user.token))
}

// Shows: Limits | requests of a user that read all of its invoices (whole lists, searches, sums), answered at once | 1; another waits for 10 seconds, then 429 `RATE_LIMITED` with `Retry-After`
// Shows: Threats | One user asks for large lists…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_user_reads_all_invoices_once_at_a_time() {
    let world = World::start(Sqlite).await;
    let (alva, bo) = (world.signs_up("Alva").await, world.signs_up("Bo").await);
    let all = ["", "?limit=10&q=kaffe", "?counts=true"].map(|query| format!("/v1/invoices/retail{query}"));
    let scan = world.app.begin_scan(alva.id, &CancellationToken::new()).await.ok();
    let waiting = all.each_ref().map(|path| tokio::spawn(reads(&alva, path)));
    let page = reads(&alva, "/v1/invoices/retail?limit=10").await;
    let of_another = reads(&bo, &all[0]).await;
    assert_eq!((page.status, of_another.status), (200, 200));
    let view = reads(&alva, "/v1/invoices/retail?invoice-id=a-1&subtype=grocery").await;
    assert_eq!(view.status, 404, "{view:?}");
    assert!(waiting.iter().all(|answer| !answer.is_finished()));
    drop(scan);
    for answer in waiting {
        assert_eq!(within("the answer", answer).await.unwrap().status, 200);
    }
}

// Shows: Threats | One user uploads slowly, or much, so that nobody else can submit a mail | a user has half of the places for uploads, and one that is idle for ten seconds or slower than 128 kB a second is cut off
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_uploads_of_a_user_keep_nobody_elses_waiting() {
    let world = World::start(Sqlite).await;
    let (alva, bo) = (world.signs_up("Alva").await, world.signs_up("Bo").await);
    let address = world.url("").replace("http://", "");
    let mut idle = Vec::new();
    for _ in 0..40 {
        let mut upload = TcpStream::connect(&address).await.unwrap();
        let begun = format!(
            "POST {MESSAGES} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ncontent-type: message/rfc822\r\n\
             content-length: 1000000\r\n\r\nFrom: a@example.com\r\n",
            alva.token
        );
        upload.write_all(begun.as_bytes()).await.unwrap();
        idle.push(upload);
    }
    for _ in 0..3 {
        let mail = "From: a@example.com\r\nSubject: Hej\r\n\r\nHej";
        let request = world.http.post(world.url(MESSAGES)).bearer_auth(&bo.token).body(mail);
        let answer = within("the answer", Answer::to(request)).await;
        assert_eq!(answer.status, 200, "{answer:?}");
    }
}

// Shows: Limits | requests of a user that read, answered at once | 4; a fifth waits for 10 seconds, then 429 `RATE_LIMITED` with `Retry-After`
// Shows: Threats | One user asks for large lists again and again, and reads them slowly | four reads at a time, one of them of all invoices, and 64 MiB of whole lists a user; the others wait for ten seconds and get 429
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_user_has_four_reads_at_a_time_and_a_fifth_waits_for_ten_seconds() {
    let interruptions = Interruptions::default();
    let world = World::start(Sqlite).await;
    let world = world.with_ports(|ports| interruptions.install(ports)).await;
    let (alva, bo) = (world.connects("Alva").await, world.signs_up("Bo").await);
    world
        .sandbox
        .add(&grocery(at("2026-11-10T08:00:00Z"), "204118", "100,00"));
    alva.fetches_retail().await;
    let list = reads(&alva, "/v1/invoices/retail").await;
    let id = list.data(200)["invoices"][0]["invoice_id"].as_str().unwrap().to_owned();
    let original = format!("/v1/invoices/retail/{id}/document");
    let mut running = Vec::new();
    for _ in 0..4 {
        running.push(waits_for_an_original(&alva, &interruptions, &original).await);
    }
    let asked = Instant::now();
    let fifth = tokio::spawn(reads(&alva, ME));
    // Neither what others read nor what the user changes is concerned.
    assert_eq!(reads(&bo, ME).await.status, 200);
    let read = world
        .http
        .patch(world.url("/v1/notifications"))
        .bearer_auth(&alva.token);
    Answer::to(read.json(&json!({"read": true}))).await.data(200);
    assert!(!fifth.is_finished(), "it waits");
    let fifth = within("the fifth answer", fifth).await.unwrap();
    is_limited(&fifth, 10);
    assert!(asked.elapsed() >= Duration::from_secs(10));
    let next = tokio::spawn(reads(&alva, ME));
    let gone = waits_for(&alva, &format!("GET {ME}")).await;
    drop(gone);
    let (first, held) = running.remove(0);
    held.release();
    assert_eq!(within("the first answer", first).await.unwrap().status, 200);
    assert_eq!(within("the next answer", next).await.unwrap().status, 200);
    for (answer, held) in running {
        held.release();
        assert_eq!(within("an original", answer).await.unwrap().status, 200);
    }
}
