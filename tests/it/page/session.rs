//! The login of the page.

use fantoccini::key::Key;
use invoices_tests::support::database::Database::Sqlite;

use super::{Browser, ENGLISH, TEST_LIMIT, world};

/// Saves the value that is typed, if that is not under way.
const SAVE: &str = "document.querySelector('.correctable form')?.requestSubmit()";

// Shows: Threats | A script in the page reads the login, or a token is found in an address or on disk | the refresh token is a cookie that no script can read (`HttpOnly`, `Secure`, `SameSite=Strict`), the access token is in memory alone; texts of senders are text, never markup
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reload_keeps_the_login_and_no_script_can_read_it() {
    let world = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.client.refresh().await.unwrap();
        browser.finds("//nav[@id = 'navigation']").await;
        let kept = browser
            .script("return JSON.stringify([document.cookie, {...localStorage}, {...sessionStorage}])")
            .await;
        let kept = kept.as_str().unwrap();
        assert!(!kept.contains("eyJ") && !kept.contains("invoices_session"), "{kept}");
        // Nor is a token in any address.
        let loaded = browser
            .script("return performance.getEntries().map((entry) => entry.name).join(' ') + location.href")
            .await;
        assert!(!loaded.as_str().unwrap().contains("eyJ"), "{loaded}");
        let cookies = browser.client.get_all_cookies().await.unwrap();
        assert!(cookies.is_empty(), "the cookie is for the refresh alone: {cookies:?}");
        assert_eq!(browser.complaints().await, [""; 0]);

        browser.opens("account").await;
        browser.clicks("Sign out").await;
        browser.finds("//input[@name = 'password']").await;
        browser.client.refresh().await.unwrap();
        browser.finds("//input[@name = 'password']").await;
        browser.closes().await;
        let sessions = alva.gets("/v1/auth/sessions").await;
        assert_eq!(sessions.data(200)["sessions"].as_array().unwrap().len(), 0);
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_that_names_nothing_shows_the_overview() {
    let world = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        for address in ["nothing", "%", "constructor", "__proto__/x", "invoices/%ff"] {
            browser.opens("account").await;
            browser.finds("//h1[. = 'Account']").await;
            browser.opens(address).await;
            browser.finds("//h1[. = 'Hello, Alva' or . = 'Invoices']").await;
        }
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_does_not_reach_the_service_says_so_and_tries_again() {
    let world = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        // The database is down, the files of the page are not.
        world.sql("ALTER TABLE sessions RENAME TO renamed").await;
        browser.client.refresh().await.unwrap();
        browser.sees("A system that the service depends on is down.").await;
        world.sql("ALTER TABLE renamed RENAME TO sessions").await;
        browser.clicks("Try again").await;
        browser.finds("//nav[@id = 'navigation']").await;
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_password_is_said_and_a_session_that_ended_asks_for_a_login() {
    let world = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.opens("").await;
        browser.types("E-mail", &alva.email).await;
        browser.types("Password", "not the password").await;
        browser.clicks("Sign in").await;
        browser.sees("The e-mail or the password is wrong.").await;
        browser.types("Password", &alva.password).await;
        browser.clicks("Sign in").await;
        browser.finds("//nav[@id = 'navigation']").await;
        alva.posts_nothing("/v1/auth/logout-all").await.data(200);
        browser.opens("invoices").await;
        browser.clicks("Sign in as somebody else").await;
        browser
            .finds("//main[@class = 'sign-in']//input[@name = 'password']")
            .await;
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_ended_keeps_what_is_typed_and_saves_it_after_a_new_login() {
    let world = world(Sqlite).await;
    let alva = super::views::user(&world).await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("invoices?category=grocery").await;
        browser.opens_row("212.50").await;
        browser.types_correction("Shop", "Kvartersbutiken").await;
        alva.posts_nothing("/v1/auth/logout-all").await.data(200);
        browser.script(SAVE).await;
        browser.sees("Your session has ended").await;
        assert_eq!(browser.violations().await, [""; 0]);
        browser.presses(Key::Escape).await;
        for password in ["not the password", alva.password.as_str()] {
            let input = browser.finds("//dialog[@open]//input[@name = 'password']").await;
            input.clear().await.unwrap();
            input.send_keys(password).await.unwrap();
            browser.presses(Key::Enter).await;
            if password != alva.password {
                browser.sees("The password is wrong.").await;
            }
        }
        // Nothing was saved if something else met the end of the session first.
        browser.finds("//body[not(.//dialog[@open])]").await;
        browser.script(SAVE).await;
        let shop = "//button[contains(., 'Correct: Shop') and contains(., 'Kvartersbutiken')]";
        browser.finds(shop).await;
        assert_eq!(browser.focused().await, "Correct: Shop\nKvartersbutiken");
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

// Shows: Access tokens of scripts | The page makes a token, shows it once, and revokes it
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_makes_and_revokes_a_token_for_a_script() {
    let world = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        browser.opens("account").await;
        browser.types("Name", "bookkeeping").await;
        let calendar = "//label[normalize-space(.) = 'Show due dates in a calendar']/input";
        browser.finds(calendar).await.click().await.unwrap();
        browser.clicks("Create a token").await;
        browser.finds("//code[contains(., '/v1/calendar/')]").await;
        let shown = browser.finds("//code[starts-with(., 'invoices_')]").await;
        let token = shown.text().await.unwrap();
        browser
            .script("document.querySelector('code.secret').scrollIntoView({block: 'center'})")
            .await;
        browser.keeps_screenshot("token-light").await;
        let profile = || world.send(world.http.get(world.url("/v1/user/me")).bearer_auth(&token));
        profile().await.data(200);
        browser.opens("").await;
        browser.opens("account").await;
        browser
            .finds("//li[contains(., 'bookkeeping') and contains(., '16 Feb 2027') and contains(., 'last used')]")
            .await;
        let page = browser.client.source().await.unwrap();
        assert!(!page.contains(&token), "it is shown once");
        browser.clicks("Revoke").await;
        browser.clicks("Revoke the token").await;
        browser
            .finds("//section[h2[contains(., 'scripts')] and not(.//li)]")
            .await;
        profile().await.fails(401, "INVALID_CREDENTIALS");
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}
