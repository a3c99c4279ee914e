//! The labels that users and operators teach.

use chrono::TimeDelta;
use invoices_app::Scope;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{GROCER, LANDLORD, at, receipt, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use parser_document::pdf::sample::Sheet;
use rstest::rstest;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

/// The operator's vendor that sends [`mail`].
const LABELS: &str = "/v1/sources/vendors/ica/labels";

/// A receipt with two sums under one label, and what was paid under words that no vocabulary has.
fn mail(order: &str, day: u32, first: &str, paid: &str) -> Vec<u8> {
    let html = format!(
        "<h1>Kvitto</h1><p>Ordernummer: {order}</p><table><tr><td>Totalt</td><td>{first} kr</td></tr>\
         <tr><td>Totalt</td><td>{paid} kr</td></tr><tr><td>Kassan drar</td><td>{paid} kr</td></tr></table>"
    );
    receipt(GROCER, "Ditt kvitto", at(&format!("2026-11-{day:02}T08:00:00Z")), &html)
}

async fn asked(user: &User<'_>) -> Vec<Value> {
    let listed = user.gets("/v1/mail/messages?state=asked").await;
    listed.data(200)["messages"].as_array().unwrap().clone()
}

async fn totals(user: &User<'_>) -> Vec<Value> {
    let invoices = user.lists_retail().await;
    invoices.iter().map(|invoice| invoice["total_amount"].clone()).collect()
}

fn labels(labels: &[(&str, &str)]) -> Value {
    let labels: Vec<Value> = labels
        .iter()
        .map(|(class, phrase)| json!({"class": class, "phrase": phrase}))
        .collect();
    json!({ "labels": labels })
}

async fn answers(world: &World, user: &User<'_>, message: &Value, body: &Value) {
    let id = message["message_id"].as_str().unwrap();
    user.posts(&format!("/v1/mail/messages/{id}/answer"), body)
        .await
        .data(200);
    world.drain().await;
}

// Shows: Sources and discovery | An answer or a correction with `remember` keeps the words beside the value as a label of the sender: its next documents are read by it
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_is_remembered_is_not_asked_for_again(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world.sandbox.add(&mail("204118", 9, "80,00", "100,00"));
    world.sandbox.add(&mail("204119", 10, "70,00", "90,00"));
    let (mut alva, mut bo) = (world.connects("Alva").await, world.connects("Bo").await);
    alva.fetches_retail().await;
    bo.fetches_retail().await;
    let questions = asked(&alva).await;
    assert_eq!(questions.len(), 2);
    answers(
        &world,
        &alva,
        &questions[1],
        &json!({"total_amount": 100, "remember": true}),
    )
    .await;
    assert_eq!(
        asked(&alva).await,
        Vec::<Value>::new(),
        "the other question is answered too"
    );
    let taught = alva.gets(LABELS).await.data(200).clone();
    assert_eq!(
        taught,
        json!({"labels": [{"class": "total_amount", "phrase": "kassan drar", "origin": "user"}], "version": 1})
    );
    alva.comes_back_after(TimeDelta::days(3)).await;
    world.sandbox.add(&mail("204120", 20, "60,00", "75,00"));
    alva.fetches_retail().await;
    assert_eq!(totals(&alva).await, [json!(75), json!(90), json!(100)]);

    bo.comes_back_after(TimeDelta::seconds(1)).await;
    bo.fetches_retail().await;
    assert_eq!(asked(&bo).await.len(), 3, "it counts for nobody else");
    assert_eq!(bo.gets(LABELS).await.data(200), &json!({"labels": [], "version": 0}));
}

// Shows: Sources and discovery | `PUT` and `DELETE` of a landlord's or vendor's labels: what is asked about is read again, and a dry run of `reparse` shows what stored invoices become
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn labels_that_are_set_are_read_by_and_can_be_removed(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world.sandbox.add(&mail("204118", 9, "80,00", "100,00"));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    assert_eq!(asked(&alva).await.len(), 1);
    let set = alva.puts(LABELS, &labels(&[("total_amount", "Kassan  DRAR:")])).await;
    assert_eq!(set.data(200)["labels"][0]["phrase"], "kassan drar");
    world.drain().await;
    assert_eq!(totals(&alva).await, [json!(100)]);
    let again = alva.puts(LABELS, &labels(&[("total_amount", "kassan drar")])).await;
    assert_eq!(again.data(200)["version"], 1, "nothing changed");

    // What is read counts as read by an earlier version, so that a dry run shows what becomes of it.
    alva.deletes(LABELS).await.data(200);
    assert_eq!(alva.gets(LABELS).await.data(200), &json!({"labels": [], "version": 2}));
    assert_eq!(totals(&alva).await, [json!(100)]);
    let mut report = |_: &_, _: &_| ();
    let stop = CancellationToken::new();
    let preview = world
        .app
        .reparse(&Scope::default(), true, &stop, &mut report)
        .await
        .unwrap();
    assert_eq!((preview.looked_at, preview.changed), (1, 1));
}

// Shows: Sources and discovery | A label is refused if its class is unknown, its phrase names two fields or means something else, or there are more than twenty
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_label_that_means_something_else_is_refused() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let many: Vec<String> = (0..21).map(|n| "ab".repeat(n + 1)).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|phrase| ("order_id", phrase.as_str())).collect();
    for (body, reason) in [
        (
            labels(&[("total_amount", "Moms")]),
            "“moms” already names an amount that is no total",
        ),
        (
            labels(&[("order_id", "Fakturanummer")]),
            "“fakturanummer” already names the number of an invoice",
        ),
        (labels(&[("colour", "blue")]), "class"),
        (labels(&[("order_id", "order 1001")]), "no digits"),
        (
            labels(&[("order_id", "akt"), ("due_date", "Akt")]),
            "“akt” can't be the label of two fields",
        ),
        (labels(&many), "at most 20 labels"),
    ] {
        let refused = alva.puts(LABELS, &body).await;
        refused.fails(400, "INVALID_REQUEST");
        assert!(refused.message().contains(reason), "{} of {body}", refused.message());
    }
    for path in [
        "/v1/sources/vendors/nobody/labels",
        "/v1/sources/landlords/nobody/labels",
    ] {
        alva.gets(path).await.fails(404, "INVALID_REQUEST");
        alva.puts(path, &labels(&[])).await.fails(404, "INVALID_REQUEST");
        alva.deletes(path).await.fails(404, "INVALID_REQUEST");
    }
    assert_eq!(alva.gets(LABELS).await.data(200)["version"], 0);
}

