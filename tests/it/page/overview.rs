//! What was spent: the overview and the view "Spending".

use fantoccini::key::Key;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{GROCER, ReceiptText, at, receipt};

use super::{Browser, ENGLISH, TEST_LIMIT, world};

/// The browser's today is that of the world.
const TODAY: &str = "const Real = Date; window.Date = class extends Real { constructor(...parts) { \
                     super(...(parts.length > 0 ? parts : ['2026-11-18T09:00:00Z'])); } }";

impl Browser {
    async fn text_of(&self, class: &str) -> String {
        let xpath = format!("//main//*[contains(concat(' ', @class, ' '), ' {class} ')]");
        // Amounts have spaces that don't break.
        let text = self.finds(&xpath).await.text().await.unwrap();
        text.replace('\u{a0}', " ")
    }

    async fn hash(&self) -> String {
        self.script("return location.hash").await.as_str().unwrap().to_owned()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_currency_is_shown_at_a_time_and_a_chart_leads_to_its_invoices() {
    let world = world(Sqlite).await;
    let alva = super::views::user(&world).await;
    let tea = ReceiptText {
        total: "59,90",
        ..ReceiptText::default()
    };
    let tea = tea.html().replace(" kr<", " EUR<");
    let time = at("2026-11-14T08:00:00Z");
    world.sandbox.add(&receipt(GROCER, "Ditt kvitto", time, &tea));
    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("account").await;
        browser.script(TODAY).await;
        browser.opens("").await;
        // Rent and three receipts, without the one in euros.
        assert_eq!(browser.text_of("spent").await, "10,427 kr");
        let hero = browser.text_of("hero").await;
        assert!(hero.contains("16% more than in October (9,010 kr)"), "{hero}");
        assert!(hero.contains("Next due: 9,011 kr on 28 November"), "{hero}");
        let bottom = "return document.querySelector('.overview').getBoundingClientRect().bottom";
        let bottom = browser.script(bottom).await.as_f64().unwrap();
        assert!(bottom <= 800.0, "all is seen without scrolling, not {bottom} pixels");

        browser.tabs_to("November 2026: 10,427\u{a0}kr").await;
        browser.presses(Key::Left).await;
        assert_eq!(browser.focused().await, "October 2026: 9,010\u{a0}kr");
        browser.presses(Key::End).await;
        browser.presses(Key::Up).await;
        browser.presses(Key::Up).await;
        assert_eq!(browser.focused().await, "All but rent, November 2026: 1,416\u{a0}kr");
        browser.presses(Key::Enter).await;
        browser.finds("//h1[. = 'Invoices']").await;
        let list = "#/invoices?from=2026-11-01&to=2026-11-30&currency=SEK&category=retail";
        assert_eq!(browser.hash().await, list);

        browser.client.back().await.unwrap();
        browser
            .finds("//nav[@aria-label = 'Currency']//a[starts-with(., 'EUR')]")
            .await
            .click()
            .await
            .unwrap();
        browser.sees("Nothing in October").await;
        assert_eq!(browser.text_of("spent").await, "59.90 EUR");
        let categories = browser.text_of("by-category").await;
        assert!(categories.ends_with("Groceries\n100%\n€59.90"), "{categories}");
        browser.clicks("All spending").await;
        browser.finds("//h1[. = 'Spending']").await;
        assert_eq!(browser.hash().await, "#/spending?currency=EUR");
        assert_eq!(browser.text_of("vendors").await.matches("€59.90").count(), 1);
        browser.finds("//main//table//a").await.click().await.unwrap();
        browser.finds("//h1[. = 'Invoices']").await;
        let list = "#/invoices?from=2025-12-01&to=2026-11-30&currency=EUR&vendor=ICA";
        assert_eq!(browser.hash().await, list);
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}
