//! What users prefer.

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::json;

const PREFERENCES: &str = "/v1/user/me/preferences";

// Shows: Profile and deletion of the account | `/v1/user/me/preferences` keeps language, time zone, days of a reminder and quiet hours; what is absent gets its default
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn preferences_are_kept_and_what_is_absent_is_the_default(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, bo) = (world.signs_up("Alva").await, world.signs_up("Bo").await);
    let default = json!({"language": "en", "time_zone": "Europe/Stockholm", "reminder_days": 3});
    assert_eq!(*alva.gets(PREFERENCES).await.data(200), default);
    let own = json!({
        "language": "sv",
        "time_zone": "Europe/Helsinki",
        "reminder_days": 0,
        "quiet_hours": {"from": "22:00", "to": "07:30"},
    });
    assert_eq!(*alva.puts(PREFERENCES, &own).await.data(200), own);
    assert_eq!(*alva.gets(PREFERENCES).await.data(200), own);
    assert_eq!(*bo.gets(PREFERENCES).await.data(200), default);
    assert_eq!(*alva.puts(PREFERENCES, &json!({})).await.data(200), default);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_preference_is_refused_by_its_name() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    for (field, wrong) in [
        ("language", json!("de")),
        ("time_zone", json!("Nowhere/Land")),
        ("reminder_days", json!(31)),
        ("quiet_hours", json!({"from": "25:00", "to": "07:00"})),
    ] {
        let answer = alva.puts(PREFERENCES, &json!({ field: wrong })).await;
        answer.fails(400, "INVALID_REQUEST");
        assert!(answer.message().contains(field), "{}", answer.message());
    }
}
