//! Deletions of accounts that are interrupted at each of their steps.
//!
//! The tables come from the catalogue of the database, so that a new table is covered without being named.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::TimeDelta;
use invoices_app::Worker;
use invoices_sandbox::Fault;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::contract::Operation;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::interruption::{Call, Cut, Held, Interruptions};
use invoices_tests::support::mails::{at, grocery, notice, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::wait::within;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::json;
use tokio::task::JoinHandle;

const ME: &str = "/v1/user/me";
const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// Installs the interruptions, and adds a receipt and a rent notice to the mailbox.
async fn interruptible(world: World) -> (World, Interruptions) {
    let interruptions = Interruptions::default();
    let world = world.with_ports(|ports| interruptions.install(ports)).await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
    (world, interruptions)
}

/// A user with rows in every table, originals and tokens.
async fn user_with_invoices<'w>(world: &'w World, name: &str) -> User<'w> {
    let user = world.connects(name).await;
    user.fetches_retail().await;
    user.ingests_rental().await.data(200);
    user.was_invited_and_logged_out().await;
    user.has_sources().await;
    user.corrects_retail().await;
    user.has_segments().await;
    user.posts_nothing("/v1/auth/mail/connect").await.data(201);
    for (table, rows) in world.owned(user.id).await {
        assert!(!rows.is_empty(), "{table} holds nothing: fill it here");
    }
    assert_eq!(files_of(&user).len(), 4);
    user
}

/// The originals and the encrypted tokens of a user, by path.
fn files_of(user: &User<'_>) -> BTreeMap<String, Vec<u8>> {
    let id = user.id.to_string();
    // Skips the folders.
    let read = |file: String| std::fs::read(&file).ok().map(|bytes| (file, bytes));
    let files = user.world.files().into_iter().filter(|file| file.contains(&id));
    files.filter_map(read).collect()
}

/// No row is left of the user but what operators did, which names only the user id.
async fn assert_rows_deleted(user: &User<'_>, why: &str) {
    for (table, rows) in user.world.owned(user.id).await {
        let kept = rows.iter().filter(|row| match table.as_str() {
            "acts" => row.contains(&user.email.to_lowercase()),
            _ => true,
        });
        assert_eq!(kept.collect::<Vec<_>>(), Vec::<&String>::new(), "{table} after {why}");
    }
}

/// No row is left of the user but those, and no file or folder.
async fn assert_deleted(user: &User<'_>, why: &str) {
    assert_rows_deleted(user, why).await;
    let id = user.id.to_string();
    let left: Vec<String> = user.world.files().into_iter().filter(|f| f.contains(&id)).collect();
    assert_eq!(left, Vec::<String>::new(), "after {why}");
}

/// Neither token nor password is accepted. No job runs meanwhile.
async fn assert_locked_out(user: &User<'_>, why: &str) {
    assert_refused(user, Operation::guarded(user.world), why).await;
    let login = json!({"email": user.email, "password": user.password});
    let answer = Answer::to(user.world.http.post(user.world.url("/v1/auth/login")).json(&login)).await;
    assert_eq!(answer.status, 401, "{why}");
}

/// The token is not accepted by these operations.
async fn assert_refused(user: &User<'_>, operations: impl IntoIterator<Item = Operation>, why: &str) {
    // It stays open, so that a deletion can be requested again.
    for operation in operations.into_iter().filter(|operation| operation.id != "user_delete") {
        let answer = Answer::to(operation.request(user.world).bearer_auth(&user.token)).await;
        let expected = if operation.user_not_found { 404 } else { 401 };
        assert_eq!(answer.status, expected, "{} {why}: {:?}", operation.id, answer.body);
    }
}

#[derive(Clone, Debug)]
enum Step {
    Call(Call, Cut),
    /// Some originals are deleted.
    HalfOfTheObjects,
    /// The statement that deletes the rows of this table, or the address in them.
    Rows(String),
}

