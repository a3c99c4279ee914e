//! Two instances of the service on one database, at work at the same moment: what they make of a mailbox is what one alone
//! makes of it.

use futures::future::join_all;
use invoices_app::{App, Worker};
use invoices_domain::ObjectKey;
use invoices_sandbox::Endpoint;
use invoices_server::start::{self, Service};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::answer::Answer;
use crate::database::count;
use crate::mails::{Slip, at, grocery, grocery_of, notice, rent_mail};
use crate::on_both_databases;
use crate::user::User;
use crate::world::World;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const MAILS: u64 = 6;
const DELIVERIES: usize = 5;
const RETAIL: &str = "/v1/invoices/retail/ingest";
const RENTAL: &str = "/v1/invoices/rental/ingest";
const LATEST: &str = "/v1/invoices/rental/ingest/latest";

/// A second instance on a world's database, objects and secrets.
struct Second {
    app: App,
    service: Service,
}

impl Second {
    async fn of(world: &World) -> Self {
        let app = start::app_at(&world.config, world.clock.clone()).await.unwrap();
        let service = Service::start(&world.config, app.clone(), false).await.unwrap();
        Second { app, service }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.service.address().unwrap())
    }
}

/// Workers of both instances run jobs while something is in flight, and what is due after.
async fn both_work<T>(world: &World, second: &Second, call: impl Future<Output = T>) -> T {
    let stop = CancellationToken::new();
    let worker = Worker::new(second.app.clone());
    let called = async {
        let result = call.await;
        stop.cancel();
        result
    };
    let both = Box::pin(async { tokio::join!(called, worker.run(stop.clone())).0 });
    world.while_working(both).await
}

/// Two receipts, a third in two mails about one order, and rent notices of two months: one mail has two and one of them twice.
fn fill(world: &World) {
    for order in ["204118", "204119"] {
        world.sandbox.add(&grocery(at(NOVEMBER), order, "100,00"));
    }
    for (received, total) in [(NOVEMBER, "250,00"), ("2026-11-11T08:00:00Z", "245,50")] {
        let slip = Slip {
            order: Some("204120"),
            total,
            ..Slip::default()
        };
        world.sandbox.add(&grocery_of(at(received), &slip));
    }
    let (flat, garage) = (notice(5100, "2026-11-30"), notice(400, "2026-11-30"));
    let pdfs = [
        ("Hyresavi_1.pdf", flat.clone()),
        ("Hyresavi_2.pdf", garage),
        ("Kopia_3.pdf", flat),
    ];
    world.sandbox.add(&rent_mail(at(NOVEMBER), &pdfs));
    let october = [("Hyresavi_4.pdf", notice(5000, "2026-10-31"))];
    world.sandbox.add(&rent_mail(at("2026-10-10T08:00:00Z"), &october));
}

/// Ends when every job has.
async fn until_nothing_is_left(world: &World) {
    while world.app.store().live_jobs().await.unwrap() > 0 {
        tokio::task::yield_now().await;
    }
}

