//! Without a mouse.

use fantoccini::key::Key;
use invoices_tests::support::database::Database::Sqlite;

use super::{Browser, ENGLISH, TEST_LIMIT, world};

/// Keeps the name of what has the focus in `window.first` when the navigation is put into the document.
const KEEP_FIRST_FOCUS: &str = "new MutationObserver(() => { if (document.getElementById('navigation')) window.first ??= \
                                document.activeElement.innerText; }).observe(document.body, {childList: true, subtree: true});";

/// More than any view has of what can take the focus before its content.
const MOST_STEPS: usize = 60;

impl Browser {
    pub async fn presses(&self, key: Key) {
        let focused = self.client.active_element().await.unwrap();
        focused.send_keys(&key.to_string()).await.unwrap();
    }

    /// What has the focus: the text of an element, the label of an input, or the name of a part of a chart.
    pub async fn focused(&self) -> String {
        let name = "const e = document.activeElement; return (e.labels?.[0]?.innerText || (e.innerText ?? e.ariaLabel) || '').trim()";
        self.script(name).await.as_str().unwrap().to_owned()
    }

    /// Presses Tab until the element with this name has the focus, which must be visible there.
    pub async fn tabs_to(&self, name: &str) {
        let mut passed = Vec::new();
        for _ in 0..MOST_STEPS {
            self.presses(Key::Tab).await;
            let focused = self.focused().await;
            if focused == name {
                let outline = "return getComputedStyle(document.activeElement).outlineStyle";
                assert_ne!(self.script(outline).await, "none", "{name} shows that it has the focus");
                return;
            }
            passed.push(focused);
        }
        panic!("{name} is not reached by {passed:?}");
    }

    pub async fn writes(&self, text: &str) {
        let focused = self.client.active_element().await.unwrap();
        focused.send_keys(text).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_is_reached_by_the_keyboard() {
    let world = world(Sqlite).await;
    let alva = super::views::user(&world).await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.opens("").await;
        browser.finds("//input[@name = 'password']").await;
        browser.tabs_to("E-mail").await;
        browser.writes(&alva.email).await;
        browser.tabs_to("Password").await;
        browser.writes(&alva.password).await;
        browser.script(KEEP_FIRST_FOCUS).await;
        browser.presses(Key::Enter).await;
        browser.finds("//nav[@id = 'navigation']").await;
        let first = browser.script("return window.first").await;
        assert_eq!(
            first, "Overview",
            "a focus that comes later would take it from a reader who has moved on"
        );

        browser.tabs_to("Invoices").await;
        // The first of that name leads to the overview.
        browser.tabs_to("Invoices").await;
        browser.presses(Key::Enter).await;
        browser.finds("//h1[. = 'Invoices' and @tabindex = '-1']").await;
        assert_eq!(browser.focused().await, "Invoices", "the view's heading is heard first");
        browser.finds("//main//ul[contains(@class, 'rows')]//a").await;

        let row = browser
            .finds("//main//ul[contains(@class, 'rows')]//a[contains(., '212.50')]")
            .await;
        let address = row.attr("href").await.unwrap().unwrap();
        browser.opens(address.trim_start_matches("#/")).await;
        browser.sees("How was this read?").await;
        browser.tabs_to("Not an invoice…").await;
        browser.presses(Key::Enter).await;
        browser.finds("//dialog[@open]").await;
        browser.presses(Key::Escape).await;
        browser.sees("How was this read?").await;
        assert_eq!(
            browser.focused().await,
            "Not an invoice…",
            "the focus is back where it was"
        );
        let total = "Correct: Total\nSEK\u{a0}212.50";
        browser.tabs_to(total).await;
        browser.presses(Key::Enter).await;
        let input = browser.finds("//input[@aria-label = 'Total']").await;
        let focused = browser.client.active_element().await.unwrap();
        assert_eq!(input.element_id(), focused.element_id());
        browser.presses(Key::Escape).await;
        browser.finds("//button[contains(., 'Correct: Total')]").await;
        assert_eq!(browser.focused().await, total);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}
