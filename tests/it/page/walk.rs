//! The whole way: an account, a mailbox, shops, invoices, a correction.

use std::time::{Duration, Instant};

use chrono::TimeDelta;
use fantoccini::Locator;
use invoices_sandbox::{Sandbox, SandboxHandle, SandboxSettings};
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::imap::{ACCOUNT, MailServer};
use invoices_tests::support::mails::{ReceiptText, at, grocery, notice, receipt, rent_mail};
use invoices_tests::support::wait::{until, until_limit};
use serde_json::json;

use super::{Browser, ENGLISH, TEST_LIMIT, world, world_with};

impl Browser {
    /// Answers the provider's consent page, which opens in a window of its own and runs the script `before`.
    async fn allows_access(&self, before: &str) {
        let own = self.client.window().await.unwrap();
        until("the window of the consent page", async || {
            self.client.windows().await.unwrap().len() == 2
        })
        .await;
        let windows = self.client.windows().await.unwrap();
        let consent = windows.into_iter().find(|window| *window != own).unwrap();
        self.client.switch_to_window(consent).await.unwrap();
        self.script(before).await;
        self.clicks("Allow").await;
        self.client.switch_to_window(own).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_gets_from_sign_up_to_a_corrected_invoice() {
    let world = world(Sqlite).await;
    world
        .sandbox
        .add(&grocery(at("2026-11-10T08:00:00Z"), "204118", "113,67"));
    let pdf = ("Hyresavi_1297534008.pdf", notice(5100, "2026-11-30"));
    world.sandbox.add(&rent_mail(at("2026-11-09T08:00:00Z"), &[pdf]));
    let lamp = ReceiptText {
        total: "349,00",
        ..ReceiptText::default()
    };
    let lamp = receipt(
        "order@lampan.example.com",
        "Orderbekräftelse",
        at("2026-11-11T08:00:00Z"),
        &lamp.html(),
    );
    world.sandbox.add(&lamp);
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.opens("").await;
        browser.clicks("Create an account").await;
        browser.types("Name", "Alva Exempel").await;
        browser.types("E-mail", "alva@example.com").await;
        browser.types("Password", "korrekt häst batteri").await;
        browser.clicks("Create an account").await;

        browser.finds("//nav[@id = 'navigation']").await;
        browser.clicks("Connect Gmail").await;
        browser.allows_access("").await;
        // The search begins by itself, and what it is certain of is chosen.
        browser.sees("order@lampan.example.com").await;
        browser.clicks("Add 1").await;
        browser.finds(&super::start::step_done("Choose your shops")).await;
        browser.opens("invoices").await;
        browser.clicks("Fetch").await;
        for amount in ["113.67", "349.00", "5,100.00"] {
            browser.finds(&format!("//main//a[contains(., '{amount}')]")).await;
        }

        browser
            .finds("//main//a[contains(., '113.67')]")
            .await
            .click()
            .await
            .unwrap();
        browser.sees("How was this read?").await;
        browser.corrects("Total", "1 200,50").await;
        browser.sees("Saved").await;
        browser.sees("1,200.50").await;
        // The login and the correction outlast the page.
        browser.client.refresh().await.unwrap();
        browser.sees("1,200.50").await;
        browser.clicks("Undo").await;
        browser.finds("//main//dl//button[contains(., '113.67')]").await;
        browser.clicks("Mark as paid").await;
        browser.sees("Mark as not paid").await;
        browser.clicks("Show the reasons").await;
        browser.finds("//section[.//h2[. = 'How was this read?']]//table").await;
        browser.clicks("Not an invoice…").await;
        let delete = "//dialog[@open]//button[normalize-space(.) = 'Delete']";
        browser.finds(delete).await.click().await.unwrap();
        browser.finds("//main//a[contains(., '349.00')]").await;
        until("the invoice to be gone", async || {
            browser
                .client
                .find_all(Locator::XPath("//main//a[contains(., '113.67')]"))
                .await
                .unwrap()
                .is_empty()
        })
        .await;
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mailbox_is_connected_though_the_provider_cuts_off_the_window() {
    let world = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("mailbox").await;
        browser.clicks("Connect Gmail").await;
        browser.allows_access("window.opener = null").await;
        browser.sees("alva@example.com is connected.").await;
        browser.clicks("Disconnect").await;
        let disconnect = "//dialog[@open]//button[normalize-space(.) = 'Disconnect']";
        browser.finds(disconnect).await.click().await.unwrap();
        browser.sees("No mailbox is connected").await;
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mailbox_is_connected_by_the_consent_page_of_a_servers_provider() {
    let provider = SandboxSettings {
        address: ACCOUNT.into(),
        ..SandboxSettings::default()
    };
    let provider = Sandbox::start(provider).await.unwrap();
    let server = MailServer::start_with_tokens(&provider);
    let world = world_with(Sqlite, |config| server.list_with(&provider, config)).await;
    let alva = world.signs_up("Alva").await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("mailbox").await;
        browser.finds("//main//button[. = 'Connect example']").await;
        browser.is_well("light", "mailbox-provider").await;
        browser.clicks("Connect example").await;
        browser.allows_access("").await;
        browser.sees(&format!("{ACCOUNT} is connected.")).await;
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_mailboxes_are_named_paused_and_disconnected() {
    let world = world(Sqlite).await;
    let alva = world.connects("Alva").await;
    let work = world
        .sandbox
        .issue_tokens_for("work@example.com", SandboxHandle::default_scopes());
    let body = json!({"access_token": work.access, "refresh_token": work.refresh, "account_id": "new"});
    alva.posts("/v1/auth/mail/store-tokens", &body).await.data(201);
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        let presses = async |what: &str| {
            let button = format!("//main//button[@aria-label = '{what}: work@example.com']");
            browser.finds(&button).await.click().await.unwrap();
        };
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("mailbox").await;
        browser.sees("alva@example.com is connected.").await;
        presses("Rename").await;
        browser.types("Name", "Office").await;
        browser.clicks("Save").await;
        browser.finds("//main//h3[contains(., 'Office')]").await;
        presses("Pause").await;
        browser.sees("work@example.com is paused").await;
        browser.keeps_screenshot("mailboxes").await;
        presses("Resume").await;
        browser.sees("work@example.com is connected.").await;
        presses("Disconnect").await;
        let disconnect = "//dialog[@open]//button[normalize-space(.) = 'Disconnect']";
        browser.finds(disconnect).await.click().await.unwrap();
        until("the mailbox to be gone", async || {
            let gone = Locator::XPath("//main//*[contains(., 'work@example.com')]");
            browser.client.find_all(gone).await.unwrap().is_empty()
        })
        .await;
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_fetches_invoices_of_years_ago() {
    let world = world(Sqlite).await;
    for (time, order, total) in [
        ("2019-05-10T08:00:00Z", "104118", "87,50"),
        ("2026-11-10T08:00:00Z", "204118", "113,67"),
    ] {
        world.sandbox.add(&grocery(at(time), order, total));
    }
    let alva = world.connects("Alva").await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("invoices").await;
        browser.clicks("Fetch").await;
        browser.finds("//main//a[contains(., '113.67')]").await;
        assert_eq!(alva.lists_retail().await.len(), 1);
        browser.clicks("Fetch older…").await;
        browser.clicks("Everything").await;
        browser.finds("//main//a[contains(., '87.50')]").await;
        assert_eq!(alva.lists_retail().await.len(), 2);
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

/// Two thousand mails of a year, fetched by who clicks. Says how long it took.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a walk: two thousand mails"]
async fn a_year_of_mails_is_fetched_from_the_page() {
    const MAILS: u32 = 2_000;
    let limit = Duration::from_mins(20);
    let world = world(Sqlite).await;
    for number in 0..MAILS {
        let received = at("2025-12-01T08:00:00Z") + TimeDelta::minutes(i64::from(number) * 250);
        world
            .sandbox
            .add(&grocery(received, &format!("{}", 204_000 + number), "113,67"));
    }
    let alva = world.connects("Alva").await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("invoices").await;
        browser.clicks("Fetch older…").await;
        let started = Instant::now();
        browser.clicks("The last year").await;
        browser.finds("//progress[@value > 0.1]").await;
        browser.keeps_screenshot("a-year-under-way").await;
        let ended = Locator::XPath("//*[@role = 'status']//a[contains(., 'new invoices')]");
        until_limit(limit, "everything to be fetched", async || {
            !browser.client.find_all(ended).await.unwrap().is_empty()
        })
        .await;
        println!("{MAILS} mails of a year in {:.0} s", started.elapsed().as_secs_f64());
        let counts = alva.gets("/v1/invoices/retail?counts=true").await;
        println!("{}", counts.data(200));
        browser.keeps_screenshot("a-year-fetched").await;
        assert_eq!(alva.lists_retail().await.len(), MAILS as usize);
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(limit, test).await;
}
