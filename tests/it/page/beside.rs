//! The open invoice beside the list, and the search for invoices in the frame.

use fantoccini::key::Key;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::user::User;
use invoices_tests::support::wait::until;

use super::{Browser, ENGLISH, Look, TEST_LIMIT, world};

const PHONE: Look = Look { width: 390, ..ENGLISH };

impl Browser {
    /// Waits until the page is at this address after `#/`.
    async fn is_at(&self, address: &str) {
        let what = format!("the address {address}");
        until(&what, async || {
            self.script("return location.hash").await == format!("#/{address}")
        })
        .await;
    }

    /// Waits until the row of this invoice has the focus, in view.
    async fn is_on_row(&self, invoice: &str) {
        let row = "const row = document.activeElement, { top, bottom } = row.getBoundingClientRect(); \
                   return top >= 0 && bottom <= innerHeight ? row.dataset.invoice : null";
        let what = format!("the row of {invoice}");
        until(&what, async || self.script(row).await == format!("retail/{invoice}")).await;
    }

    pub(super) async fn opens_row(&self, amount: &str) {
        let row = self.finds(&format!("//main//a[contains(., '{amount}')]")).await;
        row.click().await.unwrap();
    }
}

/// The ids of a user's purchases, the latest first.
async fn ids(alva: &User<'_>) -> Vec<String> {
    let invoices = alva.lists_retail().await;
    invoices
        .iter()
        .map(|invoice| invoice["invoice_id"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_invoice_leaves_the_list_where_it_was() {
    let world = world(Sqlite).await;
    let alva = super::views::user(&world).await;
    let ids = ids(&alva).await;
    let spending = alva.gets("/v1/statistics/spending?by=month&type=retail").await;
    assert_eq!(spending.data(200)["rows"][0]["total"], 1416.17);
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("invoices?category=retail").await;
        let head = "//main//h2[contains(., 'November 2026') and contains(., '3 invoices')]";
        let head = browser.finds(head).await.text().await.unwrap();
        assert!(head.contains("1,416.17"), "{head}");

        let open = |index: usize| format!("invoices/retail/{}?category=retail", ids[index]);
        browser.opens_row("90.00").await;
        browser.is_at(&open(1)).await;
        browser.finds("//section[@class = 'panel']//h2[. = 'ICA']").await;
        browser.finds("//main//li/a[contains(., '212.50')]").await;
        browser.writes("j").await;
        browser.is_at(&open(2)).await;
        browser.presses(Key::Up).await;
        browser.is_at(&open(1)).await;
        browser.presses(Key::Escape).await;
        browser.is_at("invoices?category=retail").await;
        browser.is_on_row(&ids[1]).await;

        browser.presses(Key::Enter).await;
        browser.finds("//section[@class = 'panel']").await;
        browser.client.back().await.unwrap();
        browser.is_on_row(&ids[1]).await;

        browser.presses(Key::Enter).await;
        browser.clicks("Mark as paid").await;
        browser
            .finds("//main//li/a[contains(., '90.00') and contains(., 'Paid')]")
            .await;
        browser.clicks("Not an invoice…").await;
        let delete = "//dialog[@open]//button[normalize-space(.) = 'Delete']";
        browser.finds(delete).await.click().await.unwrap();
        browser.is_at("invoices?category=retail").await;
        browser.is_on_row(&ids[2]).await;
        browser
            .finds("//main//h2[contains(., '2 invoices') and contains(., '1,326.17')]")
            .await;
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_a_phone_an_invoice_takes_the_place_of_the_list() {
    let world = world(Sqlite).await;
    let alva = super::views::user(&world).await;
    let ids = ids(&alva).await;
    let test = async {
        let browser = Browser::open(&world, PHONE).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("invoices").await;
        browser.opens_row("90.00").await;
        browser.finds("//main//h1[. = 'ICA']").await;
        let is_shown = "return document.querySelector('.months').checkVisibility()";
        assert_eq!(browser.script(is_shown).await, false);
        browser.clicks("← All invoices").await;
        browser.is_at("invoices").await;
        browser.is_on_row(&ids[1]).await;
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invoices_are_searched_from_every_view_and_filters_are_taken_away() {
    let world = world(Sqlite).await;
    let alva = super::views::user(&world).await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("account").await;
        browser.finds("//h1[. = 'Account']").await;
        browser.writes("/").await;
        assert_eq!(browser.focused().await, "Search");
        browser.writes("90,00").await;
        browser.presses(Key::Enter).await;
        browser.is_at("invoices?q=90%2C00").await;
        browser.finds("//main//*[@role = 'status'][. = '1 invoice']").await;
        browser.opens("invoices?vendor=ICA&currency=SEK").await;
        browser.finds("//main//*[@role = 'status'][. = '3 invoices']").await;
        browser
            .finds("//a[contains(@aria-label, 'Only SEK')]")
            .await
            .click()
            .await
            .unwrap();
        browser.is_at("invoices?vendor=ICA").await;
        browser.opens("invoices?currency=EUR").await;
        browser.sees("No invoices match").await;
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}
