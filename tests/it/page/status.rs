//! The status in the frame, with the button that fetches.

use fantoccini::key::Key;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{at, grocery};

use super::{Browser, ENGLISH, TEST_LIMIT, world};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fetch_is_followed_while_another_view_is_opened() {
    let world = world(Sqlite).await;
    let mail = grocery(at("2026-11-10T08:00:00Z"), "204118", "113,67");
    world.sandbox.add(&mail);
    let alva = world.connects("Alva").await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.sees("Nothing fetched lately").await;
        browser.tabs_to("Fetch").await;
        browser.presses(Key::Enter).await;
        assert_eq!(browser.focused().await, "Fetch", "the button keeps the focus");
        browser.opens("invoices").await;
        browser.finds("//main//a[contains(., '113.67')]").await;
        browser
            .finds("//*[@role = 'status']//a[. = '1 new invoice' and @href = '#/invoices']")
            .await;
        browser.finds("//section[@aria-label = 'Fetching']//time").await;
        browser.is_well("light", "fetched").await;

        browser.clicks("Fetch").await;
        browser.sees("Nothing new").await;
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn escape_closes_the_menu_of_the_status_and_not_the_open_invoice() {
    let world = world(Sqlite).await;
    let alva = super::views::user(&world).await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("invoices/rental/Invoice_11").await;
        browser.sees("How was this read?").await;
        browser.clicks("Fetch older…").await;
        browser.tabs_to("The last year").await;
        browser.is_well("light", "older").await;
        browser.presses(Key::Escape).await;
        assert_eq!(browser.focused().await, "Fetch older…");
        browser.sees("How was this read?").await;
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_status_says_that_a_mailbox_is_missing_or_can_not_be_read() {
    let world = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.sees("No mailbox").await;
        browser.clicks("Connect").await;
        browser.finds("//h1[. = 'Mailboxes']").await;
        let tokens = world.sandbox.issue_tokens();
        alva.stores_tokens(&tokens.access, Some(&tokens.refresh))
            .await
            .data(201);
        browser.opens("account").await;
        browser.finds("//h1[. = 'Account']").await;
        browser.opens("mailbox").await;
        browser.sees("Nothing fetched lately").await;
        world.sandbox.revoke(&tokens.refresh);
        browser.clicks("Fetch").await;
        browser.clicks("Connect it again").await;
        browser.finds("//h1[. = 'Mailboxes']").await;
        browser.sees("A mailbox can't be read").await;
        browser.tabs_to("×").await;
        browser.presses(Key::Enter).await;
        let left = "return document.querySelectorAll('.toast').length + document.activeElement.id";
        assert_eq!(browser.script(left).await, "0main", "the focus is not lost");
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}
