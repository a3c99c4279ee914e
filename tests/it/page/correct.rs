//! Values that are corrected where they are shown.

use fantoccini::key::Key;
use invoices_tests::support::database::Database::Sqlite;
use serde_json::json;

use super::questions::has_totals;
use super::{Browser, ENGLISH, TEST_LIMIT, world};

impl Browser {
    /// Types a value in the place of the one with this name.
    pub(super) async fn corrects(&self, name: &str, value: &str) {
        self.types_correction(name, value).await;
        self.presses(Key::Enter).await;
    }

    /// The same, without saving it.
    pub(super) async fn types_correction(&self, name: &str, value: &str) {
        let button = format!("//main//dl//button[contains(., 'Correct: {name}')]");
        self.finds(&button).await.click().await.unwrap();
        let input = self.finds(&format!("//main//dl//input[@aria-label = '{name}']")).await;
        input.clear().await.unwrap();
        input.send_keys(value).await.unwrap();
    }

    /// The name of the input that has the focus.
    async fn focused_input(&self) -> String {
        let name = self.script("return document.activeElement.ariaLabel ?? ''").await;
        name.as_str().unwrap().to_owned()
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
        browser.sees("was 212.50").await;
        browser.clicks("Wrong shop").await;
        assert_eq!(browser.focused_input().await, "Shop");
        browser.presses(Key::Escape).await;
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_an_invoice_keeps_its_mail_and_can_be_one_again() {
    let world = world(Sqlite).await;
    let alva = super::questions::user(&world).await;
    let asked = alva.gets("/v1/mail/messages?state=asked").await;
    let id = asked.data(200)["messages"][0]["message_id"]
        .as_str()
        .unwrap()
        .to_owned();
    let answer = json!({"part": "html", "total_amount": 80.0, "currency": "EUR"});
    let path = format!("/v1/mail/messages/{id}/answer");
    alva.posts(&path, &answer).await.data(200);
    has_totals(&alva, &[80.0]).await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("invoices").await;
        browser.opens_row("80.00").await;
        browser.clicks("Not an invoice").await;
        browser.sees("Its mail is kept.").await;
        browser.clicks("Undo").await;
        browser.clicks("Show the invoice").await;
        browser.finds("//main//li/a[contains(., '80.00')]").await;
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}
