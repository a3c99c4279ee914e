//! Deleting an account, cut off at every step: it ends, whoever takes it up again, and leaves nothing.
//!
//! Tables come from the database's own catalogue, so one that is added is tried here without being named.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::TimeDelta;
use invoices_app::Worker;
use invoices_sandbox::Fault;
use reqwest::Method;
use serde_json::json;
use tokio::task::JoinHandle;

use crate::answer::Answer;
use crate::contract::Operation;
use crate::database::Database;
use crate::interruption::{Call, Cut, Held, Interruptions};
use crate::mails::{at, grocery, notice, rent_mail};
use crate::on_both_databases;
use crate::user::User;
use crate::world::World;

const ME: &str = "/v1/user/me";
const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// The world with interruptions, and a mailbox of one receipt and one rent notice.
async fn interruptible(world: World) -> (World, Interruptions) {
    let interruptions = Interruptions::default();
    let world = world.with_ports(|ports| interruptions.stand_before(ports)).await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
    (world, interruptions)
}

/// Someone of whom every table, the originals and the tokens hold something.
async fn settled<'w>(world: &'w World, name: &str) -> User<'w> {
    let user = world.connects(name).await;
    user.finds_retail().await;
    user.ingests_rental().await.data(200);
    for (table, rows) in world.owned(user.id).await {
        assert!(!rows.is_empty(), "{table} holds nothing: fill it here");
    }
    assert_eq!(files_of(&user).len(), 3);
    user
}

/// The originals and the sealed tokens of a user, with what is in them.
fn files_of(user: &User<'_>) -> BTreeMap<String, Vec<u8>> {
    let id = user.id.to_string();
    let files = user.world.files().into_iter().filter(|file| file.contains(&id));
    // Of a folder nothing can be read.
    files
        .filter_map(|file| std::fs::read(&file).ok().map(|bytes| (file, bytes)))
        .collect()
}

/// Nothing is left of a user but the one job that did it, which names the user's id alone.
async fn is_gone(user: &User<'_>, why: &str) {
    for (table, rows) in user.world.owned(user.id).await {
        let kept = rows
            .iter()
            .filter(|row| table != "jobs" || !row.contains("delete-account"));
        assert_eq!(kept.collect::<Vec<_>>(), Vec::<&String>::new(), "{table} after {why}");
    }
    let id = user.id.to_string();
    let left: Vec<String> = user.world.files().into_iter().filter(|f| f.contains(&id)).collect();
    assert_eq!(left, Vec::<String>::new(), "after {why}");
}

/// The token opens no operation, asked without letting a job run; nor does the password.
async fn is_locked_out(user: &User<'_>, why: &str) {
    let world = user.world;
    let ask = async |request: reqwest::RequestBuilder| Answer::of(request.send().await.unwrap()).await;
    for operation in Operation::guarded(world) {
        // It alone still works: it is how one asks again.
        if operation.id == "user_delete" {
            continue;
        }
        let answer = ask(operation.request(world).bearer_auth(&user.token)).await;
        let expected = if operation.user_not_found { 404 } else { 401 };
        assert_eq!(answer.status, expected, "{} {why}: {:?}", operation.id, answer.body);
    }
    let login = json!({"email": user.email, "password": user.password});
    let answer = ask(world.http.post(world.url("/v1/auth/login")).json(&login)).await;
    assert_eq!(answer.status, 401, "{why}");
}

/// A step of the deletion.
#[derive(Clone, Debug)]
enum Step {
    /// A call of a store.
    Call(Call, Cut),
    /// Some originals are gone and some are not.
    HalfOfTheObjects,
    /// The statement that removes rows of this table.
    Rows(String),
}

impl Step {
    fn all(tables: impl Iterator<Item = String>) -> Vec<Step> {
        let calls = [Call::DeleteObjects, Call::DeleteSecret];
        let calls = calls
            .into_iter()
            .flat_map(|call| [Cut::Before, Cut::After].map(|cut| Step::Call(call, cut)));
        calls
            .chain([Step::HalfOfTheObjects])
            .chain(tables.map(Step::Rows))
            .collect()
    }

    async fn cut(&self, interruptions: &Interruptions, user: &User<'_>) {
        let (world, id) = (user.world, user.id);
        match self {
            Step::Call(call, cut) => interruptions.cut(*call, *cut),
            Step::HalfOfTheObjects => {
                let objects = files_of(user).into_keys().filter(|file| file.contains("/objects/"));
                std::fs::remove_file(objects.min().unwrap()).unwrap();
                interruptions.cut(Call::DeleteObjects, Cut::Before);
            }
            Step::Rows(table) => {
                let sql = match world.database {
                    Database::Sqlite => format!(
                        "CREATE TRIGGER cut_off BEFORE DELETE ON {table} WHEN OLD.user_id = '{id}' \
                         BEGIN SELECT RAISE(ABORT, 'cut off'); END"
                    ),
                    Database::Postgres => format!(
                        "CREATE FUNCTION cut_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'cut off'; END $$; \
                         CREATE TRIGGER cut_off BEFORE DELETE ON {table} FOR EACH ROW \
                         WHEN (OLD.user_id = '{id}') EXECUTE FUNCTION cut_off()"
                    ),
                };
                world.sql(&sql).await;
            }
        }
    }

