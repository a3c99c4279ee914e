//! Payment codes, and the warning in their place.

use invoices_sandbox::sample::{RentNotice, rent_notice_pdf};
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, day, rent_mail, unauthenticated};
use invoices_tests::support::user::User;
use invoices_tests::support::wait::within;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

const OTHER_ACCOUNT: &str = "5050-1055";

/// The mail of a notice of this month of 2026, with this Bankgiro or the landlord's usual one.
fn mail(month: u32, bankgiro: Option<&str>) -> Vec<u8> {
    let issued = day(&format!("2026-{month:02}-05"));
    let mut notice = RentNotice::issued_on(issued);
    if let Some(bankgiro) = bankgiro {
        notice.bankgiro = bankgiro.into();
    }
    let received = at(&format!("2026-{month:02}-05T08:00:00Z"));
    rent_mail(
        received,
        &[(&format!("Hyresavi_{month}.pdf"), rent_notice_pdf(&notice))],
    )
}

fn path(month: u32) -> String {
    format!("/v1/invoices/rental/Invoice_{month}/payment-code")
}

/// The text in the picture of a code.
fn decoded(svg: &str) -> String {
    let attribute = |name: &str| svg.split(name).nth(1).unwrap().split('"').next().unwrap();
    let side: usize = attribute(" width=\"").parse().unwrap();
    let mut dark = vec![false; side * side];
    for square in attribute(" d=\"").split('M').skip(1) {
        let numbers: Vec<usize> = square
            .split(['h', 'v', 'H', 'V', ' '])
            .map(|n| n.parse().unwrap())
            .collect();
        let [left, top, width, height, ..] = numbers[..] else {
            panic!("{square}")
        };
        for row in top..top + height {
            dark[row * side + left..row * side + left + width].fill(true);
        }
    }
    let mut picture = rqrr::PreparedImage::prepare_from_bitmap(side, side, |x, y| dark[y * side + x]);
    let grids = picture.detect_grids();
    grids[0].decode().unwrap().1
}

async fn svg(user: &User<'_>, month: u32) -> String {
    let world = user.world;
    let asked = world.http.get(world.url(&path(month))).bearer_auth(&user.token).send();
    let answer = within("the picture", asked).await.unwrap();
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["content-type"]),
        (200, &"image/svg+xml".parse().unwrap())
    );
    answer.text().await.unwrap()
}

async fn kinds(user: &User<'_>) -> Vec<Value> {
    user.world.drain().await;
    let listed = user.gets("/v1/notifications").await;
    let listed = listed.data(200)["notifications"].as_array().unwrap().clone();
    listed
        .into_iter()
        .filter(|told| told["kind"] == "payee-changed")
        .collect()
}

// Shows: Rental invoices | `GET /v1/invoices/rental/{invoice_id}/payment-code` is a picture of a code that a bank's app reads, from stated values with right check digits of an authenticated sender's notice
// Shows: Rental invoices | If the account is another one than on the landlord's notice before, there is no code but 409 `PAYEE_CHANGED`, and a notification that names both
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_is_shown_until_the_account_changes(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    for (month, account) in [(9, None), (10, None), (11, Some(OTHER_ACCOUNT))] {
        world.sandbox.add(&mail(month, account));
    }
    alva.ingests_rental().await.data(200);
    // There is nothing to compare the first with.
    alva.gets(&path(9)).await.fails(404, "INVALID_REQUEST");
    let record = alva.gets("/v1/invoices/rental/Invoice_10").await;
    let record = record.data(200);
    let code: Value = serde_json::from_str(&decoded(&svg(&alva, 10).await)).unwrap();
    assert_eq!(
        code,
        json!({
            "uqr": 1,
            "tp": 1,
            "nme": record["Landlord"],
            "iref": record["OCR"],
            "ddt": record["Due Date"].as_str().unwrap().replace('-', ""),
            "due": record["Total Amount"],
            "cur": "SEK",
            "pt": "BG",
            "acc": record["Bankgiro"],
        })
    );
    alva.gets(&path(11)).await.fails(409, "PAYEE_CHANGED");
    let told = kinds(&alva).await;
    assert_eq!(told.len(), 1, "{told:?}");
    let before = format!("Bankgiro {}", record["Bankgiro"].as_str().unwrap());
    assert_eq!(
        (&told[0]["payee"], &told[0]["payee_before"]),
        (&json!(format!("Bankgiro {OTHER_ACCOUNT}")), &json!(before))
    );
    // What the user corrects is not what the notice states.
    let correction = json!({"Total Amount": 1});
    alva.patches("/v1/invoices/rental/Invoice_10", &correction)
        .await
        .data(200);
    alva.gets(&path(10)).await.fails(404, "INVALID_REQUEST");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_released_or_imported_notice_has_no_code() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&mail(9, None));
    world.sandbox.add(&unauthenticated(&mail(10, None)));
    alva.ingests_rental().await.data(200);
    let held = alva.gets("/v1/mail/messages?state=quarantined").await;
    let held = held.data(200)["messages"][0]["message_id"].as_str().unwrap().to_owned();
    alva.posts(&format!("/v1/mail/messages/{held}/release"), &json!({}))
        .await
        .data(200);
    world.drain().await;
    alva.gets("/v1/invoices/rental/Invoice_10").await.data(200);
    let refused = alva.gets(&path(10)).await;
    let why = refused.fails(404, "INVALID_REQUEST");
    assert!(why.contains("not a mail of an authenticated sender"), "{why}");
    world.sandbox.add(&mail(11, None));
    alva.ingests_rental().await.data(200);
    svg(&alva, 11).await;
    // The same mails, as an import.
    world.sql("UPDATE messages SET account = 'import'").await;
    alva.gets(&path(11)).await.fails(404, "INVALID_REQUEST");
}
