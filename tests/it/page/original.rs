//! The original beside the values of an invoice.

use std::io::ErrorKind;
use std::net::TcpListener;

use fantoccini::Locator;
use fantoccini::key::Key;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{GROCER, ReceiptText, at, grocery_of, notice, receipt, rent_mail};
use invoices_tests::support::wait::until;
use serde_json::json;

use super::{Browser, ENGLISH, TEST_LIMIT, world};

/// The text of a mail that tries to run scripts, and to have the browser ask `host` for something.
fn hostile(text: &str, host: &str) -> String {
    let before = format!(
        "<head><meta http-equiv=\"refresh\" content=\"0;url=http://{host}/refresh\"><base href=\"http://{host}/\">\
         <link rel=\"stylesheet\" href=\"http://{host}/style.css\"><style>p {{ color: rgb(1, 2, 3) }}</style></head>"
    );
    let after = format!(
        "<script>document.title = 'ran'</script><p id=\"styled\" onclick=\"document.title = 'ran'\">Tack!</p>\
         <p><img alt=\"Strömmingens logotyp\" src=\"http://{host}/seen.gif\" srcset=\"http://{host}/seen.gif 2x\" \
         onerror=\"document.title = 'ran'\"></p>\
         <img src=\"data:,\" onerror=\"document.title = 'ran'\"><iframe src=\"http://{host}/frame\"></iframe>\
         <a href=\"http://{host}/first\">Butiken</a> <a id=\"link\" href=\"http://{host}/link\" target=\"_top\">Din order</a>\
         <a href=\"/docs\" ping=\"http://{host}/ping\">API</a> <map><area href=\"/docs\"></map>\
         <form action=\"http://{host}/form\"><button id=\"send\">Sänd</button><button formaction=\"/docs\">Sänd</button>\
         <input type=\"image\" src=\"http://{host}/input.gif\" formaction=\"http://{host}/input\"></form>"
    );
    let drawn = format!(
        "<svg><a xlink:href=\"/docs\"><text y=\"20\">Mer</text></a><a><animate attributeName=\"href\" values=\"/docs\"/>\
         <text y=\"40\">Mer</text></a><use href=\"http://{host}/use.svg#a\"/><image href=\"http://{host}/image.gif\"/></svg>\
         <math href=\"/docs\"><mi>x</mi></math><object data=\"http://{host}/object\"></object><embed src=\"http://{host}/embed\">\
         <video src=\"http://{host}/video\" poster=\"http://{host}/poster.gif\"></video><table background=\"http://{host}/table.gif\">\
         </table><style>@import url(http://{host}/import.css); h1 {{ background: url(http://{host}/background.gif) }}</style><h1>Mer</h1>"
    );
    // The fields of a form hide its properties of the same name, which a sanitizer may read.
    let form = "<form action=\"/docs\" onclick=\"document.title = 'ran'\"><input name=\"attributes\"><input name=\"attributes\">\
         <input name=\"removeAttribute\"><input name=\"removeAttributeNode\"><button>Sänd</button></form>\
         <form name=\"body\"></form><img name=\"head\">";
    format!("{before}{text}{after}{drawn}{form}")
}

impl Browser {
    pub(super) async fn enters_the_original(&self) {
        let frame = self.finds("//iframe[@title = 'The original']").await;
        frame.enter_frame().await.unwrap();
    }

