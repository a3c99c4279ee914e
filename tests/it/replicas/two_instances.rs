//! Two instances of the service on one database, working at the same time, have the result of one instance alone.

use futures::future::join_all;
use invoices_app::{App, Worker};
use invoices_db::JobKind;
use invoices_domain::ObjectKey;
use invoices_sandbox::Endpoint;
use invoices_service::settings::Seconds;
use invoices_service::start::Service;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::database::count;
use invoices_tests::support::mails::{ReceiptText, at, grocery, grocery_of, notice, rent_mail};
use invoices_tests::support::setup::app;
use invoices_tests::support::user::User;
use invoices_tests::support::wait::{until, within};
use invoices_tests::support::world::{World, pools, start};
use rstest::rstest;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const MAILS: u64 = 6;
const DELIVERIES: usize = 5;
const RETAIL: &str = "/v1/invoices/retail/ingest";
const RENTAL: &str = "/v1/invoices/rental/ingest";
const LATEST: &str = "/v1/invoices/rental/ingest/latest";

/// A second instance on the database, objects and secrets of a world.
struct SecondInstance {
    app: App,
    service: Service,
}

impl SecondInstance {
    async fn of(world: &World) -> Self {
        let app = app(&world.config, &world.clock).await;
        let service = start(&world.config, &app).await;
        SecondInstance { app, service }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.service.address().unwrap())
    }
}

/// Workers of both instances run jobs during a call, and those that are due after it.
async fn both_work<T>(world: &World, second: &SecondInstance, call: impl Future<Output = T>) -> T {
    let stop = CancellationToken::new();
    let workers = pools(&second.service);
    let called = async {
        let result = call.await;
        stop.cancel();
        result
    };
    let running = workers.iter().map(|worker| worker.run(stop.clone()));
    let both = Box::pin(async { tokio::join!(called, join_all(running)).0 });
    world.while_working(both).await
}

/// Two receipts, an order in two mails, and rent notices of two months. One mail has two notices, one of them twice.
fn add_mails(world: &World) {
    for order in ["204118", "204119"] {
        world.sandbox.add(&grocery(at(NOVEMBER), order, "100,00"));
    }
    for received in [NOVEMBER, "2026-11-11T08:00:00Z"] {
        let text = ReceiptText {
            order: Some("204120"),
            total: "250,00",
            ..ReceiptText::default()
        };
        world.sandbox.add(&grocery_of(at(received), &text));
    }
    let (flat, garage) = (notice(5100, "2026-11-30"), notice(400, "2026-11-30"));
    let pdfs = [
        ("Hyresavi_1.pdf", flat.clone()),
        ("Hyresavi_2.pdf", garage),
        ("Kopia_3.pdf", flat),
    ];
    world.sandbox.add(&rent_mail(at(NOVEMBER), &pdfs));
    let early = [("Hyresavi_4.pdf", notice(5000, "2026-12-31"))];
    world.sandbox.add(&rent_mail(at("2026-10-10T08:00:00Z"), &early));
}

async fn all_jobs_end(world: &World) {
    until("all jobs to end", async || {
        world.app.store().live_jobs().await.unwrap() == 0
    })
    .await;
}

/// The data of a user, without ids.
async fn data_of(user: &User<'_>) -> Value {
    let mut retail = Vec::new();
    for summary in user.lists_retail().await {
        let mut detail = user.detail_of(&summary).await;
        detail.as_object_mut().unwrap().remove("invoice_id");
        retail.push(detail);
    }
    retail.sort_by_key(Value::to_string);
    let rental = user.lists_rental().await.data(200).to_string();
    let mine = format!("invoices/{}/", user.id);
    let objects: Vec<String> = user
        .world
        .objects()
        .iter()
        .filter_map(|key| Some(key.strip_prefix(&mine)?.to_owned()))
        .collect();
    let mut notifications = user.notifications().await;
    notifications.sort();
    json!({
        "retail": retail,
        "rental": rental.replace(&user.id.to_string(), "user"),
        "objects": objects,
        "ledger": user.ledger().await,
        "notifications": notifications,
    })
}

/// The data that one instance alone makes of the mailbox.
async fn data_of_one_instance(world: &World) -> Value {
    let bo = world.connects("Bo").await;
    bo.fetches_retail().await;
    bo.ingests_rental().await.data(200);
    let expected = data_of(&bo).await;
    assert_eq!(
        (
            expected["retail"].as_array().unwrap().len(),
            expected["objects"].as_array().unwrap().len()
        ),
        (3, 8)
    );
    assert_eq!(expected["notifications"].as_array().unwrap().len(), 3);
    world.sandbox.reset_calls();
    expected
}

/// The number of rows of a user that meet a condition.
async fn rows(user: &User<'_>, table: &str, such: &str) -> i64 {
    let sql = format!(
        "SELECT count(*) AS rows FROM {table} WHERE user_id = '{}' AND {such}",
        user.id
    );
    count(&user.world.config.database.url, &sql).await
}

