//! Questions about documents whose total is not certain, and the user's answers.

use chrono::TimeDelta;
use invoices_app::Scope;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{GROCER, LANDLORD, at, receipt, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::wait::until;
use invoices_tests::support::world::World;
use parser_document::pdf::sample::Sheet;
use rstest::rstest;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{NOVEMBER, listed, path};

/// A receipt of the grocer with these amounts under one label.
fn mail(order: &str, day: u32, totals: &[&str]) -> Vec<u8> {
    let totals = totals
        .iter()
        .map(|total| format!("<tr><td>Totalt</td><td>{total} kr</td></tr>"));
    let html = format!(
        "<h1>Kvitto</h1><p>Ordernummer: {order}</p><table>{}</table>",
        totals.collect::<String>()
    );
    let received = format!("2026-11-{day:02}T08:00:00Z");
    receipt(GROCER, "Ditt kvitto", at(&received), &html)
}

/// A landlord's notice with two totals.
fn uncertain_notice() -> Vec<u8> {
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(50.0, "Ekbackens Bostäder AB"), (400.0, "Hyresavi 4711001")]);
    sheet.row(80.0, &[(50.0, "Förfallodatum"), (400.0, "2026-11-30")]);
    sheet.row(100.0, &[(50.0, "Att betala"), (400.0, "8 450,00 kr")]);
    sheet.row(115.0, &[(50.0, "Att betala"), (400.0, "8 662,40 kr")]);
    rent_mail(at(NOVEMBER), &[("Hyresavi_4711001.pdf", sheet.finish())])
}

async fn asked(user: &User<'_>) -> Vec<Value> {
    listed(user, "?state=asked").await
}

/// Answers a message, and waits until it is read.
async fn answers(world: &World, user: &User<'_>, message: &Value, body: &Value) -> Value {
    let answered = user.posts(&format!("{}/answer", path(message)), body).await;
    let answered = answered.data(200).clone();
    world.drain().await;
    answered
}

async fn document(user: &User<'_>, message: &Value) -> Value {
    user.gets(&path(message)).await.data(200)["messages"][0]["documents"][0].clone()
}

async fn totals(user: &User<'_>) -> Vec<Value> {
    let invoices = user.lists_retail().await;
    invoices.iter().map(|invoice| invoice["total_amount"].clone()).collect()
}

