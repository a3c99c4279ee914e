//! `invoices users`, as operators run it beside the service.

use invoices_db::{NewUser, UserFilter};
use invoices_domain::UserId;
use invoices_sandbox::Endpoint;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, grocery};
use invoices_tests::support::program::{ended, mailbox, program};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};
use tokio::process::Command;

const LOGIN: &str = "/v1/auth/login";

/// What a command printed, and its exit code.
struct Shown {
    code: Option<i32>,
    out: String,
    errors: String,
}

impl Shown {
    #[track_caller]
    fn json(&self) -> Value {
        assert_eq!(self.code, Some(0), "{}", self.errors);
        serde_json::from_str(&self.out).unwrap()
    }

    #[track_caller]
    fn succeeds(self) -> Self {
        assert_eq!(self.code, Some(0), "{}", self.errors);
        self
    }

    #[track_caller]
    fn fails_with(&self, words: &str) {
        assert_eq!(self.code, Some(1), "{}", self.out);
        assert!(self.errors.contains(words), "{}", self.errors);
    }
}

/// Runs `invoices users` on the data of a world, with this standard input.
async fn users_with(world: &World, arguments: &[&str], input: &str) -> Shown {
    let mut command = Command::new(program());
    command
        .arg("users")
        .args(arguments)
        .current_dir(world.folder.path())
        .env_remove("INVOICES_CONFIG")
        .env_remove("SUDO_USER")
        .env("INVOICES__DATA", world.folder.path())
        .env("INVOICES__DATABASE__URL", &world.config.database.url)
        .env("INVOICES__LOG__FILTER", "trace")
        .envs(mailbox(&world.sandbox));
    let output = ended(command, input).await;
    Shown {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        errors: String::from_utf8(output.stderr).unwrap(),
    }
}

async fn users(world: &World, arguments: &[&str]) -> Shown {
    users_with(world, arguments, "").await
}

/// Logs in with this password. Returns the status, and the token of a success.
async fn login(world: &World, user: &User<'_>, password: &str) -> (u16, String) {
    let body = json!({"email": user.email, "password": password});
    let answer = world.post(LOGIN, &body).await;
    let token = answer.body["data"]["access_token"].as_str().unwrap_or_default();
    (answer.status, token.to_owned())
}

// Shows: Sign-up, login and access tokens | The operator can make a user's tokens invalid: then 401 `INVALID_CREDENTIALS`. A token of a version without this stays valid
// Shows: Threats | The token of a user who…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logging_out_makes_older_tokens_invalid(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (mut alva, bo) = (world.signs_up("Alva").await, world.signs_up("Bo").await);
    let (_, second) = login(&world, &alva, &alva.password).await;
    let upper = alva.email.to_uppercase();
    users(&world, &["log-out", &upper]).await.succeeds();
    for token in [alva.token.clone(), second] {
        alva.token = token;
        let refused = alva.profile().await;
        assert_eq!(
            refused.fails(401, "INVALID_CREDENTIALS"),
            "The token is no longer valid."
        );
        alva.deletes("/v1/user/me").await.fails(401, "INVALID_CREDENTIALS");
    }
    bo.profile().await.data(200);
    let (status, token) = login(&world, &alva, &alva.password).await;
    assert_eq!(status, 200);
    alva.token = token;
    alva.profile().await.data(200);
    users(&world, &["log-out", &alva.id.to_string()]).await.succeeds();
    alva.profile().await.fails(401, "INVALID_CREDENTIALS");
    users(&world, &["log-out", "nobody@example.com"])
        .await
        .fails_with("there is no such user");
}

