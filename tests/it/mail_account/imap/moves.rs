//! Mails that move to other folders, or are renumbered.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use chrono::TimeDelta;
use invoices_domain::MessageId;
use invoices_domain::mail::{
    Look, MailAccount, MailHeaders, MailMark, MailSearch, PageToken, PurchaseSearch, RawMessage, SearchPage,
};
use invoices_domain::ports::{MailError, Mailbox};
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::imap::{ACCOUNT, MailServer};
use test_servers::dovecot::INBOX;

use super::{Imap, connects, totals};

// Shows: At an IMAP server | Mails that move or are renumbered are neither lost nor doubled
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moved_and_renumbered_mails_stay_one_invoice() {
    let imap = Imap::start(Sqlite).await;
    let alva = imap.world.signs_up("Alva").await;
    connects(&alva).await;
    imap.gets_receipt("1", "10,00");
    imap.gets_receipt("2", "20,00");
    alva.fetches_retail().await;
    let dovecot = &imap.server.dovecot;
    dovecot.move_all(ACCOUNT, INBOX, "Kvitton").unwrap();
    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
    dovecot.renumber(ACCOUNT, "Kvitton").unwrap();
    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
    let mut found = totals(&alva).await;
    found.sort_by(f64::total_cmp);
    assert_eq!(found, [10.0, 20.0]);
    let same = alva
        .ledger()
        .await
        .into_iter()
        .filter(|(_, line)| line.contains("the same mail as"));
    assert!(same.count() >= 2);
}

/// A mailbox of which a mail moves to another folder right after it was found.
struct Moving {
    inner: Arc<dyn Mailbox>,
    server: Arc<MailServer>,
    moved: AtomicBool,
}

#[async_trait]
impl Mailbox for Moving {
    async fn search(
        &self,
        account: &MailAccount,
        search: &MailSearch,
        page: Option<&PageToken>,
    ) -> Result<SearchPage, MailError> {
        let found = self.inner.search(account, search, page).await?;
        if !found.ids.is_empty() && !self.moved.swap(true, Ordering::SeqCst) {
            self.server.dovecot.move_all(ACCOUNT, INBOX, "Kvitton").unwrap();
        }
        Ok(found)
    }

    async fn search_purchases(
        &self,
        account: &MailAccount,
        search: &PurchaseSearch,
        page: Option<&PageToken>,
    ) -> Result<SearchPage, MailError> {
        self.inner.search_purchases(account, search, page).await
    }

    async fn look(&self, account: &MailAccount, last: Option<&MailMark>) -> Result<Look, MailError> {
        self.inner.look(account, last).await
    }

    async fn headers(&self, account: &MailAccount, id: &MessageId) -> Result<MailHeaders, MailError> {
        self.inner.headers(account, id).await
    }

    async fn fetch(&self, account: &MailAccount, id: &MessageId, max_bytes: u64) -> Result<RawMessage, MailError> {
        self.inner.fetch(account, id, max_bytes).await
    }
}

// Shows: At an IMAP server | Mails that move or are…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_that_moves_during_an_ingest_is_found_by_the_next() {
    let imap = Imap::start(Sqlite).await;
    imap.gets_receipt("204118", "113,67");
    let server = Arc::clone(&imap.server);
    let world = imap
        .world
        .with_ports(|ports| {
            ports.mailbox = Arc::new(Moving {
                inner: Arc::clone(&ports.mailbox),
                server,
                moved: AtomicBool::new(false),
            });
        })
        .await;
    let mut alva = world.signs_up("Alva").await;
    connects(&alva).await;
    alva.ingests_retail().await;
    assert!(totals(&alva).await.is_empty());
    // Long after the mail was received, so that no overlap of two searches finds it.
    alva.comes_back_after(TimeDelta::days(10)).await;
    alva.fetches_retail().await;
    assert_eq!(totals(&alva).await, [113.67]);
}
