//! Whether all that is stored is whole: the database, each document's original, each invoice's source, the secrets.

use std::path::Path;
use std::time::Duration;

use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream;
use invoices_db::{DocumentId, Store, StoreError, StoredDocument};
use invoices_domain::ids::sha256_hex;
use invoices_domain::ports::Objects;
use invoices_domain::{DocumentState, ObjectKey};
use invoices_local::FilesBelow;
use invoices_settings::Config;

use super::database::{self, DAMAGED, DATABASE, MIGRATIONS, damage};
use super::finding::{Finding, State};
use super::{files, settings as settings_check, stores};
use crate::error_line;
use crate::start::existing_objects;
use crate::start::settings::{self, ObjectsEngine};

pub(super) const ORIGINALS: &str = "originals";
const RECORDS: &str = "records";

/// The documents that are read from the database at once.
const PAGE: u16 = 500;
/// The originals that are read at the same time: each may take tens of megabytes.
const AT_ONCE: usize = 4;
const RESTORE: &str = "restore it from a backup; `invoices ledger` names its mail, which can be imported again";

/// Reads all that is stored, with the settings that `serve` would read. Changes nothing, and works whether or not the service is
/// running. A check has one finding, or one for each problem; what is lost is a fault.
pub fn verify(file: Option<&Path>) -> BoxFuture<'_, Vec<Finding>> {
    Box::pin(async move {
        let (config, found) = settings_check::check(file);
        match config {
            Some(config) => verify_config(&config).await,
            None => found,
        }
    })
}

/// The same with settings that were read before.
pub(crate) async fn verify_config(config: &Config) -> Vec<Finding> {
    // To read a large table takes longer than a request may.
    let (opened, store) = database::open(config, Some(Duration::ZERO)).await;
    let mut found = Vec::new();
    match store {
        Some(store) => {
            found.extend(damage(
                DATABASE,
                store.find_damage().await,
                "the database is whole",
                DAMAGED,
            ));
            let (migrations, is_current) = database::check_migrations(&store).await;
            found.push(migrations);
            if is_current {
                found.extend(check_originals(config, &store).await);
                found.extend(check_records(&store).await);
            } else {
                let skipped = |name| Finding::skipped(name, "the database is not migrated");
                found.extend([ORIGINALS, RECORDS].map(skipped));
            }
        }
        None => {
            found.push(opened);
            let skipped = |name| Finding::skipped(name, "the database can't be read");
            found.extend([MIGRATIONS, ORIGINALS, RECORDS].map(skipped));
        }
    }
    found.extend(files::check_keys(config));
    found.push(stores::check_secrets(config, usize::MAX).await);
    found
}

/// The original of the newest document. Its absence shows that the originals of another installation are named, or none.
pub(super) async fn check_newest(config: &Config, store: &Store) -> Finding {
    let newest = match store.newest_original().await {
        Ok(Some(newest)) => newest,
        Ok(None) => return Finding::ok(ORIGINALS, "no document is stored"),
        Err(_) => return Finding::skipped(ORIGINALS, "the documents can't be read"),
    };
    let objects = match existing_objects(config).await {
        Ok(objects) => objects,
        Err(error) => return Finding::skipped(ORIGINALS, error_line(&error)),
    };
    match problem(&*objects, &newest).await {
        Some(problem) => Finding::fault(ORIGINALS, problem, "`invoices verify` checks all of them"),
        None => Finding::ok(ORIGINALS, "the newest document's original is whole"),
    }
}

