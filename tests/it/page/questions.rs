//! Questions about totals that are not certain.

use fantoccini::key::Key;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{at, receipt, receipt_with_pdfs};
use invoices_tests::support::user::User;
use invoices_tests::support::wait::until;
use invoices_tests::support::world::World;
use parser_document::pdf::sample::Sheet;
use rstest::rstest;
use serde_json::json;

use super::{Browser, ENGLISH, Look, TEST_LIMIT, world};

const TEHUSET: &str = "order@tehuset.example.com";

/// A user with two questions. That about order 1001 comes first.
pub(super) async fn user(world: &World) -> User<'_> {
    let alva = world.connects("Alva").await;
    let vendor = json!({"name": "Tehuset", "sub_type": "grocery", "email_patterns": [TEHUSET]});
    alva.posts("/v1/sources/vendors", &vendor).await.data(201);
    for (time, order, totals) in [
        ("2026-11-10T08:00:00Z", "1002", ["30.00", "45.00"]),
        ("2026-11-12T08:00:00Z", "1001", ["80.00", "100.00"]),
    ] {
        let totals = totals.map(|total| format!("<p>Total   {total} EUR</p>")).concat();
        let html = format!("<p>Receipt</p><p>Order {order}</p>{totals}");
        let subject = format!("Order confirmation {order}");
        world.sandbox.add(&receipt(TEHUSET, &subject, at(time), &html));
    }
    alva.fetches_retail().await;
    alva
}