    /// Waits until these words are highlighted, in the page or in the frame that is entered.
    async fn highlights(&self, words: &[&str]) {
        let highlighted = "return [...(CSS.highlights.get('value') ?? [])].map(String)";
        let what = format!("{words:?} to be highlighted");
        until(&what, async || self.script(highlighted).await == json!(words)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_is_shown_with_its_styles_and_runs_and_loads_nothing() {
    let world = world(Sqlite).await;
    let elsewhere = TcpListener::bind("127.0.0.1:0").unwrap();
    elsewhere.set_nonblocking(true).unwrap();
    let text = hostile(
        &ReceiptText::default().html(),
        &elsewhere.local_addr().unwrap().to_string(),
    );
    world
        .sandbox
        .add(&receipt(GROCER, "Ditt kvitto", at("2026-11-11T08:00:00Z"), &text));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    let invoice = alva.lists_retail().await[0]["invoice_id"].as_str().unwrap().to_owned();
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens(&format!("invoice/retail/{invoice}")).await;
        browser.enters_the_original().await;
        browser.sees("Tack!").await;
        browser.sees("Strömmingens logotyp").await;
        let style = "return getComputedStyle(document.getElementById('styled')).color";
        assert_eq!(browser.script(style).await, "rgb(1, 2, 3)");
        for id in ["styled", "link", "send"] {
            let element = browser.client.find(Locator::Id(id)).await.unwrap();
            element.click().await.unwrap();
        }
        // Links and buttons also follow clicks of a script.
        let click = "for (const element of document.querySelectorAll('body *')) \
            element.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))";
        browser.script(click).await;
        let links = "return document.querySelectorAll('[href], [action], [formaction], [*|href], svg').length";
        assert_eq!(browser.script(links).await, 0);
        assert_eq!(browser.script("return document.title").await, "The original");
        assert_eq!(browser.script("return origin").await, "null");
        browser.client.enter_parent_frame().await.unwrap();
        browser.sees("Pictures are left out").await;
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
    let asked = elsewhere.accept().map(|_| ()).unwrap_err();
    assert_eq!(asked.kind(), ErrorKind::WouldBlock, "the browser asked another host");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_value_is_highlighted_in_a_pdf() {
    let world = world(Sqlite).await;
    let pdf = ("Hyresavi_11.pdf", notice(5100, "2026-11-30"));
    world.sandbox.add(&rent_mail(at("2026-11-09T08:00:00Z"), &[pdf]));
    let alva = world.connects("Alva").await;
    alva.ingests_rental().await.data(200);
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("invoice/rental/Invoice_11").await;
        browser.finds("//canvas[@aria-label = 'Page 1 of 1']").await;
        let total = "document.querySelector('dd[data-key=\"Total Amount\"] button').focus()";
        browser.script(total).await;
        browser.sees("Found at “belopp att betala”.").await;
        browser.highlights(&["Belopp att betala", "5 100,00"]).await;
        browser.clicks("Open large").await;
        browser.finds("//dialog[@open]//canvas").await;
        browser.is_well("light", "original-pdf").await;
        let close = "//dialog[@open]//button[normalize-space(.) = 'Close']";
        browser.finds(close).await.click().await.unwrap();
        until("the focus to be back", async || browser.focused().await == "Open large").await;
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_value_is_highlighted_in_a_mail_that_fits_its_pane() {
    let world = world(Sqlite).await;
    let text = ReceiptText {
        order: Some("204115"),
        total: "1 113,67",
        more: "<table width=\"1800\"><tr><td>Tack!</td><td align=\"right\">Kassa 2</td></tr></table>",
        ..ReceiptText::default()
    };
    world.sandbox.add(&grocery_of(at("2026-11-11T08:00:00Z"), &text));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("invoices").await;
        browser.opens_row("1,113.67").await;
        browser.enters_the_original().await;
        browser.sees("Kassa 2").await;
        let excess = "return document.documentElement.scrollWidth - innerWidth";
        assert!(browser.script(excess).await.as_i64().unwrap() <= 0);
        browser.client.enter_parent_frame().await.unwrap();

        let explained = "return performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/explain'))";
        assert_eq!(browser.script(explained).await, false);
        let focus = |key: &str| format!("document.querySelector('dd[data-key={key}] button').focus()");
        browser.script(&focus("total_amount")).await;
        browser.sees("Found at “totalt”.").await;
        browser.enters_the_original().await;
        browser.highlights(&["Totalt", "1 113,67"]).await;
        browser.client.enter_parent_frame().await.unwrap();
        browser.script(&focus("invoice_date")).await;
        browser.sees("It is the date of the mail.").await;
        browser.script(&focus("vendor_name")).await;
        browser.sees("It comes from the sender of the mail.").await;
        browser.enters_the_original().await;
        browser.highlights(&[]).await;
        browser.client.enter_parent_frame().await.unwrap();

        browser.clicks("Open large").await;
        let frame = browser.finds("//dialog[@open]//iframe").await;
        frame.enter_frame().await.unwrap();
        browser
            .finds("//body")
            .await
            .send_keys(&Key::Escape.to_string())
            .await
            .unwrap();
        browser.client.enter_parent_frame().await.unwrap();
        until("the focus to be back", async || browser.focused().await == "Open large").await;
        browser.finds("//section[@aria-label = 'The open invoice']").await;

        browser.corrects("Shop", "Kvartersbutiken").await;
        browser.sees("You corrected this value.").await;
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}
