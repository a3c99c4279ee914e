//! The links of the document, tried with true answers.

use std::collections::{BTreeMap, BTreeSet};

use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{at, grocery, notice, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use serde_json::json;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// The JSON pointers into the body of an answer that links need, by operation and status.
fn pointers(world: &World) -> BTreeMap<(String, u16), Vec<String>> {
    let document = invoices_api::document(world.app.catalogue());
    let mut pointers: BTreeMap<(String, u16), Vec<String>> = BTreeMap::new();
    let items = document["paths"].as_object().unwrap().values();
    for operation in items.flat_map(|item| item.as_object().unwrap().values()) {
        for (status, response) in operation["responses"].as_object().unwrap() {
            let links = response["links"]
                .as_object()
                .into_iter()
                .flat_map(|links| links.values());
            let values = links.flat_map(|link| link["parameters"].as_object().into_iter().flatten());
            for (_, value) in values {
                if let Some(pointer) = value.as_str().unwrap().strip_prefix("$response.body#") {
                    let id = operation["operationId"].as_str().unwrap().to_owned();
                    let at = pointers.entry((id, status.parse().unwrap())).or_default();
                    at.push(pointer.to_owned());
                }
            }
        }
    }
    pointers
}

async fn orders(user: &User<'_>, path: &str) -> Answer {
    let request = user.world.http.post(user.world.url(path)).bearer_auth(&user.token);
    user.world.send(request.header("Prefer", "respond-async")).await
}

// Shows: Envelopes, requests and errors | The links of the document…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn links_resolve_in_true_answers() {
    let world = World::start(Sqlite).await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1297534008.pdf", notice(5100, "2026-11-30"))],
    ));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    alva.ingests_rental().await.data(200);
    alva.has_sources().await;
    let retail = alva.lists_retail().await[0]["invoice_id"].as_str().unwrap().to_owned();
    let retail = format!("/v1/invoices/retail/{retail}");
    let accounts = "/v1/mail/accounts";
    let answers = [
        ("mail_account_list", alva.gets(accounts).await),
        ("rental_ingest", orders(&alva, "/v1/invoices/rental/ingest").await),
        (
            "rental_ingest_latest",
            orders(&alva, "/v1/invoices/rental/ingest/latest").await,
        ),
        ("retail_ingest", orders(&alva, "/v1/invoices/retail/ingest").await),
        ("ingest_run_list", alva.gets("/v1/ingest/runs").await),
        ("rental_view", alva.gets("/v1/invoices/rental/Invoice_1297534008").await),
        ("message_list", alva.gets("/v1/mail/messages").await),
        ("source_discover", alva.posts_nothing("/v1/sources/discover").await),
        ("retail_view", alva.gets(&retail).await),
        (
            "retail_correct",
            alva.patches(&retail, &json!({"total_amount": 100})).await,
        ),
        ("retail_delete", alva.deletes(&retail).await),
    ];
    let pointers = pointers(&world);
    let mut tried = BTreeSet::new();
    for (operation, answer) in answers {
        let at = (operation.to_owned(), answer.status);
        for pointer in pointers.get(&at).unwrap_or_else(|| panic!("{at:?} has no link")) {
            assert!(
                answer.body.pointer(pointer).is_some_and(|value| !value.is_null()),
                "{at:?}: {pointer} is not in {}",
                answer.body
            );
        }
        tried.insert(at);
    }
    let all: BTreeSet<_> = pointers.into_keys().collect();
    assert_eq!(tried, all, "each answer with links is tried");
}