/// All that a user has, without what only says whose it is.
async fn belongings(user: &User<'_>) -> Value {
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

/// What one instance alone makes of the mailbox.
async fn alone(world: &World) -> Value {
    let bo = world.connects("Bo").await;
    bo.finds_retail().await;
    bo.ingests_rental().await.data(200);
    let expected = belongings(&bo).await;
    assert_eq!(
        (
            expected["retail"].as_array().unwrap().len(),
            expected["objects"].as_array().unwrap().len()
        ),
        (3, 7)
    );
    assert_eq!(expected["notifications"].as_array().unwrap().len(), 3);
    world.sandbox.reset_calls();
    expected
}

/// How many rows of a user's an SQL query counts.
async fn rows(user: &User<'_>, table: &str, such: &str) -> i64 {
    let sql = format!(
        "SELECT count(*) AS rows FROM {table} WHERE user_id = '{}' AND {such}",
        user.id
    );
    count(&user.world.config.database.url, &sql).await
}

on_both_databases! {
    /// Each operation is asked of both instances at once: equal calls share one run, whichever was first, and the workers of
    /// both bring everything home once.
    async fn calls_at_once_on_both_bring_everything_home_once(world: World) {
        fill(&world);
        let expected = alone(&world).await;
        // An answer comes before the work: all calls are in before any of it is done.
        let world = world.with_settings(|config| config.server.ingest_timeout_seconds = 0).await;
        let (alva, second) = (world.connects("Alva").await, Second::of(&world).await);
        let call = |url: String| async {
            let answer = Answer::of(world.http.post(url).bearer_auth(&alva.token).send().await.unwrap()).await;
            assert!(answer.status == 200 && answer.message().contains("continues"), "{answer:?}");
        };
        // The second time there is nothing to bring.
        for turn in 1..=2 {
            let urls = [RETAIL, RENTAL, LATEST].into_iter().flat_map(|path| [world.url(path), second.url(path)]);
            join_all(urls.map(&call)).await;
            assert_eq!(rows(&alva, "jobs", "kind = 'ingest'").await, 3 * turn, "equal calls are one run");
            both_work(&world, &second, until_nothing_is_left(&world)).await;
            assert_eq!(belongings(&alva).await, expected);
            assert_eq!(world.sandbox.calls(Endpoint::Fetch), MAILS, "no mail was fetched twice");
        }
        second.service.stop().await;
    }

    /// Storage tells both instances of every object five times, all at once, while the objects wait to be read and again after.
    async fn an_event_that_comes_five_times_on_both_is_read_once(world: World) {
        fill(&world);
        let expected = alone(&world).await;
        let (alva, second) = (world.connects("Alva").await, Second::of(&world).await);
        // The jobs that read are there, and nobody runs them yet.
        let ingest = Worker::new(world.app.clone()).only(&["ingest"]);
        for path in [RETAIL, RENTAL] {
            let stop = CancellationToken::new();
            let called = async {
                let answer = world.http.post(world.url(path)).bearer_auth(&alva.token).send().await.unwrap();
                stop.cancel();
                answer.status()
            };
            assert_eq!(tokio::join!(called, ingest.run(stop.clone())).0, 200);
        }
        let mine = format!("invoices/{}/", alva.id);
        let keys: Vec<ObjectKey> = world.objects().iter().filter(|key| key.starts_with(&mine)).map(|key| key.parse().unwrap()).collect();
        assert_eq!((keys.len(), world.rows("retail_invoices", alva.id).await), (7, 0));
        for _ in 0..2 {
            let deliveries = keys.iter().flat_map(|key| {
                let apps = [&world.app, &second.app];
                (0..DELIVERIES).flat_map(move |_| apps.map(|app| app.object_created(key.clone())))
            });
            for delivered in both_work(&world, &second, Box::pin(join_all(deliveries))).await {
                delivered.unwrap();
            }
            assert_eq!(belongings(&alva).await, expected);
            assert_eq!(rows(&alva, "jobs", "kind = 'object-created'").await, 7, "one job an object, however often it is told of");
            assert_eq!(rows(&alva, "documents", "attempts = 1").await, 7, "each is read once");
            assert_eq!(rows(&alva, "jobs", "kind = 'rental-changed'").await, 3);
        }
        second.service.stop().await;
    }

    /// Of an object that no ingest stored both hear at once: it gets one row, and states one invoice.
    async fn an_object_that_somebody_put_there_is_taken_up_once(world: World) {
        let (alva, second) = (world.signs_up("Alva").await, Second::of(&world).await);
        let receipt = Slip { order: Some("204118"), ..Slip::default() }.html().into_bytes();
        let hash = "0123456789abcdef";
        for (key, bytes) in [
            (format!("invoices/{}/retail/grocery/ica_2026-11-10_{hash}.html", alva.id), receipt),
            (format!("invoices/{}/rental/Hyresavi_7.pdf", alva.id), notice(5100, "2026-11-30")),
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
        assert_eq!((alva.lists_retail().await.len(), &alva.lists_rental().await.data(200)["invoiceCount"]), (1, &json!(1)));
        assert_eq!((rows(&alva, "documents", "state = 'parsed'").await, world.rows("documents", alva.id).await), (2, 2));
        assert_eq!(alva.notifications().await.len(), 1);
        second.service.stop().await;
    }
}
