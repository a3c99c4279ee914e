//! A large account, and the weight of the page.

use invoices_tests::support::database::Database::Sqlite;

use super::{Browser, ENGLISH, Look, TEST_LIMIT, world};

const INVOICES: u32 = 5_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_five_thousand_invoices_in_five_currencies_only_pages_are_loaded() {
    let world = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let time = "2026-11-10T08:00:00.000000Z";
    let id = "printf('00000000-0000-5000-8000-%012d', i)";
    let date = "date('2026-11-10', (-i / 3) || ' days')";
    let currency = "substr('SEKEURUSDNOKJPY', i % 5 * 3 + 1, 3)";
    world
        .sql(&format!(
            "INSERT INTO retail_invoices (invoice_id, user_id, vendor_id, vendor_name, sub_type, direction, invoice_date, \
                 total_amount, currency, received_at, created_at, updated_at) \
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {INVOICES}) \
             SELECT {id}, '{}', 'ica', 'ICA', 'grocery', 'charge', {date}, i * 10000, {currency}, '{time}', '{time}', '{time}' FROM n",
            alva.id
        ))
        .await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("invoices").await;
        let first = "//main//ul[contains(@class, 'rows')]//a[contains(., 'ICA')]";
        browser.finds(first).await;
        let count = async || {
            browser
                .script("return document.querySelectorAll('main .rows a').length")
                .await
                .as_u64()
                .unwrap()
        };
        let shown = count().await;
        assert!((50..=400).contains(&shown), "{shown} rows are drawn");
        let sums = browser.finds("//main//h2[contains(@class, 'group-head')]").await;
        let sums = sums.text().await.unwrap();
        for sign in ["kr", "€", "US$", "NOK", "JP¥"] {
            assert!(sums.contains(sign), "{sign}: {sums}");
        }
        let asked = "return performance.getEntriesByType('resource').filter((entry) => \
                     entry.name.includes('/v1/invoices/retail')).length";
        let asked = browser.script(asked).await.as_u64().unwrap();
        assert!(asked <= 4, "{asked} requests for invoices");
        browser
            .script("scrollTo(0, document.documentElement.scrollHeight)")
            .await;
        invoices_tests::support::wait::until("more invoices", async || count().await > shown).await;
        browser.opens("spending").await;
        browser.finds("//main//*[contains(@class, 'bar')]").await;
        browser
            .finds("//nav[@aria-label = 'Currency' and count(a) = 3]/button[. = '+2']")
            .await;
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

/// Of everything that the first view needs: the number of files and their bytes as they are sent. German has the
/// longest texts. The page does not wait for the font.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_is_light() {
    let world = world(Sqlite).await;
    let test = async {
        let german = Look {
            language: "de-DE",
            ..ENGLISH
        };
        let browser = Browser::open(&world, german).await;
        browser.opens("").await;
        browser.finds("//input[@name = 'password']").await;
        let loaded = "return import('/page/views/overview.js').then(() => \
                      performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')) \
                      .map((entry) => [entry.name, entry.encodedBodySize]))";
        let loaded = browser.script(loaded).await;
        let mut files: Vec<(String, u64)> = serde_json::from_value(loaded).unwrap();
        files.retain(|(name, _)| !name.contains("/lib/inter/"));
        let bytes: u64 = files.iter().map(|(_, bytes)| bytes).sum();
        assert!(
            files.len() <= 45 && bytes <= 150_000,
            "{} files, {bytes} bytes: {files:?}",
            files.len()
        );
        let requests: Vec<&(String, u64)> = files.iter().filter(|(name, _)| name.contains("/v1/")).collect();
        assert!(requests.is_empty(), "nobody is signed in: {requests:?}");
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}
