//! A year of rent: what a tenant is told, and when.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use futures::future::join_all;
use invoices_domain::ServiceZone;
use invoices_service::start::Service;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, day, notice, rent_mail};
use invoices_tests::support::setup::app;
use invoices_tests::support::user::User;
use invoices_tests::support::wait::within;
use invoices_tests::support::world::{World, pools, start};
use parser_document::pdf::sample::Sheet;
use rstest::rstest;
use serde_json::json;

/// How many processes share the year.
const REPLICAS: usize = 3;

/// A process of the service, whose workers and schedule the test runs.
struct Replica(Service);

impl Replica {
    async fn start(world: &World) -> Self {
        let app = app(&world.config, &world.clock).await;
        Replica(start(&world.config, &app).await)
    }

    async fn ticks_and_works(&self) {
        self.0.tick().await.unwrap();
        for worker in pools(&self.0) {
            while worker.run_one().await.unwrap() {}
        }
    }
}

/// All replicas run the schedule and the due jobs at once, until nothing is left.
async fn all_work(world: &World, replicas: &[Replica]) {
    join_all(replicas.iter().map(Replica::ticks_and_works)).await;
    world.drain().await;
}

/// A mail with a notice: when it comes, what it asks for, and when that is due.
const MAILS: [(&str, i64, &str); 12] = [
    ("2025-12-18", 5000, "2025-12-31"),
    ("2026-01-20", 5000, "2026-01-31"),
    ("2026-02-19", 5000, "2026-02-28"),
    // It comes late.
    ("2026-03-30", 5000, "2026-03-31"),
    // The rent is raised.
    ("2026-04-20", 5600, "2026-04-30"),
    ("2026-05-20", 5600, "2026-05-31"),
    // A correction replaces it.
    ("2026-06-18", 5600, "2026-06-30"),
    ("2026-07-20", 5600, "2026-07-31"),
    ("2026-08-20", 5600, "2026-08-31"),
    ("2026-09-21", 5600, "2026-09-30"),
    ("2026-10-20", 5600, "2026-10-31"),
    ("2026-11-19", 5600, "2026-11-30"),
];

fn arrives(world: &World, today: NaiveDate) {
    let received = |hour: u32| at(&format!("{today}T{hour:02}:00:00Z"));
    for (_, total, due) in MAILS.iter().filter(|(received, ..)| day(received) == today) {
        let name = format!("Hyresavi_{}.pdf", &due[..7]);
        let pdf = (name.as_str(), notice(*total, due));
        world.sandbox.add(&rent_mail(received(6), &[pdf]));
    }
    if today == day("2026-06-18") {
        let mut sheet = Sheet::new();
        sheet.text(50.0, 60.0, 18.0, "Rättad avi");
        sheet.text(350.0, 60.0, 10.0, "Exempelbostäder AB");
        let rows = [
            ("Avinummer", "5600260630"),
            ("Förfallodatum", "2026-06-30"),
            ("Att betala", "5 650,00 kr"),
        ];
        for (nth, (label, value)) in (0_u8..).zip(rows) {
            sheet.row(110.0 + 18.0 * f32::from(nth), &[(50.0, label), (220.0, value)]);
        }
        let pdf = ("Rattad_2026-06b.pdf", sheet.finish());
        world.sandbox.add(&rent_mail(received(7), &[pdf]));
    }
}

/// What the tenant does.
async fn acts(alva: &mut User<'_>, today: NaiveDate) {
    let (id, change) = match today.to_string().as_str() {
        "2026-05-21" => ("Invoice_2026-05", json!({"paid": true})),
        // The landlord grants a few days more, after the reminder.
        "2026-07-30" => ("Invoice_2026-07", json!({"Due Date": "2026-08-05"})),
        _ => return,
    };
    alva.comes_back_after(TimeDelta::zero()).await;
    let path = format!("/v1/invoices/rental/{id}");
    let changed = alva.patches(&path, &change).await;
    assert_eq!(changed.status, 200, "{today}: {:#?}", told(alva).await);
}

/// Whether something comes, is done or is told on this day. What is told too early or too late is told on the day beside.
fn happens(day: NaiveDate) -> bool {
    // A notice is marked as paid, and its reminder would come a week later; another is due later. The days after two notices are due.
    const ACTS: [&str; 5] = ["2026-05-21", "2026-05-28", "2026-07-30", "2026-09-01", "2026-10-01"];
    let day = day.to_string();
    let is_told = || TOLD.iter().any(|line| line.starts_with(&day));
    ACTS.contains(&day.as_str()) || MAILS.iter().any(|(received, ..)| *received == day) || is_told()
}

/// Everything that the user was told: the day, the kind, the subject and the text.
async fn told(alva: &User<'_>) -> Vec<String> {
    let zone = ServiceZone::default();
    let rows = alva.world.app.store().notifications(Some(alva.id), 100).await.unwrap();
    let line = |row: invoices_db::NotificationRow| {
        let key: (DateTime<Utc>, String) = (row.created_at, row.kind().to_string());
        let day = zone.day(row.created_at);
        (
            key,
            format!("{day} {:7} | {} | {}", row.kind(), row.subject, row.message),
        )
    };
    let mut lines: Vec<_> = rows.into_iter().map(line).collect();
    lines.sort();
    lines.into_iter().map(|(_, line)| line).collect()
}

