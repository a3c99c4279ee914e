//! The API reference at `/docs`, in a browser.

use invoices_tests::support::database::Database::Sqlite;
use rstest::rstest;

use super::{Browser, ENGLISH, Look, TEST_LIMIT, world};

#[rstest]
#[case::light("light", ENGLISH)]
#[case::phone_at_night("phone-dark", Look { is_dark: true, width: 390, ..ENGLISH })]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_reference_begins_with_lines_to_try_and_has_the_theme_of_the_page(#[case] name: &str, #[case] look: Look) {
    let world = world(Sqlite).await;
    let test = async {
        let browser = Browser::open(&world, look).await;
        browser.client.goto(world.url("/docs").as_str()).await.unwrap();
        browser.finds("//*[contains(@class, 'opblock-summary')]").await;
        let first = browser.finds("//pre/code").await.text().await.unwrap();
        assert!(
            first.starts_with(&format!("curl {}/v1/auth/signup ", browser.url)),
            "{first}"
        );
        let is_dark = "return document.documentElement.classList.contains('dark-mode')";
        assert_eq!(browser.script(is_dark).await, look.is_dark);
        let excess = browser
            .script("return document.documentElement.scrollWidth - innerWidth")
            .await;
        assert!(excess.as_i64().unwrap() <= 0, "{excess} pixels too wide");
        browser.keeps_screenshot(&format!("reference-{name}")).await;
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.clicks("Back to the page").await;
        browser.finds("//input[@name = 'password']").await;
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}
