//! Of whom a missing notice and a due date are told, and in whose time zone.

use chrono::TimeDelta;
use invoices_sandbox::SandboxHandle;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{LANDLORD, at, notice, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use parser_document::pdf::sample::Sheet;
use serde_json::json;

/// A user whose notices of January to March have come, each around the 19th of the month before.
async fn tenant<'w>(world: &'w World, name: &str) -> User<'w> {
    let user = world.signs_up(name).await;
    user.connects(&user.email).await;
    let sent = [
        ("2025-12-18", "2026-01-31"),
        ("2026-01-20", "2026-02-28"),
        ("2026-02-19", "2026-03-31"),
    ];
    for (received, due) in sent {
        let file = format!("Hyresavi_{due}.pdf");
        let mail = rent_mail(at(&format!("{received}T06:00:00Z")), &[(&file, notice(5000, due))]);
        world.sandbox.add_to(&user.email, &mail);
    }
    user.ingests_rental().await.data(200);
    user
}

async fn kinds(user: &User<'_>) -> Vec<String> {
    let rows = user.world.app.store().notifications(Some(user.id), 100).await.unwrap();
    let mut kinds: Vec<String> = rows.into_iter().map(|row| row.kind().to_string()).collect();
    kinds.retain(|kind| kind != "history" && kind != "invoice");
    kinds
}

async fn ticks_at(world: &World, time: &str) {
    world.clock.set(at(time));
    world.tick().await;
}

// Shows: Events and notifications | A missing notice is not told while its landlord is off, a mailbox can't be read, or a document of the landlord is asked about
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_told_of_a_notice_that_may_have_come() {
    let world = World::start(Sqlite).await;
    ticks_at(&world, "2026-02-20T09:00:00Z").await;
    let mut users = Vec::new();
    for name in ["Alva", "Bo", "Cleo", "Disa"] {
        users.push(tenant(&world, name).await);
    }
    let [_, off, dead, asked] = &users[..] else {
        unreachable!()
    };
    let landlords = off.gets("/v1/sources").await.data(200)["landlords"].clone();
    let landlord = landlords
        .as_array()
        .unwrap()
        .iter()
        .find(|landlord| landlord["sender"] == LANDLORD);
    let path = format!(
        "/v1/sources/landlords/{}",
        landlord.unwrap()["landlord_id"].as_str().unwrap()
    );
    off.patches(&path, &json!({"active": false})).await.data(200);
    let tokens = world
        .sandbox
        .issue_tokens_for(&dead.email, SandboxHandle::default_scopes());
    dead.stores_tokens(&tokens.access, Some(&tokens.refresh))
        .await
        .data(201);
    world.sandbox.revoke(&tokens.refresh);
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(50.0, "Hyresavi"), (300.0, "Linddungens Bostäder AB")]);
    sheet.row(90.0, &[(50.0, "Förfallodatum"), (300.0, "2026-04-30")]);
    sheet.row(150.0, &[(50.0, "Hyra"), (300.0, "8 450,00")]);
    sheet.row(170.0, &[(50.0, "El"), (300.0, "212,40")]);
    let mail = rent_mail(at("2026-03-19T06:00:00Z"), &[("Hyresavi_4.pdf", sheet.finish())]);
    world.sandbox.add_to(&asked.email, &mail);
    for time in [
        "2026-03-23T06:00:00Z",
        "2026-03-24T09:00:00Z",
        "2026-03-30T06:00:00Z",
        "2026-03-30T08:00:00Z",
    ] {
        ticks_at(&world, time).await;
    }
    let mut told = Vec::new();
    for user in &users {
        told.push(kinds(user).await.into_iter().filter(|kind| kind == "missing").count());
    }
    assert_eq!(told, [1, 0, 0, 0]);
    assert!(kinds(dead).await.contains(&"reconnect".to_owned()));
    assert!(kinds(asked).await.contains(&"question".to_owned()));
}

// Shows: Events and notifications | A user is reminded of unpaid rent `reminder_days`…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reminders_keep_to_the_zone_and_the_days_of_the_user() {
    let world = World::start(Sqlite).await;
    ticks_at(&world, "2026-02-20T09:00:00Z").await;
    let (mut east, mut west, mut never) = (
        tenant(&world, "Alva").await,
        tenant(&world, "Bo").await,
        tenant(&world, "Cleo").await,
    );
    for (user, preferences) in [
        (&east, json!({"time_zone": "Pacific/Auckland", "reminder_days": 1})),
        (&west, json!({"time_zone": "America/Los_Angeles", "reminder_days": 1})),
        (&never, json!({"reminder_days": 0})),
    ] {
        user.puts("/v1/user/me/preferences", &preferences).await.data(200);
    }
    let due = async |user: &mut User<'_>| {
        user.comes_back_after(TimeDelta::zero()).await;
        kinds(user).await.iter().filter(|kind| *kind == "due").count()
    };
    // The 30th begins at 11:00 of the 29th in Auckland, and at 7:00 of the 30th in Los Angeles.
    for (time, told) in [
        ("2026-03-29T10:30:00Z", [0, 0, 0]),
        ("2026-03-29T11:30:00Z", [1, 0, 0]),
        ("2026-03-30T06:30:00Z", [1, 0, 0]),
        ("2026-03-30T07:30:00Z", [1, 1, 0]),
        ("2026-03-31T12:30:00Z", [1, 1, 0]),
    ] {
        ticks_at(&world, time).await;
        assert_eq!(
            [due(&mut east).await, due(&mut west).await, due(&mut never).await],
            told,
            "{time}"
        );
    }
}
