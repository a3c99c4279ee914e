//! Jobs that continue at once after a restart, or after a failure of the database. The lease is hours long, so that no test
//! passes because it expired.

use chrono::{TimeDelta, Utc};
use invoices_sandbox::{Endpoint, Sandbox, SandboxHandle, SandboxSettings};
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::database::{execute, texts};
use invoices_tests::support::mails::grocery;
use invoices_tests::support::program::mailbox;
use invoices_tests::support::replica::Replica;
use invoices_tests::support::wait::{until, within};
use rstest::rstest;
use serde_json::json;
use tempfile::TempDir;

const INGEST: &str = "/v1/invoices/retail/ingest";

/// What processes share: their data, and a mailbox with one receipt.
struct Shared {
    folder: TempDir,
    url: String,
    sandbox: SandboxHandle,
    settings: Vec<(&'static str, String)>,
}

impl Shared {
    async fn new(database: Database) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let sandbox = SandboxSettings {
            address: "alva@example.com".into(),
            ..SandboxSettings::default()
        };
        let sandbox = Sandbox::start(sandbox).await.unwrap();
        sandbox.add(&grocery(Utc::now(), "204118", "100,00"));
        let url = database.create(folder.path()).await;
        let mut settings = mailbox(&sandbox);
        settings.extend([
            ("INVOICES__DATABASE__URL", url.clone()),
            ("INVOICES_TEST__PIPELINE__LEASE_SECONDS", "43200".into()),
            ("INVOICES__SERVER__SHUTDOWN_SECONDS", "1".into()),
            // The ingests are those of the test alone.
            ("INVOICES__SCHEDULE__RETAIL", "0 0 0 1 1 *".into()),
            ("INVOICES__SCHEDULE__RENTAL_LATEST", "0 0 0 1 1 *".into()),
        ]);
        Shared {
            folder,
            url,
            sandbox,
            settings,
        }
    }

    async fn start(&self) -> Replica {
        Replica::start(self.folder.path(), &self.settings).await
    }

    /// State, attempts and lost leases of the ingests.
    async fn ingests(&self) -> Vec<String> {
        let sql = "SELECT state || ' ' || attempts || ' ' || lost_leases AS text FROM jobs WHERE kind = 'ingest'";
        texts(&self.url, sql).await
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_under_way_at_shutdown_is_taken_over_at_once(#[values(Sqlite, Postgres)] database: Database) {
    let shared = Shared::new(database).await;
    let first = shared.start().await;
    let token = first.connects(&shared.sandbox).await;
    let hold = shared.sandbox.hold_messages();
    let waiting = tokio::spawn(first.post(INGEST, &token, &json!({})).send());
    let fetching = shared.sandbox.wait_for_calls(Endpoint::Fetch, 1);
    within("the ingest to fetch", fetching).await;
    assert_eq!(first.stop().await, Some(0));
    drop(hold);
    let _next = shared.start().await;
    // The attempt that was cut off does not count.
    until("the next process to finish the ingest", async || {
        shared.ingests().await == ["done 1 0"]
    })
    .await;
    let _ = within("the request to end", waiting).await;
}

/// The work is not repeated, and the caller gets the answer.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outcome_that_the_database_refuses_is_written_later(#[values(Sqlite, Postgres)] database: Database) {
    let shared = Shared::new(database).await;
    let replica = shared.start().await;
    let token = replica.connects(&shared.sandbox).await;
    let is_outcome = "NEW.kind = 'ingest' AND NEW.state = 'done'";
    let (refuse, accept) = match database {
        Sqlite => (
            format!(
                "CREATE TRIGGER refuse BEFORE UPDATE ON jobs WHEN {is_outcome} BEGIN SELECT RAISE(ABORT, 'refused'); END"
            ),
            "DROP TRIGGER refuse",
        ),
        Postgres => (
            format!(
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$; \
                 CREATE TRIGGER refuse BEFORE UPDATE ON jobs FOR EACH ROW WHEN ({is_outcome}) EXECUTE FUNCTION refuse()"
            ),
            "DROP FUNCTION refuse CASCADE",
        ),
    };
    execute(&shared.url, &refuse).await;
    let answer = tokio::spawn(Answer::to(replica.post(INGEST, &token, &json!({}))));
    until("the worker to try again", async || {
        replica.logged("failed to write a job's outcome; trying again") > 0
    })
    .await;
    execute(&shared.url, accept).await;
    let answer = within("the answer", answer).await.unwrap();
    assert_eq!(answer.data(200)["totalEmailsFound"], 1);
    assert_eq!(shared.ingests().await, ["done 1 0"]);
    assert_eq!(shared.sandbox.calls(Endpoint::Fetch), 1);
}

/// Ends the connection as the first transaction commits that changes several documents, each for another caller.
const CUT_OFF: &str = "\
    CREATE SEQUENCE cut_offs; \
    CREATE FUNCTION cut_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
        IF current_setting('test.document', true) NOT IN ('', NEW.id::text) THEN \
            IF nextval('cut_offs') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF; \
        END IF; \
        PERFORM set_config('test.document', NEW.id::text, true); \
        RETURN NULL; \
    END $$; \
    CREATE CONSTRAINT TRIGGER cut_off AFTER UPDATE ON documents DEFERRABLE INITIALLY DEFERRED \
        FOR EACH ROW EXECUTE FUNCTION cut_off()";

/// Whoever shared the commit tries again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shared_commit_that_is_cut_off_loses_and_doubles_nothing() {
    let shared = Shared::new(Postgres).await;
    for number in 1..40 {
        let order = (204_118 + number).to_string();
        shared
            .sandbox
            .add(&grocery(Utc::now() - TimeDelta::hours(number), &order, "100,00"));
    }
    execute(&shared.url, CUT_OFF).await;
    let replica = shared.start().await;
    let token = replica.connects(&shared.sandbox).await;
    // A transaction of the ingest may be among those that are cut off. The next one fetches the rest.
    Answer::to(replica.post(INGEST, &token, &json!({}))).await;
    Answer::to(replica.post(INGEST, &token, &json!({}))).await.data(200);
    let count = async |rows: &str| texts(&shared.url, &format!("SELECT count(*)::text AS text FROM {rows}")).await;
    until("every document to be read", async || {
        count("jobs WHERE state <> 'done'").await == ["0"]
    })
    .await;
    assert_eq!(count("cut_offs WHERE is_called").await, ["1"]);
    assert_eq!(count("documents WHERE state = 'parsed'").await, ["40"]);
    assert_eq!(count("retail_invoices").await, ["40"]);
    assert_eq!(
        texts(&shared.url, "SELECT sum(invoices)::text AS text FROM retail_sums").await,
        ["40"]
    );
}
