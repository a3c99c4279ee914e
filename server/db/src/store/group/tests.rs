use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use diesel::RunQueryDsl;
use diesel::r2d2::R2D2Connection;
use invoices_domain::UserId;
use tempfile::TempDir;
use tokio::task::JoinHandle;

use super::*;
use crate::store::pool::Lines;
use crate::store::settings::DatabaseSettings;
use crate::store::{Connections, Store};

/// SQLite's format of the write-ahead log: <https://sqlite.org/fileformat2.html#the_write_ahead_log>.
const LOG_HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// A store with an empty table of numbers.
struct Numbers {
    store: Store,
    folder: TempDir,
}

impl Numbers {
    async fn new() -> Self {
        Numbers::with(DatabaseSettings::new).await
    }

    async fn with(settings: impl FnOnce(String) -> DatabaseSettings) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("numbers.db").display());
        let store = Store::open(&settings(url)).await.unwrap();
        let numbers = Numbers { store, folder };
        numbers.create().await;
        numbers
    }

    async fn create(&self) {
        let create = "CREATE TABLE numbers (number INTEGER PRIMARY KEY)";
        let created = self.store.write(move |db| Ok(diesel::sql_query(create).execute(db)?));
        created.await.unwrap();
    }

    /// Keeps the writer busy until the sender is dropped or used.
    fn keeps_busy(&self) -> mpsc::Sender<()> {
        let (release, released) = mpsc::channel();
        let (begun, began) = mpsc::channel();
        let store = self.store.clone();
        tokio::spawn(async move {
            let work = move |_: &mut Db| {
                begun.send(()).unwrap();
                let _ = released.recv();
                // A group with it takes in no others.
                std::thread::sleep(LONGEST);
                Ok(())
            };
            store.write(work).await.unwrap();
        });
        began.recv().unwrap();
        release
    }

    /// Writes when the writer is free. Returns once it waits.
    async fn waits<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Db) -> Result<T, StoreError> + Send + 'static,
    ) -> JoinHandle<Result<T, StoreError>> {
        let before = self.waiting();
        let store = self.store.clone();
        let writing = tokio::spawn(async move { store.write(work).await });
        while self.waiting() == before {
            tokio::task::yield_now().await;
        }
        writing
    }

    fn line(&self) -> &Waiting {
        let Connections::Pools(pools) = &self.store.connections else {
            panic!("a database in memory has no line");
        };
        match &pools.waiting {
            Lines::OneWriter(waiting) => waiting,
            Lines::OfUsers(_) => panic!("SQLite has one writer"),
        }
    }

    fn waiting(&self) -> usize {
        self.line().queue().members.len()
    }

    async fn all(&self) -> Vec<i32> {
        #[derive(diesel::QueryableByName)]
        struct Row {
            #[diesel(sql_type = diesel::sql_types::Integer)]
            number: i32,
        }
        let rows = self
            .store
            .read(|db| Ok(diesel::sql_query("SELECT number FROM numbers ORDER BY number").load::<Row>(db)?));
        rows.await.unwrap().into_iter().map(|row| row.number).collect()
    }

    /// How often the log was committed to: the frames that state the size of the database.
    fn commits(&self) -> usize {
        let log = fs::read(self.folder.path().join("numbers.db-wal")).unwrap();
        let word = |at: usize| u32::from_be_bytes(log[at..at + 4].try_into().unwrap());
        let page = word(8) as usize;
        let frames = (LOG_HEADER..log.len()).step_by(FRAME_HEADER + page);
        frames.filter(|&frame| word(frame + 4) != 0).count()
    }
}

