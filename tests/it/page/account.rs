//! The user's account.

use invoices_tests::support::database::Database::Sqlite;

use super::{Browser, ENGLISH, TEST_LIMIT, world};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn preferences_are_saved() {
    let world = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("account").await;
        browser.types("Language of messages", "Svenska").await;
        browser.types("Reminder of rent, days before it is due", "5").await;
        browser.types("Time zone", "Europe/Helsinki").await;
        browser.clicks("Save").await;
        browser.sees("Saved.").await;
        browser.is_well("light", "preferences").await;
        let kept = alva.gets("/v1/user/me/preferences").await;
        let kept = kept.data(200);
        assert_eq!(
            (&kept["language"], &kept["reminder_days"], &kept["time_zone"]),
            (&"sv".into(), &5.into(), &"Europe/Helsinki".into())
        );
        assert!(kept.get("quiet_hours").is_none(), "{kept}");
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}
