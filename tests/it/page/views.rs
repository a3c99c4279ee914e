//! Each view: what axe finds, whether it fits, and how it looks. The screenshots are in `target/screenshots`.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{ReceiptText, at, grocery, notice, receipt, rent_mail, unauthenticated};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::json;

use super::{Browser, ENGLISH, Look, TEST_LIMIT, world};

const TEHUSET: &str = "order@tehuset.example.com";

const VIEWS: [&str; 10] = [
    "",
    "invoices",
    "spending",
    "mails",
    "questions",
    "sources",
    "discovery",
    "mailbox",
    "notifications",
    "account",
];

/// A user who has some of everything.
pub async fn user(world: &World) -> User<'_> {
    for month in 6..=11 {
        let time = at(&format!("2026-{month:02}-09T08:00:00Z"));
        let pdf = (
            &*format!("Hyresavi_{month}.pdf"),
            notice(9000 + month, &format!("2026-{month:02}-28")),
        );
        world.sandbox.add(&rent_mail(time, &[pdf]));
    }
    for (day, order, total) in [
        (2, "204115", "1 113,67"),
        (7, "204116", "90,00"),
        (12, "204117", "212,50"),
    ] {
        world
            .sandbox
            .add(&grocery(at(&format!("2026-11-{day:02}T08:00:00Z")), order, total));
    }
    let forged = grocery(at("2026-11-13T08:00:00Z"), "204118", "9999,00");
    world.sandbox.add(&unauthenticated(&forged));
    let lamp = ReceiptText::default().html();
    world.sandbox.add(&receipt(
        "order@lampan.example.com",
        "Orderbekräftelse",
        at("2026-11-11T08:00:00Z"),
        &lamp,
    ));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    alva.ingests_rental().await.data(200);
    alva.posts_nothing("/v1/sources/discover").await.data(200);
    alva
}

#[rstest]
#[case::light("light", ENGLISH)]
#[case::dark("dark", Look { language: "sv-SE", is_dark: true, width: 1280 })]
#[case::phone("phone", Look { language: "de-DE", is_dark: false, width: 390 })]
#[case::phone_at_night("phone-dark", Look { language: "en-GB", is_dark: true, width: 390 })]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_view_is_accessible_and_fits(#[case] name: &str, #[case] look: Look) {
    let world = world(Sqlite).await;
    let alva = user(&world).await;
    let retail = alva.lists_retail().await[0]["invoice_id"].as_str().unwrap().to_owned();
    let messages = alva.gets("/v1/mail/messages?state=quarantined").await;
    let message = messages.data(200)["messages"][0]["message_id"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut views: Vec<String> = VIEWS.map(str::to_owned).to_vec();
    views.extend([
        format!("invoice/retail/{retail}?category=grocery"),
        "invoice/rental/Invoice_11".to_owned(),
        format!("mail/{message}"),
    ]);
    let test = async {
        let browser = Browser::open(&world, look).await;
        browser.opens("").await;
        let password = browser.finds("//input[@name = 'password']").await;
        browser.is_well(name, "sign-in").await;
        browser
            .finds("//input[@name = 'email']")
            .await
            .send_keys(&alva.email)
            .await
            .unwrap();
        password.send_keys(&alva.password).await.unwrap();
        browser.finds("//button[@type = 'submit']").await.click().await.unwrap();
        browser.finds("//nav[@id = 'navigation']").await;
        for view in &views {
            browser.opens(view).await;
            browser.finds("//main[.//h1 and not(.//*[@class = 'bone'])]").await;
            browser.is_well(name, view).await;
        }
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

/// The ids of a user's retail invoices, the latest first.
async fn ids(alva: &User<'_>) -> [String; 2] {
    let ids = alva.lists_retail().await;
    let ids: Vec<_> = ids
        .iter()
        .map(|invoice| invoice["invoice_id"].as_str().unwrap().to_owned())
        .collect();
    ids.try_into().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invoices_are_joined_separated_and_marked_as_cancelled() {
    let world = world(Sqlite).await;
    let alva = world.connects("Alva").await;
    let vendor = json!({"name": "Tehuset", "sub_type": "grocery", "email_patterns": [TEHUSET]});
    alva.posts("/v1/sources/vendors", &vendor).await.data(201);
    for (time, total) in [("2026-11-10T08:00:00Z", "100,00"), ("2026-11-12T08:00:00Z", "89,00")] {
        let text = ReceiptText {
            order: Some("SE-4711"),
            total,
            ..ReceiptText::default()
        };
        world
            .sandbox
            .add(&receipt(TEHUSET, "Orderbekräftelse", at(time), &text.html()));
    }
    alva.fetches_retail().await;
    let [later, earlier] = ids(&alva).await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens(&format!("invoice/retail/{later}")).await;
        browser.clicks("The same purchase").await;
        browser.sees("are one invoice of").await;
        browser.clicks("Undo").await;
        browser.sees("Undone.").await;
        browser.clicks("Same purchase as…").await;
        browser.clicks("The same purchase").await;
        browser.sees("are one invoice of").await;
        // The mails of both are there, and the later one is separated again.
        browser.clicks("Not the same").await;
        browser
            .finds("(//button[text() = 'Another purchase'])[2]")
            .await
            .click()
            .await
            .unwrap();
        browser.sees("They are invoices of their own now").await;
        let subject = "Din beställning är avbokad";
        let text = format!("<h1>Tehuset</h1><p>{subject}</p><p>Ordernummer: SE-4711</p><p>Totalt: 89,00 kr</p>");
        world
            .sandbox
            .add(&receipt(TEHUSET, subject, at("2026-11-13T08:00:00Z"), &text));
        alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
        let [cancelled, other] = ids(&alva).await;
        assert_eq!(other, earlier);
        browser.opens("invoices").await;
        browser.client.refresh().await.unwrap();
        browser.sees("Cancelled").await;
        browser.opens(&format!("invoice/retail/{cancelled}")).await;
        browser.sees("It is left out of sums.").await;
        browser.is_well("light", "cancelled").await;
        let proposed = |total: &str| format!("//li[@class = 'choice']/a[contains(., '{total}')]");
        browser.finds(&proposed("100.00")).await.click().await.unwrap();
        browser.finds(&proposed("89.00")).await;
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

impl Browser {
    /// axe finds nothing, and nothing is wider than the window.
    pub async fn is_well(&self, look: &str, view: &str) {
        // Most views load more than one thing.
        self.script_until("return !document.querySelector('.bone, [aria-busy=true]')")
            .await;
        let file = view.split('?').next().unwrap_or_default();
        // Without what differs in each run.
        let file = file.split('/').filter(|part| !part.contains(char::is_numeric));
        let file = file.collect::<Vec<_>>().join("-");
        let file = if file.is_empty() { "overview" } else { &file };
        self.keeps_screenshot(&format!("{file}-{look}")).await;
        assert_eq!(self.violations().await, [""; 0], "{look} {view}");
        let excess = "return document.documentElement.scrollWidth - innerWidth";
        let excess = self.script(excess).await.as_i64().unwrap();
        assert!(excess <= 0, "{look} {view} is {excess} pixels too wide");
    }

    async fn script_until(&self, script: &str) {
        invoices_tests::support::wait::until("the view to be loaded", async || self.script(script).await == true).await;
    }
}
