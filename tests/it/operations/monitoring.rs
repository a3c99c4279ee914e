//! What operators and their machines ask a process, and processes that do one thing each.

use std::time::Duration;

use invoices_app::Worker;
use invoices_server::config::Role;
use invoices_server::start::{self, Service};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::answer::Answer;
use crate::mails::{at, grocery};
use crate::on_both_databases;
use crate::world::World;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

async fn watched(world: World) -> World {
    world
        .with_settings(|config| config.operations.address = Some("127.0.0.1:0".parse().unwrap()))
        .await
}

/// The status and the text of an answer to an operator.
async fn asks(world: &World, path: &str) -> (u16, String) {
    let url = format!("http://{}{path}", world.operations());
    let answer = world.http.get(url).send().await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

async fn checks(world: &World) -> (u16, Value) {
    let (status, text) = asks(world, "/readyz").await;
    (status, serde_json::from_str(&text).unwrap())
}

on_both_databases! {
    async fn an_operator_learns_what_is_not_ready_and_why(world: World) {
        let world = watched(world).await;
        let (status, said) = checks(&world).await;
        let all_well = json!({"database": "ok", "migrations": "ok", "objects": "ok", "secrets": "ok"});
        assert_eq!((status, &said), (200, &json!({"ready": true, "stopping": false, "checks": all_well})));
        let away = world.without("secrets");
        let (status, said) = checks(&world).await;
        assert_eq!((status, &said["ready"]), (503, &json!(false)));
        assert!(said["checks"]["secrets"].as_str().unwrap().starts_with("the secret store failed"), "{said}");
        assert_eq!(said["checks"]["objects"], "ok");
        drop(away);
        // As if this program were newer than the tables.
        world.sql("CREATE TABLE kept AS SELECT * FROM __diesel_schema_migrations; DELETE FROM __diesel_schema_migrations").await;
        let (status, said) = checks(&world).await;
        assert_eq!(status, 503);
        assert!(said["checks"]["migrations"].as_str().unwrap().contains("tables"), "{said}");
        world.sql("INSERT INTO __diesel_schema_migrations SELECT * FROM kept").await;
        assert_eq!(checks(&world).await.0, 200);
        let (status, said) = asks(&world, "/healthz").await;
        assert_eq!((status, said.contains("\"healthy\":true")), (200, true), "{said}");
        // None of it is for users.
        world.get("/readyz").await.fails(404, "INVALID_REQUEST");
    }

    async fn the_figures_tell_of_requests_jobs_and_ticks(world: World) {
        let world = watched(world).await;
        let alva = world.connects("Alva").await;
        alva.ingests_retail().await.data(200);
        alva.gets("/v1/nowhere").await.fails(404, "INVALID_REQUEST");
        world.tick().await;
        world.sql("UPDATE jobs SET state = 'dead'").await;
        let (status, text) = asks(&world, "/metrics").await;
        assert_eq!(status, 200);
        for line in [
            "invoices_requests_total{operation=\"retail_ingest\",status=\"200\"} 1",
            "invoices_requests_total{operation=\"\",status=\"404\"} 1",
            "invoices_request_duration_seconds_count{operation=\"retail_ingest\"} 1",
            "invoices_jobs{kind=\"ingest\",state=\"dead\"} 1",
            "invoices_jobs{kind=\"object-created\",state=\"due\"} 0",
            "invoices_oldest_due_job_seconds{kind=\"ingest\"} 0.0",
            "invoices_database_up 1",
        ] {
            assert!(text.lines().any(|stated| stated == line), "{line} in\n{text}");
        }
        assert!(text.contains("invoices_last_tick_timestamp_seconds{tick=\"sweep\"}") && text.ends_with("# EOF\n"), "{text}");
        world.sql("UPDATE jobs SET state = 'ready', run_at = '2026-11-18T08:00:00.000000Z' WHERE kind = 'ingest'").await;
        let (_, text) = asks(&world, "/metrics").await;
        assert!(text.contains("invoices_jobs{kind=\"ingest\",state=\"due\"} 1"), "{text}");
        world.sql("ALTER TABLE jobs RENAME TO away").await;
        let (status, text) = asks(&world, "/metrics").await;
        assert!(status == 200 && text.contains("invoices_database_up 0") && !text.contains("invoices_jobs"), "{text}");
    }

    /// One process answers requests, another runs jobs, and neither can wake the other.
    async fn a_process_that_only_answers_waits_for_a_worker_elsewhere(world: World) {
        let world = world.with_settings(|config| config.server.roles = vec![Role::Api]).await;
        world.sandbox.add(&grocery(at(NOVEMBER), "204118", "100,00"));
        let alva = world.connects("Alva").await;
        let mut elsewhere = world.config.clone();
        elsewhere.server.roles = vec![Role::Worker];
        let app = start::app_at(&elsewhere, world.clock.clone()).await.unwrap();
        let idle = Service::start(&elsewhere, app.clone(), false).await.unwrap();
        assert_eq!(idle.address(), None, "it answers nobody");
        let (worker, stop) = (Worker::new(app), CancellationToken::new());
        let request = world.http.post(world.url("/v1/invoices/retail/ingest")).bearer_auth(&alva.token);
        let called = async {
            let answer = Answer::of(request.send().await.unwrap()).await;
            stop.cancel();
            answer
        };
        let both = async { tokio::join!(called, worker.run(stop.clone())).0 };
        let answer = tokio::time::timeout(Duration::from_mins(1), both).await.unwrap();
        assert_eq!(answer.data(200)["totalEmailsFound"], 1);
        idle.stop().await;
    }
}