    async fn mend(&self, interruptions: &Interruptions, world: &World) {
        interruptions.end();
        if matches!(self, Step::Rows(_)) {
            world
                .sql(match world.database {
                    Database::Sqlite => "DROP TRIGGER cut_off",
                    Database::Postgres => "DROP FUNCTION cut_off CASCADE",
                })
                .await;
        }
    }
}

/// Who goes on with it.
#[derive(Clone, Copy, Debug)]
enum Resumes {
    /// The user asks again.
    User,
    /// The job is tried again.
    Job,
    /// The worker died of it; another takes the job when the lease has run out.
    AnotherWorker,
}

/// Asks for the deletion in the background, and waits until the user counts as deleted. No job runs.
async fn asks_for_deletion(user: &User<'_>) -> JoinHandle<Answer> {
    let world = user.world;
    let request = world
        .http
        .request(Method::DELETE, world.url(ME))
        .bearer_auth(&user.token)
        .send();
    let asked = tokio::spawn(async { Answer::of(request.await.unwrap()).await });
    while world.app.live_user(user.id).await.unwrap().is_some() {
        tokio::task::yield_now().await;
    }
    asked
}

/// Lets one job run until the held call, by a worker of its own.
async fn works_until(world: &World, held: &Arc<Held>) -> JoinHandle<()> {
    let worker = Worker::new(world.app.clone());
    let working = tokio::spawn(async move {
        worker.run_one().await.unwrap();
    });
    held.reached().await;
    working
}

/// An ingest that was begun and stands before the held call.
async fn begins_an_ingest(user: &User<'_>, held: Arc<Held>) -> (JoinHandle<()>, Arc<Held>) {
    let world = user.world;
    let ingest = world
        .http
        .request(Method::POST, world.url("/v1/invoices/retail/ingest"));
    let ingest = ingest.bearer_auth(&user.token).send();
    // What it is answered is of no interest.
    tokio::spawn(ingest);
    while world.app.store().live_jobs().await.unwrap() == 0 {
        tokio::task::yield_now().await;
    }
    (works_until(world, &held).await, held)
}