// Shows: Threats | The token of a user who…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reset_password_replaces_the_old_one_and_logs_out(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.signs_up("Alva").await;
    let reset = users(&world, &["reset-password", &alva.email]).await.succeeds();
    let password = reset.out.trim_end();
    assert_eq!(password.len(), 24, "{password}");
    assert!(!reset.errors.contains(password), "{}", reset.errors);
    alva.profile().await.fails(401, "INVALID_CREDENTIALS");
    assert_eq!(login(&world, &alva, &alva.password).await.0, 401);
    assert_eq!(login(&world, &alva, password).await.0, 200);

    let given = "a password of the operator's";
    let input = format!("{given}\r\nmore");
    let reset = users_with(&world, &["reset-password", "--stdin", &alva.email], &input).await;
    let reset = reset.succeeds();
    assert_eq!(reset.out, "");
    assert!(!reset.errors.contains(given), "{}", reset.errors);
    assert_eq!(login(&world, &alva, password).await.0, 401);
    assert_eq!(login(&world, &alva, given).await.0, 200);

    for (input, words) in [
        ("", "at least 8"),
        ("short\n", "at least 8"),
        ("Password123\n", "common passwords"),
    ] {
        users_with(&world, &["reset-password", "--stdin", &alva.email], input)
            .await
            .fails_with(words);
    }
    assert_eq!(
        login(&world, &alva, given).await.0,
        200,
        "a refused password changes nothing"
    );
    let log = users(&world, &["log", "--json"]).await;
    assert!(!log.out.contains(password) && !log.out.contains(given));
    let acts: Vec<Value> = log
        .json()
        .as_array()
        .unwrap()
        .iter()
        .map(|act| act["act"].clone())
        .collect();
    assert_eq!(acts, ["reset-password", "reset-password"]);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_user_leaves_only_the_id_in_the_log(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, bo) = (world.connects("Alva").await, world.signs_up("Bo").await);
    bo.connects("bo@example.com").await;
    let mail = grocery(at("2026-11-10T08:00:00Z"), "204118", "113,67");
    world.sandbox.add(&mail);
    world.sandbox.add_to("bo@example.com", &mail);
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 1);
    bo.fetches_retail().await;
    users(&world, &["log-out", &bo.email]).await.succeeds();
    users(&world, &["log-out", &alva.email]).await.succeeds();
    users(&world, &["delete", &alva.email])
        .await
        .fails_with("confirm it with --yes");
    assert!(world.app.live_user(alva.id).await.unwrap().is_some());

    world.sandbox.reset_calls();
    users(&world, &["delete", "--yes", &alva.email]).await.succeeds();
    assert_eq!(world.sandbox.calls(Endpoint::Revoke), 1, "the command waits for it");
    let owned = world.owned(alva.id).await;
    let left: Vec<&str> = owned
        .iter()
        .filter(|(_, rows)| !rows.is_empty())
        .map(|(table, _)| table.as_str())
        .collect();
    assert_eq!(left, ["acts"]);
    assert_eq!(world.objects().len(), 1, "Bo's");
    let id = alva.id.to_string();
    let files: Vec<String> = world.files().into_iter().filter(|file| file.contains(&id)).collect();
    assert_eq!(files, Vec::<String>::new());
    users(&world, &["delete", "--yes", &id])
        .await
        .fails_with("there is no such user");

    let log = users(&world, &["log", "--json"]).await.json();
    let lines: Vec<_> = log
        .as_array()
        .unwrap()
        .iter()
        .map(|act| (act["act"].clone(), act["user_id"].clone(), act["email"].clone()))
        .collect();
    assert_eq!(
        lines,
        [
            (json!("delete"), json!(id), json!(null)),
            (json!("log-out"), json!(id), json!(null)),
            (json!("log-out"), json!(bo.id.to_string()), json!(bo.email)),
        ]
    );
    let operator = log[0]["operator"].as_str().unwrap();
    assert!(!operator.is_empty());
    let of_alva = users(&world, &["log", "--user", &id, "--json"]).await.json();
    assert_eq!(of_alva.as_array().unwrap().len(), 2);
    let of_bo = users(&world, &["log", "--user", &bo.email, "--json"]).await.json();
    assert_eq!(of_bo.as_array().unwrap().len(), 1);
    let deletions = users(&world, &["log", "--act", "delete", "--csv"]).await.succeeds();
    assert_eq!(deletions.out.lines().count(), 2, "{}", deletions.out);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_user_is_listed_and_shown(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world
        .sandbox
        .add(&grocery(at("2026-11-10T08:00:00Z"), "204118", "113,67"));
    alva.fetches_retail().await;
    world.clock.forward(chrono::TimeDelta::days(1));
    let bo = world.signs_up("=Bo").await;
    let listed = users(&world, &["list", "--json"]).await.json();
    let of_alva = json!({
        "created_at": "2026-11-18T09:00:00Z", "user_id": alva.id.to_string(), "email": alva.email, "name": "Alva",
        "mail_account_connected": true, "invoices": 1, "state": "live",
    });
    assert_eq!(listed[1], of_alva);
    assert_eq!(
        (&listed[0]["user_id"], &listed[0]["mail_account_connected"]),
        (&json!(bo.id.to_string()), &json!(false))
    );
    for (filter, expected) in [
        (&["--user", &alva.email][..], &[&alva][..]),
        (&["--user", &bo.id.to_string()], &[&bo]),
        (&["--until", "2026-11-18"], &[&alva]),
        (&["--since", "2026-11-19"], &[&bo]),
        (&["--since", "2026-11-18", "--until", "2026-11-19"], &[&bo, &alva]),
        (&["--state", "deleting"], &[]),
        (&["--state", "live", "--limit", "1"], &[&bo]),
    ] {
        let listed = users(&world, &[&["list", "--json"], filter].concat()).await.json();
        let ids: Vec<&Value> = listed.as_array().unwrap().iter().map(|row| &row["user_id"]).collect();
        let expected: Vec<Value> = expected.iter().map(|user| json!(user.id.to_string())).collect();
        assert_eq!(ids, expected.iter().collect::<Vec<_>>(), "{filter:?}");
    }
    let csv = users(&world, &["list", "--csv"]).await.succeeds().out;
    let line = format!("2026-11-19T09:00:00Z,{},'{},'=Bo,false,0,live\r\n", bo.id, bo.email);
    assert!(csv.contains(&line), "{csv}");
    let table = users(&world, &["list"]).await.succeeds().out;
    assert!(table.contains("mail account") && table.contains("connected"), "{table}");
    users(&world, &["list", "--since", "2026-11-19", "--until", "2026-11-18"])
        .await
        .fails_with("--since is after --until");

    let shown = users(&world, &["show", "--json", &alva.email]).await.json();
    assert_eq!(
        (&shown["mail_accounts"], &shown["invoices"], &shown["messages"]),
        (&json!(["alva@example.com"]), &json!(1), &json!(1))
    );
    assert!(shown["stored_bytes"].as_u64().unwrap() > 0 && shown["last_ingest_at"].is_string());
    assert!(shown["jobs"]["done"].as_u64().unwrap() > 0, "{shown}");
    let text = users(&world, &["show", &alva.id.to_string()]).await.succeeds().out;
    assert!(
        text.contains("mailbox searched to") && text.contains(&alva.email),
        "{text}"
    );
}

