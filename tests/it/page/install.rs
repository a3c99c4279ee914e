//! The page as an installed program: its font, its manifest, and the files that other programs share with it.

use invoices_tests::support::database::Database::Sqlite;
use serde_json::Value;

use super::{Browser, ENGLISH, TEST_LIMIT, world};

/// Ends when the service worker is active.
const WORKER: &str = "const done = arguments[0]; \
    const look = async () => { \
        const registration = await navigator.serviceWorker.getRegistration('/page/'); \
        if (registration?.active) done(registration.scope); else setTimeout(look, 50); \
    }; \
    look();";

/// Sends a form with a mail, as a browser does when a program shares one.
const SHARE: &str = "const form = document.createElement('form'), input = document.createElement('input'); \
    const files = new DataTransfer(); \
    files.items.add(new File(['Subject: Kvitto'], 'Kvitto från Åre.eml', {type: 'message/rfc822'})); \
    Object.assign(form, {method: 'POST', enctype: 'multipart/form-data', action: '/page/share'}); \
    Object.assign(input, {type: 'file', name: 'files'}); \
    input.files = files.files; \
    form.append(input); \
    document.body.append(form); \
    form.submit();";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_font_of_the_page_is_its_own() {
    let world = world(Sqlite).await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.finds("//input[@name = 'password']").await;
        let loaded = "const done = arguments[0]; \
                      document.fonts.ready.then((fonts) => done([...fonts].filter((font) => font.status === 'loaded').length))";
        let loaded = browser.client.execute_async(loaded, vec![]).await.unwrap();
        assert_eq!(loaded, 1, "Latin is enough for the page's own texts");
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_that_is_shared_with_the_page_is_imported_after_a_question() {
    let world = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let manifest = world
        .http
        .get(world.url("/page/manifest.webmanifest"))
        .send()
        .await
        .unwrap();
    assert_eq!(manifest.headers()["content-type"], "application/manifest+json");
    let manifest: Value = serde_json::from_slice(&manifest.bytes().await.unwrap()).unwrap();
    let target = &manifest["share_target"];
    assert_eq!(target["action"], "/page/share");
    assert_eq!(target["method"], "POST");
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        let scope = browser.client.execute_async(WORKER, vec![]).await.unwrap();
        assert!(scope.as_str().unwrap().ends_with("/page/"), "{scope}");
        assert_eq!(browser.complaints().await, [""; 0]);
        // The pages of the service can't send forms, so this is any other page.
        browser.client.goto(world.url("/v1/nothing").as_str()).await.unwrap();
        browser.script(SHARE).await;
        let question = "Import these shared files? Kvitto från Åre.eml";
        browser.sees(question).await;
        // It is asked again until there is an answer.
        browser.opens("").await;
        browser.client.refresh().await.unwrap();
        browser.sees(question).await;
        browser.clicks("Cancel").await;
        browser.finds("//main[.//h1 and not(//dialog)]").await;
        let kept = "const done = arguments[0]; caches.keys().then(done)";
        assert_eq!(
            browser.client.execute_async(kept, vec![]).await.unwrap(),
            serde_json::json!([])
        );
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}