impl Step {
    fn all(tables: impl Iterator<Item = String>) -> Vec<Step> {
        let calls = [Call::DeleteObjects, Call::DeleteSecret, Call::PutSecret];
        let calls = calls
            .into_iter()
            .flat_map(|call| [Cut::Before, Cut::After].map(|cut| Step::Call(call, cut)));
        calls
            .chain([Step::HalfOfTheObjects])
            .chain(tables.map(Step::Rows))
            .collect()
    }

    async fn interrupt(&self, interruptions: &Interruptions, user: &User<'_>) {
        let (world, id) = (user.world, user.id);
        match self {
            Step::Call(call, cut) => interruptions.cut(*call, *cut),
            Step::HalfOfTheObjects => {
                let objects = files_of(user).into_keys().filter(|file| file.contains("/objects/"));
                std::fs::remove_file(objects.min().unwrap()).unwrap();
                interruptions.cut(Call::DeleteObjects, Cut::Before);
            }
            Step::Rows(table) => {
                let statement = if table == "acts" { "UPDATE" } else { "DELETE" };
                let sql = match world.database {
                    Database::Sqlite => format!(
                        "CREATE TRIGGER interrupt BEFORE {statement} ON {table} WHEN OLD.user_id = '{id}' \
                         BEGIN SELECT RAISE(ABORT, 'interrupted'); END"
                    ),
                    Database::Postgres => format!(
                        "CREATE FUNCTION interrupt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'interrupted'; END $$; \
                         CREATE TRIGGER interrupt BEFORE {statement} ON {table} FOR EACH ROW \
                         WHEN (OLD.user_id = '{id}') EXECUTE FUNCTION interrupt()"
                    ),
                };
                world.sql(&sql).await;
            }
        }
    }

    async fn repair(&self, interruptions: &Interruptions, world: &World) {
        interruptions.end();
        if matches!(self, Step::Rows(_)) {
            world
                .sql(match world.database {
                    Database::Sqlite => "DROP TRIGGER interrupt",
                    Database::Postgres => "DROP FUNCTION interrupt CASCADE",
                })
                .await;
        }
    }
}

/// Who continues an interrupted deletion.
#[derive(Clone, Copy, Debug)]
enum ResumedBy {
    /// The user, with another request.
    User,
    /// The same job, when it is retried.
    Job,
    /// Another worker, when the lease of the dead one has expired.
    AnotherWorker,
}

/// Requests the deletion in the background and waits until the user counts as deleted. No job runs meanwhile.
async fn requests_deletion(user: &User<'_>) -> JoinHandle<Answer> {
    let world = user.world;
    let request = world.http.delete(world.url(ME)).bearer_auth(&user.token);
    let answer = tokio::spawn(Answer::to(request));
    world.deletion_started(user.id).await;
    answer
}

/// Starts a worker for one job, and waits until the job makes the held call.
async fn runs_job_until(world: &World, held: &Arc<Held>) -> JoinHandle<()> {
    let worker = Worker::of_pool(world.app.clone(), invoices_db::Pool::Own);
    let working = tokio::spawn(async move {
        worker.run_one().await.unwrap();
    });
    held.reached().await;
    working
}

/// Starts an ingest that waits in the held call.
async fn starts_ingest(user: &User<'_>, held: Arc<Held>) -> (JoinHandle<()>, Arc<Held>) {
    let world = user.world;
    let ingest = world.http.post(world.url("/v1/invoices/retail/ingest"));
    tokio::spawn(ingest.bearer_auth(&user.token).send());
    world.job_enqueued().await;
    (runs_job_until(world, &held).await, held)
}