/// Waits until these are the totals of a user's invoices.
pub(super) async fn has_totals(alva: &User<'_>, totals: &[f64]) {
    until("the invoices", async || {
        let invoices = alva.lists_retail().await;
        let found = invoices.iter().map(|invoice| invoice["total_amount"].as_f64().unwrap());
        found.collect::<Vec<_>>() == totals
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_answers_a_question_and_another_takes_the_answer_back() {
    let world = world(Sqlite).await;
    let alva = user(&world).await;
    let asked = alva.gets("/v1/mail/messages?state=asked").await;
    let message = asked.data(200)["messages"][0]["message_id"]
        .as_str()
        .unwrap()
        .to_owned();
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.clicks("2 documents need a look.").await;
        browser.sees("2 questions left").await;
        browser.writes("2").await;
        browser.sees("80.00 for “Order confirmation 1001”").await;
        browser.sees("1 question left").await;
        let heading = browser.focused().await;
        assert_eq!(heading, "Order confirmation 1002", "the next question is heard");
        browser.enters_the_original().await;
        browser.sees("Order 1002").await;
        browser.client.enter_parent_frame().await.unwrap();
        has_totals(&alva, &[80.0]).await;

        browser.writes("u").await;
        browser.sees("2 questions left").await;
        assert_eq!(browser.focused().await, "Order confirmation 1001");
        has_totals(&alva, &[]).await;

        // A key that is typed into a field answers nothing.
        browser.types("Another amount", "27,50").await;
        browser.sees("2 questions left").await;
        browser.presses(Key::Enter).await;
        browser.sees("27.50 for “Order confirmation 1001”").await;
        browser.writes("0").await;
        browser.sees("No questions left").await;
        browser.is_well("light", "questions-answered").await;
        has_totals(&alva, &[27.5]).await;

        browser.opens(&format!("mail/{message}")).await;
        browser.sees("You answered that the total is").await;
        browser.clicks("Show the original").await;
        browser.enters_the_original().await;
        browser.sees("Order 1001").await;
        browser.client.enter_parent_frame().await.unwrap();
        browser.clicks("Take the answer back").await;
        browser.clicks("Choose the total").await;
        browser.sees("1 question left").await;
        has_totals(&alva, &[]).await;
        browser.writes("s").await;
        browser.sees("Only skipped questions are left").await;
        browser.clicks("Show the skipped questions").await;
        browser.sees("1 question left").await;
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

#[rstest]
#[case::light("light", ENGLISH)]
#[case::dark("dark", Look { is_dark: true, ..ENGLISH })]
#[case::phone("phone", Look { width: 360, ..ENGLISH })]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_is_accessible_and_fits(#[case] name: &str, #[case] look: Look) {
    let world = world(Sqlite).await;
    let alva = user(&world).await;
    let test = async {
        let browser = Browser::open(&world, look).await;
        browser.signs_in(&alva.email, &alva.password).await;
        if look.is_dark {
            browser.script("localStorage.setItem('language', 'sv')").await;
            browser.client.refresh().await.unwrap();
        }
        browser.finds("//main//a[@href = '#/questions']").await;
        browser.is_well(name, "overview-asked").await;
        browser.opens("mails").await;
        browser.finds("//main//a[starts-with(@href, '#/questions/')]").await;
        browser.is_well(name, "mails-asked").await;
        browser.opens("questions").await;
        let candidate = browser.finds("//button[@aria-keyshortcuts = '1']").await;
        browser.is_well(name, "question").await;
        candidate.click().await.unwrap();
        browser.finds("//button[@aria-keyshortcuts = 'u']").await;
        browser.is_well(name, "question-next").await;
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

/// A receipt whose sums contradict each other, with words beside the one that was paid.
fn contradictory(order: &str, received: &str, other: &str, paid: &str) -> Vec<u8> {
    let html = format!(
        "<p>Receipt</p><p>Order {order}</p><p>Total   {other} EUR</p><p>Total   {paid} EUR</p>\
         <table><tr><td id=\"till\">The till takes</td><td>{paid} EUR</td></tr></table>"
    );
    receipt(TEHUSET, &format!("Order confirmation {order}"), at(received), &html)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_is_remembered_and_words_of_the_original_are_taught() {
    let world = world(Sqlite).await;
    let alva = world.connects("Alva").await;
    let vendor = json!({"name": "Tehuset", "sub_type": "grocery", "email_patterns": [TEHUSET]});
    alva.posts("/v1/sources/vendors", &vendor).await.data(201);
    world
        .sandbox
        .add(&contradictory("1002", "2026-11-10T08:00:00Z", "30.00", "45.00"));
    world
        .sandbox
        .add(&contradictory("1001", "2026-11-12T08:00:00Z", "80.00", "100.00"));
    alva.fetches_retail().await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("questions").await;
        browser.sees("2 questions left").await;
        browser.enters_the_original().await;
        browser.finds("//*[@id = 'till']").await.click().await.unwrap();
        browser.client.enter_parent_frame().await.unwrap();
        browser
            .finds("//input[@name = 'phrase' and @value = 'The till takes']")
            .await;
        browser.is_well("light", "question-words").await;
        let remember = "//label[starts-with(normalize-space(.), 'Remember the words')]/input";
        browser.finds(remember).await.click().await.unwrap();
        browser.clicks_candidate("100").await;
        has_totals(&alva, &[100.0, 45.0]).await;

        browser.opens("sources").await;
        browser.clicks("Details").await;
        browser.sees("“the till takes” – the total").await;
        browser.types("Words beside a value", "File").await;
        browser.types("The value is", "the order number").await;
        browser.clicks("Add").await;
        browser.sees("“file” – the order number").await;
        browser.is_well("light", "labels").await;
        browser.clicks("Forget").await;
        until("one label", async || {
            let labels = alva.gets("/v1/sources/vendors/tehuset/labels").await;
            labels.data(200)["labels"].as_array().unwrap().len() == 1
        })
        .await;
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

impl Browser {
    async fn clicks_candidate(&self, amount: &str) {
        let xpath = format!("//button[@aria-keyshortcuts and contains(., '{amount}')]");
        self.finds(&xpath).await.click().await.unwrap();
    }
}

// Shows: Sources and discovery | A PDF that needs a password is asked about…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_locked_pdf_is_opened_by_the_password_that_is_typed() {
    let world = world(Sqlite).await;
    let alva = world.connects("Alva").await;
    let vendor = json!({"name": "Tehuset", "sub_type": "grocery", "email_patterns": [TEHUSET]});
    alva.posts("/v1/sources/vendors", &vendor).await.data(201);
    for (day, total) in [("2026-11-10", "45.00"), ("2026-11-12", "100.00")] {
        let mut sheet = Sheet::new();
        sheet
            .text(50.0, 60.0, 14.0, "Invoice")
            .row(90.0, &[(50.0, "Invoice date"), (200.0, day)])
            .row(110.0, &[(50.0, "Amount due"), (200.0, &format!("{total} EUR"))]);
        let pdfs = [("invoice.pdf", sheet.locked("850709"))];
        let received = at(&format!("{day}T08:00:00Z"));
        let mail = receipt_with_pdfs(TEHUSET, &format!("Invoice of {day}"), received, None, &pdfs);
        world.sandbox.add(&mail);
    }
    alva.fetches_retail().await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("mails").await;
        browser.types("Address of the sender", "nobody").await;
        browser.sees("No mails here").await;
        browser.clicks("Show all mails").await;
        browser.clicks("Give the password").await;
        browser.sees("Which password opens this PDF?").await;
        browser.types("Password", "1234").await;
        browser.presses(Key::Enter).await;
        browser.sees("This password doesn't open the PDF.").await;
        browser.clicks("Show").await;
        browser.types("Password to show the PDF", "850709").await;
        browser.presses(Key::Enter).await;
        browser.finds("//*[@class = 'words']/span[. = 'Amount due']").await;
        browser.is_well("light", "question-locked").await;
        browser.types("Password", "850709").await;
        browser.presses(Key::Enter).await;
        browser.sees("No questions left").await;
        has_totals(&alva, &[100.0, 45.0]).await;

        browser.opens("sources").await;
        browser.types("Search in the list", "Tehuset").await;
        browser.clicks("Details").await;
        browser.sees("A password is kept.").await;
        browser.is_well("light", "source-password").await;
        browser.clicks("Forget").await;
        until("the password is forgotten", async || {
            let kept = alva.gets("/v1/sources/pdf-passwords").await;
            kept.data(200)["sources"] == json!([])
        })
        .await;
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}
