//! The channels of notifications.

use invoices_tests::support::database::Database::Sqlite;
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::{Browser, ENGLISH, TEST_LIMIT, world_with};

// Shows: Notification channels | The page adds, tests, changes and removes a channel
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_adds_and_tests_a_channel() {
    let world = world_with(Sqlite, |config| config.webhooks.allow_private_addresses = true).await;
    let alva = world.signs_up("Alva").await;
    let server = MockServer::start().await;
    Mock::given(any())
        .respond_with(ResponseTemplate::new(200))
        .mount(&server)
        .await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("notifications").await;
        browser.finds("//h2[. = 'Where notifications go']").await;
        browser.clicks("Add a channel").await;
        browser.types("Send to", "ntfy").await;
        browser
            .types("URL of the topic", &format!("{}/rent", server.uri()))
            .await;
        browser.types("Name (optional)", "Phone").await;
        browser.clicks("Add the channel").await;
        browser.finds("//h3[contains(., 'Phone')]").await;
        browser.clicks("Test").await;
        browser.sees("The last message arrived").await;
        assert_eq!(server.received_requests().await.unwrap().len(), 1);
        assert_eq!(browser.violations().await, [""; 0]);
        browser.keeps_screenshot("channels").await;
        browser.clicks("Change").await;
        browser
            .types("URL of the topic", &format!("{}/home", server.uri()))
            .await;
        browser.clicks("Save").await;
        browser.sees("/home").await;
        assert_eq!(browser.focused().await, "Change", "the form is gone");
        browser.clicks("Remove").await;
        browser.clicks("Remove the channel").await;
        browser
            .finds("//section[h2[. = 'Where notifications go'] and not(.//h3)]")
            .await;
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}