// Shows: Profile and deletion of the account | A deletion that a failing dependency or a dying process interrupted is finished by the next `DELETE`, or by itself
// Shows: Threats | Deleted data stays, or…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deletion_interrupted_at_any_step_is_finished(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (world, interruptions) = interruptible(world).await;
    let bo = user_with_invoices(&world, "Bo").await;
    let data_of_bo = (world.owned(bo.id).await, files_of(&bo));
    // The statements for the tables are the same on both databases, so PostgreSQL is stopped at some of them.
    let tables = world.owned(bo.id).await.into_keys();
    let steps = Step::all(tables.step_by(if database == Sqlite { 1 } else { 6 }));
    assert!(steps.len() > 12, "{steps:?}");
    let some = || Operation::guarded(&world).into_iter().step_by(16);
    // Each step is resumed in one of three ways, in turn.
    let resuming = [ResumedBy::User, ResumedBy::Job, ResumedBy::AnotherWorker]
        .into_iter()
        .cycle();
    for (step, resumed_by) in steps.into_iter().zip(resuming) {
        let why = format!("{step:?} {resumed_by:?}");
        let alva = user_with_invoices(&world, "Alva").await;
        step.interrupt(&interruptions, &alva).await;
        let answer = alva.deletes(ME).await;
        assert_eq!(answer.status, 502, "{why}: {:?}", answer.body);
        answer.fails(502, "DEPENDENCY_FAILURE");
        assert_refused(&alva, some(), &why).await;
        assert_eq!(world.rows("users", alva.id).await, 1, "it goes last: {why}");
        step.repair(&interruptions, &world).await;
        match resumed_by {
            ResumedBy::User => {
                alva.deletes(ME).await.data(200);
            }
            ResumedBy::Job => world.clock.forward(TimeDelta::minutes(1)),
            ResumedBy::AnotherWorker => {
                let died = "UPDATE jobs SET state = 'running', owner = 'gone', lease_until = created_at";
                world
                    .sql(&format!("{died} WHERE kind = 'delete-account' AND state = 'ready'"))
                    .await;
                world.clock.forward(TimeDelta::minutes(1));
            }
        }
        world.drain().await;
        assert_deleted(&alva, &why).await;
        assert_refused(&alva, some(), &why).await;
    }
    assert_eq!(
        (world.owned(bo.id).await, files_of(&bo)),
        data_of_bo,
        "Bo's data is kept"
    );
    assert!(world.app.live_user(bo.id).await.unwrap().is_some());
}

/// Before the job starts, and between its steps.
// Shows: Profile and deletion of the account | From the moment of the request the user counts as deleted; a running ingest stops at its next message, late events write nothing
// Shows: Threats | The token of a deleted…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_token_is_refused_from_the_first_moment(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (world, interruptions) = interruptible(world).await;
    let alva = user_with_invoices(&world, "Alva").await;
    let answer = requests_deletion(&alva).await;
    assert_locked_out(&alva, "before any job").await;
    let objects = interruptions.hold(Call::DeleteObjects);
    let working = runs_job_until(&world, &objects).await;
    assert_locked_out(&alva, "before the originals go").await;
    let secret = interruptions.hold(Call::DeleteSecret);
    objects.release();
    secret.reached().await;
    assert_locked_out(&alva, "before the tokens go").await;
    secret.release();
    within("the deletion job to end", working).await.unwrap();
    within("the answer to the deletion", answer).await.unwrap().data(200);
    assert_deleted(&alva, "all steps").await;
    assert_locked_out(&alva, "after all steps").await;
}

/// Its lease expires while it is held. When it continues after the deletion, it removes what it wrote.
// Shows: Threats | Deleted data stays, or…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ingest_that_continues_after_the_deletion_leaves_nothing(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (world, interruptions) = interruptible(world).await;
    let alva = world.connects("Alva").await;
    let (ingesting, held) = starts_ingest(&alva, interruptions.hold(Call::PutObject)).await;
    let answer = requests_deletion(&alva).await;
    assert_locked_out(&alva, "while an ingest runs").await;
    world.drain().await;
    assert!(!answer.is_finished(), "one of a user's jobs at a time");
    world.clock.forward(TimeDelta::minutes(5));
    world.drain().await;
    within("the answer to the deletion", answer).await.unwrap().data(200);
    held.release();
    within("the ingest job to end", ingesting).await.unwrap();
    assert_deleted(&alva, "a slow ingest").await;
    world.tick().await;
    assert_deleted(&alva, "the next tick").await;
}

