//! Getting started: files that are dropped on a view, their unknown senders, and the first steps.

use fantoccini::Locator;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{GROCER, ReceiptText, at, grocery, receipt};
use invoices_tests::support::wait::until;
use serde_json::json;

use super::{Browser, ENGLISH, TEST_LIMIT, world};

const TEHUSET: &str = "order@tehuset.example.com";

/// The tick of the step whose name begins so.
pub fn step_done(name: &str) -> String {
    format!("//li[.//h3[starts-with(., '{name}')]]//*[. = 'Done']")
}

impl Browser {
    /// Drops a file on the page.
    async fn drops(&self, name: &str, content: &[u8]) {
        let file = json!([[String::from_utf8_lossy(content)], name]);
        let script = format!(
            "const dataTransfer = new DataTransfer(); dataTransfer.items.add(new File(...{file})); \
             for (const type of ['dragover', 'drop']) \
             document.body.dispatchEvent(new DragEvent(type, {{ bubbles: true, cancelable: true, dataTransfer }}));"
        );
        self.script(&script).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dropped_files_are_imported_while_another_view_is_opened_and_the_first_steps_are_ticked() {
    let world = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    for sender in [GROCER, TEHUSET] {
        let body = json!({"sender": sender});
        alva.posts("/v1/sources/trusted", &body).await.data(201);
    }
    let groceries = grocery(at("2026-11-10T08:00:00Z"), "204118", "113,67");
    let tea = ReceiptText {
        total: "59,90",
        ..ReceiptText::default()
    };
    let tea = receipt(TEHUSET, "Orderbekräftelse", at("2026-11-11T08:00:00Z"), &tea.html());
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.finds("//main//button[. = 'Connect Gmail']").await;
        browser.is_well("light", "first-steps").await;
        browser.drops("groceries.eml", &groceries).await;
        browser.opens("invoices").await;
        browser.sees("1 mail imported").await;
        browser.finds("//main//a[contains(., '113.67')]").await;

        browser.opens("").await;
        browser.finds(&step_done("See your first invoices")).await;
        browser.client.refresh().await.unwrap();
        browser.finds(&step_done("Connect a mailbox")).await;
        browser.drops("tea.eml", &tea).await;
        browser.sees("1 sender is not in your list").await;
        browser.is_well("light", "unknown-sender").await;
        let sender = format!("//label[contains(., '{TEHUSET}')]/input");
        browser.finds(&sender).await.click().await.unwrap();
        browser.clicks("Add and import again (1)").await;
        browser.finds("//main//a[contains(., '59.90')]").await;
        until("the first steps to be done", async || {
            let steps = Locator::XPath("//h2[. = 'First steps']");
            browser.client.find_all(steps).await.unwrap().is_empty()
        })
        .await;
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
    assert_eq!(alva.lists_retail().await.len(), 2);
}
