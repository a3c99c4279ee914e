//! The calendar of due dates.

use std::process::Stdio;

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, notice, rent_mail};
use invoices_tests::support::python::python;
use invoices_tests::support::user::User;
use invoices_tests::support::wait::within;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;

/// Makes a token with this scope. Returns the address of the calendar with it.
async fn address(user: &User<'_>, scope: &str) -> String {
    let body = json!({"name": "phone", "scopes": [scope]});
    let made = user.posts("/v1/tokens", &body).await;
    let token = made.data(201)["token"].as_str().unwrap();
    format!("/v1/calendar/{token}.ics")
}

/// What a calendar program reads of the text.
async fn read(calendar: &[u8]) -> Value {
    let mut program = python("icalendar");
    program.arg("tests/python/calendar_events.py");
    let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(calendar).await.unwrap();
    let output = within("the end of icalendar", child.wait_with_output()).await.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(calendar));
    serde_json::from_slice(&output.stdout).unwrap()
}

async fn gets(world: &World, path: &str) -> reqwest::Response {
    let answer = world.http.get(world.url(path)).send();
    within("the calendar", answer).await.unwrap()
}

// Shows: Rental invoices | `GET /v1/calendar/{token}.ics` is a calendar of the due dates, with amount, OCR and Bankgiro, in the user's language; its token has the scope `calendar` and opens nothing else
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_calendar_program_reads_the_due_dates(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    for (month, due, total) in [(10, "2026-10-31", 9000), (11, "2026-11-30", 9876)] {
        let name = format!("Hyresavi_{month}.pdf");
        let received = at(&format!("2026-{month}-10T08:00:00Z"));
        world.sandbox.add(&rent_mail(received, &[(&name, notice(total, due))]));
    }
    alva.ingests_rental().await.data(200);
    let feed = address(&alva, "calendar").await;
    let answer = gets(&world, &feed).await;
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["content-type"], "text/calendar; charset=utf-8");
    let tag = answer.headers()["etag"].clone();
    let calendar = read(&answer.bytes().await.unwrap()).await;
    let record = alva.gets("/v1/invoices/rental/Invoice_11").await;
    let record = record.data(200);
    let text = |field: &str| record[field].as_str().unwrap().to_owned();
    assert_eq!(calendar["zone"], "Europe/Stockholm");
    let november = json!({
        "day": "2026-11-30",
        "summary": format!("Rent: 9,876.00 SEK, {}", text("Landlord")),
        "description": format!("OCR: {}\nBankgiro: {}", text("OCR"), text("Bankgiro")),
    });
    assert_eq!(calendar["events"][1], november, "{calendar}");
    assert_eq!(calendar["events"].as_array().unwrap().len(), 2);

    let asked = world.http.get(world.url(&feed)).header("if-none-match", &tag).send();
    assert_eq!(asked.await.unwrap().status(), 304);
    alva.puts("/v1/user/me/preferences", &json!({"language": "sv"}))
        .await
        .data(200);
    let correction = json!({"Due Date": "2026-11-27"});
    alva.patches("/v1/invoices/rental/Invoice_11", &correction)
        .await
        .data(200);
    let changed = gets(&world, &feed).await;
    assert_ne!(changed.headers()["etag"], tag);
    let calendar = read(&changed.bytes().await.unwrap()).await;
    assert_eq!(calendar["events"][1]["day"], "2026-11-27");
    assert_eq!(
        calendar["events"][1]["summary"],
        format!("Hyra: 9\u{a0}876,00\u{a0}kr, {}", text("Landlord"))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_token_of_a_calendar_opens_the_calendar_alone() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let feed = address(&alva, "calendar").await;
    let token = feed.trim_start_matches("/v1/calendar/").trim_end_matches(".ics");
    assert_eq!(gets(&world, &feed).await.status(), 200);
    for path in ["/v1/user/me", "/v1/invoices/rental", "/v1/tokens"] {
        let answer = world.send(world.http.get(world.url(path)).bearer_auth(token)).await;
        answer.fails(403, "INVALID_REQUEST");
    }
    let broad = address(&alva, "all").await;
    for wrong in [&*broad, "/v1/calendar/invoices_guess.ics", "/v1/calendar/x"] {
        let answer = world.send(world.http.get(world.url(wrong))).await;
        answer.fails(404, "INVALID_REQUEST");
    }
    let tokens = alva.gets("/v1/tokens").await;
    let listed = tokens.data(200)["tokens"].as_array().unwrap();
    let mine = listed
        .iter()
        .find(|token| token["scopes"] == json!(["calendar"]))
        .unwrap();
    assert!(mine["last_used_at"].is_string(), "{mine}");
    let id = mine["token_id"].as_str().unwrap();
    alva.deletes(&format!("/v1/tokens/{id}")).await.data(200);
    assert_eq!(gets(&world, &feed).await.status(), 404);
}
