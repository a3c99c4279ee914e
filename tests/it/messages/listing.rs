//! The outcome of each mail.

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{
    GROCER, ReceiptText, at, grocery, grocery_of, notice, receipt, rent_mail, unauthenticated,
};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

use super::{MESSAGES, NOVEMBER, listed, path};

/// A user whose mails fared differently: two receipts, a forged one, one without an amount, one of an unknown shop, and a notice.
async fn alva(world: &World) -> User<'_> {
    world
        .sandbox
        .add(&grocery(at("2026-11-05T08:00:00Z"), "204117", "90,00"));
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
    world
        .sandbox
        .add(&unauthenticated(&grocery(at(NOVEMBER), "204119", "9999,00")));
    let nothing = "<p>Hej! Din order är på väg.</p>";
    world
        .sandbox
        .add(&receipt(GROCER, "Ditt kvitto", at(NOVEMBER), nothing));
    world
        .sandbox
        .add(&receipt("hej@example.net", "Ditt kvitto", at(NOVEMBER), nothing));
    let pdf = ("Hyresavi_1297534008.pdf", notice(5100, "2026-11-30"));
    world.sandbox.add(&rent_mail(at(NOVEMBER), &[pdf]));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    alva.ingests_rental().await.data(200);
    alva
}

fn explanations(messages: &[Value]) -> Vec<&str> {
    messages
        .iter()
        .map(|message| message["explanation"].as_str().unwrap())
        .collect()
}

// Shows: Messages | `GET /v1/mail/messages` lists every mail that was found or submitted, with its state, the reason, an explanation in plain words, its documents and their invoices
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_mail_that_was_found_is_listed_with_what_became_of_it(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = alva(&world).await;
    let all = listed(&alva, "").await;
    assert_eq!(all.len(), 5, "the mail of an unknown shop was not found: {all:#?}");
    let parsed = listed(&alva, "?state=parsed&type=retail").await;
    let invoices = alva.lists_retail().await;
    let mut ids: Vec<&Value> = invoices.iter().map(|invoice| &invoice["invoice_id"]).collect();
    let mut of_documents: Vec<&Value> = parsed
        .iter()
        .map(|message| &message["documents"][0]["invoice_ids"][0])
        .collect();
    ids.sort_by_key(ToString::to_string);
    of_documents.sort_by_key(ToString::to_string);
    assert_eq!(of_documents, ids);
    for message in &parsed {
        assert_eq!(message["explanation"], "An invoice was read from it.");
        assert_eq!(
            (
                &message["state"],
                &message["sender"],
                &message["subject"],
                &message["vendor_id"]
            ),
            (&json!("fetched"), &json!(GROCER), &json!("Ditt kvitto"), &json!("ica"))
        );
        assert_eq!(
            (&message["can_be_released"], &message["can_be_retried"]),
            (&json!(false), &json!(false))
        );
        assert_eq!(message["documents"][0]["parser"], "grocery");
    }
    let notices = listed(&alva, "?type=rental").await;
    assert_eq!(notices.len(), 1);
    assert_eq!(notices[0]["documents"][0]["invoice_ids"], json!(["Invoice_1297534008"]));
    assert_eq!(notices[0]["documents"][0]["file_name"], "Hyresavi_1297534008.pdf");
    let quarantined = listed(&alva, "?state=quarantined").await;
    assert_eq!(
        (quarantined.len(), &quarantined[0]["can_be_released"]),
        (1, &json!(true))
    );
    let why = explanations(&quarantined)[0];
    assert!(why.starts_with("Its sender could not be authenticated: "), "{why}");
    assert!(why.ends_with("release this mail or trust its sender."), "{why}");
    let rejected = listed(&alva, "?state=rejected").await;
    assert_eq!(rejected.len(), 1);
    let why = explanations(&rejected)[0];
    assert!(why.starts_with("It contains no invoice: "), "{why}");
    for message in &all {
        let found = alva.gets(&path(message)).await.data(200).clone();
        assert_eq!(found["messages"], json!([message]));
    }
}