// Shows: Messages | An invoice whose total is not certain is stored without a record, in the state `asked`, with up to six candidates; one notification a run gives their number
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_uncertain_total_is_asked_for(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world.sandbox.add(&mail("204118", 9, &["80,00", "100,00"]));
    world.sandbox.add(&mail("204119", 10, &["70,00", "90,00", "110,00"]));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    world.clock.forward(TimeDelta::seconds(10));
    world.drain().await;
    assert_eq!(totals(&alva).await, Vec::<Value>::new());
    let messages = asked(&alva).await;
    assert_eq!(messages.len(), 2);
    let asked_about = &messages[1]["documents"][0];
    assert_eq!(asked_about["state"], "asked");
    assert_eq!(asked_about["reason_code"], "uncertain-total");
    let candidates = asked_about["candidates"].as_array().unwrap();
    let values: Vec<&Value> = candidates.iter().map(|candidate| &candidate["value"]).collect();
    assert_eq!(values, [&json!(100), &json!(80)]);
    let first = json!({
        "value": 100, "currency": "SEK", "label": "totalt", "place": "Totalt 100,00 kr", "why": "the label is left of it"
    });
    assert_eq!(candidates[0], first);
    let sentence = "It is an invoice, and you are asked for its total: it is not certain which amount is its total.";
    assert_eq!(messages[1]["explanation"], sentence);

    let told = alva.gets("/v1/notifications").await.data(200)["notifications"].clone();
    assert_eq!(told.as_array().unwrap().len(), 1, "{told}");
    assert_eq!(
        [&told[0]["kind"], &told[0]["question_count"], &told[0]["subject"]],
        [&json!("question"), &json!(2), &json!("2 documents need a look")]
    );
    // Another run has nothing new to ask.
    alva.fetches_retail().await;
    world.clock.forward(TimeDelta::seconds(10));
    world.drain().await;
    assert_eq!(alva.notifications().await.len(), 1);
    assert_eq!(asked(&alva).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_currency_that_two_marks_contradict_is_asked_for() {
    let world = World::start(Sqlite).await;
    let html =
        "<h1>Kvitto</h1><p>Ordernummer: 204118</p><table><tr><td>Totalt i EUR</td><td>125,00 SEK</td></tr></table>";
    world.sandbox.add(&receipt(GROCER, "Ditt kvitto", at(NOVEMBER), html));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    let message = &asked(&alva).await[0];
    let asked_about = &message["documents"][0];
    assert_eq!(asked_about["reason_code"], "uncertain-currency");
    let candidates = asked_about["candidates"].as_array().unwrap().iter();
    let found: Vec<_> = candidates
        .map(|candidate| (&candidate["value"], &candidate["currency"]))
        .collect();
    assert_eq!(found, [(&json!(125), &json!("EUR")), (&json!(125), &json!("SEK"))]);
    answers(&world, &alva, message, &json!({"total_amount": 125, "currency": "EUR"})).await;
    let invoices = alva.lists_retail().await;
    assert_eq!(
        [&invoices[0]["total_amount"], &invoices[0]["currency"]],
        [&json!(125), &json!("EUR")]
    );
}

// Shows: Messages | An answer makes the record with the given total, marked with the warning `answered`; it stays when the document is parsed again, and can be replaced and taken back
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_makes_the_invoice_until_it_is_taken_back(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world.sandbox.add(&mail("204118", 9, &["80,00", "100,00"]));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    let message = &asked(&alva).await[0];
    let answered = answers(&world, &alva, message, &json!({"total_amount": 80})).await;
    assert_eq!(answered["messages"][0]["documents"][0]["state"], "stored");
    let invoices = alva.lists_retail().await;
    assert_eq!(
        [&invoices[0]["total_amount"], &invoices[0]["currency"]],
        [&json!(80), &json!("SEK")]
    );
    let detail = alva.detail_of(&invoices[0]).await;
    assert_eq!(detail["warning_codes"], json!([{"code": "answered"}]));
    assert_eq!(detail["order_id"], "204118");
    let parsed = document(&alva, message).await;
    assert_eq!(parsed["state"], "parsed");
    assert_eq!(parsed["answer"], json!({"total_amount": 80}));
    assert_eq!(parsed["candidates"].as_array().unwrap().len(), 2);

    world.sql("UPDATE documents SET parser_version = 0").await;
    world.clock.forward(TimeDelta::seconds(1));
    let stop = CancellationToken::new();
    let reparsed = world.app.reparse(&Scope::default(), false, &stop, &mut |_, _| {}).await;
    assert_eq!(reparsed.unwrap().changed, 0);
    assert_eq!(totals(&alva).await, [json!(80)]);

    let other = json!({"total_amount": 99.5, "currency": "eur", "part": "html"});
    answers(&world, &alva, message, &other).await;
    let invoices = alva.lists_retail().await;
    assert_eq!(
        [&invoices[0]["total_amount"], &invoices[0]["currency"]],
        [&json!(99.5), &json!("EUR")]
    );
    answers(&world, &alva, message, &json!({"not_an_invoice": true})).await;
    assert_eq!(totals(&alva).await, Vec::<Value>::new());
    let rejected = document(&alva, message).await;
    assert_eq!(
        [&rejected["state"], &rejected["reason_code"]],
        [&json!("rejected"), &json!("answered-no-invoice")]
    );

    answers(&world, &alva, message, &json!({"total_amount": 100})).await;
    assert_eq!(totals(&alva).await, [json!(100)]);
    let answer = format!("{}/answer", path(message));
    alva.deletes(&answer).await.data(200);
    assert_eq!(totals(&alva).await, Vec::<Value>::new(), "at once");
    world.drain().await;
    assert_eq!(document(&alva, message).await["state"], "asked");
    assert_eq!(alva.deletes(&answer).await.status, 404, "there is no answer");
}

// Shows: Messages | Answers in quick succession: the last one counts
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_of_several_answers_counts(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world.sandbox.add(&mail("204118", 9, &["80,00", "100,00"]));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    let message = &asked(&alva).await[0];
    let answer = format!("{}/answer", path(message));
    let changes = async {
        for _ in 0..4 {
            alva.posts(&answer, &json!({"total_amount": 100})).await.data(200);
            alva.deletes(&answer).await.data(200);
            alva.posts(&answer, &json!({"total_amount": 80})).await.data(200);
            until("the last answer", async || totals(&alva).await == [json!(80)]).await;
        }
    };
    world.while_working(changes).await;
    assert_eq!(document(&alva, message).await["state"], "parsed");
}

// Shows: Messages | The text and the files of a message can be downloaded by their part, whether or not they state an invoice; those of another user's message can't
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_document_is_downloaded_without_an_invoice() {
    let world = World::start(Sqlite).await;
    world.sandbox.add(&mail("204118", 9, &["80,00", "100,00"]));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    let documents = format!("{}/documents", path(&asked(&alva).await[0]));
    let request = async |user: &User<'_>, part: &str| {
        let request = world.http.get(world.url(&format!("{documents}/{part}")));
        let response = request.bearer_auth(&user.token).send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    };
    let (status, text) = request(&alva, "html").await;
    assert_eq!(status, 200);
    assert!(text.contains("Ordernummer: 204118"), "{text}");
    let bo = world.signs_up("Bo").await;
    for (user, part) in [(&alva, "pdf-0"), (&alva, "x"), (&bo, "html")] {
        assert_eq!(request(user, part).await.0, 404, "{part}");
    }
}

// Shows: Messages | A question that another document of the same mail or order answers is not put
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_mail_of_the_order_answers(
    #[values(Sqlite, Postgres)] database: Database,
    #[values(false, true)] answer_first: bool,
) {
    let world = World::start(database).await;
    let mails = [mail("204118", 9, &["80,00", "100,00"]), mail("204118", 10, &["100,00"])];
    let (first, then) = if answer_first { (1, 0) } else { (0, 1) };
    world.sandbox.add(&mails[first]);
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    assert_eq!(asked(&alva).await.len(), 1 - first);
    world.sandbox.add(&mails[then]);
    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
    world.clock.forward(TimeDelta::seconds(10));
    world.drain().await;
    assert_eq!(asked(&alva).await, Vec::<Value>::new());
    assert_eq!(totals(&alva).await, [json!(100)]);
    let messages = listed(&alva, "?state=parsed").await;
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert_eq!(
        messages[0]["documents"][0]["invoice_ids"],
        messages[1]["documents"][0]["invoice_ids"]
    );

    // Without the mail that answers it, the question is put again.
    let id = messages[0]["documents"][0]["invoice_ids"][0].as_str().unwrap();
    let separate = json!({"message_id": messages[0]["message_id"]});
    alva.posts(&format!("/v1/invoices/retail/{id}/separate"), &separate)
        .await
        .data(200);
    assert_eq!(asked(&alva).await.len(), 1);
    assert_eq!(totals(&alva).await, [json!(100)]);
}

// Shows: Messages | An answer is about a part of a message: one of a sender that is a landlord and a vendor has it twice
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_is_about_a_part_as_each_ingest_recorded_it(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world.sandbox.add(&uncertain_notice());
    let alva = world.connects("Alva").await;
    let vendor = json!({"name": "Ekbacken", "sub_type": "miscellaneous", "email_patterns": [LANDLORD]});
    alva.posts("/v1/sources/vendors", &vendor).await.data(201);
    alva.ingests_rental().await.data(200);
    alva.fetches_retail().await;
    let messages = asked(&alva).await;
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert_eq!(messages[0]["message_id"], messages[1]["message_id"]);
    let answer = format!("{}/answer", path(&messages[0]));
    let total = |part: &str| json!({"total_amount": 8662.4, "part": part});
    assert_eq!(alva.posts(&answer, &total("pdf-0\u{0}x")).await.status, 404);
    answers(&world, &alva, &messages[0], &total("pdf-0")).await;
    assert_eq!(asked(&alva).await, Vec::<Value>::new());
    assert_eq!(totals(&alva).await, [json!(8662.4)]);
    let rental = alva.lists_rental().await.data(200)["invoices"]["2026"].clone();
    assert_eq!(rental[0]["Total Amount"], json!(8662.4));
    alva.deletes(&answer).await.data(200);
    world.drain().await;
    assert_eq!(asked(&alva).await.len(), 2);
}

// Shows: Messages | A landlord's notice is asked about, too; its month counts as processed, and the answer makes the invoice and its notification
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_notice_is_asked_about(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world.sandbox.add(&uncertain_notice());
    let alva = world.connects("Alva").await;
    alva.ingests_rental().await.data(200);
    let message = &asked(&alva).await[0];
    let values: Vec<Value> = message["documents"][0]["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|candidate| candidate["value"].clone())
        .collect();
    assert_eq!(values, [json!(8662.4), json!(8450)]);
    assert_eq!(alva.ingests_latest().await.status, 200, "its month is processed");
    answers(
        &world,
        &alva,
        message,
        &json!({"total_amount": 8662.4, "currency": "SEK"}),
    )
    .await;
    let invoices = alva.lists_rental().await.data(200)["invoices"]["2026"].clone();
    assert_eq!(
        [&invoices[0]["Total Amount"], &invoices[0]["Due Date"]],
        [&json!(8662.4), &json!("2026-11-30")]
    );
    world.drain().await;
    let told = alva.notifications().await;
    assert!(
        told.iter().any(|(subject, _)| subject == "New invoice available!"),
        "{told:?}"
    );
    alva.deletes(&format!("{}/answer", path(message))).await.data(200);
    world.drain().await;
    assert_eq!(document(&alva, message).await["state"], "asked");
    assert!(alva.lists_rental().await.data(200)["invoices"].get("2026").is_none());
}

// Shows: Messages | An answer that says nothing, contradicts itself or has no question is an error, and so is another user's message
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_needs_a_question() {
    let world = World::start(Sqlite).await;
    world.sandbox.add(&mail("204118", 9, &["80,00", "100,00"]));
    world.sandbox.add(&mail("204119", 10, &["90,00"]));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    let (question, parsed) = (&asked(&alva).await[0], &listed(&alva, "?state=parsed").await[0]);
    let total = json!({"total_amount": 90});
    let code = async |user: &User<'_>, message: &Value, body: &Value| {
        let answer = user.posts(&format!("{}/answer", path(message)), body).await;
        (answer.status, answer.body["error"]["code"].clone())
    };
    let invalid = (400, json!("INVALID_REQUEST"));
    let unknown = (404, json!("INVALID_REQUEST"));
    assert_eq!(code(&alva, parsed, &total).await, unknown);
    assert_eq!(
        code(&alva, question, &json!({"total_amount": 90, "part": "pdf-7"})).await,
        unknown
    );
    assert_eq!(code(&alva, question, &json!({})).await, (400, json!("MISSING_FIELDS")));
    for body in [
        json!({"total_amount": 90, "not_an_invoice": true}),
        json!({"not_an_invoice": true, "currency": "SEK"}),
        json!({"total_amount": "90"}),
    ] {
        assert_eq!(code(&alva, question, &body).await, invalid, "{body}");
    }
    let bo = world.signs_up("Bo").await;
    assert_eq!(code(&bo, question, &total).await, unknown);
    assert_eq!(asked(&alva).await.len(), 1);
    assert_eq!(listed(&alva, &format!("?from={}", &NOVEMBER[..10])).await.len(), 1);
}