on_both_databases! {
    async fn cut_off_at_any_step_it_is_finished(world: World) {
        let (world, interruptions) = interruptible(world).await;
        let bo = settled(&world, "Bo").await;
        let bos = (world.owned(bo.id).await, files_of(&bo));
        let steps = Step::all(world.owned(bo.id).await.into_keys());
        assert!(steps.len() > 12, "{steps:?}");
        // Each step with one who resumes, in turn.
        let resumed = [Resumes::User, Resumes::Job, Resumes::AnotherWorker].into_iter().cycle();
        for (step, resumes) in steps.into_iter().zip(resumed) {
            let why = format!("{step:?} {resumes:?}");
            let alva = settled(&world, "Alva").await;
            let rows = world.owned(alva.id).await;
            step.cut(&interruptions, &alva).await;
            let answer = alva.deletes(ME).await;
            assert_eq!(answer.status, 502, "{why}: {:?}", answer.body);
            answer.fails(502, "DEPENDENCY_FAILURE");
            is_locked_out(&alva, &why).await;
            for (table, left) in world.owned(alva.id).await {
                assert!(left.len() >= rows[&table].len(), "{table} lost rows before all went: {why}");
            }
            step.mend(&interruptions, &world).await;
            match resumes {
                Resumes::User => {
                    alva.deletes(ME).await.data(200);
                }
                Resumes::Job => world.clock.forward(TimeDelta::minutes(1)),
                Resumes::AnotherWorker => {
                    let died = "UPDATE jobs SET state = 'running', owner = 'gone', lease_until = created_at";
                    world.sql(&format!("{died} WHERE kind = 'delete-account' AND state = 'ready'")).await;
                    world.clock.forward(TimeDelta::minutes(1));
                }
            }
            world.drain().await;
            is_gone(&alva, &why).await;
            is_locked_out(&alva, &why).await;
        }
        assert_eq!((world.owned(bo.id).await, files_of(&bo)), bos, "Bo keeps what is Bo's");
        assert!(world.app.live_user(bo.id).await.unwrap().is_some());
    }

    /// Before a worker has even seen the job, and between its steps.
    async fn the_token_opens_nothing_from_the_first_moment_on(world: World) {
        let (world, interruptions) = interruptible(world).await;
        let alva = settled(&world, "Alva").await;
        let asked = asks_for_deletion(&alva).await;
        is_locked_out(&alva, "before any job").await;
        let objects = interruptions.hold(Call::DeleteObjects);
        let working = works_until(&world, &objects).await;
        is_locked_out(&alva, "before the originals go").await;
        let secret = interruptions.hold(Call::DeleteSecret);
        objects.release();
        secret.reached().await;
        is_locked_out(&alva, "before the tokens go").await;
        secret.release();
        working.await.unwrap();
        asked.await.unwrap().data(200);
        is_gone(&alva, "all steps").await;
        is_locked_out(&alva, "after all steps").await;
    }

    /// An ingest whose process is so slow that its lease runs out goes on after the account is gone: it takes back what it wrote.
    async fn an_ingest_that_comes_to_itself_after_the_deletion_leaves_nothing(world: World) {
        let (world, interruptions) = interruptible(world).await;
        let alva = world.connects("Alva").await;
        let (ingesting, held) = begins_an_ingest(&alva, interruptions.hold(Call::PutObject)).await;
        let asked = asks_for_deletion(&alva).await;
        is_locked_out(&alva, "while an ingest runs").await;
        world.drain().await;
        assert!(!asked.is_finished(), "one of a user's jobs at a time");
        world.clock.forward(TimeDelta::minutes(5));
        world.drain().await;
        asked.await.unwrap().data(200);
        held.release();
        ingesting.await.unwrap();
        is_gone(&alva, "a slow ingest").await;
        world.tick().await;
        is_gone(&alva, "the schedule's next look").await;
    }

    /// The same for one whose process died: nobody waits for it longer than its lease.
    async fn an_ingest_that_died_does_not_stop_the_deletion(world: World) {
        let (world, interruptions) = interruptible(world).await;
        let alva = world.connects("Alva").await;
        let (ingesting, _held) = begins_an_ingest(&alva, interruptions.hold(Call::PutObject)).await;
        ingesting.abort();
        let asked = asks_for_deletion(&alva).await;
        world.clock.forward(TimeDelta::minutes(5));
        world.drain().await;
        asked.await.unwrap().data(200);
        is_gone(&alva, "a dead ingest").await;
    }

    /// Tokens that were being stored when the account went are forgotten again.
    async fn tokens_that_are_written_after_the_deletion_are_forgotten(world: World) {
        let (world, interruptions) = interruptible(world).await;
        let alva = settled(&world, "Alva").await;
        let held = interruptions.hold(Call::PutSecret);
        let body = json!({"access_token": world.sandbox.issue_tokens().access});
        let storing = world.http.post(world.url("/v1/auth/mail/store-tokens")).json(&body).bearer_auth(&alva.token);
        let storing = tokio::spawn(storing.send());
        held.reached().await;
        alva.deletes(ME).await.data(200);
        held.release();
        let answer = Answer::of(storing.await.unwrap().unwrap()).await;
        answer.fails(401, "INVALID_CREDENTIALS");
        is_gone(&alva, "tokens that came late").await;
    }

    /// The same of a mail account's address, which stays when its tokens are dropped as dead.
    async fn an_address_that_is_written_after_the_deletion_is_forgotten(world: World) {
        let (world, interruptions) = interruptible(world).await;
        let alva = settled(&world, "Alva").await;
        world.sandbox.fail(Fault::TokenRevoked);
        let (ingesting, held) = begins_an_ingest(&alva, interruptions.hold(Call::PutSecret)).await;
        let asked = asks_for_deletion(&alva).await;
        world.clock.forward(TimeDelta::minutes(5));
        world.drain().await;
        asked.await.unwrap().data(200);
        held.release();
        ingesting.await.unwrap();
        is_gone(&alva, "an address that came late").await;
    }

    /// Storage may tell of an object late, twice, and while the deletion is cut off; it may even be there again.
    async fn events_of_objects_write_nothing_from_the_first_moment_on(world: World) {
        let (world, interruptions) = interruptible(world).await;
        let alva = settled(&world, "Alva").await;
        let originals: Vec<_> = files_of(&alva).into_iter().filter(|(file, _)| file.contains("/objects/")).collect();
        let keys = world.objects();
        let come_again = async || {
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
        come_again().await;
        assert_eq!(world.owned(alva.id).await, rows, "nothing was written while it was cut off");
        interruptions.end();
        alva.deletes(ME).await.data(200);
        is_gone(&alva, "events while it was cut off").await;

        come_again().await;
        for (file, _) in &originals {
            std::fs::remove_file(file).unwrap();
        }
        for (table, rows) in world.owned(alva.id).await {
            let written: Vec<_> = rows.iter().filter(|row| !row.contains("delete-account")).collect();
            assert!(written.is_empty(), "{table}: {written:?}");
        }
    }
}