// Shows: Messages | Filters `state`, `type`, `vendor`, `sender`, `from` and `to`; pages with `limit` and `cursor`
// Shows: Messages | `GET /v1/mail/messages?invoice=` lists the mails that an invoice of the caller was read from
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_come_filtered_and_in_pages(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = alva(&world).await;
    let bo = world.signs_up("Bo").await;
    assert!(listed(&bo, "").await.is_empty());
    for (query, count) in [
        ("?vendor=ica", 4),
        ("?vendor=coop", 0),
        ("?sender=ica.se", 4),
        ("?sender=kvitto%40ica.se&state=parsed", 2),
        ("?sender=*%40ica.se", 4),
        ("?from=2026-11-06", 4),
        ("?to=2026-11-05", 1),
        ("?from=2026-11-05&to=2026-11-05", 1),
        ("?state=fetched&type=retail", 3),
        ("?state=failed", 0),
    ] {
        assert_eq!(listed(&alva, query).await.len(), count, "{query}");
    }
    let rental = "?invoice=Invoice_1297534008";
    assert_eq!(listed(&alva, rental).await[0]["subject"], "Hyresavi");
    for invoice in alva.lists_retail().await {
        let id = invoice["invoice_id"].as_str().unwrap();
        let found = listed(&alva, &format!("?invoice={id}")).await;
        assert_eq!(found.len(), 1);
        assert_eq!(found[0]["documents"][0]["invoice_ids"], json!([id]));
        assert!(listed(&bo, &format!("?invoice={id}")).await.is_empty());
    }
    assert!(listed(&alva, "?invoice=Invoice_404").await.is_empty());
    let all = listed(&alva, "").await;
    let (mut paged, mut cursor) = (vec![], String::new());
    loop {
        let page = alva
            .gets(&format!("{MESSAGES}?limit=2{cursor}"))
            .await
            .data(200)
            .clone();
        paged.extend(page["messages"].as_array().unwrap().clone());
        let Some(next) = page["next_cursor"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(paged, all);
    for wrong in [
        "limit=0",
        "limit=201",
        "cursor=x",
        "cursor=messages-eA",
        "state=lost",
        "type=both",
        "vendor=a%20b",
        "sender=x",
        "invoice=",
        "from=2026-13-01",
        "from=2026-11-02&to=2026-11-01",
    ] {
        alva.gets(&format!("{MESSAGES}?{wrong}"))
            .await
            .fails(400, "INVALID_REQUEST");
    }
    for unknown in ["x", "%00", "a%20b", &"a".repeat(300)] {
        for action in ["", "/explain"] {
            let answer = alva.gets(&format!("{MESSAGES}/{unknown}{action}")).await;
            answer.fails(404, "INVALID_REQUEST");
        }
    }
}

/// Also one that was found later, as a search of earlier days finds it.
// Shows: Messages | The last received mail comes first, whenever it was found
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_received_mail_comes_first(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    for (day, order) in [("08", "1"), ("05", "2"), ("08", "3"), ("03", "4")] {
        let received = at(&format!("2026-11-{day}T08:00:00Z"));
        world.sandbox.add(&grocery(received, order, "100,00"));
        let day = format!("2026-11-{day}");
        assert_eq!(alva.ingests_days(&day, &day).await.data(200)["totalEmailsFound"], 1);
    }
    let all = listed(&alva, "").await;
    let received: Vec<&str> = all.iter().map(|mail| mail["received_at"].as_str().unwrap()).collect();
    let days = ["08", "08", "05", "03"].map(|day| format!("2026-11-{day}T08:00:00Z"));
    assert_eq!(received, days);
    let (mut paged, mut cursor) = (vec![], String::new());
    loop {
        let page = alva
            .gets(&format!("{MESSAGES}?limit=1{cursor}"))
            .await
            .data(200)
            .clone();
        paged.extend(page["messages"].as_array().unwrap().clone());
        let Some(next) = page["next_cursor"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(paged, all);
    // A time that no database stores, and an id alone.
    for wrong in [
        "messages-OTIyMzM3MjAzNjg1NDc3NTgwNyAx",
        "messages-MjUzNDAyMzAwODAwMDAwMDAwIDE",
        "messages-NDI",
    ] {
        alva.gets(&format!("{MESSAGES}?cursor={wrong}"))
            .await
            .fails(400, "INVALID_REQUEST");
    }
}

/// The content of a mail is shown as data, whatever it contains.
// Shows: Messages | `GET /v1/mail/messages` lists every…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_words_of_a_mail_are_shown_as_they_are() {
    let world = World::start(Sqlite).await;
    let subject = "Ditt kvitto <script>alert(1)</script> =cmd|'/c calc'!A0";
    let text = ReceiptText::default();
    world.sandbox.add(&receipt(GROCER, subject, at(NOVEMBER), &text.html()));
    world.sandbox.add(&grocery_of(at(NOVEMBER), &text));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    let subjects: Vec<Value> = listed(&alva, "")
        .await
        .iter()
        .map(|message| message["subject"].clone())
        .collect();
    assert!(subjects.contains(&json!(subject)), "{subjects:?}");
}
