//! The process dies between two steps: whatever was left, the next run, event or sweep makes good, once.

use chrono::TimeDelta;
use invoices_app::work::object_created_again;
use invoices_sandbox::{Endpoint, Fault};
use serde_json::json;

use crate::mails::{at, grocery, large, notice, rent_mail};
use crate::on_both_databases;
use crate::user::User;
use crate::world::World;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// Someone whose receipt and rent notice are home.
async fn settled(world: &World) -> User<'_> {
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "100,00"));
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
    let alva = world.connects("Alva").await;
    alva.finds_retail().await;
    alva.ingests_rental().await.data(200);
    world.tick().await;
    is_settled(&alva).await;
    alva
}

/// One of each, as if nothing had happened.
async fn is_settled(user: &User<'_>) {
    let world = user.world;
    assert_eq!(
        (
            world.rows("retail_invoices", user.id).await,
            world.rows("rental_invoices", user.id).await
        ),
        (1, 1)
    );
    assert_eq!(world.rows("documents", user.id).await, 2);
    assert_eq!(user.notifications().await.len(), 1);
    assert_eq!(world.objects().len(), 2, "{:?}", world.objects());
    let ledger = user.ledger().await;
    let parsed = ledger
        .iter()
        .filter(|(_, line)| line.starts_with("fetched [") && line.ends_with(" parsed]"))
        .count();
    assert_eq!(parsed, 2, "{ledger:?}");
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
}

/// The sweeper looks, twice for what a first look only makes ready.
async fn sweeps(world: &World) {
    for _ in 0..2 {
        world.clock.forward(TimeDelta::minutes(11));
        world.tick().await;
    }
}

const NO_INVOICES: &str = "DELETE FROM jobs; DELETE FROM retail_sources; DELETE FROM retail_invoices; DELETE FROM rental_invoices; DELETE FROM notifications;";

