//! What messages and documents may take of the memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;
use chrono::TimeDelta;
use invoices_app::Scope;
use invoices_domain::MessageId;
use invoices_domain::mail::{
    Look, MailAccount, MailHeaders, MailMark, MailSearch, PageToken, PurchaseSearch, RawMessage, SearchPage,
};
use invoices_domain::ports::{MailError, Mailbox};
use invoices_sandbox::Endpoint;
use invoices_service::settings::Config;
use invoices_tests::support::database::Database::{self, Sqlite};
use invoices_tests::support::mails::{ReceiptText, at, grocery, grocery_of, notice, rent_mail};
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::json;
use tokio_util::sync::CancellationToken;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const MIB: u64 = 1 << 20;
/// The least for messages of 2 MiB.
const BUDGET_MIB: u64 = 12;

fn tiny(config: &mut Config) {
    config.operations.address = Some("127.0.0.1:0".parse().unwrap());
    config.mail.max_message_bytes = 2 * MIB;
    config.pipeline.bytes_in_flight_mib = BUDGET_MIB;
}

/// A mailbox that counts what its fetches may bring into memory at once.
struct Counted {
    mailbox: Arc<dyn Mailbox>,
    now: AtomicU64,
    peak: AtomicU64,
}

#[async_trait]
impl Mailbox for Counted {
    fn fits(&self, search: &MailSearch) -> bool {
        self.mailbox.fits(search)
    }

    async fn search(
        &self,
        account: &MailAccount,
        search: &MailSearch,
        page: Option<&PageToken>,
    ) -> Result<SearchPage, MailError> {
        self.mailbox.search(account, search, page).await
    }

    async fn search_purchases(
        &self,
        account: &MailAccount,
        search: &PurchaseSearch,
        page: Option<&PageToken>,
    ) -> Result<SearchPage, MailError> {
        self.mailbox.search_purchases(account, search, page).await
    }

    async fn look(&self, account: &MailAccount, last: Option<&MailMark>) -> Result<Look, MailError> {
        self.mailbox.look(account, last).await
    }

    async fn headers(&self, account: &MailAccount, id: &MessageId) -> Result<MailHeaders, MailError> {
        self.mailbox.headers(account, id).await
    }

    async fn fetch(&self, account: &MailAccount, id: &MessageId, max_bytes: u64) -> Result<RawMessage, MailError> {
        let now = self.now.fetch_add(max_bytes, Ordering::SeqCst) + max_bytes;
        self.peak.fetch_max(now, Ordering::SeqCst);
        let fetched = self.mailbox.fetch(account, id, max_bytes).await;
        self.now.fetch_sub(max_bytes, Ordering::SeqCst);
        fetched
    }
}

/// A world whose mailbox is counted.
async fn counted(database: Database) -> (World, Arc<Counted>) {
    let (world, mut counted) = (World::start(database).await.with_settings(tiny).await, None);
    let world = world
        .with_ports(|ports| {
            let mailbox = Arc::new(Counted {
                mailbox: Arc::clone(&ports.mailbox),
                now: AtomicU64::new(0),
                peak: AtomicU64::new(0),
            });
            ports.mailbox = mailbox.clone();
            counted = Some(mailbox);
        })
        .await;
    (world, counted.unwrap())
}

/// A metric of the process.
async fn metric(world: &World, name: &str) -> u64 {
    let (_, text) = world.asks_operations("/metrics").await;
    let value = text
        .lines()
        .find_map(|line| line.strip_prefix(&format!("invoices_{name} ")));
    value.unwrap_or_else(|| panic!("{name} in {text}")).parse().unwrap()
}

/// Checks that nothing is held now, and that at most the budget was.
async fn check_bytes_in_flight(world: &World) -> u64 {
    assert_eq!(metric(world, "bytes_in_flight").await, 0);
    let peak = metric(world, "bytes_in_flight_peak").await;
    assert!(peak <= BUDGET_MIB * MIB, "{peak}");
    peak
}

/// A comment of this many bytes, which nobody reads.
fn comment(bytes: usize) -> String {
    format!("<!-- {} -->", "x".repeat(bytes))
}

