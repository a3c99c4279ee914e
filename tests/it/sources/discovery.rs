//! The search for senders of invoices that are neither landlords nor vendors.

use invoices_sandbox::{Endpoint, Fault};
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{
    ReceiptText, at, grocery, notice, notice_mail, receipt, receipt_with_pdfs, unauthenticated,
};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use serde_json::{Value, json};

use crate::retail::pdf::invoice;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const MARCH: &str = "2026-03-02T08:00:00Z";
const DISCOVER: &str = "/v1/sources/discover";

fn order(from: &str, shop: &str, received: &str, number: &str) -> Vec<u8> {
    let text = ReceiptText {
        heading: shop,
        order: Some(number),
        date: Some(&received[..10]),
        total: "249,00",
        more: "",
    };
    receipt(from, "Orderbekräftelse", at(received), &text.html())
}

async fn discovers(user: &User<'_>) -> Value {
    user.posts_nothing(DISCOVER).await.data(200).clone()
}

fn answer_path(suggestion: &Value, answer: &str) -> String {
    let id = suggestion["suggestion_id"].as_str().unwrap();
    format!("/v1/sources/suggestions/{id}/{answer}")
}

// Shows: Sources and discovery | `POST /v1/sources/discover` suggests senders of invoices that are neither landlords nor vendors, and stores nothing of their mails
// Shows: Sources and discovery | An accepted suggestion is a landlord or vendor, and accepting it again has the same result; a refused one is not made again
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unknown_shop_is_suggested_and_its_mails_are_taken() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    for (number, received) in [("1001", MARCH), ("1002", "2026-10-20T08:00:00Z"), ("1003", NOVEMBER)] {
        world
            .sandbox
            .add(&order("order@lampan.example.com", "Lampan", received, number));
    }
    world.sandbox.add(&grocery(at(NOVEMBER), "1", "100,00"));
    let news = receipt(
        "news@lampan.example.com",
        "Nyheter",
        at(NOVEMBER),
        "<p>Din order väntar: nya lampor</p>",
    );
    world.sandbox.add(&news);
    let found = discovers(&alva).await;
    let suggestions = found["suggestions"].as_array().unwrap();
    assert_eq!(suggestions.len(), 1, "{found}");
    let suggestion = &suggestions[0];
    assert_eq!(
        (
            &suggestion["kind"],
            &suggestion["senders"],
            &suggestion["mails"],
            &suggestion["trusted"]
        ),
        (
            &json!("vendor"),
            &json!(["order@lampan.example.com"]),
            &json!(3),
            &json!(true)
        )
    );
    assert_eq!(
        suggestion["invoice"],
        json!({"invoice_date": "2026-11-10", "total_amount": 249, "currency": "SEK"})
    );
    assert_eq!((&found["finished"], &found["more"]), (&json!(true), &json!(false)));
    // Nothing of a mail is stored.
    assert_eq!((world.rows("messages", alva.id).await, world.objects().len()), (0, 0));
    assert_eq!(
        &alva.gets("/v1/sources/suggestions").await.data(200)["suggestions"],
        &found["suggestions"]
    );

    let accepted = alva.posts_nothing(&answer_path(suggestion, "accept")).await;
    let vendor = accepted.data(201)["vendor"].clone();
    assert_eq!(vendor["email_patterns"], json!(["order@lampan.example.com"]));
    let again = alva.posts_nothing(&answer_path(suggestion, "accept")).await;
    assert_eq!(again.data(201)["vendor"], vendor, "the same answer again adds nothing");
    let data = alva.fetches_retail().await;
    assert_eq!(data["byVendor"][vendor["vendor_id"].as_str().unwrap()], 2, "{data}");
    assert_eq!(
        discovers(&alva).await["suggestions"],
        json!([]),
        "a vendor is not suggested"
    );
    assert_eq!(alva.lists_retail().await.len(), 3);
}

// Shows: Sources and discovery | `POST /v1/sources/discover` suggests senders…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_landlord_is_suggested_and_its_notices_are_taken() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let pdf = ("Avi_7.pdf", notice(450, "2026-11-30"));
    world.sandbox.add(&notice_mail(
        "avi@garage.example.com",
        "Din hyra för november",
        at(NOVEMBER),
        &[pdf],
    ));
    let found = discovers(&alva).await;
    let suggestion = &found["suggestions"][0];
    assert_eq!(
        (&suggestion["kind"], &suggestion["senders"], suggestion.get("sub_type")),
        (&json!("landlord"), &json!(["avi@garage.example.com"]), None)
    );
    assert_eq!(suggestion["invoice"]["total_amount"], 450);
    let accepted = alva.posts_nothing(&answer_path(suggestion, "accept")).await;
    assert_eq!(accepted.data(201)["landlord"]["sender"], "avi@garage.example.com");
    assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 1);
}