fn adds(number: i32) -> impl FnOnce(&mut Db) -> Result<i32, StoreError> {
    move |db| {
        diesel::sql_query(format!("INSERT INTO numbers VALUES ({number})")).execute(db)?;
        Ok(number)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn transactions_that_wait_share_a_commit() {
    let numbers = Numbers::new().await;
    let before = numbers.commits();
    let busy = numbers.keeps_busy();
    let mut writing = Vec::new();
    for number in 0..20 {
        writing.push(numbers.waits(adds(number)).await);
    }
    drop(busy);
    for (number, written) in (0..20).zip(writing) {
        assert_eq!(written.await.unwrap().unwrap(), number);
    }
    assert_eq!(numbers.all().await, (0..20).collect::<Vec<_>>());
    let commits = numbers.commits() - before;
    assert!((1..20).contains(&commits), "{commits}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_transaction_that_fails_nothing_remains_and_the_others_are_committed() {
    let numbers = Numbers::new().await;
    let busy = numbers.keeps_busy();
    let first = numbers.waits(adds(1)).await;
    let failing = |db: &mut Db| {
        adds(2)(db)?;
        adds(1)(db)
    };
    let second = numbers.waits(failing).await;
    let third = numbers.waits(adds(3)).await;
    drop(busy);
    assert_eq!(first.await.unwrap().unwrap(), 1);
    assert!(matches!(second.await.unwrap(), Err(StoreError::Query(_))));
    assert_eq!(third.await.unwrap().unwrap(), 3);
    assert_eq!(numbers.all().await, [1, 3]);
}

/// It has no savepoint.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_first_transaction_that_fails_nothing_remains_and_the_others_are_committed() {
    let numbers = Numbers::new().await;
    let busy = numbers.keeps_busy();
    let failing = |db: &mut Db| {
        adds(1)(db)?;
        adds(1)(db)
    };
    let first = numbers.waits(failing).await;
    let second = numbers.waits(adds(2)).await;
    let third = numbers.waits(adds(3)).await;
    drop(busy);
    assert!(matches!(first.await.unwrap(), Err(StoreError::Query(_))));
    assert_eq!(second.await.unwrap().unwrap(), 2);
    assert_eq!(third.await.unwrap().unwrap(), 3);
    assert_eq!(numbers.all().await, [2, 3]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panic_is_its_callers_and_no_transaction_is_half_written() {
    let numbers = Numbers::new().await;
    let busy = numbers.keeps_busy();
    let before = numbers.waits(adds(1)).await;
    let panicking = |db: &mut Db| -> Result<(), StoreError> {
        db.transaction(|db| {
            adds(2)(db)?;
            panic!("a defect")
        })
    };
    let panics = numbers.waits(panicking).await;
    let after = numbers.waits(adds(3)).await;
    drop(busy);
    assert!(panics.await.unwrap_err().is_panic());
    let mut written = Vec::new();
    for (number, outcome) in [(1, before.await.unwrap()), (3, after.await.unwrap())] {
        match outcome {
            Ok(_) => written.push(number),
            Err(error) => assert!(matches!(error, StoreError::Commit(_)), "{error:?}"),
        }
    }
    assert_eq!(numbers.all().await, written);
    numbers.store.write(adds(4)).await.unwrap();
    assert!(numbers.all().await.ends_with(&[4]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn work_whose_caller_no_longer_waits_is_not_begun() {
    let numbers = Numbers::new().await;
    let busy = numbers.keeps_busy();
    let abandoned = numbers.waits(adds(1)).await;
    let kept = numbers.waits(adds(2)).await;
    abandoned.abort();
    let _ = abandoned.await;
    drop(busy);
    kept.await.unwrap().unwrap();
    assert_eq!(numbers.all().await, [2]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_waits_too_long_is_refused_and_nothing_is_written() {
    let numbers = Numbers::with(|url| DatabaseSettings {
        connect_timeout: Duration::from_millis(300),
        ..DatabaseSettings::new(url)
    });
    let numbers = numbers.await;
    let busy = numbers.keeps_busy();
    let refused = numbers.store.write(adds(1)).await;
    assert!(matches!(refused, Err(StoreError::Busy)), "{refused:?}");
    drop(busy);
    numbers.store.write(adds(2)).await.unwrap();
    assert_eq!(numbers.all().await, [2]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_group_is_answered_when_it_is_committed() {
    let numbers = Numbers::new().await;
    let (release, released) = mpsc::channel::<()>();
    let first = |db: &mut Db| {
        // Its group takes in no others.
        std::thread::sleep(LONGEST);
        adds(1)(db)
    };
    let second = move |db: &mut Db| {
        let _ = released.recv();
        adds(2)(db)
    };
    let busy = numbers.keeps_busy();
    let first = numbers.waits(first).await;
    let second = numbers.waits(second).await;
    drop(busy);
    assert_eq!(first.await.unwrap().unwrap(), 1);
    assert_eq!(numbers.all().await, [1]);
    drop(release);
    assert_eq!(second.await.unwrap().unwrap(), 2);
    assert_eq!(numbers.all().await, [1, 2]);
}

/// A transaction that fills a group, and lets the next one wait before it ends.
fn endless(waiting: Waiting, ended: Arc<AtomicBool>) -> Work {
    Box::new(move |_| {
        std::thread::sleep(LONGEST);
        if !ended.load(Ordering::Relaxed) {
            let (_, answered) = waiting.add(endless(waiting.clone(), ended));
            // Its caller waits for ever.
            std::mem::forget(answered);
        }
        Ok(Box::new(()))
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_needs_the_connection_without_a_transaction_gets_it_though_others_always_wait() {
    let numbers = Numbers::new().await;
    let (waiting, ended) = (numbers.line().clone(), Arc::default());
    let first = endless(waiting, Arc::clone(&ended));
    numbers.store.write(first).await.unwrap();
    let alone = numbers.store.write_connection(|db| Ok(db.ping()?));
    let result = alone.await;
    ended.store(true, Ordering::Relaxed);
    result.unwrap();
}

/// An error ends PostgreSQL's transaction but for what is before the savepoint.
#[cfg(feature = "postgres")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_one_users_transactions_on_postgresql_those_that_fail_leave_the_others() {
    let server = test_servers::postgres::Postgres::start().unwrap();
    let store = Store::open(&DatabaseSettings::new(server.url())).await.unwrap();
    let numbers = Numbers {
        store,
        folder: tempfile::tempdir().unwrap(),
    };
    numbers.create().await;
    let (release, released) = mpsc::channel();
    let (begun, began) = mpsc::channel();
    let user = UserId::random();
    let store = numbers.store.clone();
    let first = tokio::spawn(async move {
        let work = move |db: &mut Db| {
            begun.send(()).unwrap();
            released.recv().unwrap();
            adds(0)(db)
        };
        store.write_of(user, work).await
    });
    began.recv().unwrap();
    // Every third adds a number that is there, after one of its own.
    let other = |number: i32| {
        numbers.store.write_of(user, move |db| {
            adds(number)(db)?;
            if number % 3 == 0 { adds(0)(db) } else { Ok(number) }
        })
    };
    let others = futures::future::join_all((1..10).map(other));
    let released = async { release.send(()).unwrap() };
    let (others, ()) = tokio::join!(others, released);
    assert_eq!(first.await.unwrap().unwrap(), 0);
    for (number, other) in (1..10).zip(others) {
        assert_eq!(other.is_ok(), number % 3 != 0, "{number}: {other:?}");
    }
    assert_eq!(numbers.all().await, [0, 1, 2, 4, 5, 7, 8]);
}