/// A list is longer than one page, and rows of the same time stay apart.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_list_is_complete_in_every_form(#[values(Sqlite, Postgres)] database: Database) {
    const USERS: usize = 1203;
    let world = World::start(database).await;
    for number in 0..USERS {
        let email = format!("user-{number}@example.com");
        let new = NewUser {
            user_id: UserId::random(),
            email_key: email.clone(),
            email,
            name: "Alva".into(),
            password_hash: "none".into(),
            created_at: world.now(),
        };
        world.app.store().create_user(new).await.unwrap();
    }
    let listed = users(&world, &["list", "--json"]).await.json();
    let mut emails: Vec<String> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["email"].to_string())
        .collect();
    emails.sort();
    emails.dedup();
    assert_eq!(emails.len(), USERS);
    let csv = users(&world, &["list", "--csv"]).await.succeeds().out;
    assert_eq!(csv.lines().count(), 1 + USERS);
    let lines = async |arguments: &[&str]| users(&world, arguments).await.succeeds().out.lines().count();
    assert_eq!(lines(&["list"]).await, 1 + 50);
    assert_eq!(lines(&["list", "--limit", "1002"]).await, 1 + 1002);
    assert_eq!(lines(&["list", "--csv", "--limit", "501"]).await, 1 + 501);
    let page = world.app.store().users(UserFilter::default(), 10).await.unwrap();
    assert_eq!(page.len(), 10);
}