// Shows: Threats | Many large messages fill the memory | bytes of messages and documents are bounded by weight (`pipeline.bytes_in_flight_mib`); the others wait in line
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn large_messages_wait_for_room_and_none_is_lost() {
    let (world, mailbox) = counted(Sqlite).await;
    let filler = comment(1_300_000);
    for order in 204_118..204_122 {
        let order = order.to_string();
        let text = ReceiptText {
            order: Some(&order),
            more: &filler,
            ..ReceiptText::default()
        };
        world.sandbox.add(&grocery_of(at(NOVEMBER), &text));
        world
            .sandbox
            .add(&grocery(at(NOVEMBER), &format!("{order}1"), "100,00"));
    }
    let (alva, bo) = (world.connects("Alva").await, world.connects("Bo").await);
    let answers = tokio::join!(alva.fetches_retail(), bo.fetches_retail());
    for answer in [answers.0, answers.1] {
        assert_eq!(
            (&answer["totalEmailsFound"], &answer["errors"]),
            (&json!(8), &json!([]))
        );
    }
    assert_eq!((alva.lists_retail().await.len(), bo.lists_retail().await.len()), (8, 8));
    assert_eq!(
        world.sandbox.calls(Endpoint::Fetch),
        2 * (4 * 2 + 4),
        "a large one takes two calls"
    );
    let (peak, fetched) = (check_bytes_in_flight(&world).await, mailbox.peak.load(Ordering::SeqCst));
    // Fetched in base64.
    assert!(fetched * 7 / 3 <= peak, "{fetched} of {peak}");
    assert!(peak > BUDGET_MIB * MIB / 2, "several are fetched at once: {peak}");
}

/// Notices are kept until all are fetched, so that the oldest keeps the plain name. Here they don't fit.
// Shows: Threats | Many large messages fill…
#[rstest]
#[case::at_once(16)]
#[case::one_by_one(1)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn notices_beyond_the_room_are_stored_before_the_others_are_fetched(#[case] fetch_concurrency: usize) {
    let world = World::start(Sqlite).await.with_settings(tiny).await;
    let world = world
        .with_settings(|config| config.pipeline.fetch_concurrency = fetch_concurrency)
        .await;
    let first = at("2026-01-10T08:00:00Z");
    for month in 0..7 {
        let (received, due) = (
            first + TimeDelta::days(30 * month),
            first + TimeDelta::days(30 * month + 20),
        );
        let mut scan = format!("%PDF-1.4\n%{month}\n").into_bytes();
        scan.resize(1_200_000, b'x');
        let pdf = notice(5_000 + month, &due.date_naive().to_string());
        world
            .sandbox
            .add(&rent_mail(received, &[("Hyresavi.pdf", pdf), ("Bilaga.pdf", scan)]));
    }
    let alva = world.connects("Alva").await;
    alva.ingests_rental().await.data(200);
    assert_eq!(world.objects().len(), 14);
    let ledger = alva.ledger().await;
    assert!(ledger.iter().all(|(_, line)| line.starts_with("fetched")), "{ledger:?}");
    let calls = world.sandbox.calls(Endpoint::Fetch);
    assert!(calls > 2 * 7, "some did not fit and were fetched again: {calls}");
    check_bytes_in_flight(&world).await;
    if fetch_concurrency == 1 {
        let answer = alva.gets("/v1/invoices/rental/Invoice_Hyresavi").await;
        assert_eq!(answer.data(200)["Total Amount"], 5_000, "the oldest");
    }
}

// Shows: Threats | Many large messages fill…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_document_holds_its_weight_while_it_is_read() {
    let world = World::start(Sqlite).await.with_settings(tiny).await;
    let alva = world.connects("Alva").await;
    let text = ReceiptText {
        order: Some("204118"),
        more: &comment(700_000),
        ..ReceiptText::default()
    };
    world.sandbox.add(&grocery_of(at(NOVEMBER), &text));
    alva.fetches_retail().await;
    let object = world.objects().remove(0);
    let file = world.folder.path().join("objects").join(&object);
    let size = file.metadata().unwrap().len();
    drop(alva);

    // Each time another process.
    let world = world.with_settings(|_| {}).await;
    assert_eq!(check_bytes_in_flight(&world).await, 0);
    let (all, stop) = (
        Scope {
            all: true,
            ..Scope::default()
        },
        CancellationToken::new(),
    );
    let read = world.app.reparse(&all, true, &stop, &mut |_, _| {}).await.unwrap();
    assert_eq!(read.looked_at, 1);
    assert_eq!(check_bytes_in_flight(&world).await, size.next_multiple_of(1024));

    let world = world.with_settings(|_| {}).await;
    world
        .sql("DELETE FROM jobs; UPDATE documents SET state = 'stored'")
        .await;
    world.app.object_created(object.parse().unwrap()).await.unwrap();
    world.drain().await;
    assert_eq!(check_bytes_in_flight(&world).await, size.next_multiple_of(1024));

    // The size of an object that no ingest stored is not known before it is read.
    let world = world.with_settings(|_| {}).await;
    let other = object.replace("2026-11-10", "2026-11-11");
    std::fs::copy(&file, world.folder.path().join("objects").join(&other)).unwrap();
    world.app.object_created(other.parse().unwrap()).await.unwrap();
    world.drain().await;
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
    assert_eq!(check_bytes_in_flight(&world).await, 2 * MIB);
}