/// Equal calls share one run, whichever instance was first.
// Shows: Ingests | Two instances on one database have the same result as one; an object is read once, however often its event is delivered
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_to_both_at_once_ingest_everything_once(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    add_mails(&world);
    let expected = data_of_one_instance(&world).await;
    // Calls are answered at once, so that all are enqueued before a job runs.
    let world = world
        .with_settings(|config| config.server.ingest_timeout_seconds = Seconds::new(0))
        .await;
    let (alva, second) = (world.connects("Alva").await, SecondInstance::of(&world).await);
    let call = |url: String| async {
        let answer = Answer::to(world.http.post(url).bearer_auth(&alva.token)).await;
        assert!(
            answer.status == 200 && answer.message().contains("continues"),
            "{answer:?}"
        );
    };
    // The second turn finds nothing new.
    for turn in 1..=2 {
        let urls = [RETAIL, RENTAL, LATEST]
            .into_iter()
            .flat_map(|path| [world.url(path), second.url(path)]);
        join_all(urls.map(&call)).await;
        assert_eq!(
            rows(&alva, "jobs", "kind = 'ingest'").await,
            3 * turn,
            "equal calls are one run"
        );
        both_work(&world, &second, all_jobs_end(&world)).await;
        assert_eq!(data_of(&alva).await, expected);
        assert_eq!(world.sandbox.calls(Endpoint::Fetch), MAILS, "no mail was fetched twice");
    }
    within("the second instance to stop", second.service.stop()).await;
}

/// All events arrive at once, before the objects are parsed and again after.
// Shows: Ingests | Two instances on one…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_delivered_to_both_five_times_is_processed_once(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    add_mails(&world);
    let expected = data_of_one_instance(&world).await;
    let (alva, second) = (world.connects("Alva").await, SecondInstance::of(&world).await);
    // The jobs that parse are enqueued and do not run yet.
    let ingest = Worker::only(world.app.clone(), |kind| kind == JobKind::Ingest);
    for path in [RETAIL, RENTAL] {
        // Without an answer to wait for, which comes once what was fetched is parsed.
        let request = world.http.post(world.url(path)).bearer_auth(&alva.token);
        let answer = request.header("Prefer", "respond-async").send().await.unwrap();
        assert_eq!(answer.status(), 202);
        assert!(within(format!("the ingest of {path}"), ingest.run_one()).await.unwrap());
    }
    let mine = format!("invoices/{}/", alva.id);
    let keys: Vec<ObjectKey> = world
        .objects()
        .iter()
        .filter(|key| key.starts_with(&mine))
        .map(|key| key.parse().unwrap())
        .collect();
    assert_eq!((keys.len(), world.rows("retail_invoices", alva.id).await), (8, 0));
    for _ in 0..2 {
        let deliveries = keys.iter().flat_map(|key| {
            let apps = [&world.app, &second.app];
            (0..DELIVERIES).flat_map(move |_| apps.map(|app| app.object_created(key.clone())))
        });
        for delivered in both_work(&world, &second, Box::pin(join_all(deliveries))).await {
            delivered.unwrap();
        }
        assert_eq!(data_of(&alva).await, expected);
        assert_eq!(
            rows(&alva, "jobs", "kind = 'object-created'").await,
            7,
            "one job an object, however many events"
        );
        assert_eq!(rows(&alva, "documents", "attempts = 1").await, 7, "each is read once");
        assert_eq!(rows(&alva, "jobs", "kind = 'rental-changed'").await, 3);
    }
    within("the second instance to stop", second.service.stop()).await;
}

/// No ingest stored it. It gets one row and one invoice.
// Shows: Ingests | Two instances on one…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_object_put_there_by_others_is_adopted_once(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, second) = (world.signs_up("Alva").await, SecondInstance::of(&world).await);
    let receipt = ReceiptText {
        order: Some("204118"),
        ..ReceiptText::default()
    }
    .html()
    .into_bytes();
    let hash = "0123456789abcdef";
    for (key, bytes) in [
        (
            format!("invoices/{}/retail/grocery/ica_2026-11-10_{hash}.html", alva.id),
            receipt,
        ),
        (
            format!("invoices/{}/rental/Hyresavi_7.pdf", alva.id),
            notice(5100, "2026-11-30"),
        ),
    ] {
        let key: ObjectKey = key.parse().unwrap();
        let file = world.folder.path().join("objects").join(key.to_string());
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, bytes).unwrap();
        let apps = [&world.app, &second.app];
        let deliveries = (0..DELIVERIES).flat_map(|_| apps.map(|app| app.object_created(key.clone())));
        for delivered in both_work(&world, &second, Box::pin(join_all(deliveries))).await {
            delivered.unwrap();
        }
    }
    assert_eq!(
        (
            alva.lists_retail().await.len(),
            &alva.lists_rental().await.data(200)["invoiceCount"]
        ),
        (1, &json!(1))
    );
    assert_eq!(
        (
            rows(&alva, "documents", "state = 'parsed'").await,
            world.rows("documents", alva.id).await
        ),
        (2, 2)
    );
    assert_eq!(alva.notifications().await.len(), 1);
    within("the second instance to stop", second.service.stop()).await;
}
