use std::sync::mpsc;

use super::*;
use crate::store::Store;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lookup_waits_where_every_connection_is_busy() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("invoices.db").display());
    let settings = DatabaseSettings {
        connections: 1,
        ..DatabaseSettings::new(url)
    };
    let store = Store::open(&settings).await.unwrap();
    let (begun, began) = mpsc::channel();
    let (release, released) = mpsc::channel::<()>();
    let busy = tokio::spawn({
        let store = store.clone();
        async move {
            let work = move |_: &mut Db| {
                begun.send(()).unwrap();
                let _ = released.recv();
                Ok(())
            };
            store.read(work).await
        }
    });
    began.recv().unwrap();
    let mut lookup = std::pin::pin!(store.look_up(|db| Ok(db.ping()?)));
    let early = tokio::time::timeout(Duration::from_millis(20), &mut lookup).await;
    assert!(early.is_err(), "there is no free connection");
    drop(release);
    lookup.await.unwrap();
    busy.await.unwrap().unwrap();
    // Now there is one.
    store.look_up(|db| Ok(db.ping()?)).await.unwrap();
}