/// The deletion starts as soon as the lease of the dead ingest has expired.
// Shows: Profile and deletion of the account | A deletion that a failing…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ingest_that_died_does_not_stop_the_deletion(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (world, interruptions) = interruptible(world).await;
    let alva = world.connects("Alva").await;
    let (ingesting, _held) = starts_ingest(&alva, interruptions.hold(Call::PutObject)).await;
    ingesting.abort();
    let answer = requests_deletion(&alva).await;
    world.clock.forward(TimeDelta::minutes(5));
    world.drain().await;
    within("the answer to the deletion", answer).await.unwrap().data(200);
    assert_deleted(&alva, "a dead ingest").await;
}

// Shows: Threats | Deleted data stays, or…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mail_tokens_written_after_the_deletion_are_removed(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (world, interruptions) = interruptible(world).await;
    let alva = user_with_invoices(&world, "Alva").await;
    let held = interruptions.hold(Call::PutSecret);
    let body = json!({"access_token": world.sandbox.issue_tokens().access});
    let storing = world
        .http
        .post(world.url("/v1/auth/mail/store-tokens"))
        .json(&body)
        .bearer_auth(&alva.token);
    let storing = tokio::spawn(Answer::to(storing));
    held.reached().await;
    alva.deletes(ME).await.data(200);
    held.release();
    let answer = within("the answer to the stored tokens", storing).await.unwrap();
    answer.fails(401, "INVALID_CREDENTIALS");
    assert_deleted(&alva, "tokens that came late").await;
}

/// The address is written when the tokens are found to be revoked.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_address_written_after_the_deletion_is_removed(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (world, interruptions) = interruptible(world).await;
    let alva = user_with_invoices(&world, "Alva").await;
    world.sandbox.fail(Fault::TokenRevoked);
    let (ingesting, held) = starts_ingest(&alva, interruptions.hold(Call::PutSecret)).await;
    let answer = requests_deletion(&alva).await;
    world.clock.forward(TimeDelta::minutes(5));
    world.drain().await;
    within("the answer to the deletion", answer).await.unwrap().data(200);
    held.release();
    within("the ingest job to end", ingesting).await.unwrap();
    assert_deleted(&alva, "an address that came late").await;
}

/// Events arrive late, twice, during an interrupted deletion, and with the objects restored.
// Shows: Profile and deletion of the account | From the moment of the…
// Shows: Threats | Deleted data stays, or…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn object_events_write_nothing_from_the_first_moment(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (world, interruptions) = interruptible(world).await;
    let alva = user_with_invoices(&world, "Alva").await;
    let originals: Vec<_> = files_of(&alva)
        .into_iter()
        .filter(|(file, _)| file.contains("/objects/"))
        .collect();
    let keys = world.objects();
    let deliver_events = async || {
        for (file, bytes) in &originals {
            std::fs::create_dir_all(std::path::Path::new(file).parent().unwrap()).unwrap();
            std::fs::write(file, bytes).unwrap();
        }
        for _ in 0..2 {
            for key in &keys {
                world.app.object_created(key.parse().unwrap()).await.unwrap();
            }
            world.drain().await;
        }
    };
    interruptions.cut(Call::DeleteSecret, Cut::Before);
    alva.deletes(ME).await.fails(502, "DEPENDENCY_FAILURE");
    let rows = world.owned(alva.id).await;
    deliver_events().await;
    assert_eq!(
        world.owned(alva.id).await,
        rows,
        "nothing was written while it was interrupted"
    );
    interruptions.end();
    alva.deletes(ME).await.data(200);
    assert_deleted(&alva, "events while it was interrupted").await;

    deliver_events().await;
    for (file, _) in &originals {
        std::fs::remove_file(file).unwrap();
    }
    // The folders of the restored objects are left.
    assert_rows_deleted(&alva, "events that came after it").await;
}