on_both_databases! {
    /// Found, and never fetched.
    async fn messages_that_were_only_found(world: World) {
        let alva = settled(&world).await;
        world.sql(NO_INVOICES).await;
        world.sql("DELETE FROM documents; UPDATE messages SET state = 'found', received_at = NULL, sender = NULL").await;
        for key in world.objects() {
            std::fs::remove_file(world.folder.path().join("objects").join(key)).unwrap();
        }
        sweeps(&world).await;
        is_settled(&alva).await;
    }

    /// Its rows are written and its bytes are not; or the bytes are, and the row does not know.
    async fn documents_whose_bytes_were_not_stored_or_not_noted(world: World) {
        let alva = settled(&world).await;
        for lost in [true, false] {
            world.sql(NO_INVOICES).await;
            world.sql("UPDATE messages SET state = 'found'; UPDATE documents SET state = 'found', attempts = 0").await;
            for key in world.objects().into_iter().filter(|_| lost) {
                std::fs::remove_file(world.folder.path().join("objects").join(key)).unwrap();
            }
            sweeps(&world).await;
            is_settled(&alva).await;
        }
        // The user need not wait for the sweeper.
        world.sql(NO_INVOICES).await;
        world.sql("UPDATE messages SET state = 'found'; UPDATE documents SET state = 'found', attempts = 0").await;
        let mut alva = alva;
        alva.comes_back_after(TimeDelta::zero()).await;
        assert_eq!(alva.finds_retail().await["totalEmailsFound"], 1);
        assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 1);
        is_settled(&alva).await;
    }

    /// Stored, but nobody was told.
    async fn documents_that_were_stored_without_a_job(world: World) {
        let alva = settled(&world).await;
        world.sql(NO_INVOICES).await;
        world.sql("UPDATE documents SET state = 'stored', attempts = 0").await;
        sweeps(&world).await;
        is_settled(&alva).await;
    }

    /// Every job was cut off before it could say that it was done.
    async fn jobs_whose_worker_died(world: World) {
        let alva = settled(&world).await;
        let cut_off = "UPDATE jobs SET state = 'running', owner = 'gone', lease_until = created_at, finished_at = NULL";
        for sql in [
            format!("{cut_off} WHERE kind = 'object-created'"),
            format!("UPDATE documents SET state = 'stored', attempts = 1; {cut_off} WHERE kind = 'object-created'"),
            format!("{cut_off} WHERE id = (SELECT max(id) FROM jobs WHERE kind = 'ingest')"),
        ] {
            world.sql(&sql).await;
            world.clock.forward(TimeDelta::minutes(5));
            world.drain().await;
            is_settled(&alva).await;
        }
    }

    /// The invoice is there, and its notification is not.
    async fn a_notification_that_was_not_sent(world: World) {
        let alva = settled(&world).await;
        world.sql("UPDATE notifications SET state = 'pending', sent_at = NULL").await;
        for _ in 0..2 {
            world.sql("UPDATE jobs SET state = 'running', owner = 'gone', lease_until = created_at, finished_at = NULL WHERE kind = 'rental-changed'").await;
            world.clock.forward(TimeDelta::minutes(5));
            world.drain().await;
            is_settled(&alva).await;
        }
    }

    /// A run that failed to fetch leaves its messages owed; the sweeper needs no user.
    async fn messages_that_an_outage_left(world: World) {
        world.sandbox.add(&grocery(at(NOVEMBER), "204118", "100,00"));
        world.sandbox.add(&rent_mail(at(NOVEMBER), &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))]));
        let alva = world.connects("Alva").await;
        world.tick().await;
        world.sandbox.fail(Fault::Fetch500);
        alva.ingests_retail().await.fails(502, "DEPENDENCY_FAILURE");
        alva.ingests_rental().await.fails(502, "DEPENDENCY_FAILURE");
        sweeps(&world).await;
        assert_eq!(world.rows("documents", alva.id).await, 0, "the outage goes on");
        world.sandbox.clear_faults();
        // The sweeper's own run waits its turn.
        world.clock.forward(TimeDelta::hours(1));
        sweeps(&world).await;
        is_settled(&alva).await;
    }

    /// Of a month's two notices one came home, and the run ended there.
    async fn the_second_notice_of_a_month_whose_run_was_cut_off(world: World) {
        let alva = world.connects("Alva").await;
        let adds = |number: i64| world.sandbox.add(&rent_mail(at(NOVEMBER), &[(&format!("Hyresavi_{number}.pdf"), notice(5100 + number, "2026-11-30"))]));
        let invoices = || world.rows("rental_invoices", alva.id);
        adds(1);
        adds(2);
        world.sandbox.fail(Fault::Fetch500);
        alva.ingests_rental().await.fails(502, "DEPENDENCY_FAILURE");
        world.clock.forward(TimeDelta::minutes(1));
        world.sandbox.fail_after(Fault::Fetch500, 1);
        alva.ingests_rental().await.fails(502, "DEPENDENCY_FAILURE");
        assert_eq!(invoices().await, 1);
        world.sandbox.clear_faults();
        world.tick().await;
        sweeps(&world).await;
        assert_eq!(invoices().await, 2, "{:?}", alva.ledger().await);
        // What comes later is of a month that is processed.
        adds(3);
        assert_eq!(*alva.ingests_rental().await.data(200), json!(null));
        assert_eq!(invoices().await, 2);
    }

    /// The second stands on a page of the search that did not come.
    async fn the_second_notice_of_a_month_whose_search_was_cut_off(world: World) {
        let world = world.with_settings(|config| config.mail.page_size = 1).await;
        for (name, rent) in [("Hyresavi_1.pdf", 5100), ("Hyresavi_2.pdf", 5200)] {
            world.sandbox.add(&rent_mail(at(NOVEMBER), &[(name, notice(rent, "2026-11-30"))]));
        }
        let alva = world.connects("Alva").await;
        world.tick().await;
        world.sandbox.fail_after(Fault::Search500, 1);
        alva.ingests_rental().await.fails(502, "DEPENDENCY_FAILURE");
        world.sandbox.clear_faults();
        sweeps(&world).await;
        let mut alva = alva;
        alva.comes_back_after(TimeDelta::hours(1)).await;
        alva.ingests_rental().await.data(200);
        assert_eq!(world.rows("rental_invoices", alva.id).await, 2, "{:?}", alva.ledger().await);
    }

    /// A document that the process died of three times is failed, and stays so.
    async fn a_document_that_kills_is_given_up(world: World) {
        let alva = settled(&world).await;
        world.sql(NO_INVOICES).await;
        world.sql("UPDATE documents SET state = 'stored', attempts = 3").await;
        for key in world.objects() {
            let job = object_created_again(&key.parse().unwrap(), "#3", world.now());
            world.app.store().enqueue(job, world.now()).await.unwrap();
        }
        world.drain().await;
        let failed = "fetched [html failed]";
        assert!(alva.ledger().await.iter().any(|(_, line)| line == failed), "{:?}", alva.ledger().await);
        world.sandbox.reset_calls();
        for _ in 0..10 {
            world.clock.forward(TimeDelta::minutes(11));
            world.tick().await;
        }
        let lines: Vec<String> = alva.ledger().await.into_iter().map(|(_, line)| line).collect();
        assert!(lines.iter().all(|line| line.contains("failed]")), "{lines:?}");
        assert_eq!((world.rows("retail_invoices", alva.id).await, world.sandbox.calls(Endpoint::Fetch)), (0, 0));
    }

    /// A PDF that takes its reader's process down is failed with the reason and stays so, and all else goes on.
    async fn a_file_that_kills_its_reader(world: World) {
        // The program itself maps more than this: the real child gets no more memory than it has at its start.
        let world = world.with_settings(|config| config.reader.memory_mib = 16).await;
        world.sandbox.add(&grocery(at(NOVEMBER), "204118", "100,00"));
        world.sandbox.add(&rent_mail(at(NOVEMBER), &[("Hyresavi_1.pdf", large(notice(5100, "2026-11-30")))]));
        let alva = world.connects("Alva").await;
        alva.finds_retail().await;
        alva.ingests_rental().await.data(200);
        world.tick().await;
        let ends = || async {
            let rows = world.app.store().ledger(alva.id, 10).await.unwrap();
            let documents = rows.into_iter().flat_map(|row| row.documents);
            let mut ends: Vec<String> =
                documents.map(|d| format!("{} {}", d.state, d.reason.unwrap_or_default())).collect();
            ends.sort();
            ends
        };
        let first = ends().await;
        assert!(first[0].starts_with("failed the reader of this file ended without a result"), "{first:?}");
        assert_eq!((first.len(), first[1].trim()), (2, "parsed"));
        world.sandbox.reset_calls();
        for _ in 0..10 {
            world.clock.forward(TimeDelta::minutes(11));
            world.tick().await;
            assert_eq!(ends().await, first);
        }
        assert_eq!((world.rows("rental_invoices", alva.id).await, world.sandbox.calls(Endpoint::Fetch)), (0, 0));
        assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
        assert_eq!(world.rows("retail_invoices", alva.id).await, 1);
    }

    /// Everything is where it was when the service is started again, and who was logged in still is.
    async fn a_restart_changes_nothing(world: World) {
        let mut world = world;
        let (id, token, email, password) = {
            let alva = settled(&world).await;
            (alva.id, alva.token, alva.email, alva.password)
        };
        world.restart().await;
        let alva = User { world: &world, id, email, password, token };
        is_settled(&alva).await;
        assert_eq!(alva.profile().await.data(200)["mail_account_connected"], true);
        alva.detail_of(&alva.lists_retail().await[0]).await;
        assert_eq!(alva.finds_retail().await["totalEmailsFound"], 0);
        assert_eq!(*alva.ingests_rental().await.data(200), json!(null));
        is_settled(&alva).await;
    }
}