async fn check_originals(config: &Config, store: &Store) -> Vec<Finding> {
    let failed = |error: String| Vec::from(Finding::fault(ORIGINALS, error, "see the finding of `invoices doctor`"));
    let has_documents = match store.newest_original().await {
        Ok(newest) => newest.is_some(),
        Err(error) => return failed(error_line(&error)),
    };
    let objects = match existing_objects(config).await {
        Ok(objects) => objects,
        Err(_) if !has_documents => return Finding::ok(ORIGINALS, "no document is stored").into(),
        Err(error) => return failed(error_line(&error)),
    };
    let (count, mut found) = match compare_originals(&*objects, store).await {
        Ok(compared) => compared,
        Err(error) => return failed(error_line(&error)),
    };
    found.extend(check_unknown(config, store).await);
    if found.iter().all(|finding| finding.state != State::Fault) {
        found.push(Finding::ok(
            ORIGINALS,
            format!("{count} documents, each with its original"),
        ));
    }
    found
}

/// Compares each document with its original. Returns their number and what is lost.
async fn compare_originals(objects: &dyn Objects, store: &Store) -> Result<(usize, Vec<Finding>), StoreError> {
    let (mut count, mut suspects) = (0, Vec::new());
    let mut after: Option<DocumentId> = None;
    loop {
        let page = store.stored_originals(after, PAGE.into()).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.document_id);
        count += page.len();
        let compared = stream::iter(page).map(async |original| problem(objects, &original).await.map(|_| original));
        let compared: Vec<_> = compared.buffered(AT_ONCE).collect().await;
        suspects.extend(compared.into_iter().flatten());
    }
    let mut found = Vec::new();
    for original in suspects {
        // The service may have deleted it meanwhile.
        let document = store.document_by_key(&original.object_key).await?;
        if document.is_some_and(|document| document.state != DocumentState::Deleted)
            && let Some(problem) = problem(objects, &original).await
        {
            found.push(Finding::fault(ORIGINALS, problem, RESTORE));
        }
    }
    Ok((count, found))
}

/// What is wrong with an original.
async fn problem(objects: &dyn Objects, original: &StoredDocument) -> Option<String> {
    let (key, document) = (&original.object_key, original.document_id);
    match objects.get(key).await {
        Ok(Some(bytes)) if sha256_hex(&bytes) == original.sha256 => None,
        Ok(Some(bytes)) => Some(format!(
            "{key}, the original of document {document}, was changed: its {} bytes have another SHA-256",
            bytes.len()
        )),
        Ok(None) => Some(format!("{key}, the original of document {document}, is missing")),
        Err(error) => Some(format!(
            "{key}, the original of document {document}, can't be read: {}",
            error_line(&error)
        )),
    }
}

/// Warns of files that no document has. A bucket isn't listed.
async fn check_unknown(config: &Config, store: &Store) -> Vec<Finding> {
    let Ok(ObjectsEngine::Folder(folder)) = settings::objects(config) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut files = FilesBelow::new(&folder.folder).peekable();
    while files.peek().is_some() {
        let (mut keys, mut others) = (Vec::new(), Vec::new());
        for file in files.by_ref().take(PAGE.into()) {
            match file {
                Ok(file) => match file.to_str().and_then(|file| file.parse::<ObjectKey>().ok()) {
                    Some(key) => keys.push(key),
                    None => others.push(file.display().to_string()),
                },
                Err(error) => {
                    let advice = "run the command as the service's user";
                    found.push(Finding::fault(
                        ORIGINALS,
                        format!("failed to list the originals: {error}"),
                        advice,
                    ));
                }
            }
        }
        // A document's row is written before its original, so this finds the row of each that was just written.
        match store.known_keys(keys.clone()).await {
            Ok(known) => others.extend(keys.iter().filter(|key| !known.contains(key)).map(ObjectKey::to_string)),
            Err(error) => found.push(Finding::skipped(ORIGINALS, error_line(&error))),
        }
        found.extend(others.into_iter().map(|other| {
            let advice = "move it away, unless you know why it is there: no user can reach it";
            Finding::warning(ORIGINALS, format!("no document has the original {other}"), advice)
        }));
    }
    found
}

async fn check_records(store: &Store) -> Vec<Finding> {
    let advice = "`invoices reparse` makes it again from its documents, if they are there; else restore the backup";
    let found = store.incomplete_records().await;
    damage(RECORDS, found, "each invoice has its source document", advice)
}
