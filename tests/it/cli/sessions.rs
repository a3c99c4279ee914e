//! Staying logged in, and ending sessions.

use chrono::TimeDelta;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::world::World;
use serde_json::{Value, json};

use super::{Machine, mode};

impl Machine<'_> {
    fn kept(&self) -> Value {
        serde_json::from_slice(&std::fs::read(self.profile("default")).unwrap()).unwrap()
    }

    /// Sets the time at which the access token is renewed.
    fn renews_at(&self, time: &str) {
        let mut kept = self.kept();
        kept["renew_at"] = json!(time);
        std::fs::write(self.profile("default"), kept.to_string()).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_login_goes_on_without_the_password() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let machine = Machine::of(&alva).await;
    let before = machine.kept();
    machine.runs(&["whoami"]).await.succeeds();
    assert_eq!(machine.kept(), before, "nothing is renewed before its time");

    world.clock.forward(TimeDelta::hours(2));
    machine.renews_at("2026-01-01T00:00:00Z");
    // Both find the token due.
    let (first, second) = tokio::join!(machine.runs(&["whoami"]), machine.runs(&["list"]));
    first.succeeds();
    second.succeeds();
    let after = machine.kept();
    for token in ["access_token", "refresh_token"] {
        assert_ne!(after[token], before[token], "{token}");
    }
    assert_eq!(after["session_id"], before["session_id"]);
    assert_eq!(mode(&machine.profile("default")), 0o600);
    machine.runs(&["whoami"]).await.succeeds();

    world.clock.forward(TimeDelta::days(40));
    machine.renews_at("2026-01-01T00:00:00Z");
    let dead = machine.runs(&["whoami"]).await;
    assert!(
        dead.fails(3).contains("Log in again: invoices-cli login"),
        "{}",
        dead.err
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logging_out_ends_the_session_at_the_service() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let machine = Machine::of(&alva).await;
    let token = machine.kept()["access_token"].as_str().unwrap().to_owned();
    let script = || {
        let mut command = machine.command(&["whoami"]);
        command.env("INVOICES_URL", world.url("")).env("INVOICES_TOKEN", &token);
        command
    };
    machine.ends(script(), "").await.succeeds();
    assert_eq!(machine.runs(&["logout"]).await.succeeds(), "Logged out.\n");
    machine.ends(script(), "").await.fails(3);
    let sessions = alva.gets("/v1/auth/sessions").await;
    assert_eq!(sessions.data(200)["sessions"], json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logging_out_of_a_service_that_is_gone_forgets_the_tokens() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let machine = Machine::of(&alva).await;
    let mut kept = machine.kept();
    kept["url"] = json!("http://127.0.0.1:1");
    std::fs::write(machine.profile("default"), kept.to_string()).unwrap();
    let ended = machine.runs(&["logout"]).await;
    assert!(ended.succeeds().contains("removed from this machine"));
    assert!(ended.err.contains("could not be reached"), "{}", ended.err);
    assert!(!machine.profile("default").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_script_ends_no_session_of_the_profile_and_a_damaged_profile_can_be_removed() {
    let world = World::start(Sqlite).await;
    let (alva, bo) = (world.signs_up("Alva").await, world.signs_up("Bo").await);
    let machine = Machine::of(&alva).await;
    let mut script = machine.command(&["logout", "--everywhere"]);
    script
        .env("INVOICES_URL", world.url(""))
        .env("INVOICES_TOKEN", &bo.token);
    machine.ends(script, "").await.succeeds();
    machine.runs(&["whoami"]).await.succeeds();
    // A token of another account does not keep a session from being ended.
    let mut script = machine.command(&["logout"]);
    script.env("INVOICES_TOKEN", &bo.token);
    assert_eq!(machine.ends(script, "").await.succeeds(), "Logged out.\n");
    assert_eq!(alva.gets("/v1/auth/sessions").await.data(200)["sessions"], json!([]));

    std::fs::write(machine.profile("default"), "{").unwrap();
    machine.runs(&["whoami"]).await.fails(1);
    machine.runs(&["logout"]).await.succeeds();
    assert!(!machine.profile("default").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_are_listed_and_ended() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let (laptop, phone) = (Machine::of(&alva).await, Machine::of(&alva).await);
    let table = laptop.runs(&["sessions"]).await.succeeds();
    assert_eq!(table.matches("invoices-cli on ").count(), 2, "{table}");
    assert_eq!(table.matches("this one").count(), 1, "{table}");
    let other = phone.kept()["session_id"].as_str().unwrap().to_owned();
    let csv = laptop.runs(&["sessions", "--csv"]).await.succeeds();
    assert!(
        csv.starts_with("session_id,name,") && csv.contains(&format!("\n{other},")),
        "{csv}"
    );
    laptop.runs(&["sessions", "end", &other]).await.succeeds();
    phone.runs(&["whoami"]).await.fails(3);
    assert_eq!(
        phone.runs(&["logout"]).await.succeeds(),
        "Logged out. The session had already ended.\n"
    );
    let left = laptop.runs(&["sessions", "--json"]).await.json();
    assert_eq!(left.as_array().unwrap().len(), 1);
    laptop.runs(&["sessions", "end", &other]).await.fails(4);

    let phone = Machine::of(&alva).await;
    laptop.runs(&["logout", "--everywhere"]).await.succeeds();
    assert!(!laptop.profile("default").exists());
    phone.runs(&["whoami"]).await.fails(3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_password_ends_every_other_login() {
    let world = World::start(Sqlite).await;
    let mut alva = world.signs_up("Alva").await;
    let (laptop, phone) = (Machine::of(&alva).await, Machine::of(&alva).await);
    let change = ["password", "--password-stdin"];
    let wrong = laptop
        .runs_with(&change, "not the password\na new long password\n")
        .await;
    assert!(!wrong.fails(1).contains("Log in again"), "{}", wrong.err);
    phone.runs(&["whoami"]).await.succeeds();
    let answers = format!("{}\na new long password\n", alva.password);
    let said = laptop.runs_with(&change, &answers).await.succeeds();
    assert!(said.contains("All other logins have ended."), "{said}");
    laptop.runs(&["whoami"]).await.succeeds();
    phone.runs(&["whoami"]).await.fails(3);
    phone.logs_in(&alva, &[]).await.fails(1);
    alva.password = "a new long password".to_owned();
    phone.logs_in(&alva, &[]).await.succeeds();
}
