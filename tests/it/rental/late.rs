//! Notices that the runs of the current month leave: they come after its notice was read, or after its last run.

use chrono::TimeDelta;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, notice, rent_mail, unauthenticated};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

const LEFT_OUT: &str = "A rent notice was left out";

/// Runs what is due at this time.
async fn tick_at(user: &mut User<'_>, time: &str) {
    user.world.clock.set(at(time));
    user.world.tick().await;
    user.comes_back_after(TimeDelta::zero()).await;
}

async fn skipped(user: &User<'_>) -> Vec<Value> {
    let answer = user.gets("/v1/mail/messages?state=skipped").await;
    answer.data(200)["messages"].as_array().unwrap().clone()
}

async fn dues(user: &User<'_>) -> Vec<Value> {
    let list = user.lists_rental().await;
    let records = list.data(200)["invoices"]["2026"].as_array().unwrap().clone();
    records.into_iter().map(|record| record["Due Date"].clone()).collect()
}

// Shows: Rental invoices | A notice that comes in a month that is processed is skipped and told of once, within a week; `release` has it read
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_late_notice_is_told_of_and_read_when_it_is_released(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world.tick().await;
    let mut alva = world.connects("Alva").await;
    let send = |received: &str, name: &str, due| rent_mail(at(received), &[(name, notice(5100, due))]);
    world
        .sandbox
        .add(&send("2026-11-10T08:00:00Z", "Hyresavi_11.pdf", "2026-11-30"));
    assert_eq!(alva.ingests_latest().await.status, 201);
    world.clock.forward(TimeDelta::seconds(1));
    world
        .sandbox
        .add(&send("2026-11-20T08:00:00Z", "Hyresavi_12.pdf", "2026-12-31"));
    world.sandbox.add(&unauthenticated(&send(
        "2026-11-20T09:00:00Z",
        "Hyresavi_13.pdf",
        "2026-12-31",
    )));
    world.sandbox.add(&rent_mail(at("2026-11-20T10:00:00Z"), &[]));
    assert_eq!(alva.ingests_latest().await.status, 200, "its month is processed");
    for time in ["2026-11-23T07:00:00Z", "2026-11-23T08:00:00Z", "2026-11-23T09:00:00Z"] {
        tick_at(&mut alva, time).await;
    }
    let told = alva.notifications().await;
    let left_out: Vec<_> = told.iter().filter(|(subject, _)| subject == LEFT_OUT).collect();
    assert_eq!(left_out.len(), 1, "{told:?}");
    let late = skipped(&alva).await;
    assert_eq!(
        late.len(),
        1,
        "what is forged is in quarantine, and what has no PDF is no notice: {late:?}"
    );
    assert_eq!(
        (&late[0]["reason_code"], &late[0]["can_be_released"]),
        (&json!("month-processed"), &json!(true))
    );
    assert_eq!(dues(&alva).await, ["2026-11-30"]);
    let release = format!("/v1/mail/messages/{}/release", late[0]["message_id"].as_str().unwrap());
    alva.posts_nothing(&release).await.data(200);
    world.drain().await;
    assert_eq!(dues(&alva).await, ["2026-12-31", "2026-11-30"]);
    alva.posts_nothing(&release).await.data(200);
    tick_at(&mut alva, "2026-11-30T07:00:00Z").await;
    assert_eq!(dues(&alva).await.len(), 2, "the run of the next week finds nothing new");
    assert_eq!(skipped(&alva).await, Vec::<Value>::new());
}

// Shows: Rental invoices | A notice that comes after the last run of its month is read by the run of the week
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_notice_after_the_last_run_of_its_month_is_read(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world.clock.set(at("2026-10-29T09:00:00Z"));
    world.tick().await;
    let mut alva = world.connects("Alva").await;
    tick_at(&mut alva, "2026-10-30T08:30:00Z").await;
    let mail = rent_mail(
        at("2026-10-31T08:00:00Z"),
        &[("Hyresavi_11.pdf", notice(5100, "2026-11-30"))],
    );
    world.sandbox.add(&mail);
    tick_at(&mut alva, "2026-11-02T06:00:00Z").await;
    assert_eq!(dues(&alva).await, ["2026-11-30"]);
}

/// The version before skipped a late notice without a look at its sender.
// Shows: Rental invoices | A notice that comes in a month that is processed…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_late_notice_whose_sender_was_not_judged_is_judged_when_it_is_released() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let pdf = ("Hyresavi_12.pdf", notice(5100, "2026-12-31"));
    world
        .sandbox
        .add(&unauthenticated(&rent_mail(at("2026-11-10T08:00:00Z"), &[pdf])));
    assert_eq!(*alva.ingests_rental().await.data(200), json!(null));
    let code = json!({"code": "month-processed", "parameters": {"month": 11, "year": 2026}});
    let skipped_before = format!(
        "UPDATE messages SET state = 'skipped', reason_code = '{code}', authentication = NULL, check_failed = 0"
    );
    world.sql(&skipped_before).await;
    let late = skipped(&alva).await;
    let release = format!("/v1/mail/messages/{}/release", late[0]["message_id"].as_str().unwrap());
    alva.posts_nothing(&release).await.data(200);
    world.drain().await;
    let ledger = alva.ledger().await;
    assert!(
        ledger[0].1.starts_with("quarantined [] DMARC did not pass"),
        "{ledger:?}"
    );
    assert_eq!(*alva.lists_rental().await.data(200), json!(null));
}