// Shows: Sources and discovery | The operator's vendors file gives labels, which count for the classes of which the user taught none, and phrases of what is no invoice
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_operators_labels_count_until_the_user_teaches_others() {
    let vendors = json!([{
        "vendor_id": "ica", "vendor_name": "ICA", "sub_type": "grocery", "email_patterns": [GROCER],
        "labels": [{"class": "total_amount", "phrase": "Kassan drar"}, {"class": "order_id", "phrase": "akt"}],
        "not_invoice": ["din väntelista"]
    }]);
    let world = World::start(Sqlite).await.with_only_vendors(&vendors).await;
    world.sandbox.add(&mail("204118", 9, "80,00", "100,00"));
    let waiting = "<h1>Kvitto</h1><p>Din väntelista</p><p>Ordernummer: 204119</p><table><tr><td>Totalt</td><td>70,00 kr</td></tr></table>";
    world
        .sandbox
        .add(&receipt(GROCER, "Ditt kvitto", at("2026-11-10T08:00:00Z"), waiting));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    assert_eq!(totals(&alva).await, [json!(100)]);
    let rejected = alva.gets("/v1/mail/messages?state=rejected").await;
    let documents = &rejected.data(200)["messages"][0]["documents"];
    assert_eq!(documents[0]["reason_code"], "disclaimed");

    let set = alva.puts(LABELS, &labels(&[("total_amount", "annat ord")])).await;
    let listed: Vec<(&Value, &Value)> = set.data(200)["labels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|label| (&label["phrase"], &label["origin"]))
        .collect();
    assert_eq!(
        listed,
        [
            (&json!("annat ord"), &json!("user")),
            (&json!("kassan drar"), &json!("operator")),
            (&json!("akt"), &json!("operator")),
        ]
    );
    let stop = CancellationToken::new();
    let again = world
        .app
        .reparse(&Scope::default(), true, &stop, &mut |_, _| ())
        .await
        .unwrap();
    assert_eq!(again.changed, 1, "the operator's label no longer counts");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_correction_is_remembered_unless_no_words_name_its_value() {
    let world = World::start(Sqlite).await;
    let html = |order: &str, total: &str, paid: &str| {
        format!(
            "<h1>Kvitto</h1><p>Ordernummer: {order}</p><table><tr><td>Totalt</td><td>{total} kr</td></tr>\
             <tr><td>Kassan drar</td><td>{paid} kr</td></tr></table>"
        )
    };
    let mail = |order, day: u32, total, paid| {
        receipt(
            GROCER,
            "Ditt kvitto",
            at(&format!("2026-11-{day:02}T08:00:00Z")),
            &html(order, total, paid),
        )
    };
    world.sandbox.add(&mail("204118", 9, "80,00", "100,00"));
    let mut alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    let invoices = alva.lists_retail().await;
    assert_eq!(totals(&alva).await, [json!(80)]);
    let invoice = format!("/v1/invoices/retail/{}", invoices[0]["invoice_id"].as_str().unwrap());
    for (body, reason) in [
        (
            json!({"total_amount": 99, "remember": true}),
            "no words of the document name 99",
        ),
        (
            json!({"vendor_name": "Kassan", "remember": true}),
            "only an amount or a day",
        ),
    ] {
        let refused = alva.patches(&invoice, &body).await;
        refused.fails(400, "INVALID_REQUEST");
        assert!(refused.message().contains(reason), "{}", refused.message());
    }
    assert_eq!(
        totals(&alva).await,
        [json!(80)],
        "a refused correction corrects nothing"
    );
    alva.patches(&invoice, &json!({"total_amount": 100, "remember": true}))
        .await
        .data(200);
    world.drain().await;
    alva.comes_back_after(TimeDelta::days(3)).await;
    world.sandbox.add(&mail("204119", 20, "70,00", "90,00"));
    alva.fetches_retail().await;
    assert_eq!(totals(&alva).await, [json!(90), json!(100)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_landlords_notice_is_read_by_its_labels() {
    let world = World::start(Sqlite).await;
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(50.0, "Ekbackens Bostäder AB"), (400.0, "Hyresavi 4711001")]);
    sheet.row(80.0, &[(50.0, "Förfallodatum"), (400.0, "2026-11-30")]);
    sheet.row(100.0, &[(50.0, "Att betala"), (400.0, "8 450,00 kr")]);
    sheet.row(115.0, &[(50.0, "Att betala"), (400.0, "8 662,40 kr")]);
    sheet.row(130.0, &[(50.0, "Kassan drar"), (400.0, "8 662,40 kr")]);
    let received = at("2026-11-10T08:00:00Z");
    let notice = rent_mail(received, &[("Hyresavi_4711001.pdf", sheet.finish())]);
    world.sandbox.add(&notice);
    let (alva, bo) = (world.connects("Alva").await, world.connects("Bo").await);
    let landlord = alva.gets("/v1/sources").await.data(200)["landlords"][0]["landlord_id"].clone();
    let path = format!("/v1/sources/landlords/{}/labels", landlord.as_str().unwrap());
    for user in [&alva, &bo] {
        user.ingests_rental().await.data(200);
        assert_eq!(asked(user).await[0]["sender"], LANDLORD);
    }
    let answer = json!({"total_amount": 8662.4, "remember": true});
    answers(&world, &alva, &asked(&alva).await[0], &answer).await;
    assert_eq!(alva.gets(&path).await.data(200)["labels"][0]["phrase"], "kassan drar");
    bo.puts(&path, &labels(&[("total_amount", "kassan drar")]))
        .await
        .data(200);
    world.drain().await;
    assert_eq!(asked(&bo).await, Vec::<Value>::new());
    for user in [&alva, &bo] {
        let listed = user.lists_rental().await.data(200).to_string();
        assert!(listed.contains("8662.4"), "{listed}");
    }
}
