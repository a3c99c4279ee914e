//! The payment code on a rental invoice's page.

use invoices_sandbox::sample::{RentNotice, rent_notice_pdf};
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{at, day, rent_mail};

use super::{Browser, ENGLISH, TEST_LIMIT, world};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_payment_code_is_shown_or_the_warning_in_its_place() {
    let world = world(Sqlite).await;
    for (month, account) in [(9, None), (10, None), (11, Some("5050-1055"))] {
        let mut notice = RentNotice::issued_on(day(&format!("2026-{month:02}-05")));
        if let Some(account) = account {
            notice.bankgiro = account.into();
        }
        let received = at(&format!("2026-{month:02}-05T08:00:00Z"));
        let pdf = (&*format!("Hyresavi_{month}.pdf"), rent_notice_pdf(&notice));
        world.sandbox.add(&rent_mail(received, &[pdf]));
    }
    let alva = world.connects("Alva").await;
    alva.ingests_rental().await.data(200);
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("invoice/rental/Invoice_10").await;
        browser.clicks("Show the code").await;
        browser.finds("//main//img[starts-with(@alt, 'QR code')]").await;
        browser.is_well("light", "payment-code").await;
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.opens("invoice/rental/Invoice_11").await;
        browser.clicks("Show the code").await;
        browser.sees("The account has changed").await;
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}
