//! Exports that can't be completed, and those that nobody receives.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use bytes::Bytes;
use invoices_domain::ports::{Dependency, DependencyError, Objects, Put};
use invoices_domain::{ObjectKey, UserId};
use invoices_service::settings::Seconds;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, notice, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::wait::{until, within};
use invoices_tests::support::world::World;
use rstest::rstest;
use zip::ZipArchive;

use super::{EXPORT, ask, exported};

const MORNING: &str = "2026-11-10T08:00:00Z";
const MIB: usize = 1 << 20;

/// A user with two rent notices. One has more random bytes than any buffer on the way can hold.
async fn with_a_large_original(world: &World) -> User<'_> {
    let alva = world.connects("Alva").await;
    let notices = [
        ("Hyresavi_1.pdf", notice(5100, "2026-11-30")),
        ("Hyresavi_2.pdf", notice(5200, "2026-12-31")),
    ];
    world.sandbox.add(&rent_mail(at(MORNING), &notices));
    alva.ingests_rental().await.data(200);
    let key = world.objects().into_iter().find(|key| key.ends_with("_1.pdf")).unwrap();
    let mut random = vec![0; 30 * MIB];
    fastrand::Rng::with_seed(7).fill(&mut random);
    std::fs::write(world.folder.path().join("objects").join(key), random).unwrap();
    world
        .sql(&format!(
            "UPDATE documents SET bytes = {} WHERE file_name = 'Hyresavi_1.pdf'",
            30 * MIB
        ))
        .await;
    alva
}

/// Waits for the place of an export that has ended, and asks for another one.
async fn exports_again(user: &User<'_>) {
    until("the place to be free", async || {
        let answer = ask(user).await;
        answer.status() == 200 && answer.bytes().await.is_ok()
    })
    .await;
}

/// Objects of which some reads fail.
struct Failing {
    objects: Arc<dyn Objects>,
    /// How many reads succeed.
    left: AtomicUsize,
}

#[async_trait]
impl Objects for Failing {
    async fn put_if_absent(&self, key: &ObjectKey, bytes: Bytes) -> Result<Put, DependencyError> {
        self.objects.put_if_absent(key, bytes).await
    }

    async fn get(&self, key: &ObjectKey) -> Result<Option<Bytes>, DependencyError> {
        let left = self
            .left
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        match left {
            Ok(_) => self.objects.get(key).await,
            Err(_) => Err(DependencyError::new(Dependency::ObjectStore, "down")),
        }
    }

    async fn delete(&self, key: &ObjectKey) -> Result<(), DependencyError> {
        self.objects.delete(key).await
    }

    async fn delete_user(&self, user: UserId) -> Result<(), DependencyError> {
        self.objects.delete_user(user).await
    }

    async fn check(&self) -> Result<(), DependencyError> {
        self.objects.check().await
    }
}

// Shows: Profile and deletion of the account | An export that can't…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_object_store_that_is_down_is_reported_before_anything_is_sent(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let world = World::start(database).await;
    let alva = with_a_large_original(&world).await;
    let down = world.without("objects");
    let answer = alva.gets(EXPORT).await;
    assert_eq!(
        answer.fails(502, "DEPENDENCY_FAILURE"),
        "The object storage failed. Try again later."
    );
    drop(down);
    assert_eq!(exported(&alva).await.len(), 12);
    world.sql("ALTER TABLE own_vendors RENAME TO renamed").await;
    alva.gets(EXPORT).await.fails(502, "DEPENDENCY_FAILURE");
    world.sql("ALTER TABLE renamed RENAME TO own_vendors").await;
}

// Shows: Profile and deletion of the account | An export that can't be completed is cut off; what fails before it begins is 502 `DEPENDENCY_FAILURE`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failure_in_the_middle_cuts_the_archive_off(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let token = with_a_large_original(&world).await.token;
    let world = world
        .with_ports(|ports| {
            // The first original is read twice: before anything is sent, and to be sent.
            let left = AtomicUsize::new(2);
            let objects = Arc::clone(&ports.objects);
            ports.objects = Arc::new(Failing { objects, left });
        })
        .await;
    let request = world.http.get(world.url(EXPORT)).bearer_auth(&token);
    let mut answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let mut received = Vec::new();
    let cut = loop {
        match within("a chunk", answer.chunk()).await {
            Ok(Some(chunk)) => received.extend_from_slice(&chunk),
            Ok(None) => break false,
            Err(_) => break true,
        }
    };
    assert!(cut, "the answer has no end");
    assert!(received.len() > 29 * MIB, "{}", received.len());
    assert!(ZipArchive::new(Cursor::new(received)).is_err(), "nor does the archive");
    until("the place of the export to be free", async || {
        let request = world.http.get(world.url(EXPORT)).bearer_auth(&token);
        Answer::of(request.send().await.unwrap()).await.status == 502
    })
    .await;
    assert_eq!(world.app.bytes_in_flight().held, 0);
}

// Shows: Profile and deletion of the account | A user has one export at a time, a process a few; else 429 `RATE_LIMITED`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_user_has_one_export_at_a_time_until_its_receiver_hangs_up(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = with_a_large_original(&world).await;
    let bo = world.signs_up("Bo").await;
    // Nobody reads it on.
    let first = ask(&alva).await;
    until("the original to be sent", async || {
        world.app.bytes_in_flight().held >= 30 * MIB as u64
    })
    .await;
    let second = alva.gets(EXPORT).await;
    second.fails(429, "RATE_LIMITED");
    assert_eq!(second.header("retry-after"), Some("30"));
    exported(&bo).await;
    drop(first);
    until("the room to be free", async || world.app.bytes_in_flight().held == 0).await;
    exports_again(&alva).await;
}

// Shows: Profile and deletion of the account | An export takes bounded…
// Shows: Threats | Exports fill the memory…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_that_is_too_slow_is_cut_off(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::with(database, |config| config.export.stall_seconds = Seconds::new(1)).await;
    let alva = with_a_large_original(&world).await;
    let mut slow = ask(&alva).await;
    until("the original to be sent", async || {
        world.app.bytes_in_flight().held >= 30 * MIB as u64
    })
    .await;
    until("the room to be free", async || world.app.bytes_in_flight().held == 0).await;
    exports_again(&alva).await;
    let cut = loop {
        match within("a chunk", slow.chunk()).await {
            Ok(Some(_)) => {}
            Ok(None) => break false,
            Err(_) => break true,
        }
    };
    assert!(cut);
}

// Shows: Profile and deletion of the account | A user has one export…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_sends_only_a_few_exports_at_once(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::with(database, |config| config.export.at_once = 1).await;
    let alva = with_a_large_original(&world).await;
    let bo = world.signs_up("Bo").await;
    let first = ask(&alva).await;
    bo.gets(EXPORT).await.fails(429, "RATE_LIMITED");
    drop(first);
    until("the place to be free", async || ask(&bo).await.status() == 200).await;
}

/// The rows go while they are read, so what was sent until then may lack anything.
// Shows: Profile and deletion of the account | An export that can't…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_export_of_an_account_that_is_deleted_meanwhile_is_cut_off(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = with_a_large_original(&world).await;
    let export = ask(&alva).await;
    until("the original to be sent", async || {
        world.app.bytes_in_flight().held >= 30 * MIB as u64
    })
    .await;
    alva.deletes("/v1/user/me").await.data(200);
    assert!(within("the export to end", export.bytes()).await.is_err());
}
