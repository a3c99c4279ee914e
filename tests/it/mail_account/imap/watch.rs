//! Looking for new mail at an IMAP server.

use invoices_service::settings::Minutes;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{at, grocery};

use super::{Imap, SIGNED, connects, totals};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mail_that_arrives_at_an_imap_server_is_fetched_after_the_next_look() {
    let mut imap = Imap::start(Sqlite).await;
    imap.world = imap
        .world
        .with_settings(|config| {
            config.mail.watch_minutes = Minutes::new(15);
            config.schedule.sweep = "0 0 0 1 1 *".into();
        })
        .await;
    let alva = imap.world.signs_up("Alva").await;
    connects(&alva).await;
    let jobs = async |time: &str| {
        imap.world.clock.set(at(time));
        imap.world.tick().await;
        imap.world.rows("jobs", alva.id).await
    };
    assert_eq!(jobs("2026-11-18T09:15:00Z").await, 2);
    assert_eq!(jobs("2026-11-18T09:30:00Z").await, 2, "nothing arrived");
    let received = at("2026-11-18T09:40:00Z");
    let mail = imap
        .grocer
        .sign(&grocery(received, "204118", "113,67"), SIGNED)
        .unwrap();
    imap.server.deliver(received, &mail);
    assert!(jobs("2026-11-18T09:45:00Z").await > 2);
    assert_eq!(totals(&alva).await, [113.67]);
}