const TOLD: &[&str] = &[
    "2025-12-18 invoice | New invoice available! | New rental invoice of 5000 SEK with due date of 2025-12-31 is now available!",
    "2025-12-28 due     | Rent due on 2025-12-31 | 5,000.00 SEK to Exempelbostäder AB is due on 2025-12-31.",
    "2026-01-20 invoice | New invoice available! | New rental invoice of 5000 SEK with due date of 2026-01-31 is now available!",
    "2026-01-28 due     | Rent due on 2026-01-31 | 5,000.00 SEK to Exempelbostäder AB is due on 2026-01-31.",
    "2026-02-19 invoice | New invoice available! | New rental invoice of 5000 SEK with due date of 2026-02-28 is now available!",
    "2026-02-25 due     | Rent due on 2026-02-28 | 5,000.00 SEK to Exempelbostäder AB is due on 2026-02-28.",
    "2026-03-24 missing | A rent notice is missing | The notice from Exempelbostäder AB for March 2026 has not come; it usually comes by the 20th.",
    "2026-03-30 invoice | New invoice available! | New rental invoice of 5000 SEK with due date of 2026-03-31 is now available!",
    "2026-03-30 due     | Rent due on 2026-03-31 | 5,000.00 SEK to Exempelbostäder AB is due on 2026-03-31.",
    "2026-04-20 invoice | New invoice available! | New rental invoice of 5600 SEK with due date of 2026-04-30 is now available!",
    "2026-04-20 raised  | Your rent is higher than usual | The rent of Exempelbostäder AB is 12 % more than usual: 5,600.00 SEK instead of 5,000.00 SEK.",
    "2026-04-27 due     | Rent due on 2026-04-30 | 5,600.00 SEK to Exempelbostäder AB is due on 2026-04-30.",
    "2026-05-20 invoice | New invoice available! | New rental invoice of 5600 SEK with due date of 2026-05-31 is now available!",
    "2026-06-18 invoice | New invoice available! | New rental invoice of 5600 SEK with due date of 2026-06-30 is now available!",
    "2026-06-18 invoice | New invoice available! | New rental invoice of 5650 SEK with due date of 2026-06-30 is now available!",
    "2026-06-27 due     | Rent due on 2026-06-30 | 5,650.00 SEK to Exempelbostäder AB is due on 2026-06-30.",
    "2026-07-20 invoice | New invoice available! | New rental invoice of 5600 SEK with due date of 2026-07-31 is now available!",
    "2026-07-28 due     | Rent due on 2026-07-31 | 5,600.00 SEK to Exempelbostäder AB is due on 2026-07-31.",
    "2026-08-02 due     | Rent due on 2026-08-05 | 5,600.00 SEK to Exempelbostäder AB is due on 2026-08-05.",
    "2026-08-20 invoice | New invoice available! | New rental invoice of 5600 SEK with due date of 2026-08-31 is now available!",
    "2026-08-28 due     | Rent due on 2026-08-31 | 5,600.00 SEK to Exempelbostäder AB is due on 2026-08-31.",
    "2026-09-21 invoice | New invoice available! | New rental invoice of 5600 SEK with due date of 2026-09-30 is now available!",
    "2026-09-27 due     | Rent due on 2026-09-30 | 5,600.00 SEK to Exempelbostäder AB is due on 2026-09-30.",
    "2026-10-20 invoice | New invoice available! | New rental invoice of 5600 SEK with due date of 2026-10-31 is now available!",
    "2026-10-28 due     | Rent due on 2026-10-31 | 5,600.00 SEK to Exempelbostäder AB is due on 2026-10-31.",
    "2026-11-19 invoice | New invoice available! | New rental invoice of 5600 SEK with due date of 2026-11-30 is now available!",
    "2026-11-27 due     | Rent due on 2026-11-30 | 5,600.00 SEK to Exempelbostäder AB is due on 2026-11-30.",
];

// Shows: Events and notifications | A user is reminded of unpaid rent `reminder_days` before each due date, once, in the user's time zone
// Shows: Events and notifications | A landlord's notice that has not come three days after it usually has, and a rent that is at least 2 % more than usual, are told once
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tenant_is_told_each_thing_once_in_a_year(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::with(database, |config| {
        config.schedule.sweep = "0 0 0 1 1 *".into();
    })
    .await;
    // The mailbox gives no mails of the future, so the year is in the past.
    world.clock.set(at("2025-12-01T09:00:00Z"));
    let mut alva = world.connects("Alva").await;
    let mut replicas = Vec::new();
    for _ in 0..REPLICAS {
        replicas.push(Replica::start(&world).await);
    }
    let year = day("2025-12-01")
        .iter_days()
        .take_while(|today| *today < day("2026-12-01"));
    let days = year.filter(|today| (-1..=1).any(|beside| happens(*today + TimeDelta::days(beside))));
    for (nth, today) in days.enumerate() {
        arrives(&world, today);
        acts(&mut alva, today).await;
        for time in ["08:45:00", "09:15:00"] {
            world.clock.set(at(&format!("{today}T{time}Z")));
            all_work(&world, &replicas).await;
        }
        if nth % 7 == 0 {
            let Replica(service) = replicas.remove(0);
            within("a replica to stop", service.stop()).await;
            replicas.push(Replica::start(&world).await);
        }
    }
    let lines = told(&alva).await;
    assert_eq!(lines, TOLD, "{}", lines.join("\n"));
    world.clock.forward(TimeDelta::hours(1));
    all_work(&world, &replicas).await;
    assert_eq!(told(&alva).await.len(), TOLD.len());
}