/// A shop whose mails say only that the invoice is attached.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shop_that_attaches_its_invoices_is_suggested() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let pdf = ("Faktura_1001.pdf", invoice("1001", "B-17", "249,00"));
    let cover = "<p>Hej!</p><p>Din faktura finns i den bifogade filen.</p>";
    let mail = receipt_with_pdfs(
        "faktura@lampan.example.com",
        "Din faktura",
        at(NOVEMBER),
        Some(cover),
        &[pdf],
    );
    world.sandbox.add(&mail);
    let found = discovers(&alva).await;
    let suggestion = &found["suggestions"][0];
    assert_eq!(
        (&suggestion["kind"], &suggestion["invoice"]["total_amount"]),
        (&json!("vendor"), &json!(249)),
        "{found}"
    );
    alva.posts_nothing(&answer_path(suggestion, "accept")).await.data(201);
    alva.fetches_retail().await;
    assert_eq!(alva.lists_retail().await.len(), 1);
}

// Shows: Sources and discovery | An accepted suggestion is…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_suggestion_is_not_made_again() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let bo = world.connects("Bo").await;
    world
        .sandbox
        .add(&order("order@lampan.example.com", "Lampan", NOVEMBER, "1001"));
    let suggestion = discovers(&alva).await["suggestions"][0].clone();
    let refuse = answer_path(&suggestion, "refuse");
    bo.posts_nothing(&refuse).await.fails(404, "INVALID_REQUEST");
    bo.posts_nothing(&answer_path(&suggestion, "accept"))
        .await
        .fails(404, "INVALID_REQUEST");
    for _ in 0..2 {
        alva.posts_nothing(&refuse).await.data(200);
    }
    alva.posts_nothing(&answer_path(&suggestion, "accept"))
        .await
        .fails(404, "INVALID_REQUEST");
    assert_eq!(discovers(&alva).await["suggestions"], json!([]));
    assert_eq!(discovers(&bo).await["suggestions"].as_array().unwrap().len(), 1);
}

/// One company may send from several addresses; unauthenticated senders are marked.
// Shows: Sources and discovery | Several addresses of one company are one suggestion; `trusted` says whether the mail provider authenticated the sender
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn senders_of_one_company_are_one_suggestion() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    for (from, shop, number) in [
        ("order@lampan.example.org", "Lampan", "1001"),
        ("kvitto@mail.lampan.example.org", "Lampan", "1002"),
        ("stolen@stolen.example.net", "Stolen", "1003"),
    ] {
        let mail = order(from, shop, NOVEMBER, number);
        let mail = if shop == "Stolen" { unauthenticated(&mail) } else { mail };
        world.sandbox.add(&mail);
    }
    let found = discovers(&alva).await;
    let suggestions = found["suggestions"].as_array().unwrap();
    let by_mails: Vec<_> = suggestions.iter().map(|one| (&one["mails"], &one["trusted"])).collect();
    assert_eq!(
        by_mails,
        [(&json!(2), &json!(true)), (&json!(1), &json!(false))],
        "{found}"
    );
}

/// What a search costs grows with the senders and not with their mails.
// Shows: Sources and discovery | What a search costs grows with the number of senders and not with that of their mails
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sender_with_many_mails_costs_no_more() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    for nth in 0..300 {
        let received = format!("2026-{:02}-{:02}T08:00:00Z", 1 + nth % 10, 1 + nth % 28);
        world.sandbox.add(&order(
            "order@lampan.example.com",
            "Lampan",
            &received,
            &format!("{nth}"),
        ));
    }
    world.sandbox.reset_calls();
    let found = discovers(&alva).await;
    assert_eq!(found["suggestions"][0]["mails"], 300);
    assert_eq!(found["mails_found"], 300);
    let fetched = world.sandbox.calls(Endpoint::Fetch);
    assert!(fetched <= 6, "{fetched}");
}

// Shows: Sources and discovery | `days` is 1 to 1825; a failing provider is 502
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_days_are_bounded_and_failures_are_said() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    world
        .sandbox
        .add(&order("order@lampan.example.com", "Lampan", MARCH, "1001"));
    for days in [json!(0), json!(1826), json!(-1), json!("7")] {
        let refused = alva.posts(DISCOVER, &json!({"days": days})).await;
        assert!(refused.fails(400, "INVALID_REQUEST").contains("'days'"));
    }
    let short = alva.posts(DISCOVER, &json!({"days": 30})).await;
    assert_eq!(short.data(200)["suggestions"], json!([]));
    let bo = world.signs_up("Bo").await;
    bo.posts_nothing(DISCOVER).await.fails(502, "MAIL_TOKEN_EXPIRED");
    world.sandbox.fail(Fault::Search500);
    alva.posts_nothing(DISCOVER).await.fails(502, "DEPENDENCY_FAILURE");
}
