//! Values that are corrected where they are shown.

use fantoccini::key::Key;
use invoices_tests::support::database::Database::Sqlite;

use super::{Browser, ENGLISH, TEST_LIMIT, world};

impl Browser {
    /// Types a value in the place of the one with this name.
    pub(super) async fn corrects(&self, name: &str, value: &str) {
        let button = format!("//main//dl//button[contains(., 'Correct: {name}')]");
        self.finds(&button).await.click().await.unwrap();
        let input = self.finds(&format!("//main//dl//input[@aria-label = '{name}']")).await;
        input.clear().await.unwrap();
        input.send_keys(value).await.unwrap();
        self.presses(Key::Enter).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_value_is_corrected_where_it_is() {
    let world = world(Sqlite).await;
    let alva = super::views::user(&world).await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("invoices?category=grocery").await;
        browser.opens_row("212.50").await;
        browser.corrects("Total", "much").await;
        browser.sees("“much” is no amount.").await;
        browser.is_well("light", "correct-error").await;
        browser.presses(Key::Escape).await;
        assert_eq!(browser.focused().await, "Correct: Total\nSEK\u{a0}212.50");

        browser.corrects("Total", "1,890").await;
        browser.sees("Which amount do you mean?").await;
        browser.is_well("light", "correct-choice").await;
        browser.clicks("1,890.00").await;
        let row = |text: &str| format!("//main//li/a[contains(., '{text}')]");
        browser.finds(&row("Corrected")).await;
        browser.finds(&row("1,890.00")).await;
        browser.corrects("Shop", "Kvartersbutiken").await;
        browser.finds(&row("Kvartersbutiken")).await;
        let undo = browser.finds("//button[@aria-label = 'Undo: Total']").await;
        undo.click().await.unwrap();
        browser.finds(&row("212.50")).await;
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}
