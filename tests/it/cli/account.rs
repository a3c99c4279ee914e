//! Logging in, and the token that is kept.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::world::World;
use serde_json::Value;

use super::{Machine, mode};

// Shows: Threats | Others on the machine read the client's access token, or another service gets it | its file has mode 0600 from the start, and it is sent only to the address of its login
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_login_is_kept_for_its_user_alone() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let machine = Machine::new(&world);
    assert!(
        machine
            .runs(&["whoami"])
            .await
            .fails(3)
            .contains("Log in again: invoices-cli login")
    );
    let said = machine.logs_in(&alva, &[]).await.succeeds();
    assert!(said.contains("Logged in at") && said.contains("as Alva"), "{said}");
    let profile = machine.profile("default");
    assert_eq!((mode(&profile), mode(profile.parent().unwrap())), (0o600, 0o700));
    let files = std::fs::read_dir(profile.parent().unwrap()).unwrap().count();
    assert_eq!(files, 1, "no temporary file is left");

    let said = machine.runs(&["whoami"]).await.succeeds();
    assert!(
        said.contains(&alva.email) && said.contains("A mailbox is connected."),
        "{said}"
    );
    let data = machine.runs(&["whoami", "--json"]).await.json();
    assert_eq!(data["profile"], *alva.profile().await.data(200));

    assert_eq!(machine.runs(&["logout"]).await.succeeds(), "Logged out.\n");
    assert!(!profile.exists());
    machine.runs(&["logout"]).await.succeeds();
    machine.runs(&["list"]).await.fails(3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_password_and_an_unknown_service_are_told_apart() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let machine = Machine::new(&world);
    let url = world.url("");
    let login = ["login", "--url", &url, "--email", &alva.email, "--password-stdin"];
    let wrong = machine.runs_with(&login, "a wrong password\n").await;
    assert!(!wrong.fails(1).contains("Log in again"), "{}", wrong.err);
    assert!(!machine.profile("default").exists());
    machine.runs_with(&login, "").await.fails(2);
    let nobody = [
        "login",
        "--url",
        "http://127.0.0.1:1",
        "--email",
        "a@example.com",
        "--password-stdin",
    ];
    assert!(
        machine
            .runs_with(&nobody, "x\n")
            .await
            .fails(5)
            .contains("could not be reached")
    );
    let question = machine.runs(&["login", "--url", &url, "--email", &alva.email]).await;
    assert!(question.fails(2).contains("without a terminal"), "{}", question.err);
    machine.runs(&["login", "--url", "ftp://example.com"]).await.fails(2);
    machine.runs(&["--profile", "../x", "whoami"]).await.fails(2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dead_token_asks_for_a_new_login() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let machine = Machine::new(&world);
    machine.logs_in(&alva, &["--profile", "work"]).await.succeeds();
    assert!(machine.profile("work").exists());
    machine.runs(&["list"]).await.fails(3);
    machine.runs(&["--profile", "work", "list"]).await.succeeds();
    alva.posts_nothing("/v1/auth/logout-all").await.data(200);
    let dead = machine.runs(&["--profile", "work", "list"]).await;
    let error = dead.fails(3);
    assert!(
        error.contains("Log in again: invoices-cli --profile work login"),
        "{error}"
    );
    machine.logs_in(&alva, &["--profile", "work"]).await.succeeds();
    machine.runs(&["--profile", "work", "list"]).await.succeeds();
}

// Shows: Threats | Others on the machine…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn scripts_give_address_and_token_and_no_other_service_gets_a_token() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let machine = Machine::new(&world);
    let script = |token: &str| {
        let mut command = machine.command(&["whoami"]);
        command.env("INVOICES_URL", world.url("")).env("INVOICES_TOKEN", token);
        command
    };
    let said = machine.ends(script(&alva.token), "").await.succeeds();
    assert!(said.contains(&alva.email), "{said}");
    let refused = machine.ends(script("forged"), "").await;
    assert!(
        refused.fails(3).contains("INVOICES_TOKEN is no longer valid"),
        "{}",
        refused.err
    );
    let mut nowhere = machine.command(&["whoami"]);
    nowhere.env("INVOICES_TOKEN", &alva.token);
    assert!(machine.ends(nowhere, "").await.fails(2).contains("INVOICES_URL"));

    machine.logs_in(&alva, &[]).await.succeeds();
    let elsewhere = machine.runs(&["--url", "http://127.0.0.1:1", "list"]).await;
    assert!(elsewhere.fails(2).contains("is logged in at"), "{}", elsewhere.err);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn signing_up_logs_in() {
    let world = World::start(Sqlite).await;
    let machine = Machine::new(&world);
    let url = world.url("");
    let sign_up = [
        "signup",
        "--url",
        &url,
        "--email",
        "bo@example.com",
        "--name",
        "Bo",
        "--password-stdin",
    ];
    let refused = machine.runs_with(&sign_up, "short\n").await;
    assert!(refused.fails(1).contains("password"), "{}", refused.err);
    machine.runs_with(&sign_up, "korrekt häst batteri\n").await.succeeds();
    let data = machine.runs(&["whoami", "--json"]).await.json();
    assert_eq!(data["profile"]["email"], "bo@example.com");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_is_asked_for_and_not_shown() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let machine = Machine::new(&world);
    let answers = [&world.url(""), &alva.email, &alva.password];
    let (code, shown) = machine
        .runs_on_a_terminal(&["login"], &answers.map(String::as_str))
        .await;
    assert_eq!(code, Some(0), "{shown}");
    assert!(
        shown.contains("Password of ") && shown.contains("Logged in at"),
        "{shown}"
    );
    assert!(
        shown.contains(&alva.email) && !shown.contains(&alva.password),
        "{shown}"
    );
    let profile: Value = serde_json::from_slice(&std::fs::read(machine.profile("default")).unwrap()).unwrap();
    assert_eq!(profile["email"], *alva.email);
    // The login before is suggested.
    let (code, shown) = machine.runs_on_a_terminal(&["login"], &["", "", &alva.password]).await;
    assert_eq!(code, Some(0), "{shown}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deletion_is_asked_for() {
    let world = World::start(Sqlite).await;
    let alva = super::user_with_fetched_invoices(&world).await;
    let machine = Machine::of(&alva).await;
    let invoices = alva.lists_retail().await;
    let ids: Vec<&str> = invoices
        .iter()
        .map(|each| each["invoice_id"].as_str().unwrap())
        .collect();
    let (code, shown) = machine.runs_on_a_terminal(&["delete", ids[0]], &["n"]).await;
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("Nothing is deleted."), "{shown}");
    assert_eq!(alva.lists_retail().await.len(), 3);
    let (code, shown) = machine.runs_on_a_terminal(&["delete", &ids[0][..8]], &["yes"]).await;
    assert_eq!(code, Some(0), "{shown}");
    assert_eq!(alva.lists_retail().await.len(), 2);
    let asked = machine.runs(&["delete", ids[1]]).await;
    assert!(asked.fails(2).contains("without a terminal"), "{}", asked.err);
    machine.runs(&["delete", "--yes", ids[1]]).await.succeeds();
    machine.runs(&["delete", "--yes", ids[1]]).await.fails(4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn preferences_are_shown_and_changed() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let machine = Machine::of(&alva).await;
    let default =
        "Language: en\nTime zone: Europe/Stockholm\nReminders: 3 days before the due date\nQuiet hours: none\n";
    assert_eq!(machine.runs(&["preferences"]).await.succeeds(), default);
    let change = ["preferences", "--language", "sv", "--quiet-hours", "22:00-07:30"];
    assert!(
        machine
            .runs(&change)
            .await
            .succeeds()
            .ends_with("Quiet hours: 22:00 to 07:30\n")
    );
    let change = ["preferences", "--reminder-days", "0", "--json"];
    let kept = machine.runs(&change).await.json();
    assert_eq!(
        (&kept["language"], &kept["reminder_days"]),
        (&"sv".into(), &0.into()),
        "{kept}"
    );
    let back = [
        "preferences",
        "--language",
        "en",
        "--reminder-days",
        "3",
        "--quiet-hours",
        "none",
    ];
    assert_eq!(machine.runs(&back).await.succeeds(), default);
    let wrong = machine.runs(&["preferences", "--time-zone", "Nowhere/Land"]).await;
    assert!(wrong.fails(1).contains("time_zone"), "{}", wrong.err);
}
