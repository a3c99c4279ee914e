//! PDFs that need a password.

use chrono::TimeDelta;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{GROCER, at, receipt_with_pdfs, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use parser_document::pdf::sample::Sheet;
use rstest::rstest;
use serde_json::{Value, json};

const COUNTS: &str = "/v1/sources/pdf-passwords";
const VENDOR: &str = "/v1/sources/vendors/ica/pdf-passwords";

/// A mail of the grocer on this day of November whose invoice is a PDF with this password.
pub(crate) fn locked(number: &str, day: u32, total: &str, password: &str) -> Vec<u8> {
    let day = format!("2026-11-{day:02}");
    let mut sheet = Sheet::new();
    sheet
        .text(50.0, 60.0, 14.0, "Faktura")
        .row(90.0, &[(50.0, "Fakturanummer"), (200.0, number)])
        .row(110.0, &[(50.0, "Fakturadatum"), (200.0, &day)])
        .row(130.0, &[(50.0, "Moms"), (200.0, "20,00 kr")])
        .row(150.0, &[(50.0, "Att betala"), (200.0, &format!("{total} kr"))]);
    let pdfs = [("faktura.pdf", sheet.locked(password))];
    receipt_with_pdfs(GROCER, "Ditt kvitto", at(&format!("{day}T08:00:00Z")), None, &pdfs)
}

async fn messages(user: &User<'_>, state: &str) -> Vec<Value> {
    let listed = user.gets(&format!("/v1/mail/messages?state={state}")).await;
    listed.data(200)["messages"].as_array().unwrap().clone()
}

async fn totals(user: &User<'_>) -> Vec<Value> {
    let invoices = user.lists_retail().await;
    invoices.iter().map(|invoice| invoice["total_amount"].clone()).collect()
}

fn answer_of(message: &Value) -> String {
    format!("/v1/mail/messages/{}/answer", message["message_id"].as_str().unwrap())
}

// Shows: Sources and discovery | A PDF that needs a password is asked about; the password that opens it is kept for its sender, and its other PDFs are read with it
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_that_is_given_once_opens_the_senders_pdfs(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world.sandbox.add(&locked("204118", 9, "80,00", "850709"));
    world.sandbox.add(&locked("204119", 10, "90,00", "850709"));
    let (mut alva, mut bo) = (world.connects("Alva").await, world.connects("Bo").await);
    alva.fetches_retail().await;
    bo.fetches_retail().await;
    let asked = messages(&alva, "asked").await;
    assert_eq!(asked.len(), 2);
    let document = &asked[0]["documents"][0];
    assert_eq!(document["reason_code"], "pdf-password");
    assert_eq!(document.get("candidates"), None);
    let told = alva.gets("/v1/notifications").await;
    let told = &told.data(200)["notifications"][0];
    assert_eq!(told["kind"], "question");
    assert!(told["message"].as_str().unwrap().contains("password"), "{told}");

    let wrong = alva
        .posts(&answer_of(&asked[0]), &json!({"pdf_password": "850710"}))
        .await;
    wrong.fails(400, "INVALID_REQUEST");
    assert_eq!(
        wrong.message(),
        "Invalid field 'pdf_password': it doesn't open the PDF."
    );
    assert_eq!(alva.gets(COUNTS).await.data(200), &json!({"sources": []}));

    let right = json!({"pdf_password": "850709"});
    alva.posts(&answer_of(&asked[0]), &right).await.data(200);
    world.drain().await;
    assert_eq!(messages(&alva, "asked").await, Vec::<Value>::new());
    assert_eq!(totals(&alva).await, [json!(90), json!(80)]);
    let counts = json!({"sources": [{"type": "retail", "id": "ica", "count": 1}]});
    assert_eq!(alva.gets(COUNTS).await.data(200), &counts);
    alva.posts(&answer_of(&asked[0]), &right)
        .await
        .fails(404, "INVALID_REQUEST");

    alva.comes_back_after(TimeDelta::days(3)).await;
    world.sandbox.add(&locked("204120", 20, "70,00", "850709"));
    alva.fetches_retail().await;
    assert_eq!(totals(&alva).await, [json!(70), json!(90), json!(80)]);

    bo.comes_back_after(TimeDelta::seconds(1)).await;
    bo.fetches_retail().await;
    assert_eq!(messages(&bo, "asked").await.len(), 3, "it counts for nobody else");
    bo.posts(&answer_of(&asked[0]), &json!({"not_an_invoice": true}))
        .await
        .data(200);
    world.drain().await;
    assert_eq!(messages(&bo, "rejected").await.len(), 1);
}

// Shows: Sources and discovery | `PUT` of the passwords of a landlord's or vendor's PDFs: those that need one are read again, and none forgets them
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn passwords_can_be_set_and_forgotten() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let mut notice = Sheet::new();
    notice
        .text(50.0, 60.0, 14.0, "Hyresavi")
        .row(90.0, &[(50.0, "Fakturanummer"), (200.0, "77011")])
        .row(110.0, &[(50.0, "Förfallodatum"), (200.0, "2026-11-30")])
        .row(130.0, &[(50.0, "Att betala"), (200.0, "9 412,00 kr")]);
    let rent = rent_mail(at("2026-11-10T08:00:00Z"), &[("avi.pdf", notice.locked("lgh 1204"))]);
    world.sandbox.add(&rent);
    alva.posts_nothing("/v1/invoices/rental/ingest").await.data(200);
    assert_eq!(messages(&alva, "asked").await.len(), 1);
    let sources = alva.gets("/v1/sources").await.data(200).clone();
    let landlord = sources["landlords"][0]["landlord_id"].as_str().unwrap();
    let path = format!("/v1/sources/landlords/{landlord}/pdf-passwords");
    let set = alva.puts(&path, &json!({"passwords": ["annat", "lgh 1204"]})).await;
    assert_eq!(set.data(200), &json!({"type": "rental", "id": landlord, "count": 2}));
    assert!(
        !set.data(200).to_string().contains("1204"),
        "passwords are never sent back"
    );
    world.drain().await;
    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 1);

    alva.puts(VENDOR, &json!({"passwords": ["850709"]})).await.data(200);
    assert_eq!(
        alva.gets(COUNTS).await.data(200)["sources"].as_array().unwrap().len(),
        2
    );
    alva.puts(&path, &json!({"passwords": []})).await.data(200);
    assert_eq!(
        alva.gets(COUNTS).await.data(200),
        &json!({"sources": [{"type": "retail", "id": "ica", "count": 1}]})
    );

    for (body, reason) in [
        (
            json!({"passwords": ["1", "2", "3", "4", "5", "6"]}),
            "at most 5 are kept",
        ),
        (json!({"passwords": [""]}), "1 to 127 characters"),
        (json!({"passwords": ["a\u{0}"]}), "no control characters"),
        (json!({"passwords": ["x".repeat(128)]}), "1 to 127 characters"),
    ] {
        let refused = alva.puts(VENDOR, &body).await;
        refused.fails(400, "INVALID_REQUEST");
        assert!(refused.message().contains(reason), "{} of {body}", refused.message());
    }
    let both = json!({"pdf_password": "850709", "total_amount": 10});
    let message = messages(&alva, "parsed").await[0].clone();
    alva.posts(&answer_of(&message), &both)
        .await
        .fails(400, "INVALID_REQUEST");

    let own = json!({"name": "Kaffebaren", "sub_type": "grocery", "email_patterns": ["kaffebaren.example.com"]});
    alva.posts("/v1/sources/vendors", &own).await.data(201);
    let own = "/v1/sources/vendors/kaffebaren";
    alva.puts(&format!("{own}/pdf-passwords"), &json!({"passwords": ["kaffe"]}))
        .await
        .data(200);
    assert_eq!(
        alva.gets(COUNTS).await.data(200)["sources"].as_array().unwrap().len(),
        2
    );
    alva.deletes(own).await.data(200);
    assert_eq!(
        alva.gets(COUNTS).await.data(200)["sources"].as_array().unwrap().len(),
        1
    );
}
